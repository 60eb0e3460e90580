"""The pages of docs/how-to/examples as a reader has them: their policies and programs, installed, and real hooks."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import Activation, activate
from tests.docs.walkthrough import ROOT
from tests.support.hooks import run

PAGES = sorted((ROOT / "docs" / "how-to" / "examples").glob("*.md"))
PROGRAMS = "/opt/acme/bin"
FENCE = re.compile(r"^```(?P<language>yaml|sh)\n(?P<body>.*?)^```$", re.S | re.M)
METADATA = re.compile(r"^metadata: \{id: (?P<id>[a-z.-]+),", re.M)
PROGRAM = re.compile(rf"^# {PROGRAMS}/(?P<name>[a-z-]+)$", re.M)


@dataclass(frozen=True)
class Installed:
    """The policies and programs of a page, and a project to work in."""

    active: Activation
    programs: Path
    project: Path

    def answer(self, client: str, native: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """What the hook answers; its exit code is 2 for a block of Claude Code and of nobody else."""
        common = COMMON[client]
        payload = {**_placed(common, self.project), "hook_event_name": native, **_placed(fields, self.project)}
        done = run(self.active, payload, native=native, client=client, cwd=self.project)
        document = json.loads(done.stdout) if done.stdout else {}
        assert done.returncode in (0, 2), done.stderr
        assert isinstance(document, dict)
        return {**document, "exit": done.returncode, "stderr": done.stderr.decode()}


COMMON: dict[str, dict[str, Any]] = {
    "cursor": {
        "conversation_id": "c1",
        "generation_id": "g1",
        "model": "m",
        "cursor_version": "3.15.6",
        "workspace_roots": ["{project}"],
        "user_email": None,
        "transcript_path": None,
    },
    "claude-code": {
        "session_id": "s1",
        "transcript_path": "/home/dev/t.jsonl",
        "cwd": "{project}",
        "permission_mode": "default",
    },
}


def _placed(value: Any, project: Path) -> Any:
    """Values with the project's folder in them."""
    if isinstance(value, str):
        return value.replace("{project}", str(project))
    if isinstance(value, dict):
        return {key: _placed(inner, project) for key, inner in value.items()}
    return [_placed(inner, project) for inner in value] if isinstance(value, list) else value


def policies() -> dict[str, str]:
    """Every policy of the pages by id, with the name of its page."""
    return {
        named["id"]: page.name for page in PAGES for body in blocks(page, "yaml") for named in METADATA.finditer(body)
    }


def blocks(page: Path, language: str) -> list[str]:
    found = FENCE.finditer(page.read_text("utf-8"))
    return [block["body"] for block in found if block["language"] == language]


def install(name: str, folder: Path) -> Installed:
    """A page, ready for events."""
    (page,) = [page for page in PAGES if page.name == name]
    programs, project, sources = folder / "bin", folder / "project", folder / "policies"
    for made in (programs, project, sources):
        made.mkdir()
    for body in blocks(page, "sh"):
        for named in PROGRAM.finditer(body):
            script = programs / named["name"]
            script.write_text(body.replace(PROGRAMS, str(programs)))
            script.chmod(0o700)
    for number, body in enumerate(blocks(page, "yaml")):
        (sources / f"{number}.yaml").write_text(body.replace(PROGRAMS, str(programs)))
    compiled = compile_policies([str(sources)])
    return Installed(activate(folder / "state", [compiled], options=compiled.options), programs, project)
