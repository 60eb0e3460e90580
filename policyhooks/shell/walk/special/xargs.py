"""Arguments that arrive on standard input: what xargs gives its command, where it is known, and what it leaves open.

Known text becomes words. Of a list of paths at least the places are known (walk/listed_paths.py). The rest is
unknown, which matters only where the next word would decide what runs.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import feed_nothing
from policyhooks.shell.programs.lookup import read_options
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.programs.roles import is_inner, role_of
from policyhooks.shell.walk.commands import make_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.statements import Reader

MOST = 40  # commands that are listed one by one; of more the rest is not understood
REPLACING = ("-I", "-J", "-i", "--replace")
DELIMITERS = {"\\n": "\n", "\\t": "\t", "\\0": "\0", "\\r": "\r"}
SETTLES = ("code", "module")  # ways to run a word, after which further ones are arguments


def run_with_arguments(
    reader: Reader, words: list[Word], parsed: Parsed, state: State, inner: Context, stdin: Word | None
) -> None:
    """xargs: the command with what standard input gives it. The command itself reads nothing there."""
    named = parsed.has("-a|--arg-file")
    state = state if named else feed_nothing(state)
    mark = placeholder(parsed)
    known = None if named or stdin is None else known_arguments(parsed, stdin, mark)
    if known is None:
        unknown = listed_paths(reader.reading, stdin) if stdin is not None and not named else []
        run_unknown(reader, words, mark, unknown, stdin.ids if stdin is not None else (), state, inner)
        return
    lines = [line for item in known for line in replaced(words, mark, item)] if mark else chunks(words, known, parsed)
    if parsed.has("-l|-L|--max-lines") and not mark and stdin is not None:  # as one command, and line by line
        lines += [
            [*words, *(Word(item, glob=has_wild(item), quoted=True) for item in split_items(line))]
            for line in stdin.text.split("\n")
            if line.strip()
        ]
    if len(lines) > MOST:
        reach("too_many_words")
    for line in lines[:MOST]:
        make_command(reader, line, state.copy(), inner)


def run_unknown(
    reader: Reader, words: list[Word], mark: str, paths: list[Word], ids: tuple[int, ...], state: State, inner: Context
) -> None:
    """What is read is not known; where it is a list of paths, its places are."""
    if not mark:
        make_command(reader, [*words, *paths], state, inner.but(appended=len(paths)))
        return
    for path in paths:
        make_command(reader, place(words, mark, path, ids), state.copy(), inner)
    if not paths:
        make_command(reader, [unknown_at(word, mark, ids) for word in words], state, inner)


def placeholder(parsed: Parsed) -> str:
    """The text that xargs replaces; empty where it appends."""
    for option in REPLACING:
        if option in parsed.opts:
            return parsed.opts[option][-1] or "{}"
    return "{}" if parsed.has("-i|--replace") else ""


def unknown_at(word: Word, mark: str, ids: tuple[int, ...]) -> Word:
    """The word with unknown text in it, which the commands before the pipe have written."""
    if mark not in word.text:
        return word
    return Word(word.text, True, word.glob, False, (*word.ids, *ids), word.file, word.quoted)


def place(words: list[Word], mark: str, path: Word, ids: tuple[int, ...]) -> list[Word]:
    """A path at every placeholder, in code too: what a listing gives is taken for names, not for code."""
    placed = []
    for word in words:
        if is_path_with(word.text, mark):
            placed.append(Word(word.text.replace(mark, path.text), path.dynamic, True))
        elif mark in word.text and not path.dynamic and is_plain(path.text):
            text = word.text.replace(mark, path.text)
            placed.append(Word(text, word.dynamic, word.glob, False, (*word.ids, *ids), word.file, True))
        else:
            placed.append(unknown_at(word, mark, ids))
    return placed


def is_plain(path: str) -> bool:
    """Whether a path, or a pattern of paths, means the same inside code."""
    return bool(path) and all(char.isalnum() or char in "/._-*?+@=:,~" for char in path)


def is_path_with(text: str, mark: str) -> bool:
    """`{}`, `dir/{}`, `{}.bak`: the placeholder in one name, not in a piece of code."""
    return mark in text and not any(char in " \t\n;&|<>()$`'\"" for char in text.replace(mark, ""))


def replaced(words: list[Word], mark: str, item: str) -> list[list[Word]]:
    """The line with an item. GNU xargs leaves the program's name alone, others do not: then both are listed."""
    line = replace(words, mark, item)
    return [line, [words[0], *line[1:]]] if mark in words[0].text else [line]


def replace(words: list[Word], mark: str, item: str) -> list[Word]:
    return [
        Word(word.text.replace(mark, item), word.dynamic, word.glob or has_wild(item), False, word.ids, word.file, True)
        if mark in word.text
        else word
        for word in words
    ]


def has_wild(item: str) -> bool:
    """Wild cards in printed text: the shell that printed it may have put names for them (`echo *.json | xargs`)."""
    return "*" in item or "?" in item or "[" in item


def chunks(words: list[Word], items: list[str], parsed: Parsed) -> list[list[Word]]:
    """The commands that -n makes of the items; without it one, and one without arguments where there are none."""
    size = 0
    for option in ("-n", "--max-args"):
        for value in parsed.opts.get(option, ()):
            size = int(value) if value.isdecimal() else size
    if not items:
        return [] if parsed.has("-r|--no-run-if-empty") else [words]
    size = size or len(items)
    return [
        [*words, *(Word(text, glob=has_wild(text), quoted=True) for text in items[start : start + size])]
        for start in range(0, len(items), size)
    ]


def known_arguments(parsed: Parsed, stdin: Word, mark: str) -> list[str] | None:
    """The items that xargs makes of a known text; None where the text is not known."""
    if stdin.dynamic:
        return None
    text = stdin.text
    delimiters = [DELIMITERS.get(value, value) for value in (*parsed.opts.get("-d", ()),)]
    if parsed.has("-0|--null"):
        delimiters.append("\0")
    if delimiters:
        return [item for item in text.removesuffix(delimiters[-1]).split(delimiters[-1]) if item or not mark]
    if "\0" in text:
        return None  # programs differ in what they make of it
    if mark:
        return [unquoted(line.lstrip()) for line in text.split("\n") if line.strip()]
    return split_items(text)


def unquoted(line: str) -> str:
    return "".join(split_items(line, " \t")) if "'" in line or '"' in line or "\\" in line else line


def split_items(text: str, kept: str = "") -> list[str]:
    """Items between blanks; quotes keep blanks, a backslash keeps one character. `kept` blanks part nothing."""
    items: list[str] = []
    current: str | None = None
    quote = ""
    escaped = False
    for char in text:
        if escaped:
            current = (current or "") + char
            escaped = False
        elif quote:
            if char == quote:
                quote = ""
            else:
                current = (current or "") + char
        elif char == "\\":
            escaped = True
        elif char in "'\"":
            quote = char
            current = current or ""
        elif char.isspace() and char not in kept:
            if current is not None:
                items.append(current)
            current = None
        else:
            current = (current or "") + char
    if current is not None:
        items.append(current)
    return items


def listed_paths(reading: Reading, stdin: Word) -> list[Word]:
    from policyhooks.shell.walk.listed_paths import listed

    return listed(reading, stdin)


def decides(parsed: Parsed) -> bool:
    """Whether a further word would decide what runs: a command, a script, code, or the value of an option that runs."""
    if dangles(parsed):
        return True
    if parsed.rest != -1:
        return False
    if parsed.runs_in(SETTLES) or any(role_of(role).runs == "file" and not option for role, _, option in parsed.roles):
        return False
    if any(
        role.startswith("argv:") and int(role.rpartition(":")[2]) >= len(parsed.words) for role, _, _ in parsed.roles
    ):
        return True
    entry = parsed.entry
    others = entry.get("operands_if", {})
    patterns = [pattern for condition, pattern in others.items() if parsed.has(condition)][:1]
    patterns = patterns or [entry.get("operands", ""), *others.values()]
    roles = [role_of(token.rstrip("?*+")) for pattern in patterns for token in pattern.split()]
    return any(role.rest or role.runs == "code" for role in roles)


def dangles(parsed: Parsed) -> bool:
    """The last written word is an option whose value is run and still to come: `xargs tar --to-command`."""
    last = parsed.words[-1].text if len(parsed.words) > 1 else ""
    if last[:1] != "-" or len(last) < 2:
        return False
    options = read_options(parsed.entry.get("options", ""))
    option = options.get(last) or (None if last.startswith("--") else options.get("-" + last[-1]))
    return option is not None and option[1] == "=" and is_inner(option[2])
