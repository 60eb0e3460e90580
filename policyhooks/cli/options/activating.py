"""Puts what was compiled to work in an installation, and keeps what explaining it needs, while a person watches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import working

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.image.activation import Activation
    from policyhooks.installation.places import Place


def put_to_work(place: Place, compiled: Compiled, *, about: Mapping[str, object] | None = None) -> Activation:
    """A new generation; `about` is what it keeps of the bundle that it came in."""
    from policyhooks.image.activation import activate
    from policyhooks.inspect.rulebook import keep_outline

    shared = place.scope == "managed"
    with working("activating", 2) as step:
        step("building the program")
        active = activate(place.state, [compiled], options=compiled.options, shared=shared, about=about)
        step("keeping what explain needs")
        keep_outline(place.state, compiled, shared=shared)
    return active
