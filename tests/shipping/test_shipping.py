"""Whole runs against real receivers that are down, slow, killed: nothing is lost, nothing is out of order.

Syslog is the exception: nobody acknowledges anything there. What a killed receiver costs is measured.
"""

import json
import random
import signal
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from policyhooks.runtime.ports.journal import append
from tests.support import ship_on
from tests.support.counts import SOAK, scaled
from tests.support.journals import make_state, record, wait_until, write
from tests.support.receivers import NATS_SERVER, RSYSLOGD, Collector, NatsServer, nats_server, rsyslogd

RECORDS = 200_000 if SOAK else 1_000
KILLS = scaled(60)
KILLED = 3 if SOAK else 1  # times that rsyslogd is
ROTATE_AT = (16 << 20) if SOAK else 150_000

PACKAGES = NATS_SERVER is not None and find_spec("nats") is not None and find_spec("opentelemetry") is not None
needs_nats = pytest.mark.skipif(not PACKAGES, reason="nats-server, nats-py or OTLP is not here (make .venv/ship)")
needs_rsyslog = pytest.mark.skipif(RSYSLOGD is None, reason="rsyslogd is not here (apt-get install rsyslog)")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return make_state(tmp_path / "state")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def activities(path: Path) -> list[dict[str, Any]]:
    """The records in the activities of an OCSF file."""
    return [event["unmapped"] for event in lines(path) if event["class_uid"] != 2004]


@needs_nats
def test_several_at_once_are_all_given_everything(state: Path, tmp_path: Path) -> None:
    write(state, 300, rotate_at=100_000)
    receiver = Collector()
    receiver.start()
    with nats_server(tmp_path / "nats") as server:
        server.add_stream()
        to = (server.address, receiver.address, f"ocsf:{tmp_path}/ocsf.jsonl")
        done = ship_on.ship_once(state, *to)
        assert (done.returncode, done.stderr) == (0, "")
        stored = server.messages()
    receiver.stop()
    everything = list(range(1, 301))
    assert [found for _, found in stored] == receiver.documents()
    # A record of a copied machine has the same id and another chain: the stream must not take it for a repetition.
    assert [number for number, _ in stored] == [
        f"{found['id']}:{found['chain'][:16]}" if "chain" in found else found["id"] for _, found in stored
    ]
    for found in ([one for _, one in stored], receiver.documents(), activities(tmp_path / "ocsf.jsonl")):
        assert [one["seq"] for one in found if "seq" in one] == everything
    assert len([event for event in lines(tmp_path / "ocsf.jsonl") if event["class_uid"] == 2004]) == 30
    assert [(row["seq"], row["behind"], row["problem"]) for row in ship_on.status(state)] == [(300, 0, "")] * 3
    assert ship_on.ship_once(state, to[2]).returncode == 0
    assert len(activities(tmp_path / "ocsf.jsonl")) == 301, "what is delivered is not sent again"


class Trouble:
    """A server and a collector that are killed, stopped and started again, at any moment."""

    def __init__(self, server: NatsServer, receiver: Collector, seed: int) -> None:
        self.server, self.receiver, self.chance = server, receiver, random.Random(seed)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        while not self.over.wait(self.chance.random() * 1.5):
            self.chance.choice((self.kill_server, self.pause_server, self.stop_receiver, self.slow_receiver))()

    def kill_server(self) -> None:
        self.server.kill()
        self.over.wait(self.chance.random())
        self.server.start()

    def pause_server(self) -> None:
        self.server.pause()
        self.over.wait(self.chance.random() * 2)
        self.server.resume()

    def stop_receiver(self) -> None:
        self.receiver.stop()
        self.over.wait(self.chance.random())
        self.receiver.start()

    def slow_receiver(self) -> None:
        self.receiver.answers += [(503, {}, b""), (429, {"Retry-After": "1"}, b"")]
        self.receiver.delay = 0.3
        self.over.wait(1)
        self.receiver.delay = 0.0


@needs_nats
def test_down_slow_killed_and_doubled_nothing_is_lost(state: Path, tmp_path: Path) -> None:
    """The journal is written, the receivers fail and the process is killed with SIGKILL, all at the same time."""
    receiver = Collector()
    receiver.start()
    with nats_server(tmp_path / "nats") as server:
        # What a long outage does to a stream's own memory of ids: repetitions are stored.
        server.add_stream(duplicate_window=0.2)
        to = (server.address, receiver.address, f"ocsf:{tmp_path}/ocsf.jsonl")
        trouble = Trouble(server, receiver, seed=11)
        writer = threading.Thread(target=write, args=(state, RECORDS), kwargs={"rotate_at": ROTATE_AT})
        writer.start()
        trouble.thread.start()
        ship_on.kill_again_and_again(state, *to, times=KILLS, seed=5, longest=10.0 if SOAK else 2.0)
        trouble.over.set()
        trouble.thread.join()
        receiver.answers.clear()
        writer.join()
        done = ship_on.ship_once(state, *to)
        assert (done.returncode, done.stderr.count("error")) == (0, 0)
        stored = [found for _, found in server.messages()]
    receiver.stop()
    everything = list(range(1, RECORDS + 1))
    assert ship_on.numbers(stored) == everything
    assert ship_on.numbers(receiver.documents()) == everything
    assert ship_on.numbers(activities(tmp_path / "ocsf.jsonl")) == everything
    assert len({found["installation"] for found in stored}) == 1


@needs_nats
def test_a_destination_that_is_down_delays_no_other(state: Path, tmp_path: Path) -> None:
    write(state, 50)
    with nats_server(tmp_path / "nats") as server:
        server.add_stream()
        server.pause()
        process = ship_on.follow(state, server.address, f"ocsf:{tmp_path}/ocsf.jsonl")
        try:
            wait_until(lambda: (tmp_path / "ocsf.jsonl").exists() and len(activities(tmp_path / "ocsf.jsonl")) == 51)
            append(str(state), record(51))  # the journal's lock is free
            wait_until(lambda: len(activities(tmp_path / "ocsf.jsonl")) == 52)
            server.resume()
            wait_until(lambda: [row["behind"] for row in ship_on.status(state)] == [0, 0])
        finally:
            process.terminate()
            assert process.wait() == 0
        assert ship_on.numbers([found for _, found in server.messages()]) == list(range(1, 52))


@needs_nats
def test_a_message_that_a_stream_refuses_is_sent_in_small_or_left_out(state: Path, tmp_path: Path) -> None:
    append(str(state), record(1))
    append(str(state), record(2, input={"tool_input": {"files": ["x y" * 1000] * 20}}))
    append(str(state), record(3, by=[f"acme.rules/{number}" for number in range(1000)]))
    append(str(state), record(4))
    with nats_server(tmp_path / "nats") as server:
        server.add_stream(max_msg_size=12_000)
        done = ship_on.ship_once(state, server.address)
        assert "record 3 is left out: a message is larger than the stream takes" in done.stderr
        stored = [found for _, found in server.messages()]
    assert [one["seq"] for one in stored if "seq" in one] == [1, 2, 4]
    assert stored[2]["input"] == {"left_out": "too large to be shipped; the journal has it"}
    assert [row["refused"] for row in ship_on.status(state)] == [1]


@needs_nats
def test_without_a_stream_or_a_right_it_gives_up_and_says_why(state: Path, tmp_path: Path) -> None:
    write(state, 3)
    with nats_server(tmp_path / "one") as server:
        done = ship_on.ship_once(state, server.address, wait=1)
        assert done.returncode == 1
        assert "no stream takes this subject" in done.stderr
        (row,) = ship_on.status(state)
        assert (row["seq"], row["behind"]) == (0, 3)
        assert "no stream takes this subject" in row["problem"]
    token = tmp_path / "token"
    token.write_text("open-sesame\n")
    token.chmod(0o600)
    with nats_server(tmp_path / "two", "--auth", "open-sesame") as server:
        server.add_stream("open-sesame")
        assert ship_on.ship_once(state, server.address, wait=1).returncode == 1
        assert ship_on.ship_once(state, server.address, more=("--token-file", str(token))).returncode == 0
        assert ship_on.numbers([found for _, found in server.messages("open-sesame")]) == [1, 2, 3]


@needs_rsyslog
def test_what_a_killed_rsyslogd_costs(state: Path, tmp_path: Path) -> None:
    """It hangs, takes into its buffers what it will never read, and is killed: what it had may be lost comes again."""
    number = 20_000 if SOAK else 1_000
    write(state, number)
    with rsyslogd(tmp_path / "rsyslog") as daemon:
        process = ship_on.follow(state, daemon.address, rate=number // 6)
        try:
            for at in range(1, KILLED + 1):
                wait_until(lambda at=at: len(daemon.lines()) > number * at // (KILLED + 3))
                daemon.pause()
                time.sleep(1.0)
                daemon.stop(signal.SIGKILL)
                time.sleep(0.3)
                daemon.start()
            wait_until(lambda: [row["behind"] for row in ship_on.status(state)] == [0], 180)
        finally:
            process.terminate()
            assert process.wait() == 0
        wait_until(lambda: len(daemon.lines()) >= number)
        time.sleep(1)
        arrived = [json.loads(line[line.index("{") :]) for line in daemon.lines() if line.endswith("}")]
    found = ship_on.numbers(arrived)
    print(f"\nsyslog: {number - len(found)} of {number} lost in {KILLED} kills, {len(arrived) - len(found)} came again")
    assert found == list(range(1, number + 1))
