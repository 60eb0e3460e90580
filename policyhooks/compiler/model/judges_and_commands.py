"""What decides outside the engine: a model (`judge`) or a program (`command`)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Duration, Expression, Model, Name, NotOk, OnError, Printed, Words

# 126 and 127 are of a program that could not be started, those above of a signal.
ExitCode = Annotated[int, Field(ge=1, le=125, strict=True)]


class Quorum(Model):
    """Several answers of one model, of which some must agree."""

    of: int = Field(3, ge=1, le=9, strict=True, description="How many answers are asked for.", examples=[3])
    need: int = Field(2, ge=1, le=9, strict=True, description="How many must say ok.", examples=[2])


class Judge(Model):
    """A prompt rule: a model decides about events for which the condition holds. It can only tighten."""

    prompt: Words = Field(
        description="A file `*.md`, or the text itself. $ARGUMENTS marks where the event goes.",
        examples=["prompts/mcp-write.md"],
    )
    model: Words = Field("fast", description="An alias from the Config, or a litellm model name.", examples=["fast"])
    timeout: Duration = Field(5000, description="How long the answer may take.", examples=["4s"])
    input: dict[Name, Expression] | None = Field(
        None,
        description="What the model is shown: names and CEL expressions. Absent: the hook input.",
        examples=[{"server": "mcp.server", "tool": "mcp.tool"}],
    )
    cache: Duration = Field(0, description="How long an answer is kept.", examples=["24h"])
    not_ok: NotOk = Field(
        "deny",
        description="What `ok: false` means; `followup` on stop events, `feedback` on results.",
        examples=["ask"],
    )
    on_error: OnError | None = Field(
        None, description="What no usable answer means. Absent: the rule's on_error.", examples=["ask"]
    )
    may_allow: bool = Field(
        False, strict=True, description="`ok: true` becomes allow. Managed layer only.", examples=[False]
    )
    escalate: Words | None = Field(
        None, description="A second model, asked when the first gives no usable answer.", examples=["strong"]
    )
    quorum: Quorum | None = Field(None, description="Ask several times.", examples=[{"of": 3, "need": 2}])
    confidence: float | None = Field(
        None,
        ge=0,
        le=1,
        description="An answer that is less sure, or does not say how sure it is, is unknown.",
        examples=[0.75],
    )
    optional: bool = Field(
        False,
        strict=True,
        description="Where the Config names no such model, the rule is disabled instead of unknown at every event.",
        examples=[False],
    )
    native: bool = Field(
        False,
        strict=True,
        description="Compile to the client's own prompt hook; an error when its matcher cannot say `when`.",
        examples=[False],
    )


class Command(Model):
    """A command rule: a program outside decides. It can only tighten."""

    run: tuple[Words, ...] = Field(
        min_length=1,
        description="Program and arguments. The program's path is absolute; no shell is involved. Arguments may hold "
        "{{ CEL }}: the value stays one argument, and one that would read as an option is an error of the rule.",
        examples=[["/usr/local/bin/licensegate", "--file", "{{ file.path.norm }}"]],
    )
    timeout: Duration = Field(5000, description="How long the program may run.", examples=["2s"])
    refuses: tuple[ExitCode, ...] = Field(
        (2,),
        min_length=1,
        description="The exit codes that mean not ok; what it prints is the reason. Absent: 2. Codes beyond 0 and "
        "these are a crash.",
        examples=[[1, 2]],
    )
    output: Printed | None = Field(
        None,
        description="What the text means that it prints when it is ok: `context` is for the agent, `warn` for the "
        "user, `env` are variables, one `NAME=value` a line. Absent: nothing.",
        examples=["context"],
    )
    not_ok: NotOk | None = Field(
        None,
        description="What its refusal means. Absent: `deny`; `warn` on events that cannot be stopped any more.",
        examples=["deny"],
    )
    on_error: OnError | None = Field(
        None, description="What a crash or time-out means. Absent: the rule's on_error.", examples=["pass"]
    )


class Remember(Model):
    """What the client keeps of an allow: rules in its own words, and for how long."""

    rules: tuple[Words, ...] = Field(
        min_length=1, description="A tool, or a tool with what it is called with.", examples=[["Bash(npm test)"]]
    )
    for_: Literal["session", "localSettings", "projectSettings", "userSettings"] = Field(
        "session", alias="for", description="Until the session ends, or in a settings file.", examples=["session"]
    )


class Redact(Model):
    """What is taken out of a tool's output."""

    detectors: tuple[Annotated[str, Field(pattern=r"^(secrets|pii)(\.[a-z0-9_-]+)?$")], ...] = Field(
        (), description="Detectors: `secrets`, `pii`, or one kind of it by name.", examples=[["secrets", "pii.email"]]
    )
    patterns: tuple[Words, ...] = Field((), description="RE2 patterns.", examples=[["ACME-[0-9]{8}"]])
    with_: Words = Field(
        "[{kind}]",
        alias="with",
        description="What stands there instead; {kind} is the detector.",
        examples=["[{kind}]"],
    )


class Rewrite(Model):
    """A new value for one field of the event."""

    path: Literal["shell.command", "tool.input", "file.content", "mcp.arguments", "prompt.text", "web.url"] = Field(
        description="The field.", examples=["shell.command"]
    )
    expr: Expression = Field(
        description="Its new value, in CEL.", examples=['shell.command.replace("npm install", "npm ci")']
    )


class Followup(Model):
    """Keeps the agent working after it wanted to stop."""

    text: Words = Field(description="What the agent is told. May hold {{ CEL }}.", examples=["{{ judge.reason }}"])
    limit: int = Field(
        5, ge=1, le=50, strict=True, description="How often in a session this rule may do it.", examples=[3]
    )
