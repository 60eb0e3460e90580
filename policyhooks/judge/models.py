"""The models that the Config names: where they are, which variable holds their key, how they answer.

Read from the compiled-in Config alone. It knows neither litellm nor the environment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from policyhooks.judge.opinion import Undecided
from policyhooks.runtime.ports.judging import HOW_TO_CONFIGURE

ANSWERS = ("auto", "bounded", "schema", "json", "text")
# What `params` may hand to a call. Everything else could undo the deadline, the retries or the address.
CALL_PARAMS = (
    "frequency_penalty", "max_completion_tokens", "max_tokens", "presence_penalty", "reasoning_effort", "seed",
    "temperature", "top_k", "top_p", "api_version",
)  # fmt: skip
# What `params` may say about the model itself.
OWN_PARAMS = (
    "answers", "ca_file", "input_cost_per_million", "output_cost_per_million", "prompt_cache", "thinking_tokens",
)  # fmt: skip
_WORDS: Mapping[type, str] = {int: "number of tokens", bool: "true or false"}
T = TypeVar("T", int, bool)
DEFAULTS: dict[str, object] = {"temperature": 0, "max_tokens": 300}


@dataclass(frozen=True, slots=True)
class Model:
    """One model. `answers` says how its output is held to the schema; prices are dollars per million tokens."""

    alias: str
    name: str
    api_base: str | None = None
    api_key_env: str | None = None
    answers: str = "auto"
    ca_file: str | None = None
    prices: tuple[float, float] | None = None
    thinking_tokens: int | None = None  # None: as litellm's table and the model itself say
    prompt_cache: bool | None = None  # None: where the provider takes marks
    params: Mapping[str, object] = field(default_factory=dict)

    def identity(self) -> str:
        """Everything that makes two calls the same, for the cache and the breaker."""
        settings = [self.name, self.api_base, self.answers, self.thinking_tokens, sorted(self.params.items())]
        return json.dumps(settings, default=str)

    def settings(self) -> dict[str, object]:
        """The model as a Config has it, to be found again by; it holds the name of a key, never a key."""
        own: dict[str, object] = {
            "answers": self.answers, "thinking_tokens": self.thinking_tokens, "prompt_cache": self.prompt_cache,
            "ca_file": self.ca_file,
        }  # fmt: skip
        if self.prices is not None:
            own |= dict(zip(("input_cost_per_million", "output_cost_per_million"), self.prices, strict=True))
        params = {**self.params, **{name: value for name, value in own.items() if value is not None}}
        told = {"model": self.name, "api_base": self.api_base, "params": params}
        return {name: value for name, value in told.items() if value is not None}


def find_model(alias: str, config: Mapping[str, object]) -> Model:
    """The model behind an alias, or the litellm name itself when it has a provider. Raises Undecided."""
    models = config.get("models")
    settings = models.get(alias) if isinstance(models, dict) else None
    if settings is None and "/" in alias:
        settings = {"model": alias}
    if not isinstance(settings, dict) or not isinstance(settings.get("model"), str):
        raise Undecided("no-model", f"no model is configured for `{alias}`: {HOW_TO_CONFIGURE}")
    params = settings.get("params") or {}
    unusable = sorted(set(params) - {*CALL_PARAMS, *OWN_PARAMS})
    if unusable:
        raise Undecided("config", f"model `{alias}` has params that cannot be set: {', '.join(unusable)[:200]}")
    answers = params.get("answers", "auto")
    if answers not in ANSWERS:
        raise Undecided("config", f"model `{alias}` has an `answers` that is none of {', '.join(ANSWERS)}")
    return Model(
        alias=alias,
        name=settings["model"],
        api_base=settings.get("api_base"),
        api_key_env=settings.get("api_key_env"),
        answers=answers,
        ca_file=params.get("ca_file"),
        prices=_prices(params),
        thinking_tokens=_typed(alias, params, "thinking_tokens", int),
        prompt_cache=_typed(alias, params, "prompt_cache", bool),
        params={**DEFAULTS, **{key: value for key, value in params.items() if key in CALL_PARAMS}},
    )


def key_of(model: Model, keys: Mapping[str, str]) -> str | None:
    """The key's value. Raises Undecided when its variable was not set where the hook ran."""
    if model.api_key_env is None:
        return None
    value = keys.get(model.api_key_env)
    if not value:
        raise Undecided("no-key", f"model `{model.alias}` needs the environment variable {model.api_key_env}")
    return value


def _typed(alias: str, params: Mapping[str, object], name: str, kind: type[T]) -> T | None:
    """A setting of our own; None where it is absent. Raises Undecided where it is something else."""
    value = params.get(name)
    if value is None or (type(value) is kind and value >= 0):
        return value
    raise Undecided("config", f"model `{alias}` has a `{name}` that is no {_WORDS[kind]}")


def _prices(params: Mapping[str, object]) -> tuple[float, float] | None:
    given = params.get("input_cost_per_million"), params.get("output_cost_per_million")
    if isinstance(given[0], int | float) and isinstance(given[1], int | float):
        return float(given[0]), float(given[1])
    return None
