"""A resident spoken to by hand: what it stores and when, whom it serves, and what it forgets."""

import ast
import json
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import policyhooks
from policyhooks.bundle.break_glass import relax
from policyhooks.core.program import source_loader
from policyhooks.image.activation import Activation
from policyhooks.image.build import LEFT_OUT, MEMBERS
from policyhooks.image.program_copies import ProgramCopy
from policyhooks.image.resident_process import running
from policyhooks.runtime.resident.attendant import FORGOTTEN
from policyhooks.runtime.resident.frames import ACCEPT, COMMIT, DONE, HELLO, PREPARED, STALE, STDIN
from tests.support.counts import scaled
from tests.support.hooks import BUCKET, INDEX, install, payload, records, source
from tests.support.residents import Asked, Talk, asked, await_that, resident_of, workers_of

EVENT = json.dumps(payload("deny")).encode()
# What other modules keep between events: values of tables and programs, by their own names. None holds an event's text.
KEPT = {
    ("policyhooks.shell.programs.lookup", "_entries"),  # rows of the tables, by program
    ("policyhooks.shell.programs.lookup", "_options"),
    ("policyhooks.shell.programs.lookup", "_dangerous"),
    ("policyhooks.shell.programs.lookup", "_own"),  # the rows of the program that is asked, put back by who put it
    ("policyhooks.evaluation.regex", "_re2"),
    ("policyhooks.clients.catalog", "_found"),  # rows of the catalog
    ("policyhooks.shell.programs.variables", "_roles"),
    ("policyhooks.shell.tables", "_shelves"),
    ("policyhooks.shell.inline.language_table", "_tables"),
    ("policyhooks.shell.built_tables", "_texts"),
    ("policyhooks.shell.built_tables", "_values"),
    ("policyhooks.shell.view.globs", "_vocabularies"),
    ("policyhooks.evaluation.regex", "PRECOMPILED"),
    ("policyhooks.evaluation.regex", "_native"),  # patterns of programs
    ("policyhooks.secrets.prefixes", "WHOLE"),
    ("policyhooks.secrets.prefixes", "SEAMED"),
    ("policyhooks.secrets.random_words", "_needed"),  # numbers
    ("policyhooks.runtime.launch.boot", "_modules"),
    ("policyhooks.runtime.platform", "_guards"),  # only of a hook that ends
}


@pytest.fixture(scope="module")
def active(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Activation]:
    found = install(tmp_path_factory.mktemp("resident").resolve())
    if not (found.state / "bin/ordinary").exists():
        pytest.skip("no front was built here (make setup)")
    with resident_of(found):
        yield found


def requests(active: Activation) -> list[object]:
    return [record.get("request") for record in records(active)]


def decided(active: Activation, who: Asked, event: bytes = EVENT) -> bytes:
    """A whole request; what was prepared."""
    talk = Talk(active.state)
    talk.ask(who, event)
    assert talk.hear() == (ACCEPT, b"")
    kind, body = talk.hear()
    assert kind == PREPARED
    talk.say(COMMIT)
    assert talk.hear() == (DONE, b"")
    talk.close()
    return body


def test_a_whole_request_is_stored_once_with_its_number(active: Activation) -> None:
    who = asked(active.state)
    body = decided(active, who)
    assert body[0] == 2
    assert b"The input says deny." in body
    assert requests(active).count(who.number.hex()) == 1


def test_cut_at_every_boundary_nothing_is_stored_before_commit_and_once_behind_it(active: Activation) -> None:
    stored, unstored = [], []
    for turn in range(scaled(10_000)):
        step = turn % 6
        who, talk = asked(active.state), Talk(active.state)
        if step:
            talk.say(HELLO, who.hello(EVENT))
        if step > 1:
            talk.say(STDIN, EVENT)
        for _ in range(min(step - 2, 2)):
            talk.hear()
        if step > 4:
            talk.say(COMMIT)
        talk.close()
        (stored if step > 4 else unstored).append(who.number.hex())
    await_that(lambda: set(stored) <= set(requests(active)))
    found = requests(active)
    assert [one for one in unstored if one in found] == []
    assert [one for one in stored if found.count(one) != 1] == []


JUNK = [
    b"", b"x", b"GET / HTTP/1.1\r\n\r\n" * 9, b"PHF1" + bytes(8), b"PHF1\x01\x01\0\0\0\0\0\0",
    b"PHF1\x01\0\0\0\xff\xff\xff\xff", b"PHF1\x07\0\0\0\0\0\0\0", b"PHF1\x01\0\0\0\0\0\0\x02\0\1",
    b"PHF1\x01\0\0\0\0\0\0\x70" + b"\0\1" + bytes(110),
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_no_front_gets_no_answer_and_stores_nothing(active: Activation, junk: bytes) -> None:
    before = len(records(active))
    talk = Talk(active.state)
    talk.line.sendall(junk)
    talk.line.shutdown(1)
    assert talk.hear()[0] in (0, STALE)
    talk.close()
    assert len(records(active)) == before
    decided(active, asked(active.state))


def test_bytes_behind_the_event_or_another_length_end_it(active: Activation) -> None:
    for event, sent in ((EVENT, EVENT + b" "), (EVENT, EVENT[:-1])):
        talk, who = Talk(active.state), asked(active.state)
        talk.say(HELLO, who.hello(event))
        assert talk.hear() == (ACCEPT, b"")
        talk.say(STDIN, sent)
        assert talk.hear()[0] == 0


def test_of_another_generation_image_place_or_folder_it_is_not_the_one_to_ask(active: Activation) -> None:
    who = asked(active.state)
    others = [
        asked(active.state, generation=who.generation + 1),
        asked(active.state, digest=bytes(32)),
        asked(active.state, place=(who.place[0] + 1, *who.place[1:])),
        asked(active.state, place=(*who.place[:2], who.place[2] + 1)),
    ]
    for other in others:
        talk = Talk(active.state)
        talk.ask(other, EVENT)
        assert talk.hear() == (STALE, b"")
        assert talk.hear()[0] == 0
    decided(active, who)


def test_variables_are_those_of_the_request_and_no_others(tmp_path: Path) -> None:
    bucket = BUCKET.replace('e.tool.input.get("do") == "deny"', 'e.environ.get("CI", "none") != "none"')
    active = install(tmp_path.resolve(), source(bucket=bucket))
    with resident_of(active) as parent:
        for turn in range(20):
            given = ("CI=true",) if turn % 2 else ()
            body = decided(active, asked(active.state, environ=given), json.dumps(payload()).encode())
            assert body[0] == (2 if turn % 2 else 64)
        for one in workers_of(parent):
            assert b"CI=" not in Path(f"/proc/{one}/environ").read_bytes()


def test_it_ends_with_its_generation_its_socket_or_its_folder(tmp_path: Path) -> None:
    active = install(tmp_path.resolve())
    with resident_of(active) as parent:
        install(tmp_path.resolve(), source("d1"))
        await_that(lambda: not Path(f"/proc/{parent}/fd/0").exists())
    with resident_of(active) as parent:
        (active.state / "resident/socket").unlink()
        await_that(lambda: not Path(f"/proc/{parent}/fd/0").exists())


def test_a_worker_that_is_stopped_or_killed_is_replaced(active: Activation) -> None:
    parent = running(active.state)
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV):
        before = workers_of(parent)
        for one in before:
            os.kill(one, number)
        await_that(partial(are_replaced, parent, before))
        decided(active, asked(active.state))


def are_replaced(parent: int, before: list[int]) -> bool:
    return len(workers_of(parent)) >= 2 and not set(before) & set(workers_of(parent))


def test_a_break_glass_ends_in_a_program_that_stays_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is moved over its end, and back, with the modules loaded once."""
    modules = {"index": INDEX.format(digest="d", count=2, options={"defaults": {"a": 1}}), "bucket_000": BUCKET}
    load = source_loader(relax(ProgramCopy(modules, "d", "managed"), 1000).modules)
    at = [0.0]
    monkeypatch.setattr(time, "time", lambda: at[0])
    index, rules = load("index"), load("bucket_000")["RULES"]
    seen = []
    for at[0] in (999.0, 1000.0, 5000.0, 10.0):
        options = index["OPTIONS"]
        seen.append((rules[0].mode, options["defaults"], options.get("defaults")))  # type: ignore[index, attr-defined]
    during, after = ("audit", {}, {}), ("enforce", {"a": 1}, {"a": 1})
    assert seen == [during, after, after, during]


def test_every_thing_that_a_module_remembers_is_forgotten_or_known() -> None:
    """Module-level containers that begin empty, in all that an image holds."""
    found = set()
    root = Path(policyhooks.__file__).parent
    for path in sorted(root.rglob("*.py")):
        name = "policyhooks." + ".".join(path.relative_to(root).with_suffix("").parts)
        if name.split(".")[1] in MEMBERS and name not in LEFT_OUT:
            found.update((name, one) for one in begins_empty(ast.parse(path.read_text("utf-8"))))
    assert {(name, one) for name, one in found if not one.startswith("NO")} - KEPT == set(FORGOTTEN)


def begins_empty(tree: ast.Module) -> Iterator[str]:
    """Names of a module for containers that hold nothing when it is loaded."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        if isinstance(target, ast.Name) and ast.unparse(node.value) in ("{}", "[]", "set()", "dict()", "bytearray()"):
            yield target.id
