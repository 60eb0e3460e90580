"""The two files that hold rules and what rules share: Policy and Library."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from policyhooks.compiler.model.fact import Fact
from policyhooks.compiler.model.fields import (
    EnvName,
    Expression,
    FileId,
    Mode,
    Model,
    Name,
    OnError,
    Severity,
    Text,
    Words,
)
from policyhooks.compiler.model.mapping import NOTHING, Maps
from policyhooks.compiler.model.matching import Match
from policyhooks.compiler.model.rule import Degrade, Rule

ApiVersion = Literal["policyhooks/v1"]


class Metadata(Model):
    """What the file is and who answers for it."""

    id: FileId = Field(description="Its name; a rule's full id is `<id>/<rule id>`.", examples=["acme.shell"])
    title: Words = Field(description="One line.", examples=["Destructive shell commands"])
    owner: Words = Field(description="Who answers for it.", examples=["appsec@acme.example"])
    version: Words = Field("0", description="Its version.", examples=["2.3.0"])
    description: Text = Field("", description="More about it.", examples=["What and why."])
    tags: tuple[Words, ...] = Field((), description="Words to find it by.", examples=[["shell", "data-loss"]])


class Defaults(Model):
    """What rules of this file have unless they say otherwise."""

    mode: Mode = Field("enforce", description="Whether rules act.", examples=["audit"])
    on_error: OnError = Field("closed", description="What an error in a condition means.", examples=["closed"])
    severity: Severity = Field("medium", description="How bad it is.", examples=["high"])
    degrade: Degrade = Field(
        "strict", description="What happens where an effect cannot be expressed.", examples=["strict"]
    )


class Param(Model):
    """A typed knob, bound per installation in the Config."""

    type: Annotated[Words, Field(max_length=120)] = Field(
        description="A CEL type: string, int, double, bool, list<...>, map<string, ...>.", examples=["list<string>"]
    )
    default: JsonValue = Field(description="Its value where the Config binds none.", examples=[["main", "master"]])
    description: Text = Field("", description="What it does.", examples=["Branches that nobody force-pushes."])


Lists = dict[Name, tuple[JsonValue, ...]]
Variables = dict[Name, Expression]
Environment = tuple[EnvName, ...]
ENVIRONMENT = Field(
    (),
    description="Variables of the client that its conditions may read, `env.<name>` in CEL: the text, empty where one"
    " is not set. The client vouches for them.",
    examples=[["ACME_STAGE"]],
)


class Policy(Model):
    """A file of rules."""

    apiVersion: ApiVersion = Field(description="The format.", examples=["policyhooks/v1"])  # noqa: N815  # the format's word
    kind: Literal["Policy"] = Field(description="The kind of file.", examples=["Policy"])
    metadata: Metadata = Field(
        description="What it is.", examples=[{"id": "acme.shell", "title": "Shell", "owner": "a@b.example"}]
    )
    imports: tuple[FileId, ...] = Field(
        (), description="Libraries whose lists and variables are used.", examples=[["acme.common"]]
    )
    defaults: Defaults = Field(
        Defaults.model_validate({}), description="Defaults of its rules.", examples=[{"mode": "audit"}]
    )
    maps: Maps = Field(
        NOTHING,
        description="What every rule of the file is about in public frameworks.",
        examples=[{"owasp": ["ASI02"]}],
    )
    match: Match | None = Field(
        None, description="Which events its rules look at.", examples=[{"events": ["shell.before"]}]
    )
    params: dict[Name, Param] = Field({}, description="Typed knobs, `params.<name>` in CEL.", examples=[{}])
    lists: Lists = Field({}, description="Literals, `lists.<name>` in CEL.", examples=[{"wipers": ["mkfs", "shred"]}])
    variables: Variables = Field(
        {}, description="Expressions, `vars.<name>` in CEL; lazy, evaluated once an event.", examples=[{"loud": "true"}]
    )
    environment: Environment = ENVIRONMENT
    memory: dict[Name, Fact] = Field(
        {},
        max_length=32,
        description="Facts that the policy remembers, `memory.<name>` in CEL; see the"
        " [how-to](../how-to/remember-things.md).",
        examples=[{"read_secret": {"flag": True, "events": ["file.read"]}}],
    )
    rules: tuple[Rule, ...] = Field(min_length=1, description="The rules.", examples=[[]])


class Library(Model):
    """Lists and variables to share. Its variables may use its own lists and earlier variables."""

    apiVersion: ApiVersion = Field(description="The format.", examples=["policyhooks/v1"])  # noqa: N815  # the format's word
    kind: Literal["Library"] = Field(description="The kind of file.", examples=["Library"])
    metadata: Metadata = Field(
        description="What it is.", examples=[{"id": "acme.common", "title": "Shared", "owner": "a@b.example"}]
    )
    lists: Lists = Field({}, description="Literals, `lists.<name>` in CEL.", examples=[{"shells": ["sh", "bash"]}])
    variables: Variables = Field({}, description="Expressions, `vars.<name>` in CEL.", examples=[{"loud": "true"}])
    environment: Environment = ENVIRONMENT
