"""Which requests the page answers at all: over a real loopback socket, with headers as an attacker would send them."""

import stat
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.errors import UsageError
from policyhooks.runtime.ports.journal import FOLDER
from policyhooks.web.audit import FILE
from policyhooks.web.gate import MOST_BODY, POLICY
from policyhooks.web.serving import listen
from policyhooks.web.sign_in import LINK_S, Access, read_token
from tests.web.serving import TOKEN, Page, doors_of, page_on


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory):
    state = tmp_path_factory.mktemp("state")
    (state / FOLDER).mkdir(mode=0o700)
    with page_on(doors_of(state), TOKEN) as running:
        yield running


PAGES = ("/", "/decisions", "/decisions/" + "0" * 64, "/rules", "/judge", "/playground", "/health", "/nothing")
NEWER = (
    "/map",
    "/map.csv",
    "/decisions.csv",
    "/decisions.jsonl",
    "/rules/a/b",
    "/approvals",
    "/approvals/PH-0000-0000",
)


@pytest.mark.parametrize(
    "path", [*PAGES, *NEWER, "/static/page.js", "/static/playground.js", "/static/../application.py"]
)
def test_nothing_without_a_proof_of_who_asks(page: Page, path: str) -> None:
    assert page.ask("GET", path)[0] == 401
    assert page.ask("GET", path, {"Cookie": f"{page.cookie}=wrong"})[0] == 401
    assert page.ask("GET", path, {"Authorization": "Bearer wrong"})[0] == 401
    assert page.ask("POST", path, {"Content-Type": "application/json", "Origin": page.origin}, b"{}")[0] == 401


def test_the_way_in_shows_nothing_of_an_installation(page: Page) -> None:
    status, headers, text = page.ask("GET", "/enter")
    assert status == 200
    assert headers["content-security-policy"] == POLICY
    assert "decisions" not in text
    assert page.proof not in text


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "localhost:PORT"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:PORT."},
        {"Host": "127.0.0.1:PORT@evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:PORT"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_name_or_another_site_is_refused(page: Page, headers: dict[str, str]) -> None:
    port = page.host.rpartition(":")[2]
    given = {name: value.replace("PORT", port) for name, value in headers.items()}
    for proof in (page.signed_in, {"Authorization": f"Bearer {TOKEN}"}, {}):
        for path in ("/decisions", "/enter"):
            assert page.ask("GET", path, {**proof, **given})[0] == 403


def test_a_browser_and_a_script_see_the_pages(page: Page) -> None:
    for path in (*PAGES[1:2], *PAGES[3:7], *NEWER[:4], "/approvals"):
        assert page.look(path)[0] == 200
        assert page.ask("GET", path, {"Authorization": f"Bearer {TOKEN}"})[0] == 200


@pytest.mark.parametrize("path", ["/decisions", "/enter", "/nothing", "/static/style.css", "/static/nothing"])
def test_every_answer_carries_the_policy(page: Page, path: str) -> None:
    headers = page.ask("GET", path, page.signed_in)[1]
    assert headers["content-security-policy"] == POLICY
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


@pytest.mark.parametrize(
    ("without", "instead"),
    [("X-Proof", ""), ("X-Proof", "0" * 64), ("Origin", ""), ("Origin", "http://evil.example"), ("Cookie", "")],
)
def test_what_is_sent_needs_the_proof_of_our_own_page(page: Page, without: str, instead: str) -> None:
    headers = {**page.signed_in, "Origin": page.origin, "X-Proof": page.proof, "Content-Type": "application/json"}
    assert page.ask("POST", "/health", {**headers, "Content-Type": "application/x-www-form-urlencoded"}, b"")[0] == 303
    del headers[without]
    if instead:
        headers[without] = instead
    assert page.ask("POST", "/health", headers, b"{}")[0] in (401, 403)


def test_methods_kinds_and_sizes(page: Page) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "BREW"):
        assert page.ask(method, "/decisions", page.signed_in)[0] in (400, 405)
    headers = {**page.signed_in, "Origin": page.origin, "X-Proof": page.proof}
    assert page.ask("POST", "/health", {**headers, "Content-Type": "text/plain"}, b"")[0] == 415
    whole = b"x" * (MOST_BODY + 1)
    assert page.ask("POST", "/health", {**headers, "Content-Type": "application/json"}, whole)[0] == 413
    assert page.ask("GET", "/decisions?" + "a" * 5000, page.signed_in)[0] == 414


def test_a_link_is_good_once(page: Page) -> None:
    token = page.desk.access.new_link()
    sent = {"Origin": page.origin, "Content-Type": "application/json"}
    body = f'{{"token": "{token}"}}'.encode()
    status, headers, _ = page.ask("POST", "/enter", sent, body)
    assert status == 200
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert page.ask("GET", "/decisions", {"Cookie": cookie.partition(";")[0]})[0] == 200
    assert page.ask("POST", "/enter", sent, body)[0] == 403
    written = (page.desk.doors.states[0] / FOLDER / FILE).read_text()
    assert '"sign in"' in written
    assert token not in written
    assert cookie.partition("=")[2].partition(";")[0] not in written


def test_a_link_ends_after_a_minute_and_is_needed_from_our_own_page(page: Page) -> None:
    now = [0.0]
    access = Access(clock=lambda: now[0])
    early, late = access.new_link(), access.new_link()
    now[0] = LINK_S - 0.1
    assert access.exchange(early)
    now[0] = LINK_S
    assert not access.exchange(late)
    body = f'{{"token": "{page.desk.access.new_link()}"}}'.encode()
    assert page.ask("POST", "/enter", {"Content-Type": "application/json"}, body)[0] == 403


def test_leaving_ends_the_session(page: Page) -> None:
    other = page.desk.access.exchange(page.desk.access.new_link())
    headers = {
        "Cookie": f"{page.cookie}={other}",
        "Origin": page.origin,
        "X-Proof": page.desk.access.proof_for(f"browser {other}"),
    }
    assert page.ask("POST", "/leave", {**headers, "Content-Type": "application/json"}, b"{}")[0] == 200
    assert page.ask("GET", "/decisions", headers)[0] == 401
    assert page.look("/decisions")[0] == 200


@pytest.mark.parametrize(
    "where",
    ["0.0.0.0:0", "192.0.2.1:80", "[::]:0", "example.com:80", "localhost:80", "127.0.0.1", "127.0.0.1:99999", ""],
)
def test_it_listens_on_this_machine_alone(where: str) -> None:
    with pytest.raises(UsageError):
        listen(where)


def test_a_proxys_header_is_believed_over_a_private_socket_alone(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        listen("127.0.0.1:0", "x-user", "policies.example.com")
    tmp_path.chmod(0o777)
    with pytest.raises(UsageError):
        listen(f"unix:{tmp_path}/s", "x-user", "policies.example.com")
    tmp_path.chmod(0o700)
    with pytest.raises(UsageError):
        listen(f"unix:{tmp_path}/s")
    opened = listen(f"unix:{tmp_path}/s", "X-User", "policies.example.com")
    opened.socket.close()
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("mode", "text", "fine"),
    [
        (0o600, "a" * 43, True),
        (0o644, "a" * 43, False),
        (0o640, "a" * 43, False),
        (0o600, "short", False),
        (0o600, "a" * 600, False),
        (0o600, "a b" * 20, False),
        (0o600, "", False),
    ],
)
def test_a_token_file_is_private_and_long(tmp_path: Path, mode: int, text: str, fine: bool) -> None:
    path = tmp_path / "token"
    path.write_text(text + "\n")
    path.chmod(mode)
    if fine:
        assert read_token(path) == text
    else:
        with pytest.raises(UsageError):
            read_token(path)
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(UsageError):
        read_token(link)


def test_headers_are_bounded(page: Page) -> None:
    assert page.ask("GET", "/decisions", {**page.signed_in, "X-Long": "a" * 40000})[0] == 431
    assert page.look("/decisions")[0] == 200
