"""Reads the built file of a checkout or wheel, a line a key, and holds it against the YAML that it was built from.

A built file that is missing, damaged or older than its sources is an error that says what to run: it never means
that a program is unknown. An image does not come here.
"""

from __future__ import annotations

import posix
import sys

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.errors import EnvironmentBroken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
    from typing import Any
elif sys.version_info >= (3, 12):
    from _sha2 import sha256
else:
    from _sha256 import sha256

NAME = "tables.json"
HEADER = ""
FORMAT = 2
SAME = "="  # before the key that another one is the same as
RUN = "run `make tables`"
HINT = "if this is no checkout, install policyhooks again"
# Suites, corpora and explanations ask for the same programs again and again.
MOST_VALUES = 4096
_texts: dict[str, bytes] = {}
_values: dict[tuple[str, str], Any] = {}


def read_value(key: str) -> Any:
    """The value of a key, or None; lists are tuples. Raises EnvironmentBroken."""
    known = data_folder(), key
    if known not in _values:
        if len(_values) >= MOST_VALUES:
            _values.clear()
        _values[known] = _read(*known)
    return _values[known]


def _read(folder: str, key: str) -> Any:
    text = _texts.get(folder)
    if text is None:
        text = _texts[folder] = read_built(folder)
    found = find_line(text, key)
    return unchanging(find_line(text, found[1:]) if isinstance(found, str) and found[:1] == SAME else found)


def unchanging(value: Any) -> Any:
    """The value with tuples for lists."""
    if isinstance(value, dict):
        return {key: unchanging(inner) for key, inner in value.items()}
    return tuple(map(unchanging, value)) if isinstance(value, list) else value


def find_line(text: bytes, key: str) -> Any:
    """What stands behind a key, or None."""
    if not key.isascii() or not key.isprintable() or '"' in key or "\\" in key:
        return None
    start = text.find(f'\n"{key}": '.encode())
    if start < 0:
        return None
    start += len(key) + 5
    try:
        return parse(text[start : text.index(b"\n", start)].removesuffix(b","))
    except (RejectedJson, ValueError):
        raise EnvironmentBroken(f"{NAME} of policyhooks is damaged at `{key}`: {RUN}", HINT) from None


def data_folder() -> str:
    """Where the data lies: beside the package `shell`."""
    return __file__.rpartition("/shell/")[0] + "/data"


def read_built(folder: str) -> bytes:
    """The built file, as it should be."""
    loader: Any = __spec__.loader  # it reads from an archive too
    try:
        text: bytes = loader.get_data(f"{folder}/{NAME}")
    except OSError:
        raise EnvironmentBroken(f"{folder}/{NAME} is missing: {RUN}", HINT) from None
    header = find_line(text, HEADER)
    if not text.endswith(b"\n}\n") or not isinstance(header, dict) or header.get("format") != FORMAT:
        raise EnvironmentBroken(f"{folder}/{NAME} is damaged: {RUN}", HINT)
    sources = list_sources(folder)
    if sources and digest_of(folder, sources) != header.get("digest"):
        raise EnvironmentBroken(f"{folder}/{NAME} is older than the YAML beside it: {RUN}", HINT)
    return text


def list_sources(folder: str) -> list[str]:
    """The YAML files, by path below the folder; none in an archive, which carries the built file alone."""
    found = []
    try:
        for name in posix.listdir(folder):
            if name.endswith(".yaml"):
                found.append(name)
            elif "." not in name:
                found += [f"{name}/{one}" for one in posix.listdir(f"{folder}/{name}") if one.endswith(".yaml")]
    except OSError:
        return []
    return sorted(found)


def digest_of(folder: str, sources: list[str]) -> str:
    """Of names and contents of the sources."""
    found = sha256()
    for name in sources:
        with open(f"{folder}/{name}", "rb") as file:
            content = file.read()
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()
