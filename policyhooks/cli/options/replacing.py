"""The refusal to install what would drop or weaken installed rules, unless the command line says `--replace`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import UsageError

if TYPE_CHECKING:
    from policyhooks.bundle.comparison import Difference
    from policyhooks.bundle.verification import Bundle
    from policyhooks.compiler.compile import Compiled


def refuse_weaker(
    states: Iterable[Path],
    program: Compiled,
    entries: Iterable[Difference] = (),
    *,
    replace: bool,
    preview: bool = False,
) -> None:
    """Raise where installed rules of these states would go or may decide less; with `replace`, or in a preview, say so.

    `entries` is what a client's file would lose beside them. Every one is named: a list that ends with "and more" is
    no list to decide by.
    """
    from policyhooks.bundle.weakening import weakened
    from policyhooks.report.screen.paragraph import hang
    from policyhooks.report.screen.style import style_of

    found = [*(one for state in states for one in weakened(state, program)), *entries]
    style = style_of(sys.stderr)
    refuse(found, lambda text: hang("weaker: ", text, style), replace=replace, preview=preview)


def refuse_weaker_bundle(states: Iterable[Path], bundle: Bundle, *, replace: bool) -> None:
    """The same for a bundle's own program, on a machine with nothing but Python."""
    from policyhooks.bundle.weakening import weakened_by

    found = [one for state in states for one in weakened_by(state, bundle)]
    refuse(found, lambda text: [f"weaker: {text}"], replace=replace)


def refuse(
    found: Iterable[Difference], lines: Callable[[str], Iterable[str]], *, replace: bool, preview: bool = False
) -> None:
    """Name what was found, in lines for the screen, and raise unless it is meant."""
    from policyhooks.report.screen.chart import count
    from policyhooks.report.screen.style import one_line

    found = list(dict.fromkeys(found))
    if not found:
        return
    for one in found:
        print(*lines(one_line(f"{one.subject}: {one.text}")), sep="\n", file=sys.stderr)
    rules = count(len({one.subject for one in found}), "installed rule")
    if replace or preview:
        print(f"note: this drops or weakens {rules}, or may", file=sys.stderr)
        return
    message = f"this would drop or weaken {rules}, or may, so nothing was written"
    raise UsageError(message, "if you mean it, add --replace")
