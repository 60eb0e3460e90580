"""`policyhooks install`: compile, activate, and put the hook entries into a client's own file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.bundle.activate import add_bundle_arguments
from policyhooks.cli.options.change_screen import show_change
from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.cli.options.policies import add_policy_arguments, shipped, show_problems
from policyhooks.cli.options.project import Chosen, choose_to_act, names_nothing
from policyhooks.cli.options.replacing import refuse_weaker
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError
from policyhooks.report.screen.style import Style, one_line, shorten, style_of

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
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
    print(f"compiling {chosen.title}", file=sys.stderr)
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
        print(f"{len(events)} events of {place.client}; nothing was written")
        return 0
    _activate(place, compiled)
    save_origin(place.state, chosen.paths, chosen.config, arguments.every_event, found=chosen.found is not None)
    enroll(place)
    record = apply_install(change)
    show_change(change, style)
    _show(place, compiled, events, others, record, style)
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
    from policyhooks.image.generations import current_number, read_generation
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
    print("note: the same policies as before; --policies names others", file=sys.stderr)
    return Chosen(origin.policies, origin.config or None)


def _install_bundle(arguments: argparse.Namespace) -> int:
    from policyhooks.cli.bundle.activate import activate_or_say

    if len(arguments.policies) > 1 or arguments.config:
        raise UsageError("a bundle stands alone: it has its own Config", "give one .phb file and nothing else")
    return activate_or_say(arguments, arguments.policies[0])


def _activate(place: Place, compiled: Compiled) -> None:
    from policyhooks.image.activation import activate

    print(f"activating in {place.state}", file=sys.stderr)
    activate(place.state, [compiled], options=compiled.options, shared=place.scope == "managed")


def _show(
    place: Place,
    compiled: Compiled,
    events: Sequence[str],
    others: Sequence[tuple[str, str, str]],
    record: str,
    style: Style,
) -> None:
    from policyhooks.clients.facts import install_of
    from policyhooks.installation.advice import advice

    rules = len(compiled.rules)
    print(f"\n{style.paint('installed', 'green')} {rules} rules on {len(events)} events of {place.client}")
    print(f"  file    {place.file}\n  state   {place.state}\n  backup  {record}\n  program {compiled.digest}")
    if compiled.rows:
        print(f"  described {', '.join(compiled.rows)}")
    if others:
        print(style.paint("\nother hooks on the same events", "bold"))
        for file, native, command in others:
            print(f"  {native}: {shorten(one_line(command), 80)}  ({file})")
        if first_answer := install_of(place.client).first_answer:
            print(f"  {first_answer}")
    print(style.paint("\nbefore it fires", "bold"))
    for line in advice(place.client, place.scope):
        print(f"  {line}")
