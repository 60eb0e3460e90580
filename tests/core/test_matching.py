"""Data matchers against events: any value for `match`, every value for `unless`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.core.event import Event
from policyhooks.core.matching import (
    any_command,
    any_exact,
    any_glob,
    any_host,
    any_mcp,
    any_path,
    any_text,
    any_workspace,
    command_matches,
    cover_commands,
    cover_hosts,
    cover_mcp,
    cover_paths,
)
from policyhooks.core.records import EventInfo, File, Mcp, Web
from policyhooks.core.shell_records import Cmd, Define, Env, Host, PathRef, Redirect, Shell
from policyhooks.evaluation.globs import glob_matches, globs_overlap
from tests.support.counts import scaled

PUSH = Cmd(
    name="git", sub="push", subs=("push",), args=("push", "origin", "main"), flags=("-f", "--force"), short=("f",)
)
S3 = Cmd(name="aws", sub="s3", subs=("s3", "rm"), args=("s3", "rm", "s3://b"), flags=("--recursive",))
MAKE = Cmd(name="make", args=("-C", "dir", "deploy"), flags=("-C",))
RM = Cmd(name="rm", args=("/x",), flags=("-rf", "-r", "-f"), short=("r", "f"))
KUBE = Cmd(name="kubectl", sub="delete", subs=("delete",), args=("delete", "pod"), opts={"--namespace": ("prod",)})


@pytest.mark.parametrize(
    ("command", "name", "words", "flags", "expected"),
    [
        (PUSH, "git", ("push",), ("--force",), True),
        (PUSH, "git", ("push",), ("-f",), True),
        (PUSH, "git", ("push", "main"), (), True),
        (PUSH, "git", (), (), True),
        (PUSH, "git", ("pull",), (), False),
        (PUSH, "git", ("origin",), (), False),
        (PUSH, "git", ("push",), ("--delete",), False),
        (PUSH, "g*", ("pu*",), (), True),
        (PUSH, "hg", ("push",), (), False),
        (S3, "aws", ("s3",), (), True),
        (S3, "aws", ("s3", "rm"), ("--recursive",), True),
        (S3, "aws", ("rm",), (), False),
        (MAKE, "make", ("deploy",), (), True),
        (MAKE, "make", ("clean",), (), False),
        (RM, "rm", (), ("-rf",), True),
        (RM, "rm", (), ("-fr",), True),
        (RM, "rm", (), ("-rfv",), False),
        (KUBE, "kubectl", ("delete",), ("--namespace=prod",), True),
        (KUBE, "kubectl", ("delete",), ("--namespace=dev",), False),
    ],
)
def test_a_command(command: Cmd, name: str, words: tuple[str, ...], flags: tuple[str, ...], expected: bool) -> None:
    assert command_matches(command, name, words, flags) is expected


def shell(*commands: Cmd, **keys: object) -> Event:
    return Event(name="shell.before", command="x", shell=Shell(commands=commands, **keys))


def test_unless_needs_every_command_and_understanding() -> None:
    status = (("git", ("push",), ()),)
    assert any_command(shell(PUSH, RM), status)
    assert cover_commands(shell(PUSH), status)
    assert not cover_commands(shell(PUSH, RM), status)
    assert not cover_commands(shell(), status)
    assert not cover_commands(shell(PUSH, understood=False), status)
    assert not cover_commands(shell(Cmd(name="git", subs=("push",), program_dynamic=True)), status)


def test_a_wrapper_is_a_command_and_is_not_spared_with_what_it_runs() -> None:
    elevated = Cmd(name="git", sub="push", subs=("push",), args=("push",), wrappers=("sudo",))
    assert any_command(shell(elevated), (("sudo", (), ()),))
    assert not any_command(shell(elevated), (("sudo", ("push",), ()),))
    assert not cover_commands(shell(elevated), (("git", ("push",), ()),))
    assert cover_commands(shell(elevated), (("git", ("push",), ()), ("sudo", (), ())))


def test_unless_spares_no_line_that_also_sets_writes_or_defines() -> None:
    spared = (("git", ("push",), ()),)
    assert cover_commands(shell(PUSH, redirects=(Redirect(op=">", path=ref("/dev/null")),)), spared)
    assert not cover_commands(shell(PUSH, redirects=(Redirect(op=">", path=ref("/w/x")),)), spared)
    assert not cover_commands(shell(PUSH, env=(Env(name="PAGER"),)), spared)
    assert not cover_commands(shell(PUSH, defines=(Define(name="git"),)), spared)


def ref(norm: str, **keys: object) -> PathRef:
    return PathRef(raw=norm, norm=norm, **{"real": norm, **keys})


def file(path: PathRef) -> Event:
    event = EventInfo(workspace="/w/Project")
    return Event(name="file.read", file=File(path=path), home="/home/dev", event=event)


ENV = (("", ("**", ".env")),)
SSH = (("~", (".ssh", "**")),)
CI = ((".", (".github", "workflows", "*.yml")),)


@pytest.mark.parametrize(
    ("path", "patterns", "expected"),
    [
        (ref("/w/project/.env"), ENV, True),
        (ref("/.env"), ENV, True),
        (ref("/w/project/.ENV"), ENV, True),
        (ref("/w/project/.env.example"), ENV, False),
        (ref("/w/.env/x"), ENV, False),
        (ref("/home/dev/.ssh/id_rsa"), SSH, True),
        (ref("/home/dev/.ssh"), SSH, True),
        (ref("/home/DEV/.SSH/keys/a"), SSH, True),
        (ref("/home/other/.ssh/id_rsa"), SSH, False),
        (ref("/home/dev/.sshx"), SSH, False),
        (ref("/w/project/.github/workflows/a.yml"), CI, True),
        (ref("/w/project/.github/workflows/deep/a.yml"), CI, False),
        (ref("/tmp/link", real="/home/dev/.ssh/id_rsa"), SSH, True),
        (ref("/home/dev/.s*/id_rsa", glob=True), SSH, True),
        (ref("/home/dev/*/id_rsa", glob=True), SSH, True),
        (ref("/home/dev/.s[rs]h/id_rsa", glob=True), SSH, True),
        (ref("/home/dev/.a*/id_rsa", glob=True), SSH, False),
        (PathRef(), ENV, False),
    ],
)
def test_a_path(path: PathRef, patterns: tuple[tuple[str, tuple[str, ...]], ...], expected: bool) -> None:
    assert any_path(file(path), patterns) is expected


def test_unless_needs_every_path_as_written_and_behind_links() -> None:
    work = (("", ("w", "**")),)
    assert cover_paths(file(ref("/w/a")), work)
    assert not cover_paths(file(ref("/w/a", real="/etc/passwd")), work)
    assert not cover_paths(file(ref("/w/a", dynamic=True)), work)
    assert not cover_paths(file(PathRef()), work)
    assert not cover_paths(shell(paths=(ref("/w/a"), ref("/etc/x"))), work)
    assert not cover_paths(shell(paths=()), work)


def test_home_and_workspace_anchors_match_nothing_where_they_are_not_known() -> None:
    assert not any_path(Event(name="file.read", file=File(path=ref("/.ssh/id"))), SSH)
    assert not any_path(Event(name="file.read", file=File(path=ref("/.github/workflows/a.yml"))), CI)
    assert any_workspace(file(ref("/x")), (("", ("w", "**")),))
    assert not any_workspace(Event(), (("", ("**",)),))


def test_servers_match_in_any_case_and_are_spared_in_their_own() -> None:
    event = Event(name="mcp.before", mcp=Mcp(server="GitHub", tool="Get_x"))
    assert any_mcp(event, (("github", "get_*"),))
    assert not cover_mcp(event, (("github", "get_*"),))
    assert cover_mcp(event, (("GitHub", "Get_*"),))


@pytest.mark.parametrize(
    ("host", "pattern", "expected"),
    [
        ("a.acme.example", "*.acme.example", True),
        ("A.Acme.Example.", "*.acme.example", True),
        ("acme.example", "*.acme.example", False),
        ("acme.example.evil", "acme.example", False),
        ("evilacme.example", "*.acme.example", False),
        ("", "*", False),
    ],
)
def test_a_host(host: str, pattern: str, expected: bool) -> None:
    event = Event(name="web.before", web=Web(host=Host(name=host)))
    assert any_host(event, (pattern,)) is expected


def test_unless_needs_every_host() -> None:
    good, bad = Host(name="a.example"), Host(name="b.example")
    assert cover_hosts(shell(hosts=(good,)), ("a.example",))
    assert not cover_hosts(shell(hosts=(good, bad)), ("a.example",))
    assert not cover_hosts(shell(hosts=(Host(name="a.example", dynamic=True),)), ("a.example",))
    assert not cover_hosts(shell(), ("*",))


def test_names_and_texts() -> None:
    assert any_glob("Bash", ("bash",))
    assert not any_exact("Bash", ("bash",))
    assert not any_glob("", ("*",))
    assert any_text("Please IGNORE it", ("ignore",))


GLOB = st.text(alphabet="ab*?", max_size=8)


@settings(max_examples=scaled(20_000), deadline=None)
@given(text=st.text(alphabet="ab", max_size=8), one=GLOB, other=GLOB)
def test_globs_that_share_a_text_overlap(text: str, one: str, other: str) -> None:
    if glob_matches(text, one) and glob_matches(text, other):
        assert globs_overlap(one, other)
    if not globs_overlap(one, other):
        assert not (glob_matches(text, one) and glob_matches(text, other))


def test_no_glob_blows_up() -> None:
    assert not glob_matches("a" * 3000 + "b", "*a" * 40 + "c")
    assert globs_overlap("*a" * 40, "a*" * 40)
