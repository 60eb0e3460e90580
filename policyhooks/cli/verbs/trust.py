"""`policyhooks trust`: a project file as it is now, or a folder's own policies that tighten what is decided there."""

from __future__ import annotations

import argparse
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.cli.options.policies import show_problems
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.screen.chart import count

if TYPE_CHECKING:
    from policyhooks.image.layers import StoredLayer
    from policyhooks.installation.places import Place

EXAMPLES = """examples:
  policyhooks trust policyhooks.yaml                       show what the project file would do, and ask
  policyhooks trust --list                                 project files that are trusted, and what has changed since
  policyhooks trust policyhooks.yaml --remove
  policyhooks trust . --client cursor --scope user         the policies in ./.policyhooks, as they are now
  policyhooks trust --list --client cursor --scope user    what is trusted, and what has changed since
  policyhooks trust . --remove --client cursor --scope user

A project file that is not trusted is read by check, test and explain, and installs and starts nothing.
A folder's policies rank below everything that is installed, whatever the scope: they can only tighten. When their
files change, go or cannot be read, they stay in force as they were trusted, and the journal, doctor and --list say
so, until they are trusted again or removed.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        nargs="?",
        metavar="PLACE",
        help="a policyhooks.yaml; or, with --client, the project (or home) whose .policyhooks folder to trust",
    )
    add_place_arguments(parser, required=False)
    parser.add_argument("--yes", action="store_true", help="of a project file: show it and do not ask")
    parser.add_argument("--layer", choices=("user", "project"), default="project", help="default: project")
    parser.add_argument("--remove", action="store_true", help="trust it no more")
    parser.add_argument("--list", action="store_true", help="show what is trusted")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Trust, forget or list; for a folder's policies the installation must exist already."""
    from policyhooks.image.locking import locked
    from policyhooks.image.manifests import current_number

    if arguments.client is None:
        return _run_project(arguments)
    place = place_of(arguments)
    current_number(place.state)
    if arguments.list:
        return _list(place)
    if arguments.folder is None:
        raise UsageError("no folder is given", "policyhooks trust DIR")
    if Path(arguments.folder).is_file():
        raise UsageError(f"`{arguments.folder}` is no folder", "a project file is trusted without --client")
    with locked(place.state):
        return _forget(arguments, place) if arguments.remove else _trust(arguments, place)


def _run_project(arguments: argparse.Namespace) -> int:
    from policyhooks.cli.options.trust_screen import list_files, trust_file

    if arguments.list:
        return list_files()
    if arguments.folder is None or Path(arguments.folder).is_dir():
        hint = "policyhooks trust policyhooks.yaml; the policies of a folder belong to an installation: add --client"
        raise UsageError("no project file is given", hint)
    return trust_file(arguments, Path(arguments.folder))


def _trust(arguments: argparse.Namespace, place: Place) -> int:
    from policyhooks.image.layers import save_layer, trusted_format

    folder = Path(arguments.folder)
    try:
        layer, idle = compile_layer(folder, arguments.layer, trusted_format(place.state, sources_of(folder)))
    except InvalidPolicies as problem:
        return show_problems(problem)
    save_layer(place.state, layer, shared=place.scope == "managed")
    _activate_again(place)
    counted = count(len(layer.rules), "rule")
    print(f"trusted {counted} of {layer.sources} as the {layer.layer} layer, digest {layer.digest[:16]}")
    print("  they rank below everything that is installed here, and can only tighten")
    print("  they stay in force as they are now: after a change of their files trust them again, or --remove them")
    _show_programs(layer, place)
    for rule in idle:
        print(f"  without effect unless the managed Config delegates it: {rule}")
    return 0


def _show_programs(layer: StoredLayer, place: Place) -> None:
    """The programs that the layer describes, and whose row counts."""
    from policyhooks.bundle.break_glass import current_programs
    from policyhooks.image.described import described_by, overruled

    names = described_by(layer.modules)
    if names:
        print(f"  programs that its own rules see as it describes them: {', '.join(names)}")
    for name in overruled(layer.modules, [one.modules for one in current_programs(place.state)]) if names else ():
        print(f"  what is installed describes `{name}` too: that row counts")


def compile_layer(folder: Path, layer: str, program_format: int) -> tuple[StoredLayer, list[str]]:
    """The policies of a folder as a layer, and its rules that would loosen or change something.

    The files are read before and after: nobody slips one in between.
    """
    from policyhooks.compiler.compile import compile_policies
    from policyhooks.core.effects import LOOSENING
    from policyhooks.image.layers import CONFIG, StoredLayer, encode
    from policyhooks.runtime.engine.combine import OUTSIDE_KINDS
    from policyhooks.runtime.engine.trusted import Changed, read_sources

    sources = sources_of(folder)
    if not Path(sources).is_dir() or Path(sources).is_symlink():
        raise UsageError(f"there is no folder {sources}", "put the project's policies there")
    config = Path(sources) / CONFIG
    try:
        contents = read_sources(sources)
        bound = str(config) if config.is_file() else None
        compiled = compile_policies([sources], bound, layer=layer, program_format=program_format)
        changed = read_sources(sources) != contents
    except Changed:
        raise UsageError(
            f"{sources} holds links, devices or more than policies", "keep only policy files there"
        ) from None
    if changed:
        raise UsageError(f"{sources} changed while it was read", "try again")
    files = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    rules = [rule.id for rule in compiled.rules]
    idle = [rule.id for rule in compiled.rules if rule.kind in OUTSIDE_KINDS or rule.effect in LOOSENING]
    folders = [os.path.dirname(sources)] if layer == "project" else []
    modules, kept = dict(compiled.modules), encode(contents)
    return StoredLayer(layer, folders, sources, files, rules, modules, compiled.digest, kept=kept), idle


def sources_of(folder: Path) -> str:
    """The folder of a project's own policies, by the project's real path: a link to it is the same project."""
    from policyhooks.runtime.engine.trusted import SOURCES

    return os.path.join(os.path.realpath(folder), SOURCES)


def _forget(arguments: argparse.Namespace, place: Place) -> int:
    from policyhooks.image.layers import forget_layer

    sources = sources_of(Path(arguments.folder))
    if not forget_layer(place.state, sources):
        raise UsageError(f"{sources} is not trusted", "`policyhooks trust --list` shows what is")
    _activate_again(place)
    print(f"{sources} is not trusted any more")
    return 0


def _activate_again(place: Place) -> None:
    """The current programs with the layers as they are now."""
    from policyhooks.bundle.break_glass import current_programs, options_of
    from policyhooks.image.activation import activate
    from policyhooks.image.generations import read_generation
    from policyhooks.image.manifests import current_number

    programs = current_programs(place.state)
    about = read_generation(place.state, current_number(place.state)).about
    kept = {key: about[key] for key in ("bundle", "events") if key in about}
    activate(place.state, programs, options=options_of(programs), shared=place.scope == "managed", about=kept)


def _list(place: Place) -> int:
    from policyhooks.image.layers import read_layers
    from policyhooks.runtime.engine.trusted import what_changed

    layers = read_layers(place.state)
    for one in layers:
        problem = what_changed(one.sources, one.files)
        state = f"CHANGED: {problem}; in force as it was trusted" if problem else "trusted"
        print(f"{one.layer:<8} {len(one.rules):>4} rules  {one.sources}  {state}")
    if not layers:
        print("no layer is trusted here")
    return 0
