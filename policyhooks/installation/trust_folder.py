"""Where the records of trust lie. It reads none, so that what has no reader of YAML can take them away.

The home folder is the one of the password database: a repository that sets HOME has no say in whom we trust.
"""

from __future__ import annotations

from pathlib import Path

from policyhooks.compiler.border import account_home
from policyhooks.errors import EnvironmentBroken

FOLDER = ".local/share/policyhooks/trusted"


def trust_folder() -> Path:
    """The folder of the records. Raises EnvironmentBroken for a user without a home."""
    home = account_home()
    if home is None:
        raise EnvironmentBroken("this user has no home folder to keep trust in", "name the file with --config")
    return home / FOLDER
