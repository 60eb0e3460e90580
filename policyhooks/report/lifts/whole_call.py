"""What a person sees before a call is lifted: all of it, as lines that nothing in it can imitate or leave out.

Texts of the call stand behind a bar, cut at the width and never dropped; what is not plain ASCII is written as its
code point. No word of the agent's own explanation is among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from policyhooks.report.screen.by_state import Row
from policyhooks.report.screen.chart import count, moment

BAR, MORE = "  | ", "  : "
TYPED = 4  # characters of the digest that a person types
PROMISE = (
    "User scope: a lift shows that somebody with this account wrote it. It stops an agent that obeys or that we can"
    " read, not one that runs a program we did not see. It does not say that the person understood it, and nothing"
    " closes the time between decision and execution. Whoever has this account can also reset how often it was used:"
    " it holds for its minutes, not for its number."
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
    for title, text in (("Bound to exactly this", bound(row)), ("", UNBOUND), ("", PROMISE)):
        lines += [*([title] if title else []), *wrapped(text, width), ""]
    return lines


def told(row: Row) -> Iterator[tuple[str, str]]:
    """Titles and texts of what the call is."""
    fields = row["fields"]
    said = json.loads(fields["input"])
    yield "Denied by", "\n".join(f"{rule}: {row['messages'].get(rule, '')}" for rule in row["rules"])
    yield "Tool", f"{fields['tool']} ({fields['event']})"
    server = [one for one in json.loads(fields["server"]) if one]
    if server:
        yield "Server", "\n".join(server)
    if said["command"] is not None:
        yield f"Command ({said['dialect']})", said["command"]
    for name, value in sorted(said["input"].items()):
        if value != said["command"] or name != "command":
            yield f"Input: {escape(name)}", as_text(value)
    if said["arguments"] and said["arguments"] != said["input"]:
        yield "Arguments", as_text(said["arguments"])
    for title, value in (("File", said["file"]), ("Files", said["files"]), ("Address", said["web"])):
        if any(value) and not said["input"]:
            yield title, as_text(value)
    yield "In", "\n".join(dict.fromkeys(place(one) for one in json.loads(fields["folder"]) if one[0]))
    agent = json.loads(fields["agent"])
    who = f"subagent {agent['id'] or agent['sub']}".strip() if any(agent.values()) else "the main agent"
    mode = fields["mode"] or "not told"
    yield "Asked by", f"{who}, session {fields['session']}, permission mode {mode}"
    files = json.loads(fields["files"])
    if files:
        yield "Files, as they are now", "\n".join(map(file_line, files))
    if row["unknown"]:
        yield "NOT KNOWN before it runs", "\n".join(row["unknown"])


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
    return (
        f"{count(row['uses'], 'call')} within {minutes} minutes, in this session, with these files, rules and"
        f" policies. It ends when any of them changes. Digest {row['digest']}"
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
