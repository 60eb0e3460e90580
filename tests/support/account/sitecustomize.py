"""Loaded by every Python that a test starts with this folder on its path: HOME is the account's home there.

What policyhooks trusts lies in the home that the password database names, whatever HOME says.
"""

import os
import pwd

from moved_account import with_home  # type: ignore[import-not-found]

pwd.getpwuid = with_home(lambda: os.environ.get("HOME", ""))
