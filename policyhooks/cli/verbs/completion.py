"""`policyhooks completion`: a completion script for a shell, made from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

SHELLS = ("bash", "zsh", "fish")

EXAMPLES = """examples:
  policyhooks completion bash >> ~/.bashrc
  policyhooks completion zsh  >> ~/.zshrc
  policyhooks completion fish > ~/.config/fish/completions/policyhooks.fish
"""


@dataclass(frozen=True)
class Option:
    """One option of a verb: its spellings, its help and the words that may follow it."""

    names: tuple[str, ...]
    help: str
    choices: tuple[str, ...]
    takes_value: bool


@dataclass(frozen=True)
class Verb:
    """One verb: its help, options, and the words its positional arguments choose from."""

    name: str
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to complete in")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    print({"bash": bash, "zsh": zsh, "fish": fish}[arguments.shell](read_verbs()), end="")
    return 0


def read_verbs() -> list[Verb]:
    """Every verb with what its parser declares."""
    from policyhooks.cli.commands import VERBS
    from policyhooks.cli.main import build_parser

    verbs = []
    for name, command in sorted(VERBS.items()):
        actions = list(_actions(build_parser(name).subparsers()[name]))
        options = tuple(_option(action) for action in actions if action.option_strings)
        words = sorted({str(word) for action in actions if not action.option_strings for word in action.choices or ()})
        verbs.append(Verb(name, command.help, options, tuple(words)))
    return verbs


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The parser's own actions and those of its sub-commands."""
    for action in parser._actions:  # noqa: SLF001  argparse has no public way to list them
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for sub in action.choices.values():
                yield from _actions(sub)


def _option(action: argparse.Action) -> Option:
    choices = tuple(str(word) for word in action.choices or ())
    return Option(tuple(action.option_strings), (action.help or "").split("\n")[0], choices, action.nargs != 0)


def _names(verb: Verb) -> str:
    return " ".join(sorted({name for option in verb.options for name in option.names if name.startswith("--")}))


def bash(verbs: list[Verb]) -> str:
    """Completion with the words of the verb, then file names."""
    lines = [
        "_policyhooks() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}",
        "  COMPREPLY=()",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    COMPREPLY=($(compgen -W "{" ".join(verb.name for verb in verbs)} --help --version" -- "$word")); return',
        "  fi",
        '  case "$verb $before" in',
    ]
    for verb in verbs:
        for option in verb.options:
            if option.choices:
                pattern = "|".join(f'"{verb.name} {name}"' for name in option.names)
                words = " ".join(option.choices)
                lines.append(f'    {pattern}) COMPREPLY=($(compgen -W "{words}" -- "$word")); return ;;')
    lines += ["  esac", '  case "$verb" in']
    for verb in verbs:
        words = " ".join([*verb.words, _names(verb)])
        lines.append(f'    {verb.name}) COMPREPLY=($(compgen -W "{words}" -- "$word") $(compgen -f -- "$word")) ;;')
    return "\n".join([*lines, "  esac", "}", "complete -o filenames -F _policyhooks policyhooks", ""])


def zsh(verbs: list[Verb]) -> str:
    """Completion with descriptions."""
    lines = ["#compdef policyhooks", "_policyhooks() {", "  local -a verbs", "  verbs=("]
    lines += [f"    '{verb.name}:{_plain(verb.help)}'" for verb in verbs]
    lines += ["  )", "  if (( CURRENT == 2 )); then _describe 'command' verbs; return; fi", "  case $words[2] in"]
    for verb in verbs:
        specs = [_zsh_option(option, name) for option in verb.options for name in option.names]
        rest = f"'*:word:({' '.join(verb.words)})'" if verb.words else "'*:file:_files'"
        lines.append(f"    {verb.name}) _arguments {' '.join([*specs, rest])} ;;")
    return "\n".join([*lines, "  esac", "}", "compdef _policyhooks policyhooks", ""])


def _zsh_option(option: Option, name: str) -> str:
    follows = ""
    if option.takes_value:
        follows = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
    return f"'{name}[{_plain(option.help)}]{follows}'"


def fish(verbs: list[Verb]) -> str:
    """One `complete` line a verb and option."""
    lines = []
    for verb in verbs:
        lines.append(f"complete -c policyhooks -n __fish_use_subcommand -f -a {verb.name} -d '{_plain(verb.help)}'")
        seen = f"-n '__fish_seen_subcommand_from {verb.name}'"
        if verb.words:
            lines.append(f"complete -c policyhooks {seen} -f -a '{' '.join(verb.words)}'")
        for option in verb.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            value = f" -x -a '{' '.join(option.choices)}'" if option.choices else " -r" if option.takes_value else ""
            lines.append(f"complete -c policyhooks {seen} {names}{value} -d '{_plain(option.help)}'")
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    """Help text without the characters that end a quoted word or a description."""
    return text.translate({ord(char): None for char in "'[]:\\"}).replace("%%", "%")
