"""The oracle: real shells that log every program they try to run, and never run one.

bash and zsh get a PATH that does not exist and a handler of unknown names that writes them down; dash, which has none,
gets a PATH that holds nothing but stubs. Wrappers (env, sudo, xargs ...) are functions or stubs that hand over
to their command. All of it happens in a scratch folder, with small limits, in a session that is killed after SESSION_S.
"""

from __future__ import annotations

import gzip
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

BASH = "/bin/bash"
DASH = "/bin/dash"
ZSH = "/usr/bin/zsh"
SESSION_S = 30  # generous: a loaded machine must not look like a shell that ran nothing
BATCH = 40
WRITING_BATCH = 200
SYSTEM = "/usr/local/bin:/usr/bin:/bin"
SAYS = "zeta"  # what every program prints

FUNCTIONS = """
command_not_found_handle() {
    builtin printf '%s\\0' "$1" >> "$ORACLE_LOG"
    local lines; builtin mapfile -d '' -t lines < "$ORACLE_LOG"
    if (( ${#lines[@]} > 60 )); then builtin kill -KILL $$; fi
    builtin printf '%s\\n' "$ORACLE_SAYS"
    return "$ORACLE_STATUS"
}
sudo() { "$@"; }
nohup() { "$@"; }
setsid() { "$@"; }
busybox() { "$@"; }
nice() { "$@"; }
timeout() { builtin shift; "$@"; }
env() { while [[ $1 == *=* ]]; do builtin export "$1"; builtin shift; done; "$@"; }
xargs() {
    local line mark; builtin read -r line
    if [[ $1 == -I* ]]; then mark=${1#-I}; builtin shift; "${@//"$mark"/$line}"; else "$@" $line; fi
}
bash() { /bin/bash --norc --noprofile "$@"; }
builtin export -f command_not_found_handle sudo nohup setsid busybox nice timeout env xargs bash
"""

# zsh runs NULLCMD where a redirection has no command; a text that names it is not read (shell/syntax/zsh.py).
ZSH_FUNCTIONS = """
NULLCMD=: READNULLCMD=:
command_not_found_handler() {
    builtin print -rn -- "$1"$'\\0' >> "$ORACLE_LOG"
    builtin print -r -- "$ORACLE_SAYS"
    return "$ORACLE_STATUS"
}
sudo() { "$@"; }
nohup() { "$@"; }
setsid() { "$@"; }
busybox() { "$@"; }
nice() { "$@"; }
timeout() { builtin shift; "$@"; }
env() { while [[ $1 == *=* ]]; do builtin export "$1"; builtin shift; done; "$@"; }
"""

DRIVER = """
ulimit -t 2 -f 2048 -n 64 -c 0 2>/dev/null
for file in "$1"/*.txt; do
    IFS= read -rd '' text < "$file"  # to the last line end
    for ORACLE_STATUS in 0 1; do
        export ORACLE_STATUS ORACLE_LOG="${file%.txt}.log"
        "$2" ${3:+$3} -c "$text" </dev/null >/dev/null 2>&1
    done
done
wait
"""

IN_PLACE = """
ulimit -t 5 -f 4096 -n 128 2>/dev/null
export -n OLDPWD  # `cd -` must not lead to where the command before ran
for file in "$1"/run-*.txt; do
    IFS= read -rd '' text < "$file"  # to the last line end
    cd "${file%.txt}" && HOME=$PWD /bin/bash --norc --noprofile -c "$text" </dev/null >/dev/null 2>&1
done
"""

MARKED = """
ulimit -t 2 -f 4096 -n 128 -c 0 2>/dev/null
for file in "$1"/run-*.txt; do
    IFS= read -rd '' text < "$file"  # to the last line end
    export ORACLE_LOG="${file%.txt}.log"
    cd "${file%.txt}" && HOME=$PWD /usr/bin/timeout -k 1 3 "$2" ${3:+$3} -c "$text" </dev/null >/dev/null 2>&1
done
sleep 0.3
"""

STUB = """#!/bin/dash
printf '%s\\0' "${0##*/}" >> "$ORACLE_LOG"
printf '%s\\n' "$ORACLE_SAYS"
exit "$ORACLE_STATUS"
"""
HAND_OVER = '#!/bin/dash\nexec "$@"\n'


def run_bash(commands: Sequence[str], folder: Path) -> list[set[str]]:
    """The names of the programs that bash tried to run, command by command."""
    return run(commands, folder, FUNCTIONS + DRIVER, BASH, "--norc", "/nonexistent")


def run_dash(commands: Sequence[str], folder: Path, programs: Sequence[str]) -> list[set[str]]:
    """The same for dash; it can only find what is in `programs`."""
    stubs = folder / "stubs"
    stubs.mkdir()
    bodies = {**dict.fromkeys(programs, STUB), **dict.fromkeys(("sudo", "nohup", "nice"), HAND_OVER)}
    for name, body in bodies.items():
        (stubs / name).write_text(body, encoding="utf-8")
        (stubs / name).chmod(0o700)
    return run(commands, folder, DRIVER, DASH, "", str(stubs))


def run_zsh(commands: Sequence[str], folder: Path) -> list[set[str]]:
    """The same for zsh, which reads the functions of the oracle from its start-up file."""
    (folder / ".zshenv").write_text(ZSH_FUNCTIONS, encoding="utf-8")
    return run(commands, folder, f"export ZDOTDIR={shlex.quote(str(folder))}\n{DRIVER}", ZSH, "", "/nonexistent")


def run_with_tools(commands: Sequence[str], folder: Path, programs: Sequence[str]) -> list[set[str]]:
    """Commands that name real tools by absolute path; the tools in turn can only find stubs."""
    stubs = folder / "stubs"
    stubs.mkdir()
    for name in programs:
        (stubs / name).write_text(STUB, encoding="utf-8")
        (stubs / name).chmod(0o700)
    return run(commands, folder, DRIVER, BASH, "--norc", str(stubs))


def run_marked(
    scripts: Sequence[str], folder: Path, shell: str, markers: Sequence[str], tools: Sequence[str]
) -> list[tuple[Path, set[str]]]:
    """Where each script ran, and the markers that ran: programs that write their own name down, whatever they are
    called. Besides them only the machine's own `tools` are to be found.
    """
    stubs = folder / "stubs"
    stubs.mkdir()
    for name in markers:
        (stubs / name).write_text(f"#!/bin/dash\nprintf '{name}\\0' >> \"$ORACLE_LOG\"\n", encoding="utf-8")
        (stubs / name).chmod(0o700)
    for name in tools:
        found = sys.executable if name == "python3" else shutil.which(name, path=SYSTEM)
        if found:
            (stubs / name).symlink_to(found)
    found_names: list[tuple[Path, set[str]]] = []
    for start in range(0, len(scripts), BATCH):
        batch = folder / f"batch-{start}"
        places = [batch / f"run-{index:03}" for index in range(len(scripts[start : start + BATCH]))]
        for place, text in zip(places, scripts[start:], strict=False):
            (place / "d").mkdir(parents=True)
            (batch / f"{place.name}.txt").write_text(text, encoding="utf-8")
        option = "--norc" if shell == BASH else "-f" if shell == ZSH else ""
        argv = [BASH, "--norc", "--noprofile", "-c", MARKED, "driver", str(batch), shell, option]
        run_session(argv, batch, str(stubs), 4 * BATCH, {"MARKERS": str(stubs)})
        found_names += [(place, names_in(batch / f"{place.name}.log")) for place in places]
    return found_names


def run_writing(commands: Sequence[str], folder: Path) -> list[tuple[Path, set[str]]]:
    """Where each command ran, and the files that it made there. Only builtins can run."""
    found: list[tuple[Path, set[str]]] = []
    for start in range(0, len(commands), WRITING_BATCH):
        batch = folder / f"batch-{start}"
        places = []
        for index, text in enumerate(commands[start : start + WRITING_BATCH]):
            place = batch / f"run-{index}"
            (place / "a" / "b").mkdir(parents=True)
            (place / "c").mkdir()
            (place / "l").symlink_to("a")
            (batch / f"run-{index}.txt").write_text(text, encoding="utf-8")
            places.append(place)
        run_session([BASH, "--norc", "--noprofile", "-c", IN_PLACE, "driver", str(batch)], batch, "/nonexistent")
        found += [(place, {str(item) for item in place.rglob("*") if item.is_file()}) for place in places]
    return found


def run_changing(commands: Sequence[str], folder: Path) -> list[tuple[Path, set[str], set[str]]]:
    """Where each command ran with the machine's own tools, what it made or changed there, and what it removed."""
    places = [folder / f"run-{index:03}" for index in range(len(commands))]
    for place, text in zip(places, commands, strict=True):
        fill(place)
        (folder / f"{place.name}.txt").write_text(text, encoding="utf-8")
    before = [listing(place) for place in places]
    argv = [BASH, "--norc", "--noprofile", "-c", IN_PLACE, "driver", str(folder)]
    run_session(argv, folder, SYSTEM, 60)
    found = []
    for place, old in zip(places, before, strict=True):
        new = listing(place)
        changed = {name for name, state in new.items() if old.get(name) != state}
        found.append((place, changed, set(old) - set(new)))
    return found


def fill(place: Path) -> None:
    """The files that the commands of filetools.py expect; all of them older than what a command makes."""
    for folder in ("d", "e"):
        (place / folder).mkdir(parents=True)
    (place / "f").write_text("a\n", encoding="utf-8")
    (place / "g").write_text("b\nb\n", encoding="utf-8")
    (place / "d" / "h").write_text("c\n", encoding="utf-8")
    (place / "p.diff").write_text("--- f\n+++ f\n@@ -1 +1 @@\n-a\n+z\n", encoding="utf-8")
    with tarfile.open(place / "z.tar", "w") as archive:
        archive.add(place / "g", "t")
    with gzip.open(place / "z.gz", "wb") as packed:
        packed.write(b"x")
    for item in [*place.rglob("*"), place]:
        os.utime(item, (10**9, 10**9))


def listing(place: Path) -> dict[str, tuple[int, int, int]]:
    """Files and links with what shows a change. Folders count only by what is in them."""
    found = {}
    for item in place.rglob("*"):
        if ".git" in item.parts or (item.is_dir() and not item.is_symlink()):
            continue
        state = item.lstat()
        found[str(item)] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found


def run(commands: Sequence[str], folder: Path, driver: str, shell: str, option: str, path: str) -> list[set[str]]:
    found: list[set[str]] = []
    for start in range(0, len(commands), BATCH):
        batch = commands[start : start + BATCH]
        place = folder / f"batch-{start}"
        scratch = place / "scratch"
        scratch.mkdir(parents=True)
        for index, text in enumerate(batch):
            (place / f"{index:03}.txt").write_text(text, encoding="utf-8")
        run_session([BASH, "--norc", "--noprofile", "-c", driver, "driver", str(place), shell, option], scratch, path)
        found += [names_in(place / f"{index:03}.log") for index in range(len(batch))]
    return found


def run_session(
    argv: Sequence[str], scratch: Path, path: str, seconds: int = SESSION_S, more: Mapping[str, str] | None = None
) -> None:
    """Run the driver as a session of its own and leave nothing of it behind."""
    environment = {"PATH": path, "HOME": str(scratch), "ORACLE_SAYS": SAYS, "FUNCNEST": "20", "LC_ALL": "C.UTF-8"}
    environment |= more or {}
    process = subprocess.Popen(
        argv,
        cwd=scratch,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        pass  # what was logged until now was run, and counts
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def names_in(log: Path) -> set[str]:
    if not log.exists():
        return set()
    return {line for line in log.read_text(encoding="utf-8", errors="replace").split("\0") if line}
