"""Paths of commands and redirections, by the roles of words; without a table, words that look like paths."""

from __future__ import annotations

from policyhooks.core.records import PathRef, Redirect
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.view.paths import path_ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.redirections import Redirection

PATH_OPS = frozenset(("read", "use", "write", "append", "delete", "chmod", "link", "exec"))
OTHER_OPS = {
    "cwd": "read", "script": "exec", "reqfile": "read", "sendfile": "read", "mount": "write", "urlpath": "read",
    "gitremote": "read", "package": "read", "search": "read",
}  # fmt: skip
REDIRECT_OPS = {
    "<": "read", ">": "write", ">|": "write", ">!": "write", "&>": "write", "&>|": "write", ">>": "append",
    "&>>": "append", "<>": "write", ">&": "write", "<&": "", "<<": "", "<<-": "", "<<<": "",
}  # fmt: skip


def paths_of(command: Command) -> list[PathRef]:
    """Every path that the command names, with what it does to it; its redirections included."""
    found: list[PathRef] = []
    if "/" in command.program and not command.program_dynamic:
        add_program(command, found)
    for parsed in (*command.outer, command.parsed):
        if parsed.entry.get("kind") == "wrapper" and parsed is command.parsed and parsed.rest > 0:
            continue
        add_roles(command, parsed, found)
    if not command.parsed.entry and command.name != "?":
        add_guesses(command, found)
    if has_code(command):
        from policyhooks.shell.inline.code import code_paths

        for op, word in code_paths(command):
            add(command, word, op, found)
    for redirect in command.reading.redirects:
        if redirect.command_id == command.id:
            found += redirect_paths(command.reading, redirect)
    return found


def add_program(command: Command, found: list[PathRef]) -> None:
    """The program's own file, where it is one of ours: starting that is a deed on it."""
    own: list[PathRef] = []
    add(command, command.words[0], "exec", own)
    found += [path for path in own if "policy_engine" in path.tags]


def add_roles(command: Command, parsed: Parsed, found: list[PathRef]) -> None:
    places = directories(command, parsed)
    for role, word, option in parsed.roles:
        for op, text in role_paths(role, word.text, parsed):
            add(command, Word(text, word.dynamic, word.glob), op, found, () if option else places)
    touches = parsed.entry.get("touches")
    if touches:
        for condition, effect in touches.items():
            if parsed.has(condition):
                op, _, text = effect.partition(":")
                for name in url_names(parsed) if text == "$url" else [text]:
                    add(command, Word(name), op, found, places)
    links = [word for role, word, _ in parsed.roles if role == "link"]
    if links and parsed.has("-f|--force"):
        add(command, links[-1], "write", found)  # what stood there is gone


def url_names(parsed: Parsed) -> list[str]:
    """The file names that a download takes from its URLs."""
    names = []
    for role, word, _ in parsed.roles:
        if role == "url":
            path = word.text.partition("://")[2].partition("?")[0].partition("#")[0]
            names.append(path.rpartition("/")[2] or "index.html")
    return names


def role_paths(role: str, text: str, parsed: Parsed) -> list[tuple[str, str]]:
    """(op, path) of one word in its role."""
    role = role.removeprefix("tree:")
    if role in PATH_OPS:
        return [(role, text)] if text and text != "-" else []
    if role == "move":
        return [("read", text), ("delete", text)]
    if role in ("hostpath:read", "hostpath:write"):
        return [] if is_remote(text) else [(role.partition(":")[2], text)]
    if role == "upload":
        name, at, path = text.partition("@")  # `@file`, and `name@file` of --data-urlencode
        return [("read", path)] if at and path not in ("", "-") and "=" not in name and " " not in name else []
    if role == "form":
        value = text.partition("=")[2]
        return [("read", value[1:].partition(";")[0])] if value[:1] in ("@", "<") and value[1:2] != "-" else []
    if role == "url":
        return [("read", text)] if text.lower().startswith("file://") else []
    if role == "mount":
        source = mount_source(text)
        return [("write", source)] if source[:1] in ("/", ".", "~", "$") else []
    if role in ("gitremote", "package", "urlpath"):
        looks = "://" not in text and (role == "urlpath" or text[:1] in ("/", ".", "~"))
        return [("read", text)] if looks and text not in ("", "-") and not text.startswith("git+") else []
    if role == "blob":
        path = text.partition(":")[2]
        return [("read", path)] if path else []
    if role == "cookie":
        return [("read", text)] if "=" not in text else []
    if role.startswith("gitpaths:"):
        return [(role[9:], text)]
    if role == "outcmd":  # strace -o: a file, or a command after `|` or `!`
        return [] if text[:1] in ("|", "!") else [("write", text)]
    if role == "vimarg":
        return [("read", text), ("write", text)]
    if role in ("httpie", "socat"):
        return special_paths(role, text)
    op = OTHER_OPS.get(role)
    return [(op, text)] if op and text and text != "-" else []


def special_paths(role: str, text: str) -> list[tuple[str, str]]:
    """httpie items (`name@file`, `name:=@file`) and socat addresses (`OPEN:file`)."""
    if role == "httpie":
        before, at, path = text.partition("@")
        return [("read", path)] if at and "://" not in before else []
    kind, _, rest = text.partition(":")
    kind, path = kind.lower(), rest.partition(",")[0]
    if kind in ("open", "file", "gopen", "pipe", "unix-connect", "unix-listen"):
        return [("read", path), ("write", path)]
    return [("write", path)] if kind in ("create", "creat") else []


def mount_source(text: str) -> str:
    """`src:dst:ro` or `type=bind,source=src,target=dst`."""
    if "=" in text and "," in text:
        for field in text.split(","):
            key, _, value = field.partition("=")
            if key in ("source", "src"):
                return value
        return ""
    return text.split(":", 1)[0]


def is_remote(text: str) -> bool:
    """scp and rsync: a colon before the first slash names a host."""
    head, colon, _ = text.partition(":")
    return bool(colon) and "/" not in head and bool(head)


def directories(command: Command, parsed: Parsed) -> tuple[str, ...]:
    """Where operands lie when an option names the directory (`git -C`, `tar -C`); empty: where the shell is."""
    cwd = command.effective_cwd
    changed = False
    for role, word, _ in parsed.roles:
        if role == "cwd":
            cwd = "" if word.dynamic or word.glob else normalize(word.text, cwd)
            changed = True
    return (cwd,) if changed else ()


def add(command: Command, word: Word, op: str, found: list[PathRef], places: tuple[str, ...] = ()) -> None:
    settings = command.reading.settings
    for cwd in places or (command.effective_cwd, *command.maybe_cwds):
        found.append(
            path_ref(
                word.text,
                cwd=cwd,
                workspace=settings.workspace,
                home=settings.home,
                op=op,
                links=settings.links,
                dynamic=word.dynamic,
                glob=word.glob,
                made=command.made,
                guarded=settings.guarded,
            )
        )
        if word.text.startswith(("/", "~")):
            break


def add_guesses(command: Command, found: list[PathRef]) -> None:
    """An unknown program: words that look like paths are read."""
    for word in command.words[1:]:
        text = word.text
        offset = 0
        if text.startswith("-") and "=" in text:
            offset = text.index("=") + 1
            text = text[offset:]
        if "://" in text or text.startswith("-") or len(text) < 2:
            continue
        if "/" in text or text[0] in ".~":
            add(command, word.part(offset), "read", found)


def redirect_paths(reading: Reading, redirect: Redirection) -> list[PathRef]:
    settings, target = reading.settings, redirect.target
    word, places = target.word, target.places
    op = REDIRECT_OPS.get(target.op, "write")
    if not op or (target.op == ">&" and (word.text == "-" or word.text.rstrip("-").isdecimal())) or word.file:
        return []
    return [
        path_ref(
            word.text,
            cwd=cwd,
            workspace=settings.workspace,
            home=settings.home,
            op=op,
            links=settings.links,
            dynamic=word.dynamic,
            glob=word.glob,
            made=redirect.made,
            guarded=settings.guarded,
        )
        for cwd in (places[:1] if word.text.startswith(("/", "~")) else places)
    ]


def redirects_of(view: View) -> list[Redirect]:
    """shell.redirects."""
    found = []
    for redirect in view.reading.redirects:
        target = redirect.target
        paths = redirect_paths(view.reading, redirect)
        found.append(
            Redirect(
                op=target.op,
                fd=target.descriptor,
                path=paths[0] if paths else PathRef(),
                here_text=redirect.here_text,
                command_id=redirect.command_id,
            )
        )
    return found


def all_paths(view: View) -> list[PathRef]:
    """shell.paths: of every command, of redirections that belong to no command, of inline code."""
    found: list[PathRef] = []
    for command in view.reading.commands:
        found += command.all_paths
    for redirect in view.reading.redirects:
        if not redirect.command_id:
            found += redirect_paths(view.reading, redirect)
    return found
