"""The refusal to install what would drop or weaken installed rules, unless the command line says `--replace`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import UsageError

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled


def refuse_weaker(states: Iterable[Path], program: Compiled, *, replace: bool, preview: bool = False) -> None:
    """Raise where installed rules of these states would go or may decide less; with `replace`, or in a preview, say so.

    Every one of them is named: a list that ends with "and more" is no list to decide by.
    """
    from policyhooks.bundle.weakening import weakened
    from policyhooks.report.screen.chart import count
    from policyhooks.report.screen.paragraph import hang
    from policyhooks.report.screen.style import one_line, style_of

    found = list(dict.fromkeys(one for state in states for one in weakened(state, program)))
    if not found:
        return
    style = style_of(sys.stderr)
    for one in found:
        print(*hang("weaker: ", one_line(f"{one.subject}: {one.text}"), style), sep="\n", file=sys.stderr)
    rules = count(len({one.subject for one in found}), "installed rule")
    if replace or preview:
        print(f"note: this drops or weakens {rules}, or may", file=sys.stderr)
        return
    message = f"this would drop or weaken {rules}, or may, so nothing was written"
    raise UsageError(message, "if you mean it, add --replace")
