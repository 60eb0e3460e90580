"""The public frameworks that rules are mapped to: name, edition, and which ids are known. It knows no rules.

A hook loads nothing of it: a decision names its rules, and what they are mapped to is looked up by whoever reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.shipped.framework_titles import ATLAS, ATTACK, CWE, ISO27001, NIST, OWASP, SOC2

Mapped = Mapping[str, tuple[str, ...]]  # what a rule is mapped to: a key of `maps`, its ids in the table's order

INCIDENT = "incident"  # the one key whose ids are of no table: incidents are named by whoever had them
READ = "2026-11-20"  # when every id was last held against the sources that are named below


@dataclass(frozen=True)
class Framework:
    """One framework in one edition. `key` is the key of `maps` that its ids stand under.

    `source` is what every id of the table was last held against, and `read` when.
    """

    name: str
    key: str
    title: str
    edition: str
    address: str
    source: str
    read: str
    titles: Mapping[str, str]


FRAMEWORKS: tuple[Framework, ...] = (
    Framework(
        "owasp",
        "owasp",
        "OWASP Top 10 for Agentic Applications",
        "2026",
        "https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/",
        "the ten titles of the list (version 1.0, December 2025) as promptfoo's and Microsoft's documents repeat them",
        READ,
        OWASP,
    ),
    Framework(
        "atlas",
        "atlas",
        "MITRE ATLAS",
        "5.4",
        "https://atlas.mitre.org/techniques",
        "ids and names of releases 5.4 to 5.6 in public lists made from them; later releases name AML.T0072 otherwise",
        READ,
        ATLAS,
    ),
    Framework(
        "attack",
        "attack",
        "MITRE ATT&CK Enterprise",
        "19",
        "https://attack.mitre.org/techniques/",
        "136 ids in pySigma 0.11.23, a copy of release 17.0, none of them among those that 19 withdrew; the nine later"
        " ones in public copies of 18 and 19",
        READ,
        ATTACK,
    ),
    Framework(
        "cwe",
        "cwe",
        "Common Weakness Enumeration",
        "4.17",
        "https://cwe.mitre.org/data/",
        "45 ids in the dictionary of cwe-sdk 1.1.19; CWE-1427 in public lists made from 4.16",
        READ,
        CWE,
    ),
    Framework(
        "soc2",
        "controls",
        "SOC 2 Trust Services Criteria",
        "2017",
        "https://www.aicpa-cima.com/topic/audit-assurance/audit-and-assurance-greater-than-soc-2",
        "the criteria as Prowler 5.46.0 lists them",
        READ,
        SOC2,
    ),
    Framework(
        "nist",
        "controls",
        "NIST SP 800-53",
        "Rev. 5",
        "https://csrc.nist.gov/pubs/sp/800/53/r5/upd1/final",
        "21 controls as Prowler 5.46.0 lists them; CM-11, CM-14, SR-3 and SR-11 in public copies of the catalogue",
        READ,
        NIST,
    ),
    Framework(
        "iso27001",
        "controls",
        "ISO/IEC 27001, Annex A",
        "2022",
        "https://www.iso.org/standard/27001",
        "numbers and titles of Annex A as Prowler 5.46.0 lists them",
        READ,
        ISO27001,
    ),
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
