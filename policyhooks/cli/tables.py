"""Builds the shipped data from its YAML: as a module it writes the built file, `--check` says when it is stale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from policyhooks.errors import InvalidPolicies
from policyhooks.shell.built_tables import NAME, data_folder


def main(argv: list[str] | None = None) -> int:
    """Write the built file if it would be another one, or with --check say so."""
    parser = argparse.ArgumentParser(prog="python -m policyhooks.cli.tables", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when the file is stale")
    parser.add_argument("--data", type=Path, default=Path(data_folder()), help="the folder with the YAML")
    arguments = parser.parse_args(argv)
    from policyhooks.compiler.tables.building import build_tables

    target = arguments.data / NAME
    try:
        text = build_tables(arguments.data)
    except InvalidPolicies as refused:
        from policyhooks.report.diagnostics.formats import render

        files = len({problem.path for problem in refused.diagnostics})
        print(render(refused.diagnostics, "text", files), file=sys.stderr)
        return refused.exit_code
    if target.exists() and target.read_text(encoding="utf-8") == text:
        return 0
    if not arguments.check:
        target.write_text(text, encoding="utf-8")
        print(f"wrote {target}")
        return 0
    print(f"{target} is stale: run `make tables` and commit it", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
