"""What a command lists on its standard output: the paths that find, fd, grep -l, git ls-files or ls would name.

Each is a pattern below a root. Filters between the lister and the reader only make the list shorter. What is not a
list of paths, or is changed on its way, gives nothing.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import Reading

NAMES = frozenset(("-name", "-iname"))
WHOLE_NAMES = frozenset(("-path", "-ipath", "-wholename", "-iwholename"))
ALTERNATIVES = frozenset(("-o", "-or", ","))
OPERATORS = ("(", ")", "!", ",", ";", "+")  # of find's expression, which parsing takes as operands
PLACES = frozenset(("read", "use", "delete"))  # roles of the operands that are searched
MOST_STAGES = 8
MOST_PATHS = 64
REGEX = frozenset("*+?[](){}|^$\\.")


def listed(reading: Reading, stdin: Word) -> list[Word]:
    """The paths that arrive on a pipe from the commands that `stdin` names; empty where nothing is known."""
    ids = stdin.ids
    narrow = ""
    for _ in range(MOST_STAGES):
        command = main_of(reading, ids)
        if command is None:
            return []
        if not is_filter(command):
            found = paths_of(command)
            return [narrowed(word, narrow) for word in found] if narrow else found
        narrow = narrow or pattern_of_grep(command)
        ids = tuple(edge.source for edge in reading.edges if edge.target == command.id and edge.how == "stdin")
    reach("too_many_commands")
    return []


def main_of(reading: Reading, ids: tuple[int, ...]) -> Command | None:
    """The one command of a stage that is not inside another."""
    commands = [reading.commands[number - 1] for number in dict.fromkeys(ids)]
    inside = {command.id for command in commands}
    mains = [command for command in commands if command.parent not in inside]
    return mains[0] if len(mains) == 1 else None


def is_filter(command: Command) -> bool:
    """Passes lines of its standard input on, unchanged."""
    reads = any(role in PLACES for role, _, option in command.parsed.roles if not option)
    if command.parsed.entry.get("lists") == "grep":
        return not reads and not command.parsed.has(
            "-o|--only-matching|-r|-R|--recursive|-l|--files-with-matches|-c|--count|-n|--line-number|--files"
        )
    return "filters" in command.parsed.entry and not reads


def pattern_of_grep(command: Command) -> str:
    """A file name pattern that holds every line which a plain regular expression finds; empty: no statement."""
    if command.parsed.entry.get("lists") != "grep" or command.parsed.has(
        "-v|--invert-match|-f|--file|-i|--ignore-case|-e|--regexp"
    ):
        return ""
    text = command.parsed.operands[0].text if command.parsed.operands else ""
    start, end = text.startswith("^"), text.endswith("$") and not text.endswith("\\$")
    text = text.removeprefix("^")
    text = text[:-1] if end else text
    plain = text.replace("\\.", "\0")
    if not plain or any(char in REGEX for char in plain.replace(".", "")) or "/" in plain:
        return ""
    plain = plain.replace(".", "?").replace("\0", ".")
    return ("" if start else "*") + plain + ("" if end else "*")


def narrowed(word: Word, pattern: str) -> Word:
    """`root/*` where every name also matches a pattern."""
    return Word(word.text[:-1] + pattern, word.dynamic, True) if word.text.endswith("/*") else word


def paths_of(command: Command) -> list[Word]:
    """The patterns that one lister prints."""
    parsed = command.parsed
    lists = describe(command.name).get("lists", "")
    if lists == "find":
        return found_paths(parsed)
    if lists == "fd":
        return fd_paths(parsed)
    if lists in ("grep", "search"):
        names_only = parsed.has("-l|--files-with-matches|-L|--files-without-match|--files")
        return below(roots_of(parsed), "*") if names_only else []
    if lists == "git" and parsed.subs[:1] in (["ls-files"], ["ls-tree"], ["grep"]):
        if parsed.subs[0] == "grep" and not parsed.has("-l|--files-with-matches|--name-only|-L"):
            return []
        named = [
            word for word in parsed.operands[1:] if word.text[:1] not in ("", "-") and parsed.subs[0] == "ls-files"
        ]
        return [Word(word.text, word.dynamic, True) for word in first(named)] or [Word("./*", glob=True)]
    if lists == "ls":
        return ls_paths(parsed)
    return []


def exec_paths(parsed: Parsed) -> list[Word]:
    """What find or fd puts for `{}`."""
    return fd_paths(parsed) if "--exec" in parsed.flags or "--exec-batch" in parsed.flags else found_paths(parsed)


def roots_of(parsed: Parsed) -> list[Word]:
    roots = [word for role, word, option in parsed.roles if role in PLACES and not option]
    roots += [word for role, word, option in parsed.roles if option == "--search-path"]
    roots = [word for word in roots if word.text not in OPERATORS]
    return first(roots) or [Word(".")]


def first(paths: list[Word]) -> list[Word]:
    """As many as are followed one by one."""
    if len(paths) > MOST_PATHS:
        reach("too_many_values")
    return paths[:MOST_PATHS]


def below(roots: list[Word], pattern: str) -> list[Word]:
    return [
        Word(root.text, root.dynamic, True)
        if root.glob
        else Word(root.text.rstrip("/") + "/" + pattern, root.dynamic, True)
        for root in roots
    ]


def ls_paths(parsed: Parsed) -> list[Word]:
    """ls names what a pattern matches, and the content of a folder without the folder."""
    operands = [word for role, word, option in parsed.roles if role in PLACES and not option]
    named = [word for word in operands if word.glob or parsed.has("-d|--directory")]
    if operands and len(named) == len(operands):
        return [Word(word.text, word.dynamic, True) for word in first(named)]
    return [Word("./*", glob=True)]


def fd_paths(parsed: Parsed) -> list[Word]:
    endings = [value.lstrip(".") for value in parsed.opts.get("-e", parsed.opts.get("--extension", ()))]
    pattern = "*." + endings[0] if len(endings) == 1 else "*"
    if not endings and parsed.has("-g|--glob") and parsed.operands:
        pattern = parsed.operands[0].text
    return below(roots_of(parsed), pattern)


def found_paths(parsed: Parsed) -> list[Word]:
    """find's roots with the names that its expression asks for."""
    roots = roots_of(parsed)
    names = name_patterns([word.text for word in parsed.words[1:]])
    if not names:
        only_content = parsed.has("-mindepth") or "f" in parsed.opts.get("-type", ())
        return below(roots, "*") if only_content else [Word(root.text, root.dynamic, True) for root in roots]
    return first([named_path(root, name) for root in roots for name in names])


def named_path(root: Word, name: str) -> Word:
    folder = root.text.rstrip("/")
    if "/" not in name:
        return Word(f"{folder}/{name}", root.dynamic, True)
    if name.startswith((folder + "/", "/")) and folder:
        return Word(name, root.dynamic, True)
    return Word(f"{folder}/{name.lstrip('*').lstrip('/')}", root.dynamic, True)


def name_patterns(words: list[str]) -> list[str]:
    """The names or paths that an expression asks for; empty where some alternative asks for none."""
    names: list[str] = []
    alternative: list[str] = []
    for word in [*words, "-o"]:
        if word not in ALTERNATIVES:
            alternative.append(word)
            continue
        if "-prune" not in alternative:
            wanted = names_in(alternative)
            if not wanted:
                return []
            names += wanted
        alternative = []
    return names


def names_in(words: list[str]) -> list[str]:
    """Of several names in one alternative all must hold: the last is taken. Names after `!` do not count."""
    found: list[str] = []
    for before, word, value in zip(["", *words], words, [*words[1:], ""], strict=False):
        asks = word in NAMES or (word in WHOLE_NAMES and not found)
        if asks and value and before not in ("!", "-not"):
            found = [value]
    return found
