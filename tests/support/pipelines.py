"""A repository with policies, the steps of pipelines as their runners would start them, and what became of them."""

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / "action.yml"
GITLAB = ROOT / "deploy" / "gitlab" / "policyhooks.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"

CONFIG = "apiVersion: policyhooks/v1\nkind: Config\nproject: p-4f1d2c3b5a697887\npolicies: [policies]\n"
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.git, title: Git, owner: appsec@acme.example}
match: {events: [shell.before]}
rules:
  - id: no-force-push
    match: {commands: ["git push --force"]}
    effect: deny
    message: {user: stopped, agent: stop}
    tests: {deny: ["git push -f"], quiet: ["git push"]}
"""
# An event that the policy denies, as `policyhooks record` keeps it.
EVENTS = """[{"client": "claude-code", "native": "PreToolUse", "version": "2.1.325", "payload": {"session_id": "s",
"cwd": "/w", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "t",
"tool_input": {"command": "git push -f"}}}]
"""
# What a change may make of the policy.
CHANGES = {
    "the same": POLICY,
    "invalid": POLICY.replace("effect: deny", "effect: denied"),
    "a test fails": POLICY.replace('quiet: ["git push"]', 'quiet: ["git push --force"]'),
    "looser": POLICY.replace("effect: deny", "effect: ask").replace("tests: {deny:", "tests: {ask:"),
}
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
CONDITION = re.compile(r"inputs\.([\w-]+) != ''")


def git(repository: Path, *words: str) -> str:
    names = ["-c", "user.name=a", "-c", "user.email=a@acme.example", "-c", "init.defaultBranch=main"]
    command = ["/usr/bin/git", *names, *words]
    return subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True).stdout.strip()


def make_repository(folder: Path, change: str = "the same") -> str:
    """A repository whose work tree has a change; the commit before it."""
    (folder / "policies").mkdir(parents=True)
    (folder / "policyhooks.yaml").write_text(CONFIG, encoding="utf-8")
    (folder / "policies" / "git.yaml").write_text(POLICY, encoding="utf-8")
    (folder / "events").mkdir()
    (folder / "events" / "pushes.json").write_text(EVENTS, encoding="utf-8")
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "policies")
    (folder / "policies" / "git.yaml").write_text(CHANGES[change], encoding="utf-8")
    return git(folder, "rev-parse", "HEAD")


def steps_of_action(given: Mapping[str, str]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Name, script and variables of each step that runs with these inputs."""
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    assert given.keys() <= action["inputs"].keys()
    inputs = {name: str(given.get(name, declared["default"])) for name, declared in action["inputs"].items()}
    for step in action["runs"]["steps"]:
        asked = CONDITION.fullmatch(step["if"]) if "if" in step else None
        assert (asked is None) == ("if" not in step), "another form of condition"
        if asked is None or inputs[asked[1]]:
            env = {name: INPUT.sub(lambda found: inputs[found[1]], value) for name, value in step["env"].items()}
            yield step["name"], step["run"], env


def run_bash(script: str, folder: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """As GitHub's runner starts `shell: bash`."""
    words = ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300)


def jobs_of_template() -> dict[str, dict[str, Any]]:
    """The jobs of the template with what they extend, and the variables of the file."""
    found = yaml.safe_load(GITLAB.read_text(encoding="utf-8"))
    variables = found.pop("variables")
    hidden = {name: job for name, job in found.items() if name.startswith(".")}
    return {
        name: {**hidden[job["extends"]], **job, "variables": {**variables, **job.get("variables", {})}}
        for name, job in found.items()
        if name not in hidden
    }


def run_job(name: str, folder: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """As GitLab's runner does: all lines in one shell, which ends at the first that fails."""
    job = jobs_of_template()[name]
    script = "\n".join([*job["before_script"], *job["script"]])
    return subprocess.run(
        ["/bin/sh", "-e", "-c", script],
        cwd=folder, env={**job["variables"], **env}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
