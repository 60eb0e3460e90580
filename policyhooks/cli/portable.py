"""The command line of a portable file: install, hook, verify, doctor and uninstall, with nothing but Python.

It has no compiler: it runs the program that the bundle carries, which the bundle's signatures cover.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from policyhooks.cli.bundle.activate import about_of, add_bundle_arguments, follows, journal, place_trust
from policyhooks.cli.options.bundles import add_trust_arguments, trust_of
from policyhooks.cli.options.notes import tell_problem
from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.cli.options.replacing import refuse_weaker_bundle, refuse_weaker_program
from policyhooks.cli.verbs import hook, uninstall
from policyhooks.errors import EnvironmentBroken, PolicyHooksError, UsageError, VerificationFailed
from policyhooks.image.locking import locked

if TYPE_CHECKING:
    from policyhooks.bundle.verification import Bundle
    from policyhooks.image.activation import Activation
    from policyhooks.installation.entries import Entry
    from policyhooks.installation.places import Place

ARCHIVE = Path(sys.path[0]) if sys.path else Path()
CANARY = b"this is not an event"


def main(argv: list[str] | None = None) -> int:
    """Run one verb and return the process's exit code."""
    parser = argparse.ArgumentParser(prog=ARCHIVE.name, description="Installs the policies that this file carries.")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    table: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]] = {
        "install": ("put hook entries into a client's own file", _configure_install, install),
        "prepare": ("make the program in a state folder, for a plugin", _configure_prepare, prepare),
        "uninstall": ("leave the client's file as it was", uninstall.configure, uninstall.run),
        "hook": ("start an installed hook as the client would", hook.configure, hook.run),
        "verify": ("check the bundle inside; exit 7 when refused", add_trust_arguments, verify),
        "doctor": ("check an installation", add_place_arguments, examine),
    }
    for name, (help_line, configure, _) in table.items():
        configure(verbs.add_parser(name, help=help_line, description=help_line))
    arguments = parser.parse_args(argv)
    try:
        return table[arguments.verb][2](arguments)
    except PolicyHooksError as problem:
        tell_problem(problem.message, problem.hint)
        return problem.exit_code


def _configure_install(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser)
    add_bundle_arguments(parser)


def _configure_prepare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", required=True, metavar="DIR", help="where")
    add_bundle_arguments(parser)


def _open(roots: list[Any]) -> Bundle:
    from policyhooks.bundle.portable import BUNDLE, read_part
    from policyhooks.bundle.verification import open_bundle

    return open_bundle(read_part(ARCHIVE, BUNDLE), roots, now=time.time())


def verify(arguments: argparse.Namespace) -> int:
    """The bundle inside against the trust roots."""
    from policyhooks.bundle.verification import check_expiry

    roots = trust_of(arguments)
    if not roots:
        hint = "put an allowed-signers file at /etc/policyhooks/allowed_signers, or use --allowed-signers"
        raise VerificationFailed("nothing here says who may sign bundles", hint)
    bundle = _open(roots)
    check_expiry(bundle.manifest, time.time())
    print(f"verified {bundle.manifest.name} {bundle.manifest.version}, signed by {', '.join(bundle.signers)}")
    return 0


def install(arguments: argparse.Namespace) -> int:
    """Verify, expiry, floor, self-test, switch, floor, entries: as everywhere, without the compiler."""
    from policyhooks.installation.change import apply_install, plan_install
    from policyhooks.installation.enrolment import enroll, with_project

    place = with_project(place_of(arguments))
    bundle = _open(place_trust(arguments, place))
    if place.layer != bundle.manifest.layer:
        hint = f"build it with --layer {place.layer}"
        raise UsageError(f"this file was built for the {bundle.manifest.layer} layer, not for `{place.scope}`", hint)
    entries = entries_of(place, bundle)
    refuse_weaker_bundle(place, bundle, entries, replace=arguments.replace, signed=follows(place.state, bundle))
    change = plan_install(place, entries)
    events = list(dict.fromkeys(entry.native for entry in entries))
    active = put_to_work(place.state, bundle, events, place.layer, replace=arguments.replace)
    enroll(place)
    apply_install(change)
    journal(place, "activation", bundle, active.generation)
    print(f"installed {bundle.manifest.name} {bundle.manifest.version} on {len(events)} events of {place.client}")
    print(f"  file    {place.file}\n  state   {place.state}\n  program {bundle.manifest.program}")
    return 0


def prepare(arguments: argparse.Namespace) -> int:
    """The program alone."""
    state, bundle = Path(arguments.state), _open(trust_of(arguments))
    if not follows(state, bundle):
        refuse_weaker_program(state, bundle, replace=arguments.replace)
    put_to_work(state, bundle, [], "user", replace=arguments.replace)
    return 0


def put_to_work(state: Path, bundle: Bundle, events: list[str], layer: str, *, replace: bool) -> Activation:
    """Expiry, floor, self-test, switch, floor; alone in this state folder. Its rank is that of the installation."""
    from policyhooks.bundle.floor import check_floor, raise_floor, read_floor
    from policyhooks.bundle.kept_record import SHIPPED, decode, save_record
    from policyhooks.bundle.portable import install_re2, read_parser
    from policyhooks.bundle.verification import check_expiry
    from policyhooks.image.activation import activate, prepare_state

    parser = read_parser(ARCHIVE)
    shared = layer == "managed"
    prepare_state(state, shared=shared)
    if "re2" in bundle.manifest.needs:
        install_re2(ARCHIVE, state, shared=shared)
    with locked(state):
        floor = read_floor(state)
        check_expiry(bundle.manifest, max(time.time(), floor.seen))
        check_floor(floor, bundle, replace=replace)
        self_test(bundle, state, parser, shared=shared)
        program = SimpleNamespace(modules=bundle.program, digest=bundle.manifest.program, layer=layer)
        about = {"bundle": about_of(bundle), "events": events}
        options = bundle.manifest.options
        active = activate(state, [program], options=options, shared=shared, about=about, parser=parser)
        raise_floor(state, floor, bundle)
        record = decode(bundle.files.get(SHIPPED, b""), bundle.manifest.program)
        if record is not None:
            save_record(state, record)
    return active


def self_test(bundle: Bundle, state: Path, parser: bytes | None, *, shared: bool) -> None:
    """The tests that came with the program, on this machine. Raises VerificationFailed."""
    from policyhooks.image.command_parser import install_parser
    from policyhooks.suite.shipped import FILE, decode, run_trials

    path = install_parser(state, parser, shared=shared)
    print("running the bundle's own tests", file=sys.stderr)
    results = run_trials(decode(bundle.files[FILE]), bundle.program, shfmt=path)
    failed = [result for result in results if not result.passed]
    if failed or not results:
        first = f"{failed[0].rule}: {failed[0].title}" if failed else "there are none"
        raise VerificationFailed(f"the bundle's own tests fail on this machine ({first})", "nothing was activated")


def entries_of(place: Place, bundle: Bundle) -> list[Entry]:
    """The entries that the program needs, from what the manifest says of it."""
    from policyhooks.installation.client_version import version_for
    from policyhooks.installation.wanted import hook_entries

    manifest = bundle.manifest
    limits = [int(rule.get("followups") or 0) for rule in manifest.rules.values()]
    return hook_entries(place, manifest.used_events, version_for(place, manifest.options), limits)


def examine(arguments: argparse.Namespace) -> int:
    """The generation is whole, the entries are there, and the hook answers; exit 1 when not."""
    from policyhooks.image.generations import read_generation
    from policyhooks.image.manifests import current_number
    from policyhooks.installation.change import plan_install
    from policyhooks.installation.command_line import personal_command

    place = place_of(arguments)
    generation = read_generation(place.state, current_number(place.state))
    problems = [] if generation.whole else ["the program is damaged, or was made for another Python"]
    if plan_install(place, entries_of(place, _open(place_trust(arguments, place)))).changes:
        problems.append(f"the entries in {place.file} are not those of this file")
    native = next(iter(json.loads(json.dumps(generation.about.get("events") or ["PreToolUse"]))))
    command = personal_command(place.state, place.client, native, 10)
    done = subprocess.run(["/bin/sh", "-c", command], input=CANARY, capture_output=True, check=False)
    if (done.returncode == 0 and not done.stdout) or b"could not run" in done.stderr:
        problems.append("the hook does not answer")
    for problem in problems:
        print(f"problem: {problem}")
    if problems:
        raise EnvironmentBroken("the installation is not as it should be", f"run {ARCHIVE} install again")
    print(f"generation {generation.number}, {generation.title}: whole, entries in place, the hook answers")
    return 0
