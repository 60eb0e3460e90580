"""What the pages name exists: modules, files, names in them, words of make, verbs, anchors. Decisions have a form."""

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from policyhooks.cli.commands import VERBS
from tests.docs.test_pages import ALL
from tests.docs.walkthrough import ROOT

PACKAGE = ROOT / "policyhooks"
ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
# The changelog tells of what was; it may name what is gone.
PAGES = [page for page in ALL if page != "CHANGELOG.md"]
# Pages whose commands are examples of what agents run.
EXAMPLES = ("docs/reference/packs.md", "docs/explanation/what-the-packs-decide.md")
FIRST = "|".join(["policyhooks", "tests", "benchmarks", "docs", *ROOMS])
PATH = re.compile(rf"(?<![\w./~$:-])((?:{FIRST})/[\w/*.-]*\.(?:py|md|yaml|toml|lock))\b")
FOLDER = re.compile(r"`((?:policyhooks|tests|benchmarks|docs)(?:/[\w-]+)+)`")
IDS = re.compile(r"policyhooks/(v1|layer-[a-z]+)")  # words of the policy language and of the journal
NAMED = re.compile(r"((?:`[\w.]+`(?:,\s+|\s+and\s+))*`[\w.]+`)\s+in\s+`([\w/]+\.py)`")
MODULE = re.compile(r"python3? -m ((?:policyhooks|benchmarks|tests)(?:\.\w+)*)")
MAKE = re.compile(r"`make ([a-z][a-z-]*)")
MAKE_LINE = re.compile(r"^(?:\$ )?make ([a-z][a-z-]*)", re.M)
FENCE = re.compile(r"^```\w*$(.*?)^```$", re.S | re.M)
VERB = re.compile(r"`policyhooks ([a-z]+)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
SECTIONS = ["Context", "Decision", "Evidence", "Consequences", "What would change it"]
# What readers of the shell say in `shell.problems`.
PROBLEM = re.compile(r"(?:problem|reach|problems\.append|Unparsed)\(\"([a-z_]+)\"")
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def prose_of(page: str) -> str:
    return FENCE.sub("", text_of(page))


def exists(path: str) -> bool:
    """A path, or a pattern, from the root of the repository or of the package."""
    return any(any(root.glob(path)) for root in (ROOT, PACKAGE))


def missing(text: str) -> Iterator[str]:
    """What a text names and nobody finds."""
    yield from (path for path in PATH.findall(text) if not exists(path))
    yield from (path for path in FOLDER.findall(text) if not IDS.fullmatch(path) and not exists(path))
    yield from (f"python -m {name}" for name in MODULE.findall(text) if find_spec(name) is None)
    yield from (f"policyhooks {verb}" for verb in VERB.findall(text) if verb not in VERBS)
    for names, path in NAMED.findall(text):
        file = next((root / path for root in (ROOT, PACKAGE) if (root / path).is_file()), None)
        known = defined_in(file) if file else set()
        yield from (f"{name} in {path}" for name in re.findall(r"`([\w.]+)`", names) if name not in known)


def defined_in(file: Path) -> set[str]:
    """Names of a module, and `Class.name` of what its classes hold."""
    found: set[str] = set()

    def collect(body: list[ast.stmt], inside: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(inside + node.name)
            if isinstance(node, ast.ClassDef):
                collect(node.body, f"{inside}{node.name}.")
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            found.update(inside + target.id for target in targets if isinstance(target, ast.Name))

    collect(ast.parse(file.read_text(encoding="utf-8")).body, "")
    return found


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_exists(page: str) -> None:
    assert list(missing(text_of(page))) == []


@pytest.mark.parametrize(
    "text",
    [
        "`core/gone.py`",
        "see policyhooks/shell/view/gone.py in a diagram",
        "`core/catalog_*.py`",
        "`policyhooks/shel`",
        "`tests/nowhere`",
        "`GONE` in `core/program.py`",
        "`FORMAT`, `GONE` and `READS` in\n`core/program.py`",
        "`Hook.gone` in `runtime/launch/hook.py`",
        "`python -m benchmarks.gone`",
        "`policyhooks lint x`",
    ],
)
def test_what_does_not_exist_is_seen(text: str) -> None:
    assert len(list(missing(text))) == 1


def test_what_exists_is_not_complained_about() -> None:
    text = (
        "`core/program.py` `policyhooks/shell` `FORMAT` and `READS` in `core/program.py` `tests/golden` /w/core/gone.py"
        " `Hook.answer` in `runtime/launch/hook.py` python -m benchmarks.profile `policyhooks check x` `policyhooks/v1`"
    )
    assert list(missing(text)) == []


@pytest.mark.parametrize("page", [page for page in PAGES if page not in EXAMPLES])
def test_words_of_make_exist(page: str) -> None:
    words = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    text = text_of(page)
    assert {*MAKE.findall(text), *MAKE_LINE.findall("\n".join(FENCE.findall(text)))} <= words


def test_the_page_of_the_shell_view_names_every_problem() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (PACKAGE / "shell").rglob("*.py")]
    said = {problem for source in sources for problem in PROBLEM.findall(source)}
    table = text_of("docs/explanation/shell-view.md").partition("| problem | because |")[2].partition("\n\n")[0]
    listed = re.findall(r"`([a-z_]+)`", "".join(row.split("|")[1] for row in table.splitlines() if row))
    assert sorted(listed) == sorted(said)


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", ALL)
def test_anchors_lead_to_a_heading(page: str) -> None:
    for target in LINK.findall(prose_of(page)):
        path, mark, anchor = target.partition("#")
        if mark and not target.startswith("http"):
            found = (ROOT / page).parent / path if path else ROOT / page
            assert anchor in anchors(found), target


def test_every_page_can_be_reached_from_the_first_ones() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md", ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        for target in LINK.findall(prose_of(str(page.relative_to(ROOT)))):
            found = (page.parent / target.partition("#")[0]).resolve()
            if found.suffix == ".md" and found.is_file():
                waiting.append(found)
    assert {page for page in ALL if page.startswith("docs/")} <= {str(page.relative_to(ROOT)) for page in reached}


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_its_sections(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.name[:4]}. ")
    assert re.findall(r"^## (.+)$", text, re.M) == SECTIONS
    bodies = re.split(r"^## .+$", text, flags=re.M)
    assert all(body.strip() for body in bodies)
    assert re.search(r"^Status: (in force\.|replaced by \[\d{4}\])", bodies[0], re.M)


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    titles = {page.name: page.read_text(encoding="utf-8").splitlines()[0][8:] for page in DECISIONS}
    index = (ROOT / "docs" / "decisions" / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d{4}) \| \[(.+)\]\((\S+)\) \|$", index, re.M)
    assert [(name[:4], title, name) for name, title in titles.items()] == rows
