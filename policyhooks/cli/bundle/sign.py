"""`policyhooks bundle sign`: one more signature inside the file."""

from __future__ import annotations

import argparse

from policyhooks.report.screen.chart import count


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the bundle")
    parser.add_argument(
        "--key", required=True, metavar="KEY", help="a private SSH key, or the public half of one in the agent"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write here (default: into the bundle)")


def run(arguments: argparse.Namespace) -> int:
    """Only what is a whole, well-formed bundle is signed."""
    from policyhooks.bundle.archive import assemble, disassemble, unpack
    from policyhooks.bundle.manifest import read_manifest
    from policyhooks.bundle.signing import read_signature, sign
    from policyhooks.bundle.verification import read_file
    from policyhooks.cli.options.bundles import write_file

    container = disassemble(read_file(arguments.file))
    manifest = read_manifest(unpack(container.archive))
    blob = sign(container.archive, arguments.key)
    key = read_signature(blob).key
    others = [one for one in container.signatures if read_signature(one).key != key]
    write_file(arguments.output or arguments.file, assemble(container.archive, [*others, blob]))
    print(f"signed {manifest.name} {manifest.version}, serial {manifest.serial}: {count(len(others) + 1, 'signature')}")
    return 0
