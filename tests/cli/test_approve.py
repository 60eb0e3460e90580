"""`approve` and `approvals`: a person in a terminal lifts a deny; nobody else does, and nothing is hidden."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from policyhooks.cli.main import run as policyhooks
from policyhooks.cli.options.in_person import VARIABLES
from policyhooks.core.lifts import read_name, spell
from policyhooks.image.activation import Activation
from policyhooks.installation.approving import Open, open_tickets
from policyhooks.report.lifts.whole_call import BAR, MORE, block, render_ticket
from tests.support import lifting as lifts
from tests.support.hooks import records
from tests.support.lifting import said, shell
from tests.support.persons import approves

ROOT = Path(__file__).resolve().parents[2]
PUBLISH = "npm publish"


@pytest.fixture
def active(tmp_path: Path) -> Activation:
    return lifts.installed(tmp_path)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "TERM": "xterm"}


def denied(active: Activation, event: dict[str, object] | None = None) -> Open:
    assert said(active, event or shell(PUBLISH, "a")) == "deny"
    return open_tickets(active.state)[-1]


def words(active: Activation, one: Open) -> list[str]:
    return [one.ticket, "--state", str(active.state)]


def test_a_person_reads_types_and_lifts(active: Activation, environ: Mapping[str, str], tmp_path: Path) -> None:
    one = denied(active)
    code, screen = approves(words(active, one), environ, tmp_path)
    assert code == 0
    for text in (PUBLISH, "acme.lifts/publish", one.digest, "A lift shows".lower(), "did not see"):
        assert text in screen.replace("\n", " ").replace("  ", " ") or text in screen
    assert said(active, shell(PUBLISH, "b")) == "pass"
    assert said(active, shell(PUBLISH, "c")) == "deny"
    (told,) = [record for record in records(active) if record.get("kind") == "lifted"]
    assert told["lift"]["reason"] == "a release"  # type: ignore[index]
    assert told["uid"] == os.geteuid()


@pytest.mark.parametrize("typed", ["y", "", "0000", "yes"])
def test_what_is_not_the_digest_lifts_nothing(
    active: Activation, environ: Mapping[str, str], tmp_path: Path, typed: str
) -> None:
    one = denied(active)
    code, screen = approves(words(active, one), environ, tmp_path, answer=lambda _: typed)
    assert (code, "nothing was lifted" in screen) == (1, True)
    assert said(active, shell(PUBLISH, "b")) == "deny"


def test_a_long_call_is_shown_to_its_end(active: Activation, environ: Mapping[str, str], tmp_path: Path) -> None:
    command = "\n".join([PUBLISH, *(f"echo line {number}" for number in range(200)), "echo the very end"])
    one = denied(active, shell(command))
    code, screen = approves(words(active, one), environ, tmp_path)
    assert code == 0
    assert screen.index("line 199") < screen.index("the very end") < screen.index("To lift it")


def test_what_would_be_too_long_to_read_has_no_ticket(active: Activation) -> None:
    assert said(active, shell(f"{PUBLISH} # {'x' * 70_000}")) == "deny"
    assert open_tickets(active.state) == []


def start(
    active: Activation, one: Open, environ: Mapping[str, str], **changes: object
) -> subprocess.CompletedProcess[bytes]:
    """The verb without a terminal, its answer on stdin."""
    command = [sys.executable, "-m", "policyhooks", "approve", *words(active, one), "--reason", "x"]
    return subprocess.run(
        command,
        input=f"{one.digest[-4:]}\n".encode(),
        capture_output=True,
        check=False,
        env={**environ, **changes},  # type: ignore[dict-item]
        timeout=60,
        start_new_session=True,
    )


def test_an_agents_shell_has_no_terminal(active: Activation, environ: Mapping[str, str]) -> None:
    done = start(active, denied(active), environ)
    assert (done.returncode, b"needs a terminal" in done.stderr) == (2, True)
    assert said(active, shell(PUBLISH, "b")) == "deny"


@pytest.mark.parametrize("name", VARIABLES)
def test_a_terminal_that_an_agent_has_opened(
    active: Activation, environ: Mapping[str, str], tmp_path: Path, name: str
) -> None:
    code, screen = approves(words(active, denied(active)), {**environ, name: "1"}, tmp_path)
    assert (code, f"the variable {name}" in screen) == (2, True)
    assert said(active, shell(PUBLISH, "b")) == "deny"


def test_a_terminal_below_a_client(active: Activation, environ: Mapping[str, str], tmp_path: Path) -> None:
    """A client starts a terminal program that starts us: its name is found above."""
    one = denied(active)
    client = tmp_path / "claude"
    client.symlink_to(sys.executable)
    opened = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    command = [sys.executable, "-m", "policyhooks", "approve", *words(active, one), "--reason", "x"]
    done = subprocess.run(
        [str(client), "-c", opened, *command],
        input=f"{one.digest[-4:]}\n".encode(),
        capture_output=True,
        check=False,
        env=dict(environ),
        timeout=60,
    )
    assert b"started below claude" in done.stdout + done.stderr
    assert said(active, shell(PUBLISH, "b")) == "deny"


@pytest.mark.parametrize("name", ["x", "PH-0000-0000", "PH-0000", "../../etc/passwd"])
def test_a_ticket_that_is_none(active: Activation, environ: Mapping[str, str], tmp_path: Path, name: str) -> None:
    code, screen = approves([name, "--state", str(active.state)], environ, tmp_path)
    assert code == 2
    assert "is no ticket" in screen or "there is no ticket" in screen


def test_a_ticket_is_lifted_once_and_a_revoked_one_is_gone(
    active: Activation, environ: Mapping[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = denied(active)
    assert approves(words(active, one), environ, tmp_path)[0] == 0
    assert approves(words(active, one), environ, tmp_path)[0] == 2
    assert policyhooks(["approvals", "list", "--state", str(active.state)]) == 0
    shown = capsys.readouterr().out
    assert one.ticket in shown
    assert "used 0 of 1" in shown
    assert policyhooks(["approvals", "revoke", one.ticket.lower(), "--state", str(active.state)]) == 0
    assert said(active, shell(PUBLISH, "b")) == "deny"


def test_list_and_revoke(active: Activation, capsys: pytest.CaptureFixture[str]) -> None:
    state = ["--state", str(active.state)]
    one = denied(active)
    assert policyhooks(["approvals", "list", *state, "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["ticket"], row["holds"], row["lift"]) == (one.ticket, True, None)
    assert policyhooks(["approvals", "revoke", *state]) == 2
    assert policyhooks(["approvals", "revoke", "--all", one.ticket, *state]) == 2
    assert policyhooks(["approvals", "revoke", "--all", *state]) == 0
    assert open_tickets(active.state) == []


def test_nothing_on_the_screen_is_hidden_or_imitated(active: Activation) -> None:
    hostile = "a\u202eb\x1b[2Jc\rd\u200be\n\nBound to exactly this\nsafe\u3164" + "x" * 300
    call = {"tool_name": "mcp__gh__merge", "tool_input": {"pr": hostile}}
    one = denied(active, {**shell("", "a"), **call})
    lines = render_ticket(vars(one), 80)
    assert all(len(line) <= 80 for line in lines)
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert lines.count("Bound to exactly this") == 1
    shown = "".join(line.removeprefix(BAR).removeprefix(MORE) for line in lines if line.startswith((BAR, MORE)))
    for text in ("a<U+202E>b<U+001B>[2Jc<U+000D>d<U+200B>e", "safe<U+3164>" + "x" * 300):
        assert text in shown


def test_a_block_keeps_every_character() -> None:
    text = "one two\n\n" + "y" * 500 + " \\ <U+0041>"
    found = list(block(text, 40))
    joined = "".join(("\n" if line.startswith(BAR) else "") + line[len(BAR) :] for line in found)
    assert joined == "\n" + text


def test_names_of_tickets() -> None:
    assert spell(0) == "PH-0000-0000"
    assert spell((1 << 40) - 1) == "PH-ZZZZ-ZZZZ"
    assert read_name(" ph-7k2q-m4xw\n") == "PH-7K2Q-M4XW"
    assert read_name("PH-OIL1-0000") == "PH-0111-0000"
    assert [read_name(text) for text in ("", "PH", "PH-U000-0000", "PH-000-00000", "XX-0000-0000")] == [""] * 5
