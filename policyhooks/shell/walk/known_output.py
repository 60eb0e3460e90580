"""What a command certainly writes (`echo`, `printf`, `pwd` with known words) and what a here-document holds."""

from __future__ import annotations

from policyhooks.shell.expansion.quoting import unescape
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.words import PLAIN, QUOTED, Expander
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.nodes import (
    Call,
    CmdSubst,
    DblQuoted,
    Lit,
    ParamExp,
    SglQuoted,
    Substitution,
    all_text,
    below,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.syntax.nodes import Parts, Redirect, Statement
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


# What of a path a program prints. `readlink` without an option prints where a link leads, which is not known here.
PATHS: dict[str, Callable[[str], str]] = {
    "path": lambda text: text,
    "link": lambda text: text,
    "parent": lambda text: (text.rpartition("/")[0].rstrip("/") or "/") if "/" in text else ".",
    "name": lambda text: text.rpartition("/")[2],
}
FOLLOWING = ("path", "link")  # links decide what these print: never certain
# Options that change nothing about that.
KEEPS = ("-f", "-e", "-m", "-L", "-P", "-s", "--canonicalize", "--canonicalize-existing", "--canonicalize-missing")


def output_of(statement: Statement, state: State, reader: Reader, certain: bool = True) -> str | None:
    """The text, or None where it is not known. The commands themselves are listed elsewhere."""
    call = statement.command
    if statement.redirects or not isinstance(call, Call) or call.assigns or not call.args:
        return None
    words: list[Word] = []
    for parts in call.args:
        if not is_quiet(parts):
            return None
        words += quiet(reader, state).expand(parts)
    if not words or words[0].dynamic or words[0].text in state.functions:
        return None
    if any(word.glob or word.splits or (word.dynamic and (certain or "$" in word.text)) for word in words):
        return None
    if certain and describe(words[0].text).get("prints") in FOLLOWING:
        return None
    return written_words([word.text for word in words], state)


def is_quiet(parts: Parts) -> bool:
    """A word in which nothing runs, so that it can be expanded once more."""
    return all(
        isinstance(part, Lit | SglQuoted | ParamExp)
        or (isinstance(part, DblQuoted) and all(isinstance(inner, Lit | ParamExp) for inner in part.parts))
        for part in parts
    ) and not any(isinstance(node, Substitution) for node in below(parts))


def quiet(reader: Reader, state: State) -> Expander:
    from policyhooks.shell.walk.context import Context

    return Expander(reader, state, Context())


def written_words(words: list[str], state: State) -> str | None:
    """What echo, printf, pwd or dirname write for these words; None where that is not certain."""
    prints, arguments = describe(words[0]).get("prints", ""), words[1:]
    if prints == "directory" and not arguments:
        return state.cwd + "\n" if state.cwd and not state.maybe_cwds else None
    if prints == "words":
        end = "\n"
        escapes = False
        while arguments and arguments[0] in ("-n", "-e", "-ne", "-en", "-E"):
            option = arguments.pop(0)
            end = "" if "n" in option else end
            escapes = escapes or "e" in option
        text = " ".join(arguments)
        if "\\" in text:
            if not escapes:
                return None  # bash and dash differ
            from policyhooks.shell.expansion.printf import printed

            told = printed(text)
            return None if told is None else told + end
        return text + end
    if prints == "format" and arguments[:1] == ["--"]:
        arguments = arguments[1:]
    if prints == "format" and arguments and not arguments[0].startswith("-"):
        from policyhooks.shell.expansion.printf import formatted

        return formatted(arguments[0], arguments[1:])
    return path_in(prints, arguments) if prints in PATHS else None


def path_in(prints: str, arguments: list[str]) -> str | None:
    """What a program that prints a path makes of the one that it is given; links in it are followed later."""
    paths = [word for word in arguments if word not in KEEPS]
    if len(paths) != 1 or not paths[0].strip("/") or paths[0][:1] == "-" or (prints == "link" and paths == arguments):
        return None
    return PATHS[prints](paths[0].rstrip("/")) + "\n"


def here_text(reader: Reader, node: Redirect, state: State, context: Context) -> Word:
    """The body of a here-document: literal behind a quoted delimiter, else expanded as in double quotes."""
    tabs = node.op == "<<-"
    if not all(isinstance(part, Lit) and "\\" not in part.text for part in node.word):
        text = all_text(node.body)
        return Word(strip_tabs(text) if tabs else text, quoted=True)
    if "cmdsub" in context.via and holds_lines(node.body):
        reader.problem("dialect_ambiguous")  # bash loses its place: a substitution over lines, in a body, in another
    expander = Expander(reader, state, context)
    expander.pieces = []
    for part in node.body:
        if isinstance(part, Lit):
            expander.pieces.append((unescape(part.text, "$`\\"), QUOTED))
        else:
            expander.add_expansion(part, True)
    text = "".join(piece for piece, _ in expander.pieces)
    dynamic = any(kind > QUOTED for _, kind in expander.pieces if kind != PLAIN)
    return Word(strip_tabs(text) if tabs else text, dynamic=dynamic, ids=tuple(expander.ids), quoted=True)


def holds_lines(parts: Parts) -> bool:
    """A substitution that goes over several lines, anywhere below."""
    return any(isinstance(node, CmdSubst) and node.several_lines for node in below(parts))


def strip_tabs(text: str) -> str:
    return "\n".join(line.lstrip("\t") for line in text.split("\n"))
