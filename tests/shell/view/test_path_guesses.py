"""A word that no table explains may be written: what decides over the agent is found in it, however it is spelt."""

from __future__ import annotations

import pytest

from tests.shell.reading import view

PLACES = (".claude/settings.json", ".cursor/hooks.json", "~/.codex/config.toml", "$HOME/.claude", "/w/.mcp.json")
FORMS = (
    "frobnicate {}",
    "frobnicate x {} y",
    "frobnicate -o {}",
    "frobnicate -o{}",
    "frobnicate --out={}",
    "frobnicate --out {}",
    "./bin/frobnicate {}",
    "sudo frobnicate {}",
    "git frobnicate --prefix {}",
    "git status --frobnicate={}",
    "npm --frobnicate {} run x",
    "copier copy gh:x/y {}",
)
EXPLAINED = ("cat {}", "grep --frobnicate x {}", "git diff {}", "echo {}", "git commit -m 'in {}'", "frobnicate src{}")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", PLACES)
def test_what_no_table_explains_is_guessed(form: str, place: str) -> None:
    found = view(form.format(place)).paths
    assert any(path.guessed and "agent_config" in path.tags for path in found), form.format(place)


@pytest.mark.parametrize("form", EXPLAINED)
def test_what_a_table_explains_is_not(form: str) -> None:
    found = view(form.format(".claude/settings.json")).paths
    assert not any(path.guessed and "agent_config" in path.tags for path in found)


def test_other_words_of_known_programs_are_not_looked_at() -> None:
    assert not view("git frobnicate --key ~/.ssh/id_rsa").paths
