"""The groups in which first parts of modules are read, each behind those before it. It knows names, not contents.

Groups named after modules go with the first of these that is loaded; the others are of clients, or for every decision.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from policyhooks.clients.registry import HOT_PARTS, PACKAGES
from policyhooks.image.split import SOMETIMES, split
from policyhooks.image.statements import read_modules

PACKAGE = "policyhooks"


def split_groups(
    trees: Mapping[str, ast.Module], ordinary: Mapping[str, Mapping[str, Collection[str]]]
) -> dict[str, tuple[ast.Module, ast.Module]]:
    """Both parts of every listed module. No group may ask for one that comes behind it before it is needed."""
    levels: list[dict[str, set[str]]] = [{}]
    for group, modules in ordinary.items():
        if group.startswith(PACKAGE):
            levels.append({})
        levels[-1].update({name: set(functions) for name, functions in modules.items() if name in trees})
    by_name = [f"{package}.{part}" for package in PACKAGES.values() for part in HOT_PARTS]
    homes = {name: level for level in levels for name in level}
    readings = read_modules(trees)
    later = [name for level in levels[1:] for name in level]
    everything = split(readings, {name: level[name] for name, level in homes.items()}, by_name, later)
    # One name that a first part lacks would bring the whole second part of its module.
    for node in (node for name in later for node in everything[name][0].body):
        if isinstance(node, ast.ImportFrom) and node.module in homes:
            listed = homes[node.module][node.module]
            listed |= {alias.name + SOMETIMES for alias in node.names if alias.name not in listed}
    parts: dict[str, tuple[ast.Module, ast.Module]] = {}
    known: dict[str, Collection[str]] = {}
    for level in levels:
        known.update(level)
        parts.update(split(readings, known, by_name, level))
    return parts
