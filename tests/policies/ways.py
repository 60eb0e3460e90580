"""Every way in which an agent can change a file: what it would send, for a path, in the words of each client.

A way is a function from a path to a subject; a table of protected places is put through all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from policyhooks.clients.subject import Subject

Way = Callable[[str], Subject]


def _shell(template: str) -> Way:
    return lambda path: Subject(event="shell.before", command=template.replace("PATH", path))


def _tool(name: str, **values: object) -> Way:
    def way(path: str) -> Subject:
        told = {key: path if value == "PATH" else value for key, value in values.items()}
        return Subject(event="file.write", path=path, tool_name=name, tool_input=told)

    return way


def _mcp(tool: str, **arguments: str) -> Way:
    def way(path: str) -> Subject:
        told = {key: value.replace("PATH", path) for key, value in arguments.items()}
        return Subject(event="mcp.before", server="files", tool=tool, arguments=told)

    return way


FILE_TOOLS: Mapping[str, Way] = {
    "Write": _tool("Write", file_path="PATH", content="x"),
    "Edit": _tool("Edit", file_path="PATH", old_string="a", new_string="b"),
    "MultiEdit": _tool("MultiEdit", file_path="PATH", edits=[{"old_string": "a", "new_string": "b"}]),
    "NotebookEdit": _tool("NotebookEdit", notebook_path="PATH", new_source="x"),
}
SHELL: Mapping[str, Way] = {
    ">": _shell("echo x > PATH"),
    ">>": _shell("echo x >> PATH"),
    ">|": _shell("echo x >| PATH"),
    "heredoc": _shell("cat > PATH <<'E'\nx\nE"),
    "tee": _shell("echo x | tee PATH"),
    "tee -a": _shell("echo x | tee -a PATH"),
    "sudo tee -a": _shell("echo x | sudo tee -a PATH"),
    "cp": _shell("cp x PATH"),
    "mv": _shell("mv x PATH"),
    "install": _shell("install -m 644 x PATH"),
    "ln -sf": _shell("ln -sf x PATH"),
    "sed -i": _shell("sed -i s/a/b/ PATH"),
    "perl -pi": _shell("perl -pi -e s/a/b/ PATH"),
    "dd": _shell("dd if=x of=PATH"),
    "truncate": _shell("truncate -s 0 PATH"),
    "rm": _shell("rm -f PATH"),
    "chmod": _shell("chmod 666 PATH"),
    "curl -o": _shell("curl -o PATH https://example.com/x"),
    "wget -O": _shell("wget -O PATH https://example.com/x"),
    "python w": _shell('python3 -c \'open("PATH", "w").write("x")\''),
    "python a": _shell('python3 -c \'open("PATH", "a").write("x")\''),
    "python pathlib": _shell('python3 -c \'import pathlib; pathlib.Path("PATH").write_text("x")\''),
    "node": _shell('node -e \'require("fs").appendFileSync("PATH", "x")\''),
    "bash -c": _shell("bash -c 'echo x >> PATH'"),
    "variable": _shell('F=PATH; echo x >> "$F"'),
}
MCP: Mapping[str, Way] = {
    "write_file": _mcp("write_file", path="PATH", content="x"),
    "edit_file": _mcp("edit_file", path="PATH", edits="x"),
    "append": _mcp("append_to_file", path="PATH", text="x"),
    "run": _mcp("run", command="echo x >> PATH"),
}
WAYS: Mapping[str, Way] = {**FILE_TOOLS, **SHELL, **MCP}
# Where a client has no such tool, the way does not exist there.
MISSING = {"cursor": ("MultiEdit",)}
