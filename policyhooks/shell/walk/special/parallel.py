"""GNU parallel's own grammar: a template and sources of arguments make lines of shell text.

Arguments are quoted by parallel, so unknown ones are data: they stand as `"$_"`. Perl in `{= =}` and replacement
strings of the user's own are not read.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.expansion.streams import feed_nothing
from policyhooks.shell.walk.commands import make_command
from policyhooks.shell.walk.wrappers import joined, run_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.reading import Reading
    from policyhooks.shell.walk.statements import Reader

    Values = list[str | None]  # the arguments of one line; None: unknown

WRITTEN = (":::", ":::+")
FILES = ("::::", "::::+")
FORMS = frozenset(("", ".", "/", "//", "/.", "#", "%"))
MOST = 100  # lines that are read one by one; of more the rest is not understood
UNKNOWN = '"$_"'
SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./*?-@+=,%:")
COLUMNS = 9  # of a line that --colsep splits


def run_lines(
    reader: Reader, words: list[Word], parsed: Parsed, state: State, inner: Context, stdin: Word | None
) -> None:
    """Every line that parallel would run."""
    at = next((number for number, word in enumerate(words) if word.text in (*WRITTEN, *FILES)), len(words))
    template, sources = words[:at], words[at:]
    if any("{=" in word.text for word in template) or parsed.has("--rpl|--plus"):
        reader.problem("dynamic_code")
    piped = parsed.has("--pipe|--pipepart|--semaphore")
    if piped:
        lines: list[Values] = [[]]
    elif sources:
        inner = inner.but(stdin_args=False)  # the arguments are written out
        lines = combined(sources)
    else:
        lines = read_lines(reader.reading, parsed, stdin)
    state = state if piped else feed_nothing(state)
    if parsed.has("-n|--max-args|-N|-X|-m|--xargs|-L|-l|-s"):
        lines += together(lines, parsed)
    if parsed.has("-C|--colsep|--header"):
        lines = [[None] * COLUMNS]
    if len(lines) > MOST:
        reach("too_many_words")
    for values in lines[:MOST]:
        run_line(reader, template, values, parsed, state, inner)


def run_line(
    reader: Reader, template: list[Word], values: Values, parsed: Parsed, state: State, inner: Context
) -> None:
    """One line: with a template the arguments are data, without one they are the commands."""
    via = inner.via[-1]
    if not template:
        if None in values or not values:
            reader.problem("dynamic_code")
            return
        run_text(reader, Word(" ".join(value or "" for value in values)), "bash", state, inner, via)
        return
    marks = parsed.opts.get("-I", ["{}"])
    filled = [fill(word, values, marks[-1]) for word in template]
    if not any(changed for _, changed in filled):
        filled += [(Word(quoted(value)), True) for value in values]
    line = [word for word, _ in filled]
    if not parsed.has("-q|--quote"):
        run_text(reader, joined(line), "bash", state, inner, via)
        if not any(" " in word.text for word in template):
            return
    # Quoted, and with other programs of this name, the words stay words: `parallel sh -c 'a b'` then runs `a b`.
    if len(line) > 1:
        make_command(reader, [plain(word) for word in line], state.copy(), inner)


def plain(word: Word) -> Word:
    """A filled word as one argument."""
    if UNKNOWN in word.text:
        return Word(word.text.replace(UNKNOWN, "$_"), dynamic=True)
    text = word.text
    quoted_whole = len(text) > 1 and text[0] == text[-1] == "'" and "'" not in text[1:-1]
    return Word(text[1:-1] if quoted_whole else text, word.dynamic, word.glob, quoted=True)


def combined(words: list[Word]) -> list[Values]:
    """Every combination of the sources; `:::+` goes along with the source before it."""
    lines: list[Values] = [[]]
    linked: list[Values] = []
    sources: list[tuple[str, list[Word]]] = []
    for word in words:
        if word.text in (*WRITTEN, *FILES):
            sources.append((word.text, []))
        else:
            sources[-1][1].append(word)
    columns: list[list[Values]] = []  # each source, with those linked to it
    for mark, items in sources:
        values: Values = [None if word.dynamic or word.glob else word.text for word in items]
        if mark.startswith("::::"):
            values = [None]
        if mark.endswith("+") and columns:
            linked = columns.pop()
            values = values or [""]
            columns.append([[*row, values[number % len(values)]] for number, row in enumerate(linked)])
        else:
            columns.append([[value] for value in values])
    for column in columns:
        lines = [[*line, *row] for line in lines[: MOST + 1] for row in column[: MOST + 1]]
    return lines


def together(lines: list[Values], parsed: Parsed) -> list[Values]:
    """Several arguments to a line: in groups of the number that is given, or all at once."""
    values = [value for line in lines for value in line]
    sizes = [value for option in ("-n", "-N", "-L") for value in parsed.opts.get(option, ()) if value.isdecimal()]
    size = max(1, int(sizes[-1])) if sizes else max(1, len(values))
    return [values[start : start + size] for start in range(0, len(values), size)]


def read_lines(reading: Reading, parsed: Parsed, stdin: Word | None) -> list[Values]:
    """One line for every line of standard input; unknown ones are one."""
    if stdin is None or parsed.has("-a|--arg-file"):
        return [[None]]
    if not stdin.dynamic:
        mark = "\0" if parsed.has("-0|--null") else "\n"
        if parsed.has("-d|--delimiter"):
            return [[None]]
        return [[line] for line in stdin.text.removesuffix(mark).split(mark) if line]
    from policyhooks.shell.walk.listed_paths import listed

    paths = [word.text for word in listed(reading, stdin) if not word.dynamic]
    return [[GLOB + text] for text in paths if SAFE.issuperset(text)] or [[None]]


GLOB = "\1"  # before an argument that is a pattern of paths


def fill(word: Word, values: Values, whole: str) -> tuple[Word, bool]:
    """The word with the arguments in place of its replacement strings, and whether it held any."""
    text = word.text
    done = ""
    changed = False
    while text:
        if whole and text.startswith(whole):
            done += " ".join(quoted(value) for value in values)
            text = text[len(whole) :]
            changed = True
            continue
        close = text.find("}") if text[0] == "{" else -1
        found = replacement(text[1:close], values) if close > 0 else None
        if found is None:
            done += text[0]
            text = text[1:]
        else:
            done += found
            text = text[close + 1 :]
            changed = True
    return Word(done, word.dynamic, word.glob, word.splits, word.ids, word.file, word.quoted), changed


def replacement(inside: str, values: Values) -> str | None:
    """`{1.}`, `{/}`, `{#}`: the quoted text; None where it is no replacement string."""
    number = inside.lstrip("+-")
    digits = len(number) - len(number.lstrip("0123456789"))
    form = number[digits:]
    if form not in FORMS or (inside[:1] in ("+", "-") and not digits):
        return None
    if form in ("#", "%"):
        return "1"
    if not digits:
        return " ".join(quoted(shaped(value, form)) for value in values)
    place = int(number[:digits]) * (-1 if inside[0] == "-" else 1)
    if place > 0:
        place -= 1
    known = -len(values) <= place < len(values)
    return quoted(shaped(values[place], form)) if known else UNKNOWN


def shaped(value: str | None, form: str) -> str | None:
    """Without its ending, its folder or its name."""
    if value is None or not form:
        return value
    if value.startswith(GLOB):
        return None
    folder, slash, name = value.rpartition("/")
    if form == "//":
        return folder or ("/" if slash else ".")
    if form in ("/", "/."):
        value, folder, slash = name, "", ""
    if form in (".", "/."):
        stem, dot, _ = name.rpartition(".")
        value = folder + slash + stem if dot and stem else value
    return value


def quoted(value: str | None) -> str:
    if value is None:
        return UNKNOWN
    if value.startswith(GLOB):
        return value[1:]
    return "'" + value.replace("'", "'\\''") + "'"
