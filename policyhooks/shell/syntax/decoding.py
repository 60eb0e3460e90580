"""From shfmt's typed JSON to nodes, by one table: what it does not list is an error, never overlooked.

It knows the names that shfmt gives to kinds and fields, and nothing of what they mean.
"""

from __future__ import annotations

from policyhooks.core.values import build
from policyhooks.shell.syntax import block_nodes as block
from policyhooks.shell.syntax import nodes as usual
from policyhooks.shell.syntax import rare_nodes as rare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from policyhooks.shell.syntax.nodes import Node, Statement
    from policyhooks.shell.syntax.rare_nodes import Comment

    Fields = dict[str, tuple[str, str]]

# Where things stand. Only a few are kept: see `add_place`.
POSITIONS = frozenset(
    (
        "Pos", "End", "Position", "Semicolon", "ValuePos", "ValueEnd", "OpPos", "Left", "Right", "Lparen", "Rparen",
        "Lbrace", "Rbrace", "Dollar", "Hash", "ThenPos", "FiPos", "WhilePos", "ForPos", "DoPos", "DonePos", "InPos",
        "Case", "In", "Esac", "Time", "Coproc",
    )
)  # fmt: skip
COMMENTS = frozenset(("Comments", "Last", "CondLast", "ThenLast", "DoLast"))
# Kinds of a field: VALUE is taken as it is, NAME is the text of a literal, ANY says its kind itself. Every other is
# the kind of the nodes in it.
VALUE, NAME, ANY = "", "name", "any"
# A class is named, not mentioned, so that those that a text does not have need not be made.
KINDS: dict[str, tuple[str, Fields]] = {
    "Comment": ("rare.Comment", {"Text": ("remark", VALUE)}),
    "Stmt": (
        "usual.Statement",
        {
            "Cmd": ("command", ANY),
            "Negated": ("negated", VALUE),
            "Background": ("background", VALUE),
            "Coprocess": ("coprocess", VALUE),
            "Disown": ("disown", VALUE),
            "Redirs": ("redirects", "Redirect"),
        },
    ),
    "Assign": (
        "usual.Assign",
        {
            "Append": ("append", VALUE),
            "Naked": ("naked", VALUE),
            "Name": ("name", NAME),
            "Index": ("index", ANY),
            "Value": ("value", "Word"),
            "Array": ("array", "ArrayExpr"),
        },
    ),
    "Redirect": (
        "usual.Redirect",
        {"Op": ("op", VALUE), "N": ("descriptor", NAME), "Word": ("word", "Word"), "Hdoc": ("body", "Word")},
    ),
    "CallExpr": ("usual.Call", {"Assigns": ("assigns", "Assign"), "Args": ("args", "Word")}),
    "Subshell": ("usual.Subshell", {"Stmts": ("statements", "Stmt")}),
    "Block": ("usual.Block", {"Stmts": ("statements", "Stmt")}),
    "BinaryCmd": ("usual.Binary", {"Op": ("op", VALUE), "X": ("left", "Stmt"), "Y": ("right", "Stmt")}),
    "DeclClause": ("usual.Declare", {"Variant": ("variant", NAME), "Args": ("args", "Assign")}),
    "Lit": ("usual.Lit", {"Value": ("text", VALUE)}),
    "SglQuoted": ("usual.SglQuoted", {"Dollar": ("dollar", VALUE), "Value": ("text", VALUE)}),
    "DblQuoted": ("usual.DblQuoted", {"Dollar": ("dollar", VALUE), "Parts": ("parts", ANY)}),
    "CmdSubst": (
        "usual.CmdSubst",
        {
            "Stmts": ("statements", "Stmt"),
            "Backquotes": ("backquotes", VALUE),
            "TempFile": ("temp_file", VALUE),
            "ReplyVar": ("reply_var", VALUE),
        },
    ),
    "ParamExp": (
        "usual.ParamExp",
        {
            "Short": ("short", VALUE),
            "Flags": ("flags", "Lit"),
            "Excl": ("excl", VALUE),
            "Length": ("length", VALUE),
            "Width": ("width", VALUE),
            "IsSet": ("is_set", VALUE),
            "Split": ("split", VALUE),
            "GlobSubst": ("glob_subst", VALUE),
            "RcExpand": ("rc_expand", VALUE),
            "Param": ("parameter", NAME),
            "NestedParam": ("nested", ANY),
            "Index": ("index", ANY),
            "Modifiers": ("modifiers", "Lit"),
            "Slice": ("slice", "Slice"),
            "Repl": ("replace", "Replace"),
            "Names": ("names", VALUE),
            "Exp": ("expansion", "Expansion"),
        },
    ),
    "Expansion": ("usual.Expansion", {"Op": ("op", VALUE), "Word": ("word", "Word")}),
    "IfClause": (
        "block.If",
        {"Cond": ("condition", "Stmt"), "Then": ("then", "Stmt"), "Else": ("otherwise", "IfClause")},
    ),
    "WhileClause": (
        "block.While",
        {"Until": ("until", VALUE), "Cond": ("condition", "Stmt"), "Do": ("body", "Stmt")},
    ),
    "ForClause": (
        "block.For",
        {"Select": ("select", VALUE), "Braces": ("braces", VALUE), "Loop": ("loop", ANY), "Do": ("body", "Stmt")},
    ),
    "WordIter": ("block.WordIter", {"Name": ("name", NAME), "Items": ("items", "Word")}),
    "TestClause": ("block.Test", {"X": ("expression", ANY)}),
    "BinaryTest": ("block.BinaryTest", {"Op": ("op", VALUE), "X": ("left", ANY), "Y": ("right", ANY)}),
    "UnaryTest": ("block.UnaryTest", {"Op": ("op", VALUE), "X": ("operand", ANY)}),
    "ParenTest": ("rare.ParenTest", {"X": ("operand", ANY)}),
    "CStyleLoop": ("rare.CStyleLoop", {"Init": ("init", ANY), "Cond": ("condition", ANY), "Post": ("post", ANY)}),
    "CaseClause": (
        "rare.Case",
        {"Braces": ("braces", VALUE), "Word": ("word", "Word"), "Items": ("items", "CaseItem")},
    ),
    "CaseItem": (
        "rare.CaseItem",
        {"Op": ("op", VALUE), "Patterns": ("patterns", "Word"), "Stmts": ("statements", "Stmt")},
    ),
    "FuncDecl": (
        "rare.Function",
        {
            "RsrvWord": ("reserved", VALUE),
            "Parens": ("parens", VALUE),
            "Name": ("name", NAME),
            "Names": ("names", NAME),
            "Body": ("body", "Stmt"),
        },
    ),
    "ArithmCmd": ("block.ArithmCmd", {"Unsigned": ("unsigned", VALUE), "X": ("expression", ANY)}),
    "ArithmExp": (
        "block.ArithmExp",
        {"Bracket": ("bracket", VALUE), "Unsigned": ("unsigned", VALUE), "X": ("expression", ANY)},
    ),
    "BinaryArithm": ("block.BinaryArithm", {"Op": ("op", VALUE), "X": ("left", ANY), "Y": ("right", ANY)}),
    "UnaryArithm": ("block.UnaryArithm", {"Op": ("op", VALUE), "Post": ("post", VALUE), "X": ("operand", ANY)}),
    "ParenArithm": ("block.ParenArithm", {"X": ("operand", ANY)}),
    "FlagsArithm": ("block.FlagsArithm", {"Flags": ("flags", "Lit"), "X": ("operand", ANY)}),
    "TimeClause": ("rare.Time", {"PosixFormat": ("posix", VALUE), "Stmt": ("statement", "Stmt")}),
    "CoprocClause": ("rare.Coproc", {"Name": ("label", "Word"), "Stmt": ("statement", "Stmt")}),
    "ArrayExpr": ("rare.ArrayExpr", {"Elems": ("elements", "ArrayElem")}),
    "ArrayElem": ("rare.ArrayElem", {"Index": ("index", ANY), "Value": ("value", "Word")}),
    "ExtGlob": ("rare.ExtGlob", {"Op": ("op", VALUE), "Pattern": ("pattern", "Lit")}),
    "ProcSubst": ("rare.ProcSubst", {"Op": ("op", VALUE), "Stmts": ("statements", "Stmt")}),
    "BraceExp": ("rare.BraceExp", {"Sequence": ("sequence", VALUE), "Elems": ("elements", "Word")}),
    "TestDecl": ("rare.TestDecl", {"Description": ("description", "Word"), "Body": ("body", "Stmt")}),
    "Slice": ("rare.Slice", {"Offset": ("offset", ANY), "Length": ("length", ANY)}),
    "Replace": (
        "rare.Replace",
        {"All": ("everywhere", VALUE), "Orig": ("pattern", "Word"), "With": ("replacement", "Word")},
    ),
}
HOMES = {"usual": usual, "block": block, "rare": rare}


class UnknownNode(Exception):
    """shfmt gave a kind of node, or a field of one, that is not in the table."""


def decode_file(given: dict[str, Any]) -> tuple[list[Statement], list[Comment]]:
    """The statements of a File, and the comments behind the last one."""
    for field in given:
        if field not in ("Type", "Name", "Stmts", "Last") and field not in POSITIONS:
            raise UnknownNode(f"File.{field}")
    return [decode(item, "Stmt") for item in given.get("Stmts", ())], decode(given.get("Last", []), "Comment")


def decode(given: Any, kind: str) -> Any:
    """A node, or a list of nodes, of the kind that its place allows. A word is the list of its parts."""
    if isinstance(given, list):
        return [decode(item, kind) for item in given]
    if kind == NAME:
        return given.get("Value", "")
    kind = given.get("Type", kind)
    if kind == "Word":
        return [decode(part, ANY) for part in given.get("Parts", ())]
    if kind not in KINDS:
        raise UnknownNode(kind)
    name, known = KINDS[kind]
    fields: dict[str, Any] = {}
    for field, value in given.items():
        if field in known:
            attribute, inner = known[field]
            fields[attribute] = decode(value, inner) if inner else value
        elif field in COMMENTS:
            fields["comments"] = fields.get("comments", []) + decode(value, "Comment")
        elif field not in POSITIONS and field != "Type":
            raise UnknownNode(f"{kind}.{field}")
    add_place(kind, given, fields)
    return build(class_of(name), fields)


def class_of(name: str) -> Callable[..., Node]:
    """The class of a node, to be called and for nothing else."""
    home, _, kind = name.partition(".")
    made: Callable[..., Node] = getattr(HOMES[home], kind)
    return made


def add_place(kind: str, given: dict[str, Any], fields: dict[str, Any]) -> None:
    """What of the positions somebody asks for."""
    if kind == "Stmt":
        fields["semicolon"] = "Semicolon" in given or "Pos" not in given
        if "Pos" in given and "End" in given:
            fields["start"], fields["end"] = given["Pos"]["Offset"], given["End"]["Offset"]
    elif kind == "CmdSubst":
        lines = [given[place]["Line"] for place in ("Pos", "End") if place in given]
        fields["several_lines"] = len(lines) < 2 or lines[0] != lines[1]
    elif kind == "Comment":
        fields["start"] = given["Hash"]["Offset"]
