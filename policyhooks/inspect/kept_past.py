"""What events leave behind, in this process and without a state folder: of a test's steps, of payloads in a row."""

from __future__ import annotations

from policyhooks.core.event import Event
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.remembering import SESSION, WORKSPACE, Kept, Recall
from policyhooks.runtime.ports.memory import hashed, inherit, is_start, key_of
from policyhooks.runtime.ports.memory_commit import fits, with_labels


class Past:
    """Facts as a state folder would keep them. Where nothing was sent before, nothing is remembered."""

    def __init__(self) -> None:
        self.known: dict[str, Kept] = {}

    def key(self, event: Event, scope: str) -> str:
        """Whose facts they are."""
        return key_of(event, scope)

    def recall(self, event: Event, scope: str) -> Kept:
        """What the events before have left behind."""
        key, workspace = self.key(event, scope), self.key(event, WORKSPACE)
        kept = self.known.get(key, Kept())
        if not kept.new or key == workspace or is_start(event):
            return kept
        return inherit(kept, self.known.get(workspace, Kept()), event.event.time_ns)

    def digest(self, text: str) -> str:
        """What is kept of a text."""
        return hashed((text,))

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
        if is_start(event):
            grown.setdefault(SESSION, self.recall(event, SESSION))
        for scope, kept in grown.items():
            self.known[self.key(event, scope)] = but(kept, version=kept.version + 1, new=False)


class OneSession(Past):
    """The past of one session at a time, whichever clients its events are sent by."""

    def key(self, event: Event, scope: str) -> str:
        return scope or "session"

    def begin(self) -> None:
        """A new session in the same workspace."""
        self.known.pop("session", None)
