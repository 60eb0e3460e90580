"""What a decision reads of the machine goes through one door, so that records that keep it keep all of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import policyhooks
from policyhooks.history.seen_again import NOTHING
from policyhooks.runtime.ports.whole_events import NAMED

ROOT = Path(policyhooks.__file__).parent
READS = {"stat", "lstat", "readlink", "listdir", "scandir", "open", "access", "getcwd"}
# Functions that read: behind a look, or of what is no part of the event's world.
BEHIND = {
    "shell/view/paths.py": {"_names_besides", "_read_link"},
    "shell/view/hard_links.py": {"add", "listed"},  # of `_names_besides` alone
    "shell/view/folder_reach.py": {"_kind_of"},
    "shell/view/rights.py": {"_is_for_all"},
    "shell/view/listing_reach.py": {"_names_in"},
    "shell/view/listed_files.py": {"_read"},  # of `_holds` and `_is_tracked`
    "shell/walk/directories.py": {"_is_folder"},
    "shell/walk/stored_code.py": {"_names_in"},
    "runtime/engine/action_files.py": {"look", "digest", "folder", "is_there"},  # of `Outside.lift` alone
    "runtime/engine/repository.py": {"_exists", "read_small"},  # of `remote_of` and `branch_of`
    "runtime/engine/surroundings.py": {"status_of"},  # of `is_linked`, `is_own` and `container`
}
OWN = {
    "shell/syntax/shfmt_place.py",  # the parser's binary
    "shell/syntax/shfmt.py",  # the folder that it is started in
    "shell/built_tables.py",  # the shipped data
    "runtime/engine/trusted.py",  # layers that were trusted; a record names their programs
}


def reading(tree: ast.Module) -> Iterator[str]:
    """The functions of a module in which posix reads from the disk."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for one in ast.walk(node):
                called = one.func if isinstance(one, ast.Call) else None
                if (
                    isinstance(called, ast.Attribute)
                    and isinstance(called.value, ast.Name)
                    and called.value.id in ("posix", "os")
                    and called.attr in READS
                ):
                    yield node.name


def test_every_read_of_the_disk_is_behind_a_look() -> None:
    found: dict[str, set[str]] = {}
    for room in ("shell", "runtime/engine", "clients", "secrets"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            names = set(reading(ast.parse(path.read_text("utf-8"))))
            if names and name not in OWN and not path.stem.startswith(("doctor", "history")):
                found[name] = names
    assert found == BEHIND


def test_every_kind_of_look_has_a_zero() -> None:
    kinds = set()
    for path in ROOT.rglob("*.py"):
        kinds.update(re.findall(r"(?<![\w.])(?:self\.notes\.)?look\(\s*\"(\w+)\"", path.read_text("utf-8")))
    assert kinds | {"said"} == set(NOTHING)


def test_every_variable_that_an_adapter_reads_is_noted() -> None:
    named = set()
    for path in (*(ROOT / "clients").rglob("*.py"), *(ROOT / "runtime/engine").rglob("*.py")):
        text = path.read_text("utf-8")
        named.update(re.findall(r"environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"", text))
        named.update(re.findall(r"\"([A-Z_]+)\" (?:not )?in environ", text))
    assert len(named) > 8
    assert named <= set(NAMED)
