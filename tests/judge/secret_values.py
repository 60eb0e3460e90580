"""Planted secrets: values of many kinds, from a fixed seed, in the places where they turn up."""

from __future__ import annotations

import random
import string
from collections.abc import Callable

_WORD = string.ascii_letters + string.digits
_UPPER = string.ascii_uppercase + string.digits


def _some(chance: random.Random, letters: str, count: int) -> str:
    return "".join(chance.choice(letters) for _ in range(count))


KINDS: dict[str, Callable[[random.Random], str]] = {
    "aws": lambda chance: "AKIA" + _some(chance, _UPPER, 16),
    "github": lambda chance: "ghp_" + _some(chance, _WORD, 36),
    "github-pat": lambda chance: "github_pat_" + _some(chance, _WORD, 60),
    "gitlab": lambda chance: "glpat-" + _some(chance, _WORD, 20),
    "slack": lambda chance: "xoxb-" + _some(chance, string.digits, 12) + "-" + _some(chance, _WORD, 24),
    "anthropic": lambda chance: "sk-ant-api03-" + _some(chance, _WORD, 80),
    "openai": lambda chance: "sk-proj-" + _some(chance, _WORD, 48),
    "stripe": lambda chance: "sk_live_" + _some(chance, _WORD, 24),
    "google": lambda chance: "AIza" + _some(chance, _WORD, 35),
    "npm": lambda chance: "npm_" + _some(chance, _WORD, 36),
    "jwt": lambda chance: ".".join("eyJ" + _some(chance, _WORD, size) for size in (20, 60, 40)),
}
PLACES: dict[str, Callable[[str], object]] = {
    "header": lambda secret: {"command": f"curl -H 'Authorization: Bearer {secret}' https://api.example/v1"},
    "variable": lambda secret: {"command": f"API_TOKEN={secret} ./deploy.sh"},
    "flag": lambda secret: {"command": f"vault login --token {secret} --no-print"},
    "url": lambda secret: {"command": f"git clone https://user:{secret}@git.example/repo.git"},
    "argument": lambda secret: {"arguments": {"api_key": secret, "to": "a@b.example"}},
    "nested": lambda secret: {"arguments": {"body": [{"text": f"the key is {secret}, keep it"}]}},
    "file": lambda secret: {"content": f'# settings\nregion = eu\nsecret_key = "{secret}"\n'},
    "json": lambda secret: {"command": 'curl -d \'{"password":"%s"}\' https://x.example' % secret},  # noqa: UP031
    "key": lambda secret: {"arguments": {secret: True}},
}


def plant(count: int) -> list[tuple[str, object]]:
    """So many secrets, each with the event that carries it."""
    chance = random.Random(20261107)
    kinds, places = list(KINDS.values()), list(PLACES.values())
    found = []
    for number in range(count):
        secret = kinds[number % len(kinds)](chance)
        found.append((secret, places[number // len(kinds) % len(places)](secret)))
    return found
