"""How Cursor is installed for: where its hooks.json is, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.cursor.events import DENY_EXIT
from policyhooks.clients.cursor.loading import GENERATIONS, SUPPORTED, accepted_from, is_in
from policyhooks.clients.cursor.tools import TOOLS
from policyhooks.clients.facts import Edition, Handler, Install, Keys, PromptHooks, Source

_COUNTED = ("stop", "subagentStop")
_ASKS_LATER = "Cursor asks its own questions after a hook, and an allow skips none of them"


def handler(native: str, command: str, seconds: int, loop_limit: int) -> Handler:
    """One entry, which fails closed."""
    keys: Keys = {"command": command, "timeout": seconds, "failClosed": True}
    return Handler({**keys, "loop_limit": loop_limit} if native in _COUNTED else keys)


INSTALL = Install(
    title="Cursor",
    sources=(
        Source("project", ".cursor/hooks.json", "entries"),
        Source("user", ".cursor/hooks.json", "entries"),
        Source(
            "managed",
            "etc/cursor/hooks.json",
            "entries",
            macos="Library/Application Support/Cursor/hooks.json",
            windows="ProgramData/Cursor/hooks.json",
        ),
        Source("user", ".cursor/managed/*/hooks/hooks.json"),
        Source("project", ".cursor/mcp.json"),
        Source("plugin", ".cursor-plugin/plugin.json"),
        Source("plugin", "hooks/hooks.json"),
    ),
    handler=handler,
    skeleton={"version": 1},
    strips_comments=True,
    programs=("cursor", "cursor-agent"),
    editions=tuple(
        Edition(since, accepted_from(since), prompts=is_in("second", since), deny=f"exit {code}: {why}")
        for since, code, why in DENY_EXIT
    ),
    assumed=GENERATIONS[SUPPORTED] or (),
    restart="Restart Cursor; Settings > Hooks must list the entries.",
    review={"project": "Project hooks fire only in a trusted workspace."},
    limits="Cursor before the failClosed switch lets a call run when a hook crashes; our hook blocks by itself.",
    notes=(
        "Auto-review mode, where a model approves calls, ignores a hook's ask, a public post says: use deny there.",
        (
            "An ask on beforeMCPExecution is a deny: the code of @cursor/sdk 1.0.32 runs the call unless the answer is"
            " deny."
        ),
        (
            "A deny of a prompt is documented for the editor; the agent of @cursor/sdk 1.0.32 waits for the answer and"
            " sends the prompt nevertheless."
        ),
        "A follow-up on subagentStop is acted on for a subagent that has completed, the documents say; not for others.",
        f"Pass and allow are one answer: {_ASKS_LATER}.",
    ),
    own_questions=_ASKS_LATER,
    first_answer="Cursor may take the first answer it gets, so one of them can keep the others from being asked.",
    starts=("claude-code",),
    prompts=PromptHooks(
        tools=TOOLS,
        matched=("preToolUse", "postToolUse"),
        typed=("subagentStart",),
        texts=("beforeShellExecution",),
        closing={"failClosed": True},
        # Seen: a not ok is answered with an empty object there.
        unsupported={
            "stop": "ignores what a prompt hook says: the agent stops",
            "subagentStop": "ignores what a prompt hook says: the subagent stops",
        },
        # Their calls fire beforeShellExecution, beforeMCPExecution, beforeReadFile and subagentStart as well.
        doubled={"preToolUse": ("shell.before", "mcp.before", "file.read", "subagent.start")},
        grouped=False,
    ),
)
