"""Every fault of a model's server through the real worker: the declared outcome, inside the deadline."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator

import pytest

from policyhooks.runtime.ports.judging import JudgeOutcome, ask
from tests.judge.conftest import Court
from tests.support.counts import SOAK
from tests.support.model_server import BEHAVIOURS, ModelServer, free_port

SHORT_MS = 700
DEADLINE_S = 30.0

# behaviour: (outcome, cause). All faults but the last three answer at once.
EXPECTED: dict[str, tuple[str, str]] = {
    "good": ("ok", ""),
    "bad": ("not_ok", ""),
    "full": ("not_ok", ""),
    "fenced": ("ok", ""),
    "slow-good": ("ok", ""),
    "fails-once": ("ok", ""),
    "hang": ("unknown", "timeout"),
    "hang-after-headers": ("unknown", "timeout"),
    "drip-body": ("unknown", "timeout"),
    "drip-headers": ("unknown", "timeout"),
    "endless": ("unknown", "transport"),
    "reset": ("unknown", "transport"),
    "closed": ("unknown", "transport"),
    "429": ("unknown", "rate-limited"),
    "429-retry-after": ("unknown", "rate-limited"),
    "500-storm": ("unknown", "transport"),
    "502": ("unknown", "transport"),
    "401": ("unknown", "auth"),
    "quota": ("unknown", "quota"),
    "unknown-model": ("unknown", "unknown-model"),
    "bad-model": ("unknown", "unknown-model"),
    "forbidden": ("unknown", "auth"),
    "proxy-key": ("unknown", "auth"),
    "too-long": ("unknown", "too-long"),
    "overloaded": ("unknown", "rate-limited"),
    "waits-once": ("ok", ""),
    "refusal": ("unknown", "refused"),
    "content-policy": ("unknown", "refused"),
    "no-schema": ("ok", ""),
    "text-only": ("ok", ""),
    "html": ("unknown", "transport"),
    "empty": ("unknown", "transport"),
    "no-content": ("unknown", "transport"),
    "not-http": ("unknown", "transport"),
    "truncated": ("unknown", "transport"),
    "cut-json": ("unknown", "transport"),
    "no-choices": ("unknown", "unparsable"),
    "ok-text": ("unknown", "unparsable"),
    "ok-one": ("unknown", "unparsable"),
    "ok-null": ("unknown", "unparsable"),
    "null-content": ("unknown", "unparsable"),
    "both-keys": ("unknown", "unparsable"),
    "nested": ("unknown", "unparsable"),
    "extra-key": ("unknown", "unparsable"),
    "two-objects": ("unknown", "unparsable"),
    "prose": ("unknown", "unparsable"),
    "cut-off": ("unknown", "unparsable"),
    "filtered": ("unknown", "refused"),
    "tool-call": ("unknown", "refused"),
    "fifty-megabytes": ("unknown", "transport"),
    "wrong-charset": ("unknown", "transport"),
    "gzip-bomb": ("unknown", "transport"),
    "redirect": ("unknown", "transport"),
}
WAITING = ("hang", "hang-after-headers", "drip-body", "drip-headers")


def test_the_table_names_every_behaviour() -> None:
    # What is learned of a model that thinks is kept for later tests: it has one of its own.
    assert {*EXPECTED, "thinks"} == set(BEHAVIOURS)


def test_every_fault_has_its_declared_outcome(court: Court) -> None:
    wrong = []
    for _ in range(100 if SOAK else 1):
        for name, (outcome, cause) in EXPECTED.items():
            started = time.monotonic()
            got = court.ask(name, DEADLINE_S, timeout_ms=SHORT_MS if name in WAITING else 15_000)
            took = time.monotonic() - started
            if (got.outcome, got.cause) != (outcome, cause) or took > DEADLINE_S:
                wrong.append((name, got.outcome, got.cause, got.reason, round(took, 1)))
    assert wrong == []
    assert court.server.trapped == []


def test_nobody_listens_and_no_tls(court: Court) -> None:
    for base in (f"http://127.0.0.1:{free_port()}/v1", court.server.base.replace("http", "https", 1)):
        config = {"models": {"fast": {"model": "openai/good", "api_base": base}}, "breaker": False}
        got = court.ask("fast", config=config)
        assert (got.outcome, got.cause) == ("unknown", "unreachable"), got.reason
        assert "api_base" in got.reason


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """An address behind a certificate that nobody vouches for, and the certificate."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = str(folder / "key.pem"), str(folder / "cert.pem")
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2"]
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*made, *subject], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with ModelServer(context) as server:
        yield server.base.replace("http", "https", 1), certificate


def test_certificates_are_checked_against_the_public_or_the_named_authorities(
    court: Court, encrypted: tuple[str, str]
) -> None:
    base, certificate = encrypted
    for params, expected in (
        ({}, "unknown"),
        ({"ca_file": certificate}, "ok"),
        ({"ca_file": "/nonexistent"}, "unknown"),
    ):
        models = {"fast": {"model": "openai/good", "api_base": base, "params": params}}
        assert court.ask("fast", config={"models": models, "breaker": False}).outcome == expected


def test_the_deadline_bounds_faults_that_wait_longer_than_it(court: Court) -> None:
    requests = [court.request(name, timeout_ms=60_000) for name in WAITING]
    started = time.monotonic()
    outcomes = ask(requests, state=str(court.state), deadline=started + 1.0)
    assert time.monotonic() - started < 1.5
    assert [outcome.outcome for outcome in outcomes] == ["unknown"] * len(WAITING)


def test_many_rules_run_side_by_side(court: Court) -> None:
    requests = [court.request("slow-good", rule_id=f"tests/{number}") for number in range(20)]
    requests.insert(3, court.request("bad"))
    outcomes = ask(requests, state=str(court.state), deadline=time.monotonic() + DEADLINE_S)
    assert [outcome.outcome for outcome in outcomes] == ["ok"] * 3 + ["not_ok"] + ["ok"] * 17


def test_one_retry_and_no_more(court: Court) -> None:
    before = len(court.server.requests)
    got: JudgeOutcome = court.ask("500-storm")
    assert (got.cause, got.calls) == ("transport", 1)
    assert len(court.server.requests) - before == 2
    before = len(court.server.requests)
    court.ask("401")
    assert len(court.server.requests) - before == 1


def test_quota_and_a_long_pause_are_not_tried_again(court: Court) -> None:
    for name in ("quota", "429-retry-after", "too-long", "unknown-model", "forbidden"):
        before = len(court.server.requests)
        got = court.ask(name)
        assert (len(court.server.requests) - before, got.attempts) == (1, 1), name


def test_a_pause_that_ends_in_time_is_kept(court: Court) -> None:
    before = len(court.server.times)
    assert court.ask("waits-once").attempts == 2
    first, second = court.server.times[before:]
    assert second - first >= 1.0  # what its Retry-After says


def test_a_provider_that_litellm_does_not_know(court: Court) -> None:
    config = {"models": {"fast": {"model": "nosuchprovider/m"}}, "breaker": False}
    got = court.ask("fast", config=config)
    assert (got.cause, got.attempts) == ("unknown-provider", 0), got.reason
    assert "provider/model" in got.reason


def test_what_to_do_is_said_and_nothing_of_the_server_repeated(court: Court) -> None:
    for name, words in (("401", "api_key_env"), ("quota", "top it up"), ("too-long", "`input`"), ("hang", "`timeout`")):
        got = court.ask(name, timeout_ms=700 if name == "hang" else 10_000)
        assert words in got.reason, got.reason
        assert "SECRETWORDS" not in got.reason


def test_the_form_of_answers_is_learned_once(court: Court) -> None:
    court.ask("text-only")
    before = len(court.server.requests)
    got = court.ask("text-only", digest="again")
    assert (got.outcome, got.attempts) == ("ok", 1)
    assert b"response_format" not in court.server.requests[before]
    before = len(court.server.requests)
    court.ask("good", digest="again")
    assert b"json_schema" in court.server.requests[before]


def test_an_outcome_tells_what_was_spent_and_asked(court: Court) -> None:
    got = court.ask("full")
    assert (got.outcome, got.criterion, got.confidence) == ("not_ok", "D2", 0.9)
    assert (got.calls, got.attempts, got.tokens, got.name) == (1, 1, 18, "openai/full")
    assert got.cost == -1.0  # nobody knows the price
    assert len(got.prompt) == 16
    prices = {"input_cost_per_million": 1, "output_cost_per_million": 2}
    models = {"full": {"model": "openai/full", "api_base": court.server.base, "params": prices}}
    assert court.ask("full", config={"models": models}, digest="priced").cost == pytest.approx(25e-6)


def test_a_model_that_fails_again_and_again_rests(court: Court) -> None:
    config = court.server.config("500-storm")
    causes = [court.ask("500-storm", config=config).cause for _ in range(6)]
    assert causes == ["transport"] * 5 + ["breaker"]
