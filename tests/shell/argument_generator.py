"""Scripts that hand words to a program through the arguments of shells, functions and files.

A body runs `alpha` with what it finds in its arguments; a way gives a body its arguments, and may be a body itself.
"""

from __future__ import annotations

import random
from shlex import quote

WORDS = ("a", "-f", "--force", "--", "-c", "x y", "p/q", "+x", "k=v", "'", "-", "end.json")
# What runs in POSIX shells too. `$@` stays quoted where a word may have a blank.
BODIES = (
    'alpha "$@"',
    'alpha "$1" "$2"',
    'alpha "${1}" "${2}"',
    'alpha x "$@" y',
    'alpha "$0" "$@"',
    'alpha "$0"',
    'alpha "$*"',
    'shift; alpha "$@"',
    'shift 2; alpha $# "$@"',
    'for a; do alpha "$a"; done',
    'for a do alpha x "$a"; done',
    'for a in "$@"; do alpha "$a"; done',
    'while [ $# -gt 0 ]; do alpha "$1"; shift; done',
    'x=$1; alpha "$x"',
    'set -- "$@" z; alpha "$@"',
    'set -- alpha "$@"; "$@"',
    'set -- -- "$2"; alpha "$1"',
    "eval alpha '\"$1\"'",
    'exec alpha "$@"',
    'command alpha "$@"',
    '(alpha "$@")',
    'alpha "${1:-none}" "${9:-none}"',
    'alpha "${1%.json}"',
    'f() { alpha "$@"; }; f "$2" "$1"',
    'f() { alpha "$0" "$1"; }; f "$2"',
    'g() { f "$@" t; }; f() { alpha "$@"; }; g "$@"',
    'test -n "$1" && alpha "$1"',
    ': "$1"; alpha "$_"',
    'alpha "$1"; alpha "$_"',
    'if alpha "$1"; then alpha "$2"; fi',
    'case $1 in -*) alpha "$1";; *) alpha "$2";; esac',
)
BASH_BODIES = (
    'alpha "${@:2}"',
    'alpha "${@:1:1}"',
    'alpha "${@: -1}"',
    'alpha "${!#}"',
    'n=2; alpha "${!n}"',
    'a=("$@"); alpha "${a[@]}"',
    'a=("$@"); alpha "$a"',
    'a=(x "$@"); alpha "${a[*]}"',
    'a=(alpha "$@"); "${a[@]}"',
    'a=("$1"); a+=("$2"); alpha "${a[@]}"',
    'alpha "${@/#/-}"',
    'BASH_ARGV0=$1; alpha "$0"',
    'printf -v x %s "$1"; alpha "$x"',
    'read -r x <<< "$1"; alpha "$x"',
    'mapfile -t a < <(printf "%s\\n" "$@"); alpha "${a[@]}"',
    'declare -n r=x; x=$1; alpha "$r"',
)
RUNS = (
    '"$@"', 'exec "$@"', 'command "$@"', '"$1" "$2"', 'x=$1; shift; "$x" "$@"', 'env "$@"', 'f() { "$@"; }; f "$@"',
)  # fmt: skip
SHELLS = (
    "bash -c", "bash -ec", "bash --norc -c", "bash -c --", "bash +x -c", "/bin/bash -uc", "env bash -c",
    "timeout 9 bash -c",
)  # fmt: skip
POSIX_SHELLS = ("sh -c", "dash -c", "sh -ec", "exec sh -c", "nice sh -c")
# `{B}`: the body, quoted. `{P}`: the words, quoted. `{b}`, `{p}`: as they are. Only bash knows them all.
WAYS = (
    "set -- {P}; {b}",
    "(set -- {P}; {b})",
    "set -- {P}\n{b}",
    "set -e {P}; {b}",
    "touch one.x two.x; set -- *.x {P}; {b}",
    "touch one.x two.x; h() {{ {b}; }}; h *.x {P}",
    "touch one.x two.x; bash -c {B} n *.x {P}",
    "set - {P}; {b}",
    "h() {{ {b}; }}; h {P}",
    "h() ( {b} ); h {P}",
    "bash -s -- {P} <<< {B}",
    "bash -s {P} <<'E'\n{b}\nE",
    "bash /dev/stdin {P} <<< {B}",
    "printf '%s\\n' {B} | bash -s -- {P}",
    "printf '%s\\n' {B} > s.sh; bash s.sh {P}",
    "printf '%s\\n' {B} > s.sh; bash -e ./s.sh {P}",
    "printf '%s\\n' {B} > s.sh; . ./s.sh {P}",
    "printf '%s\\n' {B} > s.sh; source s.sh {P}",
    "printf '%s\\n' {B} > s.sh; chmod +x s.sh; ./s.sh {P}",
    "cat > s.sh <<'E'\n{b}\nE\nbash s.sh {P}",
    "source /dev/stdin {P} <<< {B}",
    "bash <(printf %s {B}) {P}",
    "find . -maxdepth 0 -exec bash -c {B} n {P} \\;",
    "find . -maxdepth 0 -exec sh -c {B} {P} \\;",
    "printf '%s\\0' {P} | xargs -0 bash -c {B} n",
    "eval set -- {P}; {b}",
    'x={B}; bash -c "$x" n {P}',
    'a=({P}); bash -c {B} n "${{a[@]}}"',
    'a=({P}); set -- "${{a[@]}}"; {b}',
    "bash -c {B} n {P} & wait",
    "alias w='bash -c'; eval w {Q} n {P}",
)


def passed(rng: random.Random) -> str:
    """A script that runs alpha with words that were handed on once to three times."""
    words = [rng.choice(WORDS) for _ in range(rng.randint(2, 4))]
    body = rng.choice(BODIES) if rng.random() < 0.5 else rng.choice(BASH_BODIES)
    if rng.random() < 0.25:
        body, words = rng.choice(RUNS), ["alpha", *words]
    for _ in range(rng.randint(0, 2)):
        body = given(rng, body, '"$@"')
    return given(rng, body, " ".join(quote(word) for word in words))


def given(rng: random.Random, body: str, words: str) -> str:
    """A body with the words that it gets."""
    if rng.random() < 0.4:
        shell = rng.choice(SHELLS + POSIX_SHELLS if body in BODIES + RUNS else SHELLS)
        return f"{shell} {quote(body)} {rng.choice(('n', 'alpha', '--', '_'))} {words}"
    return rng.choice(WAYS).format(B=quote(body), Q=quote(quote(body)), b=body, P=words)
