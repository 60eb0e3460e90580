"""The docs as a site: every page has one place in its navigation, nothing is loaded from elsewhere (`make site`)."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.docs.walkthrough import ROOT

# Diataxis, and what carries a project on; each with the folders that its pages may come from.
SECTIONS = {
    "Start": {"", "repository"},
    "Tutorial": {"tutorial"},
    "How-to": {"how-to", "how-to/examples"},
    "Reference": {"reference"},
    "Explanation": {"explanation"},
    "Change it": {"how-to-change", "repository"},
    "Decisions": {"decisions"},
}


class Settings(yaml.SafeLoader):
    """Reads mkdocs.yml, whose tags name functions of mkdocs' own."""


Settings.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: suffix)
SETTINGS = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Settings)


def pages_of(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for inner in entry.values():
            yield from pages_of(inner)
    elif isinstance(entry, list):
        for inner in entry:
            yield from pages_of(inner)


def test_every_page_has_one_place_in_the_navigation() -> None:
    named = sorted(pages_of(SETTINGS["nav"]))
    pages = sorted(str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md"))
    assert [page for page in named if not page.startswith("repository/")] == pages
    outside = [page.removeprefix("repository/") for page in named if page.startswith("repository/")]
    assert all((ROOT / page).is_file() for page in outside)
    assert len(set(outside)) == len(outside)


def test_sections_hold_pages_of_their_kind() -> None:
    found = {name: entry for section in SETTINGS["nav"] for name, entry in section.items()}
    assert list(found) == list(SECTIONS)
    for name, folders in SECTIONS.items():
        assert {page.rpartition("/")[0] for page in pages_of(found[name])} <= folders, name


def test_it_is_strict_and_loads_nothing() -> None:
    assert SETTINGS["strict"] is True
    assert SETTINGS["theme"]["font"] is False
    assert set(SETTINGS["validation"].values()) == {"warn"}
    assert not {"repo_url", "site_url", "extra_javascript"} & SETTINGS.keys()
    script = (ROOT / "docs" / SETTINGS["extra"]["polyfills"][0]).read_text(encoding="utf-8")
    assert not re.search(r"https?:", script)


SPEC = importlib.util.spec_from_file_location("loads", ROOT / "website" / "loads.py")
assert SPEC is not None
assert SPEC.loader is not None
LOADS = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(LOADS)


@pytest.mark.parametrize(
    ("html", "wrong"),
    [
        ('<script src="https://cdn.example/x.js"></script>', True),
        ('<script src="//cdn.example/x.js"></script>', True),
        ('<SCRIPT SRC=" HTTPS://cdn.example/x.js">', True),
        ('<link rel="stylesheet" href="https://fonts.example/css">', True),
        ('<link rel="preconnect" href="https://fonts.example">', True),
        ('<link rel="shortcut icon" href="https://x.example/i.png">', True),
        ('<img srcset="here.png 1x, https://x.example/i.png 2x">', True),
        ('<img src="https://x.example/i.png">', True),
        ('<iframe src="https://x.example"></iframe>', True),
        ('<object data="https://x.example/x.svg"></object>', True),
        ('<video poster="https://x.example/x.png"></video>', True),
        ('<svg><use href="https://x.example/x.svg#a"/></svg>', True),
        ("<style>@import 'https://x.example/x.css';</style>", True),
        ("<style>a { background: url(https://x.example/x.png) }</style>", True),
        ('<p style="background: url(//x.example/x.png)">', True),
        ('<meta http-equiv="refresh" content="0; url=https://x.example">', True),
        ('<a href="here.html" ping="https://x.example">', True),
        ('<a href="https://x.example">a link that a person follows</a>', False),
        ('<link rel="canonical" href="https://x.example">', False),
        ('<img src="data:image/png;base64,AAAA">', False),
        ('<script src="here.js"></script><link rel="stylesheet" href="here.css">', False),
        ('<pre>src="https://x.example"</pre>', False),
        ('<a href="gone.html">', True),
        ('<a href="here.html#part">', False),
        ('<a href="#part">', False),
        ('<img src="gone.png">', True),
    ],
)
def test_what_is_loaded_from_elsewhere_is_seen(html: str, wrong: bool, tmp_path: Path) -> None:
    for name in ("here.html", "here.js", "here.css", "here.png"):
        (tmp_path / name).touch()
    (tmp_path / "page.html").write_text(html)
    assert (LOADS.main(tmp_path) != 0) is wrong


def test_a_site_without_pages_is_none(tmp_path: Path) -> None:
    assert LOADS.main(tmp_path) == 1


def test_style_sheets_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "page.html").touch()
    (tmp_path / "a.css").write_text("@font-face { src: url('https://x.example/f.woff2') }")
    assert LOADS.main(tmp_path) == 1
