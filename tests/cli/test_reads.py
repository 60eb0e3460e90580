"""Which uses of the command line only read: every verb, action and option of the real parsers has its row, and the
shipped self-protection does what the table says, in every spelling."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from policyhooks.cli.commands import VERBS
from policyhooks.cli.main import build_parser
from policyhooks.cli.reads import EVERYWHERE, FORMS, Form, list_reads, render_library
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.session import Deciding
from tests.shell.sightings import view_of

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "policies" / "self-protection"
HELP = {"-h", "--help"}


def leaves(parser: argparse.ArgumentParser, words: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every parser that runs something, with the words that lead to it."""
    inner = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    if not inner:
        yield words, parser
    for action in inner:
        for name, sub in action.choices.items():
            yield from leaves(sub, f"{words} {name}")


def parsers() -> dict[str, argparse.ArgumentParser]:
    found: dict[str, argparse.ArgumentParser] = {}
    for verb in VERBS:
        top = build_parser(verb)
        verbs = next(one for one in top._actions if isinstance(one, argparse._SubParsersAction))
        found |= dict(leaves(verbs.choices[verb], verb))
    return found


PARSERS = parsers()


def test_every_verb_and_action_is_classified() -> None:
    assert set(PARSERS) == set(FORMS)


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_every_option_is_classified(name: str) -> None:
    form = FORMS[name]
    others = HELP | {EVERYWHERE}
    given = {option for action in PARSERS[name]._actions for option in action.option_strings} - HELP
    longest = {max(one.option_strings, key=len) for one in PARSERS[name]._actions if one.option_strings} - others
    assert EVERYWHERE in given
    reads, acts = set(form.reads.split()), set(form.acts.split())
    if form.why:
        assert (form.reads, form.acts, form.only_with) == ("", "", "")
        return
    assert reads | acts <= given
    assert longest <= reads | acts, "add the option to policyhooks/cli/reads.py, among those that read or that act"
    assert not reads & acts
    assert not form.only_with or form.only_with in reads


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_no_option_of_a_verb_swallows_what_follows_it(name: str) -> None:
    """The lists rest on it: a word that begins with a dash is an option, never another's value."""
    for action in PARSERS[name]._actions:
        assert action.nargs not in (argparse.REMAINDER, argparse.PARSER)
    assert PARSERS[name].prefix_chars == "-"
    assert PARSERS[name].fromfile_prefix_chars is None


def test_the_library_of_the_pack_is_made_of_the_table() -> None:
    text = (PACK / "command-line.yaml").read_text(encoding="utf-8")
    assert text == render_library()
    assert yaml.safe_load(text)["lists"] == list_reads()


@pytest.fixture(scope="module")
def deciding() -> Deciding:
    return Deciding(compile_policies([str(PACK)]).modules, outside="unknown", home="/home/dev", links=False)


def verdict(deciding: Deciding, command: str) -> str:
    native, payload = native_payload("claude-code", Subject(event="shell.before", command=command))
    return deciding.decide("claude-code", native, payload)[1].verdict


def with_values(name: str, options: str) -> Iterator[str]:
    """An option as it is written with a value, in both forms, or alone."""
    for option in options.split():
        action = PARSERS[name]._option_string_actions[option]
        if action.nargs == 0:
            yield option
        else:
            yield f"{option} x"
            yield f"{option}=x" if option.startswith("--") else f"{option} y"


def lines_that_read(name: str, form: Form) -> Iterator[str]:
    needed = f" {form.only_with}" if form.only_with else ""
    yield f"{name}{needed}"
    for option in with_values(name, f"{form.reads} {EVERYWHERE}"):
        yield f"{name}{needed} {option}"
        yield f"{name} {option}{needed}"
    yield f"{name}{needed} " + " ".join(with_values(name, form.reads))


def shortened(option: str) -> Iterator[str]:
    """Every abbreviation that argparse might take for a long option."""
    for length in range(3, len(option)):
        yield option[:length]


def lines_that_act(name: str, form: Form) -> Iterator[str]:
    if form.why:
        yield name
        yield f"{name} --dry-run"
        yield f"{name} x --client cursor"
        return
    needed = f" {form.only_with}" if form.only_with else ""
    if form.only_with:
        yield name
        yield f"{name} x --client cursor"
        yield f"{name} -- {form.only_with}"
    for word in form.actions.split():
        yield f"{name}{needed} {word}"
        yield f"{name} {word} x{needed} --client cursor"
        yield f"{name} --client cursor {word} x{needed}"
    for option in form.acts.split():
        for written in with_values(name, option):
            yield f"{name}{needed} {written}"
            yield f"{name} {written}{needed}"
        for short in shortened(option):
            if not any(read.startswith(short) for read in form.reads.split()):
                yield f"{name}{needed} {short} x"
                yield f"{name}{needed} {short}=x"
    if not form.always:
        yield f"{name}{needed} $WORDS"
        yield f'{name}{needed} "$WORD"'
        yield f"{name}{needed} --unheard-of"


READING = [(name, line) for name, form in FORMS.items() if not form.why for line in lines_that_read(name, form)]
ACTING = [(name, line) for name, form in FORMS.items() for line in lines_that_act(name, form)]


@pytest.mark.parametrize("line", sorted({line for _, line in READING}))
def test_what_only_reads_is_quiet(deciding: Deciding, line: str) -> None:
    assert verdict(deciding, f"policyhooks {line}") == "pass"


@pytest.mark.parametrize("line", sorted({line for _, line in ACTING}))
def test_what_acts_is_denied(deciding: Deciding, line: str) -> None:
    assert verdict(deciding, f"policyhooks {line}") == "deny"


SPELLINGS = (
    ".venv/bin/policyhooks LINE",
    "./policyhooks LINE",
    "python3 -m policyhooks LINE",
    "python -Im policyhooks LINE",
    "python3.12 -mpolicyhooks LINE",
    "python3 -m policyhooks.__main__ LINE",
    "python3 /opt/venv/bin/policyhooks LINE",
    "python3 venv/lib/python3.12/site-packages/policyhooks LINE",
    "python3 -m cProfile -m policyhooks LINE",
    "uvx policyhooks LINE",
    "uvx --from . policyhooks LINE",
    "uv run policyhooks LINE",
    "uv tool run policyhooks LINE",
    "uv run -m policyhooks LINE",
    "pipx run policyhooks LINE",
    "poetry run policyhooks LINE",
    "pdm run policyhooks LINE",
    "hatch run policyhooks LINE",
    "env A=b policyhooks LINE",
    "sh -c 'policyhooks LINE'",
    "echo 'policyhooks LINE' | bash",
    "timeout 9 nice policyhooks LINE",
    "true && (policyhooks LINE)",
    "x=policyhooks; $x LINE",
    "policy''hooks LINE",
    "f() { policyhooks LINE; }; f",
    "echo x | xargs -I% policyhooks LINE",
    "python3 -c 'import os; os.system(\"policyhooks LINE\")'",
)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_is_the_same_command(deciding: Deciding, spelling: str) -> None:
    for line in ("install --client cursor", "doctor --repair x", "judge stop", "sync x", "bundle activate x", "other"):
        assert verdict(deciding, spelling.replace("LINE", line)) == "deny", line
    for line in ("check policies", "bundle verify", "bundle history"):
        assert verdict(deciding, spelling.replace("LINE", line)) == "pass", line


@pytest.mark.parametrize("name", sorted(FORMS))
def test_the_program_table_says_the_same(name: str) -> None:
    form = FORMS[name]
    for line in () if form.why else lines_that_read(name, form):
        assert view_of(f"policyhooks {line}").commands[-1].read_only, line
    for line in lines_that_act(name, form):
        if not any(mark in line for mark in ("$", "--unheard-of")):  # what is not known: a rule asks by itself
            assert not view_of(f"policyhooks {line}").commands[-1].read_only, line
