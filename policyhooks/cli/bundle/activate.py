"""`policyhooks bundle activate`: verify, compile, self-test, switch. A refusal leaves the old program in place."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.activating import put_to_work
from policyhooks.cli.options.bundles import add_trust_arguments, open_file, own_home, trust_of
from policyhooks.cli.options.notes import tell_problem, working
from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.cli.options.policies import show_problems
from policyhooks.cli.options.replacing import refuse_weaker
from policyhooks.cli.options.said import say
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, PolicyHooksError, VerificationFailed
from policyhooks.image.locking import locked
from policyhooks.report.screen.chart import count

if TYPE_CHECKING:
    from policyhooks.bundle.trust import TrustRoot
    from policyhooks.bundle.verification import Bundle
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.places import Place


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the bundle, or a signed break-glass")
    add_place_arguments(parser)
    add_bundle_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="verify, compile and test; write nothing that counts")


def add_bundle_arguments(parser: argparse.ArgumentParser) -> None:
    """What activating a bundle asks for beyond an installation's place."""
    add_trust_arguments(parser)
    parser.add_argument(
        "--replace",
        action="store_true",
        help="let go of what is installed: another bundle, rules that go or weaken",
    )


def run(arguments: argparse.Namespace) -> int:
    return activate_or_say(arguments, arguments.file)


def activate_or_say(arguments: argparse.Namespace, path: str) -> int:
    """Activate; a refusal says that the old program stays."""
    from policyhooks.installation.enrolment import with_project

    try:
        place = with_project(place_of(arguments))
        return activate_file(arguments, place, path)
    except InvalidPolicies as problem:
        code = show_problems(problem)
    except PolicyHooksError as problem:
        tell_problem(problem.message, problem.hint)
        code = problem.exit_code
    print("nothing was activated: what was active stays so", file=sys.stderr)
    return code


def activate_file(arguments: argparse.Namespace, place: Place, path: str) -> int:
    """One bundle file to one installation: verify, then expiry, floor, compile, self-test, switch, and then the floor.

    Two activations of one state wait for each other.
    """
    from policyhooks.bundle.floor import check_floor, read_floor
    from policyhooks.bundle.verification import check_expiry
    from policyhooks.image.activation import prepare_state

    bundle = open_file(path, place_trust(arguments, place))
    prepare_state(place.state, shared=place.scope == "managed")
    with locked(place.state):
        floor = read_floor(place.state)
        # A clock that was set back does not bring an expired bundle back.
        check_expiry(bundle.manifest, max(time.time(), floor.seen))
        if bundle.manifest.kind == "break-glass":
            return _break_glass(place, bundle, floor.name, dry=arguments.dry_run)
        check_floor(floor, bundle, replace=arguments.replace)
        return _activate(arguments, place, bundle)


def place_trust(arguments: argparse.Namespace, place: Place) -> list[TrustRoot]:
    """The trust roots of the machine that an installation belongs to."""
    if place.scope == "managed":
        return trust_of(arguments, place.root)
    return trust_of(arguments, home=place.root if place.scope == "user" else own_home())


def _activate(arguments: argparse.Namespace, place: Place, bundle: Bundle) -> int:
    from policyhooks.bundle.floor import raise_floor, read_floor
    from policyhooks.bundle.rule_record import keep_rules
    from policyhooks.bundle.staging import compile_bundle, forget_old_sources, stage, staged_paths
    from policyhooks.cli.options.change_screen import show_change
    from policyhooks.installation.change import apply_install, plan_install
    from policyhooks.installation.enrolment import enroll
    from policyhooks.installation.origin import save_origin
    from policyhooks.installation.wanted import wanted_entries
    from policyhooks.report.screen.style import style_of

    shared = place.scope == "managed"
    try:
        folder = stage(place.state, bundle, shared=shared)
        compiled = compile_bundle(bundle, folder, place.layer)
        self_test(folder, bundle.manifest.engine["program"])
        entries = wanted_entries(place, compiled)
        signed, dry = follows(place.state, bundle), arguments.dry_run
        refuse_weaker(place, compiled, entries, replace=arguments.replace, preview=dry, signed=signed)
        change = plan_install(place, entries)
        events = list(dict.fromkeys(entry.native for entry in entries))
        if dry:
            show_change(change, style_of(sys.stdout))
            print("nothing was written")
            return 0
        about = {"bundle": about_of(bundle), "events": events}
        active = put_to_work(place, compiled, about=about)
        raise_floor(place.state, read_floor(place.state), bundle)
    finally:
        forget_old_sources(place.state)
    save_origin(place.state, *staged_paths(folder))
    keep_rules(place.state, compiled)
    enroll(place)
    apply_install(change)
    journal(place, "activation", bundle, active.generation)
    _show(place, bundle, compiled, active.generation)
    return 0


def follows(state: Path, bundle: Bundle) -> bool:
    """Whether what is installed came in an earlier bundle of this name: then its signers decide what becomes weaker.

    Where nobody here says who may sign, nobody has decided it.
    """
    from policyhooks.image.generations import read_generation
    from policyhooks.image.manifests import current_number

    if not bundle.trusted or not (state / "current").is_symlink():
        return False
    installed = read_generation(state, current_number(state)).about.get("bundle")
    return isinstance(installed, dict) and installed.get("name") == bundle.manifest.name


def self_test(folder: Path, program_format: int) -> None:
    """The bundle's own tests, on this machine. Raises VerificationFailed."""
    from policyhooks.bundle.staging import staged_paths
    from policyhooks.suite.run import run_suite

    with working("running the bundle's own tests", 0) as step:
        result = run_suite(staged_paths(folder)[0], program_format=program_format, progress=step)
    if result.exit_code:
        first = next((f"{case.rule}: {case.title}" for case in result.failed), "there are none")
        raise VerificationFailed(f"the bundle's own tests fail on this machine ({first})", "is shfmt here?")


def about_of(bundle: Bundle) -> dict[str, object]:
    """What a generation keeps about the bundle it came from."""
    manifest = bundle.manifest
    return {
        "name": manifest.name,
        "version": manifest.version,
        "serial": manifest.serial,
        "kind": manifest.kind,
        "digest": bundle.digest,
        "expires": manifest.expires,
        "signers": list(bundle.signers),
    }


def journal(place: Place, kind: str, bundle: Bundle | None, generation: int, *, unkeyed: bool = False) -> None:
    """A record beside the decisions: who changed what they are made by. One that cannot be stored is told.

    `unkeyed`: the generation writes records of the earlier format, so that those which follow are no finding.
    An order to break the glass that cannot be recorded is not followed.
    """
    from policyhooks.runtime.ports.journal import VERSION, NotStored, append

    stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    record: dict[str, object] = {
        "v": VERSION, "time": stamp, "kind": kind, "client": place.client, "generation": generation,
    }  # fmt: skip
    if unkeyed:
        record["unkeyed"] = True
    if bundle is not None:
        record.update(about_of(bundle))
        record["kind"] = kind
        if bundle.manifest.reason:
            record["reason"] = bundle.manifest.reason
    try:
        (place.state / "journal").mkdir(mode=0o700, exist_ok=True)  # a shared state has only its users' own
        append(str(place.state), record)
    except (NotStored, OSError) as problem:
        if kind == "break-glass":
            raise EnvironmentBroken(f"the order cannot be journalled: {problem}") from None
        print(f"warning: {problem}", file=sys.stderr)


def _break_glass(place: Place, bundle: Bundle, follows: str, *, dry: bool) -> int:
    """Journalled before it takes effect."""
    import datetime as dt

    from policyhooks.bundle.break_glass import check_order, current_programs, options_of, relax
    from policyhooks.image.activation import activate
    from policyhooks.image.generations import events_of, read_generation
    from policyhooks.image.manifests import current_number

    check_order(bundle, time.time())
    if follows and bundle.manifest.name != follows:
        raise VerificationFailed(f"this machine follows the bundle {follows}; the order is for {bundle.manifest.name}")
    before = read_generation(place.state, current_number(place.state))
    if dry:
        print(f"an order of {', '.join(bundle.signers)} to only record; nothing was written")
        return 0
    now = current_programs(place.state)
    programs = [relax(program, bundle.manifest.expires) for program in now]
    about = {"bundle": about_of(bundle), "events": sorted(events_of(before))}
    journal(place, "break-glass", bundle, before.number + 1)
    shared = place.scope == "managed"
    active = activate(place.state, programs, options=options_of(now), shared=shared, about=about)
    until = dt.datetime.fromtimestamp(bundle.manifest.expires, dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
    print(f"BREAK-GLASS: rules only record until {until}, by order of {', '.join(bundle.signers)}")
    print(f"  reason: {bundle.manifest.reason}\n  generation {active.generation}; it enforces again by itself")
    return 0


def _show(place: Place, bundle: Bundle, compiled: Compiled, generation: int) -> None:
    manifest = bundle.manifest
    print()
    say(
        f"{manifest.name} {manifest.version}, serial {manifest.serial}, {count(len(compiled.rules), 'rule')}",
        "active: ",
    )
    signed = ", ".join(bundle.signers) if bundle.trusted else "not looked at: no trust root says who may sign"
    say(f"{generation} in {place.state}", "  generation ")
    say(compiled.digest, "  program    ")
    say(signed, "  signed by  " if bundle.trusted else "  signatures ")
    if compiled.digest != manifest.program:
        print("  compiled anew: the bundle was built by another version, or for another layer")
