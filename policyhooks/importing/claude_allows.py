"""`permissions.allow` as rules that are narrow: commands as they are written, and what only reads.

The client allows whatever follows a prefix. Here `Bash(npm test:*)` allows `npm test`, and with more words only what
`shell.read_only` says of the whole line. Other tools stay the client's.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

from policyhooks.importing.command_patterns import command_pattern, example_of, read_entry
from policyhooks.importing.translation import Translation, literal
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.syntax.shfmt_place import locate
from policyhooks.shell.view.shell import read

# Assignments, definitions and redirections do more than the words say.
PLAIN = "shell.understood && size(shell.env) == 0 && size(shell.defines) == 0 && size(shell.redirects) == 0"
WHOLE = "an allow without a command is kept in the client's own settings: it would skip every question"


def allow(texts: Sequence[str], client: str, done: Translation) -> None:
    """Two rules: for commands that are written out, and for what follows a prefix and only reads."""
    exact: dict[tuple[str, ...], None] = {}
    patterns: dict[str, str] = {}
    for text in texts:
        entry = read_entry(text)
        inner = entry["inner"] if entry and entry["tool"] == "Bash" else None
        pattern = command_pattern(inner) if inner is not None else ""
        if not pattern:
            done.leave(text, WHOLE)
            continue
        words = words_of(inner or "")
        if words:
            exact[words] = None
        if "*" in (inner or ""):
            patterns[pattern] = example_of(inner)
            done.leave(text, "what follows is allowed where the whole line only reads: see `shell.read_only`")
        elif not words:
            done.leave(text, "is not one command in plain words")
    if exact:
        done.add(exact_rule(list(exact), client))
    if patterns:
        done.add(reading_rule(patterns, client))
    if exact or patterns:
        done.leave("permissions.allow", "an allow has an effect in a managed installation only")


def words_of(inner: str) -> tuple[str, ...]:
    """The words of an entry without its open end; none where other wildcards or signs of the shell are left."""
    text = inner.strip().removesuffix(":*").removesuffix(" *")
    if any(char in text for char in "*?[]$`;&|<>(){}~#\n\\"):
        return ()
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return ()


def exact_rule(commands: Sequence[tuple[str, ...]], client: str) -> dict[str, object]:
    listed = ", ".join(json.dumps(words, ensure_ascii=False) for words in commands)
    examples = [shlex.join(words) for words in commands]
    when = (
        f"{PLAIN} && size(shell.commands) > 0 && shell.commands.all(c, size(c.wrappers) == 0 && c.argv in [{listed}])"
    )
    quiet = ["unrelated-program x", f"{examples[0]} > /etc/any", f"{examples[0]} --any-option"]
    return {
        "id": "allow-commands",
        "match": {"clients": [client], "events": ["shell.before"]},
        "when": when,
        "effect": "allow",
        "tests": {"allow": examples[:3], "quiet": quiet},
    }


def reading_rule(patterns: dict[str, str], client: str) -> dict[str, object]:
    any_of = " || ".join(f'c.argv.join(" ").matches({literal(pattern)})' for pattern in patterns)
    reading = [example for example in patterns.values() if only_reads(example)][:3]
    quiet = ["unrelated-program x", f"{next(iter(patterns.values()))} > /etc/any"]
    return {
        "id": "allow-reading",
        "match": {"clients": [client], "events": ["shell.before"]},
        "when": f"shell.read_only && shell.commands.all(c, {any_of})",
        "effect": "allow",
        "tests": {**({"allow": reading} if reading else {}), "quiet": quiet},
    }


def only_reads(command: str) -> bool:
    return read(
        command,
        dialect="bash",
        cwd="/w/project",
        workspace="/w/project",
        home="/home/dev",
        resolve_links=False,
        parser=Parser(locate()),
    ).read_only
