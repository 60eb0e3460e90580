"""A script that is written in one call and run in the next, with the real client: stopped, with the reason."""

import json

import pytest

from tests.realclient.conftest import See
from tests.realclient.stage import Stage

pytestmark = [pytest.mark.realclient, pytest.mark.parametrize("client", ["claude-code"])]

GUARDED = """\
  - id: guarded
    match: {clients: [CLIENT], events: [shell.before], commands: [tr]}
    effect: deny
    message: {user: "No.", agent: "Not in a script either, says the field rule."}
"""
REASON, PRINTS = "Not in a script either, says the field rule.", "onetwo"
SCRIPTS = {
    "steps.sh": ("echo one two | tr -d ' '\n", "bash steps.sh"),
    "again.sh": ("#!/bin/sh\necho one two | tr -d ' '\n", "sh ./again.sh 2>&1"),
    "steps.py": ("import os\nos.system(\"echo one two | tr -d ' '\")\n", "python3 steps.py"),
    "Makefile": ("all:\n\techo one two | tr -d ' '\n", "make"),
}


def test_a_script_that_is_written_and_then_run(stage: Stage, client: str, see: See) -> None:
    stage.install(GUARDED)
    turns: list[dict[str, object]] = []
    for name, (text, command) in SCRIPTS.items():
        path = str(stage.project / name)
        turns += [{"call": "Write", "with": {"file_path": path, "content": text}}, stage.driver.call(command)]
    fine = str(stage.project / "fine.sh")
    turns += [
        {"call": "Write", "with": {"file_path": fine, "content": "echo all is $((40 + 2))\n"}},
        stage.driver.call("bash fine.sh"),
    ]
    played = stage.play(*turns, prompt="Write the scripts and run them.")
    told = played.lane("main")[-1]
    for name, (text, _) in SCRIPTS.items():
        assert (stage.project / name).read_text() == text, "it was written: that alone does no harm"
    assert PRINTS not in told
    assert told.count(REASON) == len(SCRIPTS)
    assert "all is 42" in told, "a script that does nothing guarded runs"
    denied = [json.dumps(record) for record in stage.records() if record.get("verdict") == "deny"]
    assert len(denied) == len(SCRIPTS)
    assert all("field.rules/guarded" in record for record in denied)
    see(client, "a script that is written and then run", "stopped with the reason, in four ways of running it")
