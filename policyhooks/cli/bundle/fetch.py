"""`policyhooks bundle fetch`: gets the bundles that a project file names by reference and digest, and verifies them."""

from __future__ import annotations

import argparse
from pathlib import Path

from policyhooks.cli.options.bundles import add_trust_arguments, trust_of
from policyhooks.cli.options.notes import working
from policyhooks.cli.options.policies import show_problems
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.screen.style import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="the project file (default: the trusted one here)")
    add_trust_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """A file that was not named must be trusted: no repository sends us to an address on its own word."""
    from policyhooks.bundle.pinned import fetch_pinned
    from policyhooks.cli.options.project import choose_to_act
    from policyhooks.compiler.packs import shown
    from policyhooks.installation.project_digest import read_config

    try:
        chosen = choose_to_act(None, arguments.file, Path.cwd())
        if chosen is None or chosen.config is None:
            raise UsageError("there is no policyhooks.yaml here or above", "name the file")
        config = read_config(Path(shown(Path(chosen.config))))
        if not config.model.bundles:
            print(f"{config.path} names no bundles")
            return 0
        with working(f"fetching what {config.path} names"):
            found = list(fetch_pinned(config, trust_of(arguments)))
    except InvalidPolicies as problem:
        return show_problems(problem)
    for pinned, bundle in found:
        manifest = bundle.manifest
        print(f"verified {manifest.name} {manifest.version}, serial {manifest.serial}, from {one_line(pinned.source)}")
        signed = ", ".join(bundle.signers) if bundle.trusted else "keys that nobody here knows: no trust root"
        print(f"  signed by {signed}\n  digest {bundle.digest}")
    return 0
