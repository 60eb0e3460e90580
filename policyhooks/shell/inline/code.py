"""shell.inline_code: code given to interpreters in words or on standard input, and what it imports, calls and does.

Languages with a table in data/languages are read call by call; the others, and code that cannot be read, by a scan of
strings and names that errs on the side of more.
"""

from __future__ import annotations

from policyhooks.core.shell_records import Code
from policyhooks.shell.ceilings import gather, reach
from policyhooks.shell.expansion.file_text import FileText
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.language_kinds import JOINED, NAMES, OF_WORDS, READ
from policyhooks.shell.syntax.parser import SHELL_LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.inline.effects import Effects
    from policyhooks.shell.inline.values.value import Text
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command

MOST_KEPT = 16
_kept: dict[tuple[str, str, bool, tuple[Text, ...] | None], tuple[Effects | None, tuple[str, ...]]] = {}


def code_of(view: View) -> list[Code]:
    return [code for command in view.reading.commands for code in command.codes]


def read_codes(command: Command) -> list[Code]:
    """The code of one command."""
    return [read_code(lang, word, command) for lang, word in sources(command)]


def sources(command: Command) -> list[tuple[str, Word]]:
    entry = command.parsed.entry
    own = entry.get("lang", "")
    found = [(lang, word) for lang, word, _ in command.parsed.codes()]
    if command.stdin_code and command.stdin is not None and not command.parsed.is_shell:
        found.append((own, command.stdin))
    return joined([(NAMES.get(lang, lang), word) for lang, word in found if lang not in SHELL_LANGUAGES])


def joined(found: list[tuple[str, Word]]) -> list[tuple[str, Word]]:
    """`perl -e 'a' -e 'b'`: the lines of one program."""
    if len(found) < 2 or found[0][0] not in JOINED or any(lang != found[0][0] for lang, _ in found):
        return found
    text = "\n".join(word.text for _, word in found)
    return [(found[0][0], Word(text, any(word.dynamic for _, word in found)))]


def effects_in(lang: str, word: Word, command: Command | None) -> Effects | None:
    """What the code does; None where its language is not read, or the text is none of it."""
    if lang not in READ:
        return None
    argv = arguments_of(word, command) if command is not None else None
    key = (lang, word.text, word.dynamic, argv)
    if key not in _kept:
        found = gather(read_effects, key)
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = found
    done, reached = _kept[key]
    for problem in reached:
        reach(problem)
    return done


def read_effects(key: tuple[str, str, bool, tuple[Text, ...] | None]) -> Effects | None:
    from policyhooks.shell.inline.calls.call_effects import effects_of
    from policyhooks.shell.inline.language_readers import outline_of

    lang, text, dynamic, argv = key
    outline = outline_of(lang, text)
    return effects_of(lang, outline, unsure=dynamic, argv=argv) if outline.parsed else None


def arguments_of(word: Word, command: Command) -> tuple[Text, ...] | None:
    """The words that the code gets as its arguments: those behind it, or behind the `-` that stands for it."""
    words = command.words
    for index, other in enumerate(words):
        if other is word or (command.stdin is word and index and other.text == "-"):
            return tuple((item.text, item.dynamic, item.glob) for item in words[index + 1 :])
    return None


def all_effects(command: Command) -> list[Effects]:
    found = [effects_in(lang, word, command) for lang, word in sources(command)]
    return [item for item in found if item is not None]


def read_code(lang: str, word: Word, command: Command) -> Code:
    done = effects_in(lang, word, command)
    if done is not None:
        understood, imports, calls, strings = done.understood, list(done.imports), list(done.calls), list(done.strings)
    else:
        from policyhooks.shell.inline.scan import analyse

        understood, imports, calls, strings = analyse(word.text)
        understood = understood and lang not in READ
    if lang in OF_WORDS:
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
        file=word.path if isinstance(word, FileText) else "",
    )


def connects(command: Command) -> bool:
    """The code opens connections, or names a module or function that does."""
    for lang, word in sources(command):
        done = effects_in(lang, word, command)
        if done is not None:
            if done.talks:
                return True
            continue
        from policyhooks.shell.inline.guesses import names_connection

        if names_connection(read_code(lang, word, command)):
            return True
    return False


def code_flows(command: Command, is_shell: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Code that runs what it has fetched or decoded, or that connects and opens a shell."""
    found = []
    for done in all_effects(command):
        shell = any(is_shell(started.lone_program()) for started in done.commands)
        if "fetch" in done.runs or (done.fetches and (done.evaluates or shell)):
            found.append(("network", "exec"))
        if "decode" in done.runs or (done.decodes and done.evaluates):
            found.append(("decode", "exec"))
    return found


def evaluates(command: Command) -> bool:
    return any(done.evaluates for done in all_effects(command))


def code_places(command: Command) -> list[Word]:
    """Addresses that the code connects to, and URLs among strings that no call explains."""
    found = []
    for lang, word in sources(command):
        done = effects_in(lang, word, command)
        if done is not None:
            found += [Word(text, dynamic) for text, dynamic in done.places]
        texts = done.loose if done is not None else read_code(lang, word, command).strings
        found += [Word(text.strip(), word.dynamic) for text in texts if "://" in text and " " not in text.strip()]
    return found


def code_paths(command: Command) -> list[tuple[str, Word]]:
    """(op, path) of inline code: what its calls touch, and strings that look like paths where a call is not clear."""
    found = []
    for lang, word in sources(command):
        done = effects_in(lang, word, command)
        if done is None:
            found += string_paths(read_code(lang, word, command))
            continue
        found += [(op, Word(text, dynamic, glob)) for op, (text, dynamic, glob) in done.paths]
        if done.loose:
            from policyhooks.shell.inline.guesses import looks_like_path

            ops = ["read", *sorted(done.hidden - {"read", "exec"})]
            found += [(op, Word(text)) for text in done.loose if looks_like_path(text) for op in ops]
    return found


def string_paths(code: Code) -> list[tuple[str, Word]]:
    """(op, path) of code that is not read call by call."""
    from policyhooks.shell.inline.guesses import guessed_ops, looks_like_path

    ops = guessed_ops(code)
    return [(op, Word(text)) for text in code.strings if looks_like_path(text) for op in ops]
