"""Trees: stems, values under each other, remarks, and nodes longer than a line."""

from policyhooks.report.screen.style import Style, columns
from policyhooks.report.screen.tree import Branch, draw

TREE = Branch(
    "no-force-push",
    "fired",
    "git.yaml:3",
    children=[
        Branch("&&", "true", children=[Branch("a == 1", "true"), Branch("b", "false", "b is 2")]),
        Branch("other"),
    ],
    colours=("red",),
)


def test_a_tree() -> None:
    assert draw(TREE) == [
        "fired  no-force-push",
        "       git.yaml:3",
        "├── true  &&",
        "│   ├── true   a == 1",
        "│   └── false  b   b is 2",
        "└──       other",
    ]


def test_without_values_there_is_no_column_for_them() -> None:
    assert draw(Branch("top", children=[Branch("a"), Branch("b")])) == ["top", "├── a", "└── b"]


def test_a_long_node_goes_on_beside_its_stem() -> None:
    lines = draw(Branch("top", "v", children=[Branch("x" * 70, "true", "n" * 70), Branch("y")]), style=Style(width=60))
    assert max(map(columns, lines)) <= 60
    assert "".join(line.strip("│├└─ ") for line in lines).count("x") == 70
    assert all(line.startswith(("│   ", "├── ")) for line in lines[1:-1])


def test_a_long_remark_of_the_root_keeps_its_margin() -> None:
    root = Branch("top", "fired", "some words and " + "/path" * 20 + ":12", [Branch("x", "true")])
    lines = draw(root, style=Style(width=40))
    assert max(map(columns, lines)) <= 40
    assert all(line.startswith(" " * 7) for line in lines[1:-1])
    assert "".join(line.strip() for line in lines[1:-1]) == root.note
    assert lines[-1] == "└── true  x"


def test_a_pipe_gets_one_line_a_node() -> None:
    assert len(draw(Branch("top", "v", children=[Branch("x" * 500, "true", "n" * 500)]))) == 2


def test_text_of_others_is_escaped_and_no_markup() -> None:
    (_, line) = draw(Branch("top", children=[Branch("[bold]a[/bold] :smile: \x1b[2J\n")]))
    assert line == "└── [bold]a[/bold] :smile: \\x1b[2J\\n"


def test_colours_are_those_of_the_branch() -> None:
    assert draw(TREE, style=Style(colour=True))[0].startswith("\x1b[31mfired\x1b[0m")
