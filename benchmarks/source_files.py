"""How many source files of installed packages masking would change: it must leave alone what an agent reads.

Packages publish true secrets too (passwords and keys of their examples that nothing tells from real ones): these are
listed here, each with its reason, and do not count. No text of a find is shown, only its kind and place.
"""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from policyhooks.secrets.masking import find

# Read by nobody as text.
LEFT_OUT = (".pyc", ".so", ".mo", ".gz", ".png", ".svg", ".woff", ".woff2", ".ttf", ".exe", ".dll")
LONGEST = 1_000_000
TRUE = {
    "botocore/data/iam/*/examples-1.json": "passwords of its examples",
    "botocore/data/storagegateway/*/examples-1.json": "an activation key of its examples",
    "litellm/proxy/custom_auth_auto.py": "a key in the form that it issues",
    "litellm/proxy/management_endpoints/key_management_endpoints.py": "keys in the form that it issues",
    "litellm/secret_managers/hashicorp_secret_manager.py": "a token of an answer that was recorded",
}


def find_in(paths: Sequence[Path]) -> tuple[int, list[tuple[Path, str]]]:
    """How many of these are texts, and which of them would change, by the kinds of what is found."""
    texts, changed = 0, []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if len(text) <= LONGEST:
            texts += 1
            if spans := find(text):
                changed.append((path, " ".join(sorted({kind for _, _, kind in spans}))))
    return texts, changed


def show_changed_files(listed: bool = False) -> bool:
    """One line of figures, one for each file that changes without a true secret; whether there is one."""
    root = Path(sysconfig.get_path("purelib"))
    paths = sorted(path for path in root.rglob("*") if path.suffix not in LEFT_OUT and path.is_file())
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, initializer=os.nice, initargs=(5,)) as pool:
        parts = list(pool.map(find_in, [paths[core::cores] for core in range(cores)]))
    texts = sum(count for count, _ in parts)
    changed = sorted((str(path.relative_to(root)), kinds) for _, some in parts for path, kinds in some)
    reasons = {name: next((why for glob, why in TRUE.items() if fnmatch(name, glob)), "") for name, _ in changed}
    false = [name for name, why in reasons.items() if not why]
    mark = "  missed" if false else ""
    print(f"\nfiles of packages: {texts}, changed by masking {len(changed)}, not by true secrets {len(false)}{mark}")
    for name, kinds in changed:
        if not reasons[name] or listed:
            print(f"  {name} ({kinds}) {reasons[name]}".rstrip())
    return bool(false)
