"""Right answers through the installed hook of two clients, from servers in the words of four vendors."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable

import pytest

from policyhooks.installation.command_line import personal_command
from policyhooks.judge.control import tell
from tests.judge.conftest import Court
from tests.judge.test_hook import TIMEOUT_S, Hook, decision, judged

FORMS = ("openai", "anthropic", "ollama", "ollama_chat", "litellm_proxy")


@pytest.fixture(scope="module")
def hook(new_court: Callable[[], Court]) -> Hook:
    court = new_court()
    root = court.server.base.removesuffix("/v1")
    models = {
        form: {"model": f"{form}/good", "api_base": root if form[0] in "ao" and form != "openai" else court.server.base}
        for form in FORMS
    }
    made = Hook(court, list(FORMS), models=models)
    made.run("deploy-openai now", timeout=60)
    end = time.monotonic() + 120
    while not (tell(court.folder, "status") or {}).get("loaded") and time.monotonic() < end:
        time.sleep(0.1)
    return made


@pytest.mark.parametrize("form", FORMS)
def test_claude_code(hook: Hook, form: str) -> None:
    assert decision(hook.run(f"deploy-{form} now", session="forms")) is None
    assert (judged(hook, form)["outcome"], judged(hook, form)["name"]) == ("ok", f"{form}/good")


@pytest.mark.parametrize("form", FORMS)
def test_cursor(hook: Hook, form: str) -> None:
    command = personal_command(hook.state, "cursor", "beforeShellExecution", TIMEOUT_S)
    payload = {
        "conversation_id": "c",
        "generation_id": "g",
        "hook_event_name": "beforeShellExecution",
        "workspace_roots": ["/w"],
        "cursor_version": "2.4.0",
        "command": f"deploy-{form} now",
        "cwd": "/w",
    }
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=json.dumps(payload).encode(), capture_output=True, timeout=TIMEOUT_S
    )
    assert done.returncode == 0, done
    assert json.loads(done.stdout)["permission"] == "allow"
    assert (judged(hook, form)["outcome"], judged(hook, form)["name"]) == ("ok", f"{form}/good")
