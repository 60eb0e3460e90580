"""The manifest: one sequence of bytes, values of one type each, and exactly the files that it names."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace

import pytest

from policyhooks.bundle.manifest import (
    ENGINE,
    FILE,
    MAX_SERIAL,
    MAX_TIME,
    Manifest,
    engine_of,
    read_manifest,
)
from policyhooks.errors import VerificationFailed

CONTENTS = {"policies/a.yaml": b"one", "program/index.py": b"two"}
DIGESTS = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENTS.items()}
MANIFEST = Manifest("acme", "1.0", 7, files=DIGESTS, reason="\u00e9")


def refusal(files: Mapping[str, bytes]) -> str:
    with pytest.raises(VerificationFailed) as problem:
        read_manifest(files)
    return problem.value.message


def with_fields(**fields: object) -> dict[str, bytes]:
    return {**CONTENTS, FILE: replace(MANIFEST, **fields).encode()}  # type: ignore[arg-type]


def test_it_is_read_as_it_was_written_and_written_in_one_way() -> None:
    data = MANIFEST.encode()
    assert read_manifest({**CONTENTS, FILE: data}) == MANIFEST
    assert data == (json.dumps(asdict(MANIFEST), sort_keys=True, indent=1, ensure_ascii=True) + "\n").encode("ascii")
    assert data.startswith(b'{\n "clients": {},\n "config": "",\n')
    assert b'"reason": "\\u00e9"' in data


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data + b"\n",
        lambda data: data.replace(b"\n ", b"\n  "),
        lambda data: data.replace(b"\\u00e9", "\u00e9".encode()),
        lambda data: data.replace(b'"serial": 7', b'"serial": 1, "serial": 7'),
    ],
)
def test_any_other_way_is_refused(change: object) -> None:
    files = {**CONTENTS, FILE: change(MANIFEST.encode())}  # type: ignore[operator]
    assert refusal(files) == "the manifest of the bundle is not in its canonical form"


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"7", b"null", b"[" * 100_000, b"\xff", b'{"name": "a"}', b'{"unknown": 1}']
)
def test_what_is_no_manifest_cannot_be_read(data: bytes) -> None:
    assert refusal({**CONTENTS, FILE: data}) == "the manifest of the bundle cannot be read"


def test_a_bundle_without_one_is_refused() -> None:
    assert refusal(CONTENTS) == "the bundle has no manifest"


def test_a_key_that_has_a_default_must_be_written_all_the_same() -> None:
    document = asdict(MANIFEST)
    del document["kind"]
    data = (json.dumps(document, sort_keys=True, indent=1) + "\n").encode()
    assert refusal({**CONTENTS, FILE: data}) == "the manifest of the bundle is not valid: a key is missing"


RANGE, TIME, LETTERS = (
    "its serial is out of range",
    "a time is out of range",
    "its name or version has letters that are not allowed",
)
KIND, ENGINE_PART, TABLE = "its kind or layer is not known", "`engine` is not complete", "a table has the wrong type"
# fields, what is wrong with them; nothing where they are fine
FIELDS: list[tuple[dict[str, object], str]] = [
    ({"serial": 0}, ""),
    ({"serial": MAX_SERIAL - 1}, ""),
    ({"serial": MAX_SERIAL}, RANGE),
    ({"serial": -1}, RANGE),
    ({"serial": True}, "`serial` has the wrong type"),
    ({"issued": MAX_TIME - 1, "expires": MAX_TIME - 1}, ""),
    ({"issued": MAX_TIME}, TIME),
    ({"expires": MAX_TIME}, TIME),
    ({"issued": -1}, TIME),
    ({"expires": -1}, TIME),
    ({"name": "a.b-c_9"}, ""),
    ({"name": "A"}, LETTERS),
    ({"name": "a/b"}, LETTERS),
    ({"name": ""}, LETTERS),
    ({"version": "1.0+B_2-c"}, ""),
    ({"version": "1..0"}, LETTERS),
    ({"version": 1}, "`version` has the wrong type"),
    ({"format": 2}, "it has another format than this policyhooks reads"),
    ({"kind": "break-glass", "layer": "project"}, ""),
    ({"kind": "other"}, KIND),
    ({"layer": "trusted user"}, KIND),
    ({"engine": {"program": 2, "version": "1"}}, ""),
    ({"engine": {"program": "2", "version": "1"}}, ENGINE_PART),
    ({"engine": {"program": True, "version": "1"}}, ENGINE_PART),
    ({"engine": {"program": 2, "version": 1}}, ENGINE_PART),
    ({"engine": {"program": 2}}, ENGINE_PART),
    ({"engine": {"version": "1"}}, ENGINE_PART),
    ({"clients": {"cursor": ["stop"]}, "rules": {"a/b": {}}, "params": {"a": {}}, "lists": {"a": {}}}, ""),
    ({"clients": {"cursor": {}}}, TABLE),
    ({"rules": {"a/b": []}}, TABLE),
    ({"params": {"a": []}}, TABLE),
    ({"lists": {"a": []}}, TABLE),
    ({"needs": {}}, "`needs` has the wrong type"),
    ({"files": {**DIGESTS, "x": 1}}, "`files` has the wrong type"),
]


@pytest.mark.parametrize(("fields", "problem"), FIELDS)
def test_values_are_of_their_type_and_range(fields: dict[str, object], problem: str) -> None:
    if problem:
        assert refusal(with_fields(**fields)) == f"the manifest of the bundle is not valid: {problem}"
    else:
        assert read_manifest(with_fields(**fields)) == replace(MANIFEST, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"b": b"", "a": b""}, "the bundle holds `a`, which its manifest does not name"),
        ({"policies/a.yaml": None}, "the bundle lacks `policies/a.yaml`"),
        ({"policies/a.yaml": None, "program/index.py": None}, "the bundle lacks `policies/a.yaml`"),
        ({"policies/a.yaml": None, "a": b""}, "the bundle lacks `policies/a.yaml`"),
        ({"program/index.py": b"twO"}, "`program/index.py` in the bundle is not what the manifest says"),
    ],
)
def test_exactly_its_files_are_there(change: dict[str, bytes | None], reason: str) -> None:
    files = {**CONTENTS, FILE: MANIFEST.encode(), **change}
    assert refusal({name: content for name, content in files.items() if content is not None}) == reason


def test_the_programs_that_files_describe() -> None:
    lists = {"a": {"programs.zip": "x", "words": "y"}, "b": {"programs.acme": "z"}}
    assert replace(MANIFEST, lists=lists).described == ["acme", "zip"]
    assert MANIFEST.described == []


def test_what_a_program_needs_of_the_engine() -> None:
    assert engine_of({"index": "FEATURES = ('rows',)"}) == {**ENGINE, "features": ["rows"]}
    assert ENGINE["features"] == []
