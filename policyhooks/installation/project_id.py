"""Writes a project's id into its project file, once: one line more, every other byte as it was.

A file that does not exist yet is written whole and small, which needs no reader of YAML. Processes that do it at the
same time agree on one id.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken, InvalidPolicies
from policyhooks.installation.project_file import read_project_file

if TYPE_CHECKING:
    from policyhooks.compiler.model.config import Config
    from policyhooks.compiler.nodes import Document

MINIMAL = """\
# The project that policyhooks guards here. Commit it; `policyhooks check` explains what else it can say.
apiVersion: policyhooks/v1
kind: Config
project: {id}
"""
BOM = b"\xef\xbb\xbf"


def new_id() -> str:
    """An id that no other project has."""
    return f"p-{secrets.token_hex(8)}"


@dataclass(frozen=True)
class Written:
    """A project's id, and the file before and after it was written there; both None where nothing was."""

    id: str
    before: bytes | None = None
    after: bytes | None = None


def ensure_project_id(path: Path) -> str:
    """The id in a project file; where it has none, or where there is no file, one is written."""
    return write_id(path).id


def write_id(path: Path, proposed: str = "") -> Written:
    """The same, with the bytes of before and after, for whoever must know what exactly was changed.

    `proposed` is taken where there is no id yet.
    """
    made = proposed or new_id()
    with alone_in(path.parent):
        if not os.path.lexists(path):
            text = MINIMAL.format(id=made).encode("ascii")
            if put(path, text, 0o644, new=True):
                return Written(made, None, text)
        data = read_project_file(path)
        document, config = _read(path, data)
        if config.project is not None:
            return Written(config.project)
        text = insert_id(data, document, made)
        if not _says(path, text, config.model_copy(update={"project": made})):
            hint = f"add the line `project: {made}` to it by hand"
            raise EnvironmentBroken(f"`{path}` is written in a form that cannot be extended", hint)
        put(path, text, stat.S_IMODE(os.stat(path).st_mode))
        return Written(made, data, text)


def insert_id(data: bytes, document: Document, made: str) -> bytes:
    """The file with the id behind its `kind`: a line of its own, or a member of a mapping in braces."""
    from policyhooks.compiler.nodes import Scalar

    kind = document.node(("kind",))
    assert isinstance(kind, Scalar)
    mark = BOM if data.startswith(BOM) else b""
    lines = _lines(data[len(mark) :])
    line, column = document.position(kind.end)
    here = lines[line - 1]
    if document.text[document.root.start : document.root.start + 1] == "{":
        at = len(here.decode("utf-8")[: column - 1].encode("utf-8"))
        lines[line - 1] = here[:at] + f", project: {made}".encode("ascii") + here[at:]
        return mark + b"".join(lines)
    indent = b" " * (document.position(document.root.start)[1] - 1)
    end = b"\r\n" if b"\r\n" in data else b"\n"
    added = indent + f"project: {made}".encode("ascii")
    if here.endswith(b"\n"):
        lines.insert(line, added + end)
    else:
        lines[line - 1] = here + end + added
    return mark + b"".join(lines)


def _lines(data: bytes) -> list[bytes]:
    """Lines as the compiler counts them: by line feed alone."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _read(path: Path, data: bytes) -> tuple[Document, Config]:
    from policyhooks.compiler.files import read_model
    from policyhooks.compiler.model.config import Config
    from policyhooks.compiler.source import Refused, decode, parse_document

    try:
        document, problems = parse_document(decode(data, str(path)), str(path))
    except Refused as refused:
        raise InvalidPolicies([refused.diagnostic]) from None
    if document is None or problems:
        raise InvalidPolicies(problems)
    found, problems = read_model(document)
    if found is None or not isinstance(found.model, Config):
        hint = document.diagnose("not-a-config", "this file is not a Config", 0, 1, "write `kind: Config`")
        raise InvalidPolicies(problems or [hint])
    return document, found.model


def _says(path: Path, data: bytes, wanted: Config) -> bool:
    """Whether what we are about to write says the same as before, and the id."""
    try:
        return _read(path, data)[1] == wanted
    except InvalidPolicies:
        return False


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """One process at a time in a folder; the lock goes with the process that holds it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as problem:
        raise EnvironmentBroken(f"`{folder}` cannot be opened: {(problem.strerror or 'unknown').lower()}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError as problem:
            raise EnvironmentBroken(f"`{folder}` cannot be locked: {(problem.strerror or 'unknown').lower()}") from None
        yield
    finally:
        os.close(descriptor)


def put(path: Path, data: bytes, mode: int, *, new: bool = False) -> bool:
    """Write the whole file beside the old one and put it in its place; nobody sees a part of it.

    A `new` file never takes the place of one that came meanwhile: then the answer is False.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(descriptor)
            os.fchmod(descriptor, mode)
        if new:
            os.link(draft, path)
        else:
            draft.replace(path)
    except FileExistsError:
        return False
    except OSError as problem:
        reason = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"`{path}` cannot be written: {reason}", "nothing was changed") from None
    finally:
        draft.unlink(missing_ok=True)
    return True
