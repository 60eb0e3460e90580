"""The built file: all shipped data, a line a key, with the digest of the YAML that it was made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from policyhooks.compiler.tables.languages import read_languages
from policyhooks.compiler.tables.programs import collect_rows, dangerous_names, read_families, secretive_names
from policyhooks.compiler.tables.tags import read_tags
from policyhooks.compiler.tables.variables import read_variables
from policyhooks.shell.built_tables import FORMAT, HEADER, SAME, data_folder, digest_of, list_sources
from policyhooks.shell.programs.lookup import DANGEROUS
from policyhooks.shell.view.secret_words import SECRETIVE

DATA = Path(data_folder())


def build_tables(folder: Path = DATA) -> str:
    """The text of the built file. Raises InvalidPolicies with every problem of the sources."""
    return render(collect_values(folder), digest_of(str(folder), list_sources(str(folder))))


def collect_values(folder: Path) -> dict[str, Any]:
    """Every key with its value."""
    rows = collect_rows(read_families(folder / "programs"))
    values: dict[str, Any] = {
        f"programs/{name}": f"{SAME}programs/{row}" if isinstance(row, str) else row for name, row in rows.items()
    }
    values[DANGEROUS] = f" {' '.join(dangerous_names(rows))} "
    values[SECRETIVE] = f" {' '.join(secretive_names(rows))} "
    values["variables"] = read_variables(folder / "variables.yaml")
    values |= {f"tags/{section}": places for section, places in read_tags(folder / "tags.yaml").items()}
    values |= {f"languages/{name}": table for name, table in read_languages(folder / "languages").items()}
    return values


def render(values: Mapping[str, Any], digest: str) -> str:
    """One JSON object, a line a key, so that a key is found without reading the others."""
    header = {"format": FORMAT, "digest": digest, "about": "generated from the YAML beside it: run `make tables`"}
    lines = [
        f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}"
        for key, value in [(HEADER, header), *sorted(values.items())]
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"
