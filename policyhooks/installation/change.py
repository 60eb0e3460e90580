"""One change of a client's file: planned from what is there, shown as a diff, then applied.

Installing twice changes nothing. Uninstalling gives back the exact bytes while nobody else has
edited the file since, and takes out our entries one by one otherwise.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.editing import check_document, foreign_hooks, insert, strip
from policyhooks.installation.entries import Entry, skeleton
from policyhooks.installation.files import Content, check_writable, delete, load, missing_folders, replace
from policyhooks.installation.places import Place, siblings
from policyhooks.installation.records import InstallRecord, digest, drop_record, load_record, save_record
from policyhooks.installation.toml_editing import check_toml, foreign_toml, insert_toml, strip_toml

_BOM = "\ufeff"


@dataclass(frozen=True)
class Change:
    """What becomes of the file. `after` is None where the file goes, `original` what it was before us."""

    place: Place
    before: Content
    after: bytes | None
    original: bytes | None
    made: list[str]

    @property
    def changes(self) -> bool:
        """Whether anything is to be written."""
        return self.before.data != self.after

    def diff(self) -> str:
        """The change as a unified diff."""
        name = str(self.place.file)
        old = "/dev/null" if self.before.data is None else name
        new = "/dev/null" if self.after is None else name
        return "\n".join(
            line.rstrip("\r\n")
            for line in difflib.unified_diff(_lines(self.before.data), _lines(self.after), old, new, n=1)
        )


def plan_install(place: Place, entries: Sequence[Entry]) -> Change:
    """The file with our entries, whatever it held of them before."""
    before = load(place.file)
    check_writable(before)
    record = load_record(place.state, place.file)
    if record is not None and digest(before.data) == record.written:
        original, made = record.original, record.made
    else:
        original = None if before.data is None else _without_ours(place, before.data, record)
        made = missing_folders(before.path)
    text = None if original is None else _decode(place, original)
    if text is not None and text.strip(_BOM).strip():
        _check(place, text)
    return Change(place, before, _insert(place, text, entries).encode("utf-8"), original, made)


def apply_install(change: Change) -> str:
    """Save the record, which is the backup, then replace the file; the record's path."""
    place = change.place
    assert change.after is not None
    record = InstallRecord(str(place.file), change.original, digest(change.after), change.made)
    path = save_record(place.state, place.file, record)
    if change.changes:
        replace(change.before, change.after)
    return str(path)


def plan_uninstall(place: Place) -> Change:
    """The file as it was, or without our entries where others have edited it."""
    before = load(place.file)
    record = load_record(place.state, place.file)
    if record is not None and digest(before.data) == record.written:
        return Change(place, before, record.original, record.original, record.made)
    after = None if before.data is None else _without_ours(place, before.data, record)
    made: list[str] = []
    if after is not None and record is not None and record.original is None and _is_bare(place, after):
        after, made = None, record.made
    return Change(place, before, after, after, made)


def apply_uninstall(change: Change) -> None:
    """Write the file or remove it, then forget the installation."""
    if change.changes:
        if change.after is None:
            delete(change.before, change.made)
        else:
            replace(change.before, change.after)
    drop_record(change.place.state, change.place.file)


def other_hooks(place: Place, events: Sequence[str]) -> list[tuple[str, str, str]]:
    """(file, native event, command) of hooks of others on our events, in every file of the client."""
    found = []
    for file in (place.file, *siblings(place)):
        try:
            data = load(file).data
            text = "" if data is None else data.decode("utf-8").lstrip(_BOM)
            if not text.strip():
                continue
            if file.suffix == ".toml":
                hooks = foreign_toml(check_toml(file, strip_toml(text)), events)
            else:
                hooks = foreign_hooks(check_document(file, text), events)
        except (EnvironmentBroken, UnicodeDecodeError):
            hooks = [("?", "the file cannot be read")]
        found.extend([(str(file), native, command) for native, command in hooks])
    return found


def _decode(place: Place, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise EnvironmentBroken(f"{place.file} is not UTF-8", "repair it; it was not touched") from None


def _check(place: Place, text: str) -> dict[str, object]:
    text = text.lstrip(_BOM)
    return check_toml(place.file, text) if place.file.suffix == ".toml" else check_document(place.file, text)


def _insert(place: Place, text: str | None, entries: Sequence[Entry]) -> str:
    mark = _BOM if text is not None and text.startswith(_BOM) else ""
    body = None if text is None else text.lstrip(_BOM)
    if place.file.suffix == ".toml":
        return mark + insert_toml(place.file, body, entries)
    return mark + insert(place.client, body, entries)


def _without_ours(place: Place, data: bytes, record: InstallRecord | None) -> bytes:
    text = _decode(place, data)
    if not text.strip(_BOM).strip():
        return data
    _check(place, text)
    mark, body = (_BOM, text.lstrip(_BOM)) if text.startswith(_BOM) else ("", text)
    if place.file.suffix == ".toml":
        return (mark + strip_toml(body)).encode("utf-8")
    had_hooks = record is None or record.original is None or b'"hooks"' in record.original
    return (mark + strip(body, keep_hooks=had_hooks)).encode("utf-8")


def _is_bare(place: Place, data: bytes) -> bool:
    text = _decode(place, data)
    if place.file.suffix == ".toml" or not text.strip():
        return not text.strip()
    return _check(place, text) in (skeleton(place.client), {**skeleton(place.client), "hooks": {}})


def _lines(data: bytes | None) -> list[str]:
    return [] if data is None else data.decode("utf-8", "replace").splitlines(keepends=True)
