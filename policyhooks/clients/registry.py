"""The adapters, written out; each loads on use. Adding a client is a line here, a module and its catalog rows."""

from __future__ import annotations

from policyhooks.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, Response

    class Adapter(Protocol):
        """What every client's module offers."""

        NAME: str

        def parse(self, native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event: ...
        def render(self, event: Event, decision: Decision) -> Response: ...
        def fail(self, native: str, reason: str, seen: bytes = b"", guarded: bool = True) -> Response: ...
        def rewrite(self, event: Event, changes: Mapping[str, object]) -> dict[str, object]: ...
        def output_of(self, event: Event) -> object: ...


def adapter_for(client: str) -> Adapter:
    """The adapter of a client by its name in the catalog."""
    if client == "claude-code":
        from policyhooks.clients.claude_code import parse as claude_code

        return claude_code
    if client == "cursor":
        from policyhooks.clients.cursor import parse as cursor

        return cursor
    if client == "codex":
        from policyhooks.clients.codex import adapter as codex

        return codex
    if client == "gemini-cli":
        from policyhooks.clients.gemini_cli import adapter as gemini_cli

        return gemini_cli
    if client == "copilot-cli":
        from policyhooks.clients.copilot_cli import adapter as copilot_cli

        return copilot_cli
    raise UsageError(f"unknown client `{client}`", "one of cursor, claude-code, codex, gemini-cli, copilot-cli")
