"""What built pages load from elsewhere, and links to what is not there: `python website/loads.py FOLDER` fails on both.

A link that a person follows may lead anywhere. What a browser fetches by itself may not: it would tell a stranger who
reads, and would not work without a network.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ELSEWHERE = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:)?//", re.I)
IN_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", re.I)
REFRESH = re.compile(r"url\s*=\s*['\"]?([^'\"]+)", re.I)
# Attributes whose address is fetched without a click; of `a` and `area` none is.
FETCHED = ("src", "data", "poster", "background", "xlink:href", "manifest")
FETCHING_HREF = ("image", "use", "base", "feimage")
# Relations of `link` that only say something; every other one is fetched, or prepares that.
SAYING = {"canonical", "alternate", "author", "license", "next", "prev", "search", "help", "me"}


class _Page(HTMLParser):
    """Collects addresses that a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.linked: list[str] = []
        self.in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.in_style = tag == "style"
        self.found += [given[name] for name in FETCHED if name in given]
        self.found += styled(given.get("style", ""))
        for name in ("srcset", "imagesrcset"):
            self.found += [part.split()[0] for part in given.get(name, "").split(",") if part.split()]
        if tag in FETCHING_HREF:
            self.found.append(given.get("href", ""))
        if tag == "link" and not set(given.get("rel", "").lower().split()) <= SAYING:
            self.found.append(given.get("href", ""))
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.found += REFRESH.findall(given.get("content", ""))
        if tag == "a":
            self.found += given.get("ping", "").split()
            self.linked.append(given.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        self.in_style = False

    def handle_data(self, data: str) -> None:
        if self.in_style:
            self.found += styled(data)


def styled(text: str) -> list[str]:
    """Addresses that a style sheet loads."""
    return [address or imported for address, imported in IN_STYLE.findall(text)]


def read_page(html: str) -> tuple[list[str], list[str]]:
    """What a page loads, and what it links to."""
    page = _Page()
    page.feed(html)
    page.close()
    return page.found, page.linked


def from_elsewhere(addresses: list[str]) -> list[str]:
    """Those of another server."""
    return [address for address in addresses if ELSEWHERE.match(address)]


def leads_nowhere(folder: Path, page: Path, address: str) -> bool:
    """Whether it is an address in the site, and nothing is there."""
    if re.match(r"[a-z][a-z0-9+.-]*:|//", address, re.I):
        return False
    path = unquote(re.split(r"[?#]", address, maxsplit=1)[0])
    found = folder / path.lstrip("/") if path.startswith("/") else page.parent / path
    return not (found / "index.html" if found.is_dir() and found != page.parent else found).exists()


def look_through(folder: Path) -> Iterator[tuple[Path, str]]:
    """What is wrong with the files of a built site."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".svg"):
            loaded, linked = read_page(path.read_text(encoding="utf-8"))
            yield from ((path, f"loads {address} from elsewhere") for address in from_elsewhere(loaded))
            missing = [address for address in (*loaded, *linked) if leads_nowhere(folder, path, address)]
            yield from ((path, f"links to {address}, which is not there") for address in missing)
        elif path.suffix == ".css":
            loaded = styled(path.read_text(encoding="utf-8"))
            yield from ((path, f"loads {address} from elsewhere") for address in from_elsewhere(loaded))


def main(folder: Path) -> int:
    pages = sum(1 for _ in folder.rglob("*.html"))
    found: dict[str, list[Path]] = {}
    for path, problem in look_through(folder):
        found.setdefault(problem, []).append(path.relative_to(folder))
    for problem, paths in found.items():
        print(f"{paths[0]} {problem}" + (f" (and {len(paths) - 1} more)" if paths[1:] else ""), file=sys.stderr)
    if found or not pages:
        print(f"site: {len(found)} problems in {pages} pages of {folder}", file=sys.stderr)
        return 1
    print(f"site: {pages} pages in {folder}; nothing is loaded from elsewhere, every link leads somewhere")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
