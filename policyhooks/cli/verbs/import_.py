"""`policyhooks import`: rules that people already have, as a policy with tests, and what could not be translated."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError
from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.importing.translation import Translation

KINDS = ("claude-permissions", "cursor-hooks", "hookify")
USUAL = {"claude-permissions": ".claude/settings.json", "cursor-hooks": ".cursor/hooks.json", "hookify": ".claude"}
TITLES = {
    "claude-permissions": "Imported from the permissions of Claude Code",
    "cursor-hooks": "Imported from the hooks of Cursor",
    "hookify": "Imported from hookify",
}
TESTS_FAILED = 4
EXAMPLES = """examples:
  policyhooks import claude-permissions                       .claude/settings.json of this project, to the screen
  policyhooks import claude-permissions ~/.claude/settings.json --out policies/permissions.yaml
  policyhooks import cursor-hooks --out policies/cursor.yaml
  policyhooks import hookify .claude --out policies/hookify.yaml
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=KINDS, help="what to read")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files, or the folder of hookify files")
    parser.add_argument("--out", metavar="FILE", help="where the policy goes (default: the screen)")
    parser.add_argument("--id", metavar="ID", help="the policy's id (default: imported.<kind>)")
    parser.add_argument("--owner", metavar="WHO", default="nobody@example.com", help="who answers for the policy")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Translate, write, then compile and test what was written."""
    from policyhooks.importing.policy_text import write_policy

    paths = [Path(path) for path in arguments.paths or [USUAL[arguments.kind]]]
    translations = [translation for path in paths for translation in read(arguments.kind, path)]
    if not any(translation.rules for translation in translations):
        _tell_left(translations)
        raise EnvironmentBroken(f"no rules were found in {', '.join(map(str, paths))}")
    name = arguments.id or f"imported.{arguments.kind}"
    text = write_policy(name, TITLES[arguments.kind], arguments.owner, translations)
    if arguments.out:
        target = Path(arguments.out)
        if target.exists():
            raise UsageError(f"{target} exists already", "name another file, or remove it first")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return _report(text, translations, arguments.out)


def read(kind: str, path: Path) -> list[Translation]:
    """The translations of one file or folder."""
    from policyhooks.importing import claude_permissions, cursor_hooks, hookify

    if kind == "hookify":
        files = sorted(path.glob("hookify.*.md")) if path.is_dir() else [path]
        return [
            hookify.translate(file.name.split(".")[1] if "." in file.name else file.name, _text(file)) for file in files
        ]
    document = _document(path)
    if kind == "cursor-hooks":
        return [cursor_hooks.translate(document)]
    permissions = document.get("permissions")
    return [claude_permissions.translate(permissions if isinstance(permissions, dict) else {})]


def _document(path: Path) -> dict[str, object]:
    """The JSON object of a client's file. One with comments is named as such, with the line."""
    from policyhooks.installation.json_comments import find_fault

    text = _text(path)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        where, hint = find_fault(text)
        message = f"{path} is not strict JSON" + (f": {where}" if where else "")
        raise EnvironmentBroken(message, hint or "repair it; the client ignores it too") from None
    if not isinstance(document, dict):
        raise EnvironmentBroken(f"{path} does not hold a JSON object")
    return document


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise EnvironmentBroken(f"{path} cannot be read: {type(problem).__name__}") from None


def _report(text: str, translations: list[Translation], out: str | None) -> int:
    """What was left, and whether what was written compiles and passes its own tests."""
    import tempfile

    from policyhooks.cli.options.policies import show_problems
    from policyhooks.suite.run import run_suite

    left = _tell_left(translations)
    with tempfile.TemporaryDirectory(prefix="policyhooks-import-") as scratch:
        file = Path(scratch) / "imported.yaml"
        file.write_text(text, encoding="utf-8")
        try:
            result = run_suite([str(file)])
        except InvalidPolicies as problem:
            return show_problems(problem)
    failed = result.failed
    for case in failed:
        _say("test does not hold: ", f"{case.rule}: {case.title} gave {case.got or case.error}")
    where = f" into {out}" if out else ""
    rules, notes = count(result.rules, "rule"), count(left, "note")
    hold = len(result.cases) - len(failed)
    _say("", f"{rules}{where}, {count(hold, 'test')} {'holds' if hold == 1 else 'hold'}, {notes}")
    return TESTS_FAILED if failed else 0


def _tell_left(translations: list[Translation]) -> int:
    """Name what could not be translated; how much that is."""
    left = [item for translation in translations for item in translation.left]
    for item in left:
        _say("left: ", f"{item.source}: {item.reason}")
    return len(left)


def _say(label: str, text: str) -> None:
    print(*hang(label, text, style_of(sys.stderr)), sep="\n", file=sys.stderr)
