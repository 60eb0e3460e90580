"""The refusal to install what would drop or weaken installed rules, unless the command line says `--replace`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.renewal import states_in_force
from policyhooks.errors import UsageError

if TYPE_CHECKING:
    from policyhooks.bundle.comparison import Difference
    from policyhooks.bundle.verification import Bundle
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.entries import Entry
    from policyhooks.installation.places import Place


def refuse_weaker(
    place: Place,
    program: Compiled,
    entries: Sequence[Entry],
    *,
    replace: bool,
    preview: bool = False,
    signed: bool = False,
) -> None:
    """Raise where installed rules would go or may decide less, or the client's file would; with `replace`, or in a
    preview, say so. Every one is named: a list that ends with "and more" is no list to decide by.

    `signed`: what is installed came from the same signers, who decide what their rules and events become.
    """
    from policyhooks.bundle.weakening import weakened
    from policyhooks.report.screen.paragraph import hang
    from policyhooks.report.screen.style import style_of

    rules = [] if signed else [one for state in states_in_force(place) for one in weakened(state, program)]
    found = [*rules, *_of_the_file(place, program.used_events, entries, signed=signed)]
    style = style_of(sys.stderr)
    _refuse(found, lambda text: hang("weaker: ", text, style), replace=replace, preview=preview)


def refuse_weaker_bundle(
    place: Place, bundle: Bundle, entries: Sequence[Entry], *, replace: bool, signed: bool
) -> None:
    """The same for a bundle's own program, on a machine with nothing but Python."""
    from policyhooks.bundle.weakening import weakened_by

    rules = [] if signed else [one for state in states_in_force(place) for one in weakened_by(state, bundle)]
    found = [*rules, *_of_the_file(place, bundle.manifest.used_events, entries, signed=signed)]
    _refuse(found, _plain, replace=replace, preview=False)


def refuse_weaker_program(state: Path, bundle: Bundle, *, replace: bool) -> None:
    """The same for a bundle's program alone, of a state folder without a client's file."""
    from policyhooks.bundle.weakening import weakened_by

    _refuse(weakened_by(state, bundle), _plain, replace=replace, preview=False)


def _plain(text: str) -> list[str]:
    return [f"weaker: {text}"]


def _of_the_file(
    place: Place, used: Iterable[tuple[str, str]], entries: Sequence[Entry], *, signed: bool
) -> list[Difference]:
    """What the file loses. How it answers whoever has nothing stands in the project's own file: no signer said it."""
    from policyhooks.installation.lost_entries import gentler_answer, lost_entries

    lost = [] if signed else lost_entries(place, used, entries)
    return [*lost, *gentler_answer(place, entries)]


def _refuse(
    found: Iterable[Difference], lines: Callable[[str], Iterable[str]], *, replace: bool, preview: bool
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
