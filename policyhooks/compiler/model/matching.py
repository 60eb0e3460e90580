"""`match` and `unless`: data that can be indexed, shown and checked without running anything."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Client, EventName, Model, Words

Globs = tuple[Words, ...] | None


class Match(Model):
    """Which events a rule looks at. Values of one key are alternatives; every key that is given must hold."""

    clients: tuple[Client, ...] | None = Field(
        None, min_length=1, description="The clients; absent means all.", examples=[["cursor", "claude-code"]]
    )
    events: tuple[EventName, ...] | None = Field(
        None,
        min_length=1,
        description="Canonical events. A rule's events replace those of its file; a parent sees its children.",
        examples=[["shell.before"], ["file.read", "file.write"]],
    )
    native: Globs = Field(
        None,
        min_length=1,
        description="Native event names, alone or behind the client's name.",
        examples=[["cursor.beforeShellExecution"], ["PreToolUse"]],
    )
    tools: Globs = Field(
        None, min_length=1, description="Globs over the tool's name, in any case.", examples=[["Bash", "mcp__*"]]
    )
    commands: Globs = Field(
        None,
        min_length=1,
        description=(
            "Commands of the parsed view: a program, then sub-commands and flags in any order. In `unless` every"
            " command that `match` names must be [excused](../explanation/decision-semantics.md#what-unless-excuses)."
        ),
        examples=[["terraform apply", "git push --force", "rm -rf"]],
    )
    paths: Globs = Field(
        None,
        min_length=1,
        description=(
            "Globs over the paths of the event, in any case: `**` is any number of folders, `~/` is the home folder,"
            " a relative path begins at the workspace. In `unless` every path that `match`"
            " names must be excused."
        ),
        examples=[["**/.env", "~/.ssh/**", ".github/workflows/**"]],
    )
    mcp: Globs = Field(
        None,
        min_length=1,
        description="Globs `server/tool` over MCP calls.",
        examples=[["github/*", "linear/get_*"]],
    )
    hosts: Globs = Field(
        None,
        min_length=1,
        description=(
            "Hosts of the event; `*.example.com` is every host below. In `unless` every host that `match` names counts."
        ),
        examples=[["*.acme.example", "pypi.org"]],
    )
    prompts: Globs = Field(
        None,
        min_length=1,
        description="Texts that occur in the user's prompt, in any case.",
        examples=[["ignore previous instructions"]],
    )
    workspaces: Globs = Field(
        None, min_length=1, description="Globs over the workspace's path.", examples=[["/srv/mirror/**"]]
    )
    repos: Globs = Field(
        None,
        min_length=1,
        description="Globs over the repository's address. The workspace vouches for it: an agent can change it.",
        examples=[["github.com/acme/*"]],
    )
    users: Globs = Field(
        None, min_length=1, description="Globs over the name of the user of this machine.", examples=[["ci-*"]]
    )
    os: tuple[Literal["linux", "macos", "windows"], ...] | None = Field(
        None, min_length=1, description="Operating systems.", examples=[["linux"]]
    )
    subagents: Globs = Field(
        None, min_length=1, description="Globs over the kind of subagent.", examples=[["general-purpose"]]
    )


# The keys of Match that are more than a choice of events and clients.
MATCHERS = (
    "tools",
    "commands",
    "paths",
    "mcp",
    "hosts",
    "prompts",
    "workspaces",
    "repos",
    "users",
    "os",
    "subagents",
)
