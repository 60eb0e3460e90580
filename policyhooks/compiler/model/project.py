"""What a repository says about itself in the Config: its id, its sources, its clients and servers. Types only."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictStr, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from policyhooks.compiler.model.fields import Client, Model, Words

ALL = "all"
_COMPARISON = r"(>=|>|==|<=|<)\s*[0-9]+(\.[0-9]+)*"


def check_source(value: str) -> str:
    """A path that cannot lead out of its folder by its spelling; links are the reader's business."""
    if value.endswith(".phb"):
        raise PydanticCustomError("bundle", "a bundle")
    if value.startswith(("/", "~")) or ".." in value.split("/") or "\\" in value or not value.isprintable():
        raise PydanticCustomError("outside", "outside")
    return value


def read_packs(value: object) -> object:
    """`all` stands for every shipped pack."""
    return [ALL] if value == ALL else value


# It stands in a command line and in paths: nothing that a shell, an option parser or a path could take for more.
ProjectId = Annotated[StrictStr, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{7,39}$")]
Source = Annotated[
    Words, AfterValidator(check_source), WithJsonSchema({"type": "string", "minLength": 1, "pattern": "^[^/~]"})
]
PackName = Annotated[StrictStr, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Packs = Annotated[
    tuple[PackName, ...],
    Field(min_length=1),
    BeforeValidator(read_packs),
    WithJsonSchema({"anyOf": [{"const": ALL}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}),
]
ServerName = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._:@/-]*$", max_length=120)]
ServerUrl = Annotated[Words, Field(pattern=r"^https?://[^\s/?#@]+([/?#]\S*)?$")]
Comparison = Annotated[Words, Field(pattern=rf"^{_COMPARISON}(\s*,\s*{_COMPARISON})*$")]
ClientVersion = Annotated[Words, Field(pattern=r"^(>=|>|==|<=|<)?\s*[0-9]+(\.[0-9A-Za-z-]+)*$")]
Missing = Literal["block", "ask", "pass"]


class Requires(Model):
    """What an installation relies on."""

    policyhooks: Comparison | None = Field(
        None, description="The version of policyhooks itself; an older one refuses the file.", examples=[">=0.2"]
    )
    clients: dict[Client, ClientVersion] = Field({}, description="Versions of clients.", examples=[{"cursor": ">=2.4"}])


class Server(Model):
    """What an MCP server of this name really is: where it answers, or what is started."""

    url: ServerUrl | None = Field(None, description="Where it answers.", examples=["https://mcp.acme.example/v1"])
    command: tuple[Words, ...] | None = Field(
        None, min_length=1, description="Program and arguments.", examples=[["npx", "-y", "@acme/mcp"]]
    )
