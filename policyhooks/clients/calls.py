"""A tool call in the words of the policy language: shell command, file, web page, MCP call, subagent.

Each client's table of tools says which input key means what; this module reads and rewrites by
such a table. It knows no client.

A tool is (canonical event, operation, ((part, "key|older key", required), ...)). Parts: command,
path, pattern, paths, content, added, removed, edits, patch, url, query, type, task, model, server.
"""

from __future__ import annotations

from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import (
    NO_COUNT,
    NO_FLAG,
    NO_TEXT,
    optional_count,
    optional_mapping,
    optional_text,
    told,
    told_count,
    told_text,
)
from policyhooks.core.event import Event
from policyhooks.core.records import Edit, File, Mcp, Subagent, Tool, Web
from policyhooks.core.shell_records import PathRef
from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Part = tuple[str, str, bool]
    ToolData = tuple[str, str, tuple[Part, ...]]

UNKNOWN: ToolData = ("tool.before", "", ())
AFTER = {"shell.before": "shell.after", "mcp.before": "mcp.after", "file.write": "file.edited"}

LISTS = ("paths", "edits")

# Which part of a call a rewritten field is.
_REWRITES = {
    "shell.command": "command",
    "file.path": "path",
    "file.content": "content",
    "web.url": "url",
    "web.query": "query",
    "subagent.type": "type",
    "subagent.task": "task",
    "subagent.model": "model",
}


def tool_record(
    payload: Mapping[str, object],
    name: str,
    values: Mapping[str, object],
    spec: ToolData,
    *,
    output: str = NO_TEXT,
    error: str = NO_TEXT,
    failure: str = NO_TEXT,
    interrupted: bool = NO_FLAG,
    agent_message: str = NO_TEXT,
) -> Tool:
    """The called tool, with what every payload of a call tells of it in the same words."""
    return told(
        Tool,
        name=name,
        input=values,
        use_id=told_text(payload, "tool_use_id"),
        output=output,
        error=error,
        failure=failure,
        interrupted=interrupted,
        duration_ms=told_count(payload, "duration_ms", "duration"),
        timeout=told_count(values, "timeout") if spec[0] == "shell.before" else NO_COUNT,
        agent_message=agent_message,
    )


def names_server(spec: ToolData, values: Mapping[str, object]) -> bool:
    """Whether a client's own tool for MCP resources is told which server to ask; its table has the keys."""
    return any(part == "server" and optional_text(values, *keys.split("|")) for part, keys, _ in spec[2])


def read_call(spec: ToolData, values: Mapping[str, object], tool: Tool) -> Event:
    """The parts of an event that a call fills: `tool`, and `command` or `file`, `files`, `web`, `subagent`, `mcp`."""
    canonical, operation, parts = spec
    texts, lists = _read_parts(parts, values)
    if "command" in texts:
        return Event(tool=tool, command=texts["command"], dialect=operation)
    if canonical in ("file.read", "file.write"):
        first, *more = _read_files(operation, texts, lists)
        return Event(tool=tool, file=first, files=more) if more else Event(tool=tool, file=first)
    if canonical == "web.before":
        return Event(tool=tool, web=Web(url=texts.get("url", ""), query=texts.get("query", "")))
    if canonical == "subagent.start":
        kind, task, model = [texts.get(part, NO_TEXT) for part in ("type", "task", "model")]
        return Event(tool=tool, subagent=told(Subagent, type=kind, task=task, model=model))
    if "server" in texts:
        server = texts["server"]
        call = Mcp(server=server, tool=operation, arguments=values, identity=f"{server}/{operation}")
        return Event(tool=tool, mcp=call)
    return Event(tool=tool)


def _read_parts(
    parts: Sequence[Part], values: Mapping[str, object]
) -> tuple[dict[str, str], dict[str, Sequence[object]]]:
    """The parts that are there: those that are texts, those that are lists."""
    texts: dict[str, str] = {}
    lists: dict[str, Sequence[object]] = {}
    for part, keys, required in parts:
        for key in keys.split("|"):
            value = values.get(key)
            if value is None:
                continue
            if part in LISTS:
                if type(value) is not list:
                    raise MalformedPayload(f"tool input {key}", "is not a list")
                lists[part] = value
            elif type(value) is str:
                texts[part] = value
            else:
                raise MalformedPayload(f"tool input {key}", "is not a string")
            break
        else:
            if required:
                raise MalformedPayload(f"tool input {keys.split('|')[0]}", "is missing")
    return texts, lists


def _read_files(operation: str, texts: Mapping[str, str], lists: Mapping[str, Sequence[object]]) -> list[File]:
    if "patch" in texts:
        from policyhooks.clients.patches import read_patch

        files = read_patch(texts["patch"])
    elif lists.get("paths"):
        one = [_searched(texts)] if "path" in texts else []
        files = [_file(str(path), operation, {}, None) for path in (*one, *lists["paths"])]
    else:
        files = [_file(_searched(texts), operation, texts, lists.get("edits"))]
    if not files:
        raise MalformedPayload("tool input", "names no file")
    return files


def _searched(texts: Mapping[str, str]) -> str:
    """The path, narrowed by a search's pattern; without a path a search looks at the folder it runs in."""
    path, pattern = texts.get("path", "."), texts.get("pattern", "")
    if not pattern or pattern.startswith(("/", "~")):
        return pattern or path
    return pattern if path == "." else f"{path.rstrip('/')}/{pattern}"


def _file(path: str, operation: str, texts: Mapping[str, str], edits: Sequence[object] | None) -> File:
    content = texts.get("content", NO_TEXT)
    if edits is not None:
        file = edited_file(path, operation, edits)
        return file if content is NO_TEXT else but(file, content=content)
    added, removed = texts.get("added", content), texts.get("removed", NO_TEXT)
    place = PathRef(raw=path, op=operation)
    return told(File, path=place, op=operation, via="tool", content=content, added=added, removed=removed)


def edited_file(path: str, operation: str, edits: Sequence[object]) -> File:
    """A file and the replacements in it: a list of {old_string, new_string}, some with their places."""
    found = [_edit(one) for one in edits]
    added, removed = "\n".join([edit.added for edit in found]), "\n".join([edit.removed for edit in found])
    place = PathRef(raw=path, op=operation)
    return File(path=place, op=operation, via="tool", added=added, removed=removed, edits=found)


def _edit(value: object) -> Edit:
    if type(value) is not dict:
        raise MalformedPayload("edits", "holds something that is not an object")
    place = optional_mapping(value, "range")
    return Edit(
        removed=optional_text(value, "old_string", "oldString"),
        added=optional_text(value, "new_string", "newString"),
        start_line=optional_count(place, "start_line_number", "startLineNumber"),
        start_column=optional_count(place, "start_column", "startColumn"),
        end_line=optional_count(place, "end_line_number", "endLineNumber"),
        end_column=optional_count(place, "end_column", "endColumn"),
        old_line=optional_text(value, "old_line"),
        new_line=optional_text(value, "new_line"),
    )


def mcp_call(server: str, tool: str, values: Mapping[str, object], command: str = "", url: str = "") -> Mcp:
    """An MCP call. Its identity is what really runs, the server's command or url, else its name; digested later."""
    return told(
        Mcp,
        tool=tool,
        arguments=values,
        server=server or NO_TEXT,
        command=command or NO_TEXT,
        url=url or NO_TEXT,
        identity=f"{command or url or server}/{tool}" if server else NO_TEXT,
    )


def rewrite_call(tool: ToolData, values: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """The whole tool input with the changed fields in it. `changes` maps dotted fields to values."""
    result = dict(values)
    for field, value in changes.items():
        if field in ("tool.input", "mcp.arguments") and isinstance(value, dict):
            result = dict(value)
        elif field.startswith(("tool.input.", "mcp.arguments.")):
            result[field.split(".", 2)[2]] = value
        else:
            result[_key(tool, field, values)] = value
    return result


def _key(tool: ToolData, field: str, values: Mapping[str, object]) -> str:
    part = _REWRITES.get(field)
    for name, keys, _ in tool[2]:
        if name == part:
            return next((key for key in keys.split("|") if key in values), keys.split("|")[0])
    raise CannotRewrite(f"this call has no `{field}` to rewrite")
