"""What a Config binds for prompt rules: models, what they may spend, and what a team shares. Types only."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue, StrictStr, WithJsonSchema

from policyhooks.compiler.model.fields import Duration, EnvName, Model, Reference, Words
from policyhooks.compiler.model.program_words import refuse

FullGlob = Annotated[Words, Field(pattern=r"^[a-z0-9*?._{},!\[\]-]+/[a-z0-9*?._{},!\[\]-]+$")]
# Without TLS only where nobody else listens: what is sent are a password and reasons.
REDIS = r"^(redis://(localhost|127\.0\.0\.1|\[::1\])|rediss://[A-Za-z0-9.-]+)(:[0-9]{1,5})?(/[0-9]{1,3})?$"


def check_redis(value: str) -> str:
    """An address that sends nothing in clear to another machine, and holds no password."""
    if not re.match(REDIS, value) or value.endswith("\n"):
        raise refuse(
            "write it as `rediss://HOST:PORT/NUMBER` without user or password (`user`, `password_env`); "
            "`redis://` only where HOST is this machine"
        )
    return value


RedisAddress = Annotated[StrictStr, AfterValidator(check_redis), WithJsonSchema({"type": "string", "pattern": REDIS})]

ModelParam = Literal[
    "answers", "api_version", "ca_file", "frequency_penalty", "input_cost_per_million", "max_completion_tokens",
    "max_tokens", "output_cost_per_million", "presence_penalty", "prompt_cache", "reasoning_effort", "seed",
    "temperature", "thinking_tokens", "top_k", "top_p",
]  # fmt: skip


class JudgeModel(Model):
    """A model behind an alias."""

    model: Words = Field(description="A litellm model name.", examples=["openai/some-model"])
    api_base: Words | None = Field(None, description="Where it is.", examples=["https://llm.acme.example/v1"])
    api_key_env: EnvName | None = Field(
        None, description="The environment variable that holds the key.", examples=["ACME_LLM_KEY"]
    )
    params: dict[ModelParam, JsonValue] = Field(
        {},
        description=(
            "More about the call. `answers` (auto, bounded, schema, json, text) says how the answer is held to its"
            " form; the prices are dollars for a million tokens."
        ),
        examples=[{"temperature": 0, "answers": "json"}],
    )


class JudgeBudgets(Model):
    """Caps on what prompt rules may spend."""

    calls_per_session: int | None = Field(None, ge=0, strict=True, description="Calls in a session.", examples=[200])
    calls_per_day: int | None = Field(None, ge=0, strict=True, description="Calls in a day.", examples=[2000])
    tokens_per_session: int | None = Field(
        None, ge=0, strict=True, description="Tokens in a session.", examples=[50000]
    )
    tokens_per_day: int | None = Field(None, ge=0, strict=True, description="Tokens in a day.", examples=[1000000])
    cost_per_session: float | None = Field(None, ge=0, description="Dollars in a session.", examples=[1.0])
    cost_per_day: float | None = Field(None, ge=0, description="Dollars in a day.", examples=[5.0])


class RuleBudgets(Model):
    """Caps of one rule, beside those that hold for all."""

    calls_per_session: int | None = Field(None, ge=0, strict=True, description="Calls in a session.", examples=[20])
    calls_per_day: int | None = Field(None, ge=0, strict=True, description="Calls in a day.", examples=[200])
    tokens_per_day: int | None = Field(None, ge=0, strict=True, description="Tokens in a day.", examples=[100000])
    cost_per_day: float | None = Field(None, ge=0, description="Dollars in a day.", examples=[1.0])


class TeamBudgets(Model):
    """Caps that all installations with the same Redis have together."""

    calls_per_day: int | None = Field(None, ge=0, strict=True, description="Calls in a day.", examples=[20000])
    tokens_per_day: int | None = Field(None, ge=0, strict=True, description="Tokens in a day.", examples=[10000000])
    cost_per_day: float | None = Field(None, ge=0, description="Dollars in a day.", examples=[50.0])


class JudgeTeam(Model):
    """A Redis in which installations share spending, what was not ok, and which models rest. It is not trusted."""

    redis: RedisAddress = Field(
        description="Where it is, without user and password; with TLS (`rediss://`) where it is another machine.",
        examples=["rediss://redis.acme.example:6379/0"],
    )
    user: Words | None = Field(None, description="The user of Redis. Absent: its default one.", examples=["judges"])
    password_env: EnvName | None = Field(
        None, description="The environment variable that holds the password.", examples=["ACME_REDIS_PASSWORD"]
    )
    key_env: EnvName | None = Field(
        None,
        description="The environment variable that holds the team's key, 32 characters or more. What is read counts"
        " only when it is sealed with it; without one only `budgets` are shared.",
        examples=["ACME_JUDGE_KEY"],
    )
    ca_file: Words | None = Field(
        None,
        description="Certificate authorities that vouch for it. Absent: the public ones.",
        examples=["/etc/ca.pem"],
    )
    timeout: Duration = Field(200, description="How long Redis may take for an answer.", examples=["200ms"])
    budgets: TeamBudgets = Field(
        TeamBudgets.model_validate({}),
        description="What all of them may spend together. Those of this installation stay the hard ones.",
        examples=[{"calls_per_day": 20000}],
    )
    ok: bool = Field(
        False,
        strict=True,
        description="Whether an ok from another installation counts; whoever holds the key can write one. Managed"
        " layer only.",
        examples=[False],
    )


class JudgeOptions(Model):
    """Models and limits of prompt rules."""

    models: dict[Reference, JudgeModel] = Field({}, description="Aliases.", examples=[{"fast": {"model": "openai/m"}}])
    budgets: JudgeBudgets = Field(
        JudgeBudgets.model_validate({}), description="What may be spent.", examples=[{"calls_per_day": 500}]
    )
    rule_budgets: dict[FullGlob, RuleBudgets] = Field(
        {},
        description="What single rules may spend, by full id or glob; where several fit, all hold.",
        examples=[{"packs.review/*": {"calls_per_day": 200}}],
    )
    team: JudgeTeam | None = Field(
        None,
        description="A Redis that a team shares.",
        examples=[{"redis": "rediss://redis.acme.example:6379/0", "key_env": "ACME_JUDGE_KEY"}],
    )
    breaker: bool = Field(True, strict=True, description="Give a model that fails repeatedly a rest.", examples=[True])
    cache_ok: Duration = Field(
        0, description="How long an ok may be kept, beyond five minutes. Managed layer only.", examples=["1h"]
    )
