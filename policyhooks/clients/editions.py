"""What differs between versions of a client, in sentences: which events they know, and how they are given a deny.

Of the build half: no hook loads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.clients.facts import install_of


def describe(client: str) -> Iterator[str]:
    """A sentence an edition, the oldest first; none where versions do not differ."""
    editions = install_of(client).editions
    for number, edition in enumerate(editions):
        newer = editions[number + 1 :]
        since = f"from {_version(edition.since)} " if number else ""
        when = f"{since}before {_version(newer[0].since)}" if newer else f"{since}on, and those that nobody knows"
        lacking = sorted(editions[-1].natives - edition.natives)
        lacks = f" without {', '.join(lacking)}" if lacking else ""
        prompts = "" if edition.prompts else ", no prompt hooks"
        yield f"Versions {when}: {len(edition.natives)} events{lacks}{prompts}. A deny is {edition.deny}."


def _version(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
