"""Installations of which a part is missing, damaged, foreign or somebody else's."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.faults.calls import COMMAND, PROMPT, RESULT
from tests.faults.installation import Bench, Installation
from tests.faults.outcomes import CannotBeMade, Outcome, closed, decided, every_kind_closed

Damage = Callable[[Installation], object]
NOBODY = 65534


def _start_with(program: str) -> Damage:
    """Another program in the place of the interpreter."""

    def swap(installation: Installation) -> None:
        first, _, rest = installation.script.read_text().partition("\n")
        installation.script.write_text(f"#!{program} {first.partition(' ')[2]}\n{rest}")

    return swap


def _replace(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text)
    path.chmod(0o700)


MISSING: Mapping[str, Damage] = {
    "no hook": lambda one: one.hook.unlink(),
    "no home folder": lambda one: shutil.rmtree(one.home),
    "no interpreter": _start_with("/nonexistent/python3"),
    "no share folder": lambda one: shutil.rmtree(one.hook.parent),
    "a folder in the hook's place": lambda one: (one.hook.unlink(), one.hook.mkdir()),
    "a hook that may not be executed": lambda one: one.hook.chmod(0o600),
}
SWAPPED = ("/bin/true", "/bin/false", "/bin/cat", "/usr/bin/env", "/bin/sleep")
NOISY = ("/bin/echo", "/bin/sh")  # the first prints its arguments, the second leaves with 2 because of them
SILENT: Mapping[str, Damage] = {
    "an emptied hook": lambda one: _replace(one.hook, ""),
    "a hook that leaves with 0": lambda one: _replace(one.hook, "#!/bin/sh\nexit 0\n"),
    "a hook that leaves with 1": lambda one: _replace(one.hook, "#!/bin/sh\nexit 1\n"),
    "a hook that leaves with 3": lambda one: _replace(one.hook, "#!/bin/sh\nexit 3\n"),
}
STATE: Mapping[str, Damage] = {
    "missing": lambda one: shutil.rmtree(one.state),
    "writable by all": lambda one: one.state.chmod(0o777),
    "writable by its group": lambda one: one.state.chmod(0o770),
    "an image that others can write": lambda one: next(one.generation.glob("*.image")).chmod(0o666),
}
PROGRAM: Mapping[str, Damage] = {
    "an image cut in half": lambda one: _cut(next(one.generation.glob("*.image"))),
    "an empty image": lambda one: next(one.generation.glob("*.image")).write_bytes(b""),
    "a flipped bit": lambda one: _flip(next(one.generation.glob("*.image"))),
    "no image": lambda one: next(one.generation.glob("*.image")).unlink(),
    "junk for the start": lambda one: (one.generation / "start").write_text("junk"),
    "no generation": lambda one: shutil.rmtree(one.generation),
    "a current that leads nowhere": lambda one: _relink(one.state / "current"),
}


def _cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2][:1000])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4000] ^= 1
    path.write_bytes(bytes(data))


def _relink(path: Path) -> None:
    path.unlink()
    path.symlink_to("generations/none")


def _all(bench: Bench, damages: Mapping[str, Damage]) -> Iterator[Outcome]:
    for installation in bench.every():
        for name, damage in damages.items():
            with installation.damaged():
                damage(installation)
                yield from every_kind_closed(name, installation)


def missing(bench: Bench) -> Iterator[Outcome]:
    yield from _all(bench, MISSING)


def silent(bench: Bench) -> Iterator[Outcome]:
    yield from _all(bench, SILENT)


def state_folder(bench: Bench) -> Iterator[Outcome]:
    yield from _all(bench, STATE)
    if os.geteuid() == 0:
        yield from _all(bench, {"another user's": lambda one: os.chown(one.state, NOBODY, NOBODY)})


def program(bench: Bench) -> Iterator[Outcome]:
    yield from _all(bench, PROGRAM)
    installation = bench.installation()
    with installation.damaged():
        next(installation.generation.glob("*.image")).write_bytes(b"")
        root, state = str(installation.project), str(installation.state)
        policies = str(installation.folder / "policies")
        words = ("--client", installation.client, "--root", root, "--state", state, "--policies", policies)
        code = installation.policyhooks("install", *words, "--every-event")
        yield Outcome("install repairs it", f"install ended with {code}" if code else "")
        yield from decided("repaired", installation)


def swapped(bench: Bench) -> Iterator[Outcome]:
    """The interpreter is another program."""
    yield from _all(bench, {f"{path} for the interpreter": _start_with(path) for path in SWAPPED})
    yield from _noisy(bench, COMMAND)


def noisy(bench: Bench) -> Iterator[Outcome]:
    """Where the client reads a document beside exit 0: at results, and at prompts of Copilot CLI."""
    yield from _noisy(bench, RESULT, PROMPT)


def _noisy(bench: Bench, *kinds: str) -> Iterator[Outcome]:
    for installation in bench.every():
        for path in NOISY:
            with installation.damaged():
                _start_with(path)(installation)
                for kind in kinds:
                    yield closed(f"{path} for the interpreter", installation, installation.call(kind))


def other_python(bench: Bench) -> Iterator[Outcome]:
    """The interpreter is a Python that the image was not made for."""
    from policyhooks.image.stub import START

    installation = bench.installation()
    for name, number in (("an older", "0x030a00f0"), ("a newer", "0x030d00f0")):
        with installation.damaged():
            start = installation.generation / START
            lines = start.read_text().split("\n")
            lines[1] = str(int(number, 16))
            start.write_text("\n".join(lines))
            yield from every_kind_closed(f"{name} Python", installation)


def another_folder(bench: Bench) -> Iterator[Outcome]:
    """A committed line in a folder where nobody has installed it."""
    elsewhere = bench.folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    for installation in bench.every():
        for kind in installation.kinds():
            call = installation.call(kind)
            text = call.data.decode().replace(str(installation.project), str(elsewhere))
            yield closed("from elsewhere", installation, call, text.encode(), cwd=elsewhere)


def foreign_users_folder(bench: Bench) -> Iterator[Outcome]:
    """Somebody else has made a folder under this user's number."""
    if os.geteuid() != 0:
        raise CannotBeMade("only root can give a folder to somebody else")
    installation = bench.installation("claude-code", "managed")
    with installation.damaged():
        os.chown(_own_folder(installation), NOBODY, NOBODY)
        yield from decided("a stranger's folder", installation)


def open_users_folder(bench: Bench) -> Iterator[Outcome]:
    """The user's own folder is open to others."""
    installation = bench.installation("claude-code", "managed")
    for mode in (0o777, 0o755, 0o710):
        with installation.damaged():
            _own_folder(installation).chmod(mode)
            yield from every_kind_closed(f"mode {mode:o}", installation)


def _own_folder(installation: Installation) -> Path:
    """The folder under this user's number, new."""
    own = installation.state / f"users/{os.getuid()}"
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir(mode=0o700)
    return own
