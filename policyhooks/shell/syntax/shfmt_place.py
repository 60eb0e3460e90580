"""Where the installed shfmt is, for activation: beside this environment's interpreter, never by PATH."""

from __future__ import annotations

import posix
import sys


def locate() -> str:
    """The absolute path, or empty where it is not installed. Activation notes its digest."""
    path = sys.prefix + "/bin/shfmt"
    try:
        executable = posix.stat(path).st_mode & 0o111
    except OSError:
        return ""
    return path if executable else ""
