"""The grammar: cel-python's own, read from the installed package and extended.

Each replacement states the text it expects, so a changed grammar fails here and not in a parse.
Literals are taken whole and validated in literals.py: cel-python's terminals accept what CEL does not.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from lark import Lark

from policyhooks.cel.words import TEXT

_HANDING_ON = (
    "expr           ", "conditionalor  ", "conditionaland ", "relation       ", "addition       ",
    "multiplication ", "unary          ", "primary        ",
)  # fmt: skip
_SELECTOR = "(IDENT | QUOTED)"
_REPLACEMENTS: tuple[tuple[str, str], ...] = (
    # Rules that only hand on leave no trace in the tree: a literal is one node, not ten.
    *((f"\n{rule}:", f"\n?{rule}:") for rule in _HANDING_ON),
    # Optional selection and quoted field names.
    ("member         : member_dot |", "?member         : member_dot | member_opt_dot | member_opt_index |"),
    (
        'member_dot     : member "." IDENT\n',
        f'member_dot     : member "." {_SELECTOR}\nmember_opt_dot : member "." "?" {_SELECTOR}\n',
    ),
    (
        'member_index   : member "[" expr "]"',
        'member_index   : member "[" expr "]"\nmember_opt_index : member "[" "?" expr "]"',
    ),
    # Optional entries and trailing commas.
    ('list_lit       : "[" [exprlist] "]"', 'list_lit       : "[" [listinits | ","] "]"'),
    ('map_lit        : "{" [mapinits] "}"', 'map_lit        : "{" [mapinits | ","] "}"'),
    ('member_object  : member "{" [fieldinits] "}"', 'member_object  : member "{" [fieldinits | ","] "}"'),
    (
        'fieldinits     : IDENT ":" expr ("," IDENT ":" expr)*',
        f'fieldinits     : fieldinit ("," fieldinit)* [","]\nfieldinit : [OPTIONAL] {_SELECTOR} ":" expr',
    ),
    (
        'mapinits       : expr ":" expr ("," expr ":" expr)*',
        (
            'mapinits       : mapinit ("," mapinit)* [","]\nmapinit : [OPTIONAL] expr ":" expr\n'
            'listinits      : listinit ("," listinit)* [","]\nlistinit : [OPTIONAL] expr\nOPTIONAL : "?"'
        ),
    ),
    # Numbers without a sign (`1-1` is a subtraction) and without a bare trailing dot (`1.f()` is a call).
    ("INT_LIT        : /-?/ /0x/ HEXDIGIT+ | /-?/ DIGIT+", "INT_LIT.1 : /0x[0-9a-fA-F]+|[0-9]+/"),
    ("UINT_LIT       : INT_LIT /[uU]/", "UINT_LIT.2 : /(0x[0-9a-fA-F]+|[0-9]+)[uU]/"),
    (
        'FLOAT_LIT      : /-?/ DIGIT+ "." DIGIT* EXPONENT? | /-?/ DIGIT* "." DIGIT+ EXPONENT? | /-?/ DIGIT+ EXPONENT',
        r"FLOAT_LIT.3 : /[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+/",
    ),
    # A word, not the beginning of one; named, so that the token and its place stay in the tree.
    ('BOOL_LIT       : "true" | "false"', "BOOL_LIT.4 : /(true|false)(?![_a-zA-Z0-9])/"),
    ('NULL_LIT       : "null"', "NULL_LIT.4 : /null(?![_a-zA-Z0-9])/"),
    (
        "IDENT          : /[_a-zA-Z][_a-zA-Z0-9]*/",
        "IDENT : /[_a-zA-Z][_a-zA-Z0-9]*/\nQUOTED : /`[a-zA-Z0-9_.\\-\\/ ]+`/",
    ),
    ("BYTES_LIT      : /[bB]/ MLSTRING_LIT | /[bB]/ STRING_LIT\n", ""),
)
_CUT_FROM = "STRING_LIT     : /[rR]?"
_CUT_TO = "BYTES_LIT      : "


def read_grammar() -> str:
    """The extended grammar's text; AssertionError when the installed one is not the one we know."""
    text = (files("celpy") / "cel.lark").read_text(encoding="utf-8")
    begin, end = text.find(_CUT_FROM), text.find(_CUT_TO)
    assert 0 < begin < end, "cel-python's string terminals have changed"
    alternatives = TEXT.replace("/", r"\/")
    terminals = f"STRING_LIT.5 : /{alternatives}/\nBYTES_LIT.6 : /[bB](?:{alternatives})/\n"
    assert text.count("MLSTRING_LIT | STRING_LIT") == 1, "cel-python's literals have changed"
    text = text[:begin] + terminals + text[end:]
    text = text.replace("MLSTRING_LIT | STRING_LIT", "STRING_LIT")
    for old, new in _REPLACEMENTS:
        assert text.count(old) == 1, f"cel-python's grammar has changed: {old.split(':')[0].strip()}"
        text = text.replace(old, new)
    return text


@cache
def parser() -> Lark:
    """The parser, built once; LALR, so the depth of the input is no recursion."""
    return Lark(
        read_grammar(),
        start="expr",
        parser="lalr",
        lexer="contextual",
        propagate_positions=True,
        maybe_placeholders=False,
    )
