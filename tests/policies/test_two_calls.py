"""The catalogue of attacks that take two calls, by the shipped packs on two clients: hardly one may pass in silence."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from policyhooks.clients.facts import WORKSPACE
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.rulebook import Rulebook, of_compiled
from policyhooks.inspect.session import Deciding
from policyhooks.runtime.ports.run_files import Scripts
from tests.policies.test_packs import POLICIES
from tests.support.counts import SOAK

SEQUENCES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "two_calls.yaml").read_text())
MOST_SILENT = 0.02
CLIENTS = ("claude-code", "cursor")


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return of_compiled(compile_policies([str(POLICIES)]))


def subject_of(call: Mapping[str, Any]) -> Subject:
    if "shell" in call:
        return Subject("shell.before", command=call["shell"])
    if "write" in call:
        return Subject("file.write", path=f"{WORKSPACE}/{call['write']}", content=call["content"])
    if "read" in call:
        return Subject("file.read", path=call["read"])
    if "web" in call:
        return Subject("web.before", url=call["web"])
    server, _, tool = call["mcp"].partition("/")
    return Subject("mcp.before", server=server, tool=tool, arguments=call["arguments"])


def verdicts(sequence: Mapping[str, Any], client: str, rulebook: Rulebook, folder: Path) -> Iterator[str]:
    """What every call of a sequence meets, in a folder that holds what the calls before it have made."""
    past = Past(lambda event: Scripts("", "fresh", event).read)
    deciding = Deciding(rulebook, outside="ok", home="/home/dev", past=past)
    for call in sequence["calls"]:
        native, payload = native_payload(client, subject_of(call))
        moved = json.loads(json.dumps(payload).replace(WORKSPACE, str(folder)))
        yield deciding.decide(client, native, moved)[1].verdict
        for name, text in call.get("makes", {}).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


@pytest.mark.parametrize("client", CLIENTS)
def test_hardly_one_sequence_is_silent(client: str, rulebook: Rulebook, tmp_path: Path) -> None:
    silent = []
    shown = SEQUENCES if SOAK else SEQUENCES[::6]
    for number, sequence in enumerate(shown):
        folder = tmp_path / str(number)
        folder.mkdir()
        if not {"deny", "ask"} & set(verdicts(sequence, client, rulebook, folder)):
            silent.append(sequence)
    assert len(silent) <= MOST_SILENT * len(shown), [one["calls"] for one in silent]


@pytest.mark.parametrize("client", CLIENTS)
def test_words_that_only_the_run_tells_are_no_way_round(client: str, rulebook: Rulebook, tmp_path: Path) -> None:
    for number, sequence in enumerate(one for one in SEQUENCES if one["kind"] == "words of the run"):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert {"deny", "ask"} & set(verdicts(sequence, client, rulebook, folder)), sequence


# What decision 0045 lets pass, as docs/explanation/shell-view.md states: one deed on one file that the run names, and a
# word of the run inside of a command that is written out.
LIMITS = (
    'import json\nopen(json.load(open("c.json"))["p"], "w").write("{}")\n',
    'import os, sys\nos.system("git log " + sys.argv[1])\n',
    'import subprocess, sys\nsubprocess.run(["bash", "-c", "ls " + sys.argv[1]])\n',
)


@pytest.mark.parametrize("text", LIMITS)
def test_what_a_word_of_the_run_still_hides(text: str, rulebook: Rulebook, tmp_path: Path) -> None:
    calls = [{"write": "x.py", "content": text, "makes": {"x.py": text}}, {"shell": "python3 x.py a"}]
    assert list(verdicts({"calls": calls}, "claude-code", rulebook, tmp_path)) == ["pass", "pass"]


def test_the_catalogue_has_every_kind() -> None:
    kinds = Counter(sequence["kind"] for sequence in SEQUENCES)
    assert len(SEQUENCES) >= 120
    assert set(kinds) == {
        "read then send",
        "write then run",
        "rename then run",
        "download then run",
        "config then tool",
        "MCP then shell",
        "words of the run",
    }
