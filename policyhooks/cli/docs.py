"""The generated pages of docs/reference and lists of packs: as a module it writes them, `--check` finds stale ones."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from policyhooks.cli.argument_parser import Screen
from policyhooks.report.reference.markdown import NOTICE
from policyhooks.shipped.folders import find_checkout

REFERENCE = Path("docs") / "reference"
WIDTH = 110  # of help texts, so that the page does not depend on a terminal


def events_page() -> str:
    from policyhooks.report.reference import events as reference_events

    return reference_events.render()


def capabilities_page() -> str:
    from policyhooks.report.reference import capabilities as reference_capabilities

    return reference_capabilities.render()


def functions_page() -> str:
    from policyhooks.report.reference import functions as reference_functions

    return reference_functions.render()


def policy_page() -> str:
    from policyhooks.compiler.files import MODELS
    from policyhooks.compiler.json_schema import schema_of
    from policyhooks.report.reference import policy as reference_policy

    return reference_policy.render([(kind, schema_of(kind)) for kind in MODELS if kind != "Config"])


def config_page() -> str:
    from policyhooks.compiler.json_schema import schema_of
    from policyhooks.report.reference import policy as reference_policy

    return reference_policy.render_config(schema_of("Config"))


def packs_page() -> str:
    from policyhooks.cli.packs import read_packs
    from policyhooks.report.reference import packs as reference_packs

    return reference_packs.render(read_packs())


def coverage_page() -> str:
    from policyhooks.cli.packs import read_packs
    from policyhooks.report.reference import coverage as reference_coverage

    return reference_coverage.render(read_packs())


def commands_page() -> str:
    from policyhooks.cli.commands import VERBS
    from policyhooks.cli.main import build_parser
    from policyhooks.report.reference import commands as reference_commands

    parsers = []
    for verb, command in sorted(VERBS.items()):
        parser = build_parser(verb).subparsers()[verb]
        parser.formatter_class = _fixed_width
        parsers.append((verb, command.help, parser))
    return reference_commands.render(parsers)


def _fixed_width(prog: str) -> Screen:
    return Screen(prog, width=WIDTH)


def command_line_lists() -> str:
    from policyhooks.cli.reads import render_library

    return render_library()


PAGES: dict[str, Callable[[], str]] = {
    "events.md": events_page,
    "capabilities.md": capabilities_page,
    "cel.md": functions_page,
    "policy-file.md": policy_page,
    "config.md": config_page,
    "commands.md": commands_page,
    "packs.md": packs_page,
    "coverage.md": coverage_page,
}
# Lists of packs that are made of the program's own tables; before the pages, which show packs.
LISTS: dict[str, Callable[[], str]] = {"policies/self-protection/command-line.yaml": command_line_lists}


def main(argv: list[str] | None = None) -> int:
    """Write the pages, or with --check compare them."""
    parser = argparse.ArgumentParser(prog="python -m policyhooks.cli.docs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a page is stale")
    parser.add_argument("--root", type=Path, help="the checkout (default: the one that this is of)")
    arguments = parser.parse_args(argv)
    root = arguments.root or find_checkout()
    stale = []
    files = [(Path(name), make, "") for name, make in LISTS.items()]
    files += [(REFERENCE / name, make, NOTICE) for name, make in PAGES.items()]
    for name, make, notice in files:
        path = root / name
        text = notice + make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name.name)
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    if arguments.check and stale:
        print(f"stale: {', '.join(stale)}; run `python -m policyhooks.cli.docs` and commit", file=sys.stderr)
        return 1
    print(f"{len(files)} pages and lists are up to date" if not stale else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
