"""The secrets that a command gives away by its meaning: option values, variables and settings with secret names.

The parsed view says where they stand, secrets/finders.py which names say secret. What cannot be found as it is in the
command's text is looked for in pieces, so that a password in two variables is masked in both.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.secrets.finders import says_secret
from policyhooks.secrets.masking import find
from policyhooks.shell.view.secret_words import named_words, secret_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from policyhooks.core.shell_records import Shell

STRONG = 8  # shorter values, and plain words, are masked only where they are given: they may mean something else
LEAST_PIECE = 4
CONTEXT = 12  # so many letters before a secret that the text shows by itself tell its place
LONGEST = 4000
SEPARATORS = ("", "=", " ", "  ", ": ", ":", ", ", ",")  # between what a secret is given with and the secret
QUOTES = str.maketrans(dict.fromkeys("'\"\\", ""))
_OPEN = frozenset(("", "-", "true", "false", "null", "none", "stdin", "prompt", "yes", "no", "0", "1"))
_REFERENCES = ("$", "<", "@", "`", "{{", "%(", "[SECRET:")
_ENDS = " \t\n;&|()<>"


# What clients and servers prove themselves with, and how such a value may begin.
HEADERS = ("authorization", "proxy-authorization", "cookie", "set-cookie")
SCHEMES = ("bearer ", "basic ", "token ", "digest ", "apikey ")


class Concealed(Record):
    """One secret; `before` is what it is given with: an option, `NAME=`, `user:`."""

    value: str = ""
    before: str = ""

    @property
    def strong(self) -> bool:
        """Whether it can be nothing else, wherever it stands."""
        return len(self.value) >= STRONG and not (self.value.isalpha() and self.value.islower())


def find_secrets(command: str, shell: Shell | None) -> list[Concealed]:
    """Every secret of a command: by its view, where there is one, and by the assignments in its text."""
    found = [*_assigned(command), *_headers(command)]
    found += [
        Concealed(value=command[start:end], before=command[max(0, start - CONTEXT) : start].translate(QUOTES))
        for start, end, _ in find(command, wide=True)
    ]
    programs: set[str] = set()
    reading = getattr(shell, "reading", None)
    if shell is not None and reading is not None:
        programs = {word for one in shell.commands for word in (one.program, one.name)}
        found += [Concealed(value=value, before=before) for before, value in secret_words(reading)]
        found += [
            Concealed(value=value, before=name.strip())
            for name, value in named_words(reading)
            if any(map(says_secret, name.strip(" -").replace("/", ".").replace(":", ".").split(".")))
        ]
        found += [Concealed(value=one.value, before=f"{one.name}=") for one in shell.env if says_secret(one.name)]
    kept = {(one.value, one.before): one for one in found if is_value(one.value, programs)}
    return [piece for one in kept.values() for piece in _located(one, command)]


def is_value(value: str, programs: set[str]) -> bool:
    """Whether a value is one: no reference, nothing that stands for none, and not what the command runs."""
    if value.lower() in _OPEN or value.startswith(_REFERENCES) or len(value) > LONGEST:
        return False
    words = value.split(maxsplit=1)
    return bool(words) and words[0] not in programs


def _assigned(command: str) -> Iterator[Concealed]:
    """`NAME=value` in the text, as a shell reads the value."""
    at = command.find("=")
    while at >= 0:
        start = at
        while start and (command[start - 1].isalnum() or command[start - 1] in "_.-:/"):
            start -= 1
        name = command[start:at]
        if name and says_secret(name.rpartition(":")[2]):
            yield Concealed(value=_shell_value(command, at + 1), before=f"{name}=")
        at = command.find("=", at + 1)


def _headers(command: str) -> Iterator[Concealed]:
    """`Authorization: Bearer X`, `X-Api-Key: X`: to the end of the quotes or of the line."""
    at = command.find(": ")
    while at >= 0:
        start = at
        while start and (command[start - 1].isalnum() or command[start - 1] in "_-"):
            start -= 1
        name = command[start:at]
        if name.lower() in HEADERS or says_secret(name):
            body = at + 2
            for scheme in SCHEMES:
                body += len(scheme) * command.lower().startswith(scheme, body)
            end = min([stop for stop in (command.find(sign, body) for sign in "'\"\n") if stop >= 0] or [len(command)])
            yield Concealed(value=command[body:end].strip(), before=command[start:body])
        at = command.find(": ", at + 1)


def _shell_value(command: str, at: int) -> str:
    """The word that begins here, without its quotes."""
    quote, kept = "", []
    while at < len(command):
        letter = command[at]
        if quote:
            if letter == quote:
                quote = ""
            else:
                kept.append(letter)
        elif letter in "'\"":
            quote = letter
        elif letter in _ENDS:
            break
        elif letter == "\\" and at + 1 < len(command):
            at += 1
            kept.append(command[at])
        else:
            kept.append(letter)
        at += 1
    return "".join(kept)


def _located(one: Concealed, command: str) -> list[Concealed]:
    """The secret as it stands in the text, or the pieces that it was put together from."""
    plain, value = command.translate(QUOTES), one.value.translate(QUOTES)
    if not one.strong:
        given = any(one.before.translate(QUOTES) + separator + value in plain for separator in SEPARATORS)
        return [one] if given else [one, Concealed(value=one.value)]
    if value in plain:
        return [one]
    pieces, at = [one], 0
    while at < len(value):
        size = len(value) - at
        while size >= LEAST_PIECE and value[at : at + size] not in plain:
            size -= 1
        if size >= LEAST_PIECE:
            pieces.append(Concealed(value=value[at : at + size]))
        at += max(size, 1) if size >= LEAST_PIECE else 1
    return pieces
