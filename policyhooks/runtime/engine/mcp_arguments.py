"""What free-form MCP arguments name: paths, urls, SQL and commands, by key and by look.

A superset is wanted: a value that only looks like a path costs a look at the file rules, one that
is missed slips past them. It knows no rules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PATH_KEYS = frozenset(
    "path paths file files file_path filepath file_paths filename filenames directory directories dir folder root"  # noqa: SIM905
    " source src destination dest dst target target_file old_path new_path from_path to_path input_path output_path"
    " cwd working_directory workdir repo_path project_path uri absolute_path relative_path location".split()
)
COMMAND_KEYS = frozenset("command cmd commands shell script shell_command command_line commandline bash".split())  # noqa: SIM905
SQL_KEYS = frozenset("sql query queries statement statements sql_query raw_query sql_statement".split())  # noqa: SIM905
# What a text that is SQL begins with: a verb, a comment or a parenthesis; and what may hold one: JSON, an option.
_SQL_STARTS = frozenset(
    "select insert update delete drop alter create truncate grant revoke merge replace with call exec execute rename"  # noqa: SIM905
    " copy attach detach load explain begin analyze prepare do pragma vacuum reindex declare if set delimiter go"
    " use".split()
)
_SQL_SIGNS = '-/#{["\ufeff'
_PATH_STARTS = ("/", "~/", "./", "../", "file://", "$HOME", "${HOME}")
_LIMIT = 4096
_DEPTH = 100

_DELETING = frozenset("delete remove rm unlink rmdir trash erase destroy purge".split())  # noqa: SIM905
_WRITING = frozenset(
    "write edit create update save put append move rename copy mkdir patch insert replace upload set add apply touch"  # noqa: SIM905
    " modify overwrite".split()
)
_READING = frozenset(
    "read get list search find view cat stat show open fetch load download grep glob tree info head tail copy move"  # noqa: SIM905
    " rename diff exists".split()
)


def strings_in(value: object, key: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every string of a JSON value with the nearest key above it."""
    if isinstance(value, str):
        yield key, value
    elif depth < _DEPTH and isinstance(value, dict):
        for name, inner in value.items():
            yield from strings_in(inner, str(name), depth + 1)
    elif depth < _DEPTH and isinstance(value, list | tuple):
        for inner in value:
            yield from strings_in(inner, key, depth + 1)


def plain_key(key: str) -> str:
    """`filePath`, `file-path` and `file_path` are one key."""
    spaced = "".join("_" + letter if letter.isupper() else letter for letter in key)
    return spaced.replace("-", "_").lower().strip("_")


def paths_in(arguments: Mapping[str, object]) -> list[str]:
    """Strings that name a file, by their key or by their look; file urls without their scheme."""
    found: dict[str, None] = {}
    for key, text in strings_in(arguments):
        if not text or len(text) > _LIMIT or "\n" in text or "\0" in text:
            continue
        if text.startswith("file://"):
            found["/" + text[7:].partition("/")[2]] = None
        elif text.startswith(_PATH_STARTS) or (plain_key(key) in PATH_KEYS and "://" not in text):
            found[text] = None
    return list(found)


def urls_in(arguments: Mapping[str, object]) -> list[str]:
    """Strings that are urls."""
    return [
        text
        for text in dict.fromkeys(text for _, text in strings_in(arguments))
        if "://" in text[:32] and not text.startswith("file://") and len(text) <= _LIMIT and " " not in text.strip()
    ]


def sql_in(arguments: Mapping[str, object]) -> tuple[list[str], bool]:
    """The statements of every string that is SQL, and whether all of it could be read."""
    for key, text in strings_in(arguments):
        if _may_hold_sql(text) or plain_key(key) == "sql":
            from policyhooks.runtime.engine.sql_arguments import read_sql

            return read_sql(arguments)
    return [], True


def _may_hold_sql(text: str) -> bool:
    """Whether a text begins like SQL, or like something that may hold some; most do not."""
    start = text[:64].lstrip(" \t\r\n\f\v(;")
    if not start:
        return len(text) > 64
    if start[0] in _SQL_SIGNS:
        return True
    word = start[:12].lower()
    for end, letter in enumerate(word):
        if not letter.isalpha():
            return word[:end] in _SQL_STARTS
    return word in _SQL_STARTS


def commands_in(arguments: Mapping[str, object], depth: int = 0) -> Iterator[str]:
    """Command lines: a string, or an argv list (with `args` beside a `command` word), quoted as one line."""
    for name, value in arguments.items():
        if plain_key(name) in COMMAND_KEYS:
            if isinstance(value, str) and value.strip():
                args = arguments.get("args") or arguments.get("arguments")
                yield f"{value} {quoted(args)}" if isinstance(args, list) and args else value
            elif isinstance(value, list) and value and all(isinstance(word, str) for word in value):
                if plain_key(name) == "commands":
                    yield from (str(word) for word in value)
                else:
                    yield quoted(value)
        if isinstance(value, dict) and depth < _DEPTH:
            yield from commands_in(value, depth + 1)
        elif isinstance(value, list) and depth < _DEPTH:
            for inner in value:
                if isinstance(inner, dict):
                    yield from commands_in(inner, depth + 1)


def quoted(words: list[object]) -> str:
    """An argv as one command line."""
    return " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in words)


def operations(tool: str) -> tuple[str, ...]:
    """What an MCP tool does to the paths it is given, by the words of its name; unknown: both."""
    words = set(plain_key(tool).split("_"))
    found = []
    if words & _READING:
        found.append("read")
    if words & _DELETING:
        found.append("delete")
    if words & _WRITING:
        found.append("write")
    return tuple(found) or ("read", "write")
