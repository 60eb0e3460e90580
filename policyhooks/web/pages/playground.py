"""The playground page: a policy and an event side by side; the worker decides, this module only carries."""

from __future__ import annotations

import getpass
import json
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from policyhooks.clients.native_payload import WRITERS
from policyhooks.inspect.recorded_action import moved
from policyhooks.inspect.restoring import restore
from policyhooks.web.desk import Desk, mask_all
from policyhooks.web.playground.question import LONGEST
from policyhooks.web.playground.samples import POLICY, list_samples

ASKED = ("policy", "event", "client", "native", "what")


def show(request: Request, desk: Desk) -> Response:
    """The page; with an event of the journal where the address names one."""
    chosen = {"client": WRITERS[0], "native": "", "event": "", "note": ""}
    chain = request.query_params.get("record", "")[:64]
    if chain:
        chosen |= recorded(chain, desk)
    first = next(list_samples(WRITERS[0]))
    if not chosen["event"]:
        chosen |= {"native": first.native, "event": first.event}
    samples = {client: [vars(sample) for sample in list_samples(client)] for client in WRITERS}
    values = {"policy": POLICY, "clients": list(WRITERS), "chosen": chosen, "samples": samples, "record": chain}
    return desk.show(request, "playground", values)


def recorded(chain: str, desk: Desk) -> dict[str, str]:
    """The event of a record, moved into the place of tests; or a note why there is none."""
    entry = desk.journal.find(chain)
    if entry is None:
        return {"note": "there is no such record here"}
    restored = restore(entry.record)
    if restored.payload is None:
        return {"note": restored.unknown[0]}
    payload = moved(
        dict(restored.payload), str(entry.record.get("cwd", "")), str(Path(f"~{getpass.getuser()}").expanduser())
    )
    event = json.dumps(mask_all(payload), indent=2, ensure_ascii=False)
    if len(event) > LONGEST:
        return {"note": "its payload is too large to be shown here"}
    client, native = (str(entry.record.get(name, "")) for name in ("client", "native"))
    return {
        "client": client if client in WRITERS else WRITERS[0],
        "native": native,
        "event": event,
        "note": "; ".join(restored.unknown),
    }


def decide(request: Request, desk: Desk) -> Response:
    """What comes of the two texts, as a piece of the page."""
    sent = request.scope["state"]["json"]
    asked = {name: str(sent.get(name, "")) for name in ASKED}
    if max(map(len, asked.values())) > LONGEST:
        told: dict[str, object] = {"problem": f"a policy or an event has at most {LONGEST >> 10} KB here"}
    else:
        told = desk.workers.ask(asked)
    # Of what is typed here nothing is secret to the one who types; a pasted journal event is masked above.
    name = "playground_tests.html" if asked["what"] == "tests" else "playground_result.html"
    return HTMLResponse(desk.templates.get_template(name).render({"told": told}))
