"""A scan as SARIF 2.1.0: a result for each call that would not have passed, at its line of the transcript."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from policyhooks import __version__
from policyhooks.core.effects import ASK, DENY
from policyhooks.report.scanned.taxonomies import Taxonomies

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded
    from policyhooks.history.coverage.flights import Remark
    from policyhooks.history.scanning import Finding, Scan

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {DENY: "error", ASK: "warning"}  # what is only redacted is a note
GAP_LEVELS = {"uncovered": "error", "ignored": "error", "late": "error"}
NO_RULE = "policyhooks/decision"


def render(found: Scan, recorded: Recorded | None = None) -> str:
    """One run with one rule for each of the policies that fired, and for each kind of gap in a measured coverage."""
    remarks = recorded.coverage.remarks if recorded is not None else []
    rules = sorted({_rule(one) for one in found.findings} | {_gap(one) for one in remarks})
    frameworks = Taxonomies(found.maps)
    driver: dict[str, object] = {"name": "policyhooks", "version": __version__}
    driver["rules"] = [frameworks.rule(rule) for rule in rules]
    if frameworks.used:
        driver["supportedTaxonomies"] = frameworks.supported()
    places = {rule: at for at, rule in enumerate(rules)}
    run = {
        "tool": {"driver": driver},
        "taxonomies": frameworks.describe(),
        "columnKind": "unicodeCodePoints",
        "results": [
            *(_result(one, places) for one in found.findings),
            *(_gap_result(one, places) for one in remarks),
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(finding: Finding) -> str:
    return finding.rules[0] if finding.rules else NO_RULE


def _gap(remark: Remark) -> str:
    return f"policyhooks/coverage-{remark.kind}"


def _gap_result(remark: Remark, places: dict[str, int]) -> dict[str, object]:
    call = remark.call
    return {
        "ruleId": _gap(remark),
        "ruleIndex": places[_gap(remark)],
        "level": GAP_LEVELS.get(remark.kind, "note"),
        "message": {"text": f"{remark.kind}: a call of {call.tool} of {call.client} {call.version}".rstrip()},
        "locations": [_place(call.source, call.line)],
        "partialFingerprints": {"toolUse/v1": f"{remark.kind}:{call.client}:{call.session}:{call.use_id}"},
        "properties": {
            "toolUseId": call.use_id,
            "session": call.session,
            "client": call.client,
            "cause": remark.cause,
            "installation": remark.watch.file,
            "time": call.at,
        },
    }


def _place(source: str, line: int) -> dict[str, object]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": "file://" + quote(source)},
            "region": {"startLine": max(line, 1)},
        }
    }


def _result(finding: Finding, places: dict[str, int]) -> dict[str, object]:
    return {
        "ruleId": _rule(finding),
        "ruleIndex": places[_rule(finding)],
        "level": LEVELS.get(finding.verdict, "note"),
        "message": {"text": f"would {finding.verdict}: {finding.text}"},
        "locations": [_place(finding.source, finding.line)],
        "partialFingerprints": {"toolUse/v1": f"{finding.client}:{finding.session}:{finding.use_id}"},
        "properties": {
            "toolUseId": finding.use_id,
            "session": finding.session,
            "client": finding.client,
            "rules": list(finding.rules),
            "severity": finding.severity,
            "time": finding.at,
        },
    }
