"""The parsed view of one shell command: answers `shell.*`. Fields that no rule asks for are not computed."""

from __future__ import annotations

from policyhooks.core.records import Shell
from policyhooks.shell.commands import Lazy
from policyhooks.shell.context import Context
from policyhooks.shell.state import State
from policyhooks.shell.walk import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.parser import Parser

OTHER_SHELLS = {
    "powershell": "unsupported_shell",
    "pwsh": "unsupported_shell",
    "cmd": "unsupported_shell",
    "fish": "unsupported_shell",
}


class View(Shell):
    """A Shell whose costly fields are computed when first read."""

    reader: Reader


def late(module: str, function: str) -> Any:
    def compute(view: View) -> Any:
        found = __import__("policyhooks.shell." + module, None, None, (function,))
        return getattr(found, function)(view)

    return compute


for _field, _module, _function in (
    ("redirects", "roles", "redirects_of"),
    ("paths", "roles", "all_paths"),
    ("hosts", "network", "hosts_of"),
    ("urls", "network", "urls_of"),
    ("flows", "flows", "flows_of"),
    ("inline_code", "inline", "code_of"),
    ("package_ops", "packages", "packages_of"),
):
    setattr(View, _field, Lazy(_field, late(_module, _function)))


def read(
    command: str,
    *,
    dialect: str,
    cwd: str,
    workspace: str,
    home: str,
    resolve_links: bool = True,
    parser: Parser,
) -> Shell:
    """What the command would run. Never raises: what cannot be read sets understood to false."""
    reader = Reader(parser, dialect or "bash", workspace, home, resolve_links)
    reader.source = command.encode("utf-8", "surrogatepass")
    state = State(cwd)
    context = Context()
    try:
        reader.script(command, reader.dialect, state, context)
        run_uncalled(reader, context)
        if reader.problems and not reader.commands:
            from policyhooks.shell.crude import list_crudely

            list_crudely(reader, command, state, context)
    except RecursionError:
        reader.problem("too_deep")
    except Exception:  # noqa: BLE001  # INVARIANT: a fault of ours is never an allow
        reader.problem("internal")
    return View(
        command=command,
        dialect=reader.dialect,
        cwd=cwd,
        workspace=workspace,
        home=home,
        understood=not reader.problems,
        problems=reader.problems,
        dynamic=any(item.dynamic for item in reader.commands),
        commands=reader.commands,
        pipelines=reader.pipelines,
        defines=reader.defines,
        env=reader.env,
        reader=reader,
    )


def run_uncalled(reader: Reader, context: Context) -> None:
    """Functions that nothing called may be called later: their commands count."""
    for name in [name for name in reader.bodies if name not in reader.called]:
        body, state = reader.bodies[name]
        inner = state.copy()
        inner.positional = None
        reader.called.add(name)
        reader.statement(body, inner, context.but(via=("function:" + name,), conditional=True))
