"""Settings that a text gives to git: aliases are the commands they stand for, wherever they come from.

They stand after -c, in `git config` before, in GIT_CONFIG_* and behind --config-env. `Reader.git` keeps what outlives
one command: a setting by its name in small letters, and halves of a GIT_CONFIG pair by the variable's name.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.parsed import Parsed
from policyhooks.shell.walk.commands import make_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

FALSE = frozenset(("false", "no", "off", "0", ""))
LONGEST_CHAIN = 10


def settle(reader: Reader, command: Command, state: State, context: Context) -> None:
    """What the settings that hold for one git command make of it."""
    inner = context.but(parent=command.id)
    settings = dict(reader.git)
    given = settings_of(reader, command, state)
    settings.update(given)
    alias = f"alias.{command.sub.lower()}" if command.sub else ""
    kept = reader.git if command.sub in ("config", "clone") else dict(reader.git)
    reader.git.update(given)  # an alias may lead to another one
    run_named(reader, command, state, inner)
    for key, value in given.items():
        if key.startswith("alias.") and key != alias:
            run_alias(reader, [], value, [], state, inner.but(conditional=True), f"git {key}")
    if command.sub == "clean" and is_false(settings.get("clean.requireforce")):
        for flag in ("-f", "--force"):
            if flag not in command.parsed.flags:
                command.parsed.flags.append(flag)  # it deletes as if told to
    if alias in settings:
        before, after = around_sub(command)
        if alias in given or before or after:
            run_alias(reader, before, settings[alias], after, state, inner, f"git {alias}")
    reader.git = kept


def run_named(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """`--config-env=core.pager=NAME`: the variable holds what is run."""
    for role, word, option in command.parsed.roles:
        if role == "configenv":
            from policyhooks.shell.walk.run_values import run_config

            name, _, variable = word.text.rpartition("=")
            value = variable_of(reader, variable, state)
            text = Word(f"{name}={value.text}", value.dynamic)
            run_config(reader, command.parsed, text, state, inner, f"git {option}")


def settings_of(reader: Reader, command: Command, state: State) -> dict[str, Word]:
    """The settings that stand in the words of a command."""
    found: dict[str, Word] = {}
    key = ""
    for role, word, _ in command.parsed.roles:
        if role == "config":
            name, equals, value = word.text.partition("=")
            found[setting(name)] = Word(value if equals else "true", word.dynamic)
        elif role == "configenv":
            name, _, variable = word.text.rpartition("=")
            found[setting(name)] = variable_of(reader, variable, state)
        elif role == "configkey":
            key = setting(word.text)
        elif role == "configvalue" and key and not command.inert:
            found[key] = word
    return found


def setting(name: str) -> str:
    """Names compare without case; `alias.NAME.command` is the longer form of an alias."""
    key = name.strip().lower()
    return key.removesuffix(".command") if key.startswith("alias.") else key


def is_false(value: Word | None) -> bool:
    return value is not None and (value.dynamic or value.text.strip().lower() in FALSE)


def variable_of(reader: Reader, name: str, state: State) -> Word:
    """The value of an environment variable where the text says it."""
    for entry in reversed(reader.reading.env):
        if entry.name == name:
            return Word(entry.value, entry.dynamic)
    return state.variables.get(name) or Word("$" + name, dynamic=True)


def around_sub(command: Command) -> tuple[list[Word], list[Word]]:
    """The options before the sub-command, without the aliases that they define, and the words after it."""
    words = command.words
    operands = command.parsed.operands
    at = next((index for index, word in enumerate(words) if operands and word is operands[0]), len(words))
    before: list[Word] = []
    index = 1
    while index < at:
        text = words[index].text
        step = 2 if text in ("-c", "--config-env") else 1
        value = words[index + 1].text if step == 2 and index + 1 < at else text.removeprefix("-c")
        if not value.removeprefix("--config-env=").lower().startswith("alias."):
            before += words[index : index + step]
        index += step
    return before, words[at + 1 :]


def run_alias(
    reader: Reader, before: list[Word], value: Word, after: list[Word], state: State, context: Context, label: str
) -> None:
    """List the command that an alias stands for."""
    if label in context.via:
        return  # git refuses aliases that lead to themselves
    if len(context.via) > LONGEST_CHAIN:
        reach("too_deep")
        return
    if value.dynamic:
        reader.problem("dynamic_code")
    inner = context.but(via=(*context.via, label))
    text = value.text.strip()
    if text.startswith("!"):
        from policyhooks.shell.walk.wrappers import run_text

        line = " ".join([text[1:], *("'" + word.text.replace("'", "'\\''") + "'" for word in after)])
        unknown = value.dynamic or any(word.dynamic for word in after)
        run_text(reader, Word(line, unknown), "bash", state.child(), context, label)
        return
    words = [Word(item, value.dynamic) for item in split(reader, text)]
    if words:
        make_command(reader, [Word("git"), *before, *words, *after], state.child(), inner)


def split(reader: Reader, text: str) -> list[str]:
    """Words as git parts them: blanks, quotes, backslashes. An open quote is an error of git's."""
    from policyhooks.shell.walk.special.xargs import split_items

    plain = text.replace("\\'", "").replace('\\"', "")
    if plain.count("'") % 2 or plain.count('"') % 2:
        reader.problem("unsupported_syntax")
    return split_items(text)


def note_git_variable(reader: Reader, name: str, value: Word, state: State, context: Context) -> None:
    """GIT_CONFIG_KEY_n with its GIT_CONFIG_VALUE_n, and GIT_CONFIG_PARAMETERS, are as `-c`."""
    if name == "GIT_CONFIG_PARAMETERS":
        for key, _, text in [item.partition("=") for item in split(reader, value.text)]:
            note_setting(reader, Word(key, value.dynamic), Word(text, value.dynamic), state, context, name)
        return
    kind, _, number = name.removeprefix("GIT_CONFIG_").partition("_")
    if kind in ("KEY", "VALUE"):
        reader.git[name] = value
        half, other = reader.git.get(f"GIT_CONFIG_KEY_{number}"), reader.git.get(f"GIT_CONFIG_VALUE_{number}")
        if half is not None and other is not None:
            note_setting(reader, half, other, state, context, name)


def note_setting(reader: Reader, key: Word, value: Word, state: State, context: Context, name: str) -> None:
    """A setting from the environment holds for every git that follows."""
    from policyhooks.shell.walk.run_values import run_config

    inner = context.but(via=(*context.via, "env:" + name), conditional=True)
    if key.dynamic:
        reader.problem("dynamic_code")
        return
    reader.git[setting(key.text)] = value
    if setting(key.text).startswith("alias."):
        run_alias(reader, [], value, [], state, inner, f"git {setting(key.text)}")
        return
    git = Parsed([Word("git")], describe("git"))
    run_config(reader, git, Word(f"{key.text}={value.text}", value.dynamic), state, inner, "git")
