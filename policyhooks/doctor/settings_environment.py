"""Variables that a client's settings give to everything it starts, hooks too: those by which others get in.

The installed command line uses absolute paths and an isolated interpreter, but the shell and the loader in front of it
read their own variables first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from policyhooks.clients.facts import doctor_of
from policyhooks.doctor.finding import Finding, fault, note
from policyhooks.doctor.switches import files_in_force
from policyhooks.doctor.target import Target, read_quietly

# Run or load code before the first line of a hook.
RUNS = ("ENV", "SHELLOPTS", "BASHOPTS", "PS4")
RUNS_PREFIXES = ("BASH_", "LD_", "DYLD_")
# Decide which programs and files are found.
FINDS = ("PATH", "HOME")


def check_settings_environment(target: Target) -> Iterator[Finding]:
    """Each such variable with the file that sets it."""
    for file, key, name in variables(target):
        if name in FINDS:
            yield note("settings-env", f"`{key}.{name}` in {file} decides which programs and files hooks find")
        elif name in RUNS or name.startswith(RUNS_PREFIXES):
            message = f"`{key}.{name}` in {file} can run other code in front of every hook, or in its place"
            yield fault("settings-env", message, f"take `{key}.{name}` out of {file}")


def variables(target: Target) -> Iterator[tuple[Path, str, str]]:
    """Every variable that a settings file sets: file, the table's key, the variable's name."""
    for file in files_in_force(target):
        document = read_quietly(file)
        for key in doctor_of(target.place.client).variables:
            value: object = document
            for name in key:
                value = value.get(name) if isinstance(value, Mapping) else None
            if isinstance(value, Mapping):
                yield from ((file, ".".join(key), str(name)) for name in value)
