"""What the shipped rules are mapped to: every one to a risk of agents, and the page of it leaves none out."""

import pytest

from policyhooks.cli.options.policies import shipped
from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.shipped.frameworks import FRAMEWORKS, KEYS, titles_of

# What a hook of one agent does not see. A rule about one of these is a reason to take it off this list.
WITHOUT_RULES = ("ASI07", "ASI08")
# Destroying data or machines, in the words of ATT&CK.
DESTRUCTION = {"T1485", "T1561", "T1561.001", "T1561.002", "T1489", "T1490", "T1578.003", "T1565.001"}


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    return compile_policies([shipped()])


def test_every_shipped_rule_names_a_risk_of_agents(compiled: Compiled) -> None:
    assert [rule.id for rule in compiled.rules if not rule.maps.get("owasp")] == []


def test_every_id_is_one_of_the_tables(compiled: Compiled) -> None:
    """The compiler refuses others; this holds the tables and what rules carry together."""
    for rule in compiled.rules:
        assert set(rule.maps) <= set(KEYS)
        for key, ids in rule.maps.items():
            if key != "incident":
                assert set(ids) <= set(titles_of(key)), rule.id


def test_which_risks_no_rule_is_about(compiled: Compiled) -> None:
    named = {name for rule in compiled.rules for name in rule.maps["owasp"]}
    assert tuple(name for name in titles_of("owasp") if name not in named) == WITHOUT_RULES


def test_every_framework_has_rules(compiled: Compiled) -> None:
    named = {name for rule in compiled.rules for ids in rule.maps.values() for name in ids}
    assert [one.name for one in FRAMEWORKS if not named & {*one.titles}] == []


def test_what_destroys_through_a_tool_is_told_in_both_vocabularies(compiled: Compiled) -> None:
    """A rule about destruction by a call of an agent's tool has the technique that it is on a machine, too."""
    alone = [
        rule.id
        for rule in compiled.rules
        if "AML.T0101" in rule.maps.get("atlas", ()) and not DESTRUCTION & {*rule.maps.get("attack", ())}
    ]
    assert alone == []
