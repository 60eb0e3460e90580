"""What a repository says about itself in the Config: its id, its sources, its clients and servers. Types only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictStr, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from policyhooks.compiler.model.fields import Client, FileId, Model, Words

ALL = "all"
_COMPARISON = r"(>=|>|==|<=|<) *[0-9]+(\.[0-9]+)*"
VERSIONS = rf"^{_COMPARISON}( *, *{_COMPARISON})*$"
# It stands in a command line and in paths: nothing that a shell, an option parser or a path could take for more.
ID = r"^[a-z0-9][a-z0-9-]{7,39}$"
URL = r"^https?://[^\s/?#@]+([/?#]\S*)?$"


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


def holder(kind: Literal["project", "versions", "url"], pattern: str) -> Callable[[str], str]:
    """A check that holds a text to a pattern; `kind` names the words for one that does not fit."""
    form = re.compile(pattern)

    def check(value: str) -> str:
        if not form.match(value) or value.endswith("\n"):
            raise PydanticCustomError(kind, "another form")
        return value

    return check


ProjectId = Annotated[
    StrictStr, AfterValidator(holder("project", ID)), WithJsonSchema({"type": "string", "pattern": ID})
]
Source = Annotated[
    Words, AfterValidator(check_source), WithJsonSchema({"type": "string", "minLength": 1, "pattern": "^[^/~]"})
]
Packs = Annotated[
    tuple[FileId, ...],
    Field(min_length=1),
    BeforeValidator(read_packs),
    WithJsonSchema({"anyOf": [{"const": ALL}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}),
]
ServerName = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._:@/-]*$", max_length=120)]
ServerUrl = Annotated[StrictStr, AfterValidator(holder("url", URL)), WithJsonSchema({"type": "string", "pattern": URL})]
Versions = Annotated[
    StrictStr, AfterValidator(holder("versions", VERSIONS)), WithJsonSchema({"type": "string", "pattern": VERSIONS})
]
ClientVersion = Annotated[Words, Field(pattern=r"^(>=|>|==|<=|<)?\s*[0-9]+(\.[0-9A-Za-z-]+)*$")]
Missing = Literal["block", "ask", "pass"]


class Requires(Model):
    """What an installation relies on."""

    policyhooks: Versions | None = Field(
        None, description="The version of policyhooks itself; an older one refuses the file.", examples=[">=0.2"]
    )
    clients: dict[Client, ClientVersion] = Field({}, description="Versions of clients.", examples=[{"cursor": ">=2.4"}])


class Server(Model):
    """What an MCP server of this name really is: where it answers, or what is started."""

    url: ServerUrl | None = Field(None, description="Where it answers.", examples=["https://mcp.acme.example/v1"])
    command: tuple[Words, ...] | None = Field(
        None, min_length=1, description="Program and arguments.", examples=[["npx", "-y", "@acme/mcp"]]
    )
