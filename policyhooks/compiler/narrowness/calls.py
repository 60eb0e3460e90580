"""Calls of other tools that nobody means to allow: secret and protected files, MCP tools that change, look-alike hosts.

They are made from the rule's own words, so that they fit the rest of its condition. Tables are written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from policyhooks.clients.subject import Subject
from policyhooks.compiler.narrowness.clues import Clues
from policyhooks.compiler.narrowness.commands import is_host, is_word
from policyhooks.compiler.narrowness.wish import Wish
from policyhooks.shell.view.hosts import read_url

WORKSPACE_ONLY = 'file.path.tags.all(t, t == "workspace")'
MOST_FOLDERS = 12
ANY_SERVER = "any-server"

SECRET_FILES = (
    "/home/dev/.ssh/id_rsa",
    "/home/dev/.aws/credentials",
    "/w/project/.env",
    "/w/project/config/.env.production",
    "/home/dev/.netrc",
    "/etc/shadow",
    "/w/project/../../home/dev/.ssh/id_rsa",
)
PROTECTED_FILES = (
    "/home/dev/.bashrc",
    "/home/dev/.ssh/authorized_keys",
    "/etc/sudoers",
    "/usr/bin/ls",
    "/w/project/.git/hooks/pre-commit",
    "/w/project/.git/config",
    "/w/project/.claude/settings.json",
    "/w/project/.cursor/hooks.json",
    "/w/project/.github/workflows/ci.yml",
    "/w/project/.env",
    "/w/project/../../home/dev/.bashrc",
)
# What may lie in a folder that a rule names.
SECRET_NAMES = (".env", "id_rsa", "../../../../../../home/dev/.ssh/id_rsa")
PROTECTED_NAMES = (".env", ".git/hooks/pre-commit", "../../../../../../home/dev/.bashrc")
# Folders of secrets and of start-up files, for rules that look at the end of a path only.
SECRET_FOLDERS = ("/home/dev/.ssh", "/home/dev/.aws")
PROTECTED_FOLDERS = ("/w/project/.git/hooks", "/home/dev/.config/autostart", "/etc/cron.d")

CHANGING_VERBS = frozenset((
    "add", "apply", "approve", "archive", "assign", "cancel", "clear", "close", "commit", "copy", "create", "delete",
    "deploy", "destroy", "disable", "drop", "edit", "enable", "eval", "exec", "execute", "fork", "grant", "import",
    "insert", "install", "invite", "kill", "merge", "modify", "move", "patch", "post", "publish", "push", "put",
    "remove", "rename", "replace", "reset", "restart", "restore", "revoke", "run", "save", "send", "set", "share",
    "start", "stop", "submit", "transfer", "truncate", "update", "upload", "upsert", "write",
))  # fmt: skip
CHANGING_TOOLS = (
    "delete_file", "write_file", "create_issue", "update_record", "send_message", "push_files", "execute_command",
    "merge_pull_request", "deleteEverything",
)  # fmt: skip
FILE_TOOLS = ("read_file", "read_text_file", "read_multiple_files")
SQL_TOOLS = ("query", "sql", "execute_sql", "run_query", "execute_query", "read_query")
SQL_KEYS = ("sql", "query")
READING_SQL = "select 1"
CHANGING_SQL = (
    "drop table users",
    "select 1; drop table users",
    "with gone as (delete from users returning id) select id from gone",
)


def plain_calls(kind: str, clues: Clues) -> Iterator[Subject]:
    """Ordinary calls that a rule may allow, to see that it can fire at all."""
    if kind in ("file.read", "tab.read", "file.write"):
        paths = [*map(example_path, clues.matched.get("paths", ())), *clues.all_texts, "/w/project/README.md"]
        yield from (Subject(kind, path=path, content="x") for path in dict.fromkeys(paths) if path)
        for text in clues.texts:
            yield Subject(kind, path=f"/w/project/x{text}", content="x")
            yield Subject(kind, path=f"{text.rstrip('/')}/x", content="x")
    elif kind == "mcp.before":
        for server, tool in pairs(clues):
            yield Subject(kind, server=server, tool=tool)
            if tool in SQL_TOOLS:
                yield from (Subject(kind, server=server, tool=tool, arguments={key: READING_SQL}) for key in SQL_KEYS)
    elif kind == "web.before":
        for host in hosts(clues):
            yield Subject(kind, url=f"https://{host}/")
        yield from (Subject(kind, url=text) for text in clues.all_texts if "://" in text)
    elif kind == "tool.before":
        yield from (Subject(kind, tool_name=name) for name in tool_names(clues))


def wide_calls(kind: str, clues: Clues) -> Iterator[Wish]:
    """Calls that nobody means to allow."""
    if kind in ("file.read", "tab.read"):
        for path in (*SECRET_FILES, *inside(clues, SECRET_NAMES, SECRET_FOLDERS)):
            yield Wish(Subject(kind, path=path), "reads a secret file", WORKSPACE_ONLY)
    elif kind == "file.write":
        for path in (*PROTECTED_FILES, *inside(clues, PROTECTED_NAMES, PROTECTED_FOLDERS)):
            yield Wish(Subject(kind, path=path, content="x"), "writes a protected file", WORKSPACE_ONLY)
    elif kind == "mcp.before":
        yield from wide_mcp(kind, clues)
    elif kind == "web.before":
        for url, does in wide_urls(clues):
            yield Wish(Subject(kind, url=url), does, 'web.host.name == "..."')


def inside(clues: Clues, names: tuple[str, ...], folders: tuple[str, ...]) -> Iterator[str]:
    """Files in the folders that a rule names, and with the endings that it names."""
    places = [example_path(text).removesuffix("/x") for text in clues.matched.get("paths", ()) if text.endswith("**")]
    places += [text for text in clues.all_texts if "/" in text and "://" not in text]
    for place in places[:MOST_FOLDERS]:
        yield from (f"{place.rstrip('/')}/{name}" for name in names)
    endings = [text.rpartition("*")[2] for text in clues.matched.get("paths", ()) if text.startswith(("**", "/**"))]
    endings += [text for text in clues.texts if is_word(text) and "/" not in text]
    for ending in dict.fromkeys(endings[:MOST_FOLDERS]):
        if ending:
            yield from (f"{folder}/x{ending}" for folder in folders)


def example_path(pattern: str) -> str:
    """A path that fits a path matcher."""
    text = pattern.replace("**", "x").replace("*", "x").replace("?", "x")
    if text.startswith("~"):
        return "/home/dev" + text[1:]
    return text if text.startswith("/") else f"/w/project/{text.removeprefix('./')}"


def pairs(clues: Clues) -> dict[tuple[str, str], None]:
    """Servers and tools that a rule may mean: those of its matchers, then each of its words as either."""
    found: dict[tuple[str, str], None] = {}
    for text in clues.matched.get("mcp", ()):
        server, _, tool = text.partition("/")
        found[server.replace("*", "x"), tool.replace("*", "x")] = None
    words = [text for text in clues.texts if is_word(text)][:10]
    # Of a beginning, something must follow.
    tools = [word if word[-1].isalnum() else f"{word}x" for word in words]
    servers = dict.fromkeys([*(server for server, _ in found), ANY_SERVER, *(word.strip("_-") for word in words)])
    more = [(server, tool) for server in [*servers][:10] if server for tool in [*tools, "x"]]
    return {**found, **dict.fromkeys(more)}


def wide_mcp(kind: str, clues: Clues) -> Iterator[Wish]:
    """Tools that change something, by their name or by what they are given."""
    known = list(pairs(clues))
    named = [tool for _, tool in known if changes(tool)]
    globs = [text.partition("/")[2] for text in clues.matched.get("mcp", ())]
    named += [f"delete{text[1:]}" for text in globs if text.startswith("*") and len(text) > 1]
    for server in dict.fromkeys(server for server, _ in known):
        for tool in dict.fromkeys([*named, *CHANGING_TOOLS]):
            call = Subject(kind, server=server, tool=tool, arguments={"name": "x", "text": "x"})
            yield Wish(call, "changes or sends something", "a list of tools that only read")
    for server, tool in known:
        for does, arguments in given(server, tool):
            yield Wish(
                Subject(kind, server=server, tool=tool, arguments=arguments), does, "a condition on mcp.arguments"
            )


def given(server: str, tool: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Arguments with which a tool that may read does more."""
    if tool in FILE_TOOLS or server in ("filesystem", "fs"):
        yield "reads a secret file", {"path": "/home/dev/.ssh/id_rsa"}
    if tool in SQL_TOOLS:
        for text in CHANGING_SQL:
            yield from (("changes a database", {key: text}) for key in SQL_KEYS)


def changes(tool: str) -> bool:
    """Whether a tool's name begins with a verb that changes something."""
    word = ""
    for char in tool:
        if char in "_-. " or (word and char.isupper()):
            break
        word += char.lower()
    return word in CHANGING_VERBS


def hosts(clues: Clues) -> list[str]:
    """Names of hosts that a rule may mean."""
    found = [text.replace("*", "x") for text in clues.matched.get("hosts", ())]
    found += [host_in(text) for text in clues.all_texts]
    return [host for host in dict.fromkeys(found) if is_host(host)]


def host_in(text: str) -> str:
    rest = text.partition("://")[2] or text
    return rest.partition("/")[0].strip(".")


def wide_urls(clues: Clues) -> Iterator[tuple[str, str]]:
    """Addresses of another host, some of which look like one that the rule names."""
    yield "https://evil.example/?data=x", "sends to any host"
    alike = [f"{text}{mark}evil.example/" for text in clues.all_texts if "://" in text for mark in (".", "@")]
    for host in hosts(clues):
        alike += [f"https://{host}.evil.example/", f"https://{host}@evil.example/", f"https://evil.example/{host}"]
        alike.append(f"https://evil.example/?data=https://{host}/")
    # A host below one that the rule names belongs to its owner.
    domains = tuple(f".{host}" for host in (*hosts(clues), *(text.strip(".") for text in clues.texts)) if host)
    for text in clues.all_texts:
        other = f"evil{host_in(text)}"
        if is_host(host_in(text)) and not text.startswith("*") and not other.endswith(domains):
            alike.append(f"https://{other}/")
    alike += [f"https://{text}.evil.example/" for text in clues.texts if is_word(text) and text.isalnum()]
    for url in dict.fromkeys(alike):
        if "evil" in read_url(url)[1].name:
            yield url, "reaches a host that only looks alike"


def tool_names(clues: Clues) -> list[str]:
    """Names of tools that a rule may mean."""
    return [name for name in dict.fromkeys([*clues.matched.get("tools", ()), *clues.texts]) if is_word(name)]
