"""Events that are cut off, damaged, too long, slow, or not what the line was installed for."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Thread

from policyhooks.clients.catalog import required
from tests.faults.calls import COMMAND, ENDING, FORBIDDEN, Call
from tests.faults.installation import SHORT, Bench, Installation, finish
from tests.faults.outcomes import Outcome, closed, compare

DEEP = 100_000
LONGEST = 16 << 20
HOSTILE: Mapping[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "blank": lambda data: b"  \n",
    "cut off": lambda data: data[:-10],
    "its first byte": lambda data: data[:1],
    "half": lambda data: data[: len(data) // 2],
    "two documents": lambda data: data + data,
    "text behind": lambda data: data + b" x",
    "a list": lambda data: b"[" + data + b"]",
    "a string": lambda data: json.dumps(data.decode()).encode(),
    "null": lambda data: b"null",
    "not a number": lambda data: data[:-1] + b', "more": NaN}',
    "infinity": lambda data: data[:-1] + b', "more": 1e999}',
    "a huge integer": lambda data: data[:-1] + b', "more": ' + b"9" * 6000 + b"}",
    "not UTF-8": lambda data: data[:-1] + b', "more": "\xff\xfe"}',
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-32": lambda data: data.decode().encode("utf-32"),
    "NUL": lambda data: data[:-1] + b', "more": "\0"}',
    "NULs alone": lambda data: b"\0" * len(data),
    "half a character": lambda data: data[:-1] + b', "more": "\\ud800"}',
    "a key twice": lambda data: data[:-1] + b', "more": 1, "more": 2}',
    "a key twice below": lambda data: data[:-1] + b', "more": {"a": 1, "a": 2}}',
    "deep lists": lambda data: data[:-1] + b', "more": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep objects": lambda data: b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "never closed": lambda data: b"[" * DEEP,
    "single quotes": lambda data: data.replace(b'"', b"'"),
    "a comment": lambda data: b"/* */" + data,
    "another document": lambda data: b'{"permission": "allow"}',
}


def unreadable(bench: Bench) -> Iterator[Outcome]:
    for installation in bench.every():
        for name, damage in HOSTILE.items():
            for kind in installation.kinds():
                call = installation.call(kind)
                yield closed(name, installation, call, damage(call.data))
    for installation in bench.every():
        call = installation.call(COMMAND)
        yield closed("too long", installation, call, call.data[:-1] + b', "more": "' + b"x" * LONGEST + b'"}')
        yield from endless(installation)


def endless(installation: Installation) -> Iterator[Outcome]:
    """stdin that nobody closes, with nothing, a part or all of an event on it; and one that never stops."""
    call = installation.call(COMMAND)
    for name, sent in (("nothing", b""), ("half", call.data[:40]), ("all of it", call.data)):
        reader, writer = os.pipe()
        os.write(writer, sent)
        process = installation.start(call, seconds=SHORT, stdin=reader)
        os.close(reader)
        ended = finish(process, None, SHORT)
        os.close(writer)
        yield compare(f"{call.name}: never closed, {name} sent", call, ended, "block")
    process = installation.start(call, seconds=SHORT)
    feeder = Thread(target=_feed, args=(process.stdin,))
    feeder.start()
    stdin, process.stdin = process.stdin, None
    ended = finish(process, None, SHORT)
    feeder.join()
    assert stdin is not None
    with suppress(OSError):
        stdin.close()
    yield compare(f"{call.name}: it never ends", call, ended, "block")


def _feed(stdin: object) -> None:
    with suppress(OSError, ValueError):
        while True:
            stdin.write(b"x" * 65536)  # type: ignore[attr-defined]


def slow(bench: Bench) -> Iterator[Outcome]:
    """An event that comes byte by byte, in time: it is decided."""
    for installation in bench.every():
        for command, wanted in ((FORBIDDEN, "block"), ("git status", "pass")):
            call = installation.call(COMMAND).saying(command)
            process = installation.start(call)
            assert process.stdin is not None
            for start in range(0, len(call.data), 16):
                process.stdin.write(call.data[start : start + 16])
                process.stdin.flush()
                time.sleep(0.005)
            yield compare(f"{call.name}: slowly, {wanted}", call, finish(process, b"", 30), wanted)


def another_event(bench: Bench) -> Iterator[Outcome]:
    """The payload is of another event than the line: what can be stopped by either is."""
    for installation in bench.every():
        call, other = installation.call(COMMAND), installation.call(ENDING)
        if "hook_event_name" not in call.payload:
            continue
        named = {**call.payload, "hook_event_name": other.native}
        yield closed("named like the end of a turn", installation, call, json.dumps(named).encode())
        ended = installation.run(other, call.data)
        yield compare(f"{other.name}: a command on the line of another event", call, ended, "block")


def needed_fields(bench: Bench) -> Iterator[Outcome]:
    for installation in bench.every():
        call = installation.call(COMMAND)
        for names in required(call.client, call.native):
            without = call
            for name in names.rstrip("?").split("|"):
                without = without.without(name)
            if not names.endswith("?") and without.payload != call.payload:
                yield closed(f"without {names}", installation, call, without.data)


def other_fields(bench: Bench) -> Iterator[Outcome]:
    for installation in bench.every():
        call = installation.call(COMMAND)
        needed = {name for names in required(call.client, call.native) for name in names.rstrip("?").split("|")}
        for name in sorted(set(call.payload) - needed - {"hook_event_name"}):
            for asked, wanted in ((call, "pass"), (call.saying(FORBIDDEN), "block")):
                ended = installation.run(asked, asked.without(name).data)
                yield compare(f"{call.name}: without {name}, {wanted}", asked, ended, wanted)


def unknown_event(bench: Bench) -> Iterator[Outcome]:
    """An event that a newer client has: the line is as a newer install would write it."""
    for installation in bench.every():
        known = installation.call(ENDING)
        call = Call(installation.client, ENDING, "brandNewEvent", {**known.payload, "hook_event_name": "brandNewEvent"})
        line = installation.line(known.native).replace(f" {known.native} ", " brandNewEvent ", 1)
        ended = installation.run(call, line=line)
        yield compare(call.name, call, ended, "pass")
