"""A scan as SARIF 2.1.0: a result for each call that would not have passed, at its line of the transcript."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from policyhooks import __version__
from policyhooks.core.effects import ASK, DENY

if TYPE_CHECKING:
    from policyhooks.history.scanning import Finding, Scan

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {DENY: "error", ASK: "warning"}  # what is only redacted is a note
NO_RULE = "policyhooks/decision"


def render(found: Scan) -> str:
    """One run with one rule for each of the policies that fired."""
    rules = sorted({_rule(one) for one in found.findings})
    driver = {"name": "policyhooks", "version": __version__, "rules": [{"id": rule} for rule in rules]}
    places = {rule: at for at, rule in enumerate(rules)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, places) for one in found.findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(finding: Finding) -> str:
    return finding.rules[0] if finding.rules else NO_RULE


def _result(finding: Finding, places: dict[str, int]) -> dict[str, object]:
    place = {
        "artifactLocation": {"uri": "file://" + quote(finding.source)},
        "region": {"startLine": max(finding.line, 1)},
    }
    return {
        "ruleId": _rule(finding),
        "ruleIndex": places[_rule(finding)],
        "level": LEVELS.get(finding.verdict, "note"),
        "message": {"text": f"would {finding.verdict}: {finding.text}"},
        "locations": [{"physicalLocation": place}],
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
