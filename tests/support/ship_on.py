"""Processes that ship, ended at any moment and started again until all is through."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WORDS = [sys.executable, "-m", "policyhooks", "ship"]


def ship_once(state: Path, *to: str, wait: float = 60, more: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """One run to the journal's present end."""
    words = [*WORDS, "--state", str(state), "--once", "--rate", "0", "--wait", str(wait), *more, *destinations(to)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def follow(state: Path, *to: str, rate: int = 0) -> "subprocess.Popen[bytes]":
    """A run that goes on."""
    words = [*WORDS, "--state", str(state), "--rate", str(rate), *destinations(to)]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def destinations(to: tuple[str, ...]) -> list[str]:
    return [word for one in to for word in ("--to", one)]


def kill_again_and_again(state: Path, *to: str, times: int, seed: int, longest: float = 2.0) -> None:
    """Start it and kill it, each time at another moment."""
    chance = random.Random(seed)
    for _ in range(times):
        process = follow(state, *to)
        try:
            time.sleep(0.4 + chance.random() * longest)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()


def status(state: Path) -> list[dict[str, Any]]:
    words = [*WORDS, "status", "--state", str(state), "--format", "json"]
    found = subprocess.run(words, capture_output=True, check=True)
    rows: list[dict[str, Any]] = json.loads(found.stdout)
    return rows


def unrepeated(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a receiver keeps: each record once, where it came first."""
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for one in documents:
        found.setdefault((one["epoch"], one.get("seq"), one.get("chain"), one["kind"]), one)
    return list(found.values())


def numbers(documents: list[dict[str, Any]]) -> list[int]:
    """The journal's numbers after repetitions were dropped, in the order in which they came first."""
    return [one["seq"] for one in unrepeated(documents) if "seq" in one]
