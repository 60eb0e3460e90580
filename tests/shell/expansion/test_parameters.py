"""Operators of parameters: quotes in them end in the same place for every shell, or the text is not understood."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shell import oracle
from tests.shell.reading import view
from tests.shell.sightings import view_of
from tests.support.counts import scaled

PIECES = ["a", "B", "7", " ", "_", ".", ",", ":", ";", "=", "+", "@", "%", "/", "-", "\\", "\\n", "\\\\"]
RISKY = ["'", '"', "}", "{", "`", "$", "(", ")", "&", "|", "#", "*", "~", "!", "<", ">", "$(", "\\'", '\\"', "x}"]
OPERATORS = ["%", "%%", "#", "##", ":-", ":+", "-", "/", "//", "/a/", "^", ","]
PROGRAMS = ("alpha", "beta", "gamma")


def quoted_operators(rng: random.Random, risky: bool) -> str:
    """A value of which nothing is known, under an operator with a text in quotes; programs around it and in it."""
    pieces = PIECES + RISKY + list(PROGRAMS) if risky else PIECES
    text = "".join(rng.choice(pieces) for _ in range(rng.randint(0, 5)))
    operator = rng.choice(OPERATORS)
    dollar = rng.choice(["", "$"])
    return f'k=$R; alpha "${{k{operator}{dollar}\'{text}\'}}"; gamma "a\'b"; beta'


def runs(commands: list[str], shell: str, folder: Path) -> list[set[str]]:
    if shell == "dash":
        return oracle.run_dash(commands, folder, PROGRAMS)
    by_shell: dict[str, Callable[[list[str], Path], list[set[str]]]] = {"bash": oracle.run_bash, "zsh": oracle.run_zsh}
    return by_shell[shell](commands, folder)


@pytest.mark.parametrize("shell", ["bash", "dash", "zsh"])
@pytest.mark.parametrize("risky", [False, True])
def test_differential_quotes_in_operators(shell: str, risky: bool, tmp_path: Path) -> None:
    if not Path({"bash": oracle.BASH, "dash": oracle.DASH, "zsh": oracle.ZSH}[shell]).exists():
        pytest.skip(f"no {shell} here")
    rng = random.Random(f"quotes-{risky}")
    commands = [quoted_operators(rng, risky) for _ in range(scaled(2000))]
    dialect = "zsh" if shell == "zsh" else "bash"
    understood = 0
    missed = []
    for text, ran in zip(commands, runs(commands, shell, tmp_path), strict=True):
        seen = view_of(text, dialect)
        understood += seen.understood
        unseen = ran - {command.name for command in seen.commands}
        if seen.understood and unseen:
            missed.append(f"{text!r}: {shell} ran {sorted(unseen)}")
    assert missed == []
    assert understood > len(commands) * (0.05 if risky else 0.35)


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("e \"${k//a/$'\\n'}\"", True),
        ("e \"${k%'.txt'}\"", True),
        ('k="$R"; e "${k//\\\\n/$\'\\n\'}"', True),
        # Where the value is known the shells make different values of it.
        ("k=a.txt; e \"${k%'.txt'}\"", False),
        ("k=(a b); e \"${k[1]%'b'}\"", False),
        ("k=$R/.claude; e \"${k%'x'}\"", False),
        # bash takes these literally, dash does not.
        ("e \"${k:-'x'}\"", False),
        ("e \"${k%'}'}\"", False),
        ("e \"${k%'a\\'}\"", False),
    ],
)
def test_quotes_in_operators(text: str, understood: bool) -> None:
    assert view(text).understood is understood
