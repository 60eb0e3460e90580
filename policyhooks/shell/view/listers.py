"""Which paths a listing can name: the roots, names and exclusions of find, fd, grep -l, rg, git ls-files, ls.

A filter holds at least what the program would list. What its words do not say for certain narrows nothing.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.view.kept_places import PROJECT_VARIABLES
from policyhooks.shell.view.listing_expressions import (
    NOTHING_SKIPPED,
    Alternative,
    literal,
    read_expression,
    regex_glob,
)
from policyhooks.shell.walk.listed_paths import roots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.view.listing_expressions import Skipped
    from policyhooks.shell.walk.commands import Command

ANY_DEPTH = 99
LITERAL = "-F|--fixed-strings"
LONGEST_TEXT = 65536  # that is looked at for paths


class Listing(Record):
    """What a program lists below its roots."""

    roots: tuple[Word, ...]
    own: bool = False  # the roots themselves are listed
    hidden: bool = True  # names that begin with a dot are listed
    depth: int = ANY_DEPTH
    alternatives: tuple[Alternative, ...] = ()  # one must hold; none: every name
    skipped: Skipped = NOTHING_SKIPPED
    only_files: bool = False
    needle: str = ""  # text that a listed file holds
    tracked: bool = False  # only what git knows


def listing_of(command: Command) -> Listing | None:
    """What a command lists; None where it lists nothing."""
    reader = READERS.get(describe(command.name).get("lists", ""))
    if reader is not None:
        return reader(command.parsed)
    roots = [word for word in written_by(command) if word.glob or names_project(word) or is_path(word)]
    return Listing(roots=tuple(roots), own=True, depth=0) if roots else None


def written_by(command: Command) -> list[Word]:
    """The words that echo and kin print, and those of a text that a program is given to read."""
    if command.parsed.entry.get("prints") in ("words", "format"):
        return command.words[1:]
    given = command.stdin
    if given is None or given.dynamic:
        return []
    if len(given.text) > LONGEST_TEXT:
        reach("too_long")
    return [Word(text) for text in given.text[:LONGEST_TEXT].split()]


def is_path(word: Word) -> bool:
    """Whether a text that is written out may name a file."""
    return not word.dynamic and ("/" in word.text or "." in word.text)


def names_project(word: Word) -> bool:
    """Whether a word has a variable in it that clients set to the project's folder."""
    return word.dynamic and any(name in word.text for name in PROJECT_VARIABLES)


def read_find(parsed: Parsed) -> Listing | None:
    alternatives, skipped = read_expression([word.text for word in parsed.words[1:]])
    return Listing(
        roots=tuple(roots_of(parsed)),
        own=not parsed.has("-mindepth"),
        depth=number(parsed, "-maxdepth"),
        alternatives=alternatives,
        skipped=skipped,
        only_files="f" in parsed.opts.get("-type", ()),
    )


def read_fd(parsed: Parsed) -> Listing | None:
    texts = [word for role, word, option in parsed.roles if role == "text" and not option][:1]
    pattern = texts[0].text if texts and not texts[0].dynamic else ""
    if pattern and not parsed.has("-g|--glob"):
        pattern = f"*{pattern}*" if parsed.has(LITERAL) else regex_glob(pattern)
    endings = ["*." + value.lstrip(".") for value in parsed.opts.get("--extension", ())]
    names = [tuple(name for name in (pattern, ending) if name) for ending in endings or [""]]
    return Listing(
        roots=tuple(roots_of(parsed)),
        hidden=parsed.has("-H|--hidden|-u|--unrestricted"),
        depth=number(parsed, "--max-depth"),
        alternatives=tuple(Alternative(names=name) for name in names if name),
        skipped=NOTHING_SKIPPED.but_names(parsed.opts.get("--exclude", ())),
        only_files=any(value in ("f", "file") for value in parsed.opts.get("--type", ())),
    )


def read_grep(parsed: Parsed) -> Listing | None:
    """grep -l, rg -l, rg --files: content and names decide."""
    if not parsed.has("-l|--files-with-matches|-L|--files-without-match|--files"):
        return None
    ripgrep = "--glob" in parsed.entry.get("options", "")
    globs = [*parsed.opts.get("--glob", ()), *parsed.opts.get("--iglob", ())]
    names = [*parsed.opts.get("--include", ()), *(glob for glob in globs if glob[:1] != "!")]
    skipped = [*parsed.opts.get("--exclude-dir", ()), *(glob[1:] for glob in globs if glob[:1] == "!")]
    plain = not parsed.has("-L|--files-without-match|-v|--invert-match|-f|--file|--files|-i|--ignore-case|-e|--regexp")
    return Listing(
        roots=tuple(roots_of(parsed)),
        hidden=not ripgrep or parsed.has("-.|--hidden|-u|--unrestricted"),
        alternatives=tuple(Alternative(names=(name.rpartition("/")[2],)) for name in names),
        skipped=NOTHING_SKIPPED.but_names(tuple(name for name in skipped if "/" not in name.rstrip("/*"))),
        only_files=True,
        needle=needle_of(parsed) if plain else "",
    )


def read_search(parsed: Parsed) -> Listing | None:
    if not parsed.has("-l|--files-with-matches|-L|-f|-g"):
        return None
    return Listing(roots=tuple(roots_of(parsed)), hidden=not parsed.has("!--hidden&!-u&!-f"), only_files=True)


def read_git(parsed: Parsed) -> Listing | None:
    sub = parsed.subs[0] if parsed.subs else ""
    if sub == "grep" and parsed.has("-l|--files-with-matches|--name-only|-L"):
        plain = not parsed.has("-L|-v|-i|-e|--ignore-case|--invert-match")
        return Listing(roots=roots_of_git(), only_files=True, needle=needle_of(parsed) if plain else "", tracked=True)
    if sub not in ("ls-files", "ls-tree", "diff", "status", "log", "show"):
        return None
    named = [word for word in parsed.operands[1:] if word.text[:1] not in ("", "-")]
    tracked = not parsed.has("-o|--others") and sub != "status"
    if sub != "ls-files" or any(word.dynamic or "/" in word.text or word.text[:1] == ":" for word in named):
        return Listing(roots=roots_of_git(), only_files=True, tracked=tracked)
    return Listing(
        roots=roots_of_git(),
        alternatives=tuple(Alternative(paths=(f"./{word.text}",)) for word in named)
        + tuple(Alternative(paths=(f"./{word.text.rstrip('/')}/*",)) for word in named),
        only_files=True,
        tracked=tracked,
    )


def read_ls(parsed: Parsed) -> Listing | None:
    roots = roots_of(parsed)
    return Listing(
        roots=tuple(roots),
        own=parsed.has("-d|--directory") or any(word.glob for word in roots),
        hidden=parsed.has("-a|-A|--all|--almost-all"),
        depth=ANY_DEPTH if parsed.has("-R|--recursive") else 1,
    )


def roots_of_git() -> tuple[Word, ...]:
    return (Word("."),)


def needle_of(parsed: Parsed) -> str:
    """The plain text that a search looks for; empty: no statement."""
    words = [word for role, word, option in parsed.roles if role == "text" and not option]
    words = words or [word for word in parsed.operands if word.text not in parsed.subs]
    if not words or words[0].dynamic:
        return ""
    return words[0].text if parsed.has(LITERAL) else literal(words[0].text)


def number(parsed: Parsed, option: str) -> int:
    values = parsed.opts.get(option, ())
    return int(values[0]) if values and values[0].isdecimal() else ANY_DEPTH


READERS: dict[str, Callable[[Parsed], Listing | None]] = {
    "find": read_find,
    "fd": read_fd,
    "grep": read_grep,
    "search": read_search,
    "git": read_git,
    "ls": read_ls,
}
