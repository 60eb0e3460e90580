"""What a machine says of itself, held against what it said before: what became older, what it found in its journal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from policyhooks.collecting.lake_rows import Finding

HOLDS = "holds"
NUMBER = re.compile(r"\d+", re.ASCII)


@dataclass(frozen=True)
class Versions:
    """What was said last."""

    policyhooks: str = ""
    bundle: str = ""
    serial: int = 0
    journal: str = ""

    @classmethod
    def read(cls, text: str) -> Versions:
        """From what the catalog keeps."""
        found = json.loads(text)
        return cls(**found) if isinstance(found, dict) else cls()

    def dump(self) -> str:
        return json.dumps(asdict(self))

    def after(self, row: Mapping[str, object]) -> Versions:
        """With what a new health says; what it leaves out stays as it was."""
        return Versions(
            str(row.get("policyhooks") or self.policyhooks),
            str(row.get("bundle") or ""),
            int(str(row.get("bundle_serial") or 0)),
            str(row.get("journal") or self.journal),
        )


def compare(before: Versions, row: Mapping[str, object]) -> Iterator[Finding]:
    """What is worse than it was."""
    name, after = str(row["installation"]), before.after(row)
    if before.policyhooks and _parts(after.policyhooks) < _parts(before.policyhooks):
        what = f"policyhooks {after.policyhooks} in place of {before.policyhooks}"
        yield Finding("downgraded", name, what)
    if before.bundle and after.bundle != before.bundle:
        what = f"bundle {after.bundle or 'none'} in place of {before.bundle}"
        yield Finding("downgraded", name, what)
    elif before.bundle and after.serial < before.serial:
        what = f"bundle {after.bundle}, serial {after.serial} in place of {before.serial}"
        yield Finding("downgraded", name, what)
    if after.journal not in ("", HOLDS, before.journal):
        yield Finding("changed", name, f"the machine's own check of its journal: {after.journal}")


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in NUMBER.findall(version)[:4])
