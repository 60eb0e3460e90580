"""What events leave behind, in this process and without a state folder: of a test's steps, of payloads in a row."""

from __future__ import annotations

from collections.abc import Callable

from policyhooks.core.event import Event
from policyhooks.core.stored_text import StoredText
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.remembering import SESSION, WORKSPACE, Kept, Recall
from policyhooks.runtime.ports.memory import hashed, inherit, is_start, key_of
from policyhooks.runtime.ports.memory_commit import fits, with_labels
from policyhooks.shell.view.shell import View

OpenScripts = Callable[[Event], Callable[[str], StoredText | None]]


class Past:
    """Facts as a state folder would keep them. Where nothing was sent before, nothing is remembered."""

    def __init__(self, look: OpenScripts | None = None) -> None:
        self.look = look  # what looks into files that a call runs, where that is the disk
        self.known: dict[str, Kept] = {}
        self.files: dict[str, StoredText] = {}  # what calls have written, by their paths

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
        if decision.verdict != "deny":
            self.files.update(written_by(event))
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

    def open_scripts(self, _event: Event) -> Callable[[str], StoredText | None]:
        """What reads files that a call runs: those that calls before it have written."""
        return self.files.get


def written_by(event: Event) -> dict[str, StoredText]:
    """The files that a call writes, as far as it tells what is in them."""
    found: dict[str, StoredText] = {}
    if event.name in ("file.write", "file.edited") and event.file.content:
        found[event.file.path.norm] = StoredText(text=event.file.content)
    if event.command is not None and isinstance(event.shell, View):
        for path, word in event.shell.reading.texts.items():
            unsure = "some of it is only known when it runs" if word.dynamic else ""
            found[path] = StoredText(text="" if unsure else word.text, problem=unsure)
    return found


class OneSession(Past):
    """The past of one session at a time, whichever clients its events are sent by."""

    def key(self, event: Event, scope: str) -> str:
        return scope or "session"

    def begin(self) -> None:
        """A new session in the same workspace. Files stay where they are, and are older than it."""
        self.files.clear()
        self.known.pop("session", None)
