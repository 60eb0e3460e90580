"""The image: everything the hook needs, as marshalled code for one exact interpreter, in one file.

    8 bytes   SIGNATURE
    8 bytes   check of the core
    8 bytes   length of the core, big-endian
    core      marshalled dict: boot (code), codes, pieces, extensions, settings, programs
    pieces    one marshalled code object each; `pieces` says where, and its check

What an ordinary decision needs is in the core; everything else is read when it is asked for. The
checks (the interpreter's own 64-bit source hash) find accidents; against changes on purpose stand
the file's owner and mode. It knows neither policies nor clients.
"""

from __future__ import annotations

import _imp
import marshal
import sys
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from importlib.util import MAGIC_NUMBER
from types import CodeType

from policyhooks.bundle.stripping import compile_source

SIGNATURE = b"PHIMAGE1"
HEADER = 24
PACKAGE = "policyhooks"
# The closed set: what the hook may load.
MEMBERS = ("errors", "evaluation", "core", "clients", "shell", "runtime")
EXTENSIONS = ("_json", "_sha256", "_sha2", "binascii", "select", "_socket", "fcntl", "math", "_struct")

Piece = tuple[int, int, bytes]


def interpreter_key() -> str:
    """The exact interpreter an image is for: implementation, version, bytecode magic."""
    tag = sys.implementation.cache_tag or sys.implementation.name
    return f"{tag}-{sys.hexversion:08x}-{MAGIC_NUMBER[:2].hex()}"


def closed_set() -> dict[str, str]:
    """Module name -> source of everything the hook may load."""
    root = resources.files(PACKAGE)
    found = {PACKAGE: ""}

    def walk(folder: resources.abc.Traversable, name: str) -> None:
        for entry in sorted(folder.iterdir(), key=lambda one: one.name):
            if entry.is_dir():
                if (entry / "__init__.py").is_file():
                    walk(entry, f"{name}.{entry.name}")
            elif entry.name == "__init__.py":
                found[name] = entry.read_text("utf-8")
            elif entry.name.endswith(".py"):
                found[f"{name}.{entry.name[:-3]}"] = entry.read_text("utf-8")

    for member in MEMBERS:
        if (root / f"{member}.py").is_file():
            found[f"{PACKAGE}.{member}"] = (root / f"{member}.py").read_text("utf-8")
        else:
            walk(root / member, f"{PACKAGE}.{member}")
    return found


def build_image(programs: Sequence[Mapping[str, str]], settings: Mapping[str, object]) -> bytes:
    """The bytes of an image for this interpreter."""
    modules = {name: compile_source(source, name) for name, source in closed_set().items()}
    boot = modules.pop("policyhooks.runtime.boot")
    body = bytearray()
    core: dict[str, object] = {
        "boot": boot,
        "codes": {},
        "pieces": _store(body, modules),
        "extensions": find_extensions(),
        "settings": dict(settings),
        "programs": [_store_program(body, program) for program in programs],
    }
    return assemble(core, bytes(body))


def assemble(core: dict[str, object], body: bytes) -> bytes:
    """Header, core, pieces. Offsets in the core count from the end of the core."""
    data = marshal.dumps(core)
    return SIGNATURE + _imp.source_hash(0, data) + len(data).to_bytes(8, "big") + data + body


def _store(body: bytearray, modules: Mapping[str, CodeType]) -> dict[str, Piece]:
    pieces = {}
    for name, code in modules.items():
        data = marshal.dumps(code)
        pieces[name] = (len(body), len(data), _imp.source_hash(0, data))
        body += data
    return pieces


def _store_program(body: bytearray, program: Mapping[str, str]) -> tuple[dict[str, CodeType], dict[str, Piece]]:
    """A program's index is needed for every event; the rest when a key asks for it."""
    codes = {name: compile_source(source, name) for name, source in program.items()}
    kept = {"index": codes.pop("index")}
    if len(codes) == 1:
        kept.update(codes)
        codes = {}
    return kept, _store(body, codes)


def find_extensions() -> dict[str, str]:
    """Where the extension modules are that this interpreter does not have built in."""
    found = {}
    for name in EXTENSIONS:
        if name in sys.builtin_module_names:
            continue
        spec = PathFinder.find_spec(name)
        if spec is not None and spec.origin and spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
            found[name] = spec.origin
    return found
