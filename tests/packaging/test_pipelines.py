"""The hooks of pre-commit, the action and the template run for real, as far as no runner and no network are needed."""

import json
import shlex
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

from policyhooks.cli.main import build_parser
from tests.support.counts import SOAK
from tests.support.pipelines import HOOKS, ROOT, jobs_of_template, make_repository, run_bash, run_job, steps_of_action
from tests.support.wheels import build, make_place, offline


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder of a runner in which the action has installed us; a network is not needed for that here."""
    folder = tmp_path_factory.mktemp("runner")
    ((name, script, env),) = [step for step in steps_of_action({"python": sys.executable}) if step[0] == "Install"]
    packages = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_BUILD_ISOLATION": "0"}
    done = run_bash(script, folder, {**around(folder), **packages, **env})
    assert done.returncode == 0, (name, done.stdout + done.stderr)
    assert done.stdout.startswith("policyhooks ")
    (folder / "policyhooks" / "bin" / "shfmt").symlink_to(Path(sysconfig.get_path("scripts")) / "shfmt")
    return folder


def around(runner: Path) -> dict[str, str]:
    """What GitHub's runner tells a step."""
    env = offline(runner / "home", Path("/usr/bin"))
    return {**env, "RUNNER_TEMP": str(runner), "GITHUB_ACTION_PATH": str(ROOT)}


# Each is half a minute of processes on a slow machine.
MORE: list[tuple[str, dict[str, str], str, int, str]] = [
    ("the same", {"base": "HEAD", "events": "events"}, "Replay", 0, "1 events, 1 the same"),
    (
        "looser",
        {"base": "HEAD", "fail-on": "", "events": "events", "replay-fail-on": "", "policies": "policies"},
        "Replay",
        0,
        "| freed: deny to ask |",
    ),
    ("the same", {"events": "events"}, "Replay", 2, "::error::events are replayed against a base"),
]


@pytest.mark.parametrize(
    ("change", "inputs", "last", "code", "said"),
    [
        ("the same", {}, "Test", 0, ""),
        ("the same", {"base": "HEAD", "policies": "policies"}, "Compare", 0, ""),
        ("invalid", {"base": "HEAD"}, "Check", 3, "::error "),
        ("a test fails", {"base": "HEAD"}, "Test", 4, "::error "),
        ("looser", {"base": "HEAD"}, "Compare", 6, "acme.git/no-force-push"),
        ("looser", {"base": "HEAD", "fail-on": ""}, "Compare", 0, "acme.git/no-force-push"),
        ("looser", {"base": "HEAD", "policies": "rules"}, "Check", 3, "rules"),
        ("looser", {"base": "HEAD", "fail-on": "", "events": "events"}, "Replay", 6, "| freed: deny to ask |"),
        *(MORE if SOAK else ()),
    ],
)
def test_the_action(
    runner: Path, tmp_path: Path, change: str, inputs: dict[str, str], last: str, code: int, said: str
) -> None:
    """Which step is the last one, and how it ends."""
    base = make_repository(tmp_path / "repository", change)
    given = {name: base if name == "base" else value for name, value in inputs.items()}
    (tmp_path / "temp").mkdir()
    (tmp_path / "temp" / "policyhooks").symlink_to(runner / "policyhooks")
    packages = {"PYTHONPATH": sysconfig.get_path("purelib")}
    for name, script, env in steps_of_action(given):
        if name == "Install":
            continue
        done = run_bash(script, tmp_path / "repository", {**around(tmp_path / "temp"), **packages, **env})
        if done.returncode:
            break
    assert (name, done.returncode) == (last, code), done.stdout + done.stderr
    assert said in done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"), "-t", "wheel")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment of the template's container."""
    return make_place(tmp_path_factory.mktemp("container"))


@pytest.mark.parametrize(
    ("change", "job", "code", "said"),
    [
        ("invalid", "policyhooks-check", 3, "error["),
        ("the same", "policyhooks-test", 0, ""),
        ("a test fails", "policyhooks-test", 4, ""),
        ("looser", "policyhooks-diff", 6, "acme.git/no-force-push"),
        ("looser", "policyhooks-replay", 6, ""),
    ],
)
def test_the_template(wheel: Path, programs: Path, tmp_path: Path, change: str, job: str, code: int, said: str) -> None:
    base = make_repository(tmp_path / "repository", change)
    env = {"POLICYHOOKS_WHEEL": str(wheel), "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "POLICYHOOKS_EVENTS": "events"}
    done = run_job(job, tmp_path / "repository", {**offline(tmp_path, programs), **env})
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout
    if job == "policyhooks-replay":
        assert json.loads((tmp_path / "repository" / "replay.json").read_text())["freed"] == 1
        assert "acme.git/no-force-push" in (tmp_path / "repository" / "replay.html").read_text()
    report = jobs_of_template()[job].get("artifacts", {}).get("reports", {}).get("junit")
    assert report is None or "<testsuite" in (tmp_path / "repository" / report).read_text()


def test_the_template_says_that_it_needs_a_wheel(programs: Path, tmp_path: Path) -> None:
    done = run_job("policyhooks-check", tmp_path, offline(tmp_path, programs))
    assert done.returncode == 1
    assert "POLICYHOOKS_WHEEL" in done.stderr


@pytest.mark.parametrize("hook", yaml.safe_load(HOOKS.read_text(encoding="utf-8")), ids=lambda hook: hook["id"])
def test_a_hook_of_pre_commit_is_a_command_of_ours(hook: dict[str, str]) -> None:
    program, verb, *words = shlex.split(hook["entry"])
    assert program == "policyhooks"
    assert build_parser(verb).parse_args([verb, *words, "policies"]).paths == ["policies"]
