"""OCSF: findings by py-ocsf-models, activities by the schema's own lists of what is required; the file itself."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from policyhooks.shipping.checkpoint import Position
from policyhooks.shipping.delivery import Undelivered
from policyhooks.shipping.destination import read_destination
from policyhooks.shipping.message import Message, make_message
from policyhooks.shipping.ocsf_events import make_events
from policyhooks.shipping.ocsf_file import OcsfFile
from policyhooks.shipping.reader import BEGIN, GAP, RECORD, Item
from tests.support.journals import DENIED, record

# What OCSF 1.5.0 requires of each class, with the profile `security_control`.
BASE = {"activity_id", "category_uid", "class_uid", "metadata", "severity_id", "time", "type_uid", "action_id"}
REQUIRED = {
    1007: BASE | {"actor", "device", "process"},
    1001: BASE | {"actor", "device", "file"},
    6003: BASE | {"actor", "api", "src_endpoint"},
    2004: BASE | {"finding_info"},
}
SHAPES = ["shell", "read", "mcp", "prompt"]


def message(shape: str = "shell", number: int = 1, **more: object) -> Message:
    chain = f"{number:064x}"
    kept = {**record(number, shape, **more), "v": 2, "seq": number, "chain": chain}
    return make_message(Item(RECORD, Position(1, number, chain), kept), "ab" * 16)


def events(*given: Any, **more: Any) -> list[dict[str, Any]]:
    return list(make_events(message(*given, **more), 1_790_000_000_123))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("verdict", ["deny", "ask", "allow", "pass", "", "odd"])
def test_every_event_has_what_its_class_requires(shape: str, verdict: str) -> None:
    found = events(shape, verdict=verdict)
    assert len(found) == (2 if verdict in ("deny", "ask") else 1)
    for event in found:
        kind = event["class_uid"]
        assert set(event) >= REQUIRED[kind]
        assert event["type_uid"] == kind * 100 + event["activity_id"]
        assert event["category_uid"] == kind // 1000
        assert event["metadata"]["version"] == "1.5.0"
        assert "security_control" in event["metadata"]["profiles"]
        assert event["time"] == 1_790_000_000_123
    assert len({event["metadata"]["uid"] for event in found}) == len(found)


def test_a_denied_command_is_a_launch_that_was_blocked_and_a_finding() -> None:
    launch, finding = events("shell", **DENIED)
    assert (launch["class_uid"], launch["activity_name"], launch["disposition"]) == (1007, "Launch", "Blocked")
    assert launch["process"]["cmd_line"] == "git push origin 1"
    assert (finding["class_uid"], finding["finding_info"]["title"]) == (2004, "Denied by acme.git/push")
    assert finding["finding_info"]["desc"] == "history is shared"
    assert finding["evidences"][0]["data"]["process"]["cmd_line"] == "git push origin 1"
    assert finding["unmapped"]["programs"] == message().record["programs"]
    assert finding["finding_info"]["related_events"][0]["uid"] == launch["metadata"]["uid"]


def test_files_and_calls_of_mcp_have_their_classes() -> None:
    (read,) = events("read")
    assert (read["class_uid"], read["activity_name"], read["file"]["path"]) == (1001, "Read", "/w/project/1.txt")
    (call,) = events("mcp")
    assert (call["class_uid"], call["api"]["operation"], call["api"]["service"]["name"]) == (6003, "create", "issues")


def test_a_record_whose_payload_is_gone_is_an_event_still() -> None:
    (found,) = events("shell", input={"left_out": "too large"})
    assert found["class_uid"] == 6003
    (found,) = events("shell", client="nobody", kind="later")
    assert found["class_uid"] == 6003


def test_gaps_and_new_beginnings_are_findings() -> None:
    gap = make_message(Item(GAP, Position(1, 9), told={"from": 5, "to": 9}), "ab" * 16)
    anew = make_message(Item(BEGIN, Position(2), told={"before": {"seq": 9}, "why": "cut"}), "ab" * 16)
    first = make_message(Item(BEGIN, Position(1), told={}), "ab" * 16)
    for one, kind, severity in ((gap, 2004, 4), (anew, 2004, 4), (first, 6003, 1)):
        (event,) = make_events(one, 1)
        assert (event["class_uid"], event["severity_id"]) == (kind, severity)
        assert set(event) >= REQUIRED[kind]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("verdict", ["deny", "ask"])
def test_findings_are_what_the_models_of_others_take(shape: str, verdict: str) -> None:
    models = pytest.importorskip("py_ocsf_models.events.findings.detection_finding", reason="make .venv/ship")
    finding = events(shape, verdict=verdict, by=["a/b"])[1]
    found = models.DetectionFinding.model_validate_json(json.dumps(finding))
    assert found.finding_info.analytic.uid == "a/b"
    assert found.severity_id == finding["severity_id"]
    assert found.metadata.uid == finding["metadata"]["uid"]


def test_metadata_of_activities_is_what_the_models_of_others_take() -> None:
    models = pytest.importorskip("py_ocsf_models.objects.metadata", reason="make .venv/ship")
    bases = pytest.importorskip("py_ocsf_models.events.base_event", reason="make .venv/ship")
    apis = pytest.importorskip("py_ocsf_models.objects.api", reason="make .venv/ship")
    for shape in SHAPES:
        for event in events(shape):
            assert models.Metadata.model_validate(event["metadata"]).sequence == 1
            bases.BaseEvent.model_validate(event)
            if "api" in event:
                apis.API.model_validate(event["api"])


def test_the_file_is_private_and_goes_on_behind_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "ocsf.jsonl"
    delivery = OcsfFile(read_destination(f"ocsf:{path}"))
    delivery.send([message(number=1), message(number=2)])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    whole = path.read_bytes()
    with path.open("ab") as file:
        file.write(b'{"class_uid":1007,"torn' + b"x" * 200_000)
    delivery.send([message(number=3)])
    assert path.read_bytes().startswith(whole)
    assert [json.loads(line)["metadata"]["sequence"] for line in path.read_text().splitlines()] == [1, 2, 3]
    path.rename(tmp_path / "aside")
    delivery.send([message(number=4)])
    assert [json.loads(line)["metadata"]["sequence"] for line in path.read_text().splitlines()] == [4]


def test_a_disk_that_is_full_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ocsf.jsonl"
    delivery = OcsfFile(read_destination(f"ocsf:{path}"))
    delivery.send([message(number=1)])
    before = path.read_bytes()
    real = os.pwrite

    def half(descriptor: int, data: bytes, at: int) -> int:
        if at > len(before):
            raise OSError(28, "No space left on device")
        return real(descriptor, data[:10], at)

    monkeypatch.setattr(os, "pwrite", half)
    with pytest.raises(Undelivered, match="no space left"):
        delivery.send([message(number=2)])
    assert path.read_bytes() == before


def test_what_is_no_plain_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    os.mkfifo(tmp_path / "fifo")
    for name in ("link", "fifo", "none/ocsf.jsonl"):
        with pytest.raises(Undelivered):
            OcsfFile(read_destination(f"ocsf:{tmp_path}/{name}")).send([message()])
    assert (tmp_path / "real").read_text() == "mine"
