"""`maps`: which risks, techniques, weaknesses and controls of public frameworks a rule is about. It decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field, StrictStr, WithJsonSchema
from pydantic_core import PydanticCustomError

from policyhooks.compiler.model.fields import Model, Reference
from policyhooks.shipped.frameworks import titles_of


def _id_of(key: str) -> object:
    """The type of an id that the table of a key has."""
    known = titles_of(key)

    def check(value: str) -> str:
        if value not in known:
            raise PydanticCustomError("framework_id", "not an id", {"key": key})
        return value

    return Annotated[StrictStr, AfterValidator(check), WithJsonSchema({"type": "string", "enum": list(known)})]


# To a type checker, which cannot read a table, they are strings.
if TYPE_CHECKING:
    Owasp = str
    Atlas = str
    Attack = str
    Cwe = str
    Control = str
else:
    Owasp, Atlas, Attack, Cwe, Control = map(_id_of, ("owasp", "atlas", "attack", "cwe", "controls"))


class Maps(Model):
    """What a rule is about in the words of public frameworks, for reports: no decision depends on it.

    Every id is one of [the table](coverage.md); `incident` takes the names of incidents, your own or public ones.
    """

    owasp: tuple[Owasp, ...] = Field((), description="OWASP Top 10 for Agentic Applications.", examples=[["ASI02"]])
    atlas: tuple[Atlas, ...] = Field((), description="Techniques of MITRE ATLAS.", examples=[["AML.T0101"]])
    attack: tuple[Attack, ...] = Field((), description="Techniques of MITRE ATT&CK.", examples=[["T1485"]])
    cwe: tuple[Cwe, ...] = Field((), description="Weaknesses.", examples=[["CWE-494"]])
    controls: tuple[Control, ...] = Field(
        (), description="Controls that it helps to keep: SOC 2, NIST SP 800-53, ISO 27001.", examples=[["soc2:CC6.1"]]
    )
    incident: tuple[Reference, ...] = Field(
        (), description="Incidents that it would have stopped.", examples=[["CVE-2025-54135", "INC-2026-014"]]
    )

    @property
    def given(self) -> dict[str, tuple[str, ...]]:
        """The keys that have ids."""
        return {key: ids for key, ids in self if ids}


NOTHING = Maps.model_validate({})
