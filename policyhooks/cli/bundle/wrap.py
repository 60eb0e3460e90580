"""Bundles in other formats: one file that needs only Python, or a plugin folder for Claude Code."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken, UsageError

if TYPE_CHECKING:
    from policyhooks.bundle.manifest import Manifest

PLUGIN_NOTE = """\
# {name} {version}

Policies for coding agents, as a Claude Code plugin. The first event verifies the bundle and makes its program for
the `python3` that is found, in `state` beside this file; from then on the hook there decides.

A plugin can be switched off by whoever uses it: where that must not be, install `bundle.pyz` with `--scope managed`.
"""


PLUGIN_BROKEN = "policyhooks could not run, so this is blocked. Is there a Python >= 3.11?"

RUN = """\
#!/bin/sh
# Starts the hook of this plugin; the first event makes its program.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P) || exit 1
[ -e "$here/state/bin/hook" ] || python3 -I "$here/bundle.pyz" prepare --state "$here/state" >/dev/null || exit 1
exec "$here/state/bin/hook" 2 - claude-code "$1" "$2"
"""


def write_wrapped(arguments: argparse.Namespace, manifest: Manifest, data: bytes) -> None:
    """Write the file or folder. Refuses what a machine without packages could not run."""
    from policyhooks.bundle.portable import build_portable
    from policyhooks.cli.options.bundles import write_file

    check_portable(manifest)
    content = build_portable(data, read_natives(arguments, manifest))
    if arguments.format == "plugin":
        write_plugin(Path(arguments.output), manifest, content)
    else:
        write_file(arguments.output, content)
        Path(arguments.output).chmod(0o755)
    print(f"wrote {arguments.output} ({arguments.format}, {len(content) / 1e6:.1f} MB)")


def check_portable(manifest: Manifest) -> None:
    """Raises UsageError on a program that needs more than Python, shfmt and RE2."""
    native = [rule for rule, about in manifest.rules.items() if about.get("native_prompt")]
    if native:
        raise UsageError(f"`{native[0]}` is a prompt hook of the client's own", "leave `native: true` out of a pyz")


def read_natives(arguments: argparse.Namespace, manifest: Manifest) -> dict[str, bytes]:
    """shfmt, and RE2 where a pattern needs it, for this machine and for those that were named."""
    from policyhooks.bundle.portable import this_abi, this_platform
    from policyhooks.image.build import find_re2
    from policyhooks.image.command_parser import find_parser

    parser = find_parser()
    if parser is None:
        raise EnvironmentBroken("there is no shfmt to ship", "install policyhooks with its packages")
    natives = {f"shfmt-{this_platform()}": _read(str(parser))}
    natives |= {f"shfmt-{name}": _read(path) for name, path in map(_pair, arguments.parser)}
    if "re2" in manifest.needs:
        own = find_re2()
        if not own:
            raise EnvironmentBroken("a pattern needs RE2, and there is none to ship", "install google-re2")
        natives[f"re2{this_abi()}"] = _read(own)
        natives |= {f"re2{name}": _read(path) for name, path in map(_pair, arguments.re2)}
    return natives


def _pair(word: str) -> tuple[str, str]:
    name, equals, path = word.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
        raise UsageError(f"`{word}` is not NAME=FILE", "such as linux-aarch64=shfmt-arm64")
    return name, path


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise EnvironmentBroken(f"`{path}` cannot be read: {problem.strerror}") from None


def write_plugin(folder: Path, manifest: Manifest, content: bytes) -> None:
    """A plugin folder: its description, the file that needs only Python, and hooks for every event."""
    from policyhooks.clients.facts import install_of
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.command_line import guarded
    from policyhooks.installation.entries import events_to_install, timeout_of

    if manifest.layer != "user":
        raise UsageError("a plugin belongs to a user", "build it with --layer user")
    client = next(one for one in CLIENTS if install_of(one).plugin_root)
    hooks = {}
    facts = install_of(client)
    for native in events_to_install(client, manifest.used_events):
        seconds = timeout_of(client, native)
        # The tail answers where the hook could not, as in every installed entry.
        start = f'/bin/sh "${{{facts.plugin_root}}}/run" {native} {seconds} || c=$?'
        command = guarded(start, client, native, PLUGIN_BROKEN)
        hooks[native] = [facts.handler(native, command, seconds, 0).document()]
    plugin = {"name": manifest.name, "version": manifest.version, "description": "Policies for coding agents"}
    files = {
        ".claude-plugin/plugin.json": json.dumps(plugin, indent=2) + "\n",
        "hooks/hooks.json": json.dumps({"hooks": hooks}, indent=2) + "\n",
        "run": RUN,
        "README.md": PLUGIN_NOTE.format(name=manifest.name, version=manifest.version),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        (folder / "bundle.pyz").write_bytes(content)
    except OSError as problem:
        raise EnvironmentBroken(f"{folder} cannot be written: {problem.strerror}") from None
