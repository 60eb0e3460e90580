"""Trust roots: who may sign for this machine, how many must, and files that say nothing clear."""

import os
from pathlib import Path

import pytest

from policyhooks.bundle import trust
from policyhooks.bundle.trust import TrustRoot, machine_trust, read_trust_root, trust_places
from policyhooks.errors import VerificationFailed

LINE = "a@b ssh-ed25519 AAAA\n"


def written(folder: Path, text: str | bytes = LINE, mode: int = 0o644) -> Path:
    path = folder / "allowed_signers"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)
    return path


# lines of the file, a threshold that is asked for, the one that counts
THRESHOLDS = [
    ("", None, 1),
    ("", 2, 2),
    ("# policyhooks threshold 2\n", None, 2),
    ("# policyhooks threshold 2\n", 1, 2),
    ("# policyhooks threshold 2\n", 3, 3),
    ("  #policyhooks threshold 99  \n", None, 99),
    ("# policyhooks threshold 3\n# policyhooks threshold 2\n", None, 3),
    ("# a comment on policyhooks\n# policyhooksy off\n", None, 1),
]


@pytest.mark.parametrize(("lines", "asked", "expected"), THRESHOLDS)
def test_a_threshold_is_only_ever_raised(tmp_path: Path, lines: str, asked: int | None, expected: int) -> None:
    path = written(tmp_path, lines + LINE)
    assert read_trust_root(path, asked) == TrustRoot(str(path), (lines + LINE).encode(), expected)


@pytest.mark.parametrize(
    "line",
    [
        "# policyhooks threshold 0",
        "# policyhooks threshold 100",
        "# policyhooks threshold two",
        "# policyhooks threshold 2 or 1",
        "# POLICYHOOKS threshold 2",
        "#policyhooks off",
        "# policyhooks",
    ],
)
def test_a_line_for_policyhooks_that_says_nothing_clear_refuses(tmp_path: Path, line: str) -> None:
    path = written(tmp_path, f"{LINE}{line}\n")
    with pytest.raises(VerificationFailed) as problem:
        read_trust_root(path)
    assert problem.value.message == f"the trust root {path} has a line for policyhooks that cannot be read"
    assert problem.value.hint == "write: # policyhooks threshold 2"


def test_bytes_that_are_no_text_are_left_to_openssh(tmp_path: Path) -> None:
    data = b"# policyhooks threshold 2\n\xff\xfe\n" + LINE.encode()
    assert read_trust_root(written(tmp_path, data)) == TrustRoot(str(tmp_path / "allowed_signers"), data, 2)


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_refuses(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(VerificationFailed) as problem:
        read_trust_root(path)
    assert problem.value.message == f"the trust root {path} is empty or too long"


def test_a_long_file_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "MAX_BYTES", len(LINE))
    assert read_trust_root(written(tmp_path)).signers == LINE.encode()
    with pytest.raises(VerificationFailed, match="is empty or too long"):
        read_trust_root(written(tmp_path, LINE + "#"))


@pytest.mark.parametrize("mode", [0o666, 0o664, 0o646, 0o620, 0o602])
def test_a_file_that_others_can_change_refuses(tmp_path: Path, mode: int) -> None:
    path = written(tmp_path, mode=mode)
    with pytest.raises(VerificationFailed) as problem:
        read_trust_root(path)
    assert problem.value.message == f"the trust root {path} could have been changed by others"
    assert problem.value.hint == f"run chmod 644 {path}"


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o444])
def test_a_file_that_only_we_can_change_is_read(tmp_path: Path, mode: int) -> None:
    assert read_trust_root(written(tmp_path, mode=mode)).threshold == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_of_somebody_else_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert read_trust_root(path).threshold == 1  # root's
    os.chown(path, 1000, -1)
    assert read_trust_root(path).threshold == 1  # our own
    os.chown(path, 1, -1)
    with pytest.raises(VerificationFailed, match="changed by others"):
        read_trust_root(path)


def test_what_is_no_file_refuses(tmp_path: Path) -> None:
    with pytest.raises(VerificationFailed) as problem:
        read_trust_root(tmp_path / "gone")
    assert problem.value.message == f"the trust root {tmp_path}/gone cannot be read: no such file or directory"
    with pytest.raises(VerificationFailed, match="cannot be read: is a directory"):
        read_trust_root(tmp_path)
    with pytest.raises(VerificationFailed, match="changed by others"):
        read_trust_root(Path("/dev/null"))


def test_the_systems_root_comes_first(tmp_path: Path) -> None:
    system, mine = tmp_path / "etc/policyhooks/allowed_signers", tmp_path / "home/.config/policyhooks/allowed_signers"
    assert trust_places(tmp_path, None) == [system]
    assert trust_places(tmp_path, tmp_path / "home") == [system, mine]


def test_presence_drives_verification(tmp_path: Path) -> None:
    extra = TrustRoot("given", b"x")
    assert machine_trust(tmp_path, tmp_path / "home") == []
    assert machine_trust(tmp_path, tmp_path / "home", [extra]) == [extra]
    for place in trust_places(tmp_path, tmp_path / "home"):
        place.parent.mkdir(parents=True)
    system, mine = trust_places(tmp_path, tmp_path / "home")
    system.symlink_to("nowhere")
    with pytest.raises(VerificationFailed):  # there is one, and it cannot be read
        machine_trust(tmp_path, None)
    system.unlink()
    system.write_text(LINE)
    mine.write_text("c@d ssh-ed25519 AAAA\n")
    found = machine_trust(tmp_path, tmp_path / "home", [extra])
    assert [root.path for root in found] == ["given", str(system), str(mine)]
