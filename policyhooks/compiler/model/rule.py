"""A rule: match, condition, what happens, what is said, and its tests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from policyhooks.compiler.model.cases import Tests
from policyhooks.compiler.model.fields import (
    Becomes,
    Day,
    Effect,
    EnvName,
    Expression,
    Mode,
    Model,
    OnError,
    Reference,
    Replacement,
    RuleId,
    Severity,
    Text,
    Words,
)
from policyhooks.compiler.model.judges_and_commands import Command, Followup, Judge, Redact, Remember, Rewrite
from policyhooks.compiler.model.lift import Lift
from policyhooks.compiler.model.mapping import NOTHING, Maps
from policyhooks.compiler.model.matching import Match


def kind_of(value: object) -> str:
    """Which alternative of a union a value means to be."""
    return "map" if isinstance(value, (dict, Model)) else "text"


class Conditions(Model):
    """Several conditions; keys that are given must all hold."""

    all: tuple[Expression, ...] = Field((), description="Every one must hold.", examples=[["a", "b"]])
    any: tuple[Expression, ...] = Field((), description="At least one must hold.", examples=[["a", "b"]])
    none: tuple[Expression, ...] = Field((), description="None may hold.", examples=[["a", "b"]])


class Message(Model):
    """What is said, to two readers. May hold {{ CEL }}; values are quoted, on one line, at most 200 characters."""

    user: Words | None = Field(None, description="The reason, for the user.", examples=["Force push to main."])
    agent: Words | None = Field(
        None, description="What to do instead, for the agent.", examples=["Open a pull request instead."]
    )


class Exemption(Model):
    """An exception: lowers the rule to ask, warn or audit, for a reason, until a day."""

    id: Reference = Field(description="Its name.", examples=["EX-2026-014"])
    when: Expression | None = Field(
        None, description="Where it holds, in CEL. Absent: everywhere.", examples=['event.user == "ci"']
    )
    becomes: Becomes = Field(description="What the rule becomes; never allow.", examples=["ask"])
    owner: Words = Field(description="Who answers for it.", examples=["dana@acme.example"])
    reason: Words = Field(description="Why.", examples=["nightly mirror"])
    ticket: Words = Field(description="Where it was decided.", examples=["SEC-4411"])
    expires: Day = Field(description="The last day on which it holds.", examples=["2026-12-31"])
    acknowledge: tuple[Literal["workspace-data"], ...] = Field(
        (), description="Findings that are accepted.", examples=[["workspace-data"]]
    )


When = Annotated[
    Annotated[Expression, Tag("text")] | Annotated[Conditions, Tag("map")],
    Discriminator(kind_of),
]
Degrade = Annotated[
    Annotated[Literal["strict"], Tag("text")] | Annotated[dict[Words, Replacement], Tag("map")],
    Discriminator(kind_of),
]
Context = Words
Acknowledged = Literal[
    "workspace-data", "allow-without-narrowing", "judge-without-prefilter", "unreachable-rule", "memory-allow"
]


class Acknowledgement(Model):
    """Findings that somebody answers for. A wide allow is kept by nothing less."""

    owner: Words = Field(description="Who answers for it.", examples=["dana@acme.example"])
    reason: Words = Field(description="Why it is accepted.", examples=["a scratch machine without network"])
    expires: Day | None = Field(None, description="The last day on which it is.", examples=["2026-12-31"])
    findings: tuple[Literal["wide-allow"] | Acknowledged, ...] = Field(
        ("wide-allow",), min_length=1, description="What is accepted.", examples=[["wide-allow"]]
    )


Acknowledge = Annotated[
    Annotated[tuple[Acknowledged, ...], Tag("text")] | Annotated[Acknowledgement, Tag("map")],
    Discriminator(kind_of),
]


class Rule(Model):
    """One rule. Exactly one of effect, judge and command is given."""

    id: RuleId = Field(description="Its name in this file.", examples=["no-terraform-apply"])
    title: Words | None = Field(None, description="One line for lists and reports.", examples=["Terraform apply"])
    description: Text | None = Field(None, description="Why the rule exists.", examples=["Plans are reviewed first."])
    references: tuple[Words, ...] = Field((), description="Where to read more.", examples=[["CWE-78"]])
    tags: tuple[Words, ...] = Field((), description="Words to find it by.", examples=[["shell"]])
    maps: Maps = Field(
        NOTHING,
        description="What it is about in public frameworks; what the file maps all its rules to is added.",
        examples=[{"owasp": ["ASI02"], "attack": ["T1485"]}],
    )
    severity: Severity | None = Field(None, description="How bad it is. Default medium.", examples=["high"])
    mode: Mode | None = Field(None, description="Whether it acts. Default enforce.", examples=["audit"])
    rollout: int = Field(
        100, ge=0, le=100, strict=True, description="Percent of machines on which it acts.", examples=[10]
    )
    match: Match | None = Field(
        None, description="Which events. Narrows the file's; its events replace them.", examples=[{"commands": ["rm"]}]
    )
    unless: Match | None = Field(None, description="Events that the rule leaves out.", examples=[{"mcp": ["github/*"]}])
    when: When | None = Field(
        None, description="The condition: one CEL boolean, or all/any/none lists.", examples=["!shell.understood"]
    )
    effect: Effect | None = Field(None, description="What happens.", examples=["deny"])
    judge: Judge | None = Field(None, description="A model decides.", examples=[{"prompt": "prompts/done.md"}])
    command: Command | None = Field(None, description="A program decides.", examples=[{"run": ["/usr/bin/check"]}])
    message: Message | None = Field(
        None, description="What is said; required for deny and ask.", examples=[{"user": "No.", "agent": "Do this."}]
    )
    rewrite: Rewrite | None = Field(
        None, description="Of effect rewrite.", examples=[{"path": "shell.command", "expr": '"ls"'}]
    )
    redact: Redact | None = Field(None, description="Of effect redact.", examples=[{"detectors": ["secrets"]}])
    context: Context | None = Field(
        None, description="Of effect context: what the agent is told. May hold {{ CEL }}.", examples=["Use make."]
    )
    followup: Followup | None = Field(None, description="Of effect followup.", examples=[{"text": "Go on."}])
    env: dict[EnvName, Text] | None = Field(
        None, description="Of effect env: variables. Values may hold {{ CEL }}.", examples=[{"CI": "1"}]
    )
    degrade: Degrade | None = Field(
        None,
        description="`strict`, or what takes the effect's place where a client or native event cannot express it.",
        examples=["strict", {"cursor.beforeShellExecution": "warn"}],
    )
    exceptable: bool = Field(True, strict=True, description="Whether exceptions may lower it.", examples=[False])
    exceptions: tuple[Exemption, ...] = Field((), description="Exceptions to this rule.", examples=[[]])
    lift: Lift | None = Field(
        None, description="Who may lift its deny for one call. Absent: nobody.", examples=[{"by": "user", "for": "15m"}]
    )
    on_error: OnError | None = Field(
        None, description="What an error in the condition means. Default closed.", examples=["closed"]
    )
    once: bool = Field(
        False,
        strict=True,
        description="It speaks, or runs its program, once in a session. Not for deny and ask.",
        examples=[True],
    )
    halt: bool = Field(False, strict=True, description="A deny also ends the turn, where it can.", examples=[True])
    replace: Expression | None = Field(
        None,
        description="Of effect replace: the result that the agent reads, a text or a map, in CEL.",
        examples=['"the report is in /srv/report.txt"'],
    )
    suppress: bool = Field(
        False,
        strict=True,
        description="The client does not print the answer; only of effects that say nothing to the user.",
        examples=[True],
    )
    remember: Remember | None = Field(
        None,
        description="Of effect allow on permission.request: what the client allows from now on without asking.",
        examples=[{"rules": ["Bash(npm test)"]}],
    )
    acknowledge: Acknowledge = Field(
        (),
        description="Findings of the checker that are accepted here: their names, or who answers for them and why.",
        examples=[["workspace-data"], {"owner": "dana@acme.example", "reason": "a scratch machine without network"}],
    )
    tests: Tests | None = Field(None, description="Its tests.", examples=[{"deny": ["rm -rf /"], "quiet": ["ls"]}])

    @property
    def accepted(self) -> tuple[str, ...]:
        """The findings that are accepted, in either form."""
        given = self.acknowledge
        return given.findings if isinstance(given, Acknowledgement) else given

    @property
    def answered_for(self) -> str:
        """Who answers for what is accepted, why and how long; empty where nobody does by name."""
        given = self.acknowledge
        if not isinstance(given, Acknowledgement):
            return ""
        until = f" until {given.expires.isoformat()}" if given.expires is not None else ""
        return f"{', '.join(given.findings)} accepted by {given.owner}{until}: {given.reason}"
