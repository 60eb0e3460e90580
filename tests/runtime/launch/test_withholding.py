"""Real hook processes that fail on the result of a call: whatever goes wrong, the secret does not reach the agent."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from policyhooks.clients.catalog import rows
from policyhooks.image.activation import Activation
from policyhooks.installation.command_line import personal_command
from policyhooks.runtime.launch.hook import WITHHOLDING
from tests.clients.fixtures import Fixture, load
from tests.support.hooks import Source, install, run, script_of
from tests.support.results import received, with_output

SECRET = "ghp_" + "aB3dE5fG7hJ9kL1mN2pQaB3dE5fG7hJ9kL1m"
LIMIT = 16 << 20
INDEX = """\
FORMAT = 1
DIGEST = "d"
LAYER = "managed"
OPTIONS = {{}}
RULE_COUNT = 1
BUCKET_SIZE = 1000
SHARDS = 0
ALWAYS = {{"tool.after": (0,)}}
KINDS = {{}}
GRAMS = {{}}
KEYS = {{}}
{outputs}
"""
# What the output says makes the rule misbehave.
BUCKET = """\
from policyhooks.core.program import Rule
RULES = {
    0: Rule(number=0, id="test/mask", effect="redact", redact={"detectors": ("secrets",), "patterns": (PATTERNS)},
            functions=frozenset(("when",)), events=("tool.after",)),
}
def when_0(e):
    if "do: loop" in e.tool.output:
        while True:
            pass
    if "do: raise" in e.tool.output:
        raise RuntimeError("no")
    if "do: long C call" in e.tool.output:
        return sum(range(10**10)) == 7
    if "do: kill" in e.tool.output:
        import posix
        posix.kill(posix.getpid(), 9)
    if "do: exit" in e.tool.output:
        raise SystemExit(0)
    return True
"""


def program(outputs: str = 'OUTPUTS = {"tool.after": ()}', patterns: str = "") -> Source:
    bucket = BUCKET.replace("PATTERNS", patterns)
    return Source({"index": INDEX.format(outputs=outputs), "bucket_000": bucket}, "d")


@pytest.fixture(scope="module")
def active(tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return install(tmp_path_factory.mktemp("withholding"), program())


def _cases() -> list[tuple[str, Fixture]]:
    """A fixture of every row that can withhold: (client, payload)."""
    found = []
    for row in rows():
        if row.withholds:
            fitting = [one for one in load(row.client) if one.native == row.native and one.event().name == row.event]
            found.append((f"{row.client}-{row.event}", fitting[0]))
    return found


CASES = _cases()
every_case = pytest.mark.parametrize("fixture", [one for _, one in CASES], ids=[name for name, _ in CASES])


def assert_withheld(fixture: Fixture, done: subprocess.CompletedProcess[bytes], payload: Mapping[str, object]) -> None:
    got = received(fixture.client, done.returncode, done.stdout, done.stderr, payload)
    assert SECRET not in got
    assert SECRET not in (done.stdout + done.stderr).decode()
    assert "withheld" in got or "could not run" in got


def test_the_table_is_not_empty() -> None:
    assert {row.native for row in rows() if row.withholds} == WITHHOLDING
    assert {fixture.client for _, fixture in CASES} == {"claude-code", "codex", "gemini-cli", "copilot-cli", "cursor"}


@every_case
def test_a_secret_is_masked_or_the_event_says_that_it_cannot(active: Activation, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    done = run(active, payload, native=fixture.native, client=fixture.client)
    (row,) = rows(fixture.client, fixture.event().name, fixture.native)
    if "redact" in row.effects:
        assert SECRET.encode() not in done.stdout
        assert b"[github-token]" in done.stdout


@every_case
def test_a_late_answer_withholds(active: Activation, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"{SECRET} do: loop")
    done = run(active, payload, native=fixture.native, client=fixture.client, timeout_s=1, shell=True)
    assert_withheld(fixture, done, payload)


@every_case
@pytest.mark.parametrize("do", ["long C call", "kill"])
def test_what_takes_the_process_down_withholds(active: Activation, fixture: Fixture, do: str) -> None:
    payload = with_output(fixture.payload, f"{SECRET} do: {do}")
    done = run(active, payload, native=fixture.native, client=fixture.client, timeout_s=1, shell=True)
    assert_withheld(fixture, done, payload)


@every_case
def test_a_rule_that_ends_the_interpreter_withholds(active: Activation, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"{SECRET} do: exit")
    assert_withheld(fixture, run(active, payload, native=fixture.native, client=fixture.client), payload)


@every_case
def test_an_erring_rule_withholds(active: Activation, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"{SECRET} do: raise")
    done = run(active, payload, native=fixture.native, client=fixture.client)
    assert SECRET not in received(fixture.client, done.returncode, done.stdout, done.stderr, payload)
    assert "test/mask" in received(fixture.client, done.returncode, done.stdout, done.stderr, payload)


@every_case
def test_a_result_above_the_limit_is_withheld(active: Activation, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"{SECRET} ")
    long = json.dumps(payload).replace(SECRET, SECRET + "x" * LIMIT, 1).encode()
    assert_withheld(fixture, run(active, long, native=fixture.native, client=fixture.client), payload)


@every_case
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data + data,
        lambda data: data.replace(b"the key", b"the \xff key"),
        lambda data: b'{"cwd": "/",' + data[1:],
        lambda data: data.replace(b"the key", b"\\ud800"),
        lambda data: data.replace(b'": ', b'": ' + b"[" * 200 + b"]" * 200 + b', "', 1),
        lambda data: data[: data.index(b"the key") + 20],
        lambda data: b"",
        lambda data: b"[]",
        lambda data: data.decode().encode("utf-16"),
        lambda data: data[: len(data) // 4],
    ],
)
def test_what_cannot_be_read_is_withheld(active: Activation, fixture: Fixture, damage) -> None:  # type: ignore[no-untyped-def]
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    done = run(active, damage(json.dumps(payload).encode()), native=fixture.native, client=fixture.client)
    assert_withheld(fixture, done, payload)


@every_case
def test_stdin_that_never_closes_is_withheld(active: Activation, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    reader, writer = os.pipe()
    os.write(writer, json.dumps(payload).encode())
    words = ["/bin/sh", "-c", personal_command(active.state, fixture.client, fixture.native, 1)]
    done = subprocess.run(words, stdin=reader, capture_output=True, check=False, timeout=60)
    os.close(reader)
    os.close(writer)
    assert_withheld(fixture, done, payload)


@every_case
def test_a_redaction_that_cannot_be_done_withholds(tmp_path: Path, fixture: Fixture) -> None:
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    if "redact" not in rows(fixture.client, fixture.event().name, fixture.native)[0].effects:
        pytest.skip("the event cannot redact")
    broken = install(tmp_path, program(patterns='"(",'))
    assert_withheld(fixture, run(broken, payload, native=fixture.native, client=fixture.client), payload)


@every_case
def test_a_journal_that_cannot_be_written_withholds(tmp_path: Path, fixture: Fixture) -> None:
    full = install(tmp_path, program())
    (full.state / "journal" / "journal.jsonl").mkdir()
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    assert_withheld(fixture, run(full, payload, native=fixture.native, client=fixture.client), payload)


@every_case
@pytest.mark.parametrize("damage", ["image", "interpreter"])
def test_a_hook_that_cannot_run_withholds(tmp_path: Path, fixture: Fixture, damage: str) -> None:
    gone = install(tmp_path, program())
    command = personal_command(gone.state, fixture.client, fixture.native, 5)
    if damage == "image":
        gone.image.write_bytes(gone.image.read_bytes()[:1000])
    else:
        hook = script_of(gone.state)
        hook.write_text(hook.read_text().replace(str(gone.interpreter), str(tmp_path / "no-such-python")))
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=json.dumps(payload).encode(), capture_output=True, check=False, timeout=60
    )
    assert_withheld(fixture, done, payload)


# ---- where nobody guards the result ---------------------------------------------------------------


@every_case
@pytest.mark.parametrize("outputs", ["OUTPUTS = {}", 'OUTPUTS = {"tool.after": ("windsurf",)}'])
def test_a_result_that_no_rule_guards_is_never_withheld(tmp_path: Path, fixture: Fixture, outputs: str) -> None:
    unguarded = install(tmp_path, program(outputs))
    payload = with_output(fixture.payload, "12 tests passed")
    for stdin in (json.dumps(payload).encode()[:-1], b"{"):
        done = run(unguarded, stdin, native=fixture.native, client=fixture.client)
        assert done.returncode == 0
        assert done.stdout in ((b"{}\n",) if fixture.client == "cursor" else (b"",))
        assert "12 tests passed" in received(fixture.client, done.returncode, done.stdout, done.stderr, payload)


@every_case
def test_a_program_that_does_not_say_what_it_guards_guards_everything(tmp_path: Path, fixture: Fixture) -> None:
    older = install(tmp_path, program(""))
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    assert_withheld(fixture, run(older, b"{", native=fixture.native, client=fixture.client), payload)


# ---- entries that another client starts ----------------------------------------------------------------


@pytest.mark.parametrize("client", ["cursor", "copilot-cli"])
def test_an_entry_of_claude_codes_files_withholds_in_the_words_of_who_started_it(
    active: Activation, client: str
) -> None:
    fixture = next(one for name, one in CASES if name == f"{client}-mcp.after")
    payload = with_output(fixture.payload, f"the key is {SECRET}")
    cut = json.dumps({**payload, "hook_event_name": "PostToolUse"}).encode()[:-1]
    assert_withheld(fixture, run(active, cut, native="PostToolUse"), payload)
