"""What a program is known for beside its words: facts that several programs share, which code asks for by key."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictStr

from policyhooks.compiler.model.fields import Model, Words
from policyhooks.compiler.model.program_words import check_option_names

OptionNames = Annotated[StrictStr, AfterValidator(check_option_names)]


class Facts(Model):
    """Each says of a program what the shell view would otherwise have to know by its name."""

    special: Literal["git", "make", "multiplexer", "package_runner"] | None = Field(
        None,
        description="Which reader knows more about it than a row can say.",
        examples=["make"],
    )
    project: Literal["scripts", "named_scripts", "git_hooks", "crontab"] | None = Field(
        None,
        description=(
            "What it runs from files that its words do not name: `scripts` of package.json, also by their bare names"
            " (`named_scripts`), hooks of the repository, lines of a crontab."
        ),
        examples=["scripts"],
    )
    acts: Literal["directory", "shell", "shell_and_runs"] | None = Field(
        None,
        description=(
            "A builtin that changes what the shell does next: its `directory`, the `shell` itself, or the shell with"
            " option values that are run as well."
        ),
        examples=["directory"],
    )
    runs_words: StrictBool | None = Field(
        None, description="The shell runs what stands in its words, as with `eval`.", examples=[True]
    )
    sets: Literal["named", "any"] | None = Field(
        None, description="Variables that it sets: those that its words name, or any.", examples=["named"]
    )
    in_shell: StrictBool | None = Field(
        None, description="Of a wrapper: the inner command runs in the same shell.", examples=[True]
    )
    no_functions: StrictBool | None = Field(
        None, description="Of a wrapper: the inner name does not mean a function.", examples=[True]
    )
    prints: (
        Literal["words", "format", "directory", "files", "input", "nothing", "path", "link", "parent", "name"] | None
    ) = Field(None, description="What it writes, where that follows from its words.", examples=["words"])
    prints_setup: OptionNames | None = Field(
        None,
        description="The words with which it prints text that sets up a shell; `*`: whatever they are.",
        examples=["init|shellenv"],
    )
    prints_place: OptionNames | None = Field(
        None, description="The words with which it prints one path; `*`: whatever they are.", examples=["--prefix"]
    )
    locates: OptionNames | None = Field(
        None,
        description="The words with which it prints where another program lies; `*`: whatever they are.",
        examples=["which"],
    )
    words_are_text: StrictBool | None = Field(
        None, description="An address among its words is text: nothing is connected to.", examples=[True]
    )
    copies: Literal["copy", "link", "fifo"] | None = Field(
        None,
        description="Its last operand becomes a copy of those before, or a link to them; or its operands become fifos.",
        examples=["copy"],
    )
    spreads: Literal["inside", "entries", "over", "nothing"] | None = Field(
        None,
        description="What it does below a folder that it changes: things of any name come there, its sources come "
        "there, the folder is another one; `nothing`, also where it deletes.",
        examples=["inside"],
    )
    slash_is_content: StrictBool | None = Field(
        None, description="Of `entries`: a slash behind a source means what is in it.", examples=[True]
    )
    reads_stdin: Literal["always", 0, 1] | None = Field(
        None,
        description="It reads standard input: always, or with at most so many operands, none of them a file.",
        examples=["always"],
    )
    stdin_to_file: Literal["always", "named"] | None = Field(
        None,
        description="Standard input goes into the file that it writes: always, or where its source is named so.",
        examples=["always"],
    )
    stdin_secret: OptionNames | None = Field(
        None,
        description="The words with which it reads a secret from standard input; `*`: whatever they are.",
        examples=["--password-stdin"],
    )
    filters: StrictBool | None = Field(
        None, description="It passes lines of its standard input on, unchanged.", examples=[True]
    )
    lists: Literal["find", "fd", "grep", "search", "ls", "git"] | None = Field(
        None, description="It prints paths, in the manner of this program.", examples=["find"]
    )
    script_of: Words | None = Field(
        None, description="The interpreter that may be named in front of it.", examples=["python"]
    )
    makes_project: StrictBool | None = Field(
        None, description="Of a sub-command: it runs the package `create-NAME`.", examples=[True]
    )
    addresses: Words | None = Field(
        None, description="The group of programs that address the same environment.", examples=["kube"]
    )
    selects: dict[StrictStr, Words] | None = Field(
        None,
        description="Sub-commands that select the environment of a group, for the commands that follow.",
        examples=[{"config use-context|ctx": "kube"}],
    )
