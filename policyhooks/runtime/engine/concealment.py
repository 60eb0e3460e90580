"""Masks what is kept, sent or said about an event: secrets that texts show by themselves, and those of its commands.

What a command gives away by its meaning (a password in an option, a secret variable) is masked everywhere in the same
event: in the command, in other fields, in messages, in what a judge is shown. It decides nothing.
"""

from __future__ import annotations

from policyhooks.secrets.masking import is_suspicious, mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.shell_records import Shell
    from policyhooks.runtime.engine.command_secrets import Concealed
    from policyhooks.shell.programs.parsed import Parsed
    from policyhooks.shell.walk.commands import Command

PLACEHOLDER = "[SECRET:given]"


def secrets_of(event: Event) -> Sequence[Concealed]:
    """The secrets that the commands of an event give away."""
    if event.command is not None:
        return _secrets_in(event, event.command)
    if not event.held.commands:
        return ()
    from policyhooks.core.values import but

    found: list[Concealed] = []
    for held in event.held.commands:
        inner = but(event, name="shell.before", command=held.text, dialect=held.dialect)
        found += _secrets_in(inner, held.text)
    return found


def _secrets_in(event: Event, command: str) -> Sequence[Concealed]:
    """A view that nobody has asked for is made only where a secret may be given."""
    shell = event.__dict__.get("shell")
    if shell is None and event.read_shell is not None:
        from policyhooks.shell.view.secret_words import may_give

        if may_give(command) or _may_hold(None, command):
            shell = event.shell
    if not _may_hold(shell, command):
        return ()
    from policyhooks.runtime.engine.command_secrets import find_secrets

    return find_secrets(command, shell)


def _may_hold(shell: Shell | None, command: str) -> bool:
    """The quick question before the exact one: a name that could say secret, or a word that has the role."""
    if is_suspicious(command) or "authorization" in command.lower() or "cookie" in command.lower():
        return True
    commands: Sequence[Command] = getattr(shell, "commands", ())
    return any(_takes_secret(parsed) for one in commands for parsed in (*one.outer, one.parsed))


def _takes_secret(parsed: Parsed) -> bool:
    return "stdin_secret" in parsed.entry or any(role.startswith("secret") for role, _, _ in parsed.roles)


def conceal(text: str, secrets: Sequence[Concealed]) -> str:
    """A text for keeping, sending or saying."""
    text = mask(text)
    if secrets:
        from policyhooks.runtime.engine.secret_replacement import replace_secrets

        text = replace_secrets(text, secrets, PLACEHOLDER)
    return text


def conceal_all(value: object, secrets: Sequence[Concealed]) -> object:
    """A JSON value with the secrets of the event's commands replaced; nothing else is."""
    if not secrets:
        return value
    from policyhooks.runtime.engine.secret_replacement import replace_secrets

    if isinstance(value, str):
        return replace_secrets(value, secrets, PLACEHOLDER)
    if isinstance(value, dict):
        return {key: conceal_all(inner, secrets) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [conceal_all(inner, secrets) for inner in value]
    return value
