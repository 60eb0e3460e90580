"""Keys and signatures of what goes to a collector; tokens as text."""

from pathlib import Path

import pytest

pytest.importorskip("nacl", reason="make ship")

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.shipping.signature import (
    FILE,
    KEY_HEADER,
    SIGNATURE_HEADER,
    is_signed,
    load_signer,
    make_signer,
    statement,
)
from policyhooks.shipping.token_text import proof_of, read_enrolment, write_enrolment


def test_a_key_is_made_once_and_private(tmp_path: Path) -> None:
    assert load_signer(tmp_path) is None
    made = make_signer(tmp_path)
    assert make_signer(tmp_path).public == made.public
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert made.public not in (tmp_path / FILE).read_text()
    assert "key=" not in repr(made)


@pytest.mark.parametrize("change", ["open", "short", "link", "folder", "no hex"])
def test_a_damaged_key_is_said(tmp_path: Path, change: str) -> None:
    make_signer(tmp_path)
    path = tmp_path / FILE
    if change == "open":
        path.chmod(0o644)
    elif change == "short":
        path.write_text("ab")
    elif change == "no hex":
        path.write_text("z" * 64)
    else:
        path.rename(tmp_path / "other")
        path.symlink_to(tmp_path / "other") if change == "link" else path.mkdir()
    with pytest.raises(EnvironmentBroken, match="is damaged, or is not private"):
        load_signer(tmp_path)


def test_a_signature_is_of_subject_id_and_bytes(tmp_path: Path) -> None:
    signer = make_signer(tmp_path)
    headers = signer.sign("a.b", "id", b"data")
    signature, public = headers[SIGNATURE_HEADER], headers[KEY_HEADER]
    assert is_signed(public, signature, "a.b", "id", b"data")
    for row in (("a.c", "id", b"data"), ("a.b", "ie", b"data"), ("a.b", "id", b"date"), ("a.b", "idd", b"ata")):
        assert not is_signed(public, signature, *row)
    (tmp_path / "other").mkdir()
    assert not is_signed(make_signer(tmp_path / "other").public, signature, "a.b", "id", b"data")
    for odd in ("", "zz", signature[:-2], "é"):
        assert not is_signed(public, odd, "a.b", "id", b"data")
    assert not is_signed("00" * 31, signature, "a.b", "id", b"data")
    assert statement("a", "bc", b"") != statement("ab", "c", b"")


def test_a_token_is_read_back_and_nothing_else_is() -> None:
    token = write_enrolment("statement", b"s" * 32)
    assert read_enrolment(token) == ("statement", b"s" * 32)
    for odd in ("", "x", token[:-4], token.replace("phe1", "phe2"), "phe1..x", "phe1.a.é", "."):
        with pytest.raises(UsageError, match="no enrolment token"):
            read_enrolment(odd)
    assert proof_of(b"s" * 32, "a", "b") != proof_of(b"s" * 32, "b", "a")
