"""The project of a folder: what installations build on, and an id that is written without costing trust."""

from pathlib import Path

import pytest

from policyhooks.errors import InvalidPolicies, VerificationFailed
from policyhooks.installation.project import ensure_project, project_of
from policyhooks.installation.project_digest import digest_project
from policyhooks.installation.project_file import NAME
from policyhooks.installation.project_trust import load_trust, save_trust, why_untrusted
from tests.support.homes import move_home

TEXT = """\
apiVersion: policyhooks/v1
kind: Config
packs: [git-history, mcp]
clients: [cursor, claude-code]
missing: ask
requires: {policyhooks: ">=0.1", clients: {cursor: ">=2.4", claude-code: ">=2.1.295"}}
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    move_home(monkeypatch, tmp_path / "home")
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def write(root: Path, text: str) -> Path:
    (root / NAME).write_text(text)
    (root / NAME).chmod(0o644)
    return root / NAME


def test_no_project_file_is_no_project(root: Path) -> None:
    assert project_of(root) is None


def test_what_it_says(root: Path) -> None:
    path = write(root, TEXT + "project: acme-payments\n")
    (root / "deep").mkdir()
    found = project_of(root / "deep")
    assert found is not None
    assert (found.path, found.id, found.missing) == (path, "acme-payments", "ask")
    assert (found.clients, found.packs, found.policies) == (("cursor", "claude-code"), ("git-history", "mcp"), ())
    assert found.requires.policyhooks == ">=0.1"
    assert found.requires.clients == {"cursor": ">=2.4", "claude-code": ">=2.1.295"}
    assert found.digest == digest_project(path).whole
    assert ensure_project(root / "deep") == found


def test_a_file_without_an_id(root: Path) -> None:
    write(root, TEXT)
    found = project_of(root)
    assert found is not None
    assert found.id == ""


def test_a_folder_without_a_file_gets_a_small_one_that_needs_no_trust(root: Path) -> None:
    made = ensure_project(root)
    assert made.path == root / NAME
    assert (made.missing, made.clients, made.policies, made.packs) == ("block", (), (), ())
    data = made.path.read_bytes()
    assert ensure_project(root) == made == project_of(root)
    assert made.path.read_bytes() == data
    assert why_untrusted(made.path) == ""
    assert load_trust(made.path) is None


def test_the_id_does_not_cost_the_trust_of_a_file(root: Path) -> None:
    path = write(root, TEXT)
    save_trust(path, digest_project(path))
    made = ensure_project(root)
    assert path.read_text() == TEXT.replace("kind: Config\n", f"kind: Config\nproject: {made.id}\n")
    assert why_untrusted(path) == ""
    path.write_text(TEXT)
    assert why_untrusted(path)


def test_the_id_gives_no_trust_to_a_file_that_had_none(root: Path) -> None:
    path = write(root, TEXT)
    ensure_project(root)
    assert why_untrusted(path)
    save_trust(path, digest_project(path))
    changed = write(root, TEXT.replace("ask", "pass"))
    ensure_project(root)
    assert why_untrusted(changed)


def test_a_refused_or_invalid_file_is_no_reason_for_another(root: Path) -> None:
    path = write(root, "nonsense")
    with pytest.raises(InvalidPolicies):
        ensure_project(root)
    path.chmod(0o666)
    with pytest.raises(VerificationFailed):
        ensure_project(root)
    assert path.read_text() == "nonsense"
