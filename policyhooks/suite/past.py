"""What the steps of a test leave behind: the memory of one test, in this process, without a state folder."""

from __future__ import annotations

from policyhooks.core.event import Event
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.remembering import SESSION, WORKSPACE, Kept, Recall
from policyhooks.runtime.ports.memory import hashed, inherit
from policyhooks.runtime.ports.memory_commit import fits, with_labels


class Past:
    """Facts as they are kept, by scope. A session is one, whichever clients the steps are sent by."""

    def __init__(self) -> None:
        self.known: dict[str, Kept] = {}

    def recall(self, event: Event, scope: str) -> Kept:
        """What the steps before have left behind."""
        if scope == SESSION and SESSION not in self.known:
            return inherit(Kept(), self.known.get(WORKSPACE, Kept()), event.event.time_ns)
        return self.known.get(scope, Kept())

    def digest(self, text: str) -> str:
        """What is kept of a text."""
        return hashed((text,))

    def begin(self) -> None:
        """A new session in the same workspace."""
        self.known.pop(SESSION, None)

    def keep(self, event: Event, decision: Decision) -> None:
        """Add what a decided event leaves behind."""
        asked = decision.memory
        if not isinstance(asked, Recall):
            return
        leaves = asked.deed(decision)
        grown = asked.grown(leaves, lambda scope: self.recall(event, scope), fits)
        labelled = [one.ident for one, _ in leaves if one.fact.kind == "label" and one.fact.scope == SESSION]
        if labelled:
            workspace = grown.get(WORKSPACE) or self.recall(event, WORKSPACE)
            grown[WORKSPACE] = with_labels(event, workspace, labelled)
        for scope, kept in grown.items():
            self.known[scope] = but(kept, version=kept.version + 1, new=False)
