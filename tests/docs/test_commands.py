"""Every command of the pages is run by a test, or carries a mark that says why not; marks only get fewer."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from policyhooks.cli.main import build_parser
from tests.docs.preparations import BEFORE, ELSEWHERE, QUICK, STANDING_FOR
from tests.docs.test_pages import ALL, FOLLOWED
from tests.docs.walkthrough import BLOCK, ROOT, read_marks, read_steps

# How many blocks of a page no test runs. A number may become smaller and a row may go; neither may come.
MARKED = {
    "docs/explanation/image.md": 1,
    "docs/how-to/roll-out-to-a-fleet.md": 1,
    "docs/how-to/ship-a-bundle.md": 1,
}
# What a test may not need: another system, root, an account, a server, or a change of the checkout.
REASONS = ("another system", "root", "an account", "the server is not there", "the servers are not there", "checkout")
HELP = "docs/reference/commands.md"  # help texts as they are; their examples have a test of their own
EXAMPLE = re.compile(r"^  (?:[A-Z_]+=\S+ )?policyhooks ((?:\S+ ?)+?)(?= *[|<>]|  +|$)", re.M)
TYPED = re.compile(r"^ *(?:\$ |(?:policyhooks|make|sudo|pip|pipx|uv|npm|apt-get|brew) +[a-z-])")
FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.S | re.M)
INDENTED = re.compile(r"(?:\A|\n\n)((?:    [^\n]+\n)+)")


def loose_commands(text: str) -> list[str]:
    """Lines to type that stand in no block which a test reads."""
    bodies = [block["body"] for block in FENCE.finditer(text) if block["language"] not in ("console", "yaml")]
    bodies += INDENTED.findall(FENCE.sub("", text))
    return [line for body in bodies for line in body.splitlines() if TYPED.match(line)]


@pytest.mark.parametrize("page", [page for page in ALL if page != HELP])
def test_commands_stand_where_tests_find_them(page: str) -> None:
    assert loose_commands((ROOT / page).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "```\npolicyhooks check\n```\n",
        "```sh\nmake demo\n```\n",
        "```text\n$ ls\n```\n",
        "```bash\nsudo policyhooks sync\n```\n",
        "Type:\n\n    policyhooks check\n",
    ],
)
def test_a_loose_command_is_seen(text: str) -> None:
    assert len(loose_commands(text)) == 1


def test_marks_only_get_fewer() -> None:
    found = Counter({page: len(marks) for page in ALL if (marks := read_marks(ROOT / page))})
    assert found == MARKED, "run the block, or say in the review why this number may change"


@pytest.mark.parametrize("page", MARKED)
def test_a_mark_says_why(page: str) -> None:
    assert all(any(reason in mark for reason in REASONS) for mark in read_marks(ROOT / page))


def test_a_mark_belongs_to_a_block(tmp_path: Path) -> None:
    """A mark that stands alone would look as if something were not run."""
    for page in ALL:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert len(re.findall(r"^\*Not run by a test", text, re.M)) == len(read_marks(ROOT / page)), page
    page = tmp_path / "page.md"
    page.write_text("*Not run by a test: needs root.*\n\n```console\nfirst\n```\n\n```console\nsecond\n```\n")
    assert [step.command for step in read_steps(page)] == ["second"]


def test_what_runs_elsewhere_does() -> None:
    for (page, line), (test, words) in ELSEWHERE.items():
        commands = [step.command.partition("#")[0].strip() for step in read_steps(ROOT / page)]
        assert line in commands, (page, line)
        assert words in (ROOT / test).read_text(encoding="utf-8"), (test, words)


def test_tables_name_pages_with_commands() -> None:
    assert {*BEFORE, *QUICK, *STANDING_FOR} <= set(FOLLOWED)
    blocks = [
        page for page in ALL for block in BLOCK.finditer((ROOT / page).read_text()) if block["language"] == "console"
    ]
    assert set(FOLLOWED) >= set(blocks)


@pytest.mark.parametrize("line", EXAMPLE.findall((ROOT / HELP).read_text(encoding="utf-8")))
def test_the_examples_of_a_help_text_are_commands(line: str) -> None:
    words = shlex.split(line)
    assert build_parser(words[0]).parse_args(words).verb == words[0]


SENTENCES = {page: FENCE.sub("", (ROOT / page).read_text(encoding="utf-8")) for page in ALL if page != "CHANGELOG.md"}
NAMED = [
    (page, line)
    for page, text in SENTENCES.items()
    for line in re.findall(r"`policyhooks ([a-z]+ [^`]*--[^`]*)`", text)
    if "..." not in line
]


@pytest.mark.parametrize(("page", "line"), NAMED)
def test_a_command_with_options_in_a_sentence_is_one(page: str, line: str) -> None:
    words = shlex.split(re.split(r"[|<>]", line)[0])
    assert build_parser(words[0]).parse_args(words).verb == words[0]
