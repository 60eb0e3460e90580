"""Every connection that a judge process opens is one of our transport's, whatever the provider's form."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.judge.conftest import Court
from tests.support.model_server import ModelServer

# A judge process in short: every address that anything tries to reach is printed, foreign ones are refused as there.
WATCH = """
import asyncio, json, os, sys
sys.dont_write_bytecode = True
from policyhooks.judge.connections import ours, refuse_foreign
from policyhooks.judge.surroundings import clean_environment
seen = []
def watch(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        seen.append([event, repr(arguments[1:]), ours.get()])
sys.addaudithook(watch)
clean_environment("/nonexistent")
refuse_foreign()
from policyhooks.judge.calls import load_completion
from policyhooks.judge.models import find_model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prompt import Messages
complete = load_completion()
said = []
async def ask():
    for name in json.loads(sys.argv[1]):
        try:
            reply = await complete(find_model(name, json.loads(sys.argv[2])), "k", Messages("s", "u", "n"), 20)
            said.append([name, reply.text, reply.attempts])
        except Undecided as problem:
            said.append([name, problem.cause, problem.attempts])
    await asyncio.sleep(0.5)  # what a library does after an answer, in threads and tasks of its own
asyncio.run(ask())
print(json.dumps({"seen": seen, "said": said}), flush=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def watched() -> dict[str, list[list[object]]]:
    """What was said and which connections were tried, with one server for all forms."""
    with ModelServer() as server:
        root = server.base.removesuffix("/v1")
        models = {
            "openai": {"model": "openai/good", "api_base": server.base},
            "anthropic": {"model": "anthropic/good", "api_base": root},
            "ollama": {"model": "ollama/good", "api_base": root},
            "ollama-chat": {"model": "ollama_chat/good", "api_base": root},
            "proxy": {"model": "litellm_proxy/good", "api_base": server.base},
        }
        command = [sys.executable, "-I", "-c", WATCH, json.dumps(list(models)), json.dumps({"models": models})]
        done = subprocess.run(command, capture_output=True, check=True, timeout=120, text=True)
        found: dict[str, list[list[object]]] = json.loads(done.stdout.splitlines()[-1])
        found["ports"] = [[server.port]]
        return found


def test_every_form_of_provider_is_answered(watched: dict[str, list[list[object]]]) -> None:
    told = {str(name): (text, attempts) for name, text, attempts in watched["said"]}
    assert {name: '"ok": true' in str(text) for name, (text, _) in told.items()} == dict.fromkeys(told, True), told
    assert {attempts for _, attempts in told.values()} == {1}


def test_no_connection_but_the_transports(watched: dict[str, list[list[object]]]) -> None:
    port = str(watched["ports"][0][0])
    assert len(watched["seen"]) >= len(watched["said"])
    assert [one for one in watched["seen"] if not one[2] or port not in str(one[1])] == []


def test_a_foreign_connection_is_refused_in_the_worker(court: Court, new_court: Callable[[], Court]) -> None:
    script = """
import socket
from policyhooks.judge.connections import refuse_foreign
refuse_foreign()
try:
    socket.create_connection(("127.0.0.1", PORT), 5)
    print("open")
except OSError as problem:
    print(type(problem).__name__)
""".replace("PORT", str(court.server.port))
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, check=True, text=True, timeout=60)
    assert done.stdout == "ForeignConnection\n"
