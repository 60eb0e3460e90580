"""Layers in one hook: a project's own policies tighten once they are trusted, and only as they were trusted."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.bundles import POLICY, build
from tests.support.hooks import hook_argv, settled

PROJECT = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: project.own, title: Own, owner: team@acme.example}
match: {events: [shell.before], clients: [claude-code]}
rules:
  - id: no-yarn
    when: shell.command.contains("yarn")
    effect: deny
    message: {user: "No yarn.", agent: "Use npm."}
  - id: let-me
    when: shell.command.contains("frobnicate") || shell.command.contains("npm install")
    effect: allow
    acknowledge: {owner: team@acme.example, reason: what a layer may say is tested here}
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's installation and a project with policies of its own."""
    return install(tmp_path)


@pytest.fixture(scope="module")
def one_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for all tests of this module that only look, with the project trusted."""
    folder = install(tmp_path_factory.mktemp("home"))
    assert trust(folder) == 0
    return folder


@pytest.fixture
def trusting(one_home: Path) -> Iterator[Path]:
    """That home, with the project and nothing besides, as it was trusted."""
    kept = {"policies", "root", "state", "project"}
    (one_home / "project/deeper").mkdir(exist_ok=True)
    yield one_home
    for path in one_home.iterdir():
        if path.name == "project" or path.name not in kept:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    write(one_home, PROJECT)


def install(folder: Path) -> Path:
    (folder / "policies").mkdir()
    (folder / "policies" / "small.yaml").write_text(POLICY)
    assert run(["install", "--policies", str(folder / "policies"), *words(folder)]) == 0
    write(folder, PROJECT)
    return folder


def words(folder: Path, scope: str = "user") -> list[str]:
    place = ["--client", "claude-code", "--scope", scope, "--root", str(folder / "root")]
    return [*place, "--state", str(folder / "state")]


def write(folder: Path, policy: str) -> None:
    (folder / "project/.policyhooks").mkdir(parents=True, exist_ok=True)
    (folder / "project/.policyhooks/own.yaml").write_text(policy)


def trust(folder: Path, *more: str) -> int:
    return run(["trust", str(folder / "project"), *words(folder), *more])


def answer(folder: Path, command: str, where: str = "project") -> tuple[int, bytes]:
    """What the hook says to a command in a folder below this one, or in an absolute one."""
    payload = {
        "session_id": "s",
        "cwd": where if where.startswith("/") else f"{folder}/{where}",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": command},
    }
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CURSOR"))}
    data = json.dumps(payload).encode()
    done = subprocess.run(hook_argv(folder / "state"), input=data, capture_output=True, check=False, env=environ)
    code = settled(done.returncode)
    assert bool(code) == bool(done.stderr)
    return code, done.stdout


def ask(folder: Path, command: str, where: str = "project") -> str:
    """Its verdict."""
    code, said = answer(folder, command, where)
    if said:
        return str(json.loads(said)["hookSpecificOutput"]["permissionDecision"])
    assert code == 0
    return "pass"


def last_record(folder: Path) -> dict[str, object]:
    line = (folder / "state/journal/journal.jsonl").read_text().splitlines()[-1]
    return dict(json.loads(line))


def test_an_unknown_layer_is_not_there(home: Path) -> None:
    assert ask(home, "yarn x") == "pass"


def test_a_trusted_layer_tightens_and_never_loosens(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trust(home) == 0
    assert "without effect unless the managed Config delegates it: project.own/let-me" in capsys.readouterr().out
    assert ask(home, "yarn x") == "deny"
    assert ask(home, "npm install") == "deny"
    assert ask(home, "frobnicate") == "pass"
    (rule,) = last_record(home)["rules"]  # type: ignore[misc]
    assert (rule["id"], rule["would"], rule["why"]) == ("project.own/let-me", "allow", "not delegated")
    assert ask(home, "yarn x", "project/deeper") == "deny"
    assert ask(home, "yarn x", "project-2") == "pass"
    assert ask(home, "yarn x", "elsewhere") == "pass"


# Other spellings of the project, and how they come to be.
SPELLINGS = {
    "a doubled slash": ("policies/..//project", None),
    "a slash at the end": ("project/", None),
    "dots": ("./project/.", None),
    "up and down": ("policies/../project/deeper/..", None),
    "below, doubled": ("project//deeper", None),
    "a link": ("link", lambda folder: (folder / "link").symlink_to("project")),
    "below a link": ("link/deeper", lambda folder: (folder / "link").symlink_to(folder / "project")),
    "a link to below": ("link", lambda folder: (folder / "link").symlink_to("project/deeper")),
    "a link to a link": (
        "first/deeper",
        lambda folder: ((folder / "first").symlink_to("second"), (folder / "second").symlink_to("project")),
    ),
    "a linked parent": ("link/project", lambda folder: (folder / "link").symlink_to(folder)),
    "up out of a link": ("link/..", lambda folder: (folder / "link").symlink_to("project/deeper")),
    "what is not there yet": ("project/new/folder", None),
    "moved, and a link left": (
        "moved",
        lambda folder: (
            (folder / "project").rename(folder / "moved"),
            (folder / "project").symlink_to("moved"),
        ),
    ),
    "moved, by the old name": (
        "project",
        lambda folder: (
            (folder / "project").rename(folder / "moved"),
            (folder / "project").symlink_to("moved"),
        ),
    ),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_project_is_a_place_not_a_text(trusting: Path, spelling: str) -> None:
    where, prepare = SPELLINGS[spelling]
    if prepare is not None:
        prepare(trusting)
    assert ask(trusting, "yarn x", where) == "deny"
    (rule,) = last_record(trusting)["rules"]  # type: ignore[misc]
    assert (rule["id"], rule["rank"]) == ("project.own/no-yarn", "trusted project")
    assert ask(trusting, "yarn x", "project-2") == "pass"


@pytest.mark.parametrize("spelling", ["link", "link/../link", "//project", "project/."])
def test_a_project_is_trusted_and_forgotten_by_any_name(home: Path, spelling: str) -> None:
    (home / "link").symlink_to("project")
    assert run(["trust", f"{home}/{spelling}", *words(home)]) == 0
    assert (ask(home, "yarn x"), ask(home, "yarn x", "link")) == ("deny", "deny")
    assert trust(home) == 0
    assert len(list((home / "state/layers").iterdir())) == 1
    assert run(["trust", f"{home}/{spelling}", "--remove", *words(home)]) == 0
    assert ask(home, "yarn x") == "pass"


def test_a_project_under_another_mount_is_the_same(trusting: Path) -> None:
    """As under another case, where the file system ignores it: device and inode are what is compared."""
    home = trusting
    (home / "mounted").mkdir()
    if subprocess.run(["mount", "--bind", home / "project", home / "mounted"], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        assert ask(home, "yarn x", "mounted") == "deny"
    finally:
        subprocess.run(["umount", home / "mounted"], check=True)


LOOSENING = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Own, owner: team@acme.example}
match: {events: [shell.before], clients: [claude-code]}
rules:
  - id: no-install
    when: shell.command.contains("make deploy")
    effect: allow
    acknowledge: {owner: team@acme.example, reason: what a layer may say is tested here}
  - id: run-me
    command: {run: [/usr/bin/touch, MARKER], not_ok: deny}
    message: {user: "u", agent: "a"}
  - id: rewrite-me
    when: shell.command.contains("make deploy")
    effect: rewrite
    rewrite: {path: shell.command, expr: '"make undo"'}
    message: {user: "u", agent: "a"}
  - id: tell-me
    effect: context
    context: listen to me
  - id: no-yarn
    when: shell.command.contains("yarn")
    effect: deny
    message: {user: "No yarn.", agent: "Use npm."}
"""
CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
delegate: ["*/*"]
params: {acme.small: {}}
rules: {acme.small/no-yarn: {mode: enforce}}
"""


@pytest.mark.parametrize("layer", ["project", "user"])
@pytest.mark.parametrize("scope", ["project", "local", "user", "managed"])
def test_what_is_trusted_ranks_below_what_is_installed_in_every_scope(
    tmp_path: Path, scope: str, layer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the default scope too, where both are of the project layer, and under the very ids of what is installed."""
    marker = tmp_path / "ran"
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "small.yaml").write_text(POLICY)
    place = words(tmp_path, scope)
    assert run(["install", "--policies", str(tmp_path / "policies"), *place]) == 0
    write(tmp_path, LOOSENING.replace("MARKER", str(marker)))
    (tmp_path / "project/.policyhooks/policyhooks.yaml").write_text(CONFIG.replace("params: {acme.small: {}}\n", ""))
    before = [answer(tmp_path, command) for command in ("make deploy", "ls", "npm install")]
    assert run(["trust", str(tmp_path / "project"), "--layer", layer, *place]) == 0
    idle = capsys.readouterr().out
    for rule in ("no-install", "run-me", "rewrite-me", "tell-me"):
        assert f"without effect unless the managed Config delegates it: acme.small/{rule}" in idle
    assert [answer(tmp_path, command) for command in ("make deploy", "ls", "npm install")] == before
    assert ask(tmp_path, "yarn x") == "deny"
    assert not marker.exists()


CHANGES = {
    "another byte": lambda folder: write(folder, PROJECT + "\n"),
    "another rule": lambda folder: write(folder, PROJECT.replace("yarn", "pnpm")),
    "a file more": lambda folder: (folder / "project/.policyhooks/more.yaml").write_text(PROJECT),
    "a stray file": lambda folder: (folder / "project/.policyhooks/.DS_Store").write_bytes(b"\0\xff"),
    "an editor's copy": lambda folder: (folder / "project/.policyhooks/own.yaml~").write_text("x"),
    "a folder more": lambda folder: (folder / "project/.policyhooks/more/deeper").mkdir(parents=True),
    "a file less": lambda folder: (folder / "project/.policyhooks/own.yaml").unlink(),
    "an empty file": lambda folder: (folder / "project/.policyhooks/own.yaml").write_text(""),
    "a link": lambda folder: (folder / "project/.policyhooks/link").symlink_to("/etc/passwd"),
    "a link to itself": lambda folder: (folder / "project/.policyhooks/own").symlink_to("own"),
    "a pipe": lambda folder: os.mkfifo(folder / "project/.policyhooks/pipe"),
    "a long file": lambda folder: (folder / "project/.policyhooks/long").write_bytes(b"x" * (5 << 20)),
    "many files": lambda folder: [
        (folder / f"project/.policyhooks/{number}").write_bytes(b"") for number in range(1100)
    ],
    "the folder gone": lambda folder: (folder / "project/.policyhooks").rename(folder / "project/gone"),
    "the folder a file": lambda folder: (
        (folder / "project/.policyhooks").rename(folder / "gone"),
        (folder / "project/.policyhooks").write_text(""),
    ),
    "the folder a link": lambda folder: (
        (folder / "project/.policyhooks").rename(folder / "project/moved"),
        (folder / "project/.policyhooks").symlink_to("moved"),
    ),
    "the folder a link to everything": lambda folder: (
        (folder / "project/.policyhooks").rename(folder / "gone"),
        (folder / "project/.policyhooks").symlink_to("/"),
    ),
    "the project gone": lambda folder: (folder / "project").rename(folder / "away"),
}
NO_CHANGE_OF_FILES = ("a folder more",)


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_layer_stays_in_force_and_everybody_says_so(
    trusting: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    CHANGES[change](trusting)
    assert ask(trusting, "frobnicate") == "pass"
    assert ask(trusting, "yarn x") == "deny"
    record = last_record(trusting)
    told = [rule for rule in record["rules"] if rule["id"] == "policyhooks/layer-changed"]  # type: ignore[attr-defined]
    assert run(["trust", "--list", *words(trusting)]) == 0
    listed = capsys.readouterr().out
    if change in NO_CHANGE_OF_FILES:
        assert not told
        assert "CHANGED" not in listed
        return
    assert len(told) == 1
    assert "stay in force" in told[0]["why"]
    assert "CHANGED" in listed
    assert "in force as it was trusted" in listed


def test_log_and_doctor_say_so(trusting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CHANGES["a stray file"](trusting)
    assert ask(trusting, "yarn x") == "deny"
    record = last_record(trusting)
    run(["log", "--rule", "policyhooks/layer-changed", "--limit", "1", *words(trusting)])
    shown = json.loads(capsys.readouterr().out)
    assert shown.pop("id")
    assert shown == record
    run(["log", "--format", "table", "--limit", "1", *words(trusting)])
    assert "policyhooks/layer-" in capsys.readouterr().out
    run(["log", "show", str(record["seq"]), *words(trusting)])
    assert "stay in force" in capsys.readouterr().out
    assert run(["doctor", *words(trusting)]) != 0
    assert "stays in force as it was trusted" in " ".join(capsys.readouterr().out.split())


def test_a_layer_that_was_never_trusted_is_told(home: Path) -> None:
    """Where layers are in use at all."""
    assert trust(home) == 0
    (home / "other/.policyhooks").mkdir(parents=True)
    assert ask(home, "yarn x", "other") == "pass"
    (rule,) = last_record(home)["rules"]  # type: ignore[misc]
    assert rule["id"] == "policyhooks/layer-ignored"
    assert "never trusted" in rule["why"]


def test_trusted_again_after_a_change(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trust(home) == 0
    write(home, PROJECT.replace("yarn", "pnpm"))
    assert trust(home) == 0
    assert (ask(home, "yarn x"), ask(home, "pnpm x")) == ("pass", "deny")
    capsys.readouterr()
    assert run(["trust", "--list", *words(home)]) == 0
    assert capsys.readouterr().out.rstrip().endswith("trusted")
    assert trust(home, "--remove") == 0
    assert ask(home, "pnpm x") == "pass"
    assert trust(home, "--remove") == 2


def test_a_new_program_keeps_the_layers(home: Path) -> None:
    assert trust(home) == 0
    assert run(["install", "--policies", str(home / "policies"), *words(home)]) == 0
    assert ask(home, "yarn x") == "deny"
    bundle = build(home)
    assert run(["bundle", "activate", str(bundle), *words(home)]) == 0
    assert ask(home, "yarn x") == "deny"
    assert ask(home, "npm install") == "deny"


def test_the_users_layer_speaks_everywhere(home: Path) -> None:
    assert trust(home, "--layer", "user") == 0
    assert ask(home, "yarn x", "elsewhere") == "deny"


def test_the_managed_config_delegates(tmp_path: Path) -> None:
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "small.yaml").write_text(POLICY)
    config = tmp_path / "policyhooks.yaml"
    config.write_text("apiVersion: policyhooks/v1\nkind: Config\ndelegate: [project.own/*]\n")
    place = words(tmp_path, "managed")
    assert run(["install", "--policies", str(tmp_path / "policies"), "--config", str(config), *place]) == 0
    write(tmp_path, PROJECT)
    assert run(["trust", str(tmp_path / "project"), *place]) == 0
    assert ask(tmp_path, "frobnicate") == "allow"
    assert ask(tmp_path, "npm install") == "deny"


@pytest.mark.parametrize(
    ("policy", "code"), [("kind: Policy\n", 3), (PROJECT.replace('contains("yarn")', "nonsense("), 3)]
)
def test_what_does_not_compile_is_not_trusted(home: Path, policy: str, code: int) -> None:
    write(home, policy)
    assert trust(home) == code
    assert not (home / "state/layers").exists()


def test_nothing_to_trust(home: Path) -> None:
    assert run(["trust", str(home / "policies"), *words(home)]) == 2
    assert run(["trust", *words(home)]) == 2
    assert run(["trust", str(home / "project"), *words(home)[:-1], str(home / "nowhere")]) == 1
    (home / "project/.policyhooks/link").symlink_to("/etc/passwd")
    assert trust(home) == 2


def test_layers_are_private(home: Path) -> None:
    assert trust(home) == 0
    for path in (home / "state/layers", *(home / "state/layers").iterdir()):
        assert path.stat().st_mode & 0o077 == 0
