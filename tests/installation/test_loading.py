"""Cursor drops a whole file for one thing that its loader does not accept: what we write is never such a thing."""

import json
import random
import re

import pytest

from policyhooks.clients.catalog import natives
from policyhooks.clients.cursor import loading
from policyhooks.clients.cursor.loading import ACCEPTED, doubts, refusals
from policyhooks.clients.facts import Handler, installable
from policyhooks.clients.registry import CLIENTS
from policyhooks.doctor.refusal import loadable
from policyhooks.installation.documents import without_comment_marks, write
from policyhooks.installation.editing import check_document, insert, strip
from policyhooks.installation.entries import Entry, entries_for, events_to_install
from policyhooks.installation.places import locate
from tests.support.counts import scaled

PIECES = ["//", "/*", "*/", "https://acme.example/a", "/", "*", "\\", '"', "\n", " ", "a", "é", "{", "}"]
GOOD = {"version": 1, "hooks": {"stop": [{"command": "x"}]}}


def _text(chance: random.Random) -> str:
    return "".join(chance.choice(PIECES) for _ in range(chance.randint(0, 7)))


def _command(native: str, seconds: int) -> str:
    return f"/usr/bin/python3 -I -S /s//hook.py cursor {native} {seconds} || {{ echo 'https://x /* */' >&2; exit 2; }}"


def _entry(command: object = "x", **fields: object) -> str:
    return json.dumps({"version": 1, "hooks": {"stop": [{"command": command, **fields}]}})


# What the loader of @cursor/sdk 1.0.32 refused when it was run, each with a part of our reason.
REFUSED: list[tuple[str, str]] = [
    (json.dumps({"version": 1, "hooks": {"postCompact": [{"command": "x"}]}}), "`postCompact` is not an event"),
    (json.dumps({"version": 1, "hooks": {"PreToolUse": [{"command": "x"}]}}), "`PreToolUse` is not an event"),
    (json.dumps({"version": 1, "hooks": {"stop": None}}), "not a list"),
    (json.dumps({"version": 1, "hooks": {"stop": [1]}}), "not an object"),
    (json.dumps({"version": 1, "hooks": []}), "`hooks` is not an object"),
    (json.dumps({"version": 1}), "`hooks` is not an object"),
    (json.dumps({"hooks": {}}), "`version`"),
    (json.dumps({"version": "1", "hooks": {}}), "`version`"),
    (json.dumps({"version": 0, "hooks": {}}), "`version`"),
    (json.dumps({"version": 1.5, "hooks": {}}), "`version`"),
    (json.dumps([]), "not a JSON object"),
    ("{", "not JSON"),
    ("\ufeff" + json.dumps(GOOD), "byte order mark"),
    (_entry("curl https://x"), "line 1 has `//`"),
    (json.dumps({**GOOD, "note": "see https://x"}, indent=1), "line 10 has `//`"),
    (_entry("a /* b */ c"), "inside a string"),
    (_entry(5), "no `command`"),
    (json.dumps({"version": 1, "hooks": {"stop": [{"type": "prompt", "prompt": " "}]}}), "no `prompt`"),
    (json.dumps({"version": 1, "hooks": {"stop": [{"type": "http", "url": "x"}]}}), "neither command nor prompt"),
    (_entry(timeout=0), "`timeout`"),
    (_entry(timeout="30"), "`timeout`"),
    (_entry(loop_limit=0), "`loop_limit`"),
    (_entry(loop_limit=1.5), "`loop_limit`"),
    (_entry(failClosed=1), "`failClosed`"),
    (_entry(matcher="("), "`matcher`"),
    (_entry(matcher={"tools": []}), "`matcher`"),
]
LOADED = [
    json.dumps(GOOD),
    "// a comment\n" + json.dumps(GOOD, indent=2).replace("{\n", "{ /* another */\n", 1),
    _entry(""),
    _entry(timeout=2.5, loop_limit=None, failClosed=False, matcher="Shell|Read"),
    _entry(matcher="*"),
    _entry(matcher="(?<name>a)[^]"),
    json.dumps({"version": 2, "hooks": {"stop": []}, "more": [1]}),
    json.dumps({"version": 1, "hooks": {"workspaceOpen": [{"command": "x"}]}}),
    '{"version": 1, "hooks": {"stop": [{"command": "curl https:\\/\\/x"}]}}',
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_refused(text: str, reason: str) -> None:
    assert any(reason in one for one in refusals(text)), refusals(text)


@pytest.mark.parametrize("text", LOADED)
def test_loaded(text: str) -> None:
    assert refusals(text) == []


@pytest.mark.parametrize("text", [text for text, _ in REFUSED if text.strip("\ufeff")[:1] == "{" and text != "{"])
def test_a_refused_file_can_be_made_loadable(text: str) -> None:
    repaired = loadable(text, loading)
    assert refusals(repaired) == []
    old = json.loads(text.strip("\ufeff"))
    if isinstance(old.get("hooks"), dict):
        kept = json.loads(repaired)["hooks"]
        assert all(entry in old["hooks"][native] for native, entries in kept.items() for entry in entries)


def test_an_event_of_newer_versions_alone_is_a_doubt() -> None:
    text = json.dumps({"version": 1, "hooks": {"workspaceOpen": [], "stop": []}})
    assert refusals(text) == []
    assert [one.split()[0] for one in doubts(text)] == ["`workspaceOpen`"]
    assert doubts(json.dumps(GOOD)) == []


def test_only_what_every_supported_loader_accepts_is_installed() -> None:
    every = [("cursor", native) for native in natives("cursor")]
    installed = events_to_install("cursor", every)
    assert set(installed) == set(natives("cursor")) - {"postCompact", "workspaceOpen"}
    assert set(installed) <= set(ACCEPTED)
    assert set(ACCEPTED) <= set(natives("cursor")), "what it accepts, the catalog knows"
    text = insert("cursor", None, entries_for("cursor", installed, _command))
    assert refusals(text) == doubts(text) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_every_event_that_can_be_installed_is_one_of_the_client(client: str) -> None:
    chosen = [native for native in natives(client) if installable(client, native)]
    assert events_to_install(client, [(client, native) for native in natives(client)]) == chosen


def test_random_entries_load_as_they_were_meant_and_go_without_a_trace() -> None:
    chance = random.Random(7)
    place = locate("cursor", "project", "/w", "/s")
    for _ in range(scaled(4000)):
        ours = [
            Entry(
                "stop", Handler({"type": "prompt", "prompt": f"{_text(chance)}(policyhooks rule a/b)", "timeout": 3})
            ),
            *entries_for("cursor", ["preToolUse", "stop"], lambda native, seconds: _command(native, seconds)),
        ]
        chance.shuffle(ours)
        foreign = {"version": 1, "hooks": {"stop": [{"command": "./theirs"}]}, "note": _text(chance)}
        before = chance.choice([None, json.dumps(foreign), json.dumps(foreign, indent=chance.choice([1, 4]))])
        after = insert("cursor", before, ours)
        added = after if before is None else after[: len(after) - len(before)]
        check_document(place.file, after)
        hooks = json.loads(after)["hooks"]
        for entry in ours:
            assert entry.value in hooks[entry.native]
        if before is None or not refusals(before):
            assert refusals(after) == []
        if before is None:
            assert not re.search(r"//|/\*|\*/", added)
        else:
            assert strip(after) == before


def test_the_same_values_without_comment_marks() -> None:
    chance = random.Random(8)
    for _ in range(scaled(20_000)):
        value = {_text(chance): [_text(chance), {"a": _text(chance)}]}
        for indent in (None, "  "):
            text = write(value, indent, plain=False)
            assert json.loads(text) == value
            assert not re.search(r"//|/\*|\*/", text)
            assert without_comment_marks(text) == text
            assert write(value, indent) == json.dumps(value, ensure_ascii=False, indent=indent)


@pytest.mark.parametrize("client", [client for client in CLIENTS if client != "cursor"])
def test_other_clients_files_are_written_plainly(client: str) -> None:
    entry = Entry("PreToolUse", Handler({"type": "command", "command": "https://x"}, grouped=True))
    assert '"https://x"' in insert(client, None, [entry])
