"""The questions that rules put about labelled events: as a hook would, in a workspace that each event describes.

It asks no model, and it knows nothing of labels.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from policyhooks.clients.facts import WORKSPACE
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.registry import CLIENTS, STANDARD
from policyhooks.clients.subject import Subject
from policyhooks.core.strict_json import parse
from policyhooks.core.values import but
from policyhooks.errors import UsageError
from policyhooks.inspect.rule_question import NotAsked, question_of
from policyhooks.inspect.session import Deciding
from policyhooks.runtime.ports.judging import JudgeRequest


class Workspaces:
    """Folders with a repository as events describe it, for the time of an evaluation. Use as a context manager."""

    def __init__(self, deciding: Deciding) -> None:
        self._deciding = deciding
        self._folder = Path(tempfile.mkdtemp(prefix="policyhooks-eval-"))

    def __enter__(self) -> Workspaces:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def question(self, row: Mapping[str, object], place: str) -> JudgeRequest | None:
        """What the row's rule asks; None where its match or condition does not hold. Raises UsageError."""
        client = str(row.get("client", STANDARD))
        if client not in CLIENTS:
            raise UsageError(f"{place}: there is no client `{client}`", f"one of {', '.join(CLIENTS)}")
        folder = self._repository(str(row.get("repository", "")), str(row.get("branch", "")))
        native, payload = _payload(row, client, folder, place)
        if "transcript" in row:
            payload = {**payload, "transcript_path": self._transcript(row["transcript"], place)}
        try:
            asked = question_of(self._deciding, client, native, payload, str(row["rule"]))
        except NotAsked:
            return None
        except UsageError as problem:
            raise UsageError(f"{place}: {problem}") from None
        # The folder is new in every run; what a model sees, and its recorded answer, must not be.
        return but(asked, input=_moved(asked.input, folder), cwd=WORKSPACE, session="", cache_s=0)

    def _repository(self, remote: str, branch: str) -> str:
        """A workspace whose repository has this remote and branch; the one that every test has where none is named."""
        if not remote and not branch:
            return WORKSPACE
        folder = self._folder / f"w{len(list(self._folder.iterdir()))}"
        git = folder / ".git"
        git.mkdir(parents=True)
        (git / "HEAD").write_text(f"ref: refs/heads/{branch or 'main'}\n", "utf-8")
        (git / "config").write_text(f'[remote "origin"]\n\turl = https://{remote}.git\n' if remote else "", "utf-8")
        return str(folder)

    def _transcript(self, messages: object, place: str) -> str:
        """A conversation in the client's file."""
        if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
            raise UsageError(f"{place}: transcript must be a list of {{role, text}}")
        lines = [
            {"type": one.get("role"), "message": {"role": one.get("role"), "content": one.get("text")}}
            for one in messages
        ]
        file = self._folder / f"t{len(list(self._folder.iterdir()))}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        return str(file)


def _payload(
    row: Mapping[str, object], client: str, folder: str, place: str
) -> tuple[str | None, Mapping[str, object]]:
    """The native event and payload of a row."""
    given = row.get("payload")
    if given is not None:
        if not isinstance(given, dict):
            raise UsageError(f"{place}: payload must be a client's own JSON object")
        native = row.get("native")
        return (native if isinstance(native, str) else None), {"cwd": folder, **given}
    try:
        native, payload = native_payload(client, _subject(row, place), native=str(row.get("native", "")), cwd=folder)
    except UsageError as problem:
        raise UsageError(f"{place}: {problem}") from None
    if "workspace_roots" in payload:
        payload = {**payload, "workspace_roots": [folder]}
    # As a client sends it: no values of ours.
    read = parse(json.dumps(payload))
    assert isinstance(read, dict)
    return native, read


def _subject(row: Mapping[str, object], place: str) -> Subject:
    for name, event, field in (
        ("shell", "shell.before", "command"),
        ("text", "prompt.submit", "text"),
        ("stop", "agent.stop", "last_message"),
    ):
        if name in row:
            return Subject(event, **{field: str(row[name])})  # type: ignore[arg-type]
    server, slash, tool = str(row.get("mcp", "")).partition("/")
    arguments = row.get("arguments", {})
    if not server or not slash or not tool or not isinstance(arguments, dict):
        raise UsageError(f"{place}: an MCP call is written `server/tool`, with an object as `arguments`")
    return Subject("mcp.before", server=server, tool=tool, arguments=arguments)


def _moved(value: object, folder: str) -> object:
    """A projection in which the workspace lies where it lies in every test."""
    if isinstance(value, str):
        return value.replace(folder, WORKSPACE)
    if isinstance(value, dict):
        return {key: _moved(inner, folder) for key, inner in value.items()}
    return [_moved(inner, folder) for inner in value] if isinstance(value, list | tuple) else value
