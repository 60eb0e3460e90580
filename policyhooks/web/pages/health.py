"""The health page: what doctor finds of the installations here. It is looked at anew when somebody asks for it."""

from __future__ import annotations

import threading
import time

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from policyhooks.doctor.finding import FAULT
from policyhooks.errors import PolicyHooksError
from policyhooks.web.audit import note_change
from policyhooks.web.desk import Desk

KEPT, RUNNING = "health", "health is being examined"


def show(request: Request, desk: Desk) -> Response:
    """The page, with what was found last."""
    kept = desk.kept.get(KEPT)
    values = {
        "found": [],
        "problem": "",
        "at": "",
        "running": bool(desk.kept.get(RUNNING)),
        "examined": kept is not None,
    }
    return desk.show(request, "health", {**values, **(kept if isinstance(kept, dict) else {})})


def examine(request: Request, desk: Desk) -> Response:
    """Look anew; the page shows when it is done."""
    with desk.changing:
        note_change(desk.doors.states[0], request.scope["state"]["who"], "examine")
    begin(desk)
    return RedirectResponse("/health", 303)


def begin(desk: Desk) -> None:
    """Examine while nobody waits; once at a time."""
    with desk.changing:
        if desk.kept.get(RUNNING):
            return
        desk.kept[RUNNING] = True
    threading.Thread(target=_examine, args=(desk,), daemon=True).start()


def _examine(desk: Desk) -> None:
    found: list[dict[str, object]] = []
    problem = ""
    try:
        for one in desk.doors.examine():
            findings = [
                {"level": finding.level, "check": finding.check, "message": finding.message, "repair": finding.repair}
                for finding in one.findings
            ]
            found.append(
                {
                    "client": one.target.place.client,
                    "scope": one.target.place.scope,
                    "state": str(one.target.place.state),
                    "healthy": one.healthy,
                    "faults": sum(finding.level == FAULT for finding in one.findings),
                    "findings": findings,
                }
            )
    except PolicyHooksError as told:
        problem = told.message
    except Exception as told:  # noqa: BLE001 - the page says that it could not look
        problem = f"the examination ended early ({type(told).__name__}); `policyhooks doctor` says why"
    desk.kept[KEPT] = {"found": found, "problem": problem, "at": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())}
    desk.kept[RUNNING] = False
