"""`policyhooks bundle verify`: whether this machine would take a bundle; exit 7 when not."""

from __future__ import annotations

import argparse
import time

from policyhooks.cli.options.bundles import add_trust_arguments, open_file, trust_of
from policyhooks.errors import VerificationFailed


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the bundle")
    add_trust_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Without any trust root there is nothing to verify against, and that is a refusal."""
    from policyhooks.bundle.verification import check_expiry

    roots = trust_of(arguments)
    if not roots:
        hint = "put an allowed-signers file at /etc/policyhooks/allowed_signers, or use --allowed-signers"
        raise VerificationFailed("nothing here says who may sign bundles", hint)
    bundle = open_file(arguments.file, roots)
    check_expiry(bundle.manifest, time.time())
    manifest = bundle.manifest
    print(f"verified {manifest.name} {manifest.version}, serial {manifest.serial}, digest {bundle.digest}")
    for signer in bundle.signers:
        print(f"  signed by {signer}")
    return 0
