"""What docstrings and comments of the package name exists: modules by file or dotted name."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.docs.walkthrough import ROOT

PACKAGE = ROOT / "policyhooks"
SOURCES = sorted(PACKAGE.rglob("*.py"))
FILE = re.compile(r"(?<![\w/.*<>{-])((?:[a-z_]\w*/)*[a-z_]\w*\.py)\b")
DOTTED = re.compile(r"\bpolicyhooks(?:\.(?!yaml)[a-z_]\w*)+")
OF_USERS = re.compile(r"`[^`]*`")  # commands and files of others: `python setup.py install`
# Files that the package writes into state folders.
WRITTEN = {"current/hook.py", "hook.py"}


def texts_of(source: Path) -> Iterator[str]:
    """Docstrings and comments."""
    text = source.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@cache
def files_named(name: str) -> int:
    return sum(source.name == name for source in SOURCES)


def is_file(mention: str, source: Path) -> bool:
    """Beside the module, from its room, the package or the root, or the only one of its name."""
    room = PACKAGE / source.relative_to(PACKAGE).parts[0]
    places = (source.parent / mention, room / mention, PACKAGE / mention, ROOT / mention)
    return mention in WRITTEN or any(place.is_file() for place in places) or files_named(mention) == 1


def is_name(dotted: str) -> bool:
    """A module, or a name in one."""
    try:
        import_module(dotted)
    except ImportError:
        parent, _, name = dotted.rpartition(".")
        return parent != "" and is_name(parent) and hasattr(import_module(parent), name)
    return True


def missing(source: Path, text: str) -> list[str]:
    plain = OF_USERS.sub(lambda quoted: "" if " " in quoted[0] else quoted[0], text)
    files = [mention for mention in FILE.findall(plain) if not is_file(mention, source)]
    return files + [mention for mention in DOTTED.findall(plain) if not is_name(mention)]


def test_what_docstrings_and_comments_name_exists() -> None:
    found = {
        source.relative_to(ROOT).as_posix(): names
        for source in SOURCES
        if (names := [name for text in texts_of(source) for name in missing(source, text)])
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    ["see arguments.py", "`gone.py` has it", "core/gone.py", "policyhooks.core.gone", "policyhooks.errors.gone"],
)
def test_what_does_not_exist_is_seen(text: str) -> None:
    assert len(missing(PACKAGE / "core" / "event.py", text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "records.py",
        "core/records.py",
        "masking.py",
        "tests/docs/walkthrough.py",
        "policyhooks.errors",
        "`python x.py`",
    ],
)
def test_what_exists_is_not_complained_about(text: str) -> None:
    assert missing(PACKAGE / "core" / "event.py", text) == []
