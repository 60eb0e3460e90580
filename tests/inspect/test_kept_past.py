"""Payloads in a row are decided with what those before them have left behind; an explanation adds nothing."""

from pathlib import Path

from policyhooks.inspect.kept_facts import KeptPast, read_memory
from policyhooks.inspect.session import Deciding
from tests.support import remembering as past
from tests.support.sessions import Session


def test_payloads_in_a_row_are_one_past(tmp_path: Path) -> None:
    deciding = Deciding(past.compiled(tmp_path).modules, outside="unknown", home="/home/dev", links=False)
    said = [
        deciding.decide("claude-code", None, past.shell("git push", use=str(number), session=session))[1].verdict
        for session in ("s1", "s2")
        for number in range(3)
    ]
    assert said == ["pass", "pass", "deny"] * 2


def test_one_action_in_the_words_of_several_clients_happens_once(tmp_path: Path) -> None:
    modules = past.compiled(tmp_path).modules
    deciding = Deciding(modules, outside="unknown", home="/home/dev", links=False, one_action=True)
    said = [deciding.decide("claude-code", None, past.shell("git push", use=str(n)))[1].verdict for n in range(4)]
    assert said == ["pass"] * 4


def test_an_explanation_sees_what_is_remembered_and_adds_nothing(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.read("~/.aws/credentials")
    before = read_memory(Path(session.state))
    modules = past.compiled(tmp_path).modules
    deciding = Deciding(modules, outside="unknown", home="/home/dev", links=False, past=KeptPast(Path(session.state)))
    # The program is of another rank here: its facts are others.
    assert deciding.decide("claude-code", None, past.shell("curl https://x.example"))[1].verdict in ("pass", "deny")
    deciding.decide("claude-code", None, past.shell("git push"))
    assert read_memory(Path(session.state)) == before
