"""What a check of the journal finds: every way to take a record away, to change one or to make one up."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.inspect.journal import read_records
from policyhooks.inspect.verification import verify
from policyhooks.runtime.ports.journal import append
from policyhooks.runtime.ports.journal_head import FILE as HEAD
from policyhooks.runtime.ports.journal_head import START

COUNT = 40
ROTATE_AT = 3000


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A journal in several files."""
    folder = tmp_path / "state"
    (folder / "journal").mkdir(parents=True, mode=0o700)
    write(folder, COUNT)
    shutil.copytree(folder, tmp_path / "earlier")
    write(folder, COUNT)
    assert len(files(folder)) > 4
    assert verify(folder).problems == ()
    return folder


def write(state: Path, count: int) -> None:
    for number in range(count):
        append(str(state), {"n": number, "pad": "x" * 200}, rotate_at=ROTATE_AT)


def files(state: Path) -> list[Path]:
    return [*sorted((state / "journal").glob("journal-*")), state / "journal" / "journal.jsonl"]


def cut(keep: Callable[[list[bytes]], list[bytes]], at: int = -1) -> Callable[[Path], None]:
    """Leave only some lines of a file."""

    def change(state: Path) -> None:
        lines = files(state)[at].read_bytes().splitlines(keepends=True)
        files(state)[at].write_bytes(b"".join(keep(lines)))

    return change


def drop(at: int) -> Callable[[Path], None]:
    return lambda state: files(state)[at].unlink()


def rewrite(key: bytes | None, version: int) -> Callable[[Path], None]:
    """The whole chain anew, as somebody without the key would, with one record less."""

    def change(state: Path) -> None:
        records = [dict(record) for record in read_records(state)]
        del records[20]
        for path in files(state)[:-1]:
            path.unlink()
        chain, lines = START, []
        for seq, record in enumerate(records, start=1):
            body = {name: value for name, value in record.items() if name not in ("seq", "chain")}
            line = json.dumps({**body, "v": version, "seq": seq}, separators=(",", ":")).encode()[:-1]
            text = (key or b"") + chain.encode() + line
            chain = hashlib.sha256(text).hexdigest()
            lines.append(line + f',"chain":"{chain}"}}\n'.encode())
        files(state)[-1].write_bytes(b"".join(lines))

    return change


def earlier(*names: str) -> Callable[[Path], None]:
    """Parts of the state as they were forty records ago."""

    def change(state: Path) -> None:
        for name in names:
            shutil.copy(state.parent / "earlier" / name, state / name)

    return change


def empty_head(state: Path) -> None:
    (state / HEAD).write_bytes(b"")


def forge_head(state: Path) -> None:
    words = (state / HEAD).read_bytes().split()
    words[1] = b"70"
    (state / HEAD).write_bytes(b" ".join(words))


def change_a_record(state: Path) -> None:
    path = files(state)[2]
    path.write_bytes(path.read_bytes().replace(b'"pad":"xxx', b'"pad":"yyy', 1))


def add_a_record(state: Path) -> None:
    line = files(state)[-1].read_bytes().splitlines()[-1]
    with files(state)[-1].open("ab") as stream:
        stream.write(line.replace(b'"seq":80', b'"seq":81') + b"\n")


def both(*changes: Callable[[Path], None]) -> Callable[[Path], None]:
    def change(state: Path) -> None:
        for one in changes:
            one(state)

    return change


TAMPERINGS: dict[str, tuple[Callable[[Path], object], str]] = {
    "the last record cut off": (cut(lambda lines: lines[:-1]), "the end is missing"),
    "the newest file cut to nothing": (cut(lambda _lines: []), "the end is missing"),
    "half of the last line cut off": (cut(lambda lines: [*lines[:-1], lines[-1][:40]]), "the end is missing"),
    "the newest file deleted": (drop(-1), "the end is missing"),
    "every file deleted": (lambda state: [path.unlink() for path in files(state)], "the end is missing"),
    "a middle file deleted": (drop(2), "stands where"),
    "the oldest file deleted": (drop(0), "is the first, where 1 should be"),
    "a record taken out": (cut(lambda lines: lines[:2] + lines[3:], 1), "stands where"),
    "two records exchanged": (cut(lambda lines: [lines[1], lines[0], *lines[2:]], 1), "stands where"),
    "a record changed": (change_a_record, "was changed"),
    "a record added": (add_a_record, "was changed"),
    "the chain rewritten without a key": (rewrite(None, 2), "was changed"),
    "the chain rewritten with another key": (rewrite(b"k" * 32, 2), "was changed"),
    "the chain rewritten in the earlier format": (rewrite(None, 1), "has no key"),
    "the head deleted": (lambda state: (state / HEAD).unlink(), "the head is gone"),
    "the head emptied": (empty_head, "the head is damaged"),
    "the head forged": (forge_head, "the head is damaged"),
    "head deleted, end cut off": (
        both(lambda state: (state / HEAD).unlink(), cut(lambda lines: lines[:-1])), "the head is gone"),
    "the head of before": (earlier(HEAD), "the head is 40 records old"),
    "the key replaced": (lambda state: (state / "key").write_text("ab" * 32), "was changed"),
    "the key deleted": (lambda state: (state / "key").unlink(), "the key cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found(state: Path, name: str) -> None:
    tamper, expected = TAMPERINGS[name]
    tamper(state)
    assert any(expected in problem for problem in verify(state).problems), verify(state).problems


@pytest.mark.parametrize("name", TAMPERINGS)
def test_later_records_do_not_hide_it(state: Path, name: str) -> None:
    TAMPERINGS[name][0](state)
    write(state, 3)
    assert verify(state).problems


def test_what_only_a_copy_elsewhere_shows(state: Path) -> None:
    """The journal and the head of before, together: the check prints the end, which is not that of the copy."""
    kept = verify(state).end
    shutil.rmtree(state / "journal")
    shutil.copytree(state.parent / "earlier" / "journal", state / "journal")
    earlier(HEAD)(state)
    assert verify(state).problems == ()
    assert verify(state).end != kept


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_what_retention_drops_is_no_finding(state: Path, keep: int) -> None:
    for number in range(60):
        append(str(state), {"n": number, "pad": "x" * 200}, rotate_at=ROTATE_AT, keep=keep)
    found = verify(state)
    assert found.problems == ()
    assert found.first > 1
    assert any("older ones were dropped" in note for note in found.notes)
    assert len(files(state)) == keep + 1
    files(state)[0].unlink()
    assert any("is the first, where" in problem for problem in verify(state).problems)


def test_retention_that_was_killed_before_it_deleted_holds(state: Path) -> None:
    before = {path: path.read_bytes() for path in files(state)[:-1]}
    for number in range(20):
        append(str(state), {"n": number, "pad": "x" * 200}, rotate_at=ROTATE_AT, keep=2)
    for path, data in before.items():
        path.write_bytes(data)
    assert verify(state).problems == ()


@pytest.mark.parametrize("cut_off", [1, 2, 3, 40, 69, 75])
def test_a_line_that_lost_only_its_end_still_proves_its_record(state: Path, cut_off: int) -> None:
    """The head knows its chain: nothing of the record is gone."""
    data = files(state)[-1].read_bytes()
    files(state)[-1].write_bytes(data[:-cut_off])
    found = verify(state)
    assert (found.problems, found.records, found.torn) == ((), 2 * COUNT, int(cut_off > 1))
    write(state, 2)
    found = verify(state)
    assert (found.problems, found.last, found.torn) == ((), 2 * COUNT + 2, int(cut_off > 1))


def test_a_torn_line_is_counted_and_no_finding(state: Path) -> None:
    with files(state)[-1].open("ab") as stream:
        stream.write(b'{"v":2,"time":"2026-11-16T12')  # a writer that was killed
    assert (verify(state).torn, verify(state).problems) == (1, ())
    write(state, 1)
    assert (verify(state).torn, verify(state).problems) == (1, ())


def make_old(state: Path) -> None:
    """A journal as earlier versions wrote it."""
    (state / "journal").mkdir(parents=True)
    chain, lines = START, []
    for seq in range(1, 6):
        line = f'{{"v":1,"n":{seq},"seq":{seq}'.encode()
        chain = hashlib.sha256(chain.encode() + line).hexdigest()
        lines.append(line + f',"chain":"{chain}"}}\n'.encode())
    files(state)[-1].write_bytes(b"".join(lines))


@pytest.mark.parametrize("key", ["", "ab" * 32])
def test_a_journal_of_the_earlier_format_is_read_and_shown_as_such(tmp_path: Path, key: str) -> None:
    make_old(tmp_path)
    if key:
        (tmp_path / "key").write_text(key)
    found = verify(tmp_path)
    assert (found.problems, found.records) == ((), 5)
    assert "5 records of the earlier format have no key" in found.notes[0]
    append(str(tmp_path), {"n": 6})
    append(str(tmp_path), {"n": 7})
    found = verify(tmp_path)
    assert (found.problems, found.records) == ((), 7)
    assert "5 records of the earlier format have no key" in found.notes[0]
    data = files(tmp_path)[-1].read_bytes()
    files(tmp_path)[-1].write_bytes(data.replace(b'"n":3', b'"n":4'))
    assert any("was changed" in problem for problem in verify(tmp_path).problems)


def test_no_hash_that_an_agent_can_order_is_a_chain(tmp_path: Path) -> None:
    """Hashes of stdin are in the journal: whoever chooses stdin must not get a chain or a head in that way."""
    from policyhooks.runtime.ports.journal_head import chain_key, keyed_hash
    from policyhooks.runtime.ports.journal_key import read_key

    (tmp_path / "journal").mkdir()
    write(tmp_path, 1)
    key = read_key(str(tmp_path))
    line = files(tmp_path)[-1].read_bytes()
    body = line.rpartition(b',"chain"')[0]
    assert keyed_hash(chain_key(key), START.encode() + body).encode() in line
    assert keyed_hash(key, START.encode() + body).encode() not in line
