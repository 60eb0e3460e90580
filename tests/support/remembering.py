"""Policies that remember something, installed, and the events of their sessions."""

import json
from pathlib import Path

from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.core.program import source_loader
from policyhooks.image.activation import Activation, activate
from policyhooks.runtime.engine.selection import LoadedProgram, open_program

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {{id: {id}, title: Memory, owner: a@b.example}}
memory:
{memory}
rules:
{rules}
"""
MESSAGE = "message: {user: No., agent: Do something else.}"
MEMORY = """\
  secret: {flag: true, events: [file.read], when: '"credential" in file.path.tags'}
  pushes: {count: 1, events: [shell.before], when: 'shell.commands.exists(c, c.name == "git" && c.sub == "push")'}
  edited: {set: file.path.norm, events: [file.edited], most: 3}
  tested:
    latest: event.time
    events: [shell.after]
    when: 'shell.commands.exists(c, c.name == "pytest")'
    relaxes: true
  web: {label: web, events: [web.before]}
  servers: {set: mcp.server, events: [mcp.after], relaxes: true}
  denials: {count: 1, events: [shell.before], denied: true}
"""
RULES = f"""\
  - id: egress
    match: {{events: [shell.before]}}
    when: memory.secret.set && shell.hosts.size() > 0
    effect: deny
    {MESSAGE}
  - id: pushes
    match: {{commands: [git push]}}
    when: memory.pushes.count > 2
    effect: deny
    {MESSAGE}
  - id: labelled
    match: {{commands: [npm publish]}}
    when: memory.web.set
    effect: deny
    {MESSAGE}
  - id: stop
    match: {{events: [agent.stop]}}
    when: memory.edited.size > 0 && memory.tested.at < memory.edited.at
    effect: followup
    followup: {{text: Run the tests., limit: 5}}
  - id: new-server
    match: {{events: [mcp.before]}}
    when: '!memory.servers.contains(mcp.server)'
    effect: ask
    {MESSAGE}
  - id: persistent
    match: {{commands: [ls]}}
    when: memory.denials.count >= 2
    effect: deny
    {MESSAGE}
"""


def policy(folder: Path, memory: str = MEMORY, rules: str = RULES, name: str = "acme.past") -> Path:
    """A policy file."""
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(id=name, memory=memory, rules=rules))
    return path


def compiled(folder: Path, memory: str = MEMORY, rules: str = RULES) -> Compiled:
    return compile_policies([str(policy(folder, memory, rules))])


def program(folder: Path, memory: str = MEMORY, rules: str = RULES, rank: int = 1) -> LoadedProgram:
    return open_program(source_loader(compiled(folder, memory, rules).modules), rank)


def installed(folder: Path, memory: str = MEMORY, rules: str = RULES) -> Activation:
    return activate(folder / "state", [compiled(folder, memory, rules)])


def event(native: str = "PreToolUse", session: str = "s1", use: str = "t1", **fields: object) -> dict[str, object]:
    """A payload of Claude Code."""
    return {
        "session_id": session,
        "transcript_path": "/home/dev/t.jsonl",
        "cwd": "/home/dev/project",
        "permission_mode": "default",
        "hook_event_name": native,
        "tool_use_id": use,
        **fields,
    }


def shell(command: str, native: str = "PreToolUse", **fields: object) -> dict[str, object]:
    done: dict[str, object] = {"tool_response": {"stdout": "", "stderr": ""}} if native == "PostToolUse" else {}
    return event(native, tool_name="Bash", tool_input={"command": command}, **done, **fields)


def edit(path: str, **fields: object) -> dict[str, object]:
    """A file that was written."""
    given = {"file_path": path, "content": "x"}
    return event("PostToolUse", tool_name="Write", tool_input=given, tool_response={}, **fields)


def mcp(native: str = "PreToolUse", server: str = "gh", **fields: object) -> dict[str, object]:
    done: dict[str, object] = {"tool_response": {}} if native == "PostToolUse" else {}
    return event(native, tool_name=f"mcp__{server}__get", tool_input={}, **done, **fields)


def fetch(url: str = "https://x.example", **fields: object) -> dict[str, object]:
    return event(tool_name="WebFetch", tool_input={"url": url, "prompt": "x"}, **fields)


def stop(**fields: object) -> dict[str, object]:
    return event("Stop", stop_hook_active=False, **fields)


def encoded(payload: dict[str, object]) -> bytes:
    return json.dumps(payload).encode()
