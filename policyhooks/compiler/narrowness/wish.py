"""One thing that an agent could ask for, and what would be wrong with allowing it."""

from __future__ import annotations

from dataclasses import dataclass

from policyhooks.clients.subject import Subject
from policyhooks.secrets.masking import mask

LONGEST = 160


@dataclass(frozen=True)
class Wish:
    """A subject; `does` says what makes it more than anybody meant to allow, and is empty for an ordinary one.

    `mend` is a condition that would leave it out.
    """

    subject: Subject
    does: str = ""
    mend: str = ""

    @property
    def shown(self) -> str:
        """What people recognise it by, on one line, without secrets."""
        subject = self.subject
        if subject.server:
            arguments = ", ".join(f"{name}: {value}" for name, value in subject.arguments.items())
            text = f"{subject.server}/{subject.tool}({arguments})"
        elif subject.command:
            text = subject.command
        elif subject.path:
            text = f"{'read' if subject.event in ('file.read', 'tab.read') else 'write'} {subject.path}"
        else:
            text = subject.url or subject.tool_name or subject.event
        text = mask(text.replace("\n", "\\n").replace("`", "'"))
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
