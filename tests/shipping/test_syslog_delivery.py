"""Syslog: lines of RFC 5424 in frames of RFC 6587, whatever the records hold; a real rsyslogd reads them."""

import json
import re
import socket
from pathlib import Path

import pytest

from policyhooks.shipping.checkpoint import Position
from policyhooks.shipping.delivery import Undelivered
from policyhooks.shipping.destination import read_destination
from policyhooks.shipping.message import Message, make_message
from policyhooks.shipping.reader import GAP, RECORD, Item
from policyhooks.shipping.syslog_delivery import SyslogDelivery, frame, render
from tests.support.journals import record
from tests.support.receivers import RSYSLOGD, free_port, rsyslogd

# Every part of a line as the RFC's grammar has it; the text is ASCII here.
LINE = re.compile(
    r"<(\d{1,3})>1 (-|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([!-~]{1,255}) policyhooks (\d+) ([!-~]{1,32}) "
    r"- (\{[ -~]*\})"
)
HOSTILE = 'a\nb\r\n<13>1 - - forged - - - x\x1b[31m\u2028\x00"\\é'


def message(number: int = 1, **more: object) -> Message:
    chain = f"{number:064x}"
    kept = {**record(number, **more), "v": 2, "seq": number, "chain": chain}
    return make_message(Item(RECORD, Position(1, number, chain), kept), "ab" * 16)


@pytest.mark.parametrize(
    ("more", "severity"), [({"verdict": "deny"}, 4), ({"verdict": "ask"}, 5), ({}, 6), ({"verdict": HOSTILE}, 6)]
)
def test_a_line_is_what_the_rfc_says(more: dict[str, object], severity: int) -> None:
    for moment in ("2026-11-16T23:59:59.123Z", HOSTILE, "2026-11-16T23:59:59.123Z x", 7):
        line = render(message(**more, cwd=HOSTILE, time=moment, kind=HOSTILE), "host", 17)
        found = LINE.fullmatch(line.decode("ascii"))
        assert found is not None
        assert found[2] in ("-", moment)
        assert int(found[1]) == 13 * 8 + severity
        assert json.loads(found[6])["cwd"] == HOSTILE


def test_a_gap_is_an_error() -> None:
    gap = make_message(Item(GAP, Position(1, 9), told={"from": 5, "to": 9}), "ab" * 16)
    assert render(gap, "host", 17).startswith(b"<107>1 - host policyhooks 17 gap - {")


def test_a_frame_counts_octets() -> None:
    assert frame("é".encode()) == b"2 \xc3\xa9"


def test_a_line_stays_below_what_receivers_take() -> None:
    assert len(render(message(input={"x": ["y" * 3000] * 50}), "host", 17)) < 8192


def test_nobody_there_is_undelivered() -> None:
    delivery = SyslogDelivery(read_destination(f"syslog://127.0.0.1:{free_port()}"))
    with pytest.raises(Undelivered, match="connection refused"):
        delivery.send([message()])
    delivery.close()


def accepted(server: socket.socket, number: int) -> list[int]:
    """The numbers of so many frames of the next connection, which ends then."""
    connection, _ = server.accept()
    connection.settimeout(30)
    found: list[int] = []
    with connection, connection.makefile("rb") as stream:
        for _ in range(number):
            length = b""
            while not length.endswith(b" "):
                length += stream.read(1)
            line = stream.read(int(length))
            found.append(json.loads(line[line.index(b"{") :])["seq"])
    return found


def test_over_a_new_connection_goes_again_what_may_be_lost() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        delivery = SyslogDelivery(read_destination(f"syslog://127.0.0.1:{server.getsockname()[1]}"))
        delivery.send([message(1)])
        delivery.send([message(2)])
        assert accepted(server, 1) == [1], "the second one is never read"
        delivery.send([message(3)])
        assert accepted(server, 3) == [1, 2, 3]
        delivery.close()


def test_what_went_long_ago_does_not_go_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("policyhooks.shipping.syslog_delivery.AGAIN_BYTES", 2000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        delivery = SyslogDelivery(read_destination(f"syslog://127.0.0.1:{server.getsockname()[1]}"))
        for number in range(1, 10):
            delivery.send([message(number)])
        assert accepted(server, 9) == list(range(1, 10))
        delivery.send([message(10)])
        assert accepted(server, 3) == [8, 9, 10]
        monkeypatch.setattr("policyhooks.shipping.syslog_delivery.AGAIN_S", -1.0)
        delivery.send([message(11)])
        assert accepted(server, 1) == [11]
        delivery.close()


@pytest.mark.skipif(RSYSLOGD is None, reason="rsyslogd is not here (apt-get install rsyslog)")
def test_rsyslogd_reads_every_record(tmp_path: Path) -> None:
    sent = [message(number, cwd=HOSTILE) for number in range(1, 301)]
    with rsyslogd(tmp_path / "rsyslog") as daemon:
        delivery = SyslogDelivery(read_destination(daemon.address))
        delivery.send(sent[:256])
        delivery.send(sent[256:])
        daemon.wait_for_lines(300)
        delivery.close()
        assert daemon.documents() == [json.loads(one.encode()) for one in sent]
        assert daemon.lines()[0].startswith("110 2026-09-21T14:13:21.000Z policyhooks decision {")
