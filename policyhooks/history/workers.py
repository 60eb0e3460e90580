"""Runs one function over many files of events on all cores, in bounded memory, each file counted once.

A worker that dies takes nothing with it: files without an answer are given to new workers, and a file that kills
its worker again and again is told of as such. Workers end with whoever started them.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from policyhooks.history.parquet_reader import MOST_MEMORY
from policyhooks.history.past_events import PARQUET, Segment

Answer = TypeVar("Answer")
LOST = "a file whose readers died"
TRIES = 3
WATCH_S = 0.5
AHEAD = 2  # files a worker that are given out at once
_WORK: list[Callable[[Segment], object]] = []  # what a forked worker inherits: programs cannot be sent


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_all(
    segments: Sequence[Segment], work: Callable[[Segment], Answer], lost: Callable[[Segment], Answer], most: int = 0
) -> Iterator[tuple[Segment, Answer]]:
    """Each file with its answer, as they come; `lost` answers for one whose workers died."""
    workers = min(most or cores(), len(segments))
    foreign = any(segment.kind == PARQUET for segment in segments)  # a reader that is not ours: never in this process
    if (workers <= 1 and not foreign) or "fork" not in multiprocessing.get_all_start_methods():
        for segment in segments:
            yield segment, work(segment)
        return
    left = list(segments)
    alone = False
    for _ in range(TRIES):
        done: set[int] = set()
        yield from _run_once(left, work, 1 if alone else workers, done)
        left = [segment for at, segment in enumerate(left) if at not in done]
        if not left:
            return
        alone = True  # one at a time: whoever kills a worker is then the first that is left
    for segment in left[:1]:
        yield segment, lost(segment)
    yield from run_all(left[1:], work, lost, most)


def _run_once(
    segments: Sequence[Segment], work: Callable[[Segment], Answer], workers: int, done: set[int]
) -> Iterator[tuple[Segment, Answer]]:
    _WORK.append(work)
    try:
        context = multiprocessing.get_context("fork")
        foreign = any(segment.kind == PARQUET for segment in segments)
        with ProcessPoolExecutor(workers, context, _begin, (os.getpid(), foreign)) as pool:
            yield from _give_out(pool, segments, workers, done)
    except BrokenProcessPool:
        return
    finally:
        _WORK.pop()


def _begin(parent: int, foreign: bool) -> None:
    """A worker begins: it ends with its parent, however that one ends, and has bounds where files are foreign."""
    if foreign:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_S)
    os._exit(1)


def _give_out(
    pool: ProcessPoolExecutor, segments: Sequence[Segment], workers: int, done: set[int]
) -> Iterator[tuple[Segment, Answer]]:
    waiting: dict[Future[object], int] = {}
    for at, segment in enumerate(segments):
        waiting[pool.submit(_call, segment)] = at
        if len(waiting) >= workers * AHEAD:
            yield from _collect(waiting, segments, done)
    while waiting:
        yield from _collect(waiting, segments, done)


def _collect(
    waiting: dict[Future[object], int], segments: Sequence[Segment], done: set[int]
) -> Iterator[tuple[Segment, Answer]]:
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        at = waiting.pop(future)
        answer: Answer = future.result()  # type: ignore[assignment]
        done.add(at)
        yield segments[at], answer


def _call(segment: Segment) -> object:
    return _WORK[-1](segment)
