"""A tool call in the words of the policy language: shell command, file, web page, MCP call, subagent.

Each client's table of tools says which input key means what; this module reads and rewrites by
such a table. It knows no client.

A tool is (canonical event, operation, ((part, "key|older key", required), ...)). Parts: command,
path, pattern, paths, content, added, removed, edits, patch, url, query, type, task, model, server.
"""

from __future__ import annotations

from policyhooks.clients.errors import CannotRewrite, MalformedPayload
from policyhooks.clients.fields import optional_text
from policyhooks.core.records import File, Mcp, PathRef, Subagent, Web

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Part = tuple[str, str, bool]
    ToolData = tuple[str, str, tuple[Part, ...]]

UNKNOWN: ToolData = ("tool.before", "", ())
AFTER = {"shell.before": "shell.after", "mcp.before": "mcp.after", "file.write": "file.edited"}

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


def read_call(tool: ToolData, values: Mapping[str, object]) -> dict[str, object]:
    """The Event fields of a call: `command`, or `file`, `files`, `web`, `subagent`, `mcp`."""
    canonical, operation, parts = tool
    found = {part: _part(part, keys, required, values) for part, keys, required in parts}
    found = {part: value for part, value in found.items() if value is not None}
    if "command" in found:
        return {"command": found["command"]}
    if canonical in ("file.read", "file.write"):
        return _read_files(operation, found)
    if canonical == "web.before":
        return {"web": Web(**{"url": "", "query": "", **found})}
    if canonical == "subagent.start":
        return {"subagent": Subagent(**found)}
    if "server" in found:
        server = str(found["server"])
        return {"mcp": Mcp(server=server, tool=operation, arguments=values, identity=f"{server}/{operation}")}
    return {}


def _part(part: str, keys: str, required: bool, values: Mapping[str, object]) -> object:
    for key in keys.split("|"):
        value = values.get(key)
        if value is None:
            continue
        if part in ("paths", "edits"):
            if type(value) is not list:
                raise MalformedPayload(f"tool input {key}", "is not a list")
        elif type(value) is not str:
            raise MalformedPayload(f"tool input {key}", "is not a string")
        return value
    if required:
        raise MalformedPayload(f"tool input {keys.split('|')[0]}", "is missing")
    return None


def _read_files(operation: str, found: Mapping[str, object]) -> dict[str, object]:
    if "patch" in found:
        from policyhooks.clients.patches import read_patch

        files = read_patch(str(found["patch"]))
    elif "paths" in found:
        files = [_file(str(path), operation, {}) for path in found["paths"]]  # type: ignore[attr-defined]  # a list by _part
    else:
        files = [_file(_searched(found), operation, found)]
    if not files:
        raise MalformedPayload("tool input", "names no file")
    return {"file": files[0], "files": files[1:]} if len(files) > 1 else {"file": files[0]}


def _searched(found: Mapping[str, object]) -> str:
    """The path, narrowed by a search's pattern; without a path a search looks at the folder it runs in."""
    path, pattern = str(found.get("path", ".")), str(found.get("pattern", ""))
    if not pattern or pattern.startswith(("/", "~")):
        return pattern or path
    return pattern if path == "." else f"{path.rstrip('/')}/{pattern}"


def _file(path: str, operation: str, found: Mapping[str, object]) -> File:
    fields: dict[str, object] = {"path": PathRef(raw=path, op=operation), "op": operation, "via": "tool"}
    for part in ("content", "added", "removed"):
        if part in found:
            fields[part] = found[part]
    if "edits" in found:
        fields.update(join_edits(found["edits"]))  # type: ignore[arg-type]  # a list by _part
    if "content" in fields and "added" not in fields:
        fields["added"] = fields["content"]
    return File(**fields)


def join_edits(edits: Sequence[object]) -> dict[str, object]:
    """`added` and `removed` of a list of {old_string, new_string}."""
    added: list[str] = []
    removed: list[str] = []
    for edit in edits:
        if type(edit) is not dict:
            raise MalformedPayload("edits", "holds something that is not an object")
        removed.append(optional_text(edit, "old_string", "oldString"))
        added.append(optional_text(edit, "new_string", "newString"))
    return {"added": "\n".join(added), "removed": "\n".join(removed)}


def mcp_call(server: str, tool: str, values: Mapping[str, object], command: str = "", url: str = "") -> Mcp:
    """An MCP call. Its identity is what really runs: the server's command or url, else its name."""
    fields: dict[str, object] = {"tool": tool, "arguments": values}
    told = {"server": server, "command": command, "url": url}
    fields.update({name: value for name, value in told.items() if value})
    if server:
        fields["identity"] = f"{command or url or server}/{tool}"
    return Mcp(**fields)


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
