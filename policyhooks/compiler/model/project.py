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
DIGEST = r"^(sha256:)?[0-9a-f]{64}$"
REMOTE = r"^((https?|oci|git\+https)://|git\+ssh://([a-z0-9_-]+@)?)[^\s@\\]+$"
ID = r"^[a-z0-9][a-z0-9-]{7,39}$"
URL = r"^https?://[^\s/?#@]+([/?#]\S*)?$"


def check_source(value: str) -> str:
    """A path that cannot lead out of its folder by its spelling; links are the reader's business."""
    if value.endswith(".phb"):
        raise PydanticCustomError("bundle", "a bundle")
    if value.startswith(("/", "~")) or ".." in value.split("/") or "\\" in value or not value.isprintable():
        raise PydanticCustomError("outside", "outside")
    return value


def check_reference(value: str) -> str:
    """Where a bundle comes from: a path like a policy's, or an address without a name or a password in it."""
    if re.match(REMOTE, value) and value.isprintable():
        return value
    if "://" in value or not value.endswith(".phb"):
        raise PydanticCustomError("reference", "another form")
    return check_source(value.removesuffix(".phb")) + ".phb"


def read_packs(value: object) -> object:
    """`all` stands for every shipped pack."""
    return [ALL] if value == ALL else value


def holder(kind: Literal["project", "versions", "url", "digest"], pattern: str) -> Callable[[str], str]:
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
BundleSource = Annotated[
    Words, AfterValidator(check_reference), WithJsonSchema({"type": "string", "minLength": 1, "pattern": "^[^/~]"})
]
Digest = Annotated[
    StrictStr, AfterValidator(holder("digest", DIGEST)), WithJsonSchema({"type": "string", "pattern": DIGEST})
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
    clients: dict[Client, ClientVersion] = Field(
        {},
        description="Versions of clients. A file that a team shares gets what the oldest of them accepts; doctor tells"
        " who has another one.",
        examples=[{"cursor": ">=2.4"}],
    )


class PinnedBundle(Model):
    """A signed bundle whose policies a project takes: where it comes from, and which one it is to be."""

    source: BundleSource = Field(
        description="A `.phb` file, relative to this file and below its folder; or an address: https, oci, git+https,"
        " git+ssh. Nothing is fetched but by `policyhooks bundle fetch`.",
        examples=["vendor/acme-1.4.0.phb", "https://policies.acme.example/acme-1.4.0.phb"],
    )
    digest: Digest = Field(
        description="The digest that `policyhooks bundle verify` and `inspect` print; any other bundle is refused.",
        examples=["sha256:" + "0f" * 32],
    )

    @property
    def remote(self) -> bool:
        """Whether it has to be fetched."""
        return "://" in self.source

    @property
    def hex(self) -> str:
        """The digest without the name of its function."""
        return self.digest.removeprefix("sha256:")


class Server(Model):
    """What an MCP server of this name really is: where it answers, or what is started."""

    url: ServerUrl | None = Field(None, description="Where it answers.", examples=["https://mcp.acme.example/v1"])
    command: tuple[Words, ...] | None = Field(
        None, min_length=1, description="Program and arguments.", examples=[["npx", "-y", "@acme/mcp"]]
    )
