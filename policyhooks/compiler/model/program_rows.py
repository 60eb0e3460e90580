"""One row of what is known about programs: its options, operands and sub-commands, and what it does to its words.

The shipped rows (data/programs) and those of users have this one form; docs/reference/program-rows.md explains it. It
knows how a row is written, not how commands are read with it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictStr, StringConstraints, model_validator

from policyhooks.compiler.model.fields import Model, Words
from policyhooks.compiler.model.program_facts import Facts, OptionNames
from policyhooks.compiler.model.program_words import (
    check_condition,
    check_lists,
    check_operands,
    check_options,
    check_paths,
    check_setting,
    refuse,
)
from policyhooks.core.shell_records import Cmd

FIELDS = frozenset(Cmd.__annotations__)
# What a shell finds by this name; `mkfs.*` stands for every name that begins so.
ProgramName = Annotated[StrictStr, StringConstraints(pattern=r"^[^\s/|]+$", max_length=80)]
# `name|other`, `describe-*`, or `*` for any other word.
SubName = Annotated[StrictStr, StringConstraints(pattern=r"^[^\s|]+(\|[^\s|]+)*$", max_length=4000)]
Options = Annotated[StrictStr, AfterValidator(check_options)]
Operands = Annotated[StrictStr, AfterValidator(check_operands)]
Condition = Annotated[StrictStr, AfterValidator(check_condition)]
Paths = Annotated[StrictStr, AfterValidator(check_paths)]
Setting = Annotated[StrictStr, AfterValidator(check_setting)]


class Command(Facts):
    """A program or one of its sub-commands. What holds for a program holds for its sub-commands, unless they differ."""

    kind: Literal["wrapper", "shell", "interpreter", "builtin", "plain"] | None = Field(
        None,
        description=(
            "What it is: a `wrapper` runs the rest of its words, a `shell` runs shell text, an `interpreter` code of"
            " another language; `builtin` belongs to the shell."
        ),
        examples=["wrapper"],
    )
    lang: Words | None = Field(
        None,
        description="The language of a shell (`bash`, `posix`, `zsh`) or of an interpreter (`python`, `sql`).",
        examples=["python"],
    )
    options: Options | None = Field(
        None,
        description=(
            "Every option: its names with `|` between, then `=ROLE` when it takes a value, `=?ROLE` when it may,"
            " `=ROLE,ROLE` when it takes two words."
        ),
        examples=["-f|--force -o|--output=write --color=?"],
    )
    options_if: dict[Condition, Options] | None = Field(
        None,
        description="Other roles of the same options under a condition.",
        examples=[{"-c|--create": "-f|--file=write"}],
    )
    operands: Operands | None = Field(
        None,
        description="Roles of the words that are no options: `role`, `role?`, and at most one `role*` or `role+`.",
        examples=["read* write"],
    )
    operands_if: dict[Condition, Operands] | None = Field(
        None,
        description="Other operands under a condition; the first that holds.",
        examples=[{"-t|--target-directory": "read*"}],
    )
    style: Literal["gnu", "single", "attached", "bsd", "assign"] | None = Field(
        None,
        description=(
            "How options are written: `gnu` (default), `single` (`-name value`), `attached` (`-nameVALUE`), `bsd` (the"
            " first word may lack its dash), `assign` (`key=value`)."
        ),
        examples=["single"],
    )
    posix: StrictBool | None = Field(None, description="Whether options end at the first operand.", examples=[True])
    sub: dict[SubName, Command] | None = Field(
        None,
        description="The sub-commands by name; `a|b` are two names, `list-*` begins so, `*` is any other word.",
        examples=[{"push": {"operands": "gitremote? text*", "network": True}}],
    )
    network: StrictBool | None = Field(None, description="It talks to a network.", examples=[True])
    network_if: Condition | None = Field(
        None, description="The condition under which it talks to a network.", examples=["--remote"]
    )
    output: Literal["network", "decode", "secret"] | None = Field(
        None, description="What its standard output carries.", examples=["network"]
    )
    output_if: Condition | None = Field(
        None, description="The condition under which `output` holds.", examples=["-d|--decode"]
    )
    stdin_code: StrictBool | None = Field(None, description="Its standard input is code.", examples=[True])
    stdin_code_if: Condition | None = Field(
        None, description="The condition under which its standard input is code.", examples=["-s"]
    )
    stdin_args: StrictBool | None = Field(
        None, description="The inner command gets further words from standard input.", examples=[True]
    )
    elevated: StrictBool | None = Field(None, description="The inner command has more rights.", examples=[True])
    as_user: Words | None = Field(
        None, description="The user of the inner command, where no word says one.", examples=["root"]
    )
    remote: StrictBool | None = Field(None, description="The inner command runs elsewhere.", examples=[True])
    read_only: StrictBool | None = Field(None, description="It changes nothing.", examples=[True])
    read_only_if: Condition | None = Field(
        None, description="The condition under which it changes nothing.", examples=["-l|--list"]
    )
    changes: Condition | None = Field(
        None, description="The condition under which it changes something after all.", examples=["-i|--in-place"]
    )
    idle_if: Condition | None = Field(
        None,
        description="The condition under which it, and every sub-command, only shows what it would do.",
        examples=["-n|--dry-run"],
    )
    danger: StrictBool | None = Field(
        None, description="Worth finding among the words of a program that is not known.", examples=[True]
    )
    package: Words | None = Field(None, description="The package manager that it is.", examples=["npm"])
    package_op: Literal["install", "uninstall", "update", "publish", "run", "exec", "download"] | None = Field(
        None, description="What it does with packages; its operands have the role `package`.", examples=["install"]
    )
    no_scripts: OptionNames | None = Field(
        None, description="Options that switch off install scripts.", examples=["--ignore-scripts"]
    )
    config: dict[Words, Setting] | None = Field(
        None,
        description=(
            "What a setting in a word of the role `config` is: keys in lower case, `*` matches anything; `command!` is"
            " a command after a leading `!`."
        ),
        examples=[{"core.pager": "command", "alias.*": "command!"}],
    )
    target: Words | None = Field(
        None, description="The environment that it addresses by nature.", examples=["production"]
    )
    targets: OptionNames | None = Field(
        None,
        description="Options whose values, or names, tell the environment; `cwd`: the working directory does.",
        examples=["-var-file|--prod"],
    )
    touches: dict[Condition, Paths] | None = Field(
        None,
        description=(
            "Paths that are touched without being named: `.` is the working directory, `~/x` lies below home, `$url`"
            " is the last part of the first URL."
        ),
        examples=[{"": "write:. delete:~/.cache/x"}],
    )


class Example(Model):
    """A command and what the view says of it: run as a test."""

    model_config = ConfigDict(extra="allow")

    command: Words = Field(description="The command, read in `/w` with the home `/home/dev`.", examples=["rm -rf x"])
    command_name: Words | None = Field(
        None, description="Which command the fields are about; absent means the last.", examples=["git"]
    )
    names: tuple[StrictStr, ...] | None = Field(
        None, description="The names of all commands, complete.", examples=[["kubectl", "rm"]]
    )
    understood: StrictBool | None = Field(None, description="Absent means true.", examples=[False])
    paths: tuple[StrictStr, ...] | None = Field(
        None, description="Paths that must be there; an empty list: none is.", examples=[["delete:/w/x"]]
    )
    hosts: tuple[StrictStr, ...] | None = Field(
        None, description="Hosts that must be there; an empty list: none is.", examples=[["example.com"]]
    )
    flows: tuple[StrictStr, ...] | None = Field(
        None, description="Flows that must be there; an empty list: none is.", examples=[["network>exec"]]
    )
    packages: tuple[StrictStr, ...] | None = Field(
        None, description="What package managers would do; an empty list: nothing.", examples=[["npm install x"]]
    )

    @model_validator(mode="after")
    def _fields_of_a_command(self) -> Example:
        """Every other key is a field of the command, as rules see it."""
        for key in self.model_extra or {}:
            if key not in FIELDS:
                raise refuse(f"`{key}` is no field of a command")
        return self


class Program(Command):
    """A program by its name."""

    aliases: tuple[ProgramName, ...] | None = Field(
        None,
        description="Other names of the same program, and of drop-ins that take the same words.",
        examples=[["gmake", "bmake"]],
    )
    like: ProgramName | None = Field(
        None,
        description="Another program whose row holds for this one too, except for the keys that stand here.",
        examples=["kubectl"],
    )
    versions: StrictBool | None = Field(
        None, description="It comes with its version behind the name too: `python3.12`, `gcc-14`.", examples=[True]
    )
    examples: tuple[Example, ...] | None = Field(
        None,
        description="Commands and what is seen of them.",
        examples=[[{"command": "kubectl exec pod -- rm -rf /x", "names": ["kubectl", "rm"]}]],
    )

    @model_validator(mode="after")
    def _conditions_name_options(self) -> Program:
        """A misspelt condition would silently never hold."""
        if self.like is None:
            check_lists(self)
        return self


class ProgramRows(Model):
    """What a file says of programs."""

    programs: dict[ProgramName, Program] = Field(
        default_factory=dict,
        description="Programs by name.",
        examples=[{"acme": {"sub": {"run": {"operands": "argv"}}}}],
    )
    plain: tuple[ProgramName, ...] = Field(
        (), description="Programs of which only this is known: their words are no commands.", examples=[["airflow"]]
    )
    plain_read_only: tuple[ProgramName, ...] = Field(
        (), description="Plain programs that change nothing.", examples=[["lscpu"]]
    )
    plain_network: tuple[ProgramName, ...] = Field(
        (), description="Plain programs that talk to a network.", examples=[["locust"]]
    )


def row_of(program: Command) -> dict[str, Any]:
    """The row as plain data, only with the keys that were given; without what is about rows and not about commands."""
    data = program.model_dump(exclude_unset=True, exclude={"aliases", "like", "examples"})
    return {key: value for key, value in data.items() if value is not None}
