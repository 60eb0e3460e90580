"""What to do next: commands to copy, each with what it is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.cli.options.policies import program_name
from policyhooks.report.screen.style import Style

Step = tuple[str, str]  # words behind the program's name, and what they are for


def render_steps(steps: Sequence[Step], style: Style) -> Iterator[str]:
    """A heading, and two lines each: a command is never cut or wrapped."""
    yield style.paint("next", "bold")
    for words, why in steps:
        yield f"  {style.paint(f'{program_name()} {words}', 'bold')}"
        yield f"      {style.paint(why, 'dim')}"
