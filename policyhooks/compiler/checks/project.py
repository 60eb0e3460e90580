"""What a Config says about its project: versions that it needs, servers that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks import __version__
from policyhooks.clients.facts import install_of, installable
from policyhooks.compiler.files import File
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.versions import lowest, satisfies
from policyhooks.errors import Diagnostic
from policyhooks.runtime.engine.servers import normal_address, normal_command

if TYPE_CHECKING:
    from policyhooks.compiler.plan import PlannedRule


def check_project(config: File[Config], rules: Sequence[PlannedRule]) -> Iterator[Diagnostic]:
    """A version that is not met, clients that are too old for rules, and servers without an identity."""
    needed = config.model.requires.policyhooks
    if needed is not None and not satisfies(__version__, needed):
        message = f"the file needs policyhooks `{needed}`, and this is {__version__}"
        yield config.at(("requires", "policyhooks"), "unmet-requirement", message, "install that version")
    yield from _too_old(config, rules)
    for name, server in config.model.servers.items():
        if server.url is None and server.command is None:
            message = f"nothing tells the server `{name}` from another one of this name"
            yield config.at(("servers", name), "empty-server", message, "give its url or its command", key=True)
    yield from same_servers(config)


def _too_old(config: File[Config], rules: Sequence[PlannedRule]) -> Iterator[Diagnostic]:
    """Clients that may be older than the events of rules: a file that all of them load has no entry for these."""
    for client, required in config.model.requires.clients.items():
        version = lowest(required, install_of(client).assumed)
        looked_at = {row.native: None for rule in rules for row in rule.rows if row.client == client}
        known = [native for native in looked_at if installable(client, native)]
        if lacking := [native for native in known if not installable(client, native, version)]:
            message = f"`{required}` allows versions of {client} without {', '.join(lacking)}, where rules look"
            help_ = "no entry is written for them into a file that a team shares: require a newer version"
            yield config.at(("requires", "clients", client), "client-too-old", message, help_, "warning")


def same_servers(config: File[Config]) -> Iterator[Diagnostic]:
    """Two names that cannot be told apart: by their case, or because they are one server."""
    seen: list[tuple[str, str, str]] = []
    for name, server in config.model.servers.items():
        address = normal_address(server.url) if server.url else ""
        command = normal_command(" ".join(server.command or ()))
        for other, its_address, its_command in seen:
            same = (address and address == its_address) or (command and command == its_command)
            if same or name.casefold() == other.casefold():
                what = "are the same server" if same else "differ in their case alone"
                message = f"`{name}` and `{other}` {what}"
                yield config.at(("servers", name), "same-server", message, "keep one of the two names", key=True)
                break
        seen.append((name, address, command))
