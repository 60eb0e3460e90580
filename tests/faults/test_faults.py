"""A few cases of every fault, and that page, table and tests are of one mind. `make faults` runs all cases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.answers import BLOCK, OPEN, PASS, WITHHELD, Ended, effect_of
from tests.faults.calls import COMMAND, PROMPT, RESULT, call_of
from tests.faults.installation import Bench
from tests.faults.outcomes import Outcome
from tests.faults.page import PAGE, cells_of, marks, rewritten, table
from tests.faults.running import Report, missing_proofs, run_fault
from tests.faults.table import FAILURES, FAULTS, HOST, TRUST, Fault
from tests.support.counts import SOAK

FEW = 3
# Cases that wait for a deadline, load the machine or count by themselves: `make faults` has them.
LONG = frozenset(("hang", "stopped", "unread", "noisy", "busy", "outside", "spawns", "kills", "orphans"))
LONG |= {"front-late", "front-stopped"}
BROUGHT = [fault for fault in FAULTS if fault.bring and (SOAK or fault.id not in LONG)]
# What holds with the script holds with the native front in its place.
AGAIN = [fault for fault in BROUGHT if fault.part in (FAILURES, HOST, TRUST) and not fault.limit]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("faults"))


@pytest.mark.parametrize("fault", BROUGHT, ids=[fault.id for fault in BROUGHT])
def test_a_fault_does_what_the_page_says(bench: Bench, fault: Fault) -> None:
    report = run_fault(fault, bench, None if SOAK else FEW)
    if not report.cases:
        pytest.skip("; ".join(report.skipped))
    assert report.ok, report.problems


@pytest.mark.parametrize("fault", AGAIN, ids=[fault.id for fault in AGAIN])
def test_a_fault_does_the_same_with_the_native_front(bench: Bench, fault: Fault) -> None:
    report = run_fault(fault, bench.fronted(), None if SOAK else 1)
    if not report.cases:
        pytest.skip("; ".join(report.skipped))
    assert report.ok, report.problems


# ---- the table ------------------------------------------------------------------------------------


def test_a_row_has_an_id_of_its_own_and_something_that_proves_it() -> None:
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)
    assert [fault.id for fault in FAULTS if not (fault.bring or fault.proofs)] == []


def test_the_tests_that_rows_point_to_are_there() -> None:
    assert list(missing_proofs(FAULTS)) == []
    assert list(missing_proofs([Fault("x", "p", "", "", proofs=("tests/no.py::test_x", "tests/conftest.py::f"))]))


def test_the_page_has_the_rows_of_the_table_and_no_others() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for part in dict.fromkeys(fault.part for fault in FAULTS):
        start, end = marks(part)
        written = text.partition(start)[2].partition(end)[0]
        assert written == table([fault for fault in FAULTS if fault.part == part], cells_of(text)), "make faults"


def test_every_row_of_the_page_was_seen() -> None:
    cells = cells_of(PAGE.read_text(encoding="utf-8"))
    assert [fault.id for fault in FAULTS if cells.get(fault.id, "not run") == "not run"] == []


def test_results_replace_those_of_before_and_nothing_else() -> None:
    text = PAGE.read_text(encoding="utf-8")
    first = FAULTS[0]
    changed = rewritten(text, [Report(first, 3, [Outcome("a", "b")], [], 1.0)])
    assert cells_of(changed)[first.id] == "2 of 3"
    assert rewritten(changed, [Report(first, 3, [], [], 1.0)]).count("3 of 3") >= 1
    assert {**cells_of(text), first.id: ""} == {**cells_of(changed), first.id: ""}


# ---- what counts as held ----------------------------------------------------------------------------


def brought(*outcomes: Outcome, limit: str = "") -> Fault:
    def bring(_: Bench) -> Iterator[Outcome]:
        yield from outcomes

    return Fault("x", "p", "w", "h", (bring,), limit=limit)


@pytest.mark.parametrize(
    ("fault", "ok", "word"),
    [
        (brought(Outcome("a")), True, "held"),
        (brought(Outcome("a"), Outcome("b", "open")), False, "failed"),
        (brought(Outcome("a", "open"), limit="not yet"), True, "limit"),
        (brought(Outcome("a"), limit="not yet"), False, "holds now"),
        (brought(), False, "not made"),
    ],
)
def test_what_a_run_comes_to(tmp_path: Path, fault: Fault, ok: bool, word: str) -> None:
    report = run_fault(fault, Bench(tmp_path))
    assert (report.ok, report.word) == (ok, word)


DENY = b'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
ALLOW = DENY.replace(b"deny", b"allow")
KEPT = b'{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"no"}}}'
ANSWERS = [
    ("claude-code", COMMAND, Ended(2, b"", b"no"), BLOCK),
    ("claude-code", COMMAND, Ended(2, b"", b""), OPEN),
    ("claude-code", COMMAND, Ended(0, b"", b""), PASS),
    ("claude-code", COMMAND, Ended(0, DENY, b""), BLOCK),
    ("claude-code", COMMAND, Ended(0, ALLOW, b""), "allow"),
    ("claude-code", COMMAND, Ended(0, DENY.replace(b"PreToolUse", b"PostToolUse"), b""), OPEN),
    ("claude-code", COMMAND, Ended(0, b"junk", b""), OPEN),
    ("claude-code", COMMAND, Ended(1, DENY, b"no"), OPEN),
    ("claude-code", COMMAND, Ended(137, b"", b""), OPEN),
    ("claude-code", COMMAND, Ended(2, b"", b"no", late=True), OPEN),
    ("claude-code", RESULT, Ended(0, b"", b""), PASS),
    ("claude-code", RESULT, Ended(2, b"", b"no"), OPEN),
    ("claude-code", RESULT, Ended(0, KEPT, b""), WITHHELD),
    ("claude-code", RESULT, Ended(0, b"junk" + KEPT, b""), OPEN),
    ("codex", RESULT, Ended(2, b"junk", b"no"), WITHHELD),
    ("codex", RESULT, Ended(0, b"", b""), PASS),
    ("gemini-cli", COMMAND, Ended(0, b'{"decision":"deny","reason":"no"}', b""), BLOCK),
    ("copilot-cli", PROMPT, Ended(0, b'{"decision":"block","reason":"no"}', b""), BLOCK),
    ("cursor", COMMAND, Ended(0, b"", b""), OPEN),
    ("cursor", COMMAND, Ended(0, b'{"permission":"allow"}', b""), PASS),
    ("cursor", COMMAND, Ended(0, b'{"permission":"ask"}', b""), "ask"),
    ("cursor", PROMPT, Ended(0, b'{"continue":false}', b""), BLOCK),
]


@pytest.mark.parametrize(("client", "kind", "ended", "effect"), ANSWERS)
def test_what_a_client_makes_of_an_answer(client: str, kind: str, ended: Ended, effect: str) -> None:
    assert effect_of(call_of(client, kind, "/w/project"), ended) == effect
