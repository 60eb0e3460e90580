"""One input on one target, without the fuzzer: `python -m tests.hunting.again TARGET FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.hunting.targets import TARGETS
from tests.support.checked_records import check_records

if __name__ == "__main__":
    check_records()
    TARGETS[sys.argv[1]].check(Path(sys.argv[2]).read_bytes())
    print("held")
