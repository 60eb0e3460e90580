"""Wild cards against protected names: the quick way gives the answers of the plain definition, for any pattern."""

import random
from itertools import pairwise

import pytest

from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS
from policyhooks.shell.view import globs
from policyhooks.shell.view.globs import is_pattern, match, simplify, split_pair, tag_pattern
from tests.support.counts import scaled

WORDS = sorted({word for table in (NAMES, FOLDERS, PAIRS) for name in table for word in name.split("/") if word})


def fits(pattern: str, name: str) -> bool:
    """Shell matching of one component; a leading dot must be written."""
    if not is_pattern(pattern):
        return pattern == name
    if (pattern[0] == "*" and not pattern.strip("*.")) or (name.startswith(".") and pattern[0] in "*?"):
        return False
    return match(simplify(pattern), name)


def plain_tags(path: str) -> set[str]:
    """What tag_pattern says, by going through all tables."""
    parts = [part for part in path.split("/") if part]
    tags = {tag for name, found in NAMES.items() if is_pattern(parts[-1]) and fits(parts[-1], name) for tag in found}
    tags |= {tag for part in parts if is_pattern(part) for name in FOLDERS if fits(part, name) for tag in FOLDERS[name]}
    for first, second in pairwise(parts):
        if is_pattern(first) or is_pattern(second):
            for pair, found in PAIRS.items():
                left, right = split_pair(pair)
                tags |= set(found) if fits(first, left) and fits(second, right) else set()
    if len(parts) > 1 and parts[-2] == ".ssh" and is_pattern(parts[-1]):
        tags.add("credential")
    return tags


def some_part(random_: random.Random) -> str:
    letters = list(random_.choice(WORDS))
    for _ in range(random_.randrange(4)):
        at = random_.randrange(len(letters) + 1)
        letters[at : at + random_.randrange(3)] = [random_.choice(["*", "?", "[ab]", "**", "x", "[", "."])]
    return "".join(letters) or "*"


def test_the_quick_way_agrees_with_the_definition() -> None:
    random_ = random.Random(20)
    for _ in range(scaled(20_000)):
        path = "/".join(some_part(random_) for _ in range(random_.randrange(1, 4)))
        assert set(tag_pattern(path)) == plain_tags(path), path


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(globs, "MOST_KNOWN", 8)
    for _ in range(2):
        for number in range(20):
            assert set(tag_pattern(f".ss*/id_rs?{number}*")) == plain_tags(f".ss*/id_rs?{number}*")
    assert all(len(one.known) <= 8 for one in globs._vocabularies.values())
