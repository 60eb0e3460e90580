"""The judge process's own surroundings: an environment by allow-list, nowhere to print, no core dumps.

Called before any library is loaded, so that no variable of the client, the workspace or a `.env`
file can redirect a call, a certificate check or a lookup.
"""

from __future__ import annotations

import os
import resource

ALLOWED = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT")
FIXED = {
    # Without it litellm fetches a price list from the network when it is imported.
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    # Its default mode reads a `.env` file from every folder above the package, workspaces included.
    "LITELLM_MODE": "PRODUCTION",
    "DISABLE_AIOHTTP_TRUST_ENV": "True",
    "PYTHONWARNINGS": "ignore",
}


def clean_environment(home: str) -> None:
    """Keep the allowed variables, drop the rest. HOME is ours, so that no netrc or config of the user is read."""
    kept = {name: os.environ[name] for name in ALLOWED if name in os.environ}
    os.environ.clear()
    os.environ.update(kept, HOME=home, **FIXED)


def isolate(home: str, keep: tuple[int, ...] = ()) -> None:
    """Let go of everything inherited: descriptors, terminal, core dumps, file modes, environment."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        if descriptor not in keep:
            os.dup2(null, descriptor)
    os.closerange(3, 4096)
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.chdir("/")
    clean_environment(home)
