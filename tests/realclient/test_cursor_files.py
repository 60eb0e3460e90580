"""Whether the loader of Cursor's package takes what we write, and refuses what we say that it refuses."""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.clients.catalog import natives
from policyhooks.clients.cursor.loading import refusals
from policyhooks.clients.facts import Handler, install_of, installable
from policyhooks.installation.editing import insert
from policyhooks.installation.entries import Entry, entries_for
from tests.installation.test_loading import LOADED, PIECES, REFUSED
from tests.realclient.conftest import See
from tests.realclient.cursor_files import loaded, play, probed
from tests.realclient.stage import Stage
from tests.support.counts import scaled

pytestmark = [pytest.mark.realclient, pytest.mark.parametrize("client", ["cursor"])]

RULES = """\
  - id: no-launch
    match: {clients: [CLIENT], events: [prompt.submit]}
    when: prompt.text.contains("THE-PROMPT")
    effect: deny
    message: {user: "No launching, says the field rule.", agent: "-"}
"""
# scope, what `cursor --version` says, what the project allows
INSTALLED = [
    ("project", "", ""),
    ("project", "", ">=2.0"),
    ("project", "", ">=2.4"),
    ("project", "", ">=3"),
    ("user", "2.3.41", ""),
    ("user", "2.4.0", ""),
    ("user", "3.15.6", ""),
    ("user", "99.1", ""),
    ("managed", "", ""),
]
PROMPTS: list[dict[str, object]] = [
    {},
    {"model": "small"},
    {"failClosed": True},
    {"matcher": "^(?:Shell|Read)$"},
    {"model": "small", "failClosed": True, "matcher": "^(?:review.*)$", "timeout": 1},
]
VALUES: list[object] = [
    *(None, True, False, 0, 1, -1, 0.5, 2.0, 1e300, "", " ", "x", "command", "prompt", "http", "*", "(", "[", "a{2,1}"),
    *("a|b", "^(?:a)$", "(?<n>a)", "[^]", "\\", [], {}, [1], {"a": 1}, "https://x", "/* */", "a // b"),
]
KEYS = ["type", "command", "prompt", "model", "matcher", "timeout", "loop_limit", "failClosed", "other"]
EVENTS = ["stop", "preToolUse", "workspaceOpen", "postCompact", "PreToolUse", "", "hooks", "afterFileEdit"]


@pytest.mark.parametrize(("scope", "version", "requires"), INSTALLED)
def test_what_install_writes(
    stage: Stage,
    client: str,
    see: See,
    monkeypatch: pytest.MonkeyPatch,
    scope: str,
    version: str,
    requires: str,
) -> None:
    """The file as it stands, with every event: our own hook is started and can read what it is given."""
    programs = stage.folder / "bin"
    programs.mkdir()
    if version:
        (programs / "cursor").write_text(f"#!/bin/sh\necho {version}\n")
        (programs / "cursor").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    config = stage.folder / "config.yaml"
    kind = "apiVersion: policyhooks/v1\nkind: Config\npolicies: [policies/field.yaml]\nclients: [cursor]\n"
    config.write_text(kind + (f'requires: {{clients: {{cursor: "{requires}"}}}}\n' if requires else ""))
    file = stage.install(RULES, "--every-event", "--config", str(config), scope=scope)
    events = json.loads(file.read_text())["hooks"]
    assert ("preToolUse" in events) is (version != "2.3.41" and requires != ">=2.0")
    stage.play(prompt="THE-PROMPT")
    theirs = {str(one["event"]): str(one["verdict"]) for one in stage.records() if "agent-" in str(one.get("session"))}
    assert theirs["prompt.submit"] == "deny", theirs
    wanted = f", {version} is installed" if version else f", the project allows {requires}" if requires else ""
    see(client, f"install --every-event, {scope} file{wanted}", f"loaded whole, {len(events)} events")


def _written() -> Iterator[str]:
    """Files of one entry for each event, of all entries, of prompt entries with each key and with hostile texts."""

    def command(native: str, seconds: int) -> str:
        return f"{{ /s//bin/hook cursor {native} {seconds} || {{ echo 'https://x /* */'; exit 2; }}; }}"

    chance = random.Random(18)
    mine = [native for native in natives("cursor") if installable("cursor", native, ())]
    for native in mine:
        yield insert("cursor", None, entries_for("cursor", [native], command))
    foreign = '{\n    "version": 1,\n    "hooks": {"stop": [{"command": "./theirs"}]}\n}\n'
    facts = install_of("cursor").prompts
    assert facts is not None
    asked = [native for native in mine if native not in facts.unsupported]
    for native in asked:
        entries = []
        for more in PROMPTS:
            text = "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 9)))
            value = {"type": "prompt", "prompt": f"{text} $ARGUMENTS\n\n(policyhooks rule a/b)", "timeout": 5, **more}
            entries.append(Entry(native, Handler(value)))
        yield insert("cursor", chance.choice([None, foreign]), entries)


def test_every_entry_that_we_write(stage: Stage, client: str, see: See) -> None:
    texts = [text for text in _written() if '"sessionStart"' not in text]
    taken = loaded(stage, texts)
    assert all(taken), [text for text, ok in zip(texts, taken, strict=True) if not ok]
    see(
        client, "an entry at each event; prompt entries with each key, hostile texts, beside foreign ones", "all loaded"
    )


def test_each_refusal_is_one_of_the_loader(stage: Stage, client: str, see: See) -> None:
    """The rows from which doctor's reading was made, on the loader itself."""
    mark = stage.folder / "mark"
    refused = [text for text, _ in REFUSED if probed(text, mark) and "/*" not in text]
    known = [text for text in LOADED if probed(text, mark)]
    taken = loaded(stage, [*refused, *known])
    assert [text for text, ok in zip(refused, taken, strict=False) if ok] == []
    assert [text for text, ok in zip(known, taken[len(refused) :], strict=True) if not ok] == []
    see(client, "files that doctor calls refused", "dropped whole")
    see(client, "files with comments, unknown keys, unusual values that doctor calls loadable", "loaded")


def test_a_comment_is_cut_out_of_a_string(stage: Stage, client: str, see: See) -> None:
    """Such a file is loaded, and says something else than it seems to: refused for doctor, and never written by us."""
    mark = stage.folder / "cut"
    text = json.dumps({"version": 1, "hooks": {"sessionStart": [{"command": f"touch {mark}/* b */c"}]}})
    assert refusals(text)
    play(stage, [text])
    assert mark.with_name("cutc").exists()
    ours = Handler({"command": f"touch '{mark}'/*d*/e || touch {mark}d"})
    escaped = insert("cursor", None, [Entry("sessionStart", ours)])
    play(stage, [escaped])
    assert mark.with_name("cutd").exists()
    see(client, "`/* */` inside a string", "is cut out of it, and the rest is run; as we write it, it stays")


def _random_file(chance: random.Random) -> str:
    entry: dict[str, object] = chance.choice([{"command": "x"}, {"type": "prompt", "prompt": "ok?"}])
    for _ in range(chance.randint(0, 2)):
        entry = {**entry, chance.choice(KEYS): chance.choice(VALUES)}
    event = chance.choice(EVENTS) if chance.random() < 0.2 else "stop"
    document = {"version": chance.choice(VALUES) if chance.random() < 0.1 else 1, "hooks": {event: [entry]}}
    text = json.dumps(document, indent=chance.choice([None, 2]))
    if chance.random() < 0.2:
        at = chance.randint(0, len(text))
        text = text[:at] + chance.choice(["// c\n", "/* c */", "//", "/*", " ", "\n", ","]) + text[at:]
    return text


def test_doctor_reads_random_files_as_the_loader_does(stage: Stage, client: str, see: See) -> None:
    seed = int(os.environ.get("POLICYHOOKS_SEED") or random.randrange(10**6))
    chance = random.Random(seed)
    texts: list[str] = []
    while len(texts) < scaled(800):
        text = _random_file(chance)
        file = probed(text, Path("/mark"))
        # What stands inside a string is cut out, and the rest may load or not: doctor calls both refused.
        if file and not any("stripped as a comment" in reason for reason in refusals(file)):
            texts.append(text)
    ours = [not refusals(probed(text, Path("/mark"))) for text in texts]
    taken = loaded(stage, texts)
    other = [(text, ok) for text, mine, ok in zip(texts, ours, taken, strict=True) if mine is not ok]
    assert not other, f"seed {seed}: (file, whether the loader takes it) {other}"
    assert any(taken)
    assert not all(taken)
    see(client, "random files, with random faults", "loaded and dropped as doctor says, each of them")
