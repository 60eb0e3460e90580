"""Where the sources of bundles lie that project files name, by digest. It opens none; `bundle.pinned` fills it.

    ~/.local/share/policyhooks/bundles/<digest>.phb              the bundle as it came
    ~/.local/share/policyhooks/bundles/sources/<digest>/...      what is compiled

The home folder is the one of the password database, as for trust: what a repository sets has no say.
"""

from __future__ import annotations

from pathlib import Path

from policyhooks.compiler.border import account_home
from policyhooks.errors import EnvironmentBroken

FOLDER = ".local/share/policyhooks/bundles"
SOURCES = "sources"
POLICIES = "policies"
NAME_LENGTH = 32  # digits of the digest in the name of a folder


def shelf_folder() -> Path:
    """The folder of the shelf. Raises EnvironmentBroken for a user without a home."""
    home = account_home()
    if home is None:
        raise EnvironmentBroken(
            "this user has no home folder to keep bundles in", "install the bundle: --policies FILE"
        )
    return home / FOLDER


def archive_of(digest: str) -> Path:
    """The file that a bundle of this digest is kept in."""
    return shelf_folder() / f"{digest}.phb"


def sources_of(digest: str) -> Path:
    """The folder of the policies of a bundle of this digest, whether or not it is there."""
    return shelf_folder() / SOURCES / digest[:NAME_LENGTH] / POLICIES
