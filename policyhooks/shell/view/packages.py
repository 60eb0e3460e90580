"""shell.package_ops: what package managers would install, run, publish or remove."""

from __future__ import annotations

from policyhooks.core.shell_records import Pkg
from policyhooks.shell.programs.package_spec import source_of, split_spec
from policyhooks.shell.programs.roles import role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command


def packages_of(view: View) -> list[Pkg]:
    found: list[Pkg] = []
    for command in view.reading.commands:
        entry = command.parsed.entry
        if entry.get("package_op"):
            found += operations(command, entry["package_op"])
    return found


def operations(command: Command, op: str) -> list[Pkg]:
    """One record a package; one without a name for a whole project (`npm ci`, `pip install -r`)."""
    from policyhooks.shell.programs.lookup import describe

    parsed = command.parsed
    top = describe(command.name)
    manager = parsed.entry.get("package") or top.get("package") or command.name
    switches = " ".join((parsed.entry.get("no_scripts", ""), top.get("no_scripts", ""))).split()
    quiet = any(parsed.has(switch) for switch in switches)
    named = [(role_of(role).package, word) for role, word, _ in parsed.roles]
    index = next((word.text for what, word in named if what == "index"), "")
    packages = []
    for what, word in named:
        if what == "spec":
            name, version = split_spec(word.text)
            packages.append(
                Pkg(
                    manager=manager,
                    op=op,
                    name=name,
                    version=version,
                    pinned=is_pinned(word.text, version),
                    source=source_of(word.text) or index,
                    scripts_disabled=quiet,
                )
            )
        elif what == "file":
            packages.append(Pkg(manager=manager, op=op, source=word.text, scripts_disabled=quiet))
    return packages or [Pkg(manager=manager, op=op, source=index, scripts_disabled=quiet)]


def is_pinned(text: str, version: str) -> bool:
    """An exact version: digits and dots, no range, no tag such as `latest`."""
    if source_of(text):
        last = text.rpartition("@")[2]
        return len(last) == 40 and all(char in "0123456789abcdef" for char in last)
    return version[:1].isdigit() and not any(mark in version for mark in "*x^~|, ") and not version.endswith(".")
