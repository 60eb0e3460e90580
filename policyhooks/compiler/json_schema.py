"""The JSON Schemas of the file kinds, generated from the models; readable by draft 7 tools."""

from __future__ import annotations

import json
from typing import Any

from policyhooks.compiler.files import MODELS
from policyhooks.compiler.model.data_files import Language, Tags, Variables
from policyhooks.compiler.model.fields import Model
from policyhooks.compiler.model.program_rows import ProgramRows

DRAFT = "http://json-schema.org/draft-07/schema#"
# Files of shipped data, which have no kind.
DATA: dict[str, type[Model]] = {
    "program-rows": ProgramRows,
    "variables": Variables,
    "tags": Tags,
    "language": Language,
}


def schema_of(kind: str) -> dict[str, Any]:
    """The schema of Policy, Library, Config or Programs (in any case), or of a file of shipped data."""
    models: dict[str, type[Model]] = {name.lower(): model for name, model in MODELS.items()} | DATA
    raw = models[kind.lower()].model_json_schema(by_alias=True)
    schema = convert(raw)
    assert isinstance(schema, dict)
    return {"$schema": DRAFT, **schema}


def convert(part: Any) -> Any:
    """Definitions under draft 7's word; a `$ref` with siblings wrapped, since draft 7 ignores those."""
    if isinstance(part, list):
        return [convert(item) for item in part]
    if not isinstance(part, dict):
        return part
    found = {}
    for key, value in part.items():
        if key in ("properties", "$defs"):
            # Names of fields and models, not words of JSON Schema.
            found["definitions" if key == "$defs" else key] = {name: convert(one) for name, one in value.items()}
        elif key != "discriminator" and (key != "default" or is_plain(value)):
            found[key] = value if key in ("examples", "default", "const", "enum") else convert(value)
    reference = found.pop("$ref", None)
    if reference is None:
        return found
    pointer = {"$ref": str(reference).replace("#/$defs/", "#/definitions/")}
    return {"allOf": [pointer], **found} if found else pointer


def is_plain(value: Any) -> bool:
    """Whether a default tells a reader something."""
    return isinstance(value, (str, int, float, bool))


def write(kind: str) -> str:
    """The schema as the text that is printed and committed."""
    return json.dumps(schema_of(kind), indent=2, ensure_ascii=True) + "\n"
