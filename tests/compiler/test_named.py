"""What a Config names: policies beside it, packs by name, and nothing from outside of its repository."""

import os
from pathlib import Path

import pytest

from policyhooks.compiler.compile import check_policies, compile_policies
from policyhooks.compiler.linking import link
from policyhooks.compiler.named import read_named
from policyhooks.compiler.packs import SHARED, SHIPPED, pack_names, pack_paths
from policyhooks.errors import InvalidPolicies

CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.NAME, title: Small, owner: appsec@acme.example}
rules:
  - id: a
    match: {events: [shell.before], commands: [mkfs]}
    effect: deny
    message: {user: stopped, agent: stop}
"""
JUDGED = """\
  - id: judged
    match: {events: [mcp.before], mcp: ["mail/*"]}
    judge: {prompt: prompts/mail.md, not_ok: ask, on_error: ask}
    message: {user: "{{ judge.reason }}", agent: ask}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    (root / ".git").mkdir(parents=True)
    (root / "policies" / "deep").mkdir(parents=True)
    (root / "policies" / "one.yaml").write_text(POLICY.replace("NAME", "one"))
    (root / "policies" / "deep" / "two.yaml").write_text(POLICY.replace("NAME", "two"))
    return root


def write(root: Path, text: str) -> str:
    (root / "policyhooks.yaml").write_text(CONFIG + text)
    return str(root / "policyhooks.yaml")


def ids(config: str) -> set[str]:
    return {file.model.metadata.id for file in compile_policies([], config).policies}


def errors(config: str) -> list[tuple[str, str]]:
    return [(one.code, Path(one.path).name) for one in check_policies([], config).errors]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("policies: [policies]\n", {"acme.one", "acme.two"}),
        ("policies: [policies/one.yaml]\n", {"acme.one"}),
        ("policies: [./policies/deep/, policies/one.yaml, policies/one.yaml]\n", {"acme.one", "acme.two"}),
        ("policies: [.]\n", {"acme.one", "acme.two"}),
        ("packs: [git-history]\n", {"packs.git-history"}),
        ("packs: [git-history, git-history, mcp]\n", {"packs.git-history", "packs.mcp"}),
        ("policies: [policies/one.yaml]\npacks: [git-history]\n", {"acme.one", "packs.git-history"}),
    ],
)
def test_names_mean_files(repository: Path, text: str, expected: set[str]) -> None:
    assert ids(write(repository, text)) == expected


@pytest.mark.parametrize("text", ["", "packs: all\n", "packs: [all]\n", "packs: [mcp, all]\n"])
def test_every_shipped_pack(repository: Path, text: str) -> None:
    files, _ = read_named(write(repository, text))
    shipped = [path for path in SHIPPED.glob("*/*.yaml") if "\nkind: Policy\n" in path.read_text("utf-8")]
    assert len(files.policies) == len(shipped)
    assert not files.problems


@pytest.mark.parametrize("name", pack_names())
def test_every_pack_stands_alone(name: str, repository: Path) -> None:
    """What it imports comes with it."""
    files, _ = read_named(write(repository, f"packs: [{name}]\n"))
    assert [Path(file.path).parent.name for file in files.policies] == [name]
    assert not link(files).problems


def test_pack_names_are_the_folders() -> None:
    assert SHARED not in pack_names()
    assert set(pack_names()) == {path.parent.name for path in SHIPPED.glob("*/*.yaml")} - {SHARED}
    assert pack_paths([]) == []


def test_paths_count_from_the_file_not_from_here(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(repository, "policies: [policies/one.yaml]\n")
    monkeypatch.chdir(repository / "policies")
    assert ids("../policyhooks.yaml") == {"acme.one"}


def outside_file(root: Path) -> None:
    (root.parent / "foreign.yaml").write_text(POLICY.replace("NAME", "foreign"))
    (root / "policies" / "link.yaml").symlink_to("../../foreign.yaml")


def outside_folder(root: Path) -> None:
    (root.parent / "foreign").mkdir()
    (root.parent / "foreign" / "x.yaml").write_text(POLICY.replace("NAME", "foreign"))
    os.rename(root / "policies", root / "old")
    (root / "policies").symlink_to("../foreign")


def outside_above(root: Path) -> None:
    """A folder on the way is the link."""
    outside_folder(root)
    (root / "policies").unlink()
    (root / "up").symlink_to("..")
    write(root, "policies: [up/foreign]\n")


def outside_loop(root: Path) -> None:
    os.rename(root / "policies", root / "old")
    (root / "policies").symlink_to("policies")


@pytest.mark.parametrize("make", [outside_file, outside_folder, outside_above])
def test_a_link_out_of_the_repository_is_refused_unread(repository: Path, make: object) -> None:
    config = write(repository, "policies: [policies]\n")
    make(repository)  # type: ignore[operator]
    assert errors(config) == [("path-outside", "policyhooks.yaml")]


def test_a_link_that_leads_nowhere_is_missing(repository: Path) -> None:
    config = write(repository, "policies: [policies]\n")
    outside_loop(repository)
    assert errors(config) == [("missing-file", "policyhooks.yaml")]


def test_a_link_inside_the_repository_is_fine(repository: Path) -> None:
    (repository / "sub").mkdir()
    (repository / "sub" / "policies").symlink_to("../policies")
    assert ids(write(repository / "sub", "policies: [policies/one.yaml]\n")) == {"acme.one"}


def test_without_a_repository_the_files_own_folder_is_the_border(repository: Path) -> None:
    (repository / ".git").rmdir()
    (repository / "sub").mkdir()
    (repository / "sub" / "policies").symlink_to("../policies")
    assert errors(write(repository / "sub", "policies: [policies]\n")) == [("path-outside", "policyhooks.yaml")]


def test_a_prompt_outside_of_the_repository_is_refused(repository: Path) -> None:
    """The compiler looks for prompts above the policy; a project's border is nearer than that."""
    (repository / "one.yaml").write_text(POLICY.replace("NAME", "one") + JUDGED)
    (repository.parent / "prompts").mkdir()
    (repository.parent / "prompts" / "mail.md").write_text("Is it fine? $ARGUMENTS\n")
    config = write(repository, "policies: [one.yaml]\n")
    assert compile_policies([str(repository / "one.yaml")], None)
    assert errors(config) == [("path-outside", "one.yaml")]
    (repository / "prompts").mkdir()
    (repository / "prompts" / "mail.md").symlink_to("../../prompts/mail.md")
    assert errors(config) == [("path-outside", "one.yaml")]
    (repository / "prompts" / "mail.md").unlink()
    (repository / "prompts" / "mail.md").write_text("Is it fine? $ARGUMENTS\n")
    assert errors(config) == []


def test_strange_files_among_the_policies(repository: Path) -> None:
    config = write(repository, "policies: [policies]\n")
    os.mkfifo(repository / "policies" / "pipe.yaml")
    assert errors(config) == [("unreadable-file", "pipe.yaml")]


def test_an_empty_folder_is_told_at_its_name(repository: Path) -> None:
    (repository / "empty").mkdir()
    assert errors(write(repository, "policies: [empty]\n")) == [("no-policies", "policyhooks.yaml")]


@pytest.mark.parametrize("text", ["polices: [x]\n", "policies: [../x]\n", "{"])
def test_an_invalid_config_names_nothing(repository: Path, text: str) -> None:
    with pytest.raises(InvalidPolicies) as refused:
        compile_policies([], write(repository, text))
    assert {Path(one.path).name for one in refused.value.diagnostics} == {"policyhooks.yaml"}


def test_given_paths_win(repository: Path) -> None:
    config = write(repository, "policies: [not-there]\npacks: [not-there]\n")
    compiled = compile_policies([str(repository / "policies/one.yaml")], config)
    assert [file.model.metadata.id for file in compiled.policies] == ["acme.one"]
