"""Commands in files of a project that a program runs without naming them: scripts of package.json, hooks of git, the
lines of a crontab.

They are read only where somebody looks into files that are run (stored_code.py); nobody has written them in this text.
"""

from __future__ import annotations

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.core.values import but
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.walk.code_sources import code_in_file, unknown
from policyhooks.shell.walk.commands import Command, make_command
from policyhooks.shell.walk.stored_code import first_stored, stored_at
from policyhooks.shell.walk.wrappers import run_text
from policyhooks.shell.walk.written_code import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

PACKAGE = "package.json"
# Sub-commands that run the script behind them, and those that run scripts of fixed names.
RUN = frozenset(("run", "run-script", "rum", "urn"))
FIXED = {
    "test": ("test",), "t": ("test",), "tst": ("test",), "start": ("start",), "stop": ("stop",),
    "restart": ("restart", "stop", "start"),
    **dict.fromkeys(("install", "i", "in", "ci", "add", "it", "cit"), ("install", "prepare")),
    "publish": ("publish", "prepare", "prepublishOnly"), "pack": ("pack", "prepare"), "version": ("version",),
    "link": ("install", "prepare"), "rebuild": ("install",),
}  # fmt: skip
NO_SCRIPTS = "--ignore-scripts"
# Hooks of git that a sub-command may start.
COMMITTING = ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit")
HOOKS = {
    "commit": COMMITTING,
    "merge": ("pre-merge-commit", *COMMITTING[1:3], "post-merge"),
    "pull": ("post-merge", "post-checkout", "post-rewrite"),
    "checkout": ("post-checkout",),
    "switch": ("post-checkout",),
    "worktree": ("post-checkout",),
    "push": ("pre-push",),
    "rebase": ("pre-rebase", "post-checkout", "post-rewrite", *COMMITTING),
    "cherry-pick": COMMITTING,
    "revert": COMMITTING,
    "am": ("applypatch-msg", "pre-applypatch", "post-applypatch"),
    "gc": ("pre-auto-gc",),
}
NO_HOOKS = frozenset(("--no-verify", "-n"))
SHORTCUTS = ("@reboot", "@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly")
FIELDS = 5  # of a crontab's line before its command


def run_project(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """What a command runs from files that it does not name."""
    cwd = place_of(command.parsed, command.effective_cwd)
    READERS[describe(command.name)["project"]](reader, but(command, effective_cwd=cwd), state, inner)


def run_scripts(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`npm run build`, `yarn build`: the script of that name with those before and behind it."""
    names = scripts_of(command)
    path = nearest(reader, PACKAGE, command.effective_cwd) if names and NO_SCRIPTS not in command.flags else ""
    stored = stored_at(reader, path)
    if stored is None:
        return
    scripts = scripts_in(stored.text) if not stored.problem else None
    if scripts is None:
        unknown(reader, command, "fresh", path=path)
        return
    mark = f"scripts {path} {' '.join(names)}"
    if mark in reader.active:
        return
    reader.active.append(mark)
    place_there = state.child()
    place_there.cwd = path.rpartition("/")[0]
    for script in (f"{when}{name}" for name in names for when in ("pre", "", "post")):
        text = scripts.get(script)
        if isinstance(text, str) and text:
            run_text(reader, Word(text), "sh", place_there.child(), inner, f"{command.name} {script}")
    reader.active.pop()


def scripts_of(command: Command) -> tuple[str, ...]:
    """The scripts that a package manager is told to run."""
    operands = [word.text for word in command.parsed.operands]
    if not operands:
        return ("install", "prepare") if command.name == "yarn" else ()
    first = operands[0]
    if first in RUN:
        return tuple(operands[1:2])
    if first in FIXED:
        return FIXED[first]
    return (first,) if describe(command.name)["project"] == "named_scripts" else ()


def scripts_in(text: str) -> Mapping[str, object] | None:
    """The scripts of a package.json; None where they cannot be read."""
    try:
        told: Any = parse(text.encode("utf-8", "replace"))
    except RejectedJson:
        return None
    scripts = told.get("scripts", {}) if isinstance(told, dict) else None
    return scripts if isinstance(scripts, dict) else None


def nearest(reader: Reader, name: str, folder: str) -> str:
    """The file of that name in a folder or above it, up to the project's; empty where it is not looked into."""
    while True:
        path = first_stored(reader, (name,), folder)
        if path or folder in ("", "/", reader.settings.workspace):
            return path
        folder = folder.rpartition("/")[0]


def run_hooks(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """The hooks in the repository's folder, and in that of husky, which git is set to use."""
    hooks = HOOKS.get(command.sub, ())
    if command.sub in ("commit", "merge", "push") and not NO_HOOKS.isdisjoint(command.flags):
        hooks = tuple(hook for hook in hooks if hook.startswith(("post-", "prepare-")))
    for hook in hooks:
        for folder in (".git/hooks", ".husky"):
            path = nearest(reader, f"{folder}/{hook}", command.effective_cwd)
            if path:
                run_hook(reader, path, state, inner.but(via=(*inner.via, f"git {command.sub}")))


def run_hook(reader: Reader, path: str, state: State, inner: Context) -> None:
    mark = f"hook {path}"
    if mark in reader.active:
        return
    reader.active.append(mark)
    make_command(reader, [Word(path)], state.child(), inner.but(conditional=True))
    reader.active.pop()


def run_crontab(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`crontab FILE`: the commands of its lines."""
    named = [word for word in command.parsed.operands if word.text != "-"]
    if len(named) != 1:
        return
    text = code_in_file(reader, command, named[0], state)
    for line in text.text.splitlines() if text is not None else ():
        words = line.split(None, FIELDS)
        shortcut = bool(words) and words[0] in SHORTCUTS
        if line.lstrip()[:1] == "#" or (not shortcut and len(words) <= FIELDS):
            continue
        job = line.split(None, 1)[1] if shortcut else words[FIELDS]
        run_text(reader, Word(job), "sh", state.child(), inner, "crontab")


READERS: dict[str, Callable[[Reader, Command, State, Context], None]] = {
    "scripts": run_scripts, "named_scripts": run_scripts, "git_hooks": run_hooks, "crontab": run_crontab,
}  # fmt: skip
