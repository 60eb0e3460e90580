"""The file in which users describe programs of their own: Programs, rows under the head that every file has."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Model
from policyhooks.compiler.model.policy import ApiVersion, Metadata
from policyhooks.compiler.model.program_rows import ProgramRows


class ProgramsHead(Model):
    """What stands above the rows."""

    apiVersion: ApiVersion = Field(description="The format.", examples=["policyhooks/v1"])  # noqa: N815  # the format's word
    kind: Literal["Programs"] = Field(description="The kind of file.", examples=["Programs"])
    metadata: Metadata = Field(
        description="What it is.", examples=[{"id": "acme.tools", "title": "Our tools", "owner": "a@b.example"}]
    )


class Programs(ProgramRows, ProgramsHead):
    """Programs that policyhooks does not know. A row adds a name; what is known already cannot be changed."""
