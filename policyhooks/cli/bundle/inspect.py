"""`policyhooks bundle inspect`: what a bundle says of itself."""

from __future__ import annotations

import argparse
import datetime as dt
import json
from dataclasses import asdict

from policyhooks.cli.options.bundles import add_trust_arguments, open_file, trust_of
from policyhooks.report.screen.style import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the bundle")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_trust_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verified like everywhere; what nobody here vouches for is said to be so."""
    bundle = open_file(arguments.file, trust_of(arguments))
    manifest = bundle.manifest
    if arguments.format == "json":
        about = {"digest": bundle.digest, "signatures": bundle.signatures, "signers": list(bundle.signers)}
        print(json.dumps({**about, "trusted": bundle.trusted, "manifest": asdict(manifest)}, indent=2, sort_keys=True))
        return 0
    signed = (
        ", ".join(bundle.signers) if bundle.trusted else f"{bundle.signatures} signatures, not verified: no trust root"
    )
    lines = {
        "bundle": f"{manifest.name} {manifest.version} ({manifest.kind})",
        "serial": str(manifest.serial),
        "issued": _time(manifest.issued) or "without a time",
        "expires": _time(manifest.expires) or "never",
        "digest": bundle.digest,
        "signed": signed,
        "layer": manifest.layer,
        "engine": f"policyhooks {manifest.engine['version']}, program format {manifest.engine['program']}",
        "needs": ", ".join(map(str, manifest.needs)) or "nothing but Python",
        "rules": str(len(manifest.rules)),
        "tests": ", ".join(f"{count} {name}" for name, count in sorted(manifest.tests.items())) or "none",
        "programs": ", ".join(manifest.described),
        "reason": manifest.reason,
    }
    for name, value in lines.items():
        if value:
            print(f"{name:<8} {one_line(value)}")
    for client, natives in manifest.clients.items():
        print(f"client   {one_line(client)}: {one_line(', '.join(map(str, natives)))}")
    return 0


def _time(seconds: int) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else ""
