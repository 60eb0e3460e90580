"""Known secrets in texts: through quotes and backslashes, cut by a screen, and only where a short one is given."""

from __future__ import annotations

import pytest

from policyhooks.runtime.engine.command_secrets import Concealed
from policyhooks.runtime.engine.secret_replacement import replace_secrets

STRONG = "Zk7qP2wX9v"
WEAK = "zq9"

# the secret and what it is given with, a text, what is left of it
REPLACED = [
    (STRONG, "-p", STRONG, "*"),
    (STRONG, "-p", f"'{STRONG}'", "*"),
    (STRONG, "-p", f"{STRONG} or {STRONG}", "* or *"),
    (STRONG, "-p", f"x{STRONG}y", "x*y"),
    (STRONG, "-p", f"a {STRONG[:4]}'{STRONG[4:]}' b", "a *' b"),
    (STRONG, "-p", f"a {STRONG[:4]}\\{STRONG[4:]} b", "a * b"),
    (STRONG, "-p", f'{STRONG[:4]}""{STRONG[4:]} b {STRONG[:1]}"{STRONG[1:]}"', '* b *"'),
    # A screen shows only a beginning, of more than three letters.
    (STRONG, "-p", f"a {STRONG[:9]}…", "a *…"),
    (STRONG, "-p", f"a {STRONG[:4]}…", "a *…"),
    (STRONG, "-p", f"a {STRONG[:3]}…", f"a {STRONG[:3]}…"),
    (STRONG, "-p", f"{STRONG[:5]}… {STRONG[:6]}… {STRONG}…", "*… *… *…"),
    (STRONG, "-p", f"a {STRONG[:9]} b", f"a {STRONG[:9]} b"),
    # Short ones may mean something else: they go where they are given.
    (WEAK, "-p", WEAK, "*"),
    (WEAK, "-p", f"mysql -p{WEAK}", "mysql -p*"),
    (WEAK, "-p", f"mysql -p{WEAK} app", "mysql -p* app"),
    (WEAK, "-p", f"-p'{WEAK}' {WEAK} -p {WEAK}", f"-p'*' {WEAK} -p *"),
    (WEAK, "--pw", f"--pw={WEAK}", "--pw=*"),
    (WEAK, "pw", f'"pw": {WEAK}, "pw":{WEAK}', '"pw": *, "pw":*'),
    (WEAK, "-p", f"-p{WEAK}x -p{WEAK}_ -p{WEAK}-", f"-p{WEAK}x -p{WEAK}_ -p{WEAK}-"),
    (WEAK, "-p", f"-p{WEAK}. -p{WEAK}", "-p*. -p*"),
    (WEAK, "-p", f"see {WEAK}", f"see {WEAK}"),
    (WEAK, " ", f"{WEAK} {WEAK}", "* *"),
    (WEAK, "", f"a:{WEAK} b,{WEAK} c={WEAK} d\t{WEAK}\n{WEAK}", "a:* b,* c=* d\t*\n*"),
    (WEAK, "", f"X{WEAK} a/{WEAK}", f"X{WEAK} a/{WEAK}"),
    ("sesameseed", "-p", "the sesameseed, -p sesameseed", "the sesameseed, -p *"),
    ("'", "-p", "it's", "it's"),
    ("zq9", "-p", "", ""),
]


@pytest.mark.parametrize(("value", "before", "text", "expected"), REPLACED)
def test_what_is_left_of_a_text(value: str, before: str, text: str, expected: str) -> None:
    assert replace_secrets(text, [Concealed(value=value, before=before)], "*") == expected


def test_the_longer_of_two_secrets_goes_first() -> None:
    secrets = [Concealed(value=STRONG), Concealed(value=STRONG + "9aB")]
    for order in (secrets, secrets[::-1]):
        assert replace_secrets(f"{STRONG}9aB and {STRONG}", order, "*") == "* and *"


def test_without_secrets_a_text_stays() -> None:
    assert replace_secrets("a 'b' c", [], "*") == "a 'b' c"
