"""The approvals page on tickets that a real hook has written: the whole call, masked; nothing that is sent lifts."""

import hashlib
import html
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.image.activation import Activation
from policyhooks.installation import lift_documents
from policyhooks.installation.approving import open_tickets, revoke
from policyhooks.installation.signed_tickets import accept, request_of, sign_request
from policyhooks.runtime.ports import tickets
from policyhooks.web.application import ROUTES
from tests.support import lifting as lifts
from tests.support import signing_lifts as signers
from tests.support.lifting import shell
from tests.web.serving import TOKEN, Page, doors_of, page_on

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
WRITING = {"/enter", "/leave", "/decisions/{chain}/mark", "/playground/decide", "/health"}


@pytest.fixture(scope="module")
def active(tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return lifts.installed(tmp_path_factory.mktemp("lifts"))


@pytest.fixture(scope="module")
def page(active: Activation) -> Iterator[Page]:
    """Three tickets: one is open, one is lifted, and one is open with texts that mean harm."""
    assert lifts.said(active, shell("helm upgrade shop ./shop", "a")) == "deny"
    lifts.lift(active)
    assert lifts.said(active, shell("npm publish --tag next", "b")) == "deny"
    harm = f"helm push --password {SECRET} '<script>alert(1)</script>' '\u202e\x1b[31m'"
    assert lifts.said(active, shell(harm, "c")) == "deny"
    with page_on(doors_of(active.state), TOKEN) as running:
        yield running


def by_subject(active: Activation, word: str) -> str:
    return next(one.ticket for one in open_tickets(active.state) if word in one.fields["input"])


def content(folder: Path) -> str:
    """A digest of all that stands in the tickets' folder."""
    parts = [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in sorted(folder.iterdir())]
    return "\n".join(parts)


def test_every_ticket_with_its_state(page: Page, active: Activation) -> None:
    text = html.unescape(page.look("/approvals")[1])
    rows = text.partition("<tbody>")[2].split("</tr>")
    states = {one.ticket: next(row for row in rows if one.ticket in row) for one in open_tickets(active.state)}
    assert len(states) == 3
    assert "? open" in states[by_subject(active, "next")]
    assert "✓ lifted" in states[by_subject(active, "shop")]
    assert "by dana until" in states[by_subject(active, "shop")]
    assert text.index("? open") < text.index("✓ lifted")


def test_the_whole_call_as_approve_shows_it(page: Page, active: Activation) -> None:
    ticket = by_subject(active, "next")
    _, text = page.look(f"/approvals/{ticket}")
    assert "npm publish --tag next" in text
    assert f"policyhooks approve {ticket}" in text
    assert "acme.lifts/publish" in text
    assert next(one.digest for one in open_tickets(active.state) if one.ticket == ticket) in text
    assert "masked on this page" not in text


def test_what_means_harm_is_text_and_secrets_are_masked(page: Page, active: Activation) -> None:
    ticket = by_subject(active, "script")
    for path in ("/approvals", f"/approvals/{ticket}"):
        _, text = page.look(path)
        assert SECRET not in text
        assert "<script>alert" not in text
        assert "\u202e" not in text
        assert "\x1b" not in text
    assert "masked on this page" in text
    assert "&lt;U+202E&gt;" in text


def test_a_lifted_ticket_says_how_it_is_taken_back(page: Page, active: Activation) -> None:
    ticket = by_subject(active, "shop")
    _, text = page.look(f"/approvals/{ticket}")
    assert f"policyhooks approvals revoke {ticket}" in text
    assert f"policyhooks approve {ticket}" not in text


def test_no_route_can_lift(page: Page, active: Activation) -> None:
    """No address below approvals takes anything, and nothing that is sent anywhere changes a ticket."""
    assert {path for method, path, _ in ROUTES if method != "GET"} == WRITING
    folder = active.state / tickets.FOLDER
    before = content(folder)
    ticket = by_subject(active, "next")
    signed = {**page.signed_in, "Origin": page.origin, "X-Proof": page.proof}
    paths = [
        f"/approvals{end}"
        for end in ("", f"/{ticket}", f"/{ticket}/lift", f"/{ticket}/approve", f"/{ticket}/document", "/lift", "/sign")
    ]
    bodies = {
        "application/json": b'{"ticket": "%s", "lift": true, "signature": "x"}' % ticket.encode(),
        "application/x-www-form-urlencoded": b"lift=yes&ticket=" + ticket.encode(),
    }
    for path, (kind, body), who in itertools.product(
        paths, bodies.items(), (signed, {"Authorization": f"Bearer {TOKEN}"})
    ):
        assert page.ask("POST", path, {**who, "Content-Type": kind}, body)[0] in (404, 405)
        assert page.ask("GET", f"{path}?approve=yes&lift=1", who)[0] in (200, 400, 404)
    assert content(folder) == before
    assert lifts.said(active, shell("npm publish --tag next", "d")) == "deny"


@pytest.fixture(scope="module")
def by_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Activation, dict[str, Path], Page]]:
    """An installation whose denies are lifted by keys, with one ticket that holds a secret and one that does not."""
    folder = tmp_path_factory.mktemp("signed")
    keys = signers.keys_in(folder)
    active = signers.installed(folder, keys)
    assert lifts.said(active, shell(f"npm publish --otp {SECRET}", "a")) == "deny"
    assert lifts.said(active, shell("npm publish --tag signed", "b")) == "deny"
    with page_on(doors_of(active.state)) as running:
        yield active, keys, running


def test_a_request_is_given_away_whole_signed_elsewhere_and_never_taken(
    by_key: tuple[Activation, dict[str, Path], Page], tmp_path: Path
) -> None:
    active, keys, page = by_key
    ticket = by_subject(active, "signed")
    _, text = page.look(f"/approvals/{ticket}")
    assert "dana, eli, fay" in text
    assert "policyhooks approve PH" not in text
    status, headers, document = page.ask("GET", f"/approvals/{ticket}/request.json", page.signed_in)
    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="{ticket}.request.json"'
    request = lift_documents.read(document.encode(), "request")
    assert request == request_of(next(one for one in open_tickets(active.state) if one.ticket == ticket))
    signed = lift_documents.write(sign_request(request, str(keys["eli"]), "a release", request.for_s))
    before = content(active.state / tickets.FOLDER)
    for path in (
        f"/approvals/{ticket}",
        f"/approvals/{ticket}/request.json",
        "/approvals",
        f"/approvals/{ticket}/accept",
    ):
        ours = {**page.signed_in, "Origin": page.origin, "X-Proof": page.proof, "Content-Type": "application/json"}
        assert page.ask("POST", path, ours, signed.encode())[0] in (404, 405)
    assert content(active.state / tickets.FOLDER) == before
    one = next(one for one in open_tickets(active.state) if one.ticket == ticket)
    assert accept(active.state, one, lift_documents.read(signed.encode(), "lift")) == ["eli"]
    assert "✓ lifted" in page.look(f"/approvals/{ticket}")[1]
    assert page.ask("GET", f"/approvals/{ticket}/request.json", page.signed_in)[0] == 400


def test_a_request_with_a_secret_stays_on_the_machine(by_key: tuple[Activation, dict[str, Path], Page]) -> None:
    active, _, page = by_key
    ticket = by_subject(active, "otp")
    _, text = page.look(f"/approvals/{ticket}")
    assert f"policyhooks approvals request {ticket} --unmasked" in text
    assert SECRET not in text
    status, _, said = page.ask("GET", f"/approvals/{ticket}/request.json", page.signed_in)
    assert status == 400
    assert SECRET not in said


@pytest.mark.parametrize("name", ["PH-0000-0000", "nonsense", "..%2f..%2fetc", "PH-XXXX-XXXX%00", "PH-7K2Q"])
def test_another_name_is_no_ticket(page: Page, name: str) -> None:
    assert page.look(f"/approvals/{name}")[0] in (400, 404)


def test_a_damaged_ticket_is_none_and_one_taken_back_is_gone(page: Page, active: Activation) -> None:
    assert lifts.said(active, shell("npm publish --gone", "f")) == "deny"
    ticket = by_subject(active, "--gone")
    path = next((active.state / tickets.FOLDER).glob(f"*.{ticket}"))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"--gone", b"--fine"))
    assert page.look(f"/approvals/{ticket}")[0] == 400
    path.write_bytes(whole)
    assert page.look(f"/approvals/{ticket}")[0] == 200
    revoke(active.state, next(one for one in open_tickets(active.state) if one.ticket == ticket))
    assert page.look(f"/approvals/{ticket}")[0] == 400
