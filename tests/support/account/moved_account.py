"""A reader of the password database that gives this user another home folder, and everybody else their own."""

import os
import pwd
from collections.abc import Callable

READ = pwd.getpwuid


def with_home(home_of: Callable[[], str]) -> Callable[[int], pwd.struct_passwd]:
    """What takes the place of `pwd.getpwuid`; where no home is told, nothing changes."""

    def getpwuid(uid: int) -> pwd.struct_passwd:
        home = home_of() if uid == os.geteuid() else ""
        try:
            fields = list(READ(uid))
        except KeyError:
            if not home:
                raise
            fields = ["somebody", "x", uid, uid, "", "", "/bin/sh"]
        if home:
            fields[5] = home
        return pwd.struct_passwd(fields)

    return getpwuid
