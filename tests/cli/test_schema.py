"""The JSON Schemas: printed, committed, current, and in agreement with the models."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from policyhooks.cli.main import run
from policyhooks.compiler.json_schema import schema_of, write
from policyhooks.compiler.nodes import plain_data
from policyhooks.compiler.source import read_document
from policyhooks.compiler.tables.building import DATA

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("policy", "library", "config", "program-rows", "variables", "tags", "language")
EXAMPLE = ROOT / "tests" / "data" / "compiler" / "example"


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_current(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", kind]) == 0
    committed = ROOT / "schema" / f"{kind}.schema.json"
    assert capsys.readouterr().out == committed.read_text(encoding="utf-8") == write(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_a_draft_7_schema(kind: str) -> None:
    jsonschema.Draft7Validator.check_schema(schema_of(kind))
    assert "$defs" not in write(kind)
    assert "prefixItems" not in write(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_described_with_an_example(kind: str) -> None:
    schema = schema_of(kind)
    models = [schema, *schema.get("definitions", {}).values()]
    for model in models:
        for name, field in model.get("properties", {}).items():
            assert field.get("description"), name
            assert "examples" in field, name


@pytest.mark.parametrize(
    ("name", "kind"),
    [("shell.yaml", "policy"), ("other.yaml", "policy"), ("common.yaml", "library"), ("config.yaml", "config")],
)
def test_good_files_fit_and_bad_ones_do_not(name: str, kind: str) -> None:
    document, _ = read_document(str(EXAMPLE / name))
    assert document is not None
    data: Any = plain_data(document.root)
    validator = jsonschema.Draft7Validator(schema_of(kind))
    assert [error.message for error in validator.iter_errors(data)] == []
    assert list(validator.iter_errors({**data, "unknown": 1}))
    assert list(validator.iter_errors({**data, "kind": "Other"}))
    json.dumps(data)


@pytest.mark.parametrize("path", sorted(str(path.relative_to(DATA)) for path in DATA.rglob("*.yaml")))
def test_shipped_data_fits(path: str) -> None:
    document, _ = read_document(str(DATA / path))
    assert document is not None
    kind = {"programs": "program-rows", "languages": "language"}.get(Path(path).parent.name, Path(path).stem)
    validator = jsonschema.Draft7Validator(schema_of(kind))
    assert [error.message for error in validator.iter_errors(plain_data(document.root))] == []
    assert list(validator.iter_errors({"unknown": 1}))


def test_bad_rows_do_not_fit() -> None:
    validator = jsonschema.Draft7Validator(schema_of("program-rows"))
    assert list(validator.iter_errors({"programs": {"x": {"operand": "text"}}}))
    assert list(validator.iter_errors({"programs": {"x": {"danger": "yes"}}}))
    assert list(validator.iter_errors({"plain": ["a b"]}))
