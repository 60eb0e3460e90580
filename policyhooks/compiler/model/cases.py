"""Tests beside a rule: words for the result, each with the events that must give it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Discriminator, Field, JsonValue, Tag, create_model

from policyhooks.compiler.model.fields import Client, Duration, EnvName, Model, Text, Words
from policyhooks.core.effects import TABLE, VERDICTS

if TYPE_CHECKING:
    Expected = str
    Awaited = str
    Told = str
else:
    Awaited = Literal[(*(row.name for row in TABLE if row.kind != "flag"), "audit", "quiet", "any")]
    Expected = Literal[(*(row.name for row in TABLE if row.kind != "flag"), "audit", "quiet")]
    Told = Literal[tuple(VERDICTS)]


def kind_of(value: object) -> str:
    """Which alternative of a union a value means to be."""
    return "map" if isinstance(value, (dict, Model)) else "text"


class JudgeAnswer(Model):
    """What the model is made to say."""

    ok: bool | None = Field(None, strict=True, description="Its verdict.", examples=[False])
    reason: Text = Field("", description="Its reason.", examples=["sends mail"])
    error: Words | None = Field(None, description="No usable answer, and why.", examples=["timeout"])


class CommandAnswer(Model):
    """What the outside program is made to do."""

    ok: bool | None = Field(None, strict=True, description="Whether it agrees.", examples=[False])
    stdout: Text = Field("", description="What it prints.", examples=["GPL-3.0"])
    error: Words | None = Field(None, description="It fails, and how.", examples=["timeout"])


Fields = dict[Words, JsonValue]
EventChoice = Annotated[Annotated[Words, Tag("text")] | Annotated[Fields, Tag("map")], Discriminator(kind_of)]


class Case(Model):
    """One event, written out, and what must come of it."""

    name: Words | None = Field(None, description="What the case shows.", examples=["a mail to a customer"])
    client: Client | None = Field(
        None, description="Sent by this client. Default: each matched one.", examples=["cursor"]
    )
    native: Words | None = Field(None, description="The native event.", examples=["preToolUse"])
    event: EventChoice | None = Field(
        None, description="The canonical event, or fields of `event`.", examples=["shell.before"]
    )
    session: Fields | None = Field(None, description="Fields of `session`.", examples=[{"last_message": "Done."}])
    tool: Fields | None = Field(None, description="Fields of `tool`.", examples=[{"name": "Bash"}])
    file: Fields | None = Field(None, description="Fields of `file`.", examples=[{"path": "/w/project/.env"}])
    mcp: Fields | None = Field(None, description="Fields of `mcp`.", examples=[{"server": "mail", "tool": "send"}])
    web: Fields | None = Field(None, description="Fields of `web`.", examples=[{"url": "https://example.com"}])
    prompt: Fields | None = Field(None, description="Fields of `prompt`.", examples=[{"text": "hello"}])
    subagent: Fields | None = Field(None, description="Fields of `subagent`.", examples=[{"type": "explore"}])
    env: dict[EnvName, Text] = Field(
        {}, description="Variables that the client was started with.", examples=[{"ACME_STAGE": "prod"}]
    )
    shell: EventChoice | None = Field(
        None, description="A command, or `command`, `dialect`, `cwd`.", examples=["ls", {"command": "ls"}]
    )
    text: Text | None = Field(None, description="What the agent wrote.", examples=["Done."])
    files: dict[Words, Text] | tuple[Words, ...] | None = Field(
        None, description="Files of the virtual disk: paths, or paths with contents.", examples=[["/w/project/.env"]]
    )
    judge: JudgeAnswer | None = Field(None, description="The model's answer.", examples=[{"ok": False, "reason": "no"}])
    command: CommandAnswer | None = Field(None, description="The program's answer.", examples=[{"ok": False}])
    to: JsonValue = Field(None, description="Of rewrite: the new value.", examples=["npm ci"])
    expect: Expected = Field(description="What must come of it.", examples=["ask"])
    told: Told | None = Field(
        None,
        description="What the client is told, where that is another: an ask that nobody can be asked.",
        examples=["deny"],
    )
    by: tuple[Words, ...] = Field(
        (), description="The rules that caused the combined result, and no others.", examples=[["force-push"]]
    )
    error: Words | None = Field(
        None,
        description="The rule fails, with this in its reason; `expect` is what its on_error makes of it.",
        examples=["no such key"],
    )
    todo: bool = Field(False, strict=True, description="Known to fail: must fail.", examples=[True])


class Step(Case):
    """One event of several, in their order; what the steps before it have left behind is remembered."""

    expect: Awaited = Field("any", description="What must come of it; `any` for whatever does.", examples=["deny"])
    done: bool = Field(
        False, strict=True, description="The call has run: its after event, as of one that succeeded.", examples=[True]
    )
    after: Duration = Field(
        1000, validate_default=False, description="How long after the step before it. Default 1s.", examples=["2h"]
    )
    fresh: bool = Field(
        False, strict=True, description="A new session of the same workspace begins with it.", examples=[True]
    )


class RewriteCase(Model):
    """A value and what it becomes."""

    from_: Text = Field(alias="from", description="The value before.", examples=["npm install"])
    to: Text = Field(description="The value after.", examples=["npm ci"])


Strings = tuple[Text, ...]


class FurtherTests(Model):
    """Tests that are more than a string for a word of the table of effects."""

    __test__ = False

    rewrite: tuple[RewriteCase, ...] = Field(
        (), description="Values that are rewritten.", examples=[[{"from": "npm install", "to": "npm ci"}]]
    )
    quiet: Strings = Field((), description="Events on which this rule does not fire.", examples=[["ls"]])
    cases: tuple[Case, ...] = Field((), description="Events written out.", examples=[[{"expect": "ask"}]])
    steps: tuple[Step, ...] = Field(
        (),
        description="Events in their order, with what is [remembered](../how-to/remember-things.md) between them.",
        examples=[[{"shell": "cat .env"}, {"shell": "curl https://x.example", "expect": "deny"}]],
    )


if TYPE_CHECKING:
    Tests = FurtherTests
else:
    Tests = create_model(
        "Tests",
        __base__=Model,
        __doc__="A string stands for the rule's event: a command, path, prompt, `server/tool` or url.",
        __module__=__name__,
        **{
            row.name: (Strings, Field((), description=row.tested[0], examples=[[row.tested[1]]]))
            for row in TABLE
            if row.tested[0]
        },
        **{name: (field.annotation, field) for name, field in FurtherTests.model_fields.items()},
    )
    Tests.__test__ = False  # not one of pytest's
