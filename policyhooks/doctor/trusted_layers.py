"""The layers of the user and of projects that were trusted here: are their sources still those that were compiled."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from policyhooks import __version__
from policyhooks.bundle.layers import StoredLayer, read_layers
from policyhooks.doctor.finding import Finding, fault, ok
from policyhooks.doctor.target import Target
from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.trusted import Changed, digests_of


def check_trusted_layers(target: Target) -> Iterator[Finding]:
    """A layer that is ignored is a fault: somebody relies on it."""
    try:
        layers = read_layers(target.place.state)
    except EnvironmentBroken as problem:
        yield fault("trusted", problem.message, problem.hint)
        return
    place = f"--client {target.place.client} --scope {target.place.scope}"
    for layer in layers:
        reason = why_ignored(layer)
        if reason:
            folder = shlex.quote(str(Path(layer.sources).parent))
            repair = f"policyhooks trust {folder} --layer {layer.layer} {place}"
            yield fault("trusted", f"the {layer.layer} layer in {layer.sources} is ignored: {reason}", repair)
        else:
            yield ok("trusted", f"{len(layer.rules)} rules of the {layer.layer} layer in {layer.sources}")


def why_ignored(layer: StoredLayer) -> str:
    """Why the hook leaves a layer out; empty when it does not."""
    if layer.engine != __version__:
        return "it was compiled by another policyhooks"
    try:
        return "" if digests_of(layer.sources) == layer.files else "its files have changed since it was trusted"
    except (OSError, Changed):
        return "its files are gone or cannot be read"
