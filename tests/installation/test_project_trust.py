"""Trust of a project file: for these bytes, on this account, kept where only it can write."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.errors import EnvironmentBroken, InvalidPolicies, PolicyHooksError, VerificationFailed
from policyhooks.installation.project_digest import Digests, digest_project
from policyhooks.installation.project_file import NAME
from policyhooks.installation.project_trust import (
    forget_trust,
    list_trust,
    load_trust,
    record_of,
    save_trust,
    why_untrusted,
)
from policyhooks.installation.trust_folder import FOLDER
from tests.support.homes import move_home

HEAD = "apiVersion: policyhooks/v1\nkind: Config\n"
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.NAME, title: Small, owner: appsec@acme.example}
rules:
  - id: judged
    match: {events: [mcp.before], mcp: ["mail/*"]}
    judge: {prompt: prompts/mail.md, not_ok: ask, on_error: ask}
    message: {user: "{{ judge.reason }}", agent: ask}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return move_home(monkeypatch, tmp_path / "home")


@pytest.fixture
def project(tmp_path: Path, home: Path) -> Path:
    """A project file with two policies and a prompt that lies above them."""
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    (root / "rules" / "deep").mkdir(parents=True)
    (root / "prompts").mkdir()
    (root / "prompts" / "mail.md").write_text("Is it fine? $ARGUMENTS\n")
    (root / "rules" / "one.yaml").write_text(POLICY.replace("NAME", "one"))
    (root / "rules" / "deep" / "two.yaml").write_text(POLICY.replace("NAME", "two"))
    (root / NAME).write_text(HEAD + "policies: [rules]\n")
    (root / NAME).chmod(0o644)
    return root / NAME


def accept(path: Path) -> None:
    save_trust(path, digest_project(path))


def test_it_covers_the_file_its_policies_and_their_prompts(project: Path) -> None:
    names = set(digest_project(project).files)
    assert names == {NAME, "rules/one.yaml", "rules/deep/two.yaml", "prompts/mail.md"}


def test_one_that_nobody_accepted_is_not_trusted(project: Path, home: Path) -> None:
    assert "nobody has accepted it" in why_untrusted(project)
    assert not (home / ".local").exists()


def test_accepted_it_is_trusted_until_it_is_forgotten(project: Path) -> None:
    accept(project)
    assert why_untrusted(project) == ""
    assert [one.file for one in list_trust()] == [str(project)]
    assert forget_trust(project)
    assert not forget_trust(project)
    assert why_untrusted(project)


@pytest.mark.parametrize(
    ("text", "trusted"),
    [
        ("", True),
        ("project: acme-payments\n", True),
        ("project: acme-payments\nclients: [cursor]\nrequires: {clients: {cursor: '>=2.4'}}\n", True),
        ("packs: all\n", False),
        ("missing: pass\n", False),
        ("profile: audit\n", False),
        ("journal: {on_error: pass}\n", False),
        ("rules: {packs.mcp/*: {mode: disabled}}\n", False),
        ("judge: {models: {fast: {model: a/b}}}\n", False),
        ("judge: {breaker: false}\n", False),
        ("defaults: {not_understood: pass}\n", False),
        ("delegate: ['packs.mcp/*']\n", False),
        ("servers: {docs: {url: 'https://x.example'}}\n", False),
    ],
)
def test_a_file_that_brings_nothing_needs_no_trust(project: Path, text: str, trusted: bool) -> None:
    project.write_text(HEAD + text)
    assert (why_untrusted(project) == "") is trusted


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "the file": (lambda root: (root / NAME).write_text(HEAD + "policies: [rules]\n\n"), f"`{NAME}` has changed"),
    "a policy": (lambda root: (root / "rules/one.yaml").write_text(POLICY), "`rules/one.yaml` has changed"),
    "a deeper policy": (
        lambda root: (root / "rules/deep/two.yaml").write_text(POLICY.replace("NAME", "2")),
        "`rules/deep/two.yaml` has changed",
    ),
    "a prompt": (lambda root: (root / "prompts/mail.md").write_text("Say ok.\n"), "`prompts/mail.md` has changed"),
    "a policy more": (
        lambda root: (root / "rules/three.yaml").write_text(POLICY.replace("NAME", "three")),
        "`rules/three.yaml` is new",
    ),
    "a policy less": (lambda root: (root / "rules/one.yaml").unlink(), "`rules/one.yaml` is gone"),
    "a prompt less": (lambda root: (root / "prompts/mail.md").unlink(), "`prompts/mail.md` is gone"),
    "a nearer prompt": (
        lambda root: (
            (root / "rules/prompts").mkdir(),
            (root / "rules/prompts/mail.md").write_text("Is it fine? $ARGUMENTS\n"),
        ),
        "`rules/prompts/mail.md` is new",
    ),
    "a link in place of a policy": (
        lambda root: ((root / "rules/one.yaml").unlink(), (root / "rules/one.yaml").symlink_to("/etc/passwd")),
        "`rules/one.yaml` is gone",
    ),
    "swapped contents": (
        lambda root: (
            (root / "rules/one.yaml").write_text(POLICY.replace("NAME", "two")),
            (root / "rules/deep/two.yaml").write_text(POLICY.replace("NAME", "one")),
        ),
        "`rules/deep/two.yaml` has changed, `rules/one.yaml` has changed",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_ends_it_and_is_named(project: Path, change: str) -> None:
    accept(project)
    before = digest_project(project).whole
    make, words = CHANGES[change]
    make(project.parent)
    assert words in why_untrusted(project)
    assert digest_project(project).whole != before
    accept(project)
    assert why_untrusted(project) == ""


def test_a_file_that_became_invalid_is_told(project: Path) -> None:
    accept(project)
    project.write_text(HEAD + "polices: [x]\n")
    with pytest.raises(InvalidPolicies):
        why_untrusted(project)


def test_a_copy_elsewhere_is_another_file(project: Path, tmp_path: Path) -> None:
    accept(project)
    (tmp_path / "copy").mkdir()
    os.rename(project.parent, tmp_path / "copy" / "project")
    assert "nobody has accepted it" in why_untrusted(tmp_path / "copy" / "project" / NAME)


def test_a_way_through_a_link_is_the_same_file(project: Path, tmp_path: Path) -> None:
    accept(project)
    (tmp_path / "way").symlink_to(project.parent)
    assert why_untrusted(tmp_path / "way" / NAME) == ""


def test_records_are_private_whatever_the_umask(project: Path, home: Path) -> None:
    before = os.umask(0)
    try:
        accept(project)
    finally:
        os.umask(before)
    folder = home / FOLDER
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.parent.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600]


def test_home_in_the_environment_has_no_say(project: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository that brings a home folder with a record of its own, and has HOME point there."""
    accept(project)
    os.rename(home / ".local", project.parent / ".local")
    monkeypatch.setenv("HOME", str(project.parent))
    monkeypatch.setenv("XDG_DATA_HOME", str(project.parent / ".local/share"))
    assert "nobody has accepted it" in why_untrusted(project)


def spoil(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text)


def another_format(path: Path) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": 2}))


def another_file(path: Path) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), "file": "/etc/passwd"}))


def a_link(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": spoil(""),
    "a list": spoil("[]"),
    "no files": spoil('{"format": 1, "file": "x"}'),
    "files in a list": spoil('{"format": 1, "file": "x", "files": []}'),
    "another format": another_format,
    "another file": another_file,
    "readable by others": lambda path: path.chmod(0o644),
    "writable by the group": lambda path: path.chmod(0o620),
    "in an open folder": lambda path: path.parent.chmod(0o777),
    "a link": a_link,
    "a pipe": a_pipe,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_record_that_cannot_be_believed_is_refused(project: Path, damage: str) -> None:
    accept(project)
    DAMAGE[damage](record_of(project))
    with pytest.raises(VerificationFailed) as refused:
        load_trust(project)
    assert str(record_of(project).parent) in refused.value.message
    assert refused.value.hint


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_record_of_another_user_is_refused(project: Path) -> None:
    accept(project)
    os.chown(record_of(project), 12345, 12345)
    with pytest.raises(VerificationFailed, match="could have been changed"):
        why_untrusted(project)


def test_where_nothing_can_be_written(project: Path, home: Path) -> None:
    (home / ".local").write_text("a file")
    with pytest.raises(EnvironmentBroken, match="cannot be written"):
        accept(project)


def test_a_user_without_a_home(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def nobody(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(PolicyHooksError, match="no home folder"):
        why_untrusted(project)


def test_the_whole_digest_knows_names_and_contents() -> None:
    one = Digests({"a": "1" * 64, "b": "2" * 64})
    assert one.whole == Digests({"b": "2" * 64, "a": "1" * 64}).whole
    assert len({one.whole, Digests({"a": "2" * 64, "b": "1" * 64}).whole, Digests({"a": "1" * 64}).whole}) == 3
