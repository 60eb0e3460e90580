"""How a message shows a value of an event: the value is an attacker's, the message is ours."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RECORDS = ("policyhooks.core.records", "policyhooks.core.shell_records")  # the modules that declare them
LIMIT = 200
SAID_LIMIT = 2000
UNKNOWN = '"(not known)"'


def shown(compute: Callable[[], object]) -> str:
    """The value, quoted: one line, control characters escaped, at most 200 characters.

    A value that cannot be computed is shown as not known: a message never changes a decision.
    """
    try:
        return quote(compute())
    except Exception:  # noqa: BLE001  # the verdict stands, whatever happens to its wording
        return UNKNOWN


def said(compute: Callable[[], object]) -> str:
    """What a judge or a command of the policy's own said: a sentence of its own, without quotation marks.

    Like every value it is one line without control characters.
    """
    try:
        value = compute()
        text = value if isinstance(value, str) else plain(value)
        return _printable(text[:SAID_LIMIT]) + "…" * (len(text) > SAID_LIMIT)
    except Exception:  # noqa: BLE001  # as above
        return UNKNOWN


def quote(value: object) -> str:
    """A value in double quotes; lists as their elements, nothing that could end the quotation."""
    if isinstance(value, str):
        text = value
    elif isinstance(value, (list, tuple)):
        text = ", ".join(item if isinstance(item, str) else plain(item) for item in value[:LIMIT])
    else:
        text = plain(value)
    body = _printable(text[:LIMIT]).replace('"', "'")
    if len(text) > LIMIT or len(body) > LIMIT:
        body = body[: LIMIT - 1] + "…"
    return f'"{body}"'


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else escape(character) for character in text)


def escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def plain(value: object) -> str:
    """Numbers and booleans as conditions write them; anything else by its kind alone."""
    if value is True or value is False:
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, (int, float)):
        return str(value)
    return str(value) if type(value).__str__ is not object.__str__ else type(value).__name__


def projected(value: object) -> object:
    """A value of conditions as JSON: records become objects of the fields they carry, timestamps their text.

    A record that works fields out when they are read (a command, a parsed line) carries all of them.
    """
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [projected(item) for item in value]
    if isinstance(value, dict):
        return {str(key): projected(item) for key, item in value.items()}
    kinds = [kind for kind in type(value).__mro__ if kind.__module__ in RECORDS]
    if not kinds:
        return str(value)
    names = value.__dict__ if kinds[0] is type(value) else vars(kinds[0])
    return {name.rstrip("_"): projected(getattr(value, name)) for name in names if not name.startswith("_")}
