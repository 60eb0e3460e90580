"""What `policyhooks` alone says: what is here, and the commands that come next. It changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.cli.options.policies import program_name
from policyhooks.cli.options.steps import Step, render_steps
from policyhooks.errors import PolicyHooksError
from policyhooks.report.screen.style import Style, one_line, shorten, style_of

BEGIN: Sequence[Step] = (
    ("demo", "see it work, in a scratch project"),
    ("init", "write a project file and a first policy here"),
    ("install --client claude-code", "or the shipped policies as they are"),
)
FOUND: Sequence[Step] = (
    ("check", "types, events, messages"),
    ("test", "the tests beside the rules"),
    ("install --client claude-code", "make it fire"),
)
IN_FORCE: Sequence[Step] = (
    ("doctor", "would the hooks fire, would a deny hold"),
    ("explain --shell 'git push -f'", "what happens to a command, and why"),
    ("log", "what was decided"),
)


@dataclass(frozen=True)
class Here:
    """What of ours the working folder meets."""

    project_file: str = ""
    refused: str = ""  # why the project file above is not used
    installed: tuple[str, ...] = ()  # client and scope


def look() -> Here:
    """What is in the working folder, above it, and for this user."""
    from policyhooks.doctor.examination import find_targets
    from policyhooks.doctor.target import Machine
    from policyhooks.installation.project_file import find_project_file
    from policyhooks.installation.project_root import project_root

    targets = find_targets(Machine(project_root(Path.cwd())))
    installed = tuple(f"{target.place.client} ({target.place.scope})" for target in targets)
    try:
        found = find_project_file(Path.cwd())
    except PolicyHooksError as problem:
        return Here(refused=problem.message, installed=installed)
    return Here("" if found is None else str(found), "", installed)


def render_welcome() -> str:
    return "".join(f"{line}\n" for line in lines(look(), style_of(sys.stdout)))


def lines(here: Here, style: Style) -> Iterator[str]:
    """The screen, for what is here."""
    yield style.paint("policyhooks", "bold") + ": policy-as-code for the hooks of coding agents"
    yield ""
    for label, text in (
        ("project", here.project_file or here.refused or "no policyhooks.yaml here or above"),
        ("installed", ", ".join(here.installed) or "nothing, for this folder or this user"),
    ):
        room = style.width - 13 if style.width else 0
        yield f"  {style.paint(f'{label:<10}', 'dim')} {shorten(one_line(text), room)}"
    yield ""
    yield from render_steps(IN_FORCE if here.installed else FOUND if here.project_file else BEGIN, style)
    yield ""
    yield f"{program_name()} --help lists every command"
