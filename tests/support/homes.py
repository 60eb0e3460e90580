"""A home folder for one test: the password database and HOME both say so."""

import os
import pwd
from pathlib import Path

import pytest


def move_home(monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """Everything in this process that asks for the user's home gets this folder."""
    home.mkdir(parents=True, exist_ok=True)
    real = pwd.getpwuid

    def moved(uid: int) -> pwd.struct_passwd:
        try:
            fields = list(real(uid))
        except KeyError:
            fields = ["somebody", "x", uid, uid, "", "", "/bin/sh"]
        if uid == os.geteuid():
            fields[5] = str(home)
        return pwd.struct_passwd(fields)

    monkeypatch.setattr(pwd, "getpwuid", moved)
    monkeypatch.setenv("HOME", str(home))
    return home
