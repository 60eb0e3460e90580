"""`policyhooks bundle build`: run the tests, compile, pack. The same policies give the same bytes anywhere."""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import working
from policyhooks.cli.options.policies import show_problems
from policyhooks.core.program import LAYERS
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.screen.chart import count

if TYPE_CHECKING:
    from policyhooks.bundle.description import Description
    from policyhooks.bundle.manifest import Manifest
    from policyhooks.bundle.sources import Sources
    from policyhooks.compiler.compile import Compiled
    from policyhooks.suite.result import SuiteResult


FORMATS = ("phb", "pyz", "plugin")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="policy files or folders; bundle.yaml beside them counts (default: what a trusted policyhooks.yaml names)",
    )
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the bundle to write")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="phb",
        help="phb: the bundle; pyz: one file that installs it with nothing but Python; plugin: a Claude Code plugin",
    )
    parser.add_argument(
        "--parser",
        action="append",
        default=[],
        metavar="PLATFORM=FILE",
        help="one more shfmt for a pyz, such as linux-aarch64=shfmt-arm64; this platform's own is always in",
    )
    parser.add_argument(
        "--re2",
        action="append",
        default=[],
        metavar="ABI=FILE",
        help="one more RE2 extension module for a pyz, such as .cpython-313-x86_64-linux-gnu.so=_re2.so",
    )
    parser.add_argument("--config", metavar="FILE", help="the Config that binds params, modes and exceptions")
    parser.add_argument("--layer", choices=LAYERS, default="managed", help="the layer (default: managed)")
    parser.add_argument("--name", help="in place of bundle.yaml's")
    parser.add_argument("--version", help="in place of bundle.yaml's")
    parser.add_argument("--serial", type=int, metavar="N", help="counts up; machines refuse to go back")
    parser.add_argument(
        "--expires", metavar="DAY", help="the last day on which it may be activated, such as 2027-06-30"
    )


def run(arguments: argparse.Namespace) -> int:
    """Nothing is written unless the policies compile and their tests pass."""
    if arguments.paths and arguments.paths[0].endswith(".phb") and Path(arguments.paths[0]).is_file():
        return wrap(arguments)
    built = build(arguments)
    if isinstance(built, int):
        return built
    manifest, data = built
    if arguments.format != "phb":
        from policyhooks.cli.bundle.wrap import write_wrapped

        write_wrapped(arguments, manifest, data)
        return 0
    from policyhooks.cli.options.bundles import write_file

    write_file(arguments.output, data)
    return 0


def wrap(arguments: argparse.Namespace) -> int:
    """A bundle that is built and signed already, in another format."""
    from policyhooks.bundle.verification import read_file
    from policyhooks.cli.bundle.wrap import write_wrapped
    from policyhooks.cli.options.bundles import open_file, trust_of

    if len(arguments.paths) > 1 or arguments.format == "phb":
        raise UsageError("a bundle is wrapped alone", "give one .phb file and --format pyz or plugin")
    bundle = open_file(arguments.paths[0], trust_of(arguments))
    write_wrapped(arguments, bundle.manifest, read_file(arguments.paths[0]))
    return 0


def build(arguments: argparse.Namespace) -> tuple[Manifest, bytes] | int:
    """The bundle of the policies, or the exit code of why there is none."""
    from policyhooks.bundle.archive import assemble
    from policyhooks.bundle.assembly import build_bundle
    from policyhooks.bundle.description import read_description
    from policyhooks.bundle.sources import find_sources
    from policyhooks.cli.options.project import Chosen, choose_to_act, named_sources, require_trust
    from policyhooks.compiler.compile import compile_policies
    from policyhooks.suite.run import run_suite

    try:
        chosen = choose_to_act(arguments.paths, arguments.config, Path.cwd()) or Chosen(())
        sources = find_sources(named_sources(chosen))
        about = read_description(sources.description) if sources.description else None
        config = chosen.config or _config(sources, about)
        sources = _without(sources, config)
        manifest = describe(arguments, about)
        with working("compiling", 0, aloud=False) as step:
            compiled = compile_policies(sources.paths, config, layer=arguments.layer, progress=step)
        with working(f"testing {count(len(compiled.rules), 'rule')}", 0) as step:
            result = run_suite(sources.paths, progress=step)
        if chosen.found is not None:
            require_trust(chosen.found)
    except InvalidPolicies as problem:
        return show_problems(problem)
    if result.exit_code:
        return _refuse(result)
    tests = {
        "cases": len(result.cases),
        "rules": result.rules,
        "todo": sum(case.todo for case in result.cases),
        "without": len(result.gaps),
    }
    extra = shipped_tests(compiled)
    manifest, archive = build_bundle(compiled, sources, config=config, about=manifest, tests=tests, extra=extra)
    print(f"{arguments.output}: {manifest.name} {manifest.version}, serial {manifest.serial}")
    rules, files = count(len(manifest.rules), "rule"), count(len(manifest.files), "file")
    print(f"  {rules}, {count(tests['cases'], 'test')} passed, {files}")
    print(f"  digest {_digest(archive)}")
    return manifest, assemble(archive)


def shipped_tests(compiled: Compiled) -> dict[str, bytes]:
    """The tests that hold on the whole program, Config and all, and the record of its rules: they need no compiler."""
    from policyhooks.bundle import kept_record
    from policyhooks.bundle.rule_record import make_record
    from policyhooks.suite.run import trials_of
    from policyhooks.suite.shipped import FILE, encode, run_trials

    trials = [trial for rule in compiled.rules for trial in trials_of(rule) if not trial.todo]
    results = run_trials(trials, compiled.modules)
    return {
        FILE: encode(trial for trial, result in zip(trials, results, strict=True) if result.passed),
        kept_record.SHIPPED: kept_record.encode(make_record(compiled)),
    }


def describe(arguments: argparse.Namespace, about: Description | None) -> Manifest:
    """Name, version, serial and times: options first, then bundle.yaml."""
    from policyhooks.bundle.assembly import issued_at
    from policyhooks.bundle.description import end_of
    from policyhooks.bundle.manifest import MAX_SERIAL, NAME, VERSION, Manifest

    name = arguments.name or (about.name if about else None)
    version = arguments.version or (about.version if about else None)
    serial = arguments.serial if arguments.serial is not None else about.serial if about else None
    if name is None or version is None or serial is None:
        missing = "name" if name is None else "version" if version is None else "serial"
        raise UsageError(f"the bundle has no {missing}", f"give --{missing}, or write it in bundle.yaml")
    if not NAME.fullmatch(name) or not VERSION.fullmatch(version) or not 0 <= serial < MAX_SERIAL:
        raise UsageError("the name, version or serial is not one", "such as --name acme --version 1.4.0 --serial 14")
    expires = end_of(_day(arguments.expires)) if arguments.expires else end_of(about.expires if about else None)
    return Manifest(name=name, version=version, serial=serial, issued=issued_at(), expires=expires)


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"`{text}` is not a day", "write it as 2027-06-30") from None


def _config(sources: Sources, about: Description | None) -> str | None:
    if about is None or about.config is None:
        return None
    return str(Path(sources.description).parent / about.config)


def _without(sources: Sources, config: str | None) -> Sources:
    """The sources without the Config that lies among them: it is bound, not found."""
    from policyhooks.bundle.sources import Sources as Kept
    from policyhooks.compiler.files import identity

    if config is None:
        return sources
    names = {path: name for path, name in sources.names.items() if identity(path) != identity(config)}
    return Kept(names, sources.description)


def _refuse(result: SuiteResult) -> int:
    from policyhooks.report.screen.style import style_of
    from policyhooks.report.suite import text as suite_text

    sys.stderr.write(suite_text.render(result, style_of(sys.stderr)))
    print("error: no bundle was written: its tests do not pass", file=sys.stderr)
    return result.exit_code


def _digest(archive: bytes) -> str:
    from policyhooks.bundle.archive import Container

    return Container(archive, ()).digest
