"""Policies whose denies a person can lift, installed, and tickets lifted as `approve` does it."""

import json
from pathlib import Path

from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.image.activation import Activation, activate
from policyhooks.installation.approving import Open, approve, open_tickets
from tests.support.hooks import payload, records, run, verdict

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.lifts, title: Lifts, owner: a@b.example}
rules:
"""
MESSAGE = "message: {user: No., agent: Do something else.}"
RULES = f"""\
  - id: publish
    match: {{commands: [npm publish]}}
    effect: deny
    lift: {{by: user, for: 15m}}
    {MESSAGE}
  - id: twice
    match: {{commands: [helm]}}
    effect: deny
    lift: {{by: user, for: 10m, uses: 2, dynamic: true}}
    {MESSAGE}
  - id: deploy
    match: {{commands: [bash, deploy.sh]}}
    effect: deny
    lift: {{by: user}}
    {MESSAGE}
  - id: hard
    match: {{commands: [mkfs]}}
    effect: deny
    {MESSAGE}
  - id: notes
    match: {{events: [file.write], paths: ["**/locked/**"]}}
    effect: deny
    lift: {{by: user}}
    {MESSAGE}
  - id: calls
    match: {{mcp: ["gh/merge"]}}
    effect: deny
    lift: {{by: user}}
    {MESSAGE}
"""


def compiled(folder: Path, rules: str = RULES) -> Compiled:
    path = folder / "acme.lifts.yaml"
    path.write_text(HEAD + rules)
    return compile_policies([str(path)])


def installed(folder: Path, rules: str = RULES) -> Activation:
    return activate(folder / "state", [compiled(folder, rules)])


def shell(command: str, use: str = "t1", **changes: object) -> dict[str, object]:
    """A command of Claude Code."""
    return payload(tool_name="Bash", tool_input={"command": command}, tool_use_id=use, **changes)


def said(active: Activation, event: dict[str, object], **changes: object) -> str:
    return verdict(run(active, event, **changes))  # type: ignore[arg-type]


def answer(active: Activation, event: dict[str, object]) -> str:
    """The whole answer as text."""
    return json.dumps(json.loads(run(active, event).stdout))


def lift(active: Activation, position: int = -1) -> Open:
    """What a person does in a terminal, without the terminal: the latest ticket is lifted."""
    one = sorted(open_tickets(active.state), key=lambda found: found.at)[position]
    approve(active.state, one, who="dana", reason="a release")
    return one


def lifts_told(active: Activation) -> list[object]:
    return [record["lift"] for record in records(active) if "lift" in record]


def encoded(event: dict[str, object]) -> bytes:
    return json.dumps(event).encode()
