"""What environment variables mean, read from YAML: name -> what its value is."""

from __future__ import annotations

from pathlib import Path

from policyhooks.compiler.model.data_files import Variables
from policyhooks.compiler.tables.reading import read_data
from policyhooks.errors import Diagnostic, InvalidPolicies


def read_variables(path: Path) -> dict[str, str]:
    """Whole names first, then beginnings, the longest first: the first that fits is right."""
    document, variables = read_data(path, Variables)
    found: dict[str, str] = {}
    for role in Variables.model_fields:
        for name in getattr(variables, role):
            if name in found:
                problem = Diagnostic("bad-value", f"`{name}` is {found[name]} and {role}", document.path)
                raise InvalidPolicies([problem])
            found[name] = role
    return dict(sorted(found.items(), key=lambda pair: (pair[0][-1] == "*", -len(pair[0]), pair[0])))
