"""A hook of mkdocs: what pages link to outside of docs/ is carried into the site, below `repository/`, at its own path.

So a link is written once, as the repository needs it. Pages stay pages, other texts become a page that shows them, a
folder a page that lists it. Knows mkdocs and nothing of policyhooks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, InclusionLevel

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs"
BELOW = "repository"
LINK = re.compile(r"(?<=\]\()([^)\s#]+)")
FENCE = re.compile(r"(^(`{3,})[^\n]*\n.*?^\2$)", re.S | re.M)
LANGUAGES = {".yml": "yaml", ".yaml": "yaml", ".sh": "sh", ".py": "python", ".toml": "toml", ".plist": "xml"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add everything that can be reached from the pages of docs/ by links."""
    waiting = [path for file in files.documentation_pages() for path in _targets(f"{DOCS}/{file.src_uri}")]
    carried: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in carried or path.startswith(f"{DOCS}/"):
            continue
        carried.add(path)
        text = _text_of(path)
        files.append(File.generated(config, _place_of(path), content=text, inclusion=InclusionLevel.NOT_IN_NAV))
        waiting.extend(_targets(_origin_of(_place_of(path)), text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that lead out of docs/, or out of what was carried, name the place in the site."""
    here = page.file.src_uri
    origin = _origin_of(here)

    def rewrite(found: re.Match[str]) -> str:
        path = _repository_path(origin, found[1])
        if path is None:
            return found[1]
        return os.path.relpath(_place_of(path), PurePosixPath(here).parent)

    # Two groups: after each text stand the fence that follows it and its backticks.
    parts = FENCE.split(markdown)
    texts = [LINK.sub(rewrite, text) for text in parts[::3]]
    return "".join(text + fence for text, fence in zip(texts, [*parts[1::3], ""], strict=True))


def _targets(page: str, text: str | None = None) -> Iterator[str]:
    """The paths in the repository that a page links to."""
    if text is None:
        text = (ROOT / page).read_text(encoding="utf-8")
    for target in LINK.findall(FENCE.sub("", text)):
        path = _repository_path(page, target)
        if path is not None:
            yield path


def _repository_path(origin: str, target: str) -> str | None:
    """Where a link leads in the repository; nothing for an address and for what is not there."""
    if re.match(r"[a-z]+:", target):
        return None
    path = os.path.normpath(PurePosixPath(origin).parent / target)
    if path.startswith("..") or not (ROOT / path).exists():
        return None
    readme = f"{path}/README.md"
    return readme if (ROOT / readme).is_file() else path


def _place_of(path: str) -> str:
    """Where the site keeps a file of the repository."""
    if path.startswith(f"{DOCS}/"):
        return path.removeprefix(f"{DOCS}/")
    if (ROOT / path).is_dir():
        return f"{BELOW}/{path}/index.md"
    return f"{BELOW}/{path}" if path.endswith(".md") else f"{BELOW}/{path}.md"


def _origin_of(place: str) -> str:
    """The other way round, for pages."""
    if not place.startswith(f"{BELOW}/"):
        return f"{DOCS}/{place}"
    path = place.removeprefix(f"{BELOW}/")
    if (ROOT / path).is_file():
        return path
    folder = path.removesuffix("/index.md")
    return path if folder != path else path.removesuffix(".md")


def _text_of(path: str) -> str:
    """A page as it is, a folder as a list, any other text between fences."""
    found = ROOT / path
    if found.is_dir():
        files = sorted(file.relative_to(found).as_posix() for file in found.rglob("*") if file.is_file())
        return f"# {path}\n\n" + "".join(f"* [{name}]({name})\n" for name in files)
    text = found.read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text
    return f"# {path}\n\n`````{LANGUAGES.get(found.suffix, 'text')}\n{text}`````\n"
