"""`policyhooks install`: compile, activate, and put the hook entries into a client's own file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.bundle.activate import add_bundle_arguments
from policyhooks.cli.options.change_screen import show_change
from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.cli.options.policies import add_policy_arguments, shipped, show_problems
from policyhooks.cli.options.project import Chosen, choose_to_act, names_nothing
from policyhooks.cli.options.replacing import refuse_weaker
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError
from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, style_of

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.change import Change
    from policyhooks.installation.entries import Entry
    from policyhooks.installation.places import Place

EXAMPLES = """examples:
  policyhooks install --client claude-code                       this project, the shipped policies
  policyhooks install --client cursor --scope user --dry-run     show the change, write nothing
  sudo policyhooks install --client codex --scope managed --policies security/
  sudo policyhooks install --client cursor --scope managed --policies acme-1.4.0.phb
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser)
    add_policy_arguments(parser)
    add_bundle_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="show what would change and write nothing")
    parser.add_argument("--diff", action="store_true", help="show the change of the client's file line by line")
    parser.add_argument(
        "--every-event", action="store_true", help="also events that no rule looks at, so that the journal shows them"
    )
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Everything that can be refused is refused before the first byte is written."""
    try:
        return _install(arguments)
    except InvalidPolicies as problem:
        return show_problems(problem)


def _install(arguments: argparse.Namespace) -> int:
    from policyhooks.installation.change import apply_install, other_hooks, plan_install
    from policyhooks.installation.enrolment import enroll, with_project
    from policyhooks.installation.origin import save_origin
    from policyhooks.installation.prompt_entries import GIVES_UP, native_rules
    from policyhooks.installation.wanted import wanted_entries

    place = place_of(arguments)
    if any(path.endswith(".phb") for path in arguments.policies or ()):
        return _install_bundle(arguments)
    place = with_project(place)
    chosen = choose(arguments, place)
    with working(f"compiling {chosen.title}"):
        compiled = chosen.compile(place.layer)
    refuse_weaker(place.state, compiled, replace=arguments.replace, preview=arguments.dry_run)
    entries = wanted_entries(place, compiled, every_event=arguments.every_event)
    if native_rules(place.client, compiled.rules):
        print(f"warning: {GIVES_UP}", file=sys.stderr)
    change = plan_install(place, entries)
    events = list(dict.fromkeys(entry.native for entry in entries))
    others = other_hooks(place, events)
    style = style_of(sys.stdout)
    if arguments.dry_run:
        show_change(change, style)
        print(f"{count(len(events), 'event')} of {place.client}; nothing was written")
        return 0
    _activate(place, compiled)
    save_origin(place.state, chosen.paths, chosen.config, arguments.every_event, found=chosen.found is not None)
    enroll(place)
    record = apply_install(change)
    if arguments.diff:
        show_change(change, style)
        print()
    _show(change, compiled, entries, others, record, style)
    return 0


def choose(arguments: argparse.Namespace, place: Place) -> Chosen:
    """What is installed: what is named, what a project's own trusted file names, what is installed already,
    else the shipped policies.

    An installation beyond the project takes nothing from a repository that was not named.
    """
    start = place.root if place.scope in ("project", "local") and place.root.is_dir() else None
    chosen = choose_to_act(arguments.policies, arguments.config, start)
    if chosen is None or (chosen.found is not None and names_nothing(chosen.found)):
        return installed_before(place) or chosen or Chosen((shipped(),))
    return chosen


def installed_before(place: Place) -> Chosen | None:
    """What this installation was made from; raises where that cannot be had, rather than take something else."""
    from policyhooks.image.generations import read_generation
    from policyhooks.image.manifests import current_number
    from policyhooks.installation.origin import load_origin

    origin = load_origin(place.state)
    if origin is None or not (place.state / "current").is_symlink():
        return None
    if "bundle" in read_generation(place.state, current_number(place.state)).about:
        raise UsageError(
            "what is installed here came in a bundle", "name a newer one, or other policies: --policies PATH"
        )
    gone = [path for path in (*origin.policies, origin.config) if path and not Path(path).exists()]
    if gone:
        raise EnvironmentBroken(f"`{gone[0]}`, which is installed here, is gone", "name the policies: --policies PATH")
    tell("note: the same policies as before; --policies names others")
    return Chosen(origin.policies, origin.config or None)


def _install_bundle(arguments: argparse.Namespace) -> int:
    from policyhooks.cli.bundle.activate import activate_or_say

    if len(arguments.policies) > 1 or arguments.config:
        raise UsageError("a bundle stands alone: it has its own Config", "give one .phb file and nothing else")
    return activate_or_say(arguments, arguments.policies[0])


def _activate(place: Place, compiled: Compiled) -> None:
    from policyhooks.image.activation import activate
    from policyhooks.inspect.rulebook import keep_outline

    with working("activating"):
        activate(place.state, [compiled], options=compiled.options, shared=place.scope == "managed")
        keep_outline(place.state, compiled, shared=place.scope == "managed")


def _show(
    change: Change,
    compiled: Compiled,
    entries: Sequence[Entry],
    others: Sequence[tuple[str, str, str]],
    record: str,
    style: Style,
) -> None:
    from policyhooks.clients.facts import install_of
    from policyhooks.installation.advice import advice
    from policyhooks.installation.entries import commands_of

    place = change.place
    events = list(dict.fromkeys(entry.native for entry in entries))
    counted = f"{count(len(compiled.rules), 'rule')} on {count(len(events), 'event')} of {place.client}"
    print(f"{style.paint('installed', 'green')} {counted}")
    commands = [command for entry in entries[:1] for command in commands_of(entry.value)]
    for label, text in (
        ("file", f"{place.file}" if change.changes else f"{place.file} is as it should be"),
        ("state", str(place.state)),
        ("backup", record),
        ("program", compiled.digest),
        ("described", ", ".join(compiled.rows)),
        ("events", ", ".join(events)),
        ("command", commands[0] if commands else ""),
    ):
        if text:
            print(*hang(f"  {label:<10} ", text, style), sep="\n")
    if len(events) > 1 and commands:
        print(style.paint(f"{'':<13}(of {events[0]}; the others name their own event)", "dim"))
    if others:
        print(style.paint("\nother hooks on the same events", "bold"))
        for file, native, command in others:
            print(*hang(f"  {native}  ", f"{command}  ({file})", style), sep="\n")
        if first_answer := install_of(place.client).first_answer:
            print(*hang("  ", first_answer, style), sep="\n")
    print(style.paint("\nbefore it fires", "bold"))
    for line in advice(place.client, place.scope):
        print(*hang("  - ", line, style), sep="\n")
