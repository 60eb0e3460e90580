"""What a person must know or do after an installation, for each client and scope. Text only."""

from __future__ import annotations

from policyhooks.clients.facts import install_of


def advice(client: str, scope: str) -> list[str]:
    """Lines for the end of an installation, the most urgent first."""
    facts = install_of(client)
    found = [facts.review[scope]] if scope in facts.review else []
    found.append(facts.restart)
    if scope == "project":
        found.append(
            "This file is usually committed. On a machine without this installation the entries block and say so:"
            " run `policyhooks install` there too."
        )
    found.append(facts.limits)
    if scope != "managed":
        found.append(
            "The agent runs as the same user and could edit these files: this installation is advisory."
            " `--scope managed` (as root) is enforced."
        )
    return found
