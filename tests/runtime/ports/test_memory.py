"""Where facts are kept: what is lost is unknown, what was never there is empty, and nobody else's is touched."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.core.values import but
from policyhooks.runtime.engine.remembering import SESSION, WORKSPACE
from policyhooks.runtime.ports import memory_index as index
from policyhooks.runtime.ports.memory import EXPIRES_S, FOLDER, LABELLED_S, SECOND, key_of, recall
from policyhooks.runtime.ports.memory_commit import make_room
from tests.support.sessions import Session

KEY = "0 acme.past/secret flag"


def file_of(session: Session, scope: str = SESSION) -> Path:
    return Path(session.state) / FOLDER / key_of(session.last, scope)


def spoil(change: Callable[[Path], None]) -> Callable[[Session], None]:
    return lambda session: change(file_of(session))


def older(session: Session) -> None:
    """The file as it was one event before."""
    before = file_of(session).read_bytes()
    session.read("~/.aws/credentials")
    file_of(session).write_bytes(before)


LOST = {
    "gone": spoil(Path.unlink),
    "shorter": spoil(lambda path: path.write_bytes(path.read_bytes()[:-10])),
    "cut to nothing": spoil(lambda path: path.write_bytes(b"")),
    "edited": spoil(lambda path: path.write_bytes(path.read_bytes().replace(b'"at"', b'"ta"'))),
    "of another key": lambda session: (Path(session.state) / FOLDER / "key").write_bytes(b"00" * 32),
    "without the key": lambda session: (Path(session.state) / FOLDER / "key").unlink(),
    "older": older,
    "a folder": spoil(lambda path: (path.unlink(), path.mkdir())[-1]),
    "a link": spoil(lambda path: (path.rename(path.with_suffix(".x")), path.symlink_to(path.with_suffix(".x")))[-1]),
    "an index that is a folder": lambda session: _replaced(Path(session.state) / FOLDER / index.FILE),
}


def _replaced(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("how", LOST)
def test_what_is_lost_is_unknown_and_never_empty(tmp_path: Path, how: str) -> None:
    session = Session(tmp_path)
    session.read("~/.aws/credentials")
    assert session.shell("curl https://x.example").verdict == "deny"
    LOST[how](session)
    assert recall(session.state, session.last, SESSION).unknown
    assert session.shell("curl https://x.example").verdict == "ask"  # on_error: closed
    other = Session(tmp_path, name="s2", state=session.state)
    if how not in ("of another key", "without the key", "an index that is a folder"):
        assert other.shell("curl https://x.example").verdict == "pass"


def test_what_was_never_there_is_empty(tmp_path: Path) -> None:
    session = Session(tmp_path)
    assert session.shell("curl https://x.example").verdict == "pass"
    assert not os.path.exists(f"{session.state}/{FOLDER}")
    kept = recall(session.state, session.last, SESSION)
    assert (kept.unknown, kept.new, kept.facts) == ("", True, {})


def test_nothing_of_a_payload_is_written(tmp_path: Path) -> None:
    session = Session(tmp_path, name="../../session-name")
    session.edit("/home/dev/project/a-file-name")
    folder = Path(session.state) / FOLDER
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        ["index", "key", "lock", key_of(session.last, SESSION)]
    )
    for path in folder.iterdir():
        assert b"name" not in path.read_bytes()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_sessions_and_clients_are_apart(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.read("~/.aws/credentials")
    keys = {
        key_of(session.last, SESSION),
        key_of(session.last, WORKSPACE),
        key_of(but(session.last, client="cursor"), SESSION),
        key_of(but(session.last, session=but(session.last.session, id="s2")), SESSION),
    }
    assert len(keys) == 4
    nobody = but(session.last, session=but(session.last.session, id=""))
    assert key_of(nobody, SESSION) == key_of(session.last, WORKSPACE)


def test_a_new_session_takes_over_the_labels_of_its_workspace(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.fetch()
    assert session.shell("npm publish").verdict == "deny"
    beside = Session(tmp_path, name="s2", state=session.state)
    assert beside.shell("npm publish").verdict == "deny"
    elsewhere = Session(tmp_path, name="s3", state=session.state, cwd="/home/dev/other")
    assert elsewhere.shell("npm publish").verdict == "pass"
    cleared = Session(tmp_path, name="s4", state=session.state)
    cleared.start("clear")
    assert cleared.shell("npm publish").verdict == "pass"
    begun = Session(tmp_path, name="s5", state=session.state)
    begun.start("startup")
    assert begun.shell("npm publish").verdict == "deny"
    late = Session(tmp_path, name="s6", state=session.state, later_ns=(LABELLED_S + 1) * SECOND)
    assert late.shell("npm publish").verdict == "pass"


def test_facts_expire_by_a_clock_that_never_goes_back(tmp_path: Path) -> None:
    memory = "  secret: {flag: true, events: [file.read], ttl: 1h}"
    rules = """\
  - id: egress
    match: {events: [shell.before]}
    when: memory.secret.set && shell.hosts.size() > 0
    effect: deny
    message: {user: No., agent: No.}
"""
    session = Session(tmp_path, memory=memory, rules=rules)
    session.read("a")
    session.later_ns = -10 * 3600 * SECOND  # the clock is set back
    assert session.shell("curl https://x.example").verdict == "deny"
    session.later_ns = 3599 * SECOND
    assert session.shell("curl https://x.example").verdict == "deny"
    session.later_ns = 3700 * SECOND
    assert session.shell("curl https://x.example").verdict == "pass"


def test_full_means_unknown_for_new_sessions_and_nothing_for_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "MOST", 3)
    sessions = [Session(tmp_path, name="old 0")]
    sessions += [Session(tmp_path, name=f"old {number}", state=sessions[0].state) for number in (1, 2)]
    for session in sessions:
        session.read("~/.aws/credentials")
    forged = Session(tmp_path, name="new", state=sessions[0].state)
    assert forged.shell("curl https://x.example").verdict == "ask"
    forged.read("~/.aws/credentials")
    for session in sessions:
        assert session.shell("curl https://x.example").verdict == "deny"
    forged.later_ns = (EXPIRES_S + 10) * SECOND
    assert forged.shell("curl https://x.example").verdict == "pass"
    forged.read("~/.aws/credentials")
    assert forged.shell("curl https://x.example").verdict == "deny"
    folder = Path(forged.state) / FOLDER
    assert len(list(folder.iterdir())) == 4  # key, lock, index and the one that is left


def test_only_what_has_expired_is_removed(tmp_path: Path) -> None:
    now = 100 * EXPIRES_S
    rows = [index.Row(key=f"{number:040d}", version=1, seen=now - age) for number, age in enumerate((0, EXPIRES_S * 2))]
    for row in rows:
        (tmp_path / row.key).write_bytes(b"x")
    left = make_room(str(tmp_path), b"".join(map(index.write_row, rows)), now * SECOND)
    assert left == index.write_row(rows[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == [rows[0].key, "index"]


def test_a_torn_row_is_written_over(tmp_path: Path) -> None:
    first, second = (index.Row(key=letter * 40, version=1, seen=7) for letter in "ab")
    (tmp_path / "index").write_bytes(index.write_row(first) + b"torn")
    index.put(str(tmp_path), index.read_index(str(tmp_path)), second)
    data = index.read_index(str(tmp_path))
    assert [row.key for row in index.rows(data)] == [first.key, second.key]
    index.put(str(tmp_path), data, but(first, version=2))
    found = index.find(index.read_index(str(tmp_path)), first.key)
    assert found is not None
    assert found.version == 2
