"""Scripts in which a path goes through variables, operators and builtins before something is done to it.

Each step is written backwards: it is told which text must come out and in which variable, and says what has to go in.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from dataclasses import dataclass

TARGET = ".claude/settings.json"
DEEDS = ('rm -f "{}"', "rm -f {}", 'echo x > "{}"', 'echo x | tee "{}" > out', "cp other {}", 'mv other "{}"')


@dataclass(frozen=True)
class Step:
    """Lines that take `given` from a variable and leave what is wanted in another."""

    given: str
    lines: str


Maker = Callable[[random.Random, str, str, str], Step]


def letters(rng: random.Random, size: int) -> str:
    return "".join(rng.choice(string.ascii_letters) for _ in range(size))


def trim_end(rng: random.Random, text: str, old: str, new: str) -> Step:
    end = letters(rng, 3)
    return Step(text + end, f"{new}=${{{old}{rng.choice(('%', '%%'))}{rng.choice((end, end[:2] + '?', repr(end)))}}}")


def trim_start(rng: random.Random, text: str, old: str, new: str) -> Step:
    start = letters(rng, 2) + ":"
    return Step(start + text, f"{new}=${{{old}{rng.choice((f'#{start}', '#*:', '##*:', '#??:'))}}}")


def replace(rng: random.Random, text: str, old: str, new: str) -> Step:
    at = rng.randrange(len(text))
    size = rng.randint(1, 4)
    gone = "Q" + letters(rng, 2)
    form = rng.choice(("{old}/{gone}/{part}", "{old}//{gone}/{part}", "{old}/Q??/{part}"))
    written = form.format(old=old, gone=gone, part=f'"{text[at : at + size]}"')
    return Step(text[:at] + gone + text[at + size :], f"{new}=${{{written}}}")


def cut(rng: random.Random, text: str, old: str, new: str) -> Step:
    before, after = letters(rng, 2), letters(rng, 3)
    form = rng.choice((f"{len(before)}:{len(text)}", f"{len(before)}:-{len(after)}", f"2:{len(text)}"))
    return Step(before + text + after, f"{new}=${{{old}:{form}}}")


def fold(rng: random.Random, text: str, old: str, new: str) -> Step:
    line = rng.choice((f"{new}=${{{old},,}}", f"{new}=${{{old}@L}}", f"declare -l {new}; declare -l {new}=${old}"))
    return Step(text.upper(), line)


def refer(rng: random.Random, text: str, old: str, new: str) -> Step:
    return Step(text, f"n{old}={old}; {new}=${{!n{old}}}")


ITEMS = (
    'a=(x y "$O"); N=${a[2]}',
    'a=(x "$O"); N=${a[-1]}',
    "a[3]=$O; N=${a[3]}",
    "a=([5]=$O [1]=z); N=${a[5]}",
    "declare -A m=([k]=$O [j]=q); N=${m[k]}",
    "declare -A m; m[k]=$O; N=${m[k]}",
    "i=1; a=(x $O); N=${a[$i]}",
    'a=(x $O); for i in "${!a[@]}"; do N=${a[$i]}; done',
    "a=(x); a+=($O); N=${a[1]}",
    "declare -a a=(p $O); N=${a[1]}",
    'a=(x "$O"); for N in "${a[@]:1}"; do :; done; N=${a[1]}',
)
LINES = (
    'read -r N <<< "$O"',
    'read -r p N <<< "q $O"',
    "IFS=: read -r p N <<< q:$O",
    'read -ra f <<< "q $O"; N=${f[1]}',
    "read -r N < <(echo $O)",
    "mapfile -t f <<< $O; N=${f[0]}",
    "read -r -d, N <<< $O,",
    "read p N <<E\nq $O\nE",
    'while read -r l; do N=$l; done <<< "$O"',
    "{ read -r p; read -r N; } <<< $'a\\n'$O",
    "read <<< $O; N=$REPLY",
)
# Only of a value that is known: what a value may be besides is not kept over these.
FIRST = (
    "IFS=, ; set -- $O; unset IFS; N=$1",
    "exec 7<<< $O; read -r -u 7 N",
    "set -- p $O; shift; N=$1",
    "set -- p q $O; shift 2; N=$1",
    'f() { shift; N=$1; }; f p "$O"',
    "f() { N=${@:2:1}; }; N=$O; f p $O; N=$O",
    "set -- -k $O; getopts k: o; N=$OPTARG",
    "set -- p $O; while [ $# -gt 0 ]; do N=$1; shift; done",
)


def filled(form: str, old: str, new: str) -> str:
    """A form with its variables: `$O` is read, `N` is set."""
    return re.sub(r"\$O\b", "$" + old, re.sub(r"\bN\b", new, form))


def index(rng: random.Random, text: str, old: str, new: str) -> Step:
    return Step(text, filled(rng.choice(ITEMS), old, new))


def take_line(rng: random.Random, text: str, old: str, new: str) -> Step:
    return Step(text, filled(rng.choice(LINES), old, new))


def arguments(rng: random.Random, text: str, old: str, new: str) -> Step:
    return Step(text, filled(rng.choice(FIRST), old, new))


def print_into(rng: random.Random, text: str, old: str, new: str) -> Step:
    at = rng.randint(1, max(1, len(text) - 1))
    form = rng.choice((f"printf -v {new} %s%s '{text[:at]}' ${old}", f"printf -v {new} '{text[:at]}%s' \"${old}\""))
    return Step(text[at:], form)


def grow(rng: random.Random, text: str, old: str, new: str) -> Step:
    at = rng.randint(1, max(1, len(text) - 1))
    return Step(text[:at], f"{new}=${old}; {new}+='{text[at:]}'")


def ask(rng: random.Random, text: str, old: str, new: str) -> Step:
    if rng.random() < 0.3:
        return Step(f"{text}/{letters(rng, 3)}", f'{new}=$(dirname "${old}")')
    form = rng.choice(('$(echo "{}")', "$(printf %s {})", "`echo {}`"))
    return Step(text, f"{new}={form.format('$' + old)}")


STEPS: tuple[Maker, ...] = (
    trim_end, trim_start, replace, cut, fold, refer, index, take_line, print_into, grow, ask,
)  # fmt: skip


def valued(rng: random.Random) -> str:
    """A script that does something to TARGET, in one to three steps."""
    text, names = TARGET, iter(("v", "w", "x", "y", "z"))
    new = next(names)
    lines = [rng.choice(DEEDS).format("$" + new)]
    steps = [rng.choice(STEPS) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.3:
        steps[-1] = arguments
    for make in steps:
        old = next(names)
        step = make(rng, text, old, new)
        while "." not in step.given and "/" not in step.given:
            step = trim_end(rng, text, old, new)  # beside an unknown value only what looks like a path is kept
        lines.insert(0, step.lines)
        text, new = step.given, old
    return "\n".join((f"{new}={text!r}", *lines))
