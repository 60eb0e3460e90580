"""What one installation sends, against what is known of it: a row a sequence."""

from collections.abc import Mapping, Sequence

import pytest

from policyhooks.collecting.follower import End, Follower, Stored, facts_of
from policyhooks.collecting.lake_rows import Row

NAME = "ab" * 16

# What comes: a number with its chain ("5", "5'" is another chain, "5!" the same with another verdict), `5-7` a gap that
# the machine tells, `@2` a beginning of that epoch. What is stored of it, and which findings there are.
CASES: dict[str, tuple[str, str, str]] = {
    "in order": ("1 2 3", "1 2 3", ""),
    "begins later": ("7 8", "7 8", ""),
    "repeated": ("1 2 3 2 3 4", "1 2 3 4", ""),
    "all again": ("1 2 3 1 2 3", "1 2 3", ""),
    "a gap nobody tells": ("1 2 6", "1 2 6", "gap 3-5"),
    "a gap that is told": ("1 2 3-5 6", "1 2 6", "gap 3-5"),
    "a told gap again": ("1 2 3-5 6 3-5 6", "1 2 6", "gap 3-5"),
    "filled": ("1 4 2 3", "1 4 2 3", "gap 2-3, filled 3-3"),
    "filled in part": ("1 5 3", "1 5 3", "gap 2-4"),
    "filled from its ends": ("1 5 2 4 3", "1 5 2 4 3", "gap 2-4, filled 3-3"),
    "late before the first": ("5 6 2", "5 6 2", ""),
    "forked": ("1 2 2' 3", "1 2 2' 3", "fork 2-2"),
    "forked for long": ("1 2 3 2' 3' 4'", "1 2 3 2' 3' 4'", "fork 2-3"),
    "forked, and repeated": ("1 2 2' 2 2'", "1 2 2'", "fork 2-2"),
    "changed": ("1 2 2! 3", "1 2 2! 3", "changed 2-2"),
    "changed, and repeated": ("1 2 2! 2! 2", "1 2 2!", "changed 2-2"),
    "began anew": ("1 2 3 @2 1' 2'", "1 2 3 1' 2'", "cut -3"),
    "its end was cut": ("1 2 3 @2 1 2 3'", "1 2 3 3'", "cut -3"),
    "told twice": ("1 2 @2 @2 1'", "1 2 1'", "cut -2"),
}


def row(word: str) -> Row:
    seq = word.rstrip("'!")
    chain = f"{seq}{'b' if word.endswith(chr(39)) else 'a'}"
    return {"seq": int(seq), "chain": chain, "verdict": "deny" if word.endswith("!") else "pass", "decided_by": ["x"]}


def follow(text: str, follower: Follower) -> list[str]:
    epoch, stored = 1, []
    numbers = [int(word.rstrip("'!")) for word in text.split() if word.rstrip("'!").isdigit()]
    follower.expect(min(numbers), max(numbers))
    for word in text.split():
        if word.startswith("@"):
            epoch = int(word[1:])
            follower.take_begin(epoch, {"seq": 3})
        elif "-" in word:
            first, last = map(int, word.split("-"))
            follower.take_gap(epoch, first, last)
        elif follower.take_record(epoch, row(word)) != "again":
            stored.append(word)
    return stored


def told(follower: Follower) -> str:
    return ", ".join(f"{one.kind} {one.first or ''}-{one.last}" for one in follower.findings)


@pytest.mark.parametrize("name", CASES)
def test_what_is_stored_and_found(name: str) -> None:
    text, stored, findings = CASES[name]
    follower = Follower(NAME, {}, [], lambda first, last: {})
    assert follow(text, follower) == stored.split()
    assert told(follower) == findings


@pytest.mark.parametrize("name", CASES)
def test_wherever_a_batch_ends_it_comes_to_the_same(name: str) -> None:
    """The lake between two batches is what was stored; a gap is known by its finding."""
    text, stored, findings = CASES[name]
    ends: dict[int, End] = {}
    gaps: list[object] = []
    lake: dict[int, list[Stored]] = {}
    kept: list[str] = []
    kinds: list[str] = []
    epoch = 1

    def look(first: int, last: int) -> Mapping[int, Sequence[Stored]]:
        return {seq: list(found) for seq, found in lake.items() if first <= seq <= last}

    for word in text.split():
        follower = Follower(NAME, dict(ends), list(gaps), look)  # type: ignore[arg-type]
        if word.startswith("@"):
            epoch = int(word[1:])
            follower.take_begin(epoch, {"seq": 3})
        elif "-" in word:
            first, last = map(int, word.split("-"))
            follower.take_gap(epoch, first, last)
        else:
            one = row(word)
            seq = int(str(one["seq"]))
            follower.expect(seq, seq)
            if follower.take_record(epoch, one) != "again":
                kept.append(word)
                lake.setdefault(seq, []).append(Stored(epoch, str(one["chain"]), facts_of(one)))
        ends, gaps = follower.ends, list(follower.gaps)
        kinds += [one.kind for one in follower.findings]
    assert kept == stored.split()
    assert set(kinds) == {one.split()[0] for one in findings.split(", ") if one}
