"""Builds a wheel with a front for each system: `python -m front.wheels FOLDER`. Needs zig (see the Makefile).

The wheel without a front is what hatchling builds by itself; hatch_build.py asks this module's variable for the system.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from front.build import HERE, TARGETS

VARIABLE = "POLICYHOOKS_WHEEL_SYSTEM"  # for hatch_build.py alone


def main(folder: str) -> int:
    """One wheel a system; the exit code of the first build that fails."""
    for system in TARGETS:
        words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        done = subprocess.run(words, cwd=HERE.parent, env={**os.environ, VARIABLE: system}, check=False)
        if done.returncode:
            return done.returncode
    print(f"wheels with a front: {len(list(Path(folder).glob('*.whl')))} in {folder}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
