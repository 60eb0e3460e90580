"""Options and operands whose value is run: shell text, programs, code with commands in it, config keys."""

from __future__ import annotations

from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.commands import base_name, make_command
from policyhooks.shell.walk.wrappers import run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

READ_LANGUAGES = frozenset(("python", "javascript", "ruby", "perl", "php", "lua", "r", "applescript"))
CODE_WITH_COMMANDS = READ_LANGUAGES | {"sed", "awk", "vim", "ed", "elisp", "sql", "gdb", "tcl"}
MORE = -2  # further arguments come that nobody knows
SOCAT_COMMANDS = ("exec:", "system:", "shell:")


def run_role(
    reader: Reader, parsed: Parsed, role: str, word: Word, option: str, state: State, inner: Context, via: str
) -> None:
    """One option value or operand that may be run."""
    entry = parsed.entry
    if not option and parsed.is_shell and parsed.has("-c"):
        option = "-c"
    label = f"{via} {option}".strip()
    kind, _, detail = role.partition(":")
    if kind == "argv":
        start, _, stop = detail.partition(":")
        words = place_found(parsed, parsed.words[int(start) : int(stop)])
        if words:
            make_command(reader, words, state.child(), inner.but(via=(*inner.via, label), conditional=True))
    elif kind == "sql":
        run_code(reader, "sql", word, state, inner, label)
    elif kind == "code":
        run_language(reader, parsed, detail or entry.get("lang", ""), word, state, inner, label)
    elif kind == "perluse":
        if ";" in word.text or "(" in word.text or word.dynamic:
            run_code(reader, "perl", Word(f"use {word.text};", word.dynamic), state, inner, label)
    elif kind == "config":
        run_config(reader, parsed, word, state, inner, label)
    elif kind == "configvalue":
        key = next((other.text for name, other, _ in parsed.roles if name == "configkey"), "")
        run_config(reader, parsed, Word(f"{key}={word.text}", word.dynamic), state, inner, label)
    else:
        text = text_of(role, word, option)
        if text is not None and text.text:
            run_text(reader, text, "bash", state.child(), inner, label)


def run_language(
    reader: Reader, parsed: Parsed, lang: str, word: Word, state: State, inner: Context, label: str
) -> None:
    """Code of a shell or of a language that can start commands."""
    if lang in SHELL_LANGUAGES:
        child = state.child()
        if parsed.is_shell and inner.appended != MORE:
            child.positional = positional(parsed, word)
        run_text(reader, word, SHELL_LANGUAGES[lang], child, inner, label)
    elif parsed.is_shell:
        reader.problem("unsupported_shell")
    elif lang in CODE_WITH_COMMANDS:
        run_code(reader, lang, word, state, inner, label)


def positional(parsed: Parsed, code: Word) -> list[Word] | None:
    """`sh -c CODE NAME ARGUMENT...`: the code's `$1` and so on, where they are certain."""
    words = parsed.operands
    at = next((number for number, word in enumerate(words) if word is code), None)
    return None if at is None or any(word.splits for word in words) else words[at + 2 :]


def text_of(role: str, word: Word, option: str) -> Word | None:
    """The shell text in a value, by its role."""
    text = word.text
    if role == "program" or role == "command":
        return word.part(1) if option == "+" and text.startswith("!") else word  # less +!command
    if role.startswith("command@"):
        prefix = role[8:]
        return word.part(len(prefix)) if text.startswith(prefix) else None
    if role == "outcmd":
        return word.part(1) if text[:1] in ("|", "!") else None
    if role == "commas":
        return Word(" ".join(quoted(part) for part in text.split(",")), word.dynamic)
    if role == "gitremote":
        return Word(text[5:].replace("% ", "\\ "), word.dynamic) if text.startswith("ext::") else None
    if role == "socat":
        inner = text.partition(":")[2].partition(",")[0]
        return Word(inner, word.dynamic) if text.lower().startswith(SOCAT_COMMANDS) else None
    if role == "rustcflag":
        return word.part(7) if text.startswith("linker=") else None
    return None


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def place_found(parsed: Parsed, words: list[Word]) -> list[Word]:
    """find puts what it found for `{}`: names below its roots. In a longer word it is unknown text."""
    appends = parsed.has("--exec|--exec-batch") and words  # fd adds what it found where no mark stands
    if not any("{" in word.text for word in words) and not appends:
        return words
    from policyhooks.shell.walk.listed_paths import exec_paths
    from policyhooks.shell.walk.special.xargs import is_path_with

    found = exec_paths(parsed)
    if not any("{" in word.text for word in words):
        return [*words, *found]
    placed: list[Word] = []
    for word in words:
        if word.text == "{}":
            placed += found
        elif is_path_with(word.text, "{}") and len(found) == 1:
            placed.append(Word(word.text.replace("{}", found[0].text), found[0].dynamic, True))
        elif "{}" in word.text or word.text in ("{.}", "{/}", "{//}", "{/.}"):
            placed.append(Word(word.text, dynamic=True))
        else:
            placed.append(word)
    return placed


def run_code(reader: Reader, lang: str, word: Word, state: State, inner: Context, label: str) -> None:
    """Commands that code in another language starts, as far as they are written out."""
    if lang in READ_LANGUAGES:
        from policyhooks.shell.walk.code_commands import run_deeds

        run_deeds(reader, lang, word, state, inner, label)
        return
    from policyhooks.shell.inline.little.scripts import read_script

    found = read_script(lang, word)
    for text, stdin in found.commands:
        run_text(reader, Word(text), "sh", state.child(), inner.but(stdin=stdin), label)
    if found.unknown:
        reader.problem("dynamic_code")


def run_config(reader: Reader, parsed: Parsed, word: Word, state: State, inner: Context, label: str) -> None:
    """`git -c key=value`: keys whose value is run."""
    keys = parsed.entry.get("config") or top_config(base_name(parsed.words[0].text))
    mark = "=" if "=" in word.text else " "  # `-o 'ProxyCommand x'`
    key, _, value = word.text.partition(mark)
    key = key.strip().lower()
    for pattern, role in keys.items():
        head, star, tail = pattern.partition("*")
        if pattern == key or (star and key.startswith(head) and key.endswith(tail)):
            if role == "command!" and not value.startswith("!"):
                return
            text = word.part(len(word.text) - len(value.removeprefix("!")))
            if role == "program" and text.text[:1] in ("'", '"', "["):
                text = unquoted(text)
            if role in ("command", "command!", "program") and text.text:
                run_text(reader, text, "bash", state.child(), inner, f"{label} {key}")
            return


def unquoted(word: Word) -> Word:
    """A value of a TOML file: a string, which is split at blanks, or an array of strings."""
    from policyhooks.shell.inline.little.editors import strings_in

    values = strings_in(word.text)
    text = " ".join(quoted(value) for value in values) if word.text[0] == "[" else " ".join(values)
    return Word(text, word.dynamic, ids=word.ids)


def top_config(name: str) -> dict[str, str]:
    from policyhooks.shell.programs.lookup import describe

    keys: dict[str, str] = describe(name).get("config", {})
    return keys
