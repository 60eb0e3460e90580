"""The container: one form for a set of files, everything else refused."""

import io
import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.bundle.archive import MAGIC, assemble, disassemble, is_name, pack, unpack
from policyhooks.errors import VerificationFailed
from tests.support.counts import scaled

FILES = {"a/b.yaml": b"one", "manifest.json": b"{}\n", "z": b""}
NAMES = st.from_regex(r"[a-z0-9_][a-z0-9_.-]{0,12}(/[a-z0-9_][a-z0-9_.-]{0,12}){0,3}", fullmatch=True)


def tar(*entries: tuple[tarfile.TarInfo, bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for entry, content in entries:
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def entry(name: str = "a", **fields: object) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.mode = 0o644
    for field, value in fields.items():
        setattr(made, field, value)
    return made


@settings(max_examples=scaled(1000), deadline=None)
@given(st.dictionaries(NAMES, st.binary(max_size=2000), max_size=8))
def test_what_is_packed_comes_back_and_order_does_not_matter(files: dict[str, bytes]) -> None:
    archive = pack(files)
    assert unpack(archive) == files
    assert pack(dict(reversed(files.items()))) == archive
    assert disassemble(assemble(archive, [b"b", b"a", b"b"])).signatures == (b"a", b"b")


ARCHIVES = {
    "symbolic link": tar((entry(type=tarfile.SYMTYPE, linkname="/etc/passwd"), b"")),
    "hard link": tar((entry(type=tarfile.LNKTYPE, linkname="a"), b"")),
    "folder": tar((entry(type=tarfile.DIRTYPE), b"")),
    "device": tar((entry(type=tarfile.CHRTYPE), b"")),
    "pipe": tar((entry(type=tarfile.FIFOTYPE), b"")),
    "parent folder": tar((entry("../a"), b"x")),
    "parent folder inside": tar((entry("a/../../b"), b"x")),
    "absolute name": tar((entry("/etc/x"), b"x")),
    "hidden name": tar((entry(".bashrc"), b"x")),
    "dot": tar((entry("./a"), b"x")),
    "control character": tar((entry("a\x1b[2J"), b"x")),
    "backslash": tar((entry("a\\b"), b"x")),
    "not ASCII": tar((entry("a\u202eb"), b"x")),
    "twice the same name": tar((entry(), b"x"), (entry(), b"y")),
    "wrong order": tar((entry("b"), b"x"), (entry("a"), b"y")),
    "a time": tar((entry(mtime=1), b"x")),
    "an owner": tar((entry(uid=1000), b"x")),
    "an owner's name": tar((entry(uname="root"), b"x")),
    "executable": tar((entry(mode=0o755), b"x")),
    "set-uid": tar((entry(mode=0o4755), b"x")),
    "pax headers": tar((entry(pax_headers={"comment": "hello"}), b"x"), form=tarfile.PAX_FORMAT),
    "a GNU archive": tar((entry("a" * 150), b"x"), form=tarfile.GNU_FORMAT),
    "something after the end": pack(FILES)[:-512] + b"x" * 512,
    "more after the end": pack(FILES) + bytes(10240),
    "cut off": pack(FILES)[:1024],
    "empty": b"",
    "not a tar": b"x" * 1024,
    "compressed": __import__("gzip").compress(pack(FILES)),
}


@pytest.mark.parametrize("what", ARCHIVES)
def test_an_archive_in_another_form_is_refused(what: str) -> None:
    with pytest.raises(VerificationFailed):
        unpack(ARCHIVES[what])


CONTAINERS = {
    "nothing": b"",
    "magic alone": MAGIC,
    "another format": MAGIC.replace(b"1", b"2") + assemble(pack(FILES))[len(MAGIC) :],
    "shorter than it says": assemble(pack(FILES))[:-1],
    "a byte more": assemble(pack(FILES)) + b"\0",
    "an empty signature": assemble(pack(FILES)) + bytes(4),
    "a signature that is too long": assemble(pack(FILES)) + (1 << 20).to_bytes(4, "big") + bytes(1 << 20),
    "signatures in the wrong order": assemble(pack(FILES)) + b"\0\0\0\1b\0\0\0\1a",
    "a signature twice": assemble(pack(FILES)) + b"\0\0\0\1a\0\0\0\1a",
    "too many signatures": assemble(pack(FILES), [bytes([number]) for number in range(17)]),
    "a huge archive": MAGIC + (1 << 62).to_bytes(8, "big"),
}


@pytest.mark.parametrize("what", CONTAINERS)
def test_a_container_in_another_form_is_refused(what: str) -> None:
    with pytest.raises(VerificationFailed):
        disassemble(CONTAINERS[what])


@pytest.mark.parametrize("name", ["", "/", "a/", "a//b", "-rf", "a b", "a\n", "é", "a/.b", "~", "a" * 101])
def test_names_that_are_none(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(ValueError, match="cannot be the name"):
        pack({name: b""})


@settings(max_examples=scaled(4000), deadline=None)
@given(st.binary(max_size=3000))
def test_random_bytes_are_refused_and_nothing_else_happens(data: bytes) -> None:
    for reader in (unpack, disassemble):
        with pytest.raises(VerificationFailed):
            reader(data)
    with pytest.raises(VerificationFailed):
        unpack(data.ljust(-(-len(data) // 512) * 512, b"\0"))
