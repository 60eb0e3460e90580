"""Which programs this engine takes into an image: their format, their features, and that all they import is here.

A program may come from an earlier release: out of a bundle, a generation that is kept, or a trusted
layer. What cannot run as it was meant is refused here, in words, and not by a hook that blocks.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Collection, Iterable, Mapping

from policyhooks.core.own_rows import DIRECTORY, FEATURE
from policyhooks.core.program import READS, UNDERSTOOD, source_loader
from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.engine.selection import check_format

# As the compiler writes them: one line each, at the beginning of a module.
_IMPORT = re.compile(r"^from (policyhooks[\w.]*) import ([\w, ]+)$", re.MULTILINE)


def admit(programs: Iterable[Mapping[str, str]], options: Mapping[str, object], *, shared: bool) -> dict[str, object]:
    """What the options bind for the hook's process itself. Raises EnvironmentBroken on what cannot run as meant."""
    for modules in programs:
        check_program(modules)
    return {"journal": check_journal(options, shared=shared), "scripts": str(options.get("scripts") or "fresh")}


def check_program(modules: Mapping[str, str]) -> None:
    """Raises EnvironmentBroken on a program that this engine cannot run."""
    if "index" not in modules:
        raise EnvironmentBroken("the program has no index", "run `policyhooks install`")
    index = source_loader(modules)("index")
    check_format(index)
    if FEATURE in index.get("FEATURES", ()) and DIRECTORY not in modules:  # type: ignore[operator]
        raise EnvironmentBroken("the program has lost its rows of programs", "run `policyhooks install`")
    for source in modules.values():
        for module, names in _IMPORT.findall(source):
            missing = _missing(module, [name.strip() for name in names.split(",")])
            if missing:
                hint = "compile its policies again with this policyhooks"
                raise EnvironmentBroken(f"the program needs `{missing}`, which this policyhooks does not have", hint)


def check_journal(options: Mapping[str, object], *, shared: bool) -> dict[str, object]:
    """What the options say of the journal. Raises EnvironmentBroken where nothing could seal its bodies."""
    journal: dict[str, object] = dict(options.get("journal") or {})  # type: ignore[call-overload]
    if journal.get("bodies") != "full":
        return journal
    if shared:
        raise EnvironmentBroken("full bodies are not kept in managed scope", "write `journal: {bodies: masked}`")
    if not journal.get("seal"):
        raise EnvironmentBroken("full bodies need a public key to be sealed to", "add `journal.seal` to the Config")
    if importlib.util.find_spec("nacl") is None:
        hint = "pip install 'policyhooks[seal]', and let `policyhooks bodies seal` run every hour"
        raise EnvironmentBroken("full bodies need PyNaCl, to be sealed with", hint)
    return journal


def _missing(module: str, names: Collection[str]) -> str:
    try:
        found = importlib.import_module(module)
    except ImportError:
        return module
    return next((f"{module}.{name}" for name in names if not hasattr(found, name.split(" as ")[0])), "")


def why_refused(engine: Mapping[str, object]) -> str:
    """Why a bundle that was built by this engine (as its manifest says) cannot run here; empty when it can."""
    if engine.get("program") not in READS:
        return "the bundle was built for another engine"
    features = engine.get("features", [])
    unknown = sorted(set(map(str, features)) - set(UNDERSTOOD)) if isinstance(features, list) else ["features"]
    return f"the bundle uses `{unknown[0]}`, which this policyhooks does not know" if unknown else ""
