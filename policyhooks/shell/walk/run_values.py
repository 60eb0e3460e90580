"""Options and operands whose value is run: shell text, programs, code with commands in it, config keys."""

from __future__ import annotations

from policyhooks.shell.expansion.parameter_values import give_arguments
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.inline.language_kinds import READ, WITH_COMMANDS
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES
from policyhooks.shell.walk.commands import base_name, make_command
from policyhooks.shell.walk.wrappers import run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

MORE = -2  # further arguments come that nobody knows
SOCAT_COMMANDS = ("exec:", "system:", "shell:")


def run_role(
    reader: Reader, parsed: Parsed, role: str, word: Word, option: str, state: State, inner: Context, via: str
) -> None:
    """One option value or operand that may be run."""
    runs = role_of(role).runs
    if not option and parsed.is_shell and parsed.has("-c"):
        option = "-c"
    label = f"{via} {option}".strip()
    if runs in RUNNERS:
        RUNNERS[runs](reader, parsed, role, word, state, inner, label)
    elif runs in SHELL_TEXTS:
        text = SHELL_TEXTS[runs](role, word, option)
        if text is not None and text.text:
            run_text(reader, text, "bash", state.child(), inner, label)


def run_argv(reader: Reader, parsed: Parsed, role: str, word: Word, state: State, inner: Context, label: str) -> None:
    """`find -exec rm {} ;`: the words from one place to another, which stand behind the role."""
    _, start, stop = role.split(":")
    words = place_found(parsed, parsed.words[int(start) : int(stop)])
    if words:
        make_command(reader, words, state.child(), inner.but(via=(*inner.via, label), conditional=True))


def run_sql(reader: Reader, parsed: Parsed, role: str, word: Word, state: State, inner: Context, label: str) -> None:
    run_code(reader, "sql", word, state, inner, label)


def run_own_code(
    reader: Reader, parsed: Parsed, role: str, word: Word, state: State, inner: Context, label: str
) -> None:
    """Code in the language of the role, or in that of the program."""
    lang = role.partition(":")[2] or parsed.entry.get("lang", "")
    if lang in SHELL_LANGUAGES:
        child = state.child()
        if parsed.is_shell and inner.appended != MORE:
            give_arguments(child, words_from(parsed, word)[1:])
        run_text(reader, word, SHELL_LANGUAGES[lang], child, inner, label)
    elif parsed.is_shell:
        reader.problem("unsupported_shell")
    elif lang in WITH_COMMANDS:
        run_code(reader, lang, word, state, inner, label)
    elif lang == "make":
        from policyhooks.shell.walk.special.make import run_makefile

        run_makefile(reader, word, state, inner, label)


def run_perl_use(
    reader: Reader, parsed: Parsed, role: str, word: Word, state: State, inner: Context, label: str
) -> None:
    if ";" in word.text or "(" in word.text or word.dynamic:
        run_code(reader, "perl", Word(f"use {word.text};", word.dynamic), state, inner, label)


def run_config_pair(
    reader: Reader, parsed: Parsed, role: str, word: Word, state: State, inner: Context, label: str
) -> None:
    run_config(reader, parsed, word, state, inner, label)


def run_config_value(
    reader: Reader, parsed: Parsed, role: str, word: Word, state: State, inner: Context, label: str
) -> None:
    """`git config KEY VALUE`: the key is another operand."""
    key = next((other.text for name, other, _ in parsed.roles if name == "configkey"), "")
    run_config(reader, parsed, Word(f"{key}={word.text}", word.dynamic), state, inner, label)


def words_from(parsed: Parsed, first: Word) -> list[Word]:
    """A word and all behind it: `sh -c CODE NAME --force` hands on what looks like an option too."""
    at = next((number for number, word in enumerate(parsed.words) if word is first), len(parsed.words))
    return parsed.words[at:]


def given_text(role: str, word: Word, option: str) -> Word | None:
    """The value itself; `command@exec=`: what stands behind that. `less +!command`."""
    start = role.partition("@")[2]
    if start:
        return word.part(len(start)) if word.text.startswith(start) else None
    return word.part(1) if option == "+" and word.text.startswith("!") else word


def after_mark(role: str, word: Word, option: str) -> Word | None:
    """strace -o: a command behind `|` or `!`."""
    return word.part(1) if word.text[:1] in ("|", "!") else None


def between_commas(role: str, word: Word, option: str) -> Word | None:
    return Word(" ".join(quoted(part) for part in word.text.split(",")), word.dynamic)


def after_ext(role: str, word: Word, option: str) -> Word | None:
    """A remote of git that is a command: `ext::command`, with blanks of an argument as `% `."""
    return Word(word.text[5:].replace("% ", "\\ "), word.dynamic) if word.text.startswith("ext::") else None


def socat_command(role: str, word: Word, option: str) -> Word | None:
    inner = word.text.partition(":")[2].partition(",")[0]
    return Word(inner, word.dynamic) if word.text.lower().startswith(SOCAT_COMMANDS) else None


def linker(role: str, word: Word, option: str) -> Word | None:
    return word.part(7) if word.text.startswith("linker=") else None


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
    if lang in READ:
        from policyhooks.shell.walk.code_commands import run_deeds

        run_deeds(reader, lang, word, state, inner, label)
        return
    from policyhooks.shell.expansion.streams import feed, text_stream
    from policyhooks.shell.inline.little.scripts import read_script

    found = read_script(lang, word)
    for text, stdin in found.commands:
        place = state.child() if stdin is None else feed(state.child(), text_stream(stdin))
        run_text(reader, Word(text), "sh", place, inner, label)
    if found.unknown:
        reader.problem("dynamic_code")


def run_config(reader: Reader, parsed: Parsed, word: Word, state: State, inner: Context, label: str) -> None:
    """`git -c key=value`: keys whose value is run."""
    keys = parsed.entry.get("config") or top_config(base_name(parsed.words[0].text))
    mark = "=" if "=" in word.text else " "  # `-o 'ProxyCommand x'`
    key, _, value = word.text.partition(mark)
    key = key.strip().lower()
    for pattern, meaning in keys.items():
        head, star, tail = pattern.partition("*")
        if pattern == key or (star and key.startswith(head) and key.endswith(tail)):
            if meaning == "command!" and not value.startswith("!"):
                return
            text = word.part(len(word.text) - len(value.removeprefix("!")))
            if meaning == "program" and text.text[:1] in ("'", '"', "["):
                text = unquoted(text)
            if role_of(meaning.removesuffix("!")).runs == "text" and text.text:
                run_text(reader, text, "bash", state.child(), inner, f"{label} {key}")
            return


def unquoted(word: Word) -> Word:
    """A value of a TOML file: a string, which is split at blanks, or an array of strings."""
    from policyhooks.shell.inline.scan import strings_in

    values = strings_in(word.text)
    text = " ".join(quoted(value) for value in values) if word.text[0] == "[" else " ".join(values)
    return Word(text, word.dynamic, ids=word.ids)


def top_config(name: str) -> dict[str, str]:
    from policyhooks.shell.programs.lookup import describe

    keys: dict[str, str] = describe(name).get("config", {})
    return keys


# Ways to run a word (`runs` in the table of roles): those that have a reading of their own ...
RUNNERS: dict[str, Callable[[Reader, Parsed, str, Word, State, Context, str], None]] = {
    "argv": run_argv,
    "code": run_own_code,
    "sql": run_sql,
    "perl_use": run_perl_use,
    "config": run_config_pair,
    "config_value": run_config_value,
}
# ... and those whose word holds shell text.
SHELL_TEXTS: dict[str, Callable[[str, Word, str], Word | None]] = {
    "text": given_text,
    "after_mark": after_mark,
    "commas": between_commas,
    "git_ext": after_ext,
    "socat": socat_command,
    "linker": linker,
}
