"""One event of the past, whatever kept it: a journal, a fixture of `policyhooks record`, a client's transcript."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TRANSCRIPT, JOURNAL, FIXTURES, PARQUET = "transcript", "journal", "fixtures", "parquet"


@dataclass(frozen=True)
class Segment:
    """A file of events. `person` and `machine` are told of journals: whose it is, and which installation's.

    Of Parquet it is all of one installation: its `files` in their order.
    """

    kind: str
    path: str
    client: str = ""
    person: str = ""
    machine: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class PastEvent:
    """What a hook was sent, or would have been. `unknown` says what of it was not kept.

    `verdict` and `by` are those that were journalled, `judged` what models said, by rule; `after` is what it would be
    sent about the result. `seen` is what the hook saw of the machine, where the record says so, and `remembered` the
    versions of memory that it read. `record` is what else a journal says of it.
    """

    segment: Segment
    line: int
    client: str
    native: str
    payload: Mapping[str, object]
    at: str = ""
    session: str = ""
    use_id: str = ""
    tool: str = ""
    version: str = ""
    agent: str = ""
    mode: str = ""
    state: str = ""
    done_at: str = ""
    unknown: tuple[str, ...] = ()
    verdict: str = ""
    by: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    judged: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    seen: Mapping[str, object] = field(default_factory=dict)
    remembered: Mapping[str, object] = field(default_factory=dict)
    after_native: str = ""
    after: Mapping[str, object] = field(default_factory=dict)
    record: Mapping[str, object] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What it is once, in however many files a client has copied it to."""
        if self.segment.kind == TRANSCRIPT and self.use_id:
            return f"{self.client} {self.session} {self.use_id}"
        return f"{self.segment.machine} {self.segment.path} {self.line}"
