"""The front with the real hook: it decides as the script does, whatever surrounds it, and each can follow the other."""

import os
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from policyhooks.image.generations import roll_back
from policyhooks.image.starters import write_state_hook
from tests.front.places import built_front
from tests.support.fronts import SCRIPT, without_front
from tests.support.hooks import install, payload, records, run, source, verdict

HOSTILE = {
    **dict.fromkeys(("LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "PYTHONHOME", "PYTHONPATH"), "/nonexistent"),
    "PYTHONSTARTUP": "/nonexistent",
    "PYTHONINSPECT": "1",
    "PYTHONMALLOC": "debug",
    "PYTHONUTF8": "0",
    "HOME": "/nonexistent",
    "PATH": "/nonexistent",
    "LC_ALL": "tr_TR.ISO-8859-9",
    "TZ": "x",
    "TMPDIR": "/nonexistent",
    "BASH_ENV": "/nonexistent",
    "ENV": "/nonexistent",
    "IFS": "/",
    "POLICYHOOKS_STATE": "/tmp",
    "X": "y" * 100_000,
}
EVENTS = [
    (payload(), "pass"),
    (payload("deny"), "deny"),
    (payload("raise"), "ask"),
    (payload("exit"), "deny"),
    (payload("kill"), "deny"),
    (payload(tool_input={"do": "deny", "text": "é\n" * 50_000}), "deny"),
]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Activation]:
    built_front()
    folder = tmp_path_factory.mktemp("both").resolve()
    return {kind: install(folder / kind, kind=kind) for kind in ("front", SCRIPT)}


@pytest.mark.parametrize(("event", "wanted"), EVENTS, ids=range(len(EVENTS)))
def test_both_decide_the_same_in_a_plain_and_a_hostile_environment(
    both: dict[str, Activation], event: dict[str, object], wanted: str
) -> None:
    for kind, active in both.items():
        for environ in ({}, HOSTILE) if kind == "front" else ({},):
            assert verdict(run(active, event, env=environ, shell=not environ)) == wanted, (kind, bool(environ))


def test_what_the_front_passes_on_is_in_the_journal_once(both: dict[str, Activation]) -> None:
    active = both["front"]
    before = len(records(active))
    run(active, payload("deny"))
    assert len(records(active)) == before + 1


def test_each_can_follow_the_other(tmp_path: Path) -> None:
    """An installation goes from the script to the front and back; a generation of before runs with either."""
    front = built_front().read_bytes()
    active = install(tmp_path, source("first"), kind=SCRIPT)
    hook = active.state / "bin/hook"
    (active.state / "current/front").unlink()  # as an earlier release has made it
    assert hook.read_bytes().startswith(b"#!")
    install(tmp_path, source("second"))
    assert hook.read_bytes() == front
    assert verdict(run(active, payload("deny"))) == "deny"
    assert roll_back(active.state)[1].number == 1
    assert verdict(run(active, payload("deny"), env=os.environ)) == "deny"
    assert verdict(run(active, payload())) == "pass"
    assert verdict(run(active, payload("kill"), shell=True)) == "deny"
    with without_front():
        write_state_hook(active.state, shared=False)
    assert hook.read_bytes().startswith(b"#!")
    assert verdict(run(active, payload("deny"))) == "deny"
