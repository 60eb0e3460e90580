"""`bundle.yaml`: what a bundle is called, beside the policies that go into it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Day, FileId, Model, Words
from policyhooks.compiler.model.policy import ApiVersion
from policyhooks.compiler.source import read_document
from policyhooks.compiler.validation import validate
from policyhooks.errors import InvalidPolicies


class Description(Model):
    """The name of a bundle and the order of its versions."""

    apiVersion: ApiVersion = Field(description="The format.", examples=["policyhooks/v1"])  # noqa: N815  # the format's word
    kind: Literal["Bundle"] = Field(description="The kind of file.", examples=["Bundle"])
    name: FileId | None = Field(None, description="Its name.", examples=["acme"])
    version: Annotated[Words, Field(pattern=r"^[0-9A-Za-z]+([.+_-][0-9A-Za-z]+)*$", max_length=80)] | None = Field(
        None, description="Its version, for people.", examples=["1.4.0"]
    )
    serial: int | None = Field(
        None, ge=0, lt=1 << 53, strict=True, description="Counts up; machines refuse to go back.", examples=[14]
    )
    expires: Day | None = Field(None, description="The last day on which it may be activated.", examples=["2027-06-30"])
    config: Words | None = Field(None, description="The Config, beside this file.", examples=["policyhooks.yaml"])


def read_description(path: str) -> Description:
    """The description in a file. Raises InvalidPolicies with every problem."""
    document, problems = read_document(path)
    if document is None or problems:
        raise InvalidPolicies(problems)
    found, problems = validate(document, Description)
    if found is None:
        raise InvalidPolicies(problems)
    return found


def end_of(day: dt.date | None) -> int:
    """The first second after a day, 0 for none."""
    if day is None:
        return 0
    return int(dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), dt.UTC).timestamp())
