"""The public frameworks that rules are mapped to: name, edition, and which ids are known. It knows no rules.

A hook loads nothing of it: a decision names its rules, and what they are mapped to is looked up by whoever reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.shipped.framework_titles import ATLAS, ATTACK, CWE, ISO27001, NIST, OWASP, SOC2

Mapped = Mapping[str, tuple[str, ...]]  # what a rule is mapped to: a key of `maps`, its ids in the table's order

INCIDENT = "incident"  # the one key whose ids are of no table: incidents are named by whoever had them


@dataclass(frozen=True)
class Framework:
    """One framework in one edition. `key` is the key of `maps` that its ids stand under."""

    name: str
    key: str
    title: str
    edition: str
    address: str
    titles: Mapping[str, str]


FRAMEWORKS: tuple[Framework, ...] = (
    Framework(
        "owasp",
        "owasp",
        "OWASP Top 10 for Agentic Applications",
        "2026",
        "https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/",
        OWASP,
    ),
    Framework("atlas", "atlas", "MITRE ATLAS", "5.4", "https://atlas.mitre.org/techniques", ATLAS),
    Framework("attack", "attack", "MITRE ATT&CK Enterprise", "19", "https://attack.mitre.org/techniques/", ATTACK),
    Framework("cwe", "cwe", "Common Weakness Enumeration", "4.17", "https://cwe.mitre.org/data/", CWE),
    Framework(
        "soc2",
        "controls",
        "SOC 2 Trust Services Criteria",
        "2017",
        "https://www.aicpa-cima.com/topic/audit-assurance/audit-and-assurance-greater-than-soc-2",
        SOC2,
    ),
    Framework(
        "nist", "controls", "NIST SP 800-53", "Rev. 5", "https://csrc.nist.gov/pubs/sp/800/53/r5/upd1/final", NIST
    ),
    Framework("iso27001", "controls", "ISO/IEC 27001, Annex A", "2022", "https://www.iso.org/standard/27001", ISO27001),
)
KEYS: tuple[str, ...] = (*dict.fromkeys(one.key for one in FRAMEWORKS), INCIDENT)


def titles_of(key: str) -> Mapping[str, str]:
    """Every id that may stand under a key of `maps`, with its title; nothing under `incident`."""
    return {name: title for one in FRAMEWORKS if one.key == key for name, title in one.titles.items()}


def merge(given: Iterable[Mapped]) -> dict[str, tuple[str, ...]]:
    """All of it together: keys in the order of KEYS, ids in that of the table, none twice, no key without ids."""
    both = list(given)
    found = {}
    for key in KEYS:
        named = dict.fromkeys(name for one in both for name in one.get(key, ()))
        known = [name for name in titles_of(key) if name in named]
        if named:
            found[key] = (*known, *(name for name in named if name not in known))
    return found


def in_words(maps: Mapping[str, Sequence[str]]) -> str:
    """`owasp ASI02, ASI05; attack T1485`."""
    return "; ".join(f"{key} {', '.join(ids)}" for key, ids in maps.items())
