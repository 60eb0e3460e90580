"""Every character of a scalar's value is found again in the file, through every style of scalar."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.compiler.nodes import Mapping, Scalar
from policyhooks.compiler.positions import character_indexes, index_of
from policyhooks.compiler.source import parse_document
from tests.support.counts import scaled

TABLE = [
    # the file, the style, a text inside the value, line and column of its first character
    ("k: one two\n", "", "two", 1, 8),
    ("k: one\n   two\n\n   three\n", "", "three", 4, 4),
    ("k: 'it''s here'\n", "'", "here", 1, 11),
    ("k: 'a\n  b\n\n  c'\n", "'", "c", 4, 3),
    ('k: "a\\tb\\u00e9 here"\n', '"', "here", 1, 16),
    ('k: "a\\\n  b here"\n', '"', "here", 2, 5),
    ('k: "\\x41\\U0001F600 z"\n', '"', "z", 1, 20),
    ("k: |\n  one\n    two\n", "|", "two", 3, 5),
    ("k: |-\n\n  one\n\n  two\n", "|", "two", 5, 3),
    ("k: |2-\n    one\n  two\n", "|", "two", 3, 3),
    ("k: >-\n  one\n  two\n", ">", "two", 3, 3),
    ("k: >-\n  one\n    more\n  two\n", ">", "two", 4, 3),
    ("k: >+  # a comment\n  one\n\n  two\n\n", ">", "two", 4, 3),
    ("k:\n  - >-\n    one\n    two\n", ">", "two", 4, 5),
    ("é: é two\n", "", "two", 1, 6),
]


def scalar_of(text: str) -> tuple[object, Scalar]:
    document, problems = parse_document(text, "t.yaml")
    assert document is not None, problems
    assert isinstance(document.root, Mapping)
    node = next(iter(document.root.entries.values()))[1]
    while not isinstance(node, Scalar):
        node = node.items[0]  # type: ignore[union-attr]
    return document, node


@pytest.mark.parametrize(("text", "style", "needle", "line", "column"), TABLE)
def test_an_offset_maps_to_its_line_and_column(text: str, style: str, needle: str, line: int, column: int) -> None:
    document, scalar = scalar_of(text)
    assert scalar.style == style
    index = index_of(document, scalar, scalar.value.index(needle))  # type: ignore[arg-type]
    assert document.position(index) == (line, column)  # type: ignore[attr-defined]


TEXT = st.text(alphabet=st.sampled_from(list("ab {}[]:,'\"\\#-é\t\n|>&*!")), max_size=40)
STYLES = ["", "'", '"', "|", "|-", "|+", ">", ">-", ">+", "|2", ">2-", "|4+"]


def write(style: str, body: str, indent: str) -> str:
    """A file whose one value is written in a style; not every body makes a valid file."""
    if style == "":
        return "k: z" + body.replace("\n", "\n" + indent) + "\n"
    if style == "'":
        return "k: '" + body.replace("'", "''") + "'\n"
    if style == '"':
        return 'k: "' + body.replace('"', '\\"') + '"\n'
    return f"k: {style}\n{indent}y" + body.replace("\n", "\n" + indent) + "\n"


@settings(max_examples=scaled(20_000), deadline=None)
@given(style=st.sampled_from(STYLES), body=TEXT, indent=st.sampled_from(["  ", "    "]))
def test_every_character_is_found_again(style: str, body: str, indent: str) -> None:
    document, _ = parse_document(write(style, body, indent), "t.yaml")
    if document is None or not isinstance(document.root, Mapping) or "k" not in document.root.entries:
        return
    scalar = document.root.entries["k"][1]
    if not isinstance(scalar, Scalar):
        return
    indexes = character_indexes(document.text, scalar)
    assert indexes is not None
    assert len(indexes) == len(scalar.value)
    assert indexes == sorted(indexes)
    for character, index in zip(scalar.value, indexes, strict=True):
        written = document.text[index]
        folded = written == "\n" and character == " "
        escaped = written == "\\" and scalar.style == '"'
        assert written == character or folded or escaped
