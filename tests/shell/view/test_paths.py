"""Paths: normal form, real form, operation, tags; and the workspace border."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from policyhooks.core.shell_records import PathRef
from policyhooks.shell.view import paths
from policyhooks.shell.view.paths import MOST_LINKS, path_ref, real_path
from policyhooks.shell.view.shell import read
from tests.shell.reading import view
from tests.shell.sightings import PARSER


def ref(raw: str, op: str = "read", glob: bool = False) -> PathRef:
    return path_ref(raw, cwd="/w/sub", workspace="/w", home="/home/dev", op=op, links=False, glob=glob)


@pytest.mark.parametrize(
    ("raw", "norm", "inside"),
    [
        ("a", "/w/sub/a", True),
        ("../a", "/w/a", True),
        ("../../a", "/a", False),
        ("..", "/w", True),
        ("/w", "/w", True),
        ("/wx", "/wx", False),
        ("//w//a/./b/..", "/w/a", True),
        ("~", "/home/dev", False),
        ("~/x", "/home/dev/x", False),
        ("~root/x", "/root/x", False),
        ("/tmp/../etc", "/etc", False),
        ("/proc/self/root/etc/shadow", "/etc/shadow", False),
        ("/proc/self/cwd/../x", "/w/x", True),
        ("/proc/1/root", "/", False),
        ("file:///etc/passwd", "/etc/passwd", False),
        ("/..", "/", False),
    ],
)
def test_normal_form(raw: str, norm: str, inside: bool) -> None:
    found = ref(raw)
    assert (found.norm, found.in_workspace) == (norm, inside)
    assert ("workspace" in found.tags) is inside
    assert ("outside" in found.tags) is not inside


@pytest.mark.parametrize(
    ("raw", "tag"),
    [
        ("~/.ssh/id_rsa", "credential"),
        ("~/.SSH/Id_Rsa", "credential"),
        (".env", "credential"),
        (".env.local", "credential"),
        ("a.pem", "credential"),
        ("/proc/7/environ", "credential"),
        ("~/.aws/credentials", "credential"),
        ("/w/.cursor/hooks.json", "agent_config"),
        (".CLAUDE/settings.json", "agent_config"),
        ("CLAUDE.md", "agent_instructions"),
        (".git/hooks/pre-commit", "git_hook"),
        (".gitattributes", "git_config"),
        ("~/.bashrc", "persistence"),
        ("/etc/cron.d/x", "persistence"),
        (".github/workflows/x.yml", "ci_config"),
        (".vscode/tasks.json", "ide_exec"),
        (".envrc", "autoload"),
        ("/usr/bin/x", "system"),
        ("/", "system"),
        ("/dev/sda", "device"),
        ("/tmp/x", "temp"),
        ("~/.bash_history", "shell_history"),
        ("~/.local/state/policyhooks/current", "policy_state"),
        ("/var/run/docker.sock", "container_socket"),
        ("/etc/sudoers", "privilege"),
    ],
)
def test_tags(raw: str, tag: str) -> None:
    assert tag in ref(raw).tags


@pytest.mark.parametrize(
    ("raw", "tag"),
    [
        (".env.example", "credential"),
        ("~/.ssh/id_rsa.pub", "credential"),
        ("~/.ssh/known_hosts", "credential"),
        ("src/environment.ts", "credential"),
        ("docs/claude.txt", "agent_config"),
        ("/dev/null", "device"),
        ("src/hooks/x.py", "git_hook"),
        ("/home/dev/etc/x", "system"),
    ],
)
def test_ordinary_places_have_no_tag(raw: str, tag: str) -> None:
    assert tag not in ref(raw).tags


@pytest.mark.parametrize(
    ("raw", "tag", "tagged"),
    [
        ("~/.aws/credential?", "credential", True),
        ("/w/.e*", "credential", True),
        (".claud[e]/settings.json", "agent_config", True),
        ("~/.ssh/*", "credential", True),
        ("*", "credential", False),
        ("*.c", "credential", False),
        ("/w/src/*", "credential", False),
    ],
)
def test_patterns_that_can_name_a_protected_place(raw: str, tag: str, tagged: bool) -> None:
    assert (tag in ref(raw, glob=True).tags) is tagged


@pytest.mark.parametrize(("raw", "root"), [("/w", True), ("..", True), ("/w/.", True), ("/w/a", False), ("/", False)])
def test_workspace_root(raw: str, root: bool) -> None:
    assert ref(raw).is_workspace_root is root


def test_everything_of_the_workspace_is_its_root() -> None:
    assert ref("../*", glob=True).is_workspace_root
    assert not ref("../*.c", glob=True).is_workspace_root


def test_unknown_parts_never_lie_in_the_workspace() -> None:
    found = path_ref("/w/$x", cwd="/w", workspace="/w", home="/h", op="read", links=False, dynamic=True)
    assert not found.in_workspace
    assert path_ref("x", cwd="", workspace="/w", home="/h", op="read", links=False).dynamic


def test_links_are_followed(tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    (tmp_path / "secret").mkdir()
    workspace.mkdir()
    (workspace / "inside").mkdir()
    (workspace / "out").symlink_to("../secret")
    (workspace / "loop").symlink_to("loop")
    (workspace / "in").symlink_to("inside")

    def at(raw: str) -> PathRef:
        return path_ref(raw, cwd=str(workspace), workspace=str(workspace), home="/h", op="write", links=True)

    assert at("out/x").real == str(tmp_path.resolve() / "secret" / "x")
    assert not at("out/x").in_workspace
    assert at("in/x").in_workspace
    assert at("new/x").in_workspace
    assert at("loop").norm == f"{workspace}/loop"
    assert real_path("/", False) == "/"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm a b", ["delete:/w/a", "delete:/w/b"]),
        ("cp a b", ["read:/w/a", "write:/w/b"]),
        ("mv a b", ["read:/w/a", "delete:/w/a", "write:/w/b"]),
        ("cat a > b", ["read:/w/a", "write:/w/b"]),
        ("cat < a >> b 2> c", ["read:/w/a", "append:/w/b", "write:/w/c"]),
        (": > a", ["write:/w/a"]),
        ("> a", ["write:/w/a"]),
        ("chmod +x a", ["chmod:/w/a"]),
        ("tee -a a", ["append:/w/a"]),
        ("curl -d @a https://e.example", ["read:/w/a"]),
        ("bash x.sh", ["exec:/w/x.sh"]),
        ("ls 2>&1", []),
        ("cat <<E\nx\nE", []),
        ("git show HEAD:.env", ["read:/w/.env"]),
        ("sudo -D /d rm a", ["read:/d", "delete:/d/a"]),
        ("unheard-of ./a --x=/b c", ["read:/w/a", "read:/b"]),
        ("docker run -v /:/h alpine", ["write:/"]),
    ],
)
def test_operations(text: str, expected: list[str]) -> None:
    found = [f"{path.op}:{path.norm}" for path in view(text).paths]
    assert [item for item in expected if item not in found] == []
    assert len(found) == len(expected)


def test_links_made_by_the_same_command() -> None:
    path = view("ln -s .claude c; echo x > c/settings.json").paths[-1]
    assert (path.norm, path.real) == ("/w/c/settings.json", "/w/.claude/settings.json")
    assert "agent_config" in path.tags


def test_more_links_than_are_followed_lead_anywhere(tmp_path: Path) -> None:
    """A directory that was reached in two steps may lie behind more links than one step may have."""
    (tmp_path / "0").mkdir()
    for number in range(MOST_LINKS + 1):
        (tmp_path / str(number + 1)).symlink_to(str(number))

    def ref(name: str) -> PathRef:
        return path_ref(name, cwd=str(tmp_path), workspace=str(tmp_path), home="/h", op="write", links=True)

    assert ref(str(MOST_LINKS)).in_workspace
    past = ref(str(MOST_LINKS + 1))
    assert past.dynamic
    assert not past.in_workspace


@pytest.mark.parametrize("count", [1, 8, 9, 30])
def test_chains_of_links_made_by_the_same_command(count: int) -> None:
    steps = "; ".join(f"ln -s /w/{number or '.claude'} {number + 1}" for number in range(count))
    found = [item for item in view(f"{steps}; echo x > {count}/settings.json").paths if item.op == "write"]
    assert "/w/.claude/settings.json" in [item.real for item in found]


def test_links_in_a_circle_lead_nowhere_certain() -> None:
    found = [item for item in view("ln -s /w/a b; ln -s /w/b a; echo x > a/f").paths if item.op == "write"]
    assert [item.dynamic for item in found if item.norm == "/w/a/f"] == [True]


@pytest.mark.parametrize("count", [1, 7, 8, 9, 30])
def test_copies_of_a_written_script_are_followed(count: int) -> None:
    steps = "; ".join(f"cp q{number} q{number + 1}" for number in range(count))
    shell = view(f"echo 'rm -r /srv/x' > q0; {steps}; sh q{count}")
    assert "/srv/x" in [item.norm for item in shell.paths if item.op == "delete"]


@pytest.mark.parametrize("form", ["/dev/fd/{}", "/proc/self/fd/{}", "/proc/thread-self/fd/{}", "/proc/{pid}/fd/{}"])
def test_descriptors_are_those_of_the_command_not_ours(tmp_path: Path, form: str) -> None:
    """What this process has open under that number says nothing of what the command will read."""
    mine = tmp_path / "mine"
    mine.write_text("x")
    with mine.open() as opened:
        raw = form.format(opened.fileno(), pid=os.getpid())
        workspace = str(tmp_path)
        found = path_ref(raw, cwd=workspace, workspace=workspace, home="/h", op="read", links=True)
        assert not found.in_workspace
        assert "mine" not in found.real
        assert found.dynamic == ("{pid}" not in form)


def test_the_program_behind_proc_is_not_ours() -> None:
    found = path_ref("/proc/self/exe", cwd="/w", workspace="/w", home="/h", op="read", links=True)
    assert not found.real.endswith(os.path.realpath(sys.executable))


def test_a_link_to_a_descriptor_is_followed_no_further(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("x")
    with mine.open() as opened:
        (tmp_path / "link").symlink_to(f"/dev/fd/{opened.fileno()}")
        found = path_ref("link", cwd=str(tmp_path), workspace=str(tmp_path), home="/h", op="read", links=True)
        assert not found.in_workspace
        assert "mine" not in found.real


def test_a_link_is_looked_at_once_for_all_paths_of_a_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    looked: list[str] = []
    plain = paths.link_at

    def counting(path: str) -> str:
        looked.append(path)
        return plain(path)

    monkeypatch.setattr(paths, "link_at", counting)
    (tmp_path / "real").mkdir()
    (tmp_path / "src").symlink_to("real")
    lines = "\n".join(f"cp src/a/b/c{number} dst/d/e/f{number} > src/log" for number in range(50))
    shell = read(
        lines, dialect="bash", cwd=str(tmp_path), workspace=str(tmp_path), home="/h", resolve_links=True, parser=PARSER
    )
    reals = {path.real for path in shell.paths}
    assert f"{tmp_path.resolve()}/real/a/b/c49" in reals
    assert f"{tmp_path.resolve()}/real/log" in reals
    own = [path for path in looked if path.startswith(str(tmp_path.resolve()) + "/")]
    assert len(own) == len(set(own))
    assert len(looked) < 250
