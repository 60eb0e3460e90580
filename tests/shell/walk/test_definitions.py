"""Names with a meaning of their own: a function hides a program only where it is certainly there."""

from __future__ import annotations

import pytest

from tests.shell.reading import view

HIDES = "rm() { :; }"


def deleted(text: str) -> list[str]:
    return [path.norm for path in view(text).paths if path.op == "delete"]


@pytest.mark.parametrize(
    "text",
    [
        f"false && {HIDES}; rm -r /srv/x",
        f"true || {HIDES}; rm -r /srv/x",
        f"if test a; then {HIDES}; fi; rm -r /srv/x",
        f"for i in $a; do {HIDES}; done; rm -r /srv/x",
        f"while test a; do {HIDES}; done; rm -r /srv/x",
        f"case $a in b) {HIDES};; esac; rm -r /srv/x",
        f"trap '{HIDES}' ERR; rm -r /srv/x",
        f"{HIDES}; test a && unset -f rm; rm -r /srv/x",
        f"{HIDES}; unset -f rm; rm -r /srv/x",
        f"{HIDES}; command unset -f rm; rm -r /srv/x",
        f"{HIDES}; sudo rm -r /srv/x",
        f"{HIDES}; exec rm -r /srv/x",
        f"{HIDES}; env A=b rm -r /srv/x",
        f"{HIDES}; nohup nice rm -r /srv/x",
        f"{HIDES}; command rm -r /srv/x",
        f"{HIDES}; \\command rm -r /srv/x",
        f"{HIDES}; bash -c 'rm -r /srv/x'",
        f"{HIDES}; bash <<< 'rm -r /srv/x'",
        f"{HIDES}; echo /srv/x | xargs rm -r",
        f"{HIDES}; find /srv/x -exec rm -r {{}} +",
        f"{HIDES}; python3 -c 'import os; os.system(\"rm -r /srv/x\")'",
        f"({HIDES}); rm -r /srv/x",
        f"{HIDES} & rm -r /srv/x",
        f": | {HIDES}; rm -r /srv/x",
        f"f() {{ {HIDES}; }}; rm -r /srv/x",
        f"test a && f() {{ {HIDES}; }}; f; rm -r /srv/x",
    ],
)
def test_a_function_that_may_not_be_there_hides_nothing(text: str) -> None:
    assert any(path.startswith("/srv/x") for path in deleted(text))


@pytest.mark.parametrize(
    "text",
    [
        f"{HIDES}; rm -r /srv/x",
        f"if test a; then {HIDES}; else {HIDES}; fi; rm -r /srv/x",
        f"f() {{ {HIDES}; }}; f; rm -r /srv/x",
        f"false && {HIDES}; {HIDES}; rm -r /srv/x",
        f"{HIDES} && rm -r /srv/x; true",
    ],
)
def test_a_function_that_is_there_is_what_the_name_means(text: str) -> None:
    assert deleted(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "test a && f() { rm -r /srv/x; }; f",
        "if test a; then ls() { rm -r /srv/x; }; fi; ls",
        "ls() { rm -r /srv/x; }; bash -c ls",
        "test a && f() { rm -r $1; }; f /srv/x",
        "f() { ls; } && rm -r /srv/x",
        "rm() { command rm $2; } && rm -r /srv/x",
    ],
)
def test_what_may_be_a_function_is_called(text: str) -> None:
    assert "/srv/x" in deleted(text)
