"""One file of shipped data, held to its model; what is wrong with it are diagnostics at their place."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from policyhooks.compiler.nodes import Document
from policyhooks.compiler.source import read_document
from policyhooks.compiler.validation import validate
from policyhooks.errors import Diagnostic, InvalidPolicies

M = TypeVar("M", bound=BaseModel)


def read_data(path: Path, model: type[M]) -> tuple[Document, M]:
    """The file as a tree and as a model. Raises InvalidPolicies with every problem."""
    document, problems = read_document(str(path))
    if document is not None and not problems:
        found, problems = validate(document, model)
        if found is not None:
            return document, found
    raise InvalidPolicies(problems or [Diagnostic("unreadable-file", "there is nothing in it", str(path))])
