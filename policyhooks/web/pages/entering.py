"""The way in: a page that takes the token out of its own address, and the exchange of the token for a session."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from policyhooks.web.audit import note_change
from policyhooks.web.desk import Desk

LONGEST = 128


def show(request: Request, desk: Desk) -> Response:
    """The page of the link. What stands behind the # never reaches us by itself."""
    return desk.show(request, "enter", {})


def exchange(request: Request, desk: Desk) -> Response:
    """A cookie for a token, once."""
    token = str(request.scope["state"]["json"].get("token", ""))[:LONGEST]
    session = desk.access.exchange(token)
    if not session:
        return JSONResponse({"problem": "this link was used before, or is older than a minute"}, 403)
    with desk.changing:
        note_change(desk.doors.states[0], "browser", "sign in")
    answer = JSONResponse({"to": "/decisions"})
    answer.set_cookie(desk.cookie, session, max_age=12 * 3600, path="/", httponly=True, samesite="strict")
    return answer


def leave(request: Request, desk: Desk) -> Response:
    """End the session."""
    for value in request.cookies.values():
        desk.access.forget(value)
    answer = Response("you have left; `policyhooks serve` prints the next link\n", media_type="text/plain")
    answer.delete_cookie(desk.cookie, path="/", httponly=True, samesite="strict")
    return answer
