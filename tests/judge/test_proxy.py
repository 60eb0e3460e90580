"""Models behind a real litellm proxy on this machine, through the real worker: answers, and causes that are right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.judge.conftest import Court
from tests.judge.test_hook import DECISIONS, Hook, decision, judged
from tests.support.model_server import free_port

ROOT = Path(__file__).resolve().parents[2]
PROXY = Path(os.environ.get("POLICYHOOKS_LITELLM_PROXY", ROOT / ".venv" / "proxy" / "bin" / "litellm"))
READY_S = 300.0
MASTER, CENTRAL = "sk-master-of-the-team", "sk-central-of-the-provider"

# What stands behind a name: (outcome, causes that are right). The proxy keeps neither a refusal nor a Retry-After.
BEHIND = {
    "good": ("ok", ("",)),
    "bad": ("not_ok", ("",)),
    "full": ("not_ok", ("",)),
    "no-schema": ("ok", ("",)),
    "401": ("unknown", ("auth",)),
    "forbidden": ("unknown", ("auth",)),
    "quota": ("unknown", ("quota",)),
    "429": ("unknown", ("rate-limited",)),
    "500-storm": ("unknown", ("transport",)),
    "too-long": ("unknown", ("too-long",)),
    "content-policy": ("unknown", ("refused",)),
    "unknown-model": ("unknown", ("unknown-model",)),
    "refusal": ("unknown", ("refused", "unparsable")),
    "prose": ("unknown", ("unparsable",)),
    "hang": ("unknown", ("timeout",)),
}

pytestmark = pytest.mark.skipif(not PROXY.exists(), reason="litellm's proxy is not installed: make proxy")


@pytest.fixture(scope="module")
def court(new_court: Callable[[], Court]) -> Court:
    return new_court()


@pytest.fixture(scope="module")
def proxy(court: Court, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a proxy whose models are a misbehaving server's; it holds the provider's key, we its own."""
    folder = tmp_path_factory.mktemp("proxy")
    port = free_port()
    models = [
        {
            "model_name": name,
            "litellm_params": {"model": f"openai/{name}", "api_base": court.server.base, "api_key": CENTRAL},
        }
        for name in BEHIND
    ]
    settings = {"litellm_settings": {"num_retries": 0}, "general_settings": {"master_key": MASTER}}
    (folder / "config.yaml").write_text(json.dumps({"model_list": models, **settings}))
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_MODE": "PRODUCTION",
    }
    words = [str(PROXY), "--config", "config.yaml", "--host", "127.0.0.1", "--port", str(port), "--num_workers", "1"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        wait_until_ready(f"http://127.0.0.1:{port}/health/liveliness", process, folder / "log")
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until_ready(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + READY_S
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            assert process.poll() is None, log.read_text()[-2000:]
            assert time.monotonic() < end, "the proxy does not start"
            time.sleep(0.5)
        else:
            return


def config(proxy: str, *names: str) -> dict[str, object]:
    models = {name: {"model": f"litellm_proxy/{name}", "api_base": proxy, "api_key_env": "PROXY_KEY"} for name in names}
    return {"models": models, "breaker": False}


def test_what_stands_behind_the_proxy_is_told(court: Court, proxy: str) -> None:
    court.hostile["PROXY_KEY"] = MASTER
    wrong = []
    for name, (outcome, causes) in BEHIND.items():
        seconds = 8 if name == "hang" else 100  # the proxy imports a part of itself at its first question
        asked = court.ask_outside(name, 130, config=config(proxy, name), timeout_ms=seconds * 1000)
        if asked["outcome"] != outcome or asked["cause"] not in causes:
            wrong.append((name, asked))
    assert wrong == []
    assert court.server.trapped == []
    sent = b"".join(court.server.requests)
    assert CENTRAL.encode() in sent  # of the proxy
    assert MASTER.encode() not in sent


@pytest.mark.parametrize("key", ["sk-of-somebody-else", "not even a key"])
def test_a_key_that_the_proxy_does_not_know(court: Court, proxy: str, key: str) -> None:
    """Without a database it cannot look keys up, and says 400."""
    court.hostile["PROXY_KEY"] = key
    asked = court.ask_outside("good", 130, config=config(proxy, "good"), timeout_ms=100_000)
    assert (asked["cause"], asked["attempts"]) == ("auth", 1), asked
    assert "PROXY_KEY" in asked["reason"]
    assert key not in asked["reason"]


def test_a_model_that_the_proxy_does_not_have(court: Court, proxy: str) -> None:
    court.hostile["PROXY_KEY"] = MASTER
    asked = court.ask_outside("nosuch", 130, config=config(proxy, "nosuch"), timeout_ms=100_000)
    assert (asked["cause"], asked["attempts"]) == ("unknown-model", 1), asked


def test_through_the_installed_hook(
    new_court: Callable[[], Court], proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROXY_KEY", MASTER)
    names = ["good", "bad", "quota"]
    hook = Hook(new_court(), names, models=config(proxy, *names)["models"])
    for name in names:
        told = {}
        end = time.monotonic() + 150  # a busy machine loads for long: asked until the worker is there
        while told.get("outcome") != BEHIND[name][0] or told.get("cause", "") not in BEHIND[name][1]:
            assert time.monotonic() < end, told
            done = hook.run(f"deploy-{name} now", session=name)
            told = judged(hook, name)
        assert decision(done) == DECISIONS[BEHIND[name][0]]
        assert told["name"] == f"litellm_proxy/{name}"
