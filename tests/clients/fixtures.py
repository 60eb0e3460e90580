"""Own fixtures, written from the documented shapes: tests/data/clients/<client>.json."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from policyhooks.clients.detection import read_event
from policyhooks.core.event import Event

DATA = Path(__file__).resolve().parents[1] / "data" / "clients"


@dataclass(frozen=True)
class Fixture:
    """One payload as its client would send it."""

    client: str
    generation: str
    native: str
    payload: dict[str, Any]

    @property
    def name(self) -> str:
        tool = self.payload.get("tool_name") or self.payload.get("toolName") or ""
        return f"{self.client} {self.generation} {self.native}" + (f" {tool}" if tool else "")

    def event(self, environ: dict[str, str] | None = None) -> Event:
        return read_event(self.client, self.native, self.payload, environ or {})


def load(client: str) -> list[Fixture]:
    """All fixtures of a client. Where its payloads name their event, so does the fixture."""
    document = json.loads((DATA / f"{client}.json").read_text("utf-8"))
    found = []
    for one in document["events"]:
        payload = {**document["common"][one["generation"]], **one["payload"]}
        if client != "copilot-cli":
            payload["hook_event_name"] = one["native"]
        found.append(Fixture(client, one["generation"], one["native"], payload))
    return found
