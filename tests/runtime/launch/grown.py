"""Events that are large, or whose reading grows: each shape from a random source and a size between 0 and 1."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from policyhooks.core.strict_json import MOST_VALUES
from policyhooks.runtime.launch.hook import LONGER_INPUT, LONGEST_INPUT

Sent = tuple[str, bytes]  # native event of Claude Code, stdin
Shape = Callable[[Random, float], Sent]
EMOJI = "😀"  # one of them, and every character of the text takes four bytes
ROOM = 2000  # for what stands around a text
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

# What lets a value grow: `a` afterwards holds more than one of `a` before.
STEPS = (
    "a=$a$a", "a+=$a", "a=${a//x/xx}", "a=${a/x/$a}", 'printf -v a "%s%s" "$a" "$a"', 'a=$(printf "%s%s" "$a" "$a")',
    'a=$(echo "$a$a")', 'read a <<< "$a$a"', 'read -r a b <<< "$a $a"', 'mapfile -t a <<< "${a[*]}${a[*]}"',
    'a=("${a[@]}" "${a[@]}")', 'a+=("${a[@]}")', 'set -- "$@" "$a" "$@"; a=$*', 'declare a="$a$a"', 'export a="$a$a"',
    "a=$(cat <<E\n$a$a\nE\n)", 'a="$a; $a"; eval "$a"', "a=$((a*a+9**9))", "for b in $a $a; do a=$a$b; done",
    'while read c; do a=$a$c; done <<< "$a"', "[ $q ] && a=$a$a || a=x$a", "case $q in x) a=$a$a;; *) a=$a;; esac",
    'f() { a=$1$1; }; f "$a"', "a={$a,$a}; eval b=$a", "cd $a$a; a=$PWD$PWD", "a=$a*$a?", "ls <<< $a | read a",
)  # fmt: skip
USES = (
    "rm -r /srv/$a",
    'rm -r "${a[@]}"',
    'rm "$@"',
    "ls > $a",
    "find $a -delete",
    'eval "$a"',
    "sh -c $a",
    "cp $a $a$a",
)
# What a command may have very many of; {n} is the number of one.
MANY = (
    "rm /srv/*a{n}*/b?*.txt ", "ls **/*{n}*/**/[a-z]* ", "cp src/a{n} dst/b{n}; ", "> /srv/a/b/c{n} ", "cd d{n}; ",
    "rm -r /srv/x{n} || ", "case $x in *a{n}*b*) rm x{n};; esac; ", "[[ $x == *a{n}*b?* ]] && ", "A{n}=x ", "/w/{n} ",
    "find . -name '*{n}*' -delete; ", "find . -path '*a{n}*/b' | xargs rm; ", "fd -g '*{n}*' -x rm; ",
    "ls | tee f{n}; ",
    "cat <<E{n}\nx\nE{n}\n", "f{n}() {{ f{n}; }}; ", "$(ls {n}) ", "<(cat {n}) ", "{{a,b}}", "{{1..{n}}}", "$(", "(",
    "ln -s /srv/a{n} l{n}; ", "python3 -c 'import os; os.remove(\"{n}\")'; ", "$a{n}", "-o{n}=x ", "| sort -{n} ",
)  # fmt: skip
# What stands again and again in an output or a file.
TEXTS = (
    "hello world ", "\n", '"', "\\", "\t\x01", EMOJI, "é", "a,[{", "://:abcd@ ", "token=aB3dE5fG ", "a.b@example.com ",
    "ghp_aB3dE5fG7hJ9kL1mN2pQaB3dE5fG7hJ9kL1m ", "PASSWORD=aB3dE5fG7h\n", "bearer aB3dE5fG7hJ9kL1mN2 ",
    "4111 1111 1111 1111 ",
    "-----BEGIN PRIVATE KEY-----aB3dE5fG7-----END PRIVATE KEY----- ", "eyJhbGciOiJI.eyJzdWIiOiIx.aB3dE5fG7h ",
    "=", "-----BEGIN ",
)  # fmt: skip
VALUES: Sequence[Any] = (
    0,
    0.5,
    "",
    "ab",
    EMOJI,
    None,
    [],
    {},
    [[]],
    {"a": 1},
    {"a": {}},
    {"type": "text", "text": "a"},
)


def event(native: str, **fields: object) -> Sent:
    found = {"session_id": "s1", "transcript_path": None, "cwd": "/srv/w", "hook_event_name": native, **fields}
    return native, json.dumps(found, ensure_ascii=False).encode()


def called(tool: str, **values: object) -> Sent:
    return event("PreToolUse", permission_mode="default", tool_name=tool, tool_input=values, tool_use_id="t")


def answered(tool: str, result: object) -> Sent:
    return event("PostToolUse", permission_mode="default", tool_name=tool, tool_input={}, tool_response=result)


def fill(random: Random, room: int, pieces: Sequence[str] = TEXTS) -> str:
    """A text that is `room` bytes long as JSON: one piece, or several in turn, and maybe with one rare character."""
    piece = "".join(random.sample(pieces, random.choice((1, 1, 1, 3))))
    text = piece * (room // (len(json.dumps(piece, ensure_ascii=False).encode()) - 2))
    return random.choice(("", EMOJI)) + text


def growing_value(random: Random, size: float) -> Sent:
    steps = random.choices(STEPS, k=random.choice((1, 2, 5))) * int(8 + 24 * size)
    random.shuffle(steps)
    return called("Bash", command="\n".join(["a=xxxxxxxxxx", *steps[:40], random.choice(USES)]))


def many_parts(random: Random, size: float) -> Sent:
    parts = random.sample(MANY, random.choice((1, 1, 2)))
    count = int(10 ** (1 + 3 * size))
    return called("Bash", command="ls " + "".join(part.format(n=n) for n in range(count) for part in parts) + "\nrm x")


def long_command(random: Random, size: float) -> Sent:
    text = fill(random, int((LONGEST_INPUT - ROOM) * size), ("rm x\n", "hello ", "echo 'é'; ", "a=b\n", "x", "'", "\n"))
    heads = ("cat > f <<'E'\n", "cat > f <<E\n", "python3 <<'E'\n", "sh <<'E'\n", "echo ", "echo '", "", "psql -c '")
    return called("Bash", command=random.choice(heads) + text + "\nE\n")


def long_output(random: Random, size: float) -> Sent:
    text = fill(random, int((LONGER_INPUT - ROOM) * size))
    return answered("Bash", {"stdout": text, "stderr": "", "interrupted": False, "isImage": False})


def random_output(random: Random, size: float) -> Sent:
    word = random.choice((10, 40, 76, 1 << 20))
    letters = "".join(random.choices(LETTERS, k=1 << 16))
    text = letters * int((LONGER_INPUT - ROOM) * size * 0.9 / len(letters))
    return answered(
        "Read", random.choice(("", EMOJI)) + "\n".join(text[at : at + word] for at in range(0, len(text), word))
    )


def long_file(random: Random, size: float) -> Sent:
    return called("Write", file_path="/srv/w/f.sh", content=fill(random, int((LONGER_INPUT - ROOM) * size)))


def long_prompt(random: Random, size: float) -> Sent:
    return event("UserPromptSubmit", prompt=fill(random, int((LONGEST_INPUT - ROOM) * size)))


def structure(random: Random, room: int, values: int) -> object:
    """Lists and objects of about as many values as are allowed, and one long text."""
    value = random.choice(VALUES)
    signs = json.dumps(value)
    count = values // (1 + signs.count(",") + signs.count("[") + signs.count("{"))
    if random.random() < 0.3:
        found: object = {f"k{number}": value for number in range(count)}
    elif random.random() < 0.3:
        found = [json.loads("[" * 80 + "]" * 80)] * (values // 81)
    else:
        found = [value] * count
    left = room - len(json.dumps(found, ensure_ascii=False).encode())
    return {"content": found, "text": fill(random, left)} if left > 0 else found


def structured_output(random: Random, size: float) -> Sent:
    return answered("mcp__a__b", structure(random, int((LONGER_INPUT - ROOM) * size), int((MOST_VALUES - 200) * size)))


def structured_input(random: Random, size: float) -> Sent:
    found = structure(random, int((LONGEST_INPUT - ROOM) * size), int((MOST_VALUES - 200) * size))
    return called("mcp__a__b", arguments=found)


def named_arguments(random: Random, size: float) -> Sent:
    """Keys that are read as commands, paths, SQL, patches; and JSON in texts in JSON."""
    key = random.choice(("command", "commands", "paths", "sql", "patch", "query", "url", "text", "code", "diff"))
    count = int(10 ** (1 + 3.5 * size))
    texts = (
        "rm -r /srv/{}",
        "/srv/x{}/y",
        "drop table t{};",
        "--- a/f{0}\n+++ b/f{0}\n@@ -1 +1 @@\n-a\n+b\n",
        "http://h{}.com/",
    )
    parts = [random.choice(texts).format(number) for number in range(count)]
    value: object = parts if random.random() < 0.5 else "\n".join(parts)
    for _ in range(random.choice((0, 0, 1, 4))):
        value = json.dumps({key: value})
    return called("mcp__a__b", **{key: value})


def many_edits(random: Random, size: float) -> Sent:
    edits = [{"old_string": "a", "new_string": EMOJI + "b" * random.choice((1, 200))}] * int(33_000 * size)
    return called("MultiEdit", file_path="/srv/w/f", edits=edits)


def patched_files(random: Random, size: float) -> Sent:
    count = int(20_000 * size)
    text = "".join(f"*** Add File: a{number}\n+{EMOJI}\n" for number in range(count))
    return called("Bash", command=f"apply_patch <<'E'\n*** Begin Patch\n{text}*** End Patch\nE\n")


def many_values(random: Random, size: float) -> Sent:
    """One too many: it is not read, whatever it is."""
    value = random.choice(("a", 0, '"\\', "\\", {}))
    found = [value] * int(MOST_VALUES + 1 + 1_000_000 * size)
    return random.choice((answered("mcp__a__b", found), called("mcp__a__b", arguments=found)))


def too_long(random: Random, size: float) -> Sent:
    """More than is read, of an event that could be decided otherwise."""
    more = int(1 + (30 << 20) * size)
    if random.random() < 0.5:
        return called("Bash", command="echo " + "x" * (LONGER_INPUT + more))
    return answered("Bash", {"stdout": "x" * (LONGER_INPUT + more), "stderr": ""})


# How many of each are sent when all are.
SHAPES: dict[Shape, int] = {
    growing_value: 400,
    many_parts: 200,
    named_arguments: 60,
    long_command: 20,
    long_output: 20,
    random_output: 20,
    long_file: 20,
    long_prompt: 20,
    structured_output: 20,
    structured_input: 20,
    many_edits: 20,
    patched_files: 20,
    many_values: 20,
    too_long: 20,
}
UNDECIDED = (many_values, too_long)  # an answer that is silence would be one that lets them through
