"""What a person sees before a call is lifted: all of it, as lines that nothing in it can imitate or leave out.

Texts of the call stand behind a bar, cut at the width and never dropped; what is not plain ASCII is written as its
code point. No word of the agent's own explanation is among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from policyhooks.report.screen.by_state import Row
from policyhooks.report.screen.chart import count, moment

BAR, MORE = "  | ", "  : "
TYPED = 4  # characters of the digest that a person types
BOUND = {
    "exact": "Bound to exactly this",
    "command": "Bound to these programs, sub-commands, hosts and paths; other words may differ",
    "rule": "Bound to no call: EVERY call of this session that these rules deny",
}
PROMISE = (
    "User scope: a lift shows that somebody with this account wrote it. It stops an agent that obeys or that we can"
    " read, not one that runs a program we did not see. It does not say that the person understood it, and nothing"
    " closes the time between decision and execution. Whoever has this account can also reset how often it was used:"
    " it holds for its minutes, not for its number."
)
SIGNED = (
    "Whoever has a listed key says with it that this may be done. Read it as it stands: the request came from the"
    " machine where the call was denied, and its digest was computed anew from what you see here. Where the policies"
    " are not the user's own, no program of the user can make such a lift. It holds for its minutes; how often it was"
    " used is kept in a folder of the user's. Nothing closes the time between decision and execution."
)
UNBOUND = (
    "Not bound, because no hook sees it: variables of the tool's shell, which program a bare name finds,"
    " what servers and repositories hold, and files that the files above load."
)


def escape(text: str) -> str:
    """One line in plain ASCII: every other character as its code point."""
    return "".join(one if " " <= one <= "~" else f"<U+{ord(one):04X}>" for one in text)


def block(text: str, width: int) -> Iterator[str]:
    """Every character of a text behind a bar; a line that goes on has another one."""
    room = max(width - len(BAR), 20)
    for line in text.split("\n"):
        plain = escape(line)
        yield BAR + plain[:room]
        for start in range(room, len(plain), room):
            yield MORE + plain[start : start + room]


def render_ticket(row: Row, width: int = 80) -> list[str]:
    """The whole screen, without the question.

    A row is a ticket, as `approvals` knows it: ticket, at, digest, rules, messages, fields, unknown, for_s, uses.
    """
    fields = row["fields"]
    lines = [f"{row['ticket']}  asked {moment(row['at'])} UTC by {fields['client']}", ""]
    for title, text in told(row):
        lines += [title, *block(text, width), ""]
    promise = SIGNED if row.get("by") == "signer" else PROMISE
    for title, text in ((BOUND[row.get("bind", "exact")], bound(row)), ("", UNBOUND), ("", promise)):
        lines += [*([title] if title else []), *wrapped(text, width), ""]
    return lines


def told(row: Row) -> Iterator[tuple[str, str]]:
    """Titles and texts of what the call is."""
    fields = row["fields"]
    yield "Denied by", "\n".join(f"{rule}: {row['messages'].get(rule, '')}" for rule in row["rules"])
    if row.get("bind") == "rule":
        yield "In", places_of(fields)
        yield "Asked by", f"session {fields['session']}, permission mode {fields['mode'] or 'not told'}"
        return
    said = json.loads(fields["input"])
    yield "Tool", f"{fields['tool']} ({fields['event']})"
    server = [one for one in json.loads(fields["server"]) if one]
    if server:
        yield "Server", "\n".join(server)
    if said["command"] is not None:
        yield f"Command ({said['dialect']})", said["command"]
    yield from parts_of(json.loads(fields.get("commands", "{}")))
    for name, value in sorted(said["input"].items()):
        if value != said["command"] or name != "command":
            yield f"Input: {escape(name)}", as_text(value)
    if said["arguments"] and said["arguments"] != said["input"]:
        yield "Arguments", as_text(said["arguments"])
    for title, value in (("File", said["file"]), ("Files", said["files"]), ("Address", said["web"])):
        if any(value) and not said["input"]:
            yield title, as_text(value)
    yield "In", places_of(fields)
    agent = json.loads(fields["agent"])
    who = f"subagent {agent['id'] or agent['sub']}".strip() if any(agent.values()) else "the main agent"
    mode = fields["mode"] or "not told"
    yield "Asked by", f"{who}, session {fields['session']}, permission mode {mode}"
    files = json.loads(fields["files"])
    if files:
        yield "Files, as they are now", "\n".join(map(file_line, files))
    if row["unknown"]:
        yield "NOT KNOWN before it runs", "\n".join(row["unknown"])


def parts_of(commands: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a lift of programs, hosts and paths is bound to."""
    for name, value in commands.items():
        if value:
            yield f"Commands: {name}", "\n".join(map(as_line, value if isinstance(value, list) else [value]))


def places_of(fields: Mapping[str, str]) -> str:
    return "\n".join(dict.fromkeys(place(one) for one in json.loads(fields["folder"]) if one[0]))


def as_line(value: object) -> str:
    """One part of a command."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def place(found: Sequence[Any]) -> str:
    """A folder, and where it really lies."""
    written, real = found[0], found[1]
    return written if real == written else f"{written} -> {real}"


def file_line(found: Sequence[Any]) -> str:
    """A file: where it really lies, and what it holds or that only its identity counts."""
    if len(found) == 5:
        return f"{place(found)}\n  sha256 {found[4]}"
    what = "is not there" if found[2] == "nothing" else f"device {found[2]} inode {found[3]}, contents not bound"
    return f"{place(found)}\n  {what}"


def bound(row: Row) -> str:
    """For how long and how often."""
    minutes = row["for_s"] // 60
    signers = row.get("signers", 1)
    needs = f" It needs {signers} signatures of different people." if signers > 1 else ""
    what = "rules and" if row.get("bind") == "rule" else "files, rules and"
    return (
        f"{count(row['uses'], 'call')} within {minutes} minutes, in this session, with these {what}"
        f" policies. It ends when any of them changes.{needs} Digest {row['digest']}"
    )


def wrapped(text: str, width: int) -> list[str]:
    """Our own words, at the width of the terminal."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
