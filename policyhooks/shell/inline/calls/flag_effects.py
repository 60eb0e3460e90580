"""Effects of calls that no argument names: the code talks to a network, decodes, evaluates, or hides something."""

from __future__ import annotations

from policyhooks.shell.inline.calls.started_commands import start_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.calls.call_context import CallContext
    from policyhooks.shell.inline.nodes import Call


def unpickle(code: CallContext, kind: str, where: str, node: Call) -> None:
    code.effects.understood = False
    code.effects.runs |= code.made_by(node) & {"fetch"}


def hide(code: CallContext, kind: str, where: str, node: Call) -> None:
    start_unknown(code)


def evaluate(code: CallContext, kind: str, where: str, node: Call) -> None:
    code.effects.evaluates = True


def talk(code: CallContext, kind: str, where: str, node: Call) -> None:
    code.effects.talks = True


def fetch(code: CallContext, kind: str, where: str, node: Call) -> None:
    code.effects.talks = code.effects.fetches = True


def decode(code: CallContext, kind: str, where: str, node: Call) -> None:
    code.effects.decodes = True


def obscure(code: CallContext, kind: str, where: str, node: Call) -> None:
    code.effects.understood = False
