"""What a Config says about its project: versions that it needs, servers that it names."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks import __version__
from policyhooks.compiler.files import File
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.versions import satisfies
from policyhooks.errors import Diagnostic
from policyhooks.runtime.engine.servers import normal_address, normal_command


def check_project(config: File[Config]) -> Iterator[Diagnostic]:
    """A version that is not met, and servers without an identity."""
    needed = config.model.requires.policyhooks
    if needed is not None and not satisfies(__version__, needed):
        message = f"the file needs policyhooks `{needed}`, and this is {__version__}"
        yield config.at(("requires", "policyhooks"), "unmet-requirement", message, "install that version")
    for name, server in config.model.servers.items():
        if server.url is None and server.command is None:
            message = f"nothing tells the server `{name}` from another one of this name"
            yield config.at(("servers", name), "empty-server", message, "give its url or its command", key=True)
    yield from same_servers(config)


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
