"""The front as a process: every way in which what it starts can end, and nothing that leads it elsewhere."""

import hashlib
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from policyhooks.clients.registry import adapter_for
from policyhooks.image.front_table import REASON
from tests.front.places import Place, built_front, compile_sanitized, make_place, write_table

UNITS = Path(__file__).with_name("units.c")
SHORT = 5  # seconds, for what only the deadline ends
DENY = '{"decision":"no"}'
PIPES: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": {}}
CLOSED = [("<&-", 64), (">&-", 2), ("2>&-", 64), ("<&- >&- 2>&-", 2), (">/dev/full", 2)]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path.resolve() / "state", built_front())


def declared(client: str, native: str) -> tuple[bytes, int]:
    answer = adapter_for(client).fail(native, REASON)
    return answer.stdout, answer.exit_code or 64


# ---- what is an answer -------------------------------------------------------------------------------------

ANSWERS = [
    ("claude-code", "PreToolUse", f"cat >/dev/null; echo '{DENY}'; exit 64", f"{DENY}\n", 64),
    ("claude-code", "PreToolUse", "cat >/dev/null; exit 64", "", 64),
    ("claude-code", "PreToolUse", f"cat >/dev/null; echo '{DENY}'; echo no >&2; exit 2", f"{DENY}\n", 2),
    ("claude-code", "PreToolUse", "cat >/dev/null; echo no >&2; exit 2", "", 2),
    ("claude-code", "PostToolUse", f"cat >/dev/null; echo '{DENY}'; exit 2", f"{DENY}\n", 2),
    ("cursor", "beforeShellExecution", f"cat >/dev/null; echo '{DENY}'; exit 64", f"{DENY}\n", 64),
    ("claude-code", "PreToolUse", f"echo '{DENY}'; exit 64", f"{DENY}\n", 64),  # it need not read its event
    ("claude-code", "PreToolUse", f"sleep 300 & echo '{DENY}'; exit 64", f"{DENY}\n", 64),  # nor does who holds stdout
    ("claude-code", "NoSuchEvent", f"cat >/dev/null; echo '{DENY}'; exit 64", f"{DENY}\n", 64),
]


@pytest.mark.parametrize(("client", "native", "script", "stdout", "code"), ANSWERS)
def test_an_answer_is_passed_on_as_it_is(
    place: Place, client: str, native: str, script: str, stdout: str, code: int
) -> None:
    place.starts(script.replace("sleep 300 &", "sleep 8 &"))
    done = place.run(client, native)
    assert (done.stdout.decode(), done.returncode) == (stdout, code), done.stderr


NO_ANSWERS = [
    "exit 0",
    f"echo '{DENY}'; exit 0",
    "exit 1",
    "exit 3",
    f"echo '{DENY}'; exit 65",
    "echo 'policyhooks blocks: its image is damaged' >&2; exit 70",
    "exit 126",
    "exit 2",
    "kill -9 $$",
    "kill -SEGV $$",
    f"echo '{DENY}'; kill -TERM $$",
    "head -c 70000000 /dev/zero; exit 64",
    "head -c 70000000 /dev/zero; exit 0",
    "head -c 9000000 /dev/zero >&2; exit 1",
]
CALLS = [("claude-code", "PreToolUse"), ("claude-code", "PostToolUse"), ("cursor", "beforeShellExecution")]


@pytest.mark.parametrize("script", NO_ANSWERS)
def test_everything_else_is_the_declared_answer(place: Place, script: str) -> None:
    place.starts(script)
    for client, native in CALLS:
        done = place.run(client, native)
        assert (done.stdout, done.returncode) == declared(client, native), (client, native)
        assert b"the hook did not decide" in done.stderr
        assert len(done.stderr) < 1 << 17


LATE = [
    "kill -STOP $$",
    "sleep 60",
    f"echo '{DENY}'; exec sleep 60",
    f"echo '{DENY}'; exec >&- 2>&-; exec sleep 60",
    "trap '' TERM INT HUP; while :; do :; done",
    "while :; do echo noise >&2; done",
    "sleep 60 | cat >&2",
]


@pytest.mark.parametrize("script", LATE)
def test_what_is_late_is_answered_in_time_and_ended(place: Place, script: str) -> None:
    place.starts(f"echo $$ > {place.folder}/pid; {script}")
    done = place.run(seconds=SHORT)
    assert (done.stdout, done.returncode) == declared("claude-code", "PreToolUse")
    with pytest.raises(ProcessLookupError):
        os.kill(int((place.folder / "pid").read_text()), 0)


NEEDED = [
    ("cursor", "beforeShellExecution", "cat >/dev/null; exit 64"),  # an answer there is never empty
    ("cursor", "beforeShellExecution", "cat >/dev/null; echo usage >&2; exit 2"),
    ("claude-code", "PostToolUse", "cat >/dev/null; echo usage >&2; exit 2"),  # 2 withholds nothing there
    ("copilot-cli", "userPromptSubmitted", "echo usage; exit 2"),
]


@pytest.mark.parametrize(("client", "native", "script"), NEEDED)
def test_an_answer_has_a_form_that_the_event_can_have(place: Place, client: str, native: str, script: str) -> None:
    place.starts(script)
    done = place.run(client, native)
    assert (done.stdout, done.returncode) == declared(client, native)


def test_what_it_starts_is_not_there_or_cannot_be_started(place: Place) -> None:
    program = place.folder / "bin/ordinary"
    assert not program.exists()
    wanted = declared("claude-code", "PreToolUse")
    assert (done := place.run()).returncode == wanted[1]
    assert done.stdout == wanted[0]
    for text in ("", "#!/nonexistent/python\n", "\0\1\2"):
        program.write_text(text)
        program.chmod(0o700)
        assert (place.run().stdout, place.run().returncode) == wanted
    program.chmod(0o600)
    assert place.run().stdout == wanted[0]


# ---- its event ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 4095, 65536, 65537, 1 << 20, 8 << 20])
def test_the_event_goes_through_as_it_is(place: Place, size: int) -> None:
    place.starts('sha256sum | { read sum rest; echo "{$sum}"; }; exit 64')
    event = os.urandom(size)
    assert place.run(event=event).stdout.decode() == f"{{{hashlib.sha256(event).hexdigest()}}}\n"


def test_behind_the_limit_it_is_cut_and_read_to_its_end(place: Place) -> None:
    place.starts('echo "{$(wc -c)}"; exit 64')
    for native, limit in (("UserPromptSubmit", 8 << 20), ("PostToolUse", 16 << 20)):
        done = place.run(native=native, event=b"x" * (limit + (3 << 20)))
        assert done.stdout.decode() == f"{{{limit + 1}}}\n"


def test_without_a_limit_of_the_hook_too_long_is_no_event(place: Place) -> None:
    """A part must not pass for the whole."""
    place.starts("cat >/dev/null; exit 64")
    event = b"{}" + b" " * (16 << 20)
    assert place.run(native="NoSuchEvent", event=event[: 16 << 20]).returncode == 64
    assert place.run(native="NoSuchEvent", event=event).returncode == 70


def test_without_room_for_the_event_it_is_not_decided_in_part(place: Place) -> None:
    place.starts("cat >/dev/null; exit 64")
    line = f'ulimit -v 6000; exec "{place.hook}" 2 - claude-code PreToolUse 60'
    for size, code in ((100, 64), (200_000, 2)):
        done = subprocess.run(["/bin/sh", "-c", line], input=b"x" * size, capture_output=True, check=False, timeout=60)
        assert done.returncode == code, done.stderr


def test_an_event_without_end_is_answered_in_time(place: Place) -> None:
    place.starts("cat >/dev/null; exit 64")
    words = [str(place.hook), "2", "-", "cursor", "beforeShellExecution", f"{SHORT}"]
    with subprocess.Popen(["/usr/bin/yes"], stdout=subprocess.PIPE) as endless:
        done = subprocess.run(words, stdin=endless.stdout, capture_output=True, check=False, timeout=SHORT, env={})
        endless.kill()
    assert (done.stdout, done.returncode) == declared("cursor", "beforeShellExecution")


# ---- nothing leads it elsewhere ----------------------------------------------------------------------------

STEERING = {
    **dict.fromkeys(("LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"), "/nonexistent"),
    **dict.fromkeys(("PYTHONPATH", "PYTHONHOME", "BASH_ENV", "ENV", "GCONV_PATH", "LOCPATH"), "/nonexistent"),
    "BASH_FUNC_cat%%": "() { exit 64; }",
    "SHELLOPTS": "noexec",
    "IFS": "x",
    "GLIBC_TUNABLES": "x",
    "PS4": "x",
    "HOME": "/nonexistent",
    "POLICYHOOKS_STATE": "/tmp",
    "XDG_DATA_HOME": "/tmp",
    "TMPDIR": "/nonexistent",
}


def test_the_hook_gets_the_variables_that_are_read_and_no_others(place: Place) -> None:
    place.starts("cat >/dev/null; /usr/bin/env > env.txt; exit 64")
    kept = {"CLAUDE_PROJECT_DIR": "/p", "CURSOR_VERSION": ""}
    place.run(environ={**STEERING, **kept}, cwd=place.folder)
    found = dict(line.split("=", 1) for line in (place.folder / "env.txt").read_text().splitlines())
    assert {name: value for name, value in found.items() if name not in ("PWD", "_", "OLDPWD", "SHLVL")} == kept


def test_without_a_table_what_steers_is_left_out_all_the_same(place: Place) -> None:
    """A generation of an earlier release has none; then the tail of the entry has the answer."""
    (place.folder / "current/front").unlink()
    place.starts("cat >/dev/null; /usr/bin/env > env.txt; exit 0")
    done = place.run(environ={**STEERING, "PLAIN": "1"}, cwd=place.folder)
    assert (done.stdout, done.returncode) == (b"", 70)
    found = (place.folder / "env.txt").read_text()
    assert "PLAIN=1" in found
    assert [name for name in STEERING if f"{name}=" in found and "/" not in name and name.startswith("LD")] == []
    assert "PYTHON" not in found


WORDS = [
    (), ("2",), ("1", "-", "claude-code", "PreToolUse", "30"), ("2", "-", "claude-code", "PreToolUse", "30", "again"),
    ("2", "-", "claude-code", "PreToolUse", "0"), ("2", "-", "claude-code", "PreToolUse", "nan"),
    ("2", "-", "claude-code", "PreToolUse", "1e9"), ("2", "-", "claude-code", "PreToolUse", ""),
    ("about", "x"), ("about",),
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
def test_other_arguments_start_nothing(place: Place, words: tuple[str, ...]) -> None:
    place.starts(f"touch {place.folder}/started; exit 64")
    done = place.run(words=words)
    assert done.returncode == 70
    assert not (place.folder / "started").exists()


def test_its_place_is_where_its_file_is(place: Place, tmp_path: Path) -> None:
    """Not what the arguments call it, not where a link to it lies, not the working folder."""
    place.starts(f"cat >/dev/null; echo '{DENY}'; exit 64")
    elsewhere = tmp_path / "elsewhere/bin"
    elsewhere.mkdir(parents=True)
    (elsewhere / "hook").symlink_to(place.hook)
    (elsewhere / "ordinary").write_text("#!/bin/sh\nexit 2\n")
    (elsewhere / "ordinary").chmod(0o700)
    for name in (f"{elsewhere}/hook", "../../../etc/hook", "", "hook"):
        words = [name, "2", "-", "claude-code", "PreToolUse", "30"]
        done = subprocess.run(
            words, executable=elsewhere / "hook", input=b"{}", capture_output=True, check=False, cwd=elsewhere, env={}
        )
        assert (done.stdout.decode().strip(), done.returncode) == (DENY, 64)


def test_a_project_leads_to_its_state_and_to_no_other_place(place: Place, tmp_path: Path) -> None:
    share = make_place(tmp_path.resolve() / "share", built_front())
    (share.folder / "current").unlink()
    (share.folder / "projects/p-1").mkdir(parents=True)
    (share.folder / "projects/p-1/cursor").symlink_to(place.folder)
    (share.folder / "projects/p-1/secret").symlink_to(place.folder)
    share.starts("exit 0")
    wanted = declared("cursor", "stop")
    for words, expected in (
        (("2", "p-1", "cursor", "stop", "30"), wanted),
        (("2", "-", "cursor", "stop", "30"), (b"", 70)),
        (("2", "p-2", "cursor", "stop", "30"), (b"", 70)),
        (("2", "../projects/p-1", "cursor", "stop", "30"), (b"", 70)),
        (("2", "p-1", "../p-1/cursor", "stop", "30"), (b"", 70)),
        (("2", "p-1/cursor/..", "cursor", "stop", "30"), (b"", 70)),
    ):
        done = share.run(words=words)
        assert (done.stdout, done.returncode) == expected, words
    share.folder.chmod(0o777)
    assert share.run(words=("2", "p-1", "cursor", "stop", "30")).returncode == 70


def test_a_table_that_others_could_write_or_that_is_damaged_is_not_used(place: Place) -> None:
    place.starts("exit 0")
    table = (place.folder / "current/front").read_bytes()
    wanted = declared("claude-code", "PreToolUse")
    assert place.run().stdout == wanted[0]
    at = table.index(b"answer claude-code PreToolUse ")
    for damage in (
        b"",
        table[:-1],
        table + b"x",
        table[: at + 60],
        table.replace(b"front 1", b"front 2"),
        b"\0" * 600000,
    ):
        write_table(place.folder, damage)
        assert (place.run().stdout, place.run().returncode) == (b"", 70)
    for offset in range(at, at + 200, 7):
        flipped = bytearray(table)
        flipped[offset] ^= 1
        write_table(place.folder, bytes(flipped))
        done = place.run()
        assert (done.stdout, done.returncode) in (wanted, (b"", 70)), offset
    write_table(place.folder, table)
    (place.folder / "current/front").chmod(0o622)
    assert place.run().returncode == 70
    (place.folder / "current/front").chmod(0o600)
    place.folder.chmod(0o770)
    assert place.run().returncode == 70


# ---- its own process ---------------------------------------------------------------------------------------


def test_a_front_that_is_stopped_is_ended_before_the_time_out(place: Place) -> None:
    """By its guard; then the tail of the entry answers."""
    place.starts(f"echo > {place.folder}/started; sleep 60")
    words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", f"{SHORT}"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={}
    ) as front:
        while not (place.folder / "started").exists():
            assert front.poll() is None
        front.send_signal(signal.SIGSTOP)
        assert front.wait(timeout=SHORT) == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL])
def test_a_front_that_is_ended_takes_the_hook_along(place: Place, number: signal.Signals) -> None:
    place.starts(f"echo $$ > {place.folder}/draft; mv {place.folder}/draft {place.folder}/pid; exec sleep 60")
    words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", "60"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={}
    ) as front:
        while not (place.folder / "pid").exists():
            assert front.poll() is None
        front.send_signal(number)
        assert front.wait(timeout=30) in (70, -number)
        # Nobody holds its pipes any more.
        assert front.communicate(timeout=30)[0] == b""


def test_inherited_signals_and_descriptors_change_nothing(place: Place) -> None:
    place.starts(f"cat >/dev/null; echo '{DENY}'; exit 64")

    def spoil() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGALRM, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)

    words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", "60"]
    done = subprocess.run(words, input=b"{}", capture_output=True, check=False, env={}, preexec_fn=spoil, timeout=60)
    assert (done.stdout.decode().strip(), done.returncode) == (DENY, 64)


@pytest.mark.parametrize(
    ("closing", "code"), [("<&-", 64), (">&-", 2), ("2>&-", 64), ("<&- >&- 2>&-", 2), (">/dev/full", 2)]
)
def test_closed_and_full_descriptors(place: Place, closing: str, code: int) -> None:
    place.starts(f"cat >/dev/null; echo '{DENY}'; exit 64")
    line = f'"{place.hook}" 2 - claude-code PreToolUse 60 {closing}'
    done = subprocess.run(["/bin/sh", "-c", line], input=b"{}", capture_output=True, check=False, timeout=60)
    assert done.returncode == code


def test_a_pipe_that_does_not_wait_takes_the_whole_answer(place: Place) -> None:
    place.starts("cat >/dev/null; printf '{'; head -c 3000000 /dev/zero; exit 64")
    words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", "60"]
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=writer, env={}) as front:
        os.close(writer)
        with open(reader, "rb") as answer:
            assert len(answer.read()) == 3_000_001
        assert front.wait(timeout=60) == 64


def test_nobody_reads_its_answer(place: Place) -> None:
    """It leaves with 2 before the client's time-out."""
    place.starts("cat >/dev/null; printf '{'; head -c 3000000 /dev/zero; exit 64")
    words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", f"{SHORT}"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}) as front:
        assert front.stdin is not None
        front.stdin.close()
        assert front.wait(timeout=SHORT) == 2
        assert front.stdout is not None
        front.stdout.close()


def test_a_script_that_is_busy_for_a_moment_is_started(place: Place) -> None:
    """Who has just written it may have forked meanwhile: the child holds it open until it execs."""
    place.starts(f"cat >/dev/null; echo '{DENY}'; exit 64")
    words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", "60"]
    with (place.folder / "bin/ordinary").open("ab") as writer:
        front = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={})
        assert front.stdin is not None
        front.stdin.close()
        with pytest.raises(subprocess.TimeoutExpired):
            front.wait(timeout=0.2)
        writer.close()
        assert front.wait(timeout=60) == 64
    with front, (place.folder / "bin/ordinary").open("ab"):
        stdout = front.stdout.read() if front.stdout is not None else b""
        assert json.loads(stdout) == json.loads(DENY)
        done = place.run()
    assert done.returncode == 2
    assert b"could not be started" in done.stderr


def test_a_newer_front_takes_its_place_while_it_runs(place: Place) -> None:
    """What runs goes on; its file may be gone."""
    place.starts(f"cat >/dev/null; echo '{DENY}'; exit 64")
    for _ in range(5):
        words = [str(place.hook), "2", "-", "claude-code", "PreToolUse", "60"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}) as front:
            newer = place.hook.with_name("newer")
            newer.write_bytes(built_front().read_bytes())
            newer.chmod(0o700)
            newer.replace(place.hook)
            stdout, _ = front.communicate(b"{}", timeout=60)
        assert json.loads(stdout) == json.loads(DENY)


# ---- its parts ---------------------------------------------------------------------------------------------


def test_its_parts_under_sanitizers(tmp_path: Path) -> None:
    units = compile_sanitized(UNITS, tmp_path / "units")
    subprocess.run([units], check=True, timeout=60)
