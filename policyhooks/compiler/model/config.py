"""The Config: what one installation binds. It binds its own layer and below, never above."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, model_validator

from policyhooks.compiler.model.fields import (
    Client,
    Fallback,
    FileId,
    Kept,
    Mode,
    Model,
    Name,
    OnError,
    SealKey,
    Severity,
    Words,
)
from policyhooks.compiler.model.judge_options import FullGlob, JudgeOptions
from policyhooks.compiler.model.lift_signers import Approvals
from policyhooks.compiler.model.policy import ApiVersion
from policyhooks.compiler.model.program_words import refuse
from policyhooks.compiler.model.project import (
    Missing,
    Packs,
    PinnedBundle,
    ProjectId,
    Requires,
    Server,
    ServerName,
    Source,
)
from policyhooks.compiler.model.rule import Exemption

FullId = Annotated[Words, Field(pattern=r"^[a-z0-9]+([._-][a-z0-9]+)*/[a-z0-9]+([._-][a-z0-9]+)*$")]


class Override(Model):
    """What an installation changes about a rule."""

    mode: Mode | None = Field(None, description="Whether it acts.", examples=["audit"])
    rollout: int | None = Field(None, ge=0, le=100, strict=True, description="Percent of machines.", examples=[10])
    severity: Severity | None = Field(None, description="How bad it is here.", examples=["low"])
    on_error: OnError | None = Field(None, description="What an error means here.", examples=["ask"])


class ConfigExemption(Exemption):
    """An exception to a rule of any file."""

    rule: FullId = Field(description="The rule's full id.", examples=["packs.secrets/env-file"])


class Journal(Model):
    """What is recorded."""

    bodies: Literal["none", "masked", "full"] = Field(
        "none",
        description="Contents, prompts and outputs: `none` keeps length and keyed hash, `masked` keeps masked text, "
        "`full` keeps everything that was sent and seen, for a process that seals it to the key of `seal`.",
        examples=["none"],
    )
    seal: SealKey | None = Field(
        None,
        description="The public key that `policyhooks bodies seal` seals to; its other half is kept elsewhere.",
        examples=["mDyR2Ijz0Yt0Q3vT2uN6vHn3cJwq0z7k5b1lXl9aF2E="],
    )
    on_error: Literal["deny", "pass"] = Field(
        "deny",
        description="When a decision cannot be recorded (full disk, no state folder): deny where the event can block, "
        "or answer all the same.",
        examples=["deny"],
    )
    keep: Kept = Field(
        0,
        description="How long records stay: a time (`30d`), which `policyhooks log purge` carries out, or how many full"
        " files (16 MiB each) the hook keeps. `log verify` knows what was dropped. 0 keeps all.",
        examples=["30d", 20],
    )

    @model_validator(mode="after")
    def _full_is_sealed(self) -> Journal:
        """Nothing of it may stay in clear on the machine that it protects."""
        if self.bodies == "full" and self.seal is None:
            raise refuse("`bodies: full` needs `seal`, the public key that `policyhooks bodies key` prints")
        return self


class ConfigDefaults(Model):
    """Answers where no rule speaks."""

    unknown_event: Literal["pass", "deny"] = Field(
        "pass", description="A native event that the catalog does not know.", examples=["deny"]
    )
    not_understood: Fallback | None = Field(
        None,
        description="Commands that cannot be read. Absent: ask in the managed layer, unless a rule looks at it.",
        examples=["ask"],
    )


class Config(Model):
    """policyhooks.yaml: what an installation binds, and in a repository which policies and packs it is made of."""

    apiVersion: ApiVersion = Field(description="The format.", examples=["policyhooks/v1"])  # noqa: N815  # the format's word
    kind: Literal["Config"] = Field(description="The kind of file.", examples=["Config"])
    project: ProjectId | None = Field(
        None,
        description="The project's id, written once by `init` or the first install and then never changed.",
        examples=["p-4f1d2c3b5a697887"],
    )
    policies: tuple[Source, ...] = Field(
        (),
        min_length=1,
        description="Policy files and folders, relative to this file and below its folder. "
        "Without `policies`, `packs` and `bundles`: every shipped pack.",
        examples=[["policies"]],
    )
    packs: Packs = Field((), description="Shipped packs by name, or `all`.", examples=[["git-history", "mcp"]])
    bundles: tuple[PinnedBundle, ...] = Field(
        (),
        min_length=1,
        description="Signed bundles by reference and digest. They count only after trust, or where the file is named.",
        examples=[[{"source": "vendor/acme-1.4.0.phb", "digest": "sha256:" + "0f" * 32}]],
    )
    clients: tuple[Client, ...] = Field(
        (), min_length=1, description="The clients that the project installs for.", examples=[["claude-code", "cursor"]]
    )
    missing: Missing = Field(
        "block",
        description="What somebody meets who works on the project without policyhooks: blocked, asked, or let through.",
        examples=["block"],
    )
    servers: dict[ServerName, Server] = Field(
        {},
        description="What MCP servers are, by name: calls are known by address and command line.",
        examples=[{"docs": {"url": "https://mcp.acme.example/v1"}}],
    )
    scripts: Literal["fresh", "all", "none"] = Field(
        "fresh",
        description="Files that a call runs, sources or loads as code and that are read as if their text stood in the "
        "line: those that are newer than the session, all, or none.",
        examples=["all"],
    )
    profile: Literal["strict", "review", "balanced", "audit"] = Field(
        "balanced",
        description="`balanced`: rules as written. `audit`: everything is only recorded. "
        "`review`: rules with a judge that are written with mode audit are enforced too. "
        "`strict`: all rules that are written with mode audit are. `rules` overrides it.",
        examples=["balanced"],
    )
    defaults: ConfigDefaults = Field(
        ConfigDefaults.model_validate({}),
        description="What holds where no rule speaks.",
        examples=[{"unknown_event": "deny"}],
    )
    params: dict[FileId, dict[Name, JsonValue]] = Field(
        {}, description="Values of params, by policy.", examples=[{"acme.shell": {"branches": ["main"]}}]
    )
    rules: dict[FullGlob, Override] = Field(
        {},
        description="Changes to rules, by full id or glob.",
        examples=[{"packs.git-history/reset-hard": {"mode": "audit"}}],
    )
    exceptions: tuple[ConfigExemption, ...] = Field((), description="Exceptions.", examples=[[]])
    delegate: tuple[FullGlob, ...] = Field(
        (),
        description="Rules of lower layers that may allow, modify, judge or run commands.",
        examples=[["acme.team/*"]],
    )
    judge: JudgeOptions = Field(
        JudgeOptions.model_validate({}), description="Models and limits.", examples=[{"models": {}}]
    )
    journal: Journal = Field(
        Journal.model_validate({}), description="What the journal keeps.", examples=[{"bodies": "none"}]
    )
    approvals: Approvals = Field(
        Approvals.model_validate({}),
        description="Whose signatures lift denies of rules with `lift: {by: signer}`.",
        examples=[{"signers": {}}],
    )
    requires: Requires = Field(
        Requires.model_validate({}),
        description="Versions of policyhooks and of clients.",
        examples=[{"policyhooks": ">=0.2", "clients": {"cursor": ">=2.4"}}],
    )
