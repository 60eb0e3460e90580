"""Records: every field declared once, with its type, its note and its zero; built once, and never changed."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.clients.catalog import expand
from policyhooks.clients.fields import NO_COUNT, NO_TEXT, NO_TEXTS
from policyhooks.core import memory_records, records, schema, shell_records
from policyhooks.core.event import Event
from policyhooks.core.events import MESSAGE_ROOTS, ROOTS
from policyhooks.core.records import File, Session
from policyhooks.core.shell_records import Host, Shell
from policyhooks.core.values import Record, build, but, lazy
from policyhooks.core.verdict import Decision

PROJECT = Path(__file__).parents[2]
# Fields of records.py that no condition sees.
OUR_OWN = {
    ("EventInfo", "time_ns"),
    *((name, "at_ns") for name in memory_records.KINDS.values()),
    *(("MemorySet", field) for field in ("members", "full", "relaxes", "digest", "contains")),
}
KINDS = {
    name: kind
    for name, kind in (*vars(shell_records).items(), *vars(memory_records).items(), *vars(records).items())
    if inspect.isclass(kind) and issubclass(kind, Record) and kind is not Record
}


@pytest.mark.parametrize("name", schema.RECORDS)
def test_every_declared_field_has_a_zero_value(name: str) -> None:
    value = KINDS[name]()
    for field in schema.RECORDS[name]:
        assert hasattr(value, "from_" if field == "from" else field)


def test_every_field_has_a_note_but_our_own() -> None:
    without = {
        (name, field)
        for name, kind in KINDS.items()
        for field in vars(kind)
        if not field.startswith("__") and field.rstrip("_") not in schema.FIELD_NOTES[name]
    }
    assert without == OUR_OWN


@pytest.mark.parametrize("name", schema.RECORDS)
def test_notes_are_for_people(name: str) -> None:
    assert schema.RECORD_NOTES[name].endswith(".")
    for field, note in schema.FIELD_NOTES[name].items():
        assert note.strip() == note, field
        assert note[:1].islower() or note.split()[0].isupper(), field
        assert note.endswith("...") or not note.endswith("."), field


def test_every_root_is_a_record_or_has_a_note() -> None:
    assert {root for root, kind in {**ROOTS, **MESSAGE_ROOTS}.items() if kind not in KINDS} == set(schema.ROOT_NOTES)


@pytest.mark.parametrize(("root", "name"), [(root, name) for root, name in ROOTS.items() if name in KINDS])
def test_a_star_in_the_catalog_is_every_field(root: str, name: str) -> None:
    own = {f"{root}.{field}" for kind, field in OUR_OWN if kind == name}
    assert expand(f"{root}.*") - own == {f"{root}.{field}" for field in schema.RECORDS[name]}


# ---- built once -------------------------------------------------------------------------------


def test_an_unknown_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="Decision has no field `verdcit`"):
        Decision(verdcit="deny")
    with pytest.raises(TypeError, match="Decision has no field `verdcit`"):
        but(Decision(), verdcit="deny")
    with pytest.raises(TypeError, match="Session has no field `idd`"):
        build(Session, {"idd": "s"})


def test_a_change_is_an_error() -> None:
    decision = Decision(verdict="deny")
    with pytest.raises(TypeError, match="Decision does not change"):
        decision.verdict = "pass"
    with pytest.raises(TypeError, match="Decision does not change"):
        del decision.verdict
    assert decision.verdict == "deny"


@pytest.mark.parametrize("mark", [NO_TEXT, NO_TEXTS, NO_COUNT])
def test_no_record_holds_the_mark_of_what_was_not_told(mark: object) -> None:
    with pytest.raises(TypeError, match="was not told"):
        build(Session, {"id": mark})


def test_a_copy_differs_in_what_is_named() -> None:
    host = Host(name="a.example", port=1)
    other = but(host, port=2)
    assert (host.port, other.name, other.port) == (1, "a.example", 2)
    assert vars(other) == {"name": "a.example", "port": 2}


def count_reads(record: "Counted") -> int:
    record.seen.append(record.given)
    return record.given + 1


class Counted(Record):
    seen: list[int]
    given: int = 0
    kept: int = lazy(count_reads)


def test_a_lazy_field_is_computed_once() -> None:
    record = Counted(seen=[], given=1)
    assert (record.kept, record.kept, record.seen) == (2, 2, [1])


def test_a_copy_computes_anew() -> None:
    record = Counted(seen=[], given=1)
    assert record.kept == 2
    assert but(record, given=5).kept == 6
    assert but(record, kept=9).kept == 9
    assert record.seen == [1, 5]


def test_an_event_with_another_command_has_another_view() -> None:
    event = Event(command="ls", read_shell=lambda e: Shell(command=e.command or ""))
    event.memo["x"] = (True, 1)
    assert event.shell is event.shell
    other = but(event, command="rm x")
    assert (event.shell.command, other.shell.command, other.memo) == ("ls", "rm x", {})


# ---- what a type checker sees -----------------------------------------------------------------

MISSPELT = """\
from policyhooks.clients.fields import told
from policyhooks.core.records import File
from policyhooks.core.shell_records import PathRef
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.shell.walk.commands import Command

Decision(verdcit="deny")  # error: Unexpected keyword argument "verdcit" for "Decision"
but(Decision(), verdcit="deny")  # error: Unexpected keyword argument "verdcit" for "replace" of "Decision"
told(File, contents="x")  # error: Unexpected keyword argument "contents" for "told"
Decision(verdict=1)  # error: Argument "verdict" to "Decision" has incompatible type "int"; expected "str"
but(Decision(), verdict=1)  # error: Argument "verdict" to "replace" of "Decision" has incompatible type "int"
told(File, content=1)  # error: Argument "content" to "told" has incompatible type "int"; expected "str"
File(path="x")  # error: Argument "path" to "File" has incompatible type "str"; expected "PathRef"


def change(decision: Decision, command: Command) -> None:
    decision.verdict = "pass"  # error: Property "verdict" defined in "Decision" is read-only
    command.parent = 1  # error: Property "parent" defined in "Command" is read-only


Decision(verdict="deny")
but(Decision(), verdict="deny")
told(File, content="x", path=PathRef(raw="x"))
"""
# Beside its line, so that an import more or less changes no expectation.
ERRORS = {
    number: line.partition("# error: ")[2]
    for number, line in enumerate(MISSPELT.splitlines(), 1)
    if "# error: " in line
}


def test_a_type_checker_finds_what_is_misspelt_and_what_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "misspelt.py"
    file.write_text(MISSPELT)
    command = [sys.executable, "-m", "mypy", "--config-file", str(PROJECT / "pyproject.toml")]
    command += ["--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"), "--no-error-summary", str(file)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    found = [line.partition("misspelt.py:")[2] for line in done.stdout.splitlines() if ": error: " in line]
    told = {int(line.partition(":")[0]): line.partition("error: ")[2] for line in found}
    assert told.keys() == ERRORS.keys()
    assert [text for line, text in ERRORS.items() if not told[line].startswith(text)] == []


def test_told_fields_are_those_that_a_payload_carries() -> None:
    from policyhooks.clients.fields import told, told_count, told_text

    payload: dict[str, object] = {"content": "", "seven": 7, "yes": True, "null": None}
    made = told(File, content=told_text(payload, "content"), added=told_text(payload, "null", "absent"))
    assert vars(made) == {"content": ""}
    session = told(Session, loop_count=told_count(payload, "seven"), id=told_text({"id": "not told"}, "id"))
    assert vars(session) == {"loop_count": 7, "id": "not told"}
    assert told_count(payload, "yes") == 1
    assert vars(told(Session, loop_count=told_count(payload, "absent"))) == {}
