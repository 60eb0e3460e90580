"""Whole runs with a real nats-server: killed in the middle, forged, forked, cut, late; alerts to a real receiver."""

import json
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support import ship_on
from tests.support.alert_receiver import Receiver
from tests.support.counts import SOAK, scaled
from tests.support.journals import make_state, wait_until, write
from tests.support.receivers import NATS_SERVER, NatsServer, nats_server

if NATS_SERVER is None or not all(find_spec(name) for name in ("nats", "pyarrow", "duckdb", "nacl", "apprise")):
    pytest.skip("nats-server or a package of the extra `collect` is not here (make collect)", allow_module_level=True)

from policyhooks.collecting.lake_views import open_lake
from tests.support.fleets import WORDS, Machine, collect, new_signer, publish, status, words

MACHINES = 50 if SOAK else 4
RECORDS = 20_000 if SOAK else 300
KILLS = scaled(60)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    with nats_server(tmp_path / "nats") as found:
        found.add_stream()
        yield found


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return tmp_path / "lake"


def ask(lake: Path, query: str) -> list[tuple[Any, ...]]:
    return open_lake(lake).execute(query).fetchall()


def findings(lake: Path) -> list[tuple[Any, ...]]:
    return ask(lake, "SELECT kind, first_seq, last_seq FROM findings ORDER BY time, kind, first_seq")


def enrolled(lake: Path, server: NatsServer, number: int = 1, **more: Any) -> Machine:
    machine = Machine(number, **more)
    publish(server, [machine.enrol(lake, time.time())])
    return machine


def test_a_journal_that_is_shipped_arrives_with_its_health(server: NatsServer, lake: Path, tmp_path: Path) -> None:
    """From a real journal through `ship` and the stream into Parquet, enrolled as the page says."""
    state = make_state(tmp_path / "state")
    write(state, 120)
    made = [*WORDS, "token", "--lake", str(lake), "--tenant", "acme"]
    token = tmp_path / "token"
    token.write_text(subprocess.run(made, capture_output=True, text=True, check=True).stdout)
    token.chmod(0o600)
    enrol = [*ship_on.WORDS, "enrol", "--state", str(state), "--to", server.address, "--with", str(token)]
    assert subprocess.run(enrol, capture_output=True, check=False).returncode == 0
    assert ship_on.ship_once(state, server.address).returncode == 0
    done = collect(lake, server)
    assert (done.returncode, done.stderr) == (0, "collected: 120 new, 0 repeated, 0 refused\n")
    assert ask(lake, "SELECT count(*), min(seq), max(seq) FROM records") == [(120, 1, 120)]
    ((journal, behind, version),) = ask(lake, "SELECT journal, behind, policyhooks FROM last_health")
    assert (journal, behind) == ("holds", 0)
    assert version
    (one,) = status(lake)["installations"]
    assert (one["tenant"], one["status"], one["records"]) == ("acme", "ok", 120)
    assert findings(lake) == []
    for path in [lake, *lake.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path


def test_killed_at_any_moment_nothing_is_lost_or_doubled(server: NatsServer, lake: Path) -> None:
    """Machines send, some of it twice and in pieces, while the collector gets SIGKILL again and again."""
    machines = [enrolled(lake, server, number + 1) for number in range(MACHINES)]
    chance = random.Random(7)

    def send() -> None:
        for at in range(0, RECORDS, 50):
            for machine in machines:
                first = max(1, at - chance.randrange(40))  # the end of the batch before comes again
                publish(server, list(machine.records(first, min(at + 50, RECORDS))))

    sender = threading.Thread(target=send)
    sender.start()
    for _ in range(KILLS):
        process = subprocess.Popen(words(lake, server), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.8 + chance.random() * 3)
        process.kill()
        process.wait()
    sender.join()
    assert collect(lake, server).returncode == 0
    found = ask(lake, "SELECT installation, count(*), count(DISTINCT seq), max(seq) FROM records GROUP BY 1 ORDER BY 1")
    assert found == [(machine.name, RECORDS, RECORDS, RECORDS) for machine in machines]
    assert findings(lake) == []
    files = {str(path.relative_to(lake)) for path in lake.rglob("*.parquet")}
    assert not list(lake.rglob("*.draft"))
    assert len(files) >= MACHINES


def test_a_server_that_is_killed_costs_delay(server: NatsServer, lake: Path) -> None:
    machine = enrolled(lake, server)
    publish(server, machine.records(1, 50))
    process = subprocess.Popen(words(lake, server), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: ask(lake, "SELECT count(*) FROM records") == [(50,)], 90)
        server.kill()
        time.sleep(1)
        server.start()
        publish(server, machine.records(51, 80))
        wait_until(lambda: ask(lake, "SELECT count(*) FROM records") == [(80,)], 90)
    finally:
        process.terminate()
        assert process.wait() == 0


def test_cut_forked_changed_and_missing_records_are_findings(server: NatsServer, lake: Path) -> None:
    """Each on a machine of its own, in two batches, so that it is held against what the lake has."""
    cut, forked, changed, holes, told, honest = (enrolled(lake, server, number) for number in range(1, 7))
    everybody = (cut, forked, changed, holes, told, honest)
    publish(server, [one for machine in everybody for one in machine.records(1, 20)])
    assert collect(lake, server).returncode == 0
    copy = Machine(2, forked.signer, salt="c")
    publish(server, [cut.begin(2, 20), *cut.records(1, 15, epoch=2), *copy.records(15, 21), *forked.records(21, 22)])
    other = {**json.loads(changed.record(7)[2]), "verdict": "deny"}
    publish(server, [changed.message(other, f"{changed.name}:1:7:other")])
    publish(server, [*holes.records(25, 30), *told.records(0, -1), told.gap(21, 24), *told.records(25, 30)])
    publish(server, honest.records(21, 30))
    assert collect(lake, server).returncode == 0
    states = dict(ask(lake, "SELECT installation, status FROM fleet"))
    expected = ("cut", "forked", "changed", "gap", "gap", "ok")
    assert states == {machine.name: state for machine, state in zip(everybody, expected, strict=True)}
    assert sorted(findings(lake)) == [
        ("changed", 7, 7), ("cut", None, 20), ("fork", 15, 21), ("gap", 21, 24), ("gap", 21, 24),
    ]  # fmt: skip
    counts = dict(ask(lake, "SELECT installation, count(*) FROM records GROUP BY 1"))
    assert counts == {cut.name: 20, forked.name: 29, changed.name: 21, holes.name: 26, told.name: 26, honest.name: 30}
    assert len(ask(lake, "SELECT DISTINCT id FROM records")) == sum(counts.values())
    # Late records are welcome, and a finding that somebody has looked at is none of the page's any more.
    publish(server, holes.records(21, 24))
    assert collect(lake, server).returncode == 0
    assert dict(ask(lake, "SELECT installation, status FROM fleet"))[holes.name] == "ok"
    ((name,),) = ask(lake, "SELECT id FROM open_findings WHERE kind = 'fork'")
    done = subprocess.run(
        [*WORDS, "settle", name, "--lake", str(lake), "--reason", "an image was copied"],
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert dict(ask(lake, "SELECT installation, status FROM fleet"))[forked.name] == "ok"


def test_who_is_not_enrolled_is_not_stored(server: NatsServer, lake: Path) -> None:
    now = time.time()
    honest = enrolled(lake, server)
    stranger, thief, late, again = Machine(2), Machine(1, salt="t"), Machine(3), Machine(4)
    subject, headers, data = honest.record(2)
    forged = (subject, headers, data.replace(b'"pass"', b'"deny"'))
    elsewhere = (f"policyhooks.journal.{stranger.name}", headers, data)
    unsigned = (subject, {"Nats-Msg-Id": "x"}, data)
    lying = honest.message({**json.loads(data), "installation": stranger.name}, "y")
    old = late.enrol(lake, now - 7200)
    other = Machine(4, new_signer(), salt="o")
    used = again.enrol(lake, now)
    statement, proof = json.loads(used[2])["token"], json.loads(used[2])["proof"]
    publish(
        server,
        [
            honest.record(1), *stranger.records(1, 3), *thief.records(1, 3), forged, elsewhere, unsigned, lying,
            old, *late.records(1, 3), other.enrol_with(statement, proof), *other.records(1, 3), used,
            *again.records(1, 2), Machine(1, again.signer, salt="a").record(9),
        ],
    )  # fmt: skip
    done = collect(lake, server)
    assert "3 new" in done.stderr
    assert ask(lake, "SELECT installation, seq FROM records ORDER BY 1, 2") == [
        (honest.name, 1), (again.name, 1), (again.name, 2),
    ]  # fmt: skip
    kinds = {kind for kind, *_ in findings(lake)}
    assert kinds == {"stranger", "shared_key", "unreadable"}
    assert {row["status"] for row in status(lake)["installations"]} == {"ok"}


def test_a_revoked_key_sends_nothing_more(server: NatsServer, lake: Path) -> None:
    machine = enrolled(lake, server)
    publish(server, machine.records(1, 3))
    collect(lake, server)
    for name, there in ((machine.name, True), ("0" * 32, False)):
        done = subprocess.run(
            [*WORDS, "revoke", name, "--lake", str(lake)], capture_output=True, text=True, check=False
        )
        assert (done.returncode == 0) == there, done.stderr
    publish(server, machine.records(4, 9))
    collect(lake, server)
    assert ask(lake, "SELECT count(*) FROM records") == [(3,)]
    assert status(lake)["installations"][0]["status"] == "revoked"


def test_two_do_not_fill_one_lake(server: NatsServer, lake: Path) -> None:
    process = subprocess.Popen(words(lake, server), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: (lake / "lock").exists() and (lake / "catalog.sqlite").exists())
        done = collect(lake, server)
        assert "another process collects" in done.stderr
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.stop()


def alerts_file(folder: Path, receiver: Receiver, **more: Any) -> str:
    path = folder / "alerts.yaml"
    path.write_text(json.dumps({"to": [f"json://user:hunter2@127.0.0.1:{receiver.port}/"], **more}))
    path.chmod(0o600)
    return str(path)


def test_alerts_reach_a_receiver_once_and_in_plain_words(
    server: NatsServer, lake: Path, tmp_path: Path, receiver: Receiver
) -> None:
    receiver.broken = 1
    told = alerts_file(tmp_path, receiver, critical=["acme.*"], spend=2.0)
    machine, quiet = enrolled(lake, server), enrolled(lake, server, 2)
    secret = "AKIA" + "QWERTYUIOPASDFGH"
    rule = {"id": f"x<!channel>[a](http://b) {secret}", "outcome": "matched", "effect": "deny", "severity": "critical"}
    judged = {"id": "j", "outcome": "clear", "effect": "none", "judge": {"calls": 1, "cost": 1.5}}
    hostile = machine.record(12, verdict="deny", by=[rule["id"]], rules=[rule])
    publish(server, [*machine.records(1, 11), hostile, *(machine.record(at, rules=[judged]) for at in (13, 14))])
    publish(server, [machine.record(30, verdict="deny", by=["acme.git/push"])])
    publish(server, [machine.health(uncovered=7, bundle="acme", bundle_serial=9)])
    publish(server, [machine.health(uncovered=8, bundle="acme", bundle_serial=8), quiet.record(1)])
    done = collect(lake, server, "--alerts", told)
    assert "hunter2" not in done.stderr
    texts = receiver.texts()
    kinds = [text.partition(":")[0] for text in texts if "Finding" not in text]
    assert sorted(kinds) == [
        "Calls that no hook decided", "Denied by a critical rule", "Denied by a critical rule",
        "Judges cost more than the limit",
    ]  # fmt: skip
    assert [text for text in texts if "downgraded" in text]
    assert [text for text in texts if "Finding: gap" in text]
    everything = "\n".join(texts)
    assert secret not in everything
    assert not set("<>![]&@*`") & set(everything)
    assert "rule acme.git/push" in everything
    assert "3.00 dollars" in everything


def test_a_flood_of_alerts_is_held_back(server: NatsServer, lake: Path, tmp_path: Path, receiver: Receiver) -> None:
    told = alerts_file(tmp_path, receiver, critical=["*"], most=3)
    machine = enrolled(lake, server)
    rows = (machine.record(at, verdict="deny", by=[f"acme.git/{at % 9}"]) for at in range(1, 60))
    publish(server, rows)
    assert collect(lake, server, "--alerts", told).returncode == 0
    assert len(receiver.told) == 4
    assert "held back" in receiver.texts()[-1]


def test_a_silent_machine_is_told_and_heard_again(server: NatsServer, lake: Path, tmp_path: Path) -> None:
    machine = enrolled(lake, server)
    publish(server, machine.records(1, 2))
    collect(lake, server)
    time.sleep(1.5)
    collect(lake, server, "--silent-after", "0.0003")
    assert status(lake)["installations"][0]["status"] == "silent"
    publish(server, [machine.record(3)])
    collect(lake, server)
    assert status(lake)["installations"][0]["status"] == "ok"
    assert [kind for kind, *_ in findings(lake)] == ["silent", "back"]


def test_old_days_are_removed_and_said(server: NatsServer, lake: Path) -> None:
    """The records' own days lie within the 400 that a clock is believed for."""
    machine = enrolled(lake, server)
    publish(server, machine.records(1, 30))
    collect(lake, server)
    assert ask(lake, "SELECT count(*) FROM records") == [(30,)]
    collect(lake, server, "--keep", "1")
    assert ask(lake, "SELECT count(*) FROM records") == [(0,)]
    assert [kind for kind, *_ in findings(lake)] == ["purged"]
    publish(server, machine.records(25, 31))
    collect(lake, server)


def test_a_stream_that_was_made_anew_or_lost_messages_is_a_finding(server: NatsServer, lake: Path) -> None:
    import asyncio

    import nats

    machine = enrolled(lake, server)
    publish(server, machine.records(1, 5))
    collect(lake, server)

    async def purge(keep: int) -> None:
        client = await nats.connect(server.address)
        await client.jetstream().purge_stream("JOURNALS", keep=keep)
        await client.close()

    async def delete() -> None:
        client = await nats.connect(server.address)
        await client.jetstream().delete_stream("JOURNALS")
        await client.close()

    publish(server, machine.records(6, 10))
    asyncio.run(purge(2))
    collect(lake, server)
    assert {kind for kind, *_ in findings(lake)} == {"gap", "missed"}
    asyncio.run(delete())
    server.add_stream()
    publish(server, machine.records(9, 12))
    collect(lake, server)
    assert ask(lake, "SELECT seq FROM records ORDER BY 1") == [(seq,) for seq in (1, 2, 3, 4, 5, 9, 10, 11, 12)]
    assert [kind for kind, *_ in findings(lake)].count("missed") == 2
