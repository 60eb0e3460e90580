"""One search: libFuzzer (atheris) on one target, until its time is up or something does not hold.

    python -m tests.hunting.search TARGET FOLDER [libFuzzer options]

FOLDER gets the inputs that reach new code. Its own process: libFuzzer ends it, and a crash ends nothing else.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable

import atheris  # type: ignore[import-not-found]  # from requirements/fuzz.lock, where it can be had

from tests.support.checked_records import check_records


def load(package: str) -> None:
    """A package with all of its modules: what is imported later would not be counted."""
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"{package}."):
        importlib.import_module(found.name)


def main(arguments: list[str], further: Callable[[bytes], None] | None = None) -> None:
    """`further` is checked too."""
    name, folder, *options = arguments
    # Which packages count is known only when the targets are imported, and by then it is too late to count them.
    with atheris.instrument_imports(include=["policyhooks"], enable_loader_override=False):
        from tests.hunting.targets import TARGETS

        for package in TARGETS[name].packages:
            load(package)
    check_records()
    target = TARGETS[name]

    def check(data: bytes) -> None:
        target.check(data)
        if further is not None:
            further(data)

    atheris.Setup(["search", folder, f"-max_len={target.longest}", *options], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
