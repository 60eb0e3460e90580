"""The routes, and what is said when something goes wrong behind one. Every page is behind the guard."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from policyhooks.errors import PolicyHooksError, UsageError
from policyhooks.secrets.masking import mask
from policyhooks.web.desk import HERE, Desk
from policyhooks.web.gate import App, Guard, Place
from policyhooks.web.pages import (
    decisions,
    entering,
    exports,
    framework_map,
    health,
    judges,
    machine_list,
    one_decision,
    one_rule,
    playground,
    rule_list,
    ticket_list,
)

Page = Callable[[Request, Desk], Response]

ROUTES: tuple[tuple[str, str, Page], ...] = (
    ("GET", "/enter", entering.show),
    ("POST", "/enter", entering.exchange),
    ("POST", "/leave", entering.leave),
    ("GET", "/decisions", decisions.show),
    ("GET", "/decisions.csv", exports.decisions_csv),
    ("GET", "/decisions.jsonl", exports.decisions_lines),
    ("GET", "/decisions/{chain}", one_decision.show),
    ("POST", "/decisions/{chain}/mark", one_decision.change_mark),
    ("GET", "/rules", rule_list.show),
    ("GET", "/rules/{rule:path}", one_rule.show),
    ("GET", "/map", framework_map.show),
    ("GET", "/map.csv", exports.map_csv),
    ("GET", "/approvals", ticket_list.show),
    ("GET", "/approvals/{ticket}", ticket_list.show_one),
    ("GET", "/approvals/{ticket}/request.json", ticket_list.give_request),
    ("GET", "/judge", judges.show),
    ("GET", "/playground", playground.show),
    ("POST", "/playground/decide", playground.decide),
    ("GET", "/fleet", machine_list.show),
    ("GET", "/fleet/{installation}", machine_list.show_one),
    ("GET", "/health", health.show),
    ("POST", "/health", health.examine),
)


def make_application(desk: Desk, place: Place) -> App:
    """Everything that answers requests."""
    routes = [Route(path, _endpoint(page, desk), methods=[method]) for method, path, page in ROUTES]
    routes.append(Route("/", _home, methods=["GET"]))
    static = Mount("/static", StaticFiles(directory=HERE / "static"))
    handlers = {PolicyHooksError: _tell, Exception: _fail}
    return Guard(Starlette(routes=[*routes, static], exception_handlers=handlers), desk.access, place)


def _endpoint(page: Page, desk: Desk) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return page(request, desk)

    return answer


def _home(request: Request) -> Response:
    return RedirectResponse("/decisions", 303)


def _tell(request: Request, problem: Exception) -> Response:
    """An expected failure: what is wrong and what to do."""
    assert isinstance(problem, PolicyHooksError)
    hint = f"\n{problem.hint}" if problem.hint else ""
    return PlainTextResponse(mask(f"{problem.message}{hint}\n"), 400 if isinstance(problem, UsageError) else 503)


def _fail(request: Request, problem: Exception) -> Response:
    """A fault of ours: its name, and nothing of what it was about."""
    return PlainTextResponse(f"this page could not be made ({type(problem).__name__})\n", 500)
