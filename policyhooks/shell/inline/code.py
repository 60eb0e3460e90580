"""shell.inline_code: code given to interpreters in words or on standard input, and what it imports, calls and does.

Languages with a table in data/languages are read call by call; the others, and code that cannot be read, by a scan of
strings and names that errs on the side of more.
"""

from __future__ import annotations

from policyhooks.core.records import Code
from policyhooks.shell.ceilings import gather, reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.inline.effects import Deeds
    from policyhooks.shell.inline.tree import Program, Text
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command

NAMES = {"node": "javascript", "js": "javascript"}
READ = frozenset(("python", "javascript", "ruby", "perl", "php", "lua", "r", "applescript"))
LINES = frozenset(("perl", "ruby", "applescript"))  # several pieces of code are lines of one program
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
MOST_KEPT = 16
LONGEST_PATH = 4096  # what Linux takes
_kept: dict[tuple[str, str, bool, tuple[Text, ...] | None], tuple[Deeds | None, tuple[str, ...]]] = {}


def code_of(view: View) -> list[Code]:
    return [code for command in view.reader.commands for code in command.codes]


def read_codes(command: Command) -> list[Code]:
    """The code of one command."""
    return [read_code(lang, word, command) for lang, word in sources(command)]


def sources(command: Command) -> list[tuple[str, Word]]:
    entry = command.parsed.entry
    own = entry.get("lang", "")
    found = []
    for role, word, _ in command.parsed.roles:
        kind, _, lang = role.partition(":")
        if kind == "code" or kind == "sql":
            found.append((lang or ("sql" if kind == "sql" else own), word))
    if command.stdin_code and command.stdin is not None and not command.parsed.is_shell:
        found.append((own, command.stdin))
    return joined([(NAMES.get(lang, lang), word) for lang, word in found if lang not in SHELL_LANGUAGES])


def joined(found: list[tuple[str, Word]]) -> list[tuple[str, Word]]:
    """`perl -e 'a' -e 'b'`: the lines of one program."""
    if len(found) < 2 or found[0][0] not in LINES or any(lang != found[0][0] for lang, _ in found):
        return found
    text = "\n".join(word.text for _, word in found)
    return [(found[0][0], Word(text, any(word.dynamic for _, word in found)))]


def program_of(lang: str, text: str) -> Program:
    if lang == "python":
        from policyhooks.shell.inline.python import program_of as read_python

        return read_python(text)
    if lang == "applescript" and "doShellScript" in text:
        lang = "javascript"  # osascript -l JavaScript
    from policyhooks.shell.inline.parser import program_of as read_other

    return read_other(lang, text)


def deeds(lang: str, word: Word, command: Command | None) -> Deeds | None:
    """What the code does; None where its language is not read, or the text is none of it."""
    if lang not in READ:
        return None
    argv = arguments_of(word, command) if command is not None else None
    key = (lang, word.text, word.dynamic, argv)
    if key not in _kept:
        found = gather(read_deeds, key)
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = found
    done, reached = _kept[key]
    for problem in reached:
        reach(problem)
    return done


def read_deeds(key: tuple[str, str, bool, tuple[Text, ...] | None]) -> Deeds | None:
    from policyhooks.shell.inline.effects import deeds_of

    lang, text, dynamic, argv = key
    program = program_of(lang, text)
    return deeds_of(lang, program, unsure=dynamic, argv=argv) if program.parsed else None


def arguments_of(word: Word, command: Command) -> tuple[Text, ...] | None:
    """The words that the code gets as its arguments: those behind it, or behind the `-` that stands for it."""
    words = command.words
    for index, other in enumerate(words):
        if other is word or (command.stdin is word and index and other.text == "-"):
            return tuple((item.text, item.dynamic, item.glob) for item in words[index + 1 :])
    return None


def all_deeds(command: Command) -> list[Deeds]:
    found = [deeds(lang, word, command) for lang, word in sources(command)]
    return [item for item in found if item is not None]


def read_code(lang: str, word: Word, command: Command) -> Code:
    done = deeds(lang, word, command)
    if done is not None:
        understood, imports, calls, strings = done.understood, list(done.imports), list(done.calls), list(done.strings)
    else:
        from policyhooks.shell.inline.scan import analyse

        understood, imports, calls, strings = analyse(word.text)
        understood = understood and lang not in READ
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
    """The code opens connections, or names a module or function that does."""
    for lang, word in sources(command):
        done = deeds(lang, word, command)
        if done is not None:
            if done.talks:
                return True
            continue
        code = read_code(lang, word, command)
        for name in (*code.imports, *code.calls):
            folded = name.lower()
            if (
                folded in CONNECTING
                or folded.partition(".")[0] in CONNECTING
                or folded.rpartition(".")[2] in CONNECTING
            ):
                return True
    return False


def code_flows(command: Command, is_shell: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Code that runs what it has fetched or decoded, or that connects and opens a shell."""
    found = []
    for done in all_deeds(command):
        shell = any(is_shell(started.lone_program()) for started in done.commands)
        if "fetch" in done.runs or (done.fetches and (done.evaluates or shell)):
            found.append(("network", "exec"))
        if "decode" in done.runs or (done.decodes and done.evaluates):
            found.append(("decode", "exec"))
    return found


def evaluates(command: Command) -> bool:
    return any(done.evaluates for done in all_deeds(command))


def code_places(command: Command) -> list[Word]:
    """Addresses that the code connects to, and URLs among strings that no call explains."""
    found = []
    for lang, word in sources(command):
        done = deeds(lang, word, command)
        if done is not None:
            found += [Word(text, dynamic) for text, dynamic in done.places]
        texts = done.loose if done is not None else read_code(lang, word, command).strings
        found += [Word(text.strip(), word.dynamic) for text in texts if "://" in text and " " not in text.strip()]
    return found


def code_paths(command: Command) -> list[tuple[str, Word]]:
    """(op, path) of inline code: what its calls touch, and strings that look like paths where a call is not clear."""
    found = []
    for lang, word in sources(command):
        done = deeds(lang, word, command)
        if done is not None:
            found += [(op, Word(text, dynamic, glob)) for op, (text, dynamic, glob) in done.paths]
            ops = ["read", *sorted(done.hidden - {"read", "exec"})]
            texts = done.loose
        else:
            code = read_code(lang, word, command)
            ops, texts = guessed_ops(code), list(code.strings)
        found += [(op, Word(text)) for text in texts if looks_like_path(text) for op in ops]
    return found


def guessed_ops(code: Code) -> list[str]:
    last = [call.rpartition(".")[2].lower() for call in code.calls]
    ops = ["read"]
    if any(name.startswith(WRITING) for name in last):
        ops.append("write")
    if any(name in DELETING for name in last):
        ops.append("delete")
    return ops


def looks_like_path(text: str) -> bool:
    if not 1 < len(text) < LONGEST_PATH or "\n" in text or "://" in text or " " in text.strip():
        return False
    if text[0] in "/~" or "/" in text or (text[0] == "." and text[1] not in ". "):
        return True
    from policyhooks.shell.places import tag

    return bool(tag(text.lower()))
