"""Random commands for the oracle: a program name, spelled in some way, inside some construct, inside another one."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable

PROGRAMS = ("alpha", "beta", "gamma", "rm", "curl", "git", "npm", "kubectl", "mkfs", "node")
ARGUMENTS = ("x", "-rf x", "'a b'", '"$HOME"', "--flag=v -- y", "a{1,2}", "*.txt", "$((1+1))", "~", "")
NO_BACKTICKS = frozenset("`\\")

Make = Callable[[random.Random], str]


def spell(rng: random.Random, name: str) -> str:
    """The name as one word that bash reads as that name."""
    first, rest = name[0], name[1:]
    return rng.choice(
        (
            name,
            name,
            f"{first}''{rest}",
            f'"{name}"',
            f"'{first}'{rest}",
            f"\\{name}",
            f"{first}\\{rest}",
            f"{first}\\\n{rest}",
            f"$'{name}'",
            "$'" + "".join(f"\\x{ord(char):02x}" for char in name) + "'",
            "$'" + "".join(f"\\{ord(char):03o}" for char in name) + "'",
            f"${{unset:-{name}}}",
            f'"${{unset-{name}}}"',
            f"{first}${{unset}}{rest}",
            f"{name}$unset",
            f'$"{name}"',
        )
    )


def simple(rng: random.Random) -> str:
    """One simple command."""
    return f"{spell(rng, rng.choice(PROGRAMS))} {rng.choice(ARGUMENTS)}".rstrip()


def by_value(rng: random.Random) -> str:
    """A program whose name comes out of a variable, an array or an expansion."""
    name = rng.choice(PROGRAMS)
    half = len(name) // 2
    return rng.choice(
        (
            f"v={name}; $v x",
            f'v={name}; "$v" x',
            f"v='{name} x'; $v",
            f"a={name[:half]} b={name[half:]}; $a$b x",
            f"v=({name} x); ${{v[@]}}",
            f'v=({name} x); "${{v[@]}}"',
            f'set -- {name} x; "$@"',
            f"set -- {name} x; $1 $2",
            f"v={name.upper()}; ${{v,,}} x",
            f"v=no{name}; ${{v#no}} x",
            f"v={name}no; ${{v%no}} x",
            f"v=xx{name}; ${{v:2}} x",
            f"v=Q{name[1:]}; ${{v/Q/{name[0]}}} x",
            f"w={name}; v=w; ${{!v}} x",
            f"w={name}; declare -n v=w; $v x",
            f"printf -v v %s {name}; $v x",
            f"read v <<< {name}; $v x",
            f"mapfile -t v <<< {name}; ${{v[0]}} x",
            f"for v in {name}; do $v x; done",
            f"IFS=:; v={name}:x; $v",
            f"{{{name},x}}",
            f"{name}${{IFS}}x",
            f"v=ls; [[ a == a ]] && v={name}; $v x",
            f"v={name}; f() {{ $v x; }}; f",
            "$(alpha) x",
            f"v=$(echo {name}); $v x",
            f"declare -A m=([k]={name}); ${{m[k]}} x",
            f"v={name}; export v; bash -c '$v x'",
            f"{name}() {{ delta; }}; {name} x",
            f"shopt -s expand_aliases\nalias w='{name} x'\nw",
            f"v='$({name} x)'; : \"${{v@P}}\"",
            f"PS4='$({name} x)'; set -x; :",
            f"trap '{name} x' EXIT",
            f"trap '{name} x' DEBUG; :",
            f"trap '{name} x' ERR; false",
            f"while read v; do $v x; done <<< {name}",
            f"coproc {name} x",
            f"coproc C {{ {name} x; }}; wait",
            f"echo {name} x | {{ read v; $v; }}",
            f"v='a[$({name} x)]'; (( v ))",
            f"v='a[$({name} x)]'; echo $(( v + 1 ))",
            f"v='a[$({name} x)]'; [[ v -eq 0 ]]",
            f"v='a[$({name} x)]'; declare -i n=v",
            f"v='a[$({name} x)]'; let n=v",
            f"v='a[$({name} x)]'; echo ${{w[v]}}",
            f"v='a[$({name} x)]'; w=abc; echo ${{w:v:1}}",
            f"test -v 'a[$({name} x)]'",
            f"[[ -v a[$({name} x)] ]]",
            f"a=(1); unset 'a[$({name} x)]'",
            f"read 'a[$({name} x)]' <<< 1",
            f"printf -v 'a[$({name} x)]' 1",
            f"declare 'a[$({name} x)]=1'",
            f"a=([$({name} x)0]=1)",
            f"[[ a =~ $({name} x) ]]",
            f"a=(1 2); echo ${{a[@]/#/$({name} x)}}",
            f"echo ${{v:-${{w:-$({name} x)}}}}",
            f'echo "${{v:-"$({name} x)"}}"',
            f"exec {{fd}}< <({name} x)",
            f"mapfile -C '{name} x' -c 1 v <<< a",
            f"set -- x {name}; shift; $1 y",
            f"v=({name}); v+=(x); ${{v[*]}}",
            f"f() {{ local v={name}; g; }}; g() {{ $v x; }}; f",
            f"v=ls; unset v; ${{v:-{name}}} x",
            f"v=ls; v() {{ {name} x; }}; v",
            f"({name} x) <<< a",
            f"{name} x &> out",
            f"{name} x {{fd}}> out",
            f"> out {name} x",
            f"2>&1 < /dev/null {name} x",
            f"v=a w=b {name} x",
            f"! ! {name} x",
            f"time -p {name} x",
            f"time ! {name} x",
            f"coproc {{ {name} x; }}; wait",
            f"bash -c '$0 x' {name}",
            f"bash -c '\"$@\"' _ {name} x",
            f"bash -c 'set -- {name}; $1 x'",
            f"eval {name} x \\; alpha",
            f"eval 'v={name};' '$v x'",
            f"eval eval eval {name} x",
            f"echo {name} x | xargs -I{{}} bash -c '{{}}'",
            f"alias w={name}; eval 'w x'",
            f"shopt -s expand_aliases\nalias w='alpha; '\nalias q={name}\nw q x",
            f"shopt -s expand_aliases; alias if={name}\nif x",
            f"shopt -s extglob\ncase a in @(a|b)) {name} x;; esac",
            f"set -f; {name} *",
            f"set -e; true; {name} x",
            f"if [ a = a ] ; then {name} x ; fi > out",
            f"for v in 1 2\ndo {name} $v\ndone",
            f"for v do {name} x; done; beta",
            f"set a; for v do {name} x; done",
            f"select v in a; do {name} x; break; done <<< 1",
            f"f() if true; then {name} x; fi; f",
            f"f() for i in 1; do {name} x; done; f",
            f"f() [[ -n $({name} x) ]]; f",
            f"f() {{ {name} x; }} > out; f",
            f"f() {{ unset -f f; {name} x; }}; f; f",
            f"case {name} in (alpha|rm) {name};; *) beta;& z) gamma;; esac",
        )
    )


WRAPPERS = (
    "sudo",
    "nohup",
    "setsid",
    "busybox",
    "nice",
    "timeout 5",
    "env",
    "env A=b",
    "xargs",
    "command",
    "A=b",
    "time",
    "!",
)


def wrapped(rng: random.Random) -> str:
    text = simple(rng)
    for _ in range(rng.randint(1, 3)):
        wrapper = rng.choice(WRAPPERS)
        if wrapper in ("A=b", "time", "!"):
            return f"{wrapper} {text}"
        text = f"{wrapper} {text}"
    return text


def quote(text: str) -> str:
    return shlex.quote(text)


def construct(rng: random.Random, inner: Make, number: int) -> str:
    """One construct around one or two inner commands."""
    c, d = inner(rng), inner(rng)
    tail = "" if c.endswith(("&", "\n")) else ";"
    choices = [
        f"( {c}\n)",
        f"{{ {c}\n}}",
        f"if {c}\nthen {d}\nfi",
        f"if false; then {c}\nelse {d}\nfi",
        f"if false; then :; elif {c}\nthen :; fi",
        f"while :; do {c}\nbreak; done",
        f"until false; do {c}\nbreak; done",
        f"for i in 1; do {c}\ndone",
        f"for ((i=0;i<1;i++)); do {c}\ndone",
        f"case a in a) {c}\n;; *) {d}\n;; esac",
        f"case a in a) {c}\n;;& ?) {d}\n;; esac",
        f"{{ {c}\n}} && {{ {d}\n}}",
        f"{{ {c}\n}} || {{ {d}\n}}",
        f"( {c}\n) | ( {d}\n)",
        f"( {c}\n) |& ( {d}\n)",
        f"( {c}\n) & wait",
        f"{c}\n{d}",
        f"{c}{tail} {d}" if "\n" not in c else f"{c}\n{d}",
        f"echo $({c}\n)",
        f'echo "$({c}\n)"',
        f'echo "a${{unset:-$({c}\n)}}b"',
        f"v=$({c}\n)",
        f"v=$({c}\n) {d}" if "\n" not in d else f"v=$({c}\n)",
        f"v=(a $({c}\n) b)",
        f"v[0$({c}\n)]=1",
        f": <({c}\n)",
        f": > >({c}\n); wait",
        f"echo > out$({c}\n)",
        f"[[ -n $({c}\n) ]]",
        f'[ -n "$({c}\n)" ]',
        f"(( 1 + 0$({c}\n) ))",
        f"echo $(( 0$({c}\n) ))",
        f"f{number}() {{ {c}\n}}; f{number}",
        f"function f{number} {{ {c}\n}}\nf{number} x",
        f"f{number}() ( {c}\n); if f{number}; then {d}\nfi",
        f"eval {quote(c)}",
        f'v={quote(c)}; eval "$v"',
        f"bash -c {quote(c)}",
        f"bash <<< {quote(c)}",
        f"echo {quote(c)} | bash",
        f"bash <<'E{number}'\n{c}\nE{number}\n",
        f"source <(echo {quote(c)})",
        f". /dev/stdin <<< {quote(c)}",
        f": <<E{number}\n$({c}\n)\nE{number}\n",
        f": <<-E{number}\n\ta ${{unset:-$({c}\n)}}\n\tE{number}\n{d}",
        f": <<'E{number}'\n$(\nE{number}\n{c}",
        f"echo $(: <<E{number}\na\nE{number}\n{c}\n)",
        f"false && f{number}() {{ {c}\n}}; f{number}; {d}",
        f"cat <<A <<B\n$({c}\n)\nA\n'\nB\n{d}",
        f"echo '#' # {quote('x')}\n{c}",
        f'echo "\'"; {c}\necho "\'"',
        f"{{ {c}\n}} 2>&1 > out < /dev/null",
        f"trap {quote(c)} EXIT",
        f"sudo bash -c {quote(c)}",
        f"env A=b bash -c {quote(c)}",
        f"builtin eval {quote(c)}",
        f"select i in a; do {c}\nbreak; done <<< 1",
        f"! {{ {c}\n}}",
        f"time {{ {c}\n}}",
        f"for i in $({c}\n); do {d}\ndone",
        f"case $({c}\n) in *) {d}\n;; esac",
        f"local_{number}=a; {c}",
        f"echo ${{unset:=$({c}\n)}} ${{v/a/$({d}\n)}}",
    ]
    if not NO_BACKTICKS & set(c):
        choices += [f"echo `{c}`", f'echo "`{c}`"', f"v=`{c}`", f'echo "${{unset:-`{c}`}}"']
    return rng.choice(choices)


def generate(rng: random.Random) -> str:
    """A command of random depth."""
    leaves: tuple[Make, ...] = (simple, wrapped, by_value)
    numbers = iter(range(1000))

    def leaf(inner_rng: random.Random) -> str:
        return inner_rng.choice(leaves)(inner_rng)

    def deeper(level: int) -> Make:
        if level == 0:
            return leaf
        return lambda inner_rng: construct(inner_rng, deeper(level - 1), next(numbers))

    return deeper(rng.choice((0, 1, 1, 1, 2, 2, 3)))(rng)


SOUP = (
    *("alpha", "beta", "gamma", "rm", "x", "a=1", "$a", "'", '"', "\\", "\n", "\n", ";", ";", "&&", "||", "|", "&"),
    *("(", ")", "{", "}", "$(", ")", "`", "`", "<<E\n", "\nE\n", "<<<", ">", "2>&1", "<(", "if", "then", "fi", "else"),
    *(
        "case",
        "in",
        "esac",
        ";;",
        "[[",
        "]]",
        "((",
        "))",
        "${a:-",
        "}",
        "#",
        " ",
        "!",
        "time",
        "for i in 1;",
        "do",
        "done",
    ),
    *(
        "$'",
        "\\x72",
        '$"',
        "~",
        "*",
        "?",
        "[a]",
        "{a,b}",
        "eval",
        "bash -c",
        "coproc",
        "$((",
        "))",
        "=",
        "%",
        "+",
        "@P}",
    ),
)


def soup(rng: random.Random) -> str:
    """Tokens in any order. Nothing in it can define a function or loop on a condition."""
    while True:
        text = "".join(token + rng.choice((" ", " ", "")) for token in rng.choices(SOUP, k=rng.randint(2, 14)))
        if "()" not in text.replace(" ", "").replace("\n", "") and "function" not in text:
            return text


WORDS_OF_THE_SHELL = (
    *("coproc", "time", "!", "if", "then", "else", "fi", "case", "in", "esac", "[[", "]]", "let", "declare", "export"),
    *("exec", "command", "builtin", "-p", "--", "a=1", "2>f", ">f", "<f", "{", "}", "(", ")", "&&", "\\", "\\\n", "rm"),
)


def echoes(rng: random.Random) -> str:
    """Few tokens, again and again: words of the shell beside words of the shell, which a soup of all rarely has."""
    while True:
        few = rng.sample(WORDS_OF_THE_SHELL, rng.randint(2, 4)) + rng.sample(SOUP, rng.randint(0, 2))
        text = "".join(token + rng.choice((" ", " ", "")) for token in rng.choices(few, k=rng.randint(2, 7)))
        if "()" not in text.replace(" ", "").replace("\n", "").replace("\\", "") and "function" not in text:
            return text


HEADS = (
    *("let", "declare", "export", "local", "readonly", "typeset", "alias", "eval", "exec", "command", "builtin"),
    *("[", "[[", "((", "time", "time -p", "coproc", "coproc a", "!", "select", "for", "case", "function", "if"),
    *("while", "until", "{", "(", "in", "trap", "set", "shopt", "unset", "read", "printf", "return", "exit", "break"),
    *("shift", ":", "cd", "pushd", "getopts", "hash", "type", "ulimit", "umask", "wait", "jobs", "fg"),
    *("bg", "kill", "caller", "compgen", "complete", "dirs", "disown", "enable", "help", "history", "mapfile"),
    *("times", "test", "true", "false", "nameref", "integer", "repeat", "foreach", "nocorrect", "noglob", "print"),
    *("-", "beta", "a=1", ">f"),
)
GLUED_WORDS = (
    *("a", "a=1", "a[0]", "a[0]=1", "a++", "++a", "a+=1", "1", "-x", "-p", "--", "-", "$a", "'a'", '"a"', "!"),
    *("a=(1)", "{a,b}", "*", "~", "@(a)", "a#", "#", "$((1))", "$#", "(a)", "((a", "a))", "in", "do", "then", "2"),
    *("a=", "%", "a,b", "\\", "a?b:c", "a*b", "$'a'", "<f", "2>&1", ">f", "=", "==", "]]", "]", "))", ")", "}"),
)
GLUE = ("&", "|", "||", "&&", ";", "\n", "|&", "<f&", ">f&", " &", " |", ";;", "&!", "&|", "\\\n&")


def glued(rng: random.Random) -> str:
    """A word that may have a grammar of its own, words for it, and an operator that ends it, glued to them or not."""
    words = rng.choices(GLUED_WORDS, k=rng.choice((0, 1, 1, 1, 2, 3)))
    return rng.choice((" ", " ", " ", "")).join([rng.choice(HEADS), *words]) + rng.choice(GLUE) + "gamma x"


TARGETS = (
    "f",
    "./f",
    "a/f",
    "a/../f",
    "c//f",
    "~/f",
    '"$HOME"/f',
    "$PWD/f",
    "l/f",
    "l/../f",
    "a/b/../f",
    "'f'",
    "$HOME/c/f",
    "${x:-f}",
    "f$x",
    "{f,}",
)
MOVES = (
    "cd a",
    "cd a/b",
    "cd ./a/..",
    "cd l",
    "cd l/b",
    "cd -P l",
    "cd nowhere",
    "cd ~",
    "cd",
    "cd c; cd -",
    "cd a; cd ..",
    "cd l; cd ..",
    "cd -P l; cd ..",
    "pushd a",
    "pushd a; popd",
    "pushd a; pushd ../c; popd",
    "d=a; cd $d",
    'cd "$PWD/c"',
    "cd a && cd b",
    "cd nowhere || cd c",
    "cd nowhere && cd c",
    "eval 'cd a'",
    "CDPATH=a; cd b",
    "CDPATH=a cd b",
    "command cd a",
    "builtin cd a",
    "f() { cd a; }; f",
    "cd() { builtin cd c; }; cd a",
    "cd nowhere && cd() { builtin cd c; }",
    "if false; then cd() { :; }; fi",
    "unset -f cd",
    "cd() { builtin cd c; false; }",
    "(cd a)",
    "cd a | :",
    "cd a & wait",
    ": $(cd a)",
    "if cd a; then :; fi",
    "if false; then cd a; fi",
    "for d in a b; do cd $d; done",
    "while cd a; do break; done",
    "! cd a",
    "true && cd c",
    "false && cd c",
    "false || cd c",
    "{ cd a; }",
    "cd a > /dev/null",
    "cd a 2>&1",
    "OLDPWD=$PWD/c; cd -",
    "HOME=$PWD/c; cd",
    "HOME=$PWD/c",
    "set -e; cd a",
    "trap 'cd c' DEBUG; :",
    "cd a; exec > out; cd ..",
)
WRITERS = (
    "echo x > {t}",
    "echo x >> {t}",
    "echo x >| {t}",
    "echo x &> {t}",
    "> {t}",
    ": 2> {t}",
    ": <> {t}",
    "{{ echo x; }} > {t}",
    "(echo x) > {t}",
    "for i in 1; do echo x; done > {t}",
    "if :; then echo x; fi > {t}",
    "w() {{ echo x; }} > {t}; w",
    "exec 3> {t}",
    "exec > {t}; echo x",
    "[[ a ]] > {t}",
    "printf x > {t} > {t}2",
    "eval 'echo x > {t}'",
    "echo $(echo x > {t})",
    ": <(echo x > {t}); wait",
    "echo x | while read y; do echo $y > {t}; done",
    "while :; do break; done > {t}",
    "case a in a) echo x;; esac > {t}",
    "x=f; echo y > $x; echo z > {t}",
    "coproc {{ echo x; }} 2> {t}; wait",
    "> {t} echo x",
    "trap 'echo x > {t}' EXIT",
    "trap 'echo x > {t}' EXIT; cd c",
)


def writing(rng: random.Random) -> str:
    """A command that moves about and writes a file, with nothing but builtins."""
    steps = [rng.choice(MOVES) for _ in range(rng.randint(0, 2))]
    writer = rng.choice(WRITERS)
    targets = [target for target in TARGETS if "'" not in writer or "'" not in target]
    steps.append(writer.format(t=rng.choice(targets)))
    joiner = (
        rng.choice(("; ", "\n", " && ")) if not any("\n" in step or step.endswith("wait") for step in steps) else "\n"
    )
    return joiner.join(steps)
