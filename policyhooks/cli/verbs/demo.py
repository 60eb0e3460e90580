"""`policyhooks demo`: install into a scratch project, start the hook as clients do, show what they receive.

Nothing outside the scratch folder is touched. A promise that is not kept is exit 1.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.options.policies import add_policy_arguments, shipped, show_problems
from policyhooks.cli.options.project import Chosen, choose_named
from policyhooks.cli.options.steps import render_steps
from policyhooks.cli.verbs.demo_answers import describe, verdict_of
from policyhooks.cli.verbs.demo_events import ACTORS, Scene, scenes
from policyhooks.clients.facts import install_of
from policyhooks.clients.native_payload import native_payload
from policyhooks.errors import EnvironmentBroken, InvalidPolicies
from policyhooks.installation.entries import commands_of
from policyhooks.report.journal.text import first_of, rule_ids
from policyhooks.report.screen.chart import count, milliseconds, percentile
from policyhooks.report.screen.style import Style, one_line, style_of, verdict_colours
from policyhooks.report.screen.table import draw

# A client's environment is its own business; the hook must not need any of it but HOME.
ENVIRONMENT = {"PATH": "/usr/bin:/bin"}
LIMIT_S = 60

EXAMPLES = """examples:
  policyhooks demo                       with the shipped policies
  policyhooks demo --policies policies/  with your own; the promises are those of the shipped ones
  policyhooks demo --keep                leave the scratch project behind
"""


@dataclass(frozen=True)
class Played:
    """A scene with what came of it."""

    scene: Scene
    native: str
    verdict: str
    rules: Sequence[str]
    received: str
    spent_ms: float

    @property
    def kept(self) -> bool:
        """Whether the promise was kept; a hook that denies without a rule only failed closed."""
        return self.verdict in self.scene.promised.split(" or ") and (self.verdict == "pass" or bool(self.rules))


def configure(parser: argparse.ArgumentParser) -> None:
    add_policy_arguments(parser)
    parser.add_argument("--keep", action="store_true", help="leave the scratch project where it is")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    scratch = Path(tempfile.mkdtemp(prefix="policyhooks-demo-"))
    try:
        return play(scratch, arguments)
    except InvalidPolicies as problem:
        return show_problems(problem)
    finally:
        if not arguments.keep:
            shutil.rmtree(scratch, ignore_errors=True)


def play(scratch: Path, arguments: argparse.Namespace) -> int:
    """Set up, send everything, show the table."""
    project = scratch / "project"
    elsewhere = scratch / "elsewhere"
    for folder in (project, elsewhere):
        folder.mkdir()
    (project / "README.md").write_text("# scratch\n")
    # It installs and starts hooks, so a project file that nobody named is none of its business.
    chosen = choose_named(arguments.policies, arguments.config) or Chosen((shipped(),))
    compiled = chosen.compile()
    tell(f"compiled {count(len(compiled.rules), 'rule')} from {count(len(compiled.policies), 'policy file')}")
    home = Path.home()  # of the person, which is what rules know; entries find the hook below the scratch folder
    with installed(scratch, project, chosen):
        commands = {client: installed_commands(project / install_of(client).files["project"]) for client in ACTORS}
        rows = play_scenes(scenes(project, home), commands, project, elsewhere, scratch)
    style = style_of(sys.stdout)
    show(rows, project, style)
    broken = [row for row in rows if not row.kept]
    print()
    spent = [row.spent_ms for row in rows]
    figures = f"median {milliseconds(percentile(spent, 0.5))}, slowest {milliseconds(max(spent))}"
    if broken:
        print(style.paint(f"{len(broken)} of {len(rows)} promises broken", "bold", "red") + f"   {figures}")
        for row in broken:
            wanted = one_line(shown_title(row.scene, project, Path.home()))
            print(f"  {row.scene.client} {wanted}: promised {row.scene.promised}, got {row.verdict}: {row.received}")
        return 1
    print(style.paint(f"{len(rows)} events, every answer as promised", "bold", "green"))
    print(style.paint(f"{figures}, process start included", "dim"))
    show_next(style, project if arguments.keep else None)
    return 0


@contextlib.contextmanager
def installed(scratch: Path, project: Path, chosen: Chosen) -> Iterator[None]:
    """The policies compiled, activated and written into both clients' files, in the scratch folder only."""
    from policyhooks.cli.main import run as run_verb

    kept = {name: os.environ.get(name) for name in ("HOME", "XDG_STATE_HOME")}
    os.environ.update(HOME=str(scratch / "home"), XDG_STATE_HOME=str(scratch / "state"))
    try:
        for client in ACTORS:
            words = ["install", "--client", client, "--scope", "project", "--root", str(project)]
            words += ["--policies", *chosen.paths] if chosen.paths else []
            words += ["--config", chosen.config] if chosen.config else []
            said = io.StringIO()
            with (
                working(f"installing them into a scratch project for {client}"),
                contextlib.redirect_stdout(said),
                contextlib.redirect_stderr(said),
            ):
                code = run_verb(words)
            if code != 0:
                raise EnvironmentBroken(f"install ended with {code}:\n{said.getvalue().strip()[-2000:]}")
        yield
    finally:
        for name, value in kept.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def installed_commands(path: Path) -> dict[str, str]:
    """The command line of each native event, as it stands in the client's own file."""
    hooks = json.loads(path.read_text(encoding="utf-8"))["hooks"]
    return {native: commands_of(entries[0])[0] for native, entries in hooks.items()}


def play_scenes(
    played: Sequence[Scene], commands: dict[str, dict[str, str]], project: Path, elsewhere: Path, scratch: Path
) -> list[Played]:
    """Every scene, one after the other."""
    rows = []
    with working("sending events through the installed command lines", len(played)) as step:
        for scene in played:
            step(scene.subject.title)
            rows.append(send(scene, commands, project, elsewhere, scratch))
    return rows


def send(scene: Scene, commands: dict[str, dict[str, str]], project: Path, elsewhere: Path, scratch: Path) -> Played:
    """Start the hook as the client would: its command line through `sh -c`, the payload on stdin."""
    native, payload = native_payload(scene.client, scene.subject, native=scene.native, cwd=str(project))
    payload["transcript_path"] = None
    command = commands[scene.client].get(native)
    if command is None:
        raise EnvironmentBroken(f"install wrote no entry for {scene.client} {native}")
    started = time.perf_counter()
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=json.dumps(payload).encode(),
        capture_output=True,
        cwd=elsewhere,
        env={**ENVIRONMENT, "HOME": str(scratch / "home")},
        timeout=LIMIT_S,
        check=False,
    )
    spent = (time.perf_counter() - started) * 1000
    verdict = verdict_of(done.returncode, done.stdout)
    received = describe(done.returncode, done.stdout, done.stderr)
    return Played(scene, native, verdict, last_rules(scratch, scene.client), received, spent)


def shown_title(scene: Scene, project: Path, home: Path) -> str:
    """What the agent wants, with the folders that everybody knows written short."""
    title = scene.subject.title
    if scene.subject.event.startswith("mcp."):
        title += f" {json.dumps(dict(scene.subject.arguments))}"
    verb = {"file.read": "read ", "file.write": "write ", "prompt.submit": "prompt: "}.get(scene.subject.event, "")
    return verb + title.replace(f"{project}/", "").replace(str(home), "~")


def last_rules(scratch: Path, client: str) -> Sequence[str]:
    """The rules behind the newest record of the client's journal."""
    from policyhooks.inspect.journal import read_records

    states = [path.parent for path in (scratch / "state").rglob("journal") if client in path.parts]
    records = [record for state in states for record in read_records(state)]
    return rule_ids(records[-1]) if records else ()


def show(rows: Sequence[Played], project: Path, style: Style) -> None:
    """The table."""
    cells = [
        [
            row.scene.client,
            row.native,
            shown_title(row.scene, project, Path.home()),
            row.verdict + ("" if row.kept else f" (promised {row.scene.promised})"),
            first_of(row.rules),
            row.received,
            f"{row.spent_ms:.0f}",
        ]
        for row in rows
    ]
    heading = ["client", "event", "the agent wants", "verdict", "rule", "the client receives", "ms"]
    widths = Style(style.colour, style.width or 200)
    least = {2: 24, 4: 24, 5: 24}
    lines = draw(heading, cells, style=widths, right={6}, paint={3: verdict_colours}, least=least, drop=(1, 5, 6))
    print("\n".join(lines))


def show_next(style: Style, kept: Path | None) -> None:
    """What to do now."""
    steps = (
        ('explain --shell "git push --force origin main"', "see why, part by part"),
        ("init my-policies", "write your own, with tests"),
        ("install --client claude-code --dry-run", "see what it would change in this project"),
    )
    print("", *render_steps(steps, style), sep="\n")
    if kept is not None:
        print(f"\nthe scratch project is in {kept}")
