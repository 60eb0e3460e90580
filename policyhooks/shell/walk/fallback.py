"""A last look at text that no parser could read, so that deny rules still see program names. Never understood."""

from __future__ import annotations

from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.options import parse_words
from policyhooks.shell.walk.commands import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

SEPARATORS = "\n;|&(){}`"
LONGEST = 16 << 10
MOST = 200


def list_crudely(reader: Reader, text: str, state: State, context: Context) -> None:
    """Cut at every separator, drop quotes, take the first word as a program."""
    text = text[:LONGEST].replace("\\\n", "")
    for separator in SEPARATORS:
        text = text.replace(separator, "\n")
    seen = {(command.name, len(command.argv)) for command in reader.reading.commands}
    context = context.but(via=("unparsed",), conditional=True)
    for line in text.split("\n")[:MOST]:
        words = [Word(word.replace("'", "").replace('"', "").replace("\\", "")) for word in line.split()]
        words = [word for word in words if word.text]
        while words and (
            "=" in words[0].text or words[0].text in ("sudo", "env", "then", "do", "else", "!", "time", "exec")
        ):
            words.pop(0)
        if words:
            name = words[0].text.rpartition("/")[2]
            if (name, len(words)) in seen:
                continue
            add(reader, words, parse_words(words, describe(name)), name, state, context)
