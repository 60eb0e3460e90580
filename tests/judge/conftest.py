"""One model server and one real worker for all tests of a test process; the worker loads for seconds.

The worker is started by a process whose environment tries everything to redirect it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from policyhooks.judge import place
from policyhooks.judge.control import tell
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest, ask
from tests.support.model_server import ModelServer

ADDRESSES = """
OPENAI_BASE_URL OPENAI_API_BASE OPENAI_PROXY ANTHROPIC_BASE_URL ANTHROPIC_API_BASE AZURE_API_BASE AZURE_OPENAI_ENDPOINT
GEMINI_API_BASE GOOGLE_GEMINI_BASE_URL MISTRAL_API_BASE GROQ_API_BASE OLLAMA_API_BASE OPENROUTER_API_BASE HF_ENDPOINT
LITELLM_API_BASE LITELLM_PROXY_API_BASE LITELLM_MODEL_COST_MAP_URL HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy
https_proxy all_proxy FTP_PROXY OTEL_EXPORTER_OTLP_ENDPOINT LANGFUSE_HOST
"""
# What an attacker would set to have a copy of prompts and keys; {trap} is a port that must stay silent.
HOSTILE = {
    **dict.fromkeys(ADDRESSES.split(), "http://127.0.0.1:{trap}/v1"),
    "SSL_CERT_FILE": "/nonexistent/ca.pem",
    "SSL_CERT_DIR": "/nonexistent",
    "REQUESTS_CA_BUNDLE": "/nonexistent/ca.pem",
    "CURL_CA_BUNDLE": "/nonexistent/ca.pem",
    "SSLKEYLOGFILE": "{folder}/keys.log",
    "NO_PROXY": "",
    "LITELLM_LOG": "DEBUG",
    "LITELLM_MODE": "DEV",
    "LITELLM_SET_VERBOSE": "True",
    "OPENAI_API_KEY": "sk-from-the-environment",
    "PYTHONPATH": "{folder}",
    "PYTHONSTARTUP": "{folder}/start.py",
    "NETRC": "{folder}/netrc",
}

ASK = """
import json, sys, time
from policyhooks.runtime.ports.judging import JudgeRequest, ask
row, state, seconds = json.loads(sys.argv[1]), sys.argv[2], float(sys.argv[3])
outcomes = ask([JudgeRequest(**row)], state=state, deadline=time.monotonic() + seconds)
print(json.dumps([outcome.__dict__ for outcome in outcomes]))
"""


class Court:
    """A state folder with a real judge behind it, and the model server it asks."""

    def __init__(self, state: Path, server: ModelServer, hostile: dict[str, str]) -> None:
        self.state = state
        self.server = server
        self.hostile = hostile
        self.folder = place.prepare(state)

    def request(self, model: str, **fields: Any) -> JudgeRequest:
        defaults: dict[str, Any] = {
            "rule_id": "tests/rule",
            "digest": "d",
            "prompt": "Only harmless commands. $ARGUMENTS",
            "model": model,
            "input": {"command": "ls"},
            "event": "shell.before",
            "client": "cursor",
            "timeout_ms": 10_000,
            "config": self.server.config(model, breaker=False),
        }
        return JudgeRequest(**{**defaults, **fields})

    def ask(self, model: str, seconds: float = 20.0, **fields: Any) -> JudgeOutcome:
        """One outcome from the real worker, asked in this process."""
        return ask([self.request(model, **fields)], state=str(self.state), deadline=time.monotonic() + seconds)[0]

    def ask_outside(self, model: str, seconds: float = 40.0, **fields: Any) -> dict[str, Any]:
        """One outcome, asked by a process in the hostile environment."""
        row = json.dumps(self.request(model, **fields).__dict__)
        done = subprocess.run(
            [sys.executable, "-I", "-c", ASK, row, str(self.state), str(seconds)],
            env=self.hostile,
            capture_output=True,
            check=True,
            timeout=seconds + 20,
        )
        assert not done.stderr
        outcome: dict[str, Any] = json.loads(done.stdout)[0]
        return outcome

    def worker_pid(self) -> int:
        answer = tell(self.folder, "status")
        assert answer is not None
        return int(str(answer["pid"]))

    def close(self) -> None:
        answer = tell(self.folder, "status")
        if answer is not None:
            os.kill(int(str(answer["pid"])), signal.SIGKILL)


@pytest.fixture(scope="session")
def new_court(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Court]]:
    """Makes state folders with a judge of their own; all workers are ended afterwards."""
    courts: list[Court] = []
    with ModelServer() as server:

        def make() -> Court:
            folder = tmp_path_factory.mktemp("court")
            words = {"trap": str(server.trap_port), "folder": str(folder)}
            hostile = {name: value.format(**words) for name, value in HOSTILE.items()}
            courts.append(Court(folder / "state", server, hostile))
            return courts[-1]

        yield make
        for court in courts:
            court.close()


@pytest.fixture(scope="session")
def court(new_court: Callable[[], Court]) -> Court:
    """The shared judge, loaded, its worker started from the hostile environment."""
    made = new_court()
    outcome = made.ask_outside("good", seconds=150)  # a busy machine loads for long
    assert outcome["outcome"] == "ok", outcome
    return made
