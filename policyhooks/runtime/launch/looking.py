"""Whether, and how, the hook looks into files that a call runs. What is read of them is ports/scripts.py's."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event
    from policyhooks.runtime.engine.completing import OpenScripts, ReadScript
    from policyhooks.runtime.launch.hook import Settings


def opener(settings: Settings) -> OpenScripts | None:
    """What opens the files of an event, loaded for the first that is run; None where the Config wants none."""
    if settings.scripts == "none":
        return None

    def open_scripts(event: Event) -> ReadScript:
        from policyhooks.runtime.ports.scripts import Scripts

        return Scripts(settings.state, settings.scripts, event).read

    return open_scripts
