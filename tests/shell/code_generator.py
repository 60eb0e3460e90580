"""Random scripts whose code reaches a shell on some way: files, descriptors, substitutions, fifos, coprocesses, copies.

Each script runs one of the marker programs: a holder keeps the code, transfers carry it on, a runner runs it, frames
stand around all of it. For tests/shell/test_code_sources.py, which asks real shells what ran.
"""

from __future__ import annotations

import base64
import random
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MARKERS = ("alpha", "beta", "gamma")
TOOLS = (
    "awk",
    "base64",
    "bash",
    "cat",
    "chmod",
    "cp",
    "dash",
    "dd",
    "env",
    "head",
    "install",
    "ln",
    "make",
    "mkdir",
    "mkfifo",
    "mv",
    "nice",
    "nohup",
    "perl",
    "python3",
    "rev",
    "sed",
    "sh",
    "sleep",
    "sort",
    "tee",
    "timeout",
    "tr",
    "which",
    "xargs",
    "zsh",
)
FILE, DESCRIPTOR, NAMED, SUBSTITUTION, PIPE = "file", "descriptor", "named", "substitution", "pipe"


@dataclass(frozen=True)
class Held:
    """Code that is somewhere: what has to run before, and how to name the place. `where`: of a pipe, the writer."""

    kind: str
    where: str
    setup: str = ""

    def after(self, kind: str, where: str, step: str) -> Held:
        return Held(kind, where, f"{self.setup}{step}\n")


class Script:
    """The choices of one script: names and descriptors that are not taken yet. `rich`: bash and zsh, not dash."""

    def __init__(self, rng: random.Random, rich: bool = True) -> None:
        self.rng = rng
        self.rich = rich
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"{self.rng.choice(('q', 'r', './s', 'd/t'))}{self.count}"

    def number(self) -> int:
        self.count += 1
        return 2 + self.count

    def pick(self, choices: Sequence[str]) -> str:
        return self.rng.choice(choices)


def marker_code(rng: random.Random) -> str:
    """Shell text that runs a marker."""
    name = rng.choice(MARKERS)
    return rng.choice((f"{name} x", f"{name}", f"true; {name} -r y", f"true\n{name} z", f"if true; then {name}; fi"))


def program_code(lang: str, code: str) -> str:
    """Code of another language that runs shell text."""
    text = code.replace("\n", "; ")
    if lang == "python":
        return f"import os; os.system({text!r})"
    if lang == "perl":
        return f"system({shlex.quote(text)})" if "'" not in text else f'system("{text}")'
    return f'BEGIN {{ system("{text}") }}'


def echoed(script: Script, code: str) -> str:
    """A command that prints the code."""
    quoted = shlex.quote(code)
    packed = base64.b64encode(code.encode()).decode()
    turned = shlex.quote(code[::-1])
    forms = [
        f"printf '%s\\n' {quoted}",
        f"printf {shlex.quote(code)}",
        f"cat <<'E'\n{code}\nE\n",
        f"cat <<E\n{code}\nE\n",
        f"(echo {quoted})",
        f"{{ echo {quoted}; }}",
        f"base64 -d <<E\n{packed}\nE\n",
        f"env printf '%s\\n' {quoted}",
        f"sh -c {shlex.quote('echo ' + quoted)}",
    ]
    if script.rich:
        forms += [f"cat <<< {quoted}", f"rev <<< {turned}"]
    if "\n" not in code:
        forms += [f"echo {quoted}", f"echo {turned} | rev", f"echo {quoted} | cat"]
    return script.pick(forms)


def has_body(text: str) -> bool:
    """A here-document, behind which nothing may stand on the line."""
    return text.endswith("\nE\n")


def hold_in_file(script: Script, code: str) -> Held:
    """A file that the script writes."""
    name = script.name()
    quoted = shlex.quote(code)
    printed = echoed(script, code)
    forms = [
        f"cat > {name} <<'E'\n{code}\nE",
        f"cat <<E >{name}\n{code}\nE",
        f"printf '%s\\n' {quoted} | tee {name}",
        f"printf '%s\\n' {quoted} | dd of={name}",
        f"printf '%s\\n' {quoted} | cat > {name}",
        f"echo {quoted} >> {name}",
        f"exec 9> {name}; echo {quoted} >&9; exec 9>&-",
        f"(echo {quoted}) > {name}",
        f"{{ echo {quoted}; }} > {name}",
        f"{{ echo {quoted} >&8; }} 8> {name}",
        f"if true; then echo {quoted}; fi > {name}",
        f"for i in 1; do echo {quoted}; done > {name}",
        f"f() {{ echo {quoted}; }}; f > {name}",
        f'eval "echo {shlex.quote(quoted)}" > {name}' if "'" not in code else f"echo {quoted} > {name}",
        f"echo {quoted} 2>&1 > {name}",
        f"echo {quoted} > /dev/fd/7 7> {name}",
        f"true > {name}; echo {quoted} > {name}",
        f'v={quoted}; echo "$v" > {name}',
        f"w={name}; echo {quoted} > $w",
        f"sort <<E > {name}\n{code}\nE",
        f"sed -n 'w {name}' <<E\n{code}\nE",
        f"echo ls > {name}; cat > {name} <<'E'\n{code}\nE",
        f"(cd d; echo {quoted} > ../{name})",
        f"echo {quoted} 1<> {name}",
        f"echo {quoted} >| {name}",
        f"cp /dev/stdin {name} <<E\n{code}\nE",
        f"sh -c {shlex.quote('echo ' + quoted)} > {name}",
        f"sh -c {shlex.quote(f'echo {quoted} > {name}')}",
    ]
    if not has_body(printed):
        forms += [f"{printed} > {name}"] * 4
    if script.rich:
        forms += [
            f"cat > {name} <<< {quoted}",
            f"cp <(printf '%s\\n' {quoted}) {name}",
            f"echo {quoted} &> {name}",
            f"printf '%s\\n' {quoted} | tee >(cat > {name}) >/dev/null; sleep 0.05",
        ]
    if script.rng.random() < 0.06:
        forms = [
            f"python3 -c {shlex.quote(f'open({name!r}, {chr(119)!r}).write({code!r})')}",
            f"perl -e {shlex.quote(f'open F, q(>{name}); print F q({code});')}",
            f"awk {shlex.quote(f'BEGIN {{ print {code_string(code)} > {code_string(name)} }}')}",
        ]
    return Held(FILE, name, script.pick(forms) + "\n")


def code_string(text: str) -> str:
    return '"' + text.replace("\n", "\\n") + '"'


def hold_on_descriptor(script: Script, code: str) -> Held:
    """A descriptor that the script opens for good."""
    number = script.number()
    quoted = shlex.quote(code)
    forms = [f"exec {number}<<'E'\n{code}\nE", f"exec {number}<<E\n{code}\nE"]
    if script.rich:
        forms += [f"exec {number}<<< {quoted}", f"exec {number}< <(printf '%s\\n' {quoted})"]
    return Held(DESCRIPTOR, str(number), script.pick(forms) + "\n")


def hold_by_name(script: Script, code: str) -> Held:
    """A descriptor whose number the shell puts into a variable."""
    quoted = shlex.quote(code)
    step = script.pick([f"exec {{fd}}<<< {quoted}", f"exec {{fd}}<<E\n{code}\nE", f"exec {{fd}}< <(echo {quoted})"])
    return Held(NAMED, "fd", step + "\n")


def hold_in_substitution(script: Script, code: str) -> Held:
    printed = echoed(script, code)
    while has_body(printed):
        printed = echoed(script, code)
    return Held(SUBSTITUTION, printed)


def hold_in_pipe(script: Script, code: str) -> Held:
    return Held(PIPE, hold_in_substitution(script, code).where)


def hold_in_fifo(script: Script, code: str) -> Held:
    """A fifo that somebody fills in the background."""
    name = script.name()
    return Held(FILE, name, f"mkfifo {name}\n{{ echo {shlex.quote(code)} > {name}; }} &\n")


def hold_in_coprocess(script: Script, code: str) -> Held:
    step = f"coproc {{ printf '%s\\n' {shlex.quote(code)}; }}\nexec 6<&${{COPROC[0]}}\n"
    return Held(DESCRIPTOR, "6", step)


def move_on(script: Script, held: Held) -> Held:
    """The same code somewhere else."""
    where = held.where
    name, number = script.name(), script.number()
    if held.kind == FILE:
        step = script.pick(
            (
                f"cp {where} {name}",
                f"mv {where} {name}",
                f"ln -s {linked(where, name)} {name}",
                f"cat {where} > {name}",
                f"cat < {where} > {name}",
                f"dd if={where} of={name}",
                f"install {where} {name}",
                f"tee {name} < {where}",
                f"cat {where} | tee {name}",
                f"ln {where} {name}",
                f"head -n 99 {where} > {name}",
                f"mkdir -p e; cp {where} e/z; mv e/z {name}",
            )
        )
        if script.rng.random() < 0.7:
            return held.after(FILE, name, step)
        return held.after(DESCRIPTOR, str(number), f"exec {number}< {where}")
    if held.kind == DESCRIPTOR:
        if script.rng.random() < 0.5:
            return held.after(
                DESCRIPTOR, str(number), script.pick((f"exec {number}<&{where}", f"exec {number}<&{where}-"))
            )
        return held.after(FILE, name, script.pick((f"cat <&{where} > {name}", f"cat /dev/fd/{where} > {name}")))
    if held.kind in (SUBSTITUTION, PIPE) and script.rich:
        return held.after(
            FILE, name, script.pick((f"cat <({where}) > {name}", f"cp <({where}) {name}", f"{where} | cat > {name}"))
        )
    return held


def linked(where: str, name: str) -> str:
    """The target of a link as it is seen from where the link lies."""
    return f"../{where}" if name.startswith("d/") else where


SHELLS = (
    "sh",
    "bash",
    "dash",
    "env sh",
    "nice bash",
    "timeout 5 sh",
    "command sh",
    "exec sh",
    "bash --norc",
    "/bin/sh",
)


def run_held(script: Script, held: Held) -> str:
    """A line that runs the code."""
    shell = script.pick(SHELLS)
    where = held.where
    if held.kind == FILE:
        forms = run_file(shell, where)
    elif held.kind == DESCRIPTOR:
        forms = run_descriptor(shell, where)
    elif held.kind == NAMED:
        forms = [
            f"{shell} <&$fd",
            f'{shell} <&"${{fd}}"',
            f"{shell} /dev/fd/$fd",
            '. "/dev/fd/$fd"',
            f"n=$fd; {shell} <&$n",
        ]
    elif held.kind == SUBSTITUTION:
        forms = [
            f"{shell} <({where})",
            f"{shell} < <({where})",
            f". <({where})",
            f"source <({where})",
            f"cat <({where}) | {shell}",
            f'eval "$({where})"',
            f'{shell} -c "$({where})"',
            f"bash --rcfile <({where}) -i",
            f'mapfile -t a < <({where}); eval "${{a[*]}}"',
            f'while read -r l; do eval "$l"; done < <({where})',
            f"exec 5< <({where}); {shell} <&5",
            f"BASH_ENV=<({where}) bash -c :",
            f"{{ {shell}; }} < <({where})",
            f"f() {{ {shell}; }}; f < <({where})",
        ]
        if not script.rich:
            forms = [f'eval "$({where})"', f'{shell} -c "$({where})"']
    else:
        forms = run_pipe(script, shell, where)
    return script.pick(forms)


def run_file(shell: str, where: str) -> list[str]:
    path = where if "/" in where else f"./{where}"
    return [
        f"{shell} {where}",
        f"{shell} {path}",
        f"{shell} < {where}",
        f". {path}",
        f"cat {where} | {shell}",
        f'eval "$(cat {where})"',
        f'{shell} -c "$(cat {where})"',
        f"chmod +x {where}; {path}",
        f"chmod 755 {where} && {path} a b",
        f"exec 5< {where}; {shell} <&5",
        f"{shell} /dev/fd/5 5< {where}",
        f"{shell} -s < {where}",
        f"{shell} -s a < {where}",
        f"{{ {shell}; }} < {where}",
        f"( {shell} ) < {where}",
        f"if true; then {shell}; fi < {where}",
        f"{shell} -c '. {path}'",
        f"{shell} -c 'sh {where}'",
        f"echo {where} | xargs sh",
        f"f() {{ sh $1; }}; f {where}",
        f'f() {{ . "$1"; }}; f {path}',
        f"w={where}; {shell} $w",
        f"ENV={path} sh -i",
        f"BASH_ENV={path} bash -c :",
        f"export BASH_ENV={path}; bash -c true",
        f"{shell} $PWD/{where}",
        f'cd . && {shell} "{where}"',
        f"(cd d && {shell} ../{where})",
        f"trap '{shell} {where}' EXIT",
        f"{shell} {where} & wait",
        f'while read -r l; do eval "$l"; done < {where}',
        f"xargs -I{{}} sh -c '{{}}' < {where}",
        f"bash --rcfile {where} -i",
        f"bash --init-file {where} -i -c :",
        f"cat {where} > x9; sh x9",
        f"sed p {where} | sh",
        f"{shell} -- {where}" if shell == "bash" else f"{shell} {where}",
    ]


def run_descriptor(shell: str, where: str) -> list[str]:
    return [
        f"{shell} <&{where}",
        f"{shell} /dev/fd/{where}",
        f". /dev/fd/{where}",
        f"{shell} /proc/self/fd/{where}",
        f"cat <&{where} | {shell}",
        f'eval "$(cat <&{where})"',
        f"{{ {shell}; }} <&{where}",
        f"( {shell} <&{where} )",
        f"{shell} -s <&{where}",
        f"bash -c 'sh <&{where}'",
        f"exec <&{where}; {shell}",
        f"exec 9<&{where}; {shell} <&9",
        f"{shell} 0<&{where}",
        f"f() {{ {shell} <&{where}; }}; f",
        f"sh -c '. /dev/fd/{where}'",
        f'while read -r l <&{where}; do eval "$l"; done',
        f"cat /dev/fd/{where} | {shell}",
        f"{shell} < /dev/fd/{where}",
        f"if true; then {shell}; fi <&{where}",
        f"cat <&{where} > y9; sh y9",
    ]


def run_pipe(script: Script, shell: str, where: str) -> list[str]:
    forms = [
        f"{where} | {shell}",
        f"{where} | cat | {shell}",
        f"{where} | {{ {shell}; }}",
        f"{where} | ( {shell} )",
        f"{where} | {shell} -s",
        f"{where} | {shell} /dev/stdin",
        f"{where} | {shell} /dev/fd/0",
        f"{where} | {shell} /proc/self/fd/0",
        f"{where} | . /dev/stdin",
        f"{where} | tee z8 | {shell}",
        f"{where} | bash -c {shell.split()[-1]}",
        f"{where} | {shell} /dev/fd/3 3<&0",
        f"{where} | {{ exec 3<&0; {shell} <&3; }}",
        f"{where} | if true; then {shell}; fi",
        f"{where} | while true; do {shell}; break; done",
        f"f() {{ {shell}; }}; {where} | f",
        f"{where} | xargs -I{{}} sh -c '{{}}'",
        f'{where} | while read -r l; do eval "$l"; done',
        f"{where} > w8; {shell} w8",
        f"mkfifo p8; {shell} p8 & {where} > p8; wait",
        f"mkfifo p8; {shell} < p8 & {where} > p8; wait",
    ]
    if script.rich:
        forms += [
            f"{where} > >({shell}); sleep 0.05",
            f"{where} | tee >({shell}) >/dev/null; sleep 0.05",
            f"exec 4> >({shell}); {where} >&4; exec 4>&-; sleep 0.05",
            f"{{ {where}; }} > >({shell}); sleep 0.05",
            f"{where} | cat > >({shell}); sleep 0.05",
            f"{where} > /dev/fd/4 4> >({shell}); sleep 0.05",
            f'coproc {{ {shell}; }}; {where} >&${{COPROC[1]}}; eval "exec ${{COPROC[1]}}>&-"; wait',
        ]
    return forms


def copy_program(script: Script) -> str:
    """A program that runs under another name."""
    marker = script.pick(MARKERS)
    name = script.name()
    path = name if "/" in name else f"./{name}"
    found = script.pick((f"$(which {marker})", f'"$(command -v {marker})"', f"`which {marker}`", f"$MARKERS/{marker}"))
    source, call = (found, f"{path} x") if script.rng.random() < 0.7 else ("/bin/sh", f"{path} -c '{marker} x'")
    made = script.pick(
        (
            f"cp {source} {name}",
            f"cat {source} > {name}; chmod +x {name}",
            f"ln -s {source} {name}",
            f"install {source} {name}",
            f"dd if={source} of={name}; chmod +x {name}",
            f"tee {name} < {source} >/dev/null; chmod +x {name}",
            f"cp {source} b9; mv b9 {name}",
            f"cp -p {source} d/; mv d/{'sh' if source == '/bin/sh' else marker} {name}",
            f"v={source}; cp $v {name}",
            f"cat < {source} > {name}; chmod +x {name}",
            f"cp {source} c9; ln c9 {name}",
            f"mkdir -p g; cp {source} g/k; mv g h; cp h/k {name}",
        )
    )
    call = script.pick(
        (
            call,
            call,
            f"env {call}",
            f"( {call} )",
            f"f() {{ {call}; }}; f",
            f"nice {call}",
            f"v={path}; $v{call.removeprefix(path)}",
            f"bash -c {shlex.quote(call)}",
            f"PATH=${{PWD}}:$PATH; {call}",
            f"cd . && {call}",
            f"true && {call}",
            f"echo x | xargs {call}",
        )
    )
    return f"{made}\n{call}\n"


def pass_words(script: Script) -> str:
    """Functions and shells that run the words that they get."""
    marker = script.pick(MARKERS)
    return (
        script.pick(
            (
                f'f() {{ c=$1; shift; $c "$@"; }}; f {marker} x',
                f'f() {{ "$@"; }}; f {marker} x',
                f"f() {{ $1 $2; }}; f {marker} x",
                f'f() {{ shift; "$@"; }}; f a {marker} x',
                f'f() {{ shift 2; "$@"; }}; f a b {marker}',
                f'f() {{ for c in "$@"; do $c; done; }}; f {marker} true',
                f'f() {{ eval "$*"; }}; f {marker} x',
                f'g() {{ "$@"; }}; f() {{ g "$@"; }}; f {marker}',
                f"sh -c 'c=$1; shift; $c \"$@\"' _ {marker} x",
                f"sh -c '$0 x' {marker}",
                f"sh -c '\"$@\"' _ {marker} x",
                f'f() {{ while [ $# -gt 0 ]; do a="$a $1"; shift; done; $a; }}; f {marker} x',
                f'f() {{ set -- "$@" x; "$@"; }}; f {marker}',
                f"echo {marker} x | xargs env",
                f"printf '{marker}\\0x' | xargs -0 env",
                f"printf '{marker}\\0x' | xargs -0 nice",
                f"v={marker}; f() {{ $v; }}; f",
                f"f() {{ echo {marker}; }}; $(f) x",
                f"alias w={marker}\nw x",
                f"make -s --eval 'all: ; @{marker} x' all",
                f"printf 'all:\\n\\t@{marker} x\\n' | make -s -f -",
            )
        )
        + "\n"
    )


FRAMES: tuple[Callable[[str], str], ...] = (
    lambda text: f"( {text} )\n",
    lambda text: f"{{ {text} }}\n",
    lambda text: f"f1() {{\n{text}}}; f1\n",
    lambda text: f"if true; then\n{text}fi\n",
    lambda text: f"for i1 in 1; do\n{text}done\n",
    lambda text: f"while true; do\n{text}break; done\n",
    lambda text: f"case a in a)\n{text};; esac\n",
    lambda text: f"true && {{\n{text}}}\n",
    lambda text: f"true | {{\n{text}}}\n",
    lambda text: f"x1=$(\n{text})\n",
    lambda text: f"eval {shlex.quote(text)}\n",
    lambda text: f"bash -c {shlex.quote(text)}\n",
    lambda text: f"{{\n{text}}} < /dev/null\n",
    lambda text: f"{{\n{text}}} & wait\n",
    lambda text: f"cd d; cd ..; {text}",
    lambda text: f"mkdir -p m/d; cd m; {text}",
)

HOLDERS = (
    hold_in_file,
    hold_in_file,
    hold_in_file,
    hold_on_descriptor,
    hold_on_descriptor,
    hold_by_name,
    hold_in_substitution,
    hold_in_pipe,
    hold_in_pipe,
    hold_in_fifo,
    hold_in_coprocess,
)
POSIX_HOLDERS = (hold_in_file, hold_in_file, hold_on_descriptor, hold_in_pipe, hold_in_fifo)


def carried(rng: random.Random, rich: bool = True) -> str:
    """One script."""
    script = Script(rng, rich)
    kind = rng.random()
    if kind < 0.12:
        text = copy_program(script)
    elif kind < 0.2:
        text = pass_words(script)
    else:
        held = rng.choice(HOLDERS if rich else POSIX_HOLDERS)(script, marker_code(rng))
        while rng.random() < 0.3:
            held = move_on(script, held)
        text = f"{held.setup}{run_held(script, held)}\n"
    while rng.random() < 0.3:
        text = rng.choice(FRAMES)(text)
    return text


def carried_posix(rng: random.Random) -> str:
    return carried(rng, rich=False)
