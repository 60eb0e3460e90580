"""What `$1`, `$0`, `$_` and `$x` of an array stand for: arguments as they are handed on, shifted and counted.

It knows words, not what was done to them: operators are in parameters.py and estimates.py.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import MOST_CHOICES, State, Value, Word, either


def given(name: str, state: State) -> Word | None:
    """`$1`, `$#` and `$0`, where they are known."""
    words = state.positional
    if name == "0" and "BASH_ARGV0" in state.variables:
        return Value(name, pieces=((state.variables["BASH_ARGV0"].text, True),))  # to bash alone
    if name == "0":
        return state.variables.get(name)
    if words is not None and name.isdecimal():
        return argument(int(name) - 1, words)
    return Word(str(len(words))) if name == "#" and words is not None and not any(word.glob for word in words) else None


def argument(at: int, words: list[Word]) -> Word:
    """`$2`, counted from 0. A glob before it may be any number of words: then it is one of those from there on."""
    if at >= len(words):
        return Word("")
    first = next((number for number, word in enumerate(words[: at + 1]) if word.glob), at)
    if first == at and not (words[at].glob and words[at].dynamic):
        return words[at]
    found = [Value(str(at + 1), word.ids, pieces=((word.text, True),)) for word in words[first:]]
    return found[0] if len(found) == 1 else Value(str(at + 1), choices=tuple(found[:MOST_CHOICES]))


def behind(count: int, words: list[Word]) -> list[Word]:
    """The words without the first ones. A glob among those may be several words: then it may still be there."""
    at = next((number for number, word in enumerate(words[:count]) if word.glob), None)
    if at is None:
        return words[count:]
    return [Word(word.text, dynamic=True, glob=word.glob, ids=word.ids) for word in words[at:]]


def first_item(name: str, word: Word) -> Word:
    """What `$x` is where x is an array: to bash its first item, to zsh all of them, so it stays an estimate."""
    if not isinstance(word, Value) or not word.items or word.scattered:
        return word
    return Value(name, word.items[0].ids, pieces=((word.items[0].text, True),))


def note_last(last: Word, before: Word | None, state: State) -> None:
    """`$_` is the last word of the command before. `before`: its value then; what the command read may have set it."""
    inside = state.variables.pop("_", None)
    if not last.dynamic or "$" not in last.text:
        told = Value("_", last.ids, pieces=((last.text, True),))
        state.variables["_"] = told if inside is before else either("_", told, inside)


def give_arguments(shell: State, words: list[Word]) -> None:
    """The `$0`, `$1` and so on of a new shell, where it is known how many there are."""
    if any(word.splits for word in words):
        return
    shell.positional = behind(1, words)
    if words:
        first = words[0]
        shell.variables["0"] = Value("0", first.ids, pieces=((first.text, True),)) if first.glob else first
