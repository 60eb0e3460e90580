"""What came of one case of a fault: held, or what happened instead."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.faults.answers import CLOSED, Ended, effect_of
from tests.faults.calls import COMMAND, FORBIDDEN, RESULT, SECRET, Call
from tests.faults.installation import Bench, Installation


@dataclass(frozen=True)
class Outcome:
    """One case. `problem` is empty where it held."""

    case: str
    problem: str = ""


class CannotBeMade(Exception):
    """This machine cannot bring the fault about; the text says why."""


Bring = Callable[[Bench], Iterator[Outcome]]


def compare(case: str, call: Call, ended: Ended, *wanted: str) -> Outcome:
    """Whether the client does one of what is wanted."""
    found = effect_of(call, ended)
    if found in wanted:
        return Outcome(case)
    heard = "no answer in time" if ended.late else f"exit {ended.code}, {ended.stdout[:60]!r}, {ended.stderr[-120:]!r}"
    return Outcome(case, f"{found} instead of {' or '.join(wanted)}: {heard}")


def closed(case: str, installation: Installation, call: Call, data: bytes | None = None, **more: object) -> Outcome:
    """Whether an event is as good as blocked: denied, its result withheld, or silence where nothing can be stopped."""
    ended = installation.run(call, data, **more)  # type: ignore[arg-type]
    return compare(f"{call.name}: {case}", call, ended, CLOSED[call.kind])


def every_kind_closed(case: str, installation: Installation, **more: object) -> Iterator[Outcome]:
    """Every kind of event of an installation, with nothing in it that a rule minds."""
    for kind in installation.kinds():
        yield closed(case, installation, installation.call(kind), **more)


def decided(case: str, installation: Installation, **more: object) -> Iterator[Outcome]:
    """The rules decide as if nothing had happened: what they forbid is blocked, what they do not mind passes."""
    quiet, secret = installation.call(COMMAND), installation.call(RESULT).resulting(SECRET)
    for call, wanted in ((quiet.saying(FORBIDDEN), "block"), (quiet, "pass"), (secret, "withheld")):
        ended = installation.run(call, **more)  # type: ignore[arg-type]
        yield compare(f"{call.name}: {case}, {wanted}", call, ended, wanted)
