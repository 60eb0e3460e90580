"""What a team shares in a real Redis: not ok, spending, rests. Nothing that is read there makes an answer looser."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from policyhooks.compiler.model.judge_options import JudgeTeam
from policyhooks.judge.breaker import FAILURES
from policyhooks.judge.control import tell
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prompt import Messages
from policyhooks.judge.replies import Reply
from policyhooks.judge.review import Reviewer
from policyhooks.judge.team.membership import Memberships
from policyhooks.judge.team.redis_link import ANSWER_LIMIT
from policyhooks.judge.team.seals import BODY_LIMIT, Seals
from policyhooks.judge.team.team_settings import settings_of
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
from tests.judge.conftest import Court
from tests.support.counts import scaled
from tests.support.model_server import free_port
from tests.support.redis_servers import MISSING, PRESENT, RedisServer, redis_server

pytestmark = pytest.mark.skipif(not PRESENT, reason=MISSING)

OK, NOT_OK = '{"ok": true, "reason": "fine"}', '{"ok": false, "reason": "no", "criterion": "D1"}'
KEY = "k" * 32
KEYS = {"TEAM_KEY": KEY, "TEAM_PASSWORD": "p"}
TROUBLE = Undecided("transport", "down", trouble=True)


class Member:
    """One installation: a ledger and a judge of its own, whose models are a function."""

    def __init__(self, folder: Path, address: str, who: str, **team: object) -> None:
        folder.mkdir()
        # Redis has time here: a busy machine must not look like a trouble. Tests of a slow one say otherwise.
        self.team = {"redis": address, "key_env": "TEAM_KEY", "timeout": 2_000, **team}
        self.said: str | Exception = NOT_OK
        self.asked = 0
        self.status: dict[str, str] = {}
        self.now = 1_800_000_000.0
        self.ledger = Ledger(folder / "ledger.sqlite3")
        self._who = who

    async def complete(self, model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        self.asked += 1
        if isinstance(self.said, Exception):
            raise self.said
        return Reply(self.said, "stop", 100, 0.5)

    def review(self, *commands: str, keys: dict[str, str] = KEYS, **fields: Any) -> list[JudgeOutcome]:
        """The outcomes of questions about these commands, one after another, in one process."""
        defaults: dict[str, Any] = {
            "rule_id": "p/r", "prompt": "P", "event": "shell.before", "session": "s", "cache_s": 600,
            "layer": "managed",
        }  # fmt: skip
        config = {"models": {"fast": {"model": "openai/fast"}}, "team": self.team, **fields.pop("config", {})}

        async def all_of_them() -> list[JudgeOutcome]:
            teams = Memberships(self._who)
            reviewer = Reviewer(self.complete, self.ledger, b"k" * 32, lambda: self.now, teams)
            outcomes = []
            for command in commands:
                request = JudgeRequest(**{**defaults, "config": config, "input": {"command": command}, **fields})
                outcomes.append(await reviewer.review(request, keys, time.monotonic() + 30))
                await teams.settle()
            self.status = teams.status()
            await teams.close()
            return outcomes

        return asyncio.run(all_of_them())


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis(shared_server: RedisServer) -> RedisServer:
    """A real server, empty."""
    shared_server.run("FLUSHALL")
    return shared_server


@pytest.fixture
def new_member(tmp_path: Path, redis: RedisServer) -> Iterator[Callable[..., Member]]:
    """Installations of one team."""
    made: list[Member] = []

    def make(address: str = "", **team: object) -> Member:
        number = len(made)
        made.append(Member(tmp_path / str(number), address or redis.address, f"member {number}", **team))
        return made[-1]

    yield make
    for member in made:
        member.ledger.close()


def test_a_not_ok_is_told_to_the_others(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first, second = new_member(), new_member()
    (said,) = first.review("rm -rf build", cwd="/home/a/x", digest="one")
    assert (said.outcome, said.shared, first.asked) == ("not_ok", False, 1)
    second.said = OK
    (heard,) = second.review("rm -rf build", cwd="/home/b/x", digest="two", layer="project")
    assert (heard.outcome, heard.reason, heard.criterion, heard.shared, heard.cached) == (
        "not_ok",
        "no",
        "D1",
        True,
        True,
    )
    assert (second.asked, heard.calls, second.ledger.counts()) == (0, 0, {"shared": 1})
    for changed in (
        {"prompt": "Q"},
        {"rule_id": "p/other"},
        {"model": "openai/other"},
        {"quorum": {"of": 1, "need": 1}},
    ):
        assert second.review("rm -rf build", **changed)[0].outcome == "ok", changed
    assert second.review("rm -rf other")[0].outcome == "ok"
    assert second.status == {f"127.0.0.1:{redis.port}": "reached"}
    (name,) = redis.names()
    assert b"rm" not in name  # a name tells nothing of what was asked


def test_a_rule_without_a_cache_neither_tells_nor_hears(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first, second = new_member(), new_member()
    first.review("x", cache_s=0)
    assert redis.names() == []
    first.review("x")
    second.said = OK
    assert second.review("x", cache_s=0)[0].outcome == "ok"


def test_secrets_in_a_reason_are_masked(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first = new_member()
    secret = "AKIA" + "QYLPMN5HHHFPZAM2"
    first.said = json.dumps({"ok": False, "reason": f"it sends {secret} away"})
    first.review("x")
    assert secret.encode() not in b"".join(str(redis.run("GET", name)).encode() for name in redis.names())


def test_an_ok_is_neither_told_nor_heard_unless_the_managed_layer_says_so(
    new_member: Callable[..., Member], redis: RedisServer
) -> None:
    first, trusting, other, lower = (new_member(ok=ok) for ok in (True, True, False, True))
    first.said = OK
    assert first.review("ls", layer="project")[0].outcome == "ok"
    assert redis.names() == []  # of a lower layer's rule nothing is told
    first.review("ls --x", digest="d", cwd="/w")
    assert len(redis.names()) == 1
    for member in (other, lower, trusting):
        member.said = NOT_OK
    assert other.review("ls --x", digest="d", cwd="/w", cache_s=600)[0].outcome == "not_ok"
    redis.run("DEL", *[name for name in redis.names() if b"not-ok" in name])
    assert lower.review("ls --x", digest="d", cwd="/w", layer="project")[0].outcome == "not_ok"
    redis.run("DEL", *[name for name in redis.names() if b"not-ok" in name])
    (heard,) = trusting.review("ls --x", digest="d", cwd="/w")
    assert (heard.outcome, heard.shared, trusting.asked) == ("ok", True, 0)
    for changed in ({"digest": "e"}, {"cwd": "/v"}):
        assert trusting.review("ls --x", **{"digest": "d", "cwd": "/w", **changed})[0].outcome == "not_ok", changed
        redis.run("DEL", *[name for name in redis.names() if b"not-ok" in name])


def test_an_ok_does_not_count_longer_than_here(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first, second = new_member(ok=True), new_member(ok=True)
    first.said = OK
    first.review("ls", config={"cache_ok_s": 86_400}, cache_s=86_400)
    second.now += 301
    assert second.review("ls", cache_s=86_400)[0].outcome == "not_ok"
    assert second.asked == 1


def sealed_ok(redis: RedisServer, member: Member, seals: Seals) -> bytes:
    """An ok under the name where a not ok is looked for, as one who holds a key would write it."""
    member.review("x")
    (name,) = redis.names()
    body = {"ok": True, "reason": "", "criterion": "", "confidence": 1.0, "model": "fast", "created": member.now}
    redis.run("SET", name, seals.seal(name.decode(), body))
    return name


def test_a_sealed_ok_in_the_place_of_a_not_ok_is_nothing(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first, second = new_member(), new_member()
    sealed_ok(redis, first, Seals(KEY.encode()))
    (heard,) = second.review("x")
    assert (heard.outcome, heard.shared, second.asked) == ("not_ok", False, 1)


def test_whatever_stands_there_unsealed_is_nothing(new_member: Callable[..., Member], redis: RedisServer) -> None:
    """Each changed byte, other keys, other types, other sizes: this installation asks its own model."""
    first = new_member()
    first.review("x")
    (name,) = redis.names()
    good = redis.run("GET", name)
    assert isinstance(good, bytes)
    elsewhere = Seals(KEY.encode()).seal("policyhooks:not-ok:other", {"ok": False})
    foreign = Seals(b"f" * 32).seal(name.decode(), json.loads(good[64:]))
    changed = [
        good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in range(0, len(good), 1 if scaled(20) > 1 else 9)
    ]
    poisons = [
        *changed,
        b"",
        b"{}",
        good[:-1],
        good + b" ",
        good * 40,
        b"\xff" * BODY_LIMIT,
        good[64:],
        elsewhere,
        foreign,
    ]
    for poison in poisons:
        redis.run("SET", name, poison)
        member = new_member()
        member.said = OK
        (outcome,) = member.review("x")
        assert (outcome.outcome, member.asked) == ("ok", 1), poison
    for command in (("RPUSH", name, "x"), ("HSET", name, "a", "b"), ("SET", name, b"x" * 2_000_000)):
        redis.run("DEL", name)
        redis.run(*command)
        member = new_member()
        member.said = OK
        assert member.review("x")[0].outcome == "ok", command
    redis.run("SET", name, good)
    heard = new_member()
    heard.said = OK
    assert heard.review("x")[0].shared


@pytest.mark.parametrize("keys", [{}, {"TEAM_KEY": "short"}, {"TEAM_KEY": "another key, which is long enough"}])
def test_without_the_teams_key_nothing_is_told_or_heard(
    new_member: Callable[..., Member], redis: RedisServer, keys: dict[str, str]
) -> None:
    first, second = new_member(), new_member()
    first.review("x")
    before = redis.names()
    second.said = OK
    assert second.review("x", keys=keys)[0].outcome == "ok"
    assert redis.names() == before


def test_a_team_spends_together(new_member: Callable[..., Member], redis: RedisServer) -> None:
    members = [new_member(budgets={"calls_per_day": 5}) for _ in range(2)]
    said = [one.cause or one.outcome for turn in range(4) for m in members for one in m.review(f"{turn}", cache_s=0)]
    assert said == ["not_ok"] * 5 + ["over-budget"] * 3
    (reason,) = {one.reason for one in members[0].review("again", cache_s=0)}
    assert "judge.team.budgets.calls_per_day" in reason
    redis.run("FLUSHALL")
    spender, other = new_member(budgets={"cost_per_day": 1.0}), new_member(budgets={"tokens_per_day": 300})
    assert [one.outcome for one in spender.review("a", "b", "c", cache_s=0)] == ["not_ok", "not_ok", "unknown"]
    assert [one.outcome for one in other.review("a", "b", cache_s=0)] == ["not_ok", "unknown"]
    spender.now += 86_400
    assert spender.review("d", cache_s=0)[0].outcome == "not_ok"  # another day


def test_many_at_once_get_exactly_what_there_is(new_member: Callable[..., Member]) -> None:
    members = [new_member(budgets={"calls_per_day": 20}) for _ in range(4)]
    said: list[str] = []

    def work(member: Member) -> None:
        said.extend(one.outcome for one in member.review(*map(str, range(15)), cache_s=0))

    threads = [threading.Thread(target=work, args=(member,)) for member in members]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (said.count("not_ok"), said.count("unknown")) == (20, 40)


@pytest.mark.parametrize("poison", ["abc", "-5", "9" * 40, "1e3", "", "0x10", " 7"])
def test_counters_of_somebody_else_cannot_raise_what_is_spent_here(
    new_member: Callable[..., Member], redis: RedisServer, poison: str
) -> None:
    """The caps of the installation stay the hard ones."""
    member = new_member(budgets={"calls_per_day": 50, "tokens_per_day": 10**9, "cost_per_day": 10**6})
    member.review("first", cache_s=0)
    for name in redis.names():
        redis.run("SET", name, poison)
    caps = {"budgets": {"calls_per_day": 3}}
    said = [one.cause or one.outcome for one in member.review("a", "b", "c", "d", cache_s=0, config=caps)]
    assert said == ["not_ok", "not_ok", "over-budget", "over-budget"]


def test_a_rule_has_caps_of_its_own(new_member: Callable[..., Member]) -> None:
    member = new_member()
    config = {
        "rule_budgets": {"p/*": {"calls_per_day": 3}, "p/r": {"calls_per_session": 2}, "q/r": {"calls_per_day": 0}}
    }
    first = member.review("a", "b", "c", cache_s=0, config=config)
    assert [one.cause for one in first] == ["", "", "over-budget"]
    assert first[2].reason == "the cap judge.rule_budgets of p/r: calls_per_session is reached"
    assert [one.cause for one in member.review("d", "e", cache_s=0, config=config, session="t")] == ["", "over-budget"]
    assert member.review("f", cache_s=0, config=config, rule_id="p/s")[0].cause == ""  # each rule has its own count
    assert member.review("f", cache_s=0, config=config, rule_id="q/r")[0].cause == "over-budget"


def test_a_model_rests_when_two_others_found_it_failing(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first, second, third = (new_member() for _ in range(3))
    commands = [str(number) for number in range(FAILURES)]
    first.said = second.said = TROUBLE
    first.review(*commands)
    assert third.review("x")[0].outcome == "not_ok"  # one installation alone says nothing about the service
    first.now += 31
    first.review("again", "and again")  # nor does it when it says so twice
    first.now -= 31
    assert third.review("y")[0].outcome == "not_ok"
    second.review(*commands)
    (rests,) = third.review("z")
    assert (rests.cause, third.asked) == ("breaker", 2)
    assert third.review("z", config={"breaker": False})[0].outcome == "not_ok"
    third.now += 31
    assert third.review("later")[0].outcome == "not_ok"


def test_forged_reports_rest_nobodys_model(new_member: Callable[..., Member], redis: RedisServer) -> None:
    first, second = new_member(), new_member()
    first.said = TROUBLE
    first.review(*(str(number) for number in range(FAILURES)))
    (name,) = redis.names("*rest*")
    seals = Seals(b"f" * 32)
    for who in range(20):
        redis.run("LPUSH", name, seals.seal(name.decode(), {"who": str(who), "until": first.now + 20}))
        redis.run("LPUSH", name, "x" * 100)
    assert second.review("x")[0].outcome == "not_ok"


def test_a_redis_that_is_away_changes_nothing(new_member: Callable[..., Member]) -> None:
    member = new_member(f"redis://127.0.0.1:{free_port()}/0", budgets={"calls_per_day": 1})
    assert [one.outcome for one in member.review("a", "b", "c", cache_s=0)] == ["not_ok"] * 3
    assert list(member.status.values()) == ["ConnectionError"]
    config = {"budgets": {"calls_per_day": 4}}
    assert [one.cause for one in member.review("d", "e", cache_s=0, config=config)] == ["", "over-budget"]


def test_a_redis_that_hangs_costs_one_wait(new_member: Callable[..., Member]) -> None:
    with listener(lambda connection: time.sleep(3)) as (address, met):
        member = new_member(address, timeout=100, budgets={"calls_per_day": 1})
        assert [one.outcome for one in member.review("a", "b", "c")] == ["not_ok"] * 3
        assert len(met) == 1  # after the first trouble it has a rest


def test_a_redis_that_stops_in_the_middle(new_member: Callable[..., Member], redis: RedisServer) -> None:
    member = new_member(timeout=100)
    member.review("a")
    redis.signal(signal.SIGSTOP)
    try:
        assert member.review("b")[0].outcome == "not_ok"
    finally:
        redis.signal(signal.SIGCONT)


def test_a_password_that_is_wrong_or_missing(new_member: Callable[..., Member], tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir()
    with redis_server(tmp_path / "locked", password="p") as locked:
        right = new_member(locked.address, password_env="TEAM_PASSWORD")
        right.review("x")
        assert len(locked.names()) == 1
        wrong = new_member(locked.address, password_env="TEAM_KEY")
        wrong.said = OK
        assert [one.outcome for one in wrong.review("x", "y")] == ["ok", "ok"]
        missing = new_member(locked.address)
        missing.said = OK
        assert missing.review("x")[0].outcome == "ok"


# What a server may say that is none of ours: each to whatever it is asked.
HOSTILE = (
    b"+OK\r\n" * 50,
    b":1\r\n" * 50,
    b"$-1\r\n" * 50,
    b"-ERR no\r\n" * 50,
    b"-MOVED 1 127.0.0.1:1\r\n" * 50,
    b"-LOADING wait\r\n" * 50,
    f"${ANSWER_LIMIT + 1}\r\n".encode() + b"x" * 300_000,
    b"$99999999999999\r\n" + b"x" * 300_000,
    b"$-7\r\n",
    b"$abc\r\n",
    b"*1\r\n" * 5_000,
    b"*-1\r\n" * 50,
    b"*999999999\r\n" + b":1\r\n" * 50_000,
    b"x" * 300_000,
    b"\r\n" * 50,
    b"HTTP/1.1 200 OK\r\n\r\n",
    b"$3\r\nab",
    b"",
    b"\xff\xfe\r\n",
    b'$30\r\n{"ok": true, "reason": "fine"}\r\n' * 50,
)


@pytest.mark.parametrize("said", HOSTILE, ids=range(len(HOSTILE)))
def test_a_server_that_says_anything(new_member: Callable[..., Member], said: bytes) -> None:
    def answer(connection: socket.socket) -> None:
        connection.recv(100)
        connection.sendall(said)

    with listener(answer) as (address, met):
        member = new_member(address, ok=True, timeout=500, budgets={"calls_per_day": 10})
        assert [one.outcome for one in member.review("a", "b")] == ["not_ok", "not_ok"]
        assert member.asked == 2
        assert met


def test_no_length_is_believed_that_none_of_our_answers_has(new_member: Callable[..., Member]) -> None:
    """The link is cut at once; nothing is collected until the time is up."""
    said = f"${ANSWER_LIMIT + 1}\r\n".encode()

    def answer(connection: socket.socket) -> None:
        connection.recv(100)
        connection.sendall(said)
        connection.recv(100)  # until the other side hangs up

    with listener(answer) as (address, _):
        member = new_member(address)
        assert member.review("a")[0].outcome == "not_ok"
        assert list(member.status.values()) == ["ConnectionError"]


@contextlib.contextmanager
def listener(answer: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[object]]]:
    """An address at which something listens that is no Redis, and whom it has met."""
    server = socket.create_server(("127.0.0.1", 0))
    met: list[object] = []

    def meet(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            answer(connection)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, who = server.accept()
                met.append(who)
                threading.Thread(target=meet, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0", met
    finally:
        server.close()


def test_through_real_workers(new_court: Callable[[], Court], redis: RedisServer) -> None:
    """Two installations with processes of their own, in a hostile environment: keys come from named variables only."""
    first, second = new_court(), new_court()
    team = {"redis": redis.address, "key_env": "TEAM_KEY", "timeout": 2_000, "budgets": {"calls_per_day": 100}}
    config = first.server.config("full", team=team, breaker=False)

    def ask_until(court: Court, told: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Programs of other digests have nothing in the cache; on a busy machine Redis's package loads for long."""
        court.hostile["TEAM_KEY"] = KEY
        end = time.monotonic() + 200
        while True:
            said = court.ask_outside(
                "full", 150, config=config, cache_s=600, timeout_ms=100_000, digest=f"{time.monotonic()}"
            )
            if told(said):
                return said
            assert time.monotonic() < end, (said, tell(court.folder, "status"))

    said = ask_until(first, lambda said: bool(redis.names("*not-ok*")))
    assert said["outcome"] == "not_ok"
    heard = ask_until(second, lambda heard: bool(heard["shared"]))
    assert (heard["outcome"], heard["calls"], heard["reason"]) == ("not_ok", 0, "not fine")
    assert first.server.trapped == []


def test_addresses_and_keys_are_read_once(tmp_path: Path) -> None:
    found = settings_of({"team": {"redis": "rediss://h.example:7000/3", "user": "u", "timeout": 10**9}}, {})
    assert found is not None
    assert (found.host, found.port, found.number, found.encrypted) == ("h.example", 7000, 3, True)
    assert (found.user, found.key, found.timeout_s, found.ok) == ("u", None, 2.0, False)
    for team in (None, {}, {"redis": 1}, {"redis": "redis://h:x/0"}, {"redis": "redis://h/x"}):
        assert settings_of({"team": team}, {}) is None


ADDRESSES = {
    "rediss://redis.acme.example:6379/0": True,
    "rediss://redis.acme.example": True,
    "redis://127.0.0.1:6379": True,
    "redis://localhost/2": True,
    "redis://redis.acme.example": False,  # a password and reasons in clear
    "redis://localhost.acme.example": False,
    "rediss://user:password@redis.acme.example": False,
    "rediss://redis.acme.example/0?password=x": False,
    "http://redis.acme.example": False,
    "unix:///run/redis.sock": False,
    "redis://localhost\n": False,
}


@pytest.mark.parametrize(("address", "taken"), ADDRESSES.items())
def test_a_config_takes_no_password_and_nothing_in_clear(address: str, taken: bool) -> None:
    if taken:
        assert JudgeTeam.model_validate({"redis": address}).redis == address
        return
    with pytest.raises(ValidationError, match="password_env"):
        JudgeTeam.model_validate({"redis": address})
