"""Files of shipped data besides programs: environment variables, tags of places, calls of other languages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, StringConstraints

from policyhooks.compiler.model.fields import Model, Words

VariableName = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*\*?$")]
# Lower case, as paths are compared.
PlaceName = Annotated[StrictStr, StringConstraints(pattern=r"^[^A-Z]+$")]
Tag = Literal[
    "credential", "agent_config", "agent_instructions", "policy_state", "policy_engine", "ide_exec", "build_config",
    "autoload", "persistence", "git_hook", "git_config", "ci_config", "container_socket", "system", "privilege",
    "device", "temp", "shell_history", "cache",
]  # fmt: skip
Places = dict[Tag, tuple[PlaceName, ...]]
Names = tuple[StrictStr, ...]
Calls = dict[Words, StrictStr]


class Variables(Model):
    """Environment variables by what their value is. Of several names with a `*`, the longest counts."""

    command: tuple[VariableName, ...] = Field(
        (), description="Shell text that some program runs.", examples=[["PAGER"]]
    )
    exec: tuple[VariableName, ...] = Field((), description="A file that is loaded or run.", examples=[["LD_PRELOAD"]])
    search: tuple[VariableName, ...] = Field((), description="Folders that are searched for code.", examples=[["PATH"]])
    options: tuple[VariableName, ...] = Field((), description="Options of a program.", examples=[["NODE_OPTIONS"]])
    url: tuple[VariableName, ...] = Field(
        (), description="An address that a program talks to.", examples=[["ALL_PROXY"]]
    )
    shell: tuple[VariableName, ...] = Field(
        (), description="It changes how the shell itself reads text.", examples=[["IFS"]]
    )
    plain: tuple[VariableName, ...] = Field(
        (), description="It changes how something looks, and nothing else.", examples=[["LANG"]]
    )


class Tags(Model):
    """What places on a disk are, by tag."""

    folders: Places = Field(description="A path with this component.", examples=[{"credential": [".aws"]}])
    names: Places = Field(description="A path whose last component is this.", examples=[{"credential": [".env"]}])
    pairs: Places = Field(
        description="Two neighbouring components, anywhere in the path.", examples=[{"git_hook": [".git/hooks"]}]
    )
    endings: Places = Field(description="How the last component ends.", examples=[{"credential": [".pem"]}])
    roots: Places = Field(description="The first component.", examples=[{"system": ["etc"]}])
    plain_devices: tuple[PlaceName, ...] = Field(
        description="Devices that are no devices to worry about.", examples=[["null"]]
    )
    env_samples: tuple[PlaceName, ...] = Field(
        description="How files of environment variables end that hold no secrets.", examples=[["example"]]
    )
    public_pem: tuple[PlaceName, ...] = Field(
        description="Words in the name of a .pem file that holds a certificate.", examples=[["cert"]]
    )


class Language(Model):
    """What calls of a language do. `what: names`, as the package shell/inline reads it."""

    syntax: dict[Words, Any] | None = Field(
        None, description="Its comments, strings and operators.", examples=[{"line": ["--"]}]
    )
    effects: Calls = Field(
        description="Calls by what they do to their arguments.", examples=[{"delete@0": "os.remove"}]
    )
    methods: Calls | None = Field(None, description="The same of methods.", examples=[{"delete@self": "unlink"}])
    folds: Calls | None = Field(None, description="Calls whose value is known.", examples=[{"join": "os.path.join"}])
    method_folds: Calls | None = Field(None, description="The same of methods.", examples=[{"lower": "lower"}])
    showing: StrictStr = Field("", description="Calls that only show text.", examples=["print"])
    connecting: Names = Field((), description="Modules that reach hosts.", examples=[["socket"]])
    importers: Names | None = Field(None, description="Calls that load a module by name.", examples=[["require"]])
    getters: Names | None = Field(None, description="Calls that give an attribute by name.", examples=[["getattr"]])
    holders: Names | None = Field(None, description="Where modules and globals are kept.", examples=[["sys.modules"]])
    mirrors: Names | None = Field(None, description="Calls that give back what they got.", examples=[["vars"]])
    namers: Names | None = Field(None, description="Calls that give a function by name.", examples=[["method"]])
    escaping: Names | None = Field(None, description="Calls that run their text as code.", examples=[["eval"]])
    loose: dict[Words, Calls] | None = Field(
        None, description="Effects of names that a module's import brings.", examples=[{"os": {"text@0": "system"}}]
    )
    environments: Names | None = Field(None, description="The environment's variables.", examples=[["os.environ"]])
    arguments: Names | None = Field(None, description="The words of the command line.", examples=[["sys.argv"]])
    first_argument: StrictInt | None = Field(None, description="The index of the first of them.", examples=[1])
    constants: dict[Words, StrictStr] | None = Field(
        None, description="Names whose value is known.", examples=[{"os.sep": "/"}]
    )
    path_type: Words | None = Field(None, description="What a path object is called.", examples=["pathlib.Path()"])
    globs: Names | None = Field(None, description="Calls that look for files by a pattern.", examples=[["Dir.glob"]])
    sequences: StrictBool | None = Field(None, description="`(a, b)` is b.", examples=[True])
    calls_text: StrictBool | None = Field(None, description="A text can be called.", examples=[True])
