"""What a command certainly writes (`echo`, `printf`, `pwd` with known words) and what a here-document holds."""

from __future__ import annotations

from policyhooks.shell.expansion.quoting import unescape
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.words import PLAIN, QUOTED, Expander
from policyhooks.shell.programs.lookup import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

    Node = dict[str, Any]


def output_of(statements: list[Node], state: State, reader: Reader) -> str | None:
    """The text, or None where it is not certain. The commands themselves are listed elsewhere."""
    if len(statements) != 1 or statements[0].get("Redirs"):
        return None
    call = statements[0].get("Cmd") or {}
    if call.get("Type") != "CallExpr" or call.get("Assigns") or not call.get("Args"):
        return None
    words: list[Word] = []
    for node in call["Args"]:
        if any(part["Type"] not in ("Lit", "SglQuoted", "DblQuoted", "ParamExp") for part in node["Parts"]):
            return None
        if any(
            inner["Type"] != "Lit"
            for part in node["Parts"]
            if part["Type"] == "DblQuoted"
            for inner in part.get("Parts", ())
        ):
            return None
        words += quiet(reader, state).expand(node)
    if not words or any(word.dynamic or word.glob for word in words) or words[0].text in state.functions:
        return None
    return written_words([word.text for word in words], state)


def quiet(reader: Reader, state: State) -> Expander:
    from policyhooks.shell.walk.context import Context

    return Expander(reader, state, Context())


def written_words(words: list[str], state: State) -> str | None:
    """What echo, printf or pwd write for these words; None where that is not certain."""
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
            from policyhooks.shell.syntax.ansi import decode

            text = decode(text)
        return text + end
    if prints == "format" and arguments[:1] == ["--"]:
        arguments = arguments[1:]
    if prints == "format" and arguments and not arguments[0].startswith("-"):
        from policyhooks.shell.expansion.printf import formatted

        return formatted(arguments[0], arguments[1:])
    return None


def here_text(reader: Reader, node: Node, state: State, context: Context) -> Word:
    """The body of a here-document: literal behind a quoted delimiter, else expanded as in double quotes."""
    parts = node["Hdoc"]["Parts"]
    tabs = node["Op"] == "<<-"
    delimiter = node["Word"]["Parts"]
    if any(part["Type"] != "Lit" or "\\" in part["Value"] for part in delimiter):
        text = "".join(part.get("Value", "") for part in parts)
        return Word(strip_tabs(text) if tabs else text, quoted=True)
    if "cmdsub" in context.via and holds_lines(parts):
        reader.problem("dialect_ambiguous")  # bash loses its place: a substitution over lines, in a body, in another
    expander = Expander(reader, state, context)
    expander.pieces = []
    for part in parts:
        if part["Type"] == "Lit":
            expander.pieces.append((unescape(part["Value"], "$`\\"), QUOTED))
        else:
            expander.add_expansion(part, True)
    text = "".join(piece for piece, _ in expander.pieces)
    dynamic = any(kind > QUOTED for _, kind in expander.pieces if kind != PLAIN)
    return Word(strip_tabs(text) if tabs else text, dynamic=dynamic, ids=tuple(expander.ids), quoted=True)


def holds_lines(node: Any) -> bool:
    """A substitution that goes over several lines, anywhere below."""
    if isinstance(node, list):
        return any(holds_lines(item) for item in node)
    if not isinstance(node, dict):
        return False
    if node.get("Type") == "CmdSubst" and node["Pos"]["Line"] != node["End"]["Line"]:
        return True
    return any(holds_lines(value) for value in node.values() if isinstance(value, dict | list))


def strip_tabs(text: str) -> str:
    return "\n".join(line.lstrip("\t") for line in text.split("\n"))
