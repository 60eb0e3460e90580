"""The tables of public frameworks: ids of the form that each framework writes, and how what is mapped is added up."""

import re

import pytest

from policyhooks.shipped.frameworks import FRAMEWORKS, KEYS, Framework, in_words, merge, titles_of

FORMS = {
    "owasp": r"ASI(0[1-9]|10)",
    "atlas": r"AML\.T\d{4}(\.\d{3})?",
    "attack": r"T\d{4}(\.\d{3})?",
    "cwe": r"CWE-[1-9]\d{0,3}",
    "soc2": r"soc2:(CC[1-9]\.\d|A1\.\d|C1\.\d)",
    "nist": r"nist:[A-Z]{2}-[1-9]\d?",
    "iso27001": r"iso27001:A\.[5-8]\.[1-9]\d?",
}


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda one: one.name)
def test_ids_have_the_form_of_their_framework_and_a_title_of_their_own(framework: Framework) -> None:
    assert [name for name in framework.titles if not re.fullmatch(FORMS[framework.name], name)] == []
    assert len(set(framework.titles.values())) == len(framework.titles)
    assert all(title and title == title.strip() for title in framework.titles.values())


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda one: one.name)
def test_a_table_is_in_the_order_of_its_numbers(framework: Framework) -> None:
    def numbers(name: str) -> tuple[object, ...]:
        return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|[A-Za-z]+", name))

    if framework.name in ("attack", "atlas", "cwe", "owasp", "iso27001"):
        assert list(framework.titles) == sorted(framework.titles, key=numbers)


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda one: one.name)
def test_a_part_of_a_technique_stands_under_the_technique(framework: Framework) -> None:
    """`A: part` is the title of a part, and its whole begins it."""
    for name, title in framework.titles.items():
        whole = framework.titles.get(name.rpartition(".")[0])
        assert whole is None or title.startswith(whole), name


def test_no_id_stands_under_two_frameworks() -> None:
    names = [name for one in FRAMEWORKS for name in one.titles]
    assert len(names) == len(set(names))
    assert KEYS == ("owasp", "atlas", "attack", "cwe", "controls", "incident")
    assert {name.partition(":")[0] for name in titles_of("controls")} == {"soc2", "nist", "iso27001"}
    assert titles_of("incident") == {}


def test_what_is_mapped_is_added_up_in_the_order_of_the_table() -> None:
    found = merge(
        (
            {"incident": ("INC-2",), "owasp": ("ASI05", "ASI02"), "cwe": ()},
            {"owasp": ("ASI01", "ASI02"), "incident": ("INC-1", "INC-2")},
        )
    )
    assert list(found.items()) == [("owasp", ("ASI01", "ASI02", "ASI05")), ("incident", ("INC-2", "INC-1"))]
    assert merge(()) == {}


def test_in_words() -> None:
    assert in_words({"owasp": ("ASI02", "ASI05"), "cwe": ("CWE-78",)}) == "owasp ASI02, ASI05; cwe CWE-78"
