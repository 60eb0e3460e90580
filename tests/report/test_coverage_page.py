"""The page of coverage: by framework and id the rules of each pack, and which ids have none."""

from policyhooks.report.reference.coverage import collect, render
from policyhooks.report.reference.packs import Pack, PackRule
from policyhooks.report.reference.packs import render as render_packs
from tests.support.golden import assert_golden


def rule(name: str, **maps: tuple[str, ...]) -> PackRule:
    return PackRule(name, "deny", "high", "enforce", "No.", "Do not.", maps, (), ())


PACKS = [
    Pack("packs.files", "Files", "files", (), [rule("wipe", owasp=("ASI02",), attack=("T1485",)), rule("plain")]),
    Pack(
        "packs.agents",
        "Agents",
        "agents",
        (),
        [
            rule("settings", owasp=("ASI02", "ASI10"), controls=("soc2:CC8.1", "nist:CM-5"), incident=("CVE-2025-1",)),
            rule("more", owasp=("ASI10",)),
        ],
    ),
]


def test_the_page() -> None:
    assert_golden("reference/coverage.md", render(PACKS))


def test_rules_by_id() -> None:
    found = collect(PACKS)
    assert found["ASI02"] == {"files": ["wipe"], "agents": ["settings"]}
    assert found["ASI10"] == {"agents": ["settings", "more"]}
    assert "ASI01" not in found


def test_the_page_of_packs_says_what_a_rule_is_about() -> None:
    page = render_packs(PACKS)
    assert "- [about](coverage.md): owasp ASI02; attack T1485" in page
    assert page.count("[about]") == 3
