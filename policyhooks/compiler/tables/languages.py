"""What calls of other languages do, read from YAML: one table a language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from policyhooks.compiler.model.data_files import Language
from policyhooks.compiler.tables.reading import read_data


def read_languages(folder: Path) -> dict[str, dict[str, Any]]:
    """Language -> its table, with its keys as constants are written: so shell/inline asks for them."""
    found = {}
    for path in sorted(folder.glob("*.yaml")):
        _, language = read_data(path, Language)
        table = language.model_dump(exclude_unset=True)
        found[path.stem] = {key.upper(): value for key, value in table.items() if value is not None}
    return found
