"""The layers that were trusted here: all of them are in force; are their sources still those that were compiled."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from policyhooks.bundle.break_glass import current_programs
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.described import described_by, overruled
from policyhooks.image.layers import ENGINE, StoredLayer, read_layers
from policyhooks.report.screen.chart import count
from policyhooks.runtime.engine.trusted import what_changed


def check_trusted_layers(target: Target) -> Iterator[Finding]:
    """A layer whose sources are others now is a fault: somebody believes that those are in force."""
    try:
        layers = read_layers(target.place.state)
    except EnvironmentBroken as problem:
        yield fault("trusted", problem.message, problem.hint)
        return
    place = f"--client {target.place.client} --scope {target.place.scope}"
    for layer in layers:
        name = f"the trusted {layer.layer} layer in {layer.sources}"
        reason = what_changed(layer.sources, layer.files)
        if reason:
            folder = shlex.quote(str(Path(layer.sources).parent))
            repair = f"policyhooks trust {folder} --layer {layer.layer} {place}"
            yield fault("trusted", f"{name} stays in force as it was trusted: {reason}", repair)
        elif layer.engine != ENGINE:
            message = f"{name} was compiled by another policyhooks and stays in force"
            yield fault("trusted", message, target.reinstall)
        else:
            yield ok("trusted", f"{count(len(layer.rules), 'rule')} of the {layer.layer} layer in {layer.sources}")
        yield from _overruled(target, layer)


def _overruled(target: Target, layer: StoredLayer) -> Iterator[Finding]:
    """Programs that are described twice: the layer's rules see them as what is installed describes them."""
    if not described_by(layer.modules):
        return
    try:
        installed = [one.modules for one in current_programs(target.place.state)]
    except EnvironmentBroken:
        return  # check_program tells
    for name in overruled(layer.modules, installed):
        message = f"`{name}` is described by what is installed and in {layer.sources}: the installed row counts"
        yield note("trusted", message)
