"""The pages do what they say: their commands run, their policies compile and pass, their links lead somewhere."""

import re
from pathlib import Path

import pytest

from policyhooks.cli.docs import PAGES, main
from policyhooks.cli.main import run
from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS
from policyhooks.compiler.tables.programs import collect_rows, read_families
from tests.docs.preparations import QUICK, WITH_SERVERS, steps_to_take, surroundings
from tests.docs.walkthrough import ROOT, follow, matches, read_steps, yaml_blocks
from tests.support.counts import SOAK

ALL = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


FOLLOWED = [page for page in ALL if any(step.command for step in read_steps(ROOT / page))]


@pytest.mark.parametrize("page", [page for page in FOLLOWED if page not in WITH_SERVERS] if SOAK else QUICK)
def test_the_commands_of_a_page(page: str, tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    steps = steps_to_take(page, list(read_steps(ROOT / page)))
    assert follow(steps, tmp_path / "project", surroundings(tmp_path)) == []


@pytest.mark.parametrize(
    ("promised", "got", "same"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a", "b"], "a\nc\n", False),
        (["a"], "a\nb\n", False),
        (["a", "..."], "a\nb\nc\n", True),
        (["took ... ms"], "took 12 ms\n", True),
        (["took ... ms"], "took 12 s\n", False),
        (["a", "..."], "b\n", False),
    ],
)
def test_a_wrong_output_is_seen(promised: list[str], got: str, same: bool) -> None:
    assert matches(promised, got) is same


@pytest.mark.parametrize("page", [page for page in ALL if yaml_blocks(ROOT / page)])
def test_every_yaml_block_compiles_and_its_tests_pass(page: str, tmp_path: Path) -> None:
    beside: list[str] = []  # programs that the page describes
    for number, block in enumerate(yaml_blocks(ROOT / page)):
        path = tmp_path / f"{number}.yaml"
        path.write_text(block, encoding="utf-8")
        if block.lstrip().startswith("programs:"):
            assert collect_rows(read_families(path.parent)), block
            path.unlink()
            continue
        if "kind: Config" in block:
            assert run(["check", str(ROOT / "policies"), "--config", str(path)]) == 0, block
            continue
        assert run(["check", str(path)]) == 0, block
        if "kind: Programs" in block:
            beside.append(str(path))
        if "tests:" in block or "examples:" in block:
            assert run(["test", *dict.fromkeys([*beside, str(path)])]) == 0, block


@pytest.mark.parametrize("page", ALL)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        if not target.startswith(("http", "#")):
            assert ((ROOT / page).parent / target.split("#")[0]).exists(), target


def test_generated_pages_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("name", PAGES)
def test_a_stale_page_is_told(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(tmp_path)]) == 0
    assert main(["--root", str(tmp_path), "--check"]) == 0
    page = tmp_path / "docs" / "reference" / name
    page.write_text(page.read_text() + "edited by hand\n")
    assert main(["--root", str(tmp_path), "--check"]) == 1
    assert name in capsys.readouterr().err


# The rows of the README's table and the events they speak of.
COVERED = {
    "shell commands": ("shell.before",),
    "files read and written": ("file.read", "file.write"),
    "MCP calls": ("mcp.before",),
    "web pages": ("web.before",),
    "prompts": ("prompt.submit",),
    "subagents": ("subagent.start",),
}


def test_the_table_of_clients_says_what_the_catalog_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for label, events in COVERED.items():
        (line,) = [line for line in text.splitlines() if line.startswith(f"| {label} |")]
        cells = [cell.strip() for cell in line.strip("|").split("|")][1:]
        for client, cell in zip(CLIENTS, cells, strict=True):
            words = []
            for event in events:
                found = rows(client=client, event=event)
                asks = any(row.ask["*"] == "ask" for row in found)
                words.append(("deny, ask" if asks else "deny") if any(row.blocks for row in found) else "")
            assert set(words) == {cell}, (label, client)
