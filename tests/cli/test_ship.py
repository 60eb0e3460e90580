"""`policyhooks ship`: what the command line takes, whose journals it reads, what it says, and who may not start it."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.shipping.checkpoint import Checkpoint, Position, make_folder, save
from tests.support import ship_on
from tests.support.journals import make_state, wait_until, write
from tests.support.receivers import free_port


@pytest.fixture
def state(tmp_path: Path) -> Path:
    found = make_state(tmp_path / "state")
    write(found, 5)
    return found


def ship(state: Path, *words: str) -> int:
    return run(["ship", "--state", str(state), *words])


def numbers(path: Path) -> list[int]:
    events = [json.loads(line) for line in path.read_text().splitlines()]
    return [one["unmapped"]["seq"] for one in events if one["class_uid"] != 2004 and "seq" in one["unmapped"]]


WRONG = [
    ([], "ship where to?"),
    (["--to", "http://x.example"], "is no destination"),
    (["--to", "nats://me:hunter2@x.example"], "an address carries no user"),
    (["--to", "ocsf:o.jsonl", "--rate", "-1"], "cannot be negative"),
    (["status", "--to", "ocsf:o.jsonl"], "only looks"),
    (["status", "--once"], "only looks"),
]


@pytest.mark.parametrize(("words", "told"), WRONG)
def test_what_the_command_line_refuses(
    state: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ship(state, *words) == 2
    told_all = capsys.readouterr().err
    assert told in told_all
    assert "hunter2" not in told_all
    assert not (state / "ship").exists()


def test_nothing_is_written_beside_the_checkpoints(state: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in state.rglob("*") if path.is_file()}
    assert ship(state, "--to", f"ocsf:{tmp_path}/o.jsonl", "--once") == 0
    assert numbers(tmp_path / "o.jsonl") == [1, 2, 3, 4, 5]
    assert {path: path.read_bytes() for path in before} == before
    new = {str(path.relative_to(state)) for path in state.rglob("*") if path.is_file()} - {
        str(path.relative_to(state)) for path in before
    }
    assert {name.split("/")[0] for name in new} == {"ship"}


def test_checkpoints_lie_where_they_are_told_to(state: Path, tmp_path: Path) -> None:
    words = ["--checkpoints", str(tmp_path / "kept"), "--to", f"ocsf:{tmp_path}/o.jsonl", "--once"]
    for _ in range(2):
        assert ship(state, *words) == 0
    assert numbers(tmp_path / "o.jsonl") == [1, 2, 3, 4, 5]
    assert not (state / "ship").exists()


def test_a_receiver_that_stays_away_is_exit_1(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = f"syslog://127.0.0.1:{free_port()}"
    assert ship(state, "--to", to, "--once", "--wait", "0.2") == 1
    assert f"{to}: nothing gets through: connection refused; trying again" in capsys.readouterr().err
    assert ship(state, "status", "--format", "json") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["to"], row["seq"], row["last"], row["behind"]) == (to, 0, 5, 5)
    assert row["problem"] == "nothing gets through: connection refused"


def test_the_screen_of_status(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ship(state, "status") == 0
    assert capsys.readouterr().out == "nothing was shipped from here yet: policyhooks ship --to ADDRESS\n"
    folder = make_folder(state / "ship" / "own")
    moment = "2026-11-19T22:00:00.000Z"
    kept = (
        Checkpoint("ocsf:/var/log/o.jsonl", Position(1, 5, "a"), at=moment),
        Checkpoint("nats://n:4222/x", Position(1, 4, "a"), at=moment, refused=2, problem="no answer", since=moment),
        Checkpoint("syslog://l:601", Position(1, 9, "a")),
    )
    for number, one in enumerate(kept):
        save(folder, str(number), one)
    assert ship(state, "status") == 0
    assert capsys.readouterr().out == (
        f"{state}\n"
        "  ocsf:/var/log/o.jsonl\n"
        f"    all is delivered, up to record 5; last delivery {moment}\n"
        "  nats://n:4222/x\n"
        f"    1 record behind, delivered up to record 4; last delivery {moment}; 2 records refused by the receiver; "
        f"no answer, since {moment}\n"
        "  syslog://l:601\n"
        "    delivered up to record 9; the journal has begun anew, or cannot be read\n"
    )


def test_a_second_process_is_refused_and_the_first_ends_when_told(state: Path, tmp_path: Path) -> None:
    words = ["--to", f"ocsf:{tmp_path}/o.jsonl"]
    first = subprocess.Popen([*ship_on.WORDS, "--state", str(state), *words], stderr=subprocess.PIPE)
    try:
        wait_until(lambda: (tmp_path / "o.jsonl").exists())
        second = subprocess.run([*ship_on.WORDS, "--state", str(state), *words], capture_output=True, check=False)
        assert second.returncode == 1
        assert b"another process ships from here already" in second.stderr
        write(state, 2, first=6)
        wait_until(lambda: numbers(tmp_path / "o.jsonl") == [1, 2, 3, 4, 5, 6, 7])
    finally:
        first.send_signal(signal.SIGTERM)
        assert first.wait() == 0
        assert first.stderr is not None
        first.stderr.close()


def test_the_journals_of_all_users_of_a_shared_state(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o700)
    mine = make_state(shared / "users" / str(os.getuid()))
    write(mine, 3)
    theirs = make_state(shared / "users" / str(os.getuid() + 1))  # made by us under the number of another
    write(theirs, 3)
    assert ship(shared, "--to", f"ocsf:{tmp_path}/o.jsonl", "--once") == 0
    assert numbers(tmp_path / "o.jsonl") == [1, 2, 3]
    assert [path.name for path in (shared / "ship").iterdir()] == [str(os.getuid())]


TOKENS = [(0o644, "word", "is not a private file"), (0o600, "", "holds no token"), (0o600, "two words", "holds no")]


@pytest.mark.parametrize(("mode", "text", "told"), TOKENS)
def test_a_token_comes_from_a_private_file(
    state: Path, tmp_path: Path, mode: int, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "token"
    path.write_text(text)
    path.chmod(mode)
    to = f"nats://127.0.0.1:{free_port()}"
    assert ship(state, "--to", to, "--once", "--token-file", str(path)) == 1
    assert told in capsys.readouterr().err


def test_a_token_that_nobody_takes_is_a_mistake(state: Path, tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("word")
    path.chmod(0o600)
    assert ship(state, "--to", "ocsf:o.jsonl", "--token-file", str(path)) == 2


def test_a_missing_package_is_told_before_anything_is_sent(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nats", None)
    words = ["--to", f"ocsf:{tmp_path}/o.jsonl", "--to", "nats://127.0.0.1:1", "--once"]
    assert ship(state, *words) == 1
    assert "pip install 'policyhooks[ship]'" in capsys.readouterr().err
    assert not (tmp_path / "o.jsonl").exists()
