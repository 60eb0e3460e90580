"""Tags where the project or the home lie in odd places, and of paths that are unknown in part."""

from __future__ import annotations

import pytest

from policyhooks.shell.view.shell import read
from tests.shell.reading import PARSER


def tags_of(command: str, workspace: str, home: str = "/home/dev") -> set[str]:
    """Tags of the last path of a command."""
    shell = read(
        command, dialect="bash", cwd=workspace, workspace=workspace, home=home, resolve_links=False, parser=PARSER
    )
    return set(shell.paths[-1].tags)


@pytest.mark.parametrize(
    ("command", "temporary"),
    [
        ("rm -rf build", False),
        ("rm -rf $(cat x)", False),
        ('rm -rf "$DIR"', False),
        ("rm -rf build/$X", False),
        ("rm -rf $X/build", False),
        ("rm -rf ../*", False),
        ("rm -rf ..", False),
        ("rm -rf ../../other", False),
        ("cd .. && rm -rf *", False),
        ("cd ../.. && rm -rf t*", False),
        ("rm -rf /tmp", False),
        ("rm -rf /tmp/*", False),
        ("rm -rf /tmp/t?st", False),
        ("rm -rf /tmp/test/proj*", False),
        ("rm -rf /tmp/test", False),
        ("rm -rf /tmp/test/project", False),
        ("rm -rf /tmp/test/project/x", False),
        ("cd /tmp/scratch && rm -rf $X", False),
        ("rm -rf /tmp/other", True),
        ("rm -rf /tmp/other*", True),
        ("rm -rf /tmp/$USER-scratch", True),
        ("cd /tmp/scratch && rm -rf x", True),
        ('rm -rf "$TMPDIR/x"', True),
        ("rm -rf /var/tmp/x", True),
        ("rm -rf /tmp/../etc", False),
        ("rm -rf $TMPDIR/../x", False),
    ],
)
def test_a_workspace_below_tmp(command: str, temporary: bool) -> None:
    assert ("temp" in tags_of(command, "/tmp/test/project")) is temporary


@pytest.mark.parametrize(
    ("command", "workspace", "home", "system"),
    [
        ("rm -rf build", "/root/project", "/root", False),
        ("cp a $X", "/root/project", "/root", False),
        ("cp a ../b", "/root/project", "/root", False),
        ("cp a ~/b", "/root/project", "/root", False),
        ("cp a /root/.ssh/x", "/w", "/home/dev", True),
        ("cp a b", "/root/project", "/home/dev", False),
        ("cp a ../b", "/root/project", "/home/dev", True),
        ("cp a b", "/opt/app", "/root", False),
        ("cp a b", "/usr/src/app", "/root", False),
        ("cp a $X", "/usr/src/app", "/root", False),
        ("cp a ../b", "/usr/src/app", "/root", True),
        ("cp a b", "/var/lib/jenkins/ws", "/var/lib/jenkins", False),
        ("cp a /etc/passwd", "/", "/root", True),
        ("cp a passwd", "/etc", "/root", True),
        ("cp a etc/sudoers", "/root/project", "/root", True),
        ("cp a /etc/hosts", "/root/project", "/root", True),
        ("cd /etc && cp a $X", "/root/project", "/root", True),
        ("cp a /usr/bin/ls", "/usr/src/app", "/root", True),
    ],
)
def test_a_project_below_a_folder_of_the_system(command: str, workspace: str, home: str, system: bool) -> None:
    assert ("system" in tags_of(command, workspace, home)) is system


@pytest.mark.parametrize(
    ("command", "cached"),
    [("cd node_modules && rm -rf $X", False), ("rm -rf node_modules/$X", True), ("rm -rf $X/node_modules", True)],
)
def test_a_cache_that_is_only_joined_is_none(command: str, cached: bool) -> None:
    assert ("cache" in tags_of(command, "/w")) is cached
