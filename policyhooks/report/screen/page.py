"""A self-contained HTML page: text is escaped, nothing is loaded, nothing runs. It knows nothing of what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from policyhooks.report.screen.style import one_line

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:0 0 2rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #8886}
td{overflow-wrap:anywhere}
caption{text-align:left;font-weight:bold;padding:.5rem 0}
"""


def draw_page(title: str, paragraphs: Iterable[str], tables: Iterable[str]) -> str:
    """The whole document; `tables` are what draw_table made."""
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_shown(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{_shown(title)}</h1>\n"
    )
    told = "".join(f"<p>{_shown(one)}</p>\n" for one in paragraphs)
    return f"{head}{told}{''.join(tables)}</main>\n</body>\n</html>\n"


def draw_table(caption: str, heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; nothing where it has no rows."""
    body = "".join("<tr>" + "".join(f"<td>{_shown(str(cell))}</td>" for cell in row) + "</tr>\n" for row in rows)
    if not body:
        return ""
    head = "".join(f'<th scope="col">{_shown(name)}</th>' for name in heading)
    top = f"<caption>{_shown(caption)}</caption>\n<thead><tr>{head}</tr></thead>"
    return f"<table>\n{top}\n<tbody>\n{body}</tbody>\n</table>\n"


def _shown(text: str) -> str:
    return escape(one_line(text), quote=True)
