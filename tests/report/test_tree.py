"""Trees: stems, the column of values, remarks."""

from policyhooks.report.screen.style import Style
from policyhooks.report.screen.tree import Branch, draw

TREE = [
    Branch(
        "no-force-push",
        "fired",
        children=[Branch("&&", "true", children=[Branch("a == 1", "true"), Branch("b", "false", "b is 2")])],
    ),
    Branch("other", "clear"),
]


def test_a_tree() -> None:
    assert draw(TREE) == [
        "├─ no-force-push  fired",
        "│  └─ &&          true",
        "│     ├─ a == 1   true",
        "│     └─ b        false   b is 2",
        "└─ other          clear",
    ]


def test_a_long_label_pushes_only_its_own_value() -> None:
    lines = draw([Branch("x" * 80, "true"), Branch("y", "false")], limit=20)
    assert lines[0].endswith("x  true")
    assert lines[1] == "└─ y" + " " * 18 + "false"


def test_a_remark_is_cut_to_the_terminal() -> None:
    assert len(draw([Branch("a", "b", "n" * 200)], style=Style(width=60))[0]) == 60
