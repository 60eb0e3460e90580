"""The image: everything the hook needs, as marshalled code for one exact interpreter, in one file.

    8 bytes   SIGNATURE
    8 bytes   check of the core
    8 bytes   its length, big-endian
    core      a marshalled dict: boot, codes (the first parts of the modules that every ordinary
              decision needs), groups, pieces, tables, extensions, settings, programs and layers, each with its rank
    pieces    one marshalled value each: the further first parts that a client needs, or that
              go with one module (the group has its name), single modules, and the directory of the latter;
              values of tables (shell/tables.py), the shelves that say where they are, and the list of shelves

Everything outside the core is read when it is asked for. The checks (the
interpreter's own 64-bit source hash) find accidents; against changes on purpose stand the file's
owner and mode. It knows neither policies nor clients.
"""

from __future__ import annotations

import ast
import json
import marshal
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from importlib.util import MAGIC_NUMBER
from types import CodeType

from policyhooks.cel.patterns import is_linear, precompile
from policyhooks.clients.registry import BUILD_PARTS, PACKAGES
from policyhooks.core.effects import VALUED
from policyhooks.evaluation import regex
from policyhooks.image.constants import fold
from policyhooks.image.groups import split_groups
from policyhooks.image.pieces import Piece, assemble, shipped_tables, store_bytes, store_each, store_tables
from policyhooks.image.profile import ORDINARY
from policyhooks.image.split import stub_imports
from policyhooks.image.stand_ins import late
from policyhooks.image.strip import compile_tree, strip_source
from policyhooks.runtime.launch.boot import SECOND

PACKAGE = "policyhooks"
# The closed set: what the hook may load.
MEMBERS = ("errors", "evaluation", "core", "clients", "shell", "secrets", "runtime")
BUILD_HALVES = tuple(f"{package}.{part}" for package in PACKAGES.values() for part in BUILD_PARTS)
# What lies among them and belongs to the build half: the checker looks at declarations, which an image does not
# have, how a client is installed is nothing that a decision needs, and the form of a row is for type checkers.
LEFT_OUT = (
    "policyhooks.core.schema",
    "policyhooks.clients.editions",
    "policyhooks.clients.facts",
    "policyhooks.clients.imitated_calls",
    "policyhooks.clients.native_payload",
    "policyhooks.clients.past_calls",
    "policyhooks.clients.subject",
    "policyhooks.shell.programs.entry",
    *BUILD_HALVES,
)
EXTENSIONS = (
    "_json",
    "_sha256",
    "_sha2",
    "binascii",
    "select",
    "_socket",
    "fcntl",
    "math",
    "_struct",
    "faulthandler",
    "_sre",
    "errno",
)

# Functions of a rule: few of a bucket's rules are looked at, and most functions run only when a rule fires.
RARE = ("when_", "select_", "user_", "agent_", *(f"{name}_" for name in VALUED), "input_", "exception_")


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
    return {name: source for name, source in found.items() if name not in LEFT_OUT}


def build_image(
    programs: Sequence[tuple[int, Mapping[str, str]]],
    settings: Mapping[str, object],
    layers: Sequence[tuple[int, object, Mapping[str, str]]] = (),
) -> bytes:
    """The bytes of an image for this interpreter. A program comes with its rank, a trusted layer also with its record

    (runtime/engine/trusted.py).
    """
    groups, modules = _compiled(json.dumps(ORDINARY))
    body = bytearray()
    core: dict[str, object] = {
        "boot": modules["policyhooks.runtime.launch.boot"],
        "codes": groups.get("", {}),
        "groups": {
            module: piece
            for names, piece in store_each(body, {name: codes for name, codes in groups.items() if name}).items()
            for module in names.split()
        },
        "pieces": store_bytes(body, marshal.dumps(store_each(body, modules))),
        "tables": store_tables(body, shipped_tables()),
        "extensions": find_extensions(),
        "settings": dict(settings),
        "programs": [(rank, *_store_program(body, program)) for rank, program in programs],
    }
    if layers:
        core["layers"] = [
            (rank, record, store_each(body, {name: compile_part(source, name) for name, source in program.items()}))
            for rank, record, program in layers
        ]
    return assemble(marshal.dumps(core), bytes(body))


@cache
def _compiled(ordinary: str) -> tuple[dict[str, dict[str, CodeType]], dict[str, CodeType]]:
    """The hook's own code does not change while a process lives."""
    return compile_modules(closed_set(), json.loads(ordinary))


@cache
def _functions() -> dict[str, frozenset[str]]:
    """What programs may import, by module."""
    trees = {name: ast.parse(source, name) for name, source in closed_set().items()}
    return {
        name: frozenset(one.name for one in tree.body if isinstance(one, ast.FunctionDef))
        for name, tree in trees.items()
    }


def compile_modules(
    sources: Mapping[str, str], ordinary: Mapping[str, Mapping[str, Collection[str]]]
) -> tuple[dict[str, dict[str, CodeType]], dict[str, CodeType]]:
    """The first parts by group, and the code of all other pieces; `ordinary` is what ORDINARY is."""
    trees = {name: strip_source(source, name) for name, source in sources.items()}
    for name, tree in trees.items():
        fold(tree, sources[name], name)
    bind(trees["policyhooks.evaluation.regex"], {"EXTENSION": find_re2()})
    bind(trees["policyhooks.shell.tables"], {"IN_IMAGE": True})
    parts = split_groups(trees, ordinary)
    codes = {name: compile_tree(hot, name) for name, (hot, _) in parts.items()}
    rest = {name + SECOND: compile_tree(cold, name) for name, (_, cold) in parts.items() if cold.body}
    rest.update({name: compile_tree(tree, name) for name, tree in trees.items() if name not in parts})
    # What only one client's ordinary decisions run, another client may still ask for.
    rare = [name for name in parts if name not in ordinary.get("", {})]
    rest.update({name: compile_tree(trees[name], name) for name in rare})
    groups = {group: {name: codes[name] for name in modules if name in codes} for group, modules in ordinary.items()}
    return groups, rest


def bind(tree: ast.Module, values: Mapping[str, object]) -> None:
    """Give constants of a module the values of this machine."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in values:
            node.value = ast.parse(repr(values[node.targets[0].id]), mode="eval").body


def find_re2() -> str:
    """Where RE2's extension module is, installed or shipped; empty where it is not."""
    if regex.EXTENSION:
        return regex.EXTENSION
    # By its place: whoever has loaded it in this process may have given it no spec.
    package = PathFinder.find_spec("re2")
    spec = PathFinder.find_spec("re2._re2", package.submodule_search_locations) if package is not None else None
    return spec.origin or "" if spec is not None else ""


def _store_program(body: bytearray, program: Mapping[str, str]) -> tuple[dict[str, CodeType], dict[str, Piece]]:
    """A program's index is needed for every event; the rest when a key asks for it."""
    codes = {name: compile_part(source, name) for name, source in program.items()}
    kept = {"index": codes.pop("index")}
    if len(codes) == 1:
        kept.update(codes)
        codes = {}
    return kept, store_each(body, codes)


def compile_part(source: str, name: str) -> CodeType:
    """A module of a program; its linear patterns go with it in the form that the interpreter runs."""
    tree = strip_source(source, name)
    stub_imports(tree, _functions(), ORDINARY.get("", {}))  # what every client has at hand
    patterns = {
        node.args[0].value: None
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "search"
        and isinstance(node.args[0], ast.Constant)
    }
    tree.body = [
        late(node) if isinstance(node, ast.FunctionDef) and node.name.startswith(RARE) else node for node in tree.body
    ]
    if patterns:
        ready = {
            pattern: precompile(pattern) for pattern in patterns if isinstance(pattern, str) and is_linear(pattern)
        }
        words = f"from policyhooks.evaluation.regex import PRECOMPILED\nPRECOMPILED.update({ready!r})"
        tree.body[:0] = ast.parse(words).body
    return compile_tree(tree, name)


def find_extensions() -> dict[str, str]:
    """Where the extension modules are; empty for those that this interpreter has built in."""
    found = {}
    for name in EXTENSIONS:
        if name in sys.builtin_module_names:
            found[name] = ""
            continue
        spec = PathFinder.find_spec(name)
        if spec is not None and spec.origin and spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
            found[name] = spec.origin
    return found
