"""GNU parallel's own grammar: `parallel TEMPLATE ::: ARGUMENT...` makes a line of shell text of every argument."""

from __future__ import annotations

from policyhooks.shell.state import Word

SEPARATORS = (":::", ":::+", "::::", "::::+")
PLACEHOLDER = "{}"
MOST = 20  # lines that are read one by one; of more arguments the rest counts as unknown


def compose(words: list[Word]) -> list[list[Word]]:
    """The command lines, each as words to be joined. Without a separator the arguments come from standard input."""
    at = next((number for number, word in enumerate(words) if word.text in SEPARATORS), None)
    if at is None:
        return [words]
    template, arguments = words[:at], [word for word in words[at + 1 :] if word.text not in SEPARATORS]
    if words[at].text.startswith("::::"):  # the arguments stand in files
        return [[*template, Word("$_", dynamic=True)]]
    if not template:
        return [[word] for word in arguments[:MOST]] + ([[Word("$_", dynamic=True)]] if len(arguments) > MOST else [])
    lines = [fill(template, argument) for argument in arguments[:MOST]]
    return lines if len(arguments) <= MOST else [*lines, [*template, Word("$_", dynamic=True)]]


def fill(template: list[Word], argument: Word) -> list[Word]:
    """The template with an argument, which parallel quotes, at every placeholder or at its end."""
    quoted = "'" + argument.text.replace("'", "'\\''") + "'"
    if not any("{" in word.text and "}" in word.text for word in template):
        return [*template, Word(quoted, dynamic=argument.dynamic, ids=argument.ids)]
    known = [word.text.replace(PLACEHOLDER, quoted) for word in template]
    # Other placeholders ({.}, {/}, {2}, {= perl =}) give text that is not worked out here.
    return [Word(text, dynamic=argument.dynamic or ("{" in text and "}" in text)) for text in known]
