"""`policyhooks install`: compile, activate, and put the hook entries into a client's own file."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from policyhooks.cli.bundle.activate import add_bundle_arguments
from policyhooks.cli.options.activating import put_to_work
from policyhooks.cli.options.change_screen import WHOLE, show_change
from policyhooks.cli.options.install_screen import show_advice, show_installation
from policyhooks.cli.options.notes import working
from policyhooks.cli.options.places import add_place_arguments
from policyhooks.cli.options.policies import add_policy_arguments, show_problems
from policyhooks.cli.options.renewal import choose, places_of, wants_every_event
from policyhooks.cli.options.replacing import refuse_weaker
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, style_of

if TYPE_CHECKING:
    from policyhooks.cli.options.project import Chosen
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.change import Change
    from policyhooks.installation.entries import Entry
    from policyhooks.installation.places import Place

EXAMPLES = """examples:
  policyhooks install --client claude-code                       this project, the shipped policies
  policyhooks install                                            again, for every client of this project
  policyhooks install --client cursor --scope user --dry-run     say what it would do, write nothing
  sudo policyhooks install --client codex --scope managed --policies security/
  sudo policyhooks install --client cursor --scope managed --policies acme-1.4.0.phb
"""


@dataclass(frozen=True)
class Planned:
    """An installation of which nothing is written yet, and nothing is left to be refused."""

    place: Place
    chosen: Chosen
    compiled: Compiled
    entries: list[Entry]
    change: Change
    every_event: bool

    @property
    def events(self) -> list[str]:
        """The native events that have an entry."""
        return list(dict.fromkeys(entry.native for entry in self.entries))


def configure(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser, required=False, unnamed=" (default: of all that the project names or has)")
    add_policy_arguments(parser)
    add_bundle_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="say what would be installed and write nothing")
    parser.add_argument("--diff", action="store_true", help="show the change of the client's file line by line")
    parser.add_argument(
        "--every-event",
        action=argparse.BooleanOptionalAction,
        help="also events that no rule looks at, so that the journal shows them (default: as it was)",
    )
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Everything that can be refused is refused before the first byte is written."""
    try:
        if any(path.endswith(".phb") for path in arguments.policies or ()):
            return _install_bundle(arguments)
        planned = [_plan(arguments, place) for place in places_of(arguments)]
    except InvalidPolicies as problem:
        return show_problems(problem)
    style = style_of(sys.stdout)
    for number, one in enumerate(planned):
        if number:
            print()
        if arguments.dry_run:
            _preview(one, style, diff=arguments.diff)
        else:
            _carry_out(one, style, diff=arguments.diff)
    return 0


def _plan(arguments: argparse.Namespace, place: Place) -> Planned:
    from policyhooks.compiler.native_prompts import FAILS_OPEN, native_rules
    from policyhooks.installation.change import plan_install
    from policyhooks.installation.enrolment import with_project
    from policyhooks.installation.outside_needs import unmet_needs
    from policyhooks.installation.wanted import unknown_events, wanted_entries

    place = with_project(place)
    chosen = choose(arguments, place)
    compiled = chosen.compile(place.layer, aloud=True)
    every_event = wants_every_event(arguments, place)
    entries = wanted_entries(place, compiled, every_event=every_event)
    refuse_weaker(place, compiled, entries, replace=arguments.replace, preview=arguments.dry_run)
    if lacking := unknown_events(place, compiled, entries):
        print(*hang("warning: ", lacking, style_of(sys.stderr)), sep="\n", file=sys.stderr)
    if native_rules(place.client, compiled.rules):
        print(*hang("warning: ", FAILS_OPEN, style_of(sys.stderr)), sep="\n", file=sys.stderr)
    with working("looking for what its rules ask"):
        for need in unmet_needs(compiled, place.client, sys.executable):
            print(*hang("warning: ", f"{need.text}; {need.repair}", style_of(sys.stderr)), sep="\n", file=sys.stderr)
    return Planned(place, chosen, compiled, entries, plan_install(place, entries), every_event)


def _preview(planned: Planned, style: Style, *, diff: bool) -> None:
    """What is to come, before anything is written."""
    show_installation(planned.change, planned.compiled, planned.entries, style)
    print()
    if diff:
        show_change(planned.change, style)
        print()
    print(f"nothing was written{'' if diff or not planned.change.changes else f'; {WHOLE}'}")


def _carry_out(planned: Planned, style: Style, *, diff: bool) -> None:
    from policyhooks.bundle.rule_record import keep_rules
    from policyhooks.installation.change import apply_install, other_hooks
    from policyhooks.installation.enrolment import enroll
    from policyhooks.installation.origin import save_origin

    place, chosen = planned.place, planned.chosen
    others = other_hooks(place, planned.events)
    put_to_work(place, planned.compiled)
    save_origin(place.state, chosen.paths, chosen.config, planned.every_event, found=chosen.found is not None)
    keep_rules(place.state, planned.compiled)
    enroll(place)
    record = apply_install(planned.change)
    if diff:
        show_change(planned.change, style)
        print()
    show_installation(planned.change, planned.compiled, planned.entries, style, record=record)
    show_advice(planned.change, others, style)


def _install_bundle(arguments: argparse.Namespace) -> int:
    from policyhooks.cli.bundle.activate import activate_or_say

    if arguments.client is None:
        raise UsageError("a bundle is installed for one client at a time", "name it with --client")
    if len(arguments.policies) > 1 or arguments.config:
        raise UsageError("a bundle stands alone: it has its own Config", "give one .phb file and nothing else")
    return activate_or_say(arguments, arguments.policies[0])
