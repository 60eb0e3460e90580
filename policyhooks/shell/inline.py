"""shell.inline_code: code given to interpreters in words or on standard input, and what it imports, calls and names.

Python is read by its syntax tree; other languages by a scan of strings and names that errs on the side of more.
"""

from __future__ import annotations

from policyhooks.core.records import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.commands import Command
    from policyhooks.shell.state import Word
    from policyhooks.shell.view import View

NAMES = {"node": "javascript", "js": "javascript"}
SHELLS = frozenset(("bash", "posix", "sh", "zsh", "mksh", "shell"))
WRITING = (
    "write", "open", "append", "rename", "copy", "move", "symlink", "link", "chmod", "truncate", "mkdir", "put", "save",
    "dump", "spew", "create",
)  # fmt: skip
CONNECTING = frozenset(
    (
        "requests", "urllib", "http", "httpx", "aiohttp", "socket", "ftplib", "smtplib", "paramiko", "https", "net",
        "axios", "node-fetch", "got", "fetch", "xmlhttprequest", "websocket", "lwp", "io.socket", "net/http",
        "open-uri", "curl_init", "fsockopen", "file_get_contents", "curl_exec", "boto3", "dgram", "tls",
    )
)  # fmt: skip
WORD_LANGUAGES = frozenset(("lftp", "ftp", "sftp", "vim", "ed", "make"))
DELETING = ("remove", "unlink", "rmtree", "rmdir", "rm_rf", "rm_r", "rm", "delete", "rmsync", "rimraf")


def code_of(view: View) -> list[Code]:
    return [code for command in view.reader.commands for code in codes(command)]


def codes(command: Command) -> list[Code]:
    """The code of one command, computed once."""
    found: list[Code] | None = command.__dict__.get("codes")
    if found is None:
        found = [read_code(lang, word, command) for lang, word in sources(command)]
        command.__dict__["codes"] = found
    return found


def sources(command: Command) -> list[tuple[str, Word]]:
    entry = command.parsed.entry
    own = entry.get("lang", "")
    found = []
    for role, word, _ in command.parsed.roles:
        kind, _, lang = role.partition(":")
        if kind == "code" or kind == "sql":
            found.append((lang or ("sql" if kind == "sql" else own), word))
    if command.stdin_code and command.stdin is not None and entry.get("kind") != "shell":
        found.append((own, command.stdin))
    return [(NAMES.get(lang, lang), word) for lang, word in found if lang not in SHELLS]


def read_code(lang: str, word: Word, command: Command) -> Code:
    if lang == "python":
        from policyhooks.shell.pythoncode import analyse
    else:
        from policyhooks.shell.scan import analyse
    understood, imports, calls, strings = analyse(word.text)
    if lang in WORD_LANGUAGES:
        strings = word.text.split()
    return Code(
        lang=lang,
        text=word.text,
        dynamic=word.dynamic,
        understood=understood and not word.dynamic,
        imports=imports,
        calls=calls,
        strings=strings,
        command_id=command.id,
    )


def connects(command: Command) -> bool:
    """The code names a module or function that opens connections."""
    for code in codes(command):
        for name in (*code.imports, *code.calls):
            folded = name.lower()
            if (
                folded in CONNECTING
                or folded.partition(".")[0] in CONNECTING
                or folded.rpartition(".")[2] in CONNECTING
            ):
                return True
    return False


def code_paths(command: Command) -> list[tuple[str, str]]:
    """(op, path) for strings of inline code that look like paths; the operation by what the code calls."""
    found = []
    for code in codes(command):
        last = [call.rpartition(".")[2].lower() for call in code.calls]
        ops = ["read"]
        if any(name.startswith(WRITING) for name in last):
            ops.append("write")
        if any(name in DELETING for name in last):
            ops.append("delete")
        for text in code.strings:
            if looks_like_path(text):
                found += [(op, text) for op in ops]
    return found


def looks_like_path(text: str) -> bool:
    if not 1 < len(text) < 300 or "\n" in text or "://" in text or " " in text.strip():
        return False
    if text[0] in "/~" or "/" in text or (text[0] == "." and text[1] not in ". "):
        return True
    from policyhooks.shell.paths import tag

    return bool(tag(text.lower()))
