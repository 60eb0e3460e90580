"""Values of the effect env: only the policy's own words refer to variables, and a shell reads what was meant."""

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.clients.claude_code.answer import _shell_word
from policyhooks.core.variables import filled, inserted, split
from tests.support.counts import scaled

ENVIRON = {"PATH": "/bin:/usr/bin", "HOME": "/home/dev", "ODD": "a'b\"c $HOME `x`"}
# written, what comes out
VALUES = [
    ("$PATH:./node_modules/.bin", "/bin:/usr/bin:./node_modules/.bin"),
    ("${HOME}x$HOME/x", "/home/devx/home/dev/x"),
    ("$HOMEx", ""),
    ("$$HOME costs $5, $ and ${", "$HOME costs $5, $ and ${"),
    ("${A-b} ${1} ${}", "${A-b} ${1} ${}"),
    ("it's $ODD", "it's a'b\"c $HOME `x`"),
    ("", ""),
    ("$UNSET", ""),
    ("$(touch /tmp/x) `id` \\", "$(touch /tmp/x) `id` \\"),
]


@pytest.mark.parametrize(("written", "value"), VALUES)
def test_a_value(written: str, value: str) -> None:
    assert filled(written, ENVIRON) == value


def _by_a_shell(written: str) -> str:
    script = f'export X={_shell_word(written)}\nprintf %s "$X"'
    done = subprocess.run(["/bin/sh", "-c", script], env=ENVIRON, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.mark.parametrize("written", [written for written, _ in VALUES])
def test_a_shell_reads_the_same(written: str) -> None:
    assert _by_a_shell(written) == filled(written, ENVIRON)


@settings(max_examples=scaled(400), deadline=None)
@given(value=st.text(alphabet="ab$ {}'\"`\\(HOME);\n", max_size=20))
def test_what_an_event_says_is_never_a_reference(value: str) -> None:
    written = "x" + inserted(lambda: value) + "$HOME"
    assert filled(written, ENVIRON) == f"x{value}/home/dev"
    assert [part for part, named in split(written) if named] == ["HOME"]
    assert _by_a_shell(written) == f"x{value}/home/dev"


def test_what_no_variable_can_hold_is_an_error() -> None:
    with pytest.raises(ValueError, match="null character"):
        inserted(lambda: "a\0b")
