"""The project file on the command line: readers take it as it is and start nothing, the others want it trusted."""

import io
import json
import os
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import from_string
from policyhooks.installation.origin import load_origin
from policyhooks.installation.project_file import NAME
from tests.support.homes import move_home

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.own, title: Own, owner: appsec@acme.example}
match: {events: [shell.before]}
rules:
  - id: no-yarn
    match: {commands: [yarn]}
    effect: deny
    message: {user: "No yarn.", agent: "Use npm."}
    tests: {deny: ["yarn add x"], quiet: ["npm ci"]}
  - id: gate
    match: {commands: ["npm install"]}
    command: {run: [/bin/sh, PROGRAM], not_ok: deny, on_error: ask}
    message: {user: "gate", agent: "gate"}
    tests:
      cases:
        - {shell: {command: "npm install"}, command: {ok: false}, expect: deny}
        - {shell: {command: "npm ci"}, expect: quiet}
"""
CONFIG = "apiVersion: policyhooks/v1\nkind: Config\nproject: p-0123456789abcdef\npolicies: [rules]\n"
PLACE = ["--client", "claude-code"]


class Stdin(io.TextIOWrapper):
    """What a person or a client sends; `terminal` is whether it comes from one."""

    def __init__(self, data: str, *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data.encode()), "utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder is deep in a project whose command rule leaves a mark when it is started."""
    move_home(monkeypatch, tmp_path / "home")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.stdin", Stdin(""))
    root = tmp_path / "project"
    for folder in (".git", "rules", "src/deep"):
        (root / folder).mkdir(parents=True)
    (tmp_path / "gate.sh").write_text(f"touch {tmp_path}/started; exit 2\n")
    (root / "rules" / "own.yaml").write_text(POLICY.replace("PROGRAM", str(tmp_path / "gate.sh")))
    (root / NAME).write_text(CONFIG)
    (root / NAME).chmod(0o644)
    monkeypatch.chdir(root / "src" / "deep")
    return root


def trust(root: Path) -> None:
    assert run(["trust", str(root / NAME), "--yes"]) == 0


def started(root: Path) -> bool:
    return (root.parent / "started").exists()


def payload(command: str) -> str:
    return json.dumps(native_payload("claude-code", from_string("shell.before", command))[1]) + "\n"


READERS: dict[str, list[str]] = {
    "check": ["check"],
    "test": ["test"],
    "compile": ["compile", "-o", "../../../program"],
    "explain": ["explain", "--shell", "npm install"],
    "decide": ["decide", *PLACE],
}


@pytest.mark.parametrize("verb", READERS)
def test_readers_use_it_say_so_and_start_nothing(
    project: Path, verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(payload("npm install")))
    assert run(READERS[verb]) == 0
    shown = capsys.readouterr()
    assert shown.err.count(f"note: using {project / NAME}\n") == 1
    assert not started(project)
    expected = {
        "check": " in 2 files",
        "test": "4 passed, 2 rules",
        "compile": "2 rules in",
        "explain": "acme.own/gate",
    }
    assert expected.get(verb, '"verdict":"ask"') in shown.out
    assert not (project.parent / "home" / ".local").exists()


@pytest.mark.parametrize("verb", READERS)
def test_readers_take_nothing_where_it_is_refused(project: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that others can write is no default, and not passed over for the shipped policies either."""
    (project / NAME).chmod(0o666)
    assert run(READERS[verb]) == 7
    assert "can be written by other users" in capsys.readouterr().err


@pytest.mark.parametrize("verb", READERS)
def test_what_is_named_wins(
    project: Path, verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(payload("npm install")))
    (project / NAME).chmod(0o666)
    other = project.parent / "other.yaml"
    other.write_text(POLICY.replace("acme.own", "acme.other").replace("PROGRAM", "/nowhere"))
    words = ["--policies", str(other)] if verb in ("explain", "decide") else [str(other)]
    more = ["--outside", "unknown"] if verb == "decide" else []
    assert run([READERS[verb][0], *words, *READERS[verb][1:], *more]) == 0
    assert "note: using" not in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["check", "compile"])
def test_nothing_named_and_nothing_found(project: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    (project / NAME).unlink()
    assert run(READERS[verb]) == 2
    assert "no policyhooks.yaml here or above" in capsys.readouterr().err


def test_a_config_alone_stands_for_what_it_names(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "--config", str(project / NAME), "--shell", "yarn add x"]) == 0
    assert "acme.own/no-yarn" in capsys.readouterr().out


def test_explain_says_what_was_not_started(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "--shell", "npm install"]) == 0
    shown = capsys.readouterr().out
    assert "not trusted, not started" in shown
    assert "is not trusted: no judge or command of it is started" in shown
    trust(project)
    capsys.readouterr()
    assert run(["explain", "--shell", "npm install"]) == 0
    assert "not trusted" not in capsys.readouterr().out
    assert not started(project)


@pytest.mark.parametrize("verb", ["explain", "decide"])
def test_what_is_asked_to_run_runs_only_after_trust(
    project: Path, verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*READERS[verb], "--outside", "run"]
    monkeypatch.setattr("sys.stdin", Stdin(payload("npm install")))
    assert run(words) == 7
    assert not started(project)
    assert f"trust {project / NAME}" in capsys.readouterr().err
    trust(project)
    assert run(words) == 0
    assert started(project)


def test_decide_runs_by_itself_after_trust(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trust(project)
    monkeypatch.setattr("sys.stdin", Stdin(payload("npm install")))
    assert run(READERS["decide"]) == 0
    assert started(project)


def install(root: Path, *words: str) -> int:
    return run(["install", *PLACE, "--root", str(root), *words])


def test_install_refuses_until_it_is_trusted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(project) == 7
    shown = capsys.readouterr().err
    assert "is not trusted: nobody has accepted it" in shown
    assert f"trust {project / NAME}" in shown
    assert not (project / ".claude").exists()
    assert not (project.parent / "state").exists()
    trust(project)
    assert install(project) == 0
    assert "installed 2 rules" in capsys.readouterr().out
    (project / "rules" / "own.yaml").write_text(POLICY)
    assert install(project) == 7
    assert "`rules/own.yaml` has changed" in capsys.readouterr().err


def test_to_name_it_is_to_mean_it(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(project, "--config", str(project / NAME)) == 0
    assert "installed 2 rules" in capsys.readouterr().out


def test_named_policies_leave_the_file_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(project, "--policies", str(project / "rules")) == 0
    assert "installed 2 rules" in capsys.readouterr().out


@pytest.mark.parametrize("scope", ["user", "managed"])
def test_wider_installations_never_take_it_unnamed(
    project: Path, scope: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither from the working folder nor from the root that they are given, trusted or not."""
    trust(project)
    capsys.readouterr()
    assert run(["install", *PLACE, "--scope", scope, "--root", str(project), "--dry-run"]) == 0
    shown = capsys.readouterr()
    assert "note: using" not in shown.err
    assert "compiling " in shown.err
    assert NAME not in shown.err


def test_a_terminal_may_ask(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for answer in ("", "no\n", "y\n", "YES please\n"):
        monkeypatch.setattr("sys.stdin", Stdin(answer, terminal=True))
        assert install(project) == 7
    assert "run program" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", Stdin("yes\n", terminal=True))
    assert install(project) == 0
    monkeypatch.setattr("sys.stdin", Stdin(""))
    assert install(project) == 0


def test_doctor_repeats_what_was_found_without_naming_it(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trust(project)
    assert install(project) == 0
    (state,) = (project.parent / "state").glob("policyhooks/projects/*/claude-code")
    origin = load_origin(state)
    assert origin is not None
    assert (origin.policies, origin.config, origin.found) == ((), str(project / NAME), True)
    capsys.readouterr()
    (project / NAME).write_text(CONFIG + "packs: [git-history]\n")
    run(["doctor", *PLACE, "--scope", "project", "--root", str(project)])
    shown = capsys.readouterr().out
    (repair,) = [line for line in shown.splitlines() if "repair: policyhooks install" in line]
    assert "have changed since they were installed" in shown
    assert "--config" not in repair
    assert "--policies" not in repair


def test_packs_by_name_are_installed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / NAME).write_text(CONFIG + "packs: [git-history]\n")
    trust(project)
    assert install(project) == 0
    shown = capsys.readouterr().out
    assert "take packs    git-history" in shown
    assert run(["explain", "--shell", "git push -f origin main", "--exit-code"]) == 5


def test_a_pack_that_is_not_there(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / NAME).write_text(CONFIG + "packs: [git-histroy]\n")
    assert run(["check"]) == 3
    assert "did you mean `git-history`?" in capsys.readouterr().out
    assert run(["test"]) == 3
    assert run(["trust", str(project / NAME), "--yes"]) == 3


def test_the_clients_are_those_of_the_project_and_of_what_is_installed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--root", str(project)]
    state = project / "policyhooks.yaml"
    state.write_text("apiVersion: policyhooks/v1\nkind: Config\nproject: p-00112233445566aa\n")
    assert run(["install", *where]) == 2
    assert "no client is named, and nothing is installed here" in capsys.readouterr().err
    state.write_text(state.read_text() + "packs: [git-history]\nclients: [cursor, codex]\n")
    trust(project)
    assert run(["install", *where, "--client", "claude-code"]) == 0
    capsys.readouterr()
    assert run(["install", *where]) == 0
    told = [line.split()[-1] for line in capsys.readouterr().out.splitlines() if line.startswith("installed ")]
    assert told == ["cursor", "codex", "claude-code"]
    assert run(["install", *where, "--state", str(project / "x")]) == 2
    assert "--state is for one client" in capsys.readouterr().err
    assert run(["install", *where, "--policies", "x.phb"]) == 2


def test_a_file_that_brings_nothing_is_no_obstacle(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / NAME).write_text(CONFIG.replace("policies: [rules]\n", ""))
    assert install(project, "--dry-run") == 0
    assert "nothing was written" in capsys.readouterr().out


def test_bundles_are_built_from_it_once_it_is_trusted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bundle", "build", "-o", "x.phb", "--name", "acme", "--version", "1.0", "--serial", "1"]
    assert run(words) == 7
    assert not Path("x.phb").exists()
    trust(project)
    capsys.readouterr()
    assert run(words) == 0
    shown = capsys.readouterr()
    assert "2 rules" in shown.out
    assert Path("x.phb").exists()
    (project / NAME).unlink()
    assert run(words) == 2


def test_a_version_that_is_not_met_stops_every_verb(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / NAME).write_text(CONFIG + 'requires: {policyhooks: ">=99"}\n')
    assert run(["check"]) == 3
    assert run(["explain", "--shell", "ls"]) == 3
    assert install(project, "--config", str(project / NAME)) == 3
    shown = capsys.readouterr()
    assert "the file needs policyhooks `>=99`" in shown.out
    assert shown.err.count("the file needs policyhooks `>=99`") == 2


def test_models_of_an_untrusted_file_are_not_asked(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from policyhooks.cli.options.judge_configs import trusted_config

    (project / NAME).write_text(CONFIG + "judge: {models: {fast: {model: openai/x, api_base: 'http://127.0.0.1:9'}}}\n")
    assert trusted_config() is None
    assert "is not trusted, its models are not used" in capsys.readouterr().err
    trust(project)
    found = trusted_config()
    assert found is not None
    assert os.path.samefile(found, project / NAME)


def test_a_swap_between_trust_and_compilation_is_seen(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The digests are taken again when the program is made."""
    from policyhooks.compiler import compile as compiler

    trust(project)
    real = compiler.compile_policies

    def slow(*given: object, **more: object) -> object:
        (project / "rules" / "own.yaml").write_text(POLICY.replace("deny", "ask"))
        return real(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(compiler, "compile_policies", slow)
    assert install(project) == 7
    assert "`rules/own.yaml` has changed" in capsys.readouterr().err
    assert not (project / ".claude").exists()
