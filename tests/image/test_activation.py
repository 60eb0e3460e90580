"""Activation: private state, one step from old to new, and what a hook does with damaged or foreign state."""

import json
import os
import pwd
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from policyhooks.errors import EnvironmentBroken
from policyhooks.image.activation import activate, looked_at, prepare_state
from policyhooks.image.stub import start_code, state_hook
from tests.compiler.policy_text import compile_text, policy, rule
from tests.support.counts import scaled
from tests.support.fronts import SCRIPT
from tests.support.hooks import BUCKET, argv, install, payload, records, run, source, verdict

OTHER_BUCKET = """\
from policyhooks.core.program import Rule
RULES = {0: Rule(number=0, id="test/new", effect="deny", functions=frozenset())}
"""


def test_state_is_private(tmp_path: Path) -> None:
    active = install(tmp_path)
    run(active, payload())
    for path in [active.state, *active.state.rglob("*")]:
        if not path.is_symlink():
            assert path.stat().st_mode & 0o077 == 0, path


def test_key_and_machine_are_made_once(tmp_path: Path) -> None:
    first = install(tmp_path)
    kept = [(first.state / name).read_text() for name in ("key", "machine")]
    second = install(tmp_path)
    assert second.generation == first.generation + 1
    assert [(second.state / name).read_text() for name in ("key", "machine")] == kept


def test_state_that_others_can_write_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    state.chmod(0o777)
    with pytest.raises(EnvironmentBroken, match="can be written by others"):
        prepare_state(state)


@pytest.mark.parametrize("what", ["image", "state"])
def test_a_hook_refuses_state_that_others_can_write(tmp_path: Path, what: str) -> None:
    active = install(tmp_path)
    (active.image if what == "image" else active.state).chmod(0o777)
    done = run(active, payload())
    assert verdict(done) == "deny"
    assert b"not private" in done.stderr


def test_old_generations_go(tmp_path: Path) -> None:
    for _ in range(7):
        active = install(tmp_path)
    kept = sorted(int(path.name) for path in (active.state / "generations").iterdir())
    assert kept == [3, 4, 5, 6, 7]
    assert verdict(run(active, payload("deny"))) == "deny"


def test_a_user_without_an_account_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container that was given a number."""

    def nobody(uid: int) -> pwd.struct_passwd:
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(EnvironmentBroken, match="has no account on this system"):
        activate(tmp_path / "state", [compile_text(tmp_path, policy([rule()]))])
    assert not (tmp_path / "state").exists()


def test_a_failed_activation_changes_nothing(tmp_path: Path) -> None:
    active = install(tmp_path)
    with pytest.raises(SyntaxError):
        install(tmp_path, source("broken", bucket="def ("))
    assert os.readlink(active.state / "current") == "generations/1"
    assert [path.name for path in (active.state / "generations").iterdir()] == ["1"]
    assert verdict(run(active, payload("deny"))) == "deny"


# ---- damaged, missing, foreign ----------------------------------------------------------------


@pytest.mark.parametrize("shell", [False, True])
@pytest.mark.parametrize("missing", ["image", "bin/hook", "generation", "current", "state"])
def test_missing_state_is_a_block_with_a_reason(tmp_path: Path, missing: str, shell: bool) -> None:
    active = install(tmp_path)
    target = {
        "image": active.image,
        "bin/hook": active.state / "bin/hook",
        "generation": active.image.parent,
        "current": active.state / "current",
        "state": active.state,
    }[missing]
    target.rename(tmp_path / "gone")
    done = run(active, payload(), shell=shell or not (active.state / "bin/hook").exists())
    assert done.returncode == 2
    assert done.stderr.strip()


def test_every_damaged_piece_of_the_core_is_noticed(tmp_path: Path) -> None:
    active = install(tmp_path)
    image = active.image.read_bytes()
    core = 24 + int.from_bytes(image[16:24], "big")
    step = max(1, core // scaled(400))
    for at in range(24, core, step):
        active.image.write_bytes(image[:at] + bytes([image[at] ^ 0x55]) + image[at + 1 :])
        done = run(active, payload())
        assert verdict(done) == "deny", at
        assert b"policyhooks blocks" in done.stderr
    for size in (0, 10, 24, core - 1):
        active.image.write_bytes(image[:size])
        assert verdict(run(active, payload())) == "deny"


def test_a_damaged_later_piece_is_an_error_never_a_pass(tmp_path: Path) -> None:
    active = install(tmp_path)
    image = active.image.read_bytes()
    core = 24 + int.from_bytes(image[16:24], "big")
    active.image.write_bytes(image[:core] + bytes(len(image) - core))
    assert verdict(run(active, payload("deny"))) == "deny"


def test_another_interpreter_is_blocked_with_a_reason(tmp_path: Path) -> None:
    active = install(tmp_path)
    start = active.image.parent / "start"
    start.write_text(start.read_text().replace(f"\n{sys.hexversion}\n", "\n1\n"))
    done = run(active, payload())
    assert verdict(done) == "deny"
    assert b"installed for Python" in done.stderr
    gone = run(active, payload(), shell=True)
    assert verdict(gone) == "deny"
    assert b"installed for Python" in gone.stderr


def test_a_generation_of_another_interpreter_is_started_with_that_one(tmp_path: Path) -> None:
    """`bin/hook` was last written by one Python, the current generation made by another: the latter runs it."""
    active = install(tmp_path, kind=SCRIPT)
    hook = active.state / "bin/hook"
    other = tmp_path / "python"
    other.symlink_to(active.interpreter)
    hook.write_text(hook.read_text().replace(str(active.interpreter), str(other)))
    assert verdict(run(active, payload("deny"))) == "deny"
    assert verdict(run(active, payload())) == "pass"
    start = active.image.parent / "start"
    start.write_text(start.read_text().replace(str(active.interpreter), "/nonexistent/python"))
    gone = run(active, payload(), shell=True)
    assert verdict(gone) == "deny"


def test_an_interpreter_whose_path_cannot_stand_in_a_first_line(tmp_path: Path) -> None:
    """Blanks, or more than the system reads: the script starts through sh."""
    active = install(tmp_path)
    for name in ("with blank", "x" * 150):
        python = tmp_path / name / "python3"
        python.parent.mkdir()
        python.symlink_to(active.interpreter)
        state = str(active.state)
        for file, text in state_hook(str(python), state).items():
            (active.state / "bin" / file).write_text(text)
            (active.state / "bin" / file).chmod(0o700)
        assert (active.state / "bin/hook").read_text().startswith("#!/bin/sh\n")
        assert verdict(run(active, payload("deny"))) == "deny"
        assert verdict(run(active, payload())) == "pass"


@pytest.mark.parametrize("change", ["gone", "cut", "bit", "empty"])
def test_the_code_that_starts_an_image_may_be_missing_or_damaged(tmp_path: Path, change: str) -> None:
    """Then the text of `bin/hook` does the same."""
    active = install(tmp_path)
    name, code = start_code()
    file = active.image.parent / name
    assert file.read_bytes() == code
    if change == "gone":
        file.unlink()
    else:
        file.write_bytes({"cut": code[:-9], "bit": code[:40] + bytes([code[40] ^ 4]) + code[41:], "empty": b""}[change])
    assert verdict(run(active, payload("deny"))) == "deny"
    assert verdict(run(active, payload())) == "pass"
    active.image.write_bytes(b"")
    done = run(active, payload())
    assert verdict(done) == "deny"
    assert b"image is damaged" in done.stderr


def test_a_generation_without_start_is_one_of_before(tmp_path: Path) -> None:
    """Gone back to an image that knows entries of version 1 alone: those of version 2 reach it all the same."""
    active = install(tmp_path)
    (active.image.parent / "start").unlink()
    assert verdict(run(active, payload("deny"))) == "deny"
    assert verdict(run(active, payload())) == "pass"
    assert verdict(run(active, payload("kill"), shell=True)) == "deny"
    assert [record["verdict"] for record in records(active)] == ["deny", "pass"]


@pytest.mark.parametrize("shell", ["", "/bin/sh"])
def test_entries_of_version_one_keep_deciding(tmp_path: Path, shell: str) -> None:
    """They start `hook.py` with three arguments and leave with the hook's own code."""
    active = install(tmp_path)
    line = [str(active.interpreter), "-I", "-S", f"{active.state}/hook.py", "claude-code", "PreToolUse", "20"]
    if shell:
        line = [shell, "-c", f"{shlex.join(line)} || {{ [ $? -eq 2 ] && exit 2; exit 2; }}"]
    for do, code in (("nothing", 0), ("deny", 2)):
        done = subprocess.run(line, input=json.dumps(payload(do)).encode(), capture_output=True, check=False)
        assert done.returncode == code, done.stderr


@pytest.mark.parametrize("words", [["1", "-"], ["3", "-"], [], ["2"], ["2", "-", "x", "y", "z", "w"]])
def test_arguments_of_another_form_are_no_answer(tmp_path: Path, words: list[str]) -> None:
    active = install(tmp_path)
    command = [f"{active.state}/bin/hook", *words]
    done = subprocess.run(command, input=b"{}", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (70, b"")
    assert b"policyhooks blocks" in done.stderr


REFUSED_INDEXES = {
    "a newer format": ("FORMAT = 2", "FORMAT = 3", "reads 1 and 2"),
    "one before the first": ("FORMAT = 2", "FORMAT = 0", "reads 1 and 2"),
    "no format": ("FORMAT = 2\n", "", "reads 1 and 2"),
    "a feature that is spoken for and not built": ("FEATURES = ()", "FEATURES = ('data',)", "uses `data`"),
    "a feature that nobody has heard of": ("FEATURES = ()", "FEATURES = ('teapot',)", "uses `teapot`"),
}


@pytest.mark.parametrize("case", REFUSED_INDEXES)
def test_a_program_that_cannot_run_is_refused_and_what_is_active_stays(tmp_path: Path, case: str) -> None:
    before, after, words = REFUSED_INDEXES[case]
    active = install(tmp_path)
    one = source()
    modules = {**one.modules, "index": one.modules["index"].replace(before, after)}
    with pytest.raises(EnvironmentBroken, match=words):
        activate(tmp_path / "state", [type(one)(modules, "d")])
    assert verdict(run(active, payload("deny"))) == "deny"
    assert verdict(run(active, payload())) == "pass"
    # A hook that meets it nevertheless blocks: here it is another program than it was when it was activated.
    index = one.modules["index"] + "if 'pytest' not in __import__('sys').modules:\n    "
    index += (after or "FORMAT = None").strip() + "\n"
    active = activate(tmp_path / "state", [type(one)({**one.modules, "index": index}, "d")])
    assert verdict(run(active, payload())) == "deny"


def test_a_program_that_imports_what_is_gone_is_refused(tmp_path: Path) -> None:
    one = source(bucket="from policyhooks.core.program import Rule, Gone\n" + BUCKET)
    with pytest.raises(EnvironmentBroken, match=r"needs `policyhooks\.core\.program\.Gone`"):
        install(tmp_path, one)


def test_a_program_of_format_one_runs(tmp_path: Path) -> None:
    one = source()
    index = one.modules["index"].replace("FORMAT = 2\nFEATURES = ()", "FORMAT = 1")
    active = install(tmp_path, type(one)({**one.modules, "index": index}, "d"))
    assert verdict(run(active, payload())) == "pass"
    assert verdict(run(active, payload("deny"))) == "deny"


def test_swapped_under_sixteen_hooks_it_is_old_or_new(tmp_path: Path) -> None:
    """Old program passes, new one denies; whatever happens in between is one of the two."""
    old, new = source("old"), source("new", bucket=OTHER_BUCKET, count=1)
    active = install(tmp_path, old)
    stop = threading.Event()

    def swap() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            install(tmp_path, new if turn % 2 else old)

    swapping = threading.Thread(target=swap)
    swapping.start()
    answers = []
    try:
        for _ in range(scaled(100)):
            started = [
                subprocess.Popen(argv(active), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                for _ in range(16)
            ]
            for process in started:
                out, err = process.communicate(json.dumps(payload()).encode(), timeout=60)
                answers.append((process.returncode, out, err))
    finally:
        stop.set()
        swapping.join()
    for code, out, err in answers:
        assert (code, out, err) == (64, b"", b"") or (code == 2 and b"test/new" in out), (code, out, err)
    told = {(tuple(record["programs"]), record["verdict"]) for record in records(active)}  # type: ignore[arg-type]
    assert told <= {(("old",), "pass"), (("new",), "deny")}
    assert len(records(active)) == len(answers)


# ---- shared state ------------------------------------------------------------------------------


def test_a_shared_state_is_readable_and_keeps_users_apart(tmp_path: Path) -> None:
    active = activate(tmp_path / "state", [source()], shared=True)
    assert active.state.stat().st_mode & 0o777 == 0o755
    assert active.image.stat().st_mode & 0o777 == 0o644
    assert verdict(run(active, payload("deny"))) == "deny"
    own = active.state / "users" / str(os.getuid())
    assert own.stat().st_mode & 0o777 == 0o700
    assert (own / "journal" / "journal.jsonl").stat().st_mode & 0o777 == 0o600
    assert not (active.state / "journal").exists()


def test_a_shared_state_whose_own_folder_others_can_read_is_refused(tmp_path: Path) -> None:
    active = activate(tmp_path / "state", [source()], shared=True)
    own = active.state / "users" / str(os.getuid())
    own.mkdir()
    own.chmod(0o755)
    done = run(active, payload())
    assert verdict(done) == "deny"
    assert b"not theirs alone" in done.stderr


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, False),
        ({"message": {"user": "event.repo is not read here", "agent": "nor event.branch"}}, False),
        ({"when": "event.branch == 'main'"}, True),
        ({"match": {"events": ["shell.before"], "repos": ["acme/*"]}}, True),
        ({"message": {"user": "not in {{ event.repo }}", "agent": "no"}}, True),
    ],
)
def test_the_repository_is_read_only_where_a_rule_reads_it(
    parts: dict[str, object], expected: bool, tmp_path: Path
) -> None:
    modules = compile_text(tmp_path, policy([rule(**parts)])).modules
    assert looked_at([modules])["repository"] is expected


def test_a_program_that_does_not_say_whether_it_reads_the_repository_may() -> None:
    index = source().modules["index"].replace("REPOSITORY = False\n", "")
    assert looked_at([{"index": index}])["repository"]
