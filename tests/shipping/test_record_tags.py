"""What the rules of a record are about, in every format that leaves; hostile ids break none of them."""

import json
import re
from typing import Any

import pytest

from policyhooks.shipping.checkpoint import Position
from policyhooks.shipping.message import Message, make_message
from policyhooks.shipping.ocsf_events import make_events
from policyhooks.shipping.reader import RECORD, Item
from policyhooks.shipping.record_tags import attacks_of, labels_of, maps_in
from policyhooks.shipping.syslog_delivery import render
from tests.support.journals import DENIED, record

MAPS = {"owasp": ["ASI02"], "attack": ["T1059", "T1059.004"], "atlas": ["AML.T0053"], "cwe": ["CWE-78"]}
HOSTILE = {'x"]\\ =\n': ['a"]\\\n<14>1 - forged', "é" * 200]}
PARAM = re.compile(r'([!-<>-~]{1,32})="((?:[^"\\\]]|\\["\\\]])*)"')


def message(maps: dict[str, list[str]]) -> Message:
    rules = DENIED["rules"]
    assert isinstance(rules, list)
    told = {**record(1, **{**DENIED, "rules": [{**rules[0], "maps": maps}]}), "seq": 1, "chain": "a" * 64}
    return make_message(Item(RECORD, Position(1, 1, "a" * 64), told), "ab" * 16)


def test_what_is_added_is_what_leaves() -> None:
    def enrich(kept: Any) -> Any:
        return {**kept, "rules": [{**kept["rules"][0], "maps": MAPS, "severity": "critical"}]}

    told = {**record(1, **DENIED), "seq": 1, "chain": "a" * 64}
    found = make_message(Item(RECORD, Position(1, 1, "a" * 64), told), "ab" * 16, enrich)
    assert maps_in(found.record) == MAPS
    assert json.loads(found.encode())["rules"][0]["severity"] == "critical"


def test_ocsf_has_techniques_and_labels() -> None:
    launch, finding = make_events(message(MAPS), 1)
    assert launch["metadata"]["labels"] == labels_of(MAPS)  # type: ignore[index]
    attacks = finding["finding_info"]["attacks"]  # type: ignore[index]
    assert [one["technique"]["uid"] for one in attacks] == ["T1059", "T1059", "AML.T0053"]
    assert attacks[1]["sub_technique"]["uid"] == "T1059.004"
    assert all(one["technique"]["name"] and one["version"] for one in attacks)
    (plain, other) = make_events(message({}), 1)
    assert "labels" not in plain["metadata"]  # type: ignore[operator]
    assert "attacks" not in other["finding_info"]  # type: ignore[operator]


def test_the_models_of_others_take_them() -> None:
    models = pytest.importorskip("py_ocsf_models.events.findings.detection_finding", reason="make .venv/ship")
    for maps in (MAPS, HOSTILE):
        finding = list(make_events(message(maps), 1))[1]
        found = models.DetectionFinding.model_validate_json(json.dumps(finding))
        assert len(found.finding_info.attacks or []) == len(attacks_of(maps))


def test_otlp_has_an_attribute_for_each_framework() -> None:
    records = pytest.importorskip("policyhooks.shipping.otlp_records", reason="make .venv/ship")
    found = {one.key: one.value for one in records.make_record(message(MAPS), 1).attributes}
    assert [one.string_value for one in found["policyhooks.maps.attack"].array_value.values] == MAPS["attack"]
    records.make_record(message(HOSTILE), 1).SerializeToString()


@pytest.mark.parametrize("maps", [MAPS, HOSTILE, {"owasp": [f"A{at}" for at in range(500)]}])
def test_syslog_has_structured_data(maps: dict[str, list[str]]) -> None:
    line = render(message(maps), "host", 1).decode("ascii")
    assert len(line) < 8192
    assert "\n" not in line
    head, _, body = line.partition(" {")
    json.loads("{" + body)
    data = head.split(" ", 6)[6]
    assert data.startswith("[policyhooks@32473 ")
    inner = data.removeprefix("[policyhooks@32473").removesuffix("]")
    params = PARAM.findall(inner)
    assert "".join(f' {name}="{value}"' for name, value in params) == inner
    if maps is MAPS:
        assert params == [(key, one) for key, ids in MAPS.items() for one in ids]


def test_syslog_without_tags_has_none() -> None:
    assert " decision - {" in render(message({}), "host", 1).decode("ascii")
