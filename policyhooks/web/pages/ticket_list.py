"""The approvals page: denies that a person may lift, each with its whole call, and what became of it.

INVARIANT: nothing here writes, and nothing is taken. Whoever can click on this page may be the agent, so a lift is made
elsewhere: in the person's own terminal, or by somebody's key, for which the page gives the request away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.core.lifts import read_name
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.installation import lift_documents
from policyhooks.installation.approving import open_tickets
from policyhooks.installation.signed_tickets import request_of
from policyhooks.report.lifts.formats import state_of, subject_of
from policyhooks.report.lifts.whole_call import bound, escape, told
from policyhooks.report.screen.chart import count, moment
from policyhooks.secrets.masking import find, mask
from policyhooks.web.desk import Desk, mask_all
from policyhooks.web.pages.exports import attached

if TYPE_CHECKING:
    from policyhooks.installation.approving import Open

LONGEST = 300  # of a subject in the list
OPEN, LIFTED, OVER = "open", "lifted", "over"
Told = dict[str, object]


def show(request: Request, desk: Desk) -> Response:
    """The page: what can be lifted first, then what is lifted, then what is over."""
    found, problems = tickets_of(desk)
    rows = sorted((row_of(one) for one in found), key=lambda row: (str(row["order"]), -float(str(row["at"]))))
    values = {
        "rows": rows,
        "counts": {word: sum(row["state"] == word for row in rows) for word in (OPEN, LIFTED, OVER)},
        "problems": problems,
    }
    return desk.show(request, "approvals", values)


def show_one(request: Request, desk: Desk) -> Response:
    """One ticket with the whole call. Raises UsageError where there is none."""
    name = read_name(str(request.path_params["ticket"]))
    found, _ = tickets_of(desk)
    one = next((one for one in found if one.ticket == name), None)
    if not name or one is None:
        raise UsageError("there is no such ticket here", "a ticket that is over goes when another deny writes one")
    whole = call_of(one)
    values = {
        "row": row_of(one),
        "call": whole,
        "hidden": mask_all(whole) != whole,
        "bound": bound(vars(one)),
        "digest": one.digest,
        "minutes": one.for_s // 60,
        "uses": count(one.uses, "call"),
        "by_key": one.by == "signer",
        "signers": one.signers,
        "names": signers_of(one),
        "four_eyes": one.four_eyes,
        "document": document_of(one),
    }
    return desk.show(request, "ticket", values)


def give_request(request: Request, desk: Desk) -> Response:
    """The document for whoever signs, as a file. Raises UsageError where there is none to give."""
    name = read_name(str(request.path_params["ticket"]))
    one = next((one for one in tickets_of(desk)[0] if one.ticket == name), None) if name else None
    text = document_of(one) if one is not None else ""
    if not text:
        raise UsageError("there is no request here to sign", f"policyhooks approvals request {name or 'TICKET'}")
    return attached(text, "application/json", f"{name}.request.json")


def document_of(one: Open) -> str:
    """The request of an open ticket that a key lifts; nothing where the call holds what a page must not show.

    It holds the call whole, because whoever signs computes its digest anew.
    """
    if one.by != "signer" or one.lift is not None or not one.holds:
        return ""
    text = lift_documents.write(request_of(one))
    hides = find("\n".join(one.fields.values()), wide=True) or mask(text) != text
    return "" if hides else text


def signers_of(one: Open) -> list[str]:
    """Whose keys lift it, as the policies said when it was denied."""
    tables = [found for table in one.approvers if isinstance(found := table.get("signers"), Mapping)]
    return sorted({escape(str(name)) for found in tables for name in found})


def tickets_of(desk: Desk) -> tuple[list[Open], list[str]]:
    """The tickets of everything that is installed here, and why some cannot be read."""
    found: list[Open] = []
    problems = []
    for state in desk.doors.states:
        try:
            found += open_tickets(Path(state))
        except EnvironmentBroken as problem:
            problems.append(problem.message)
    return found, problems


def row_of(one: Open) -> Told:
    """A ticket as a line."""
    row: Mapping[str, object] = vars(one)
    state = OVER if not one.holds else OPEN if one.lift is None else LIFTED
    return {
        "ticket": one.ticket,
        "state": state,
        "order": (OPEN, LIFTED, OVER).index(state),
        "at": one.at,
        "asked": moment(one.at),
        "told": state_of(row) if one.lift is not None else "",
        "client": escape(one.client),
        "rules": list(one.rules),
        "subject": subject_of(row)[:LONGEST],
        "used": one.used,
        "unknown": len(one.unknown),
    }


def call_of(one: Open) -> list[dict[str, str]]:
    """Titles and texts of the call, as `approve` shows them: what is not plain ASCII as its code point."""
    return [{"title": title, "text": text} for title, text in _parts(one)]


def _parts(one: Open) -> Iterator[tuple[str, str]]:
    for title, text in told(vars(one)):
        yield title, "\n".join(escape(line) for line in text.split("\n"))
