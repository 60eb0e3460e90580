"""The container: one form for a set of files, everything else refused."""

import hashlib
import io
import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.bundle import archive
from policyhooks.bundle.archive import MAGIC, assemble, disassemble, is_name, pack, unpack
from policyhooks.errors import VerificationFailed
from tests.support.counts import scaled

FILES = {"a/b.yaml": b"one", "manifest.json": b"{}\n", "z": b""}
NAMES = st.from_regex(r"[a-z0-9_][a-z0-9_.-]{0,12}(/[a-z0-9_][a-z0-9_.-]{0,12}){0,3}", fullmatch=True)


def tar(*entries: tuple[tarfile.TarInfo, bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as made:
        for entry, content in entries:
            entry.size = len(content)
            made.addfile(entry, io.BytesIO(content))
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
    packed = pack(files)
    assert unpack(packed) == files
    assert pack(dict(reversed(files.items()))) == packed
    assert disassemble(assemble(packed, [b"b", b"a", b"b"])).signatures == (b"a", b"b")


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


UNREADABLE = ("empty", "not a tar", "compressed")
OTHER_FORM = (
    *("wrong order", "a time", "an owner", "an owner's name", "executable", "set-uid", "pax headers"),
    *("something after the end", "more after the end", "cut off"),
)


@pytest.mark.parametrize("what", ARCHIVES)
def test_an_archive_in_another_form_is_refused(what: str) -> None:
    with pytest.raises(VerificationFailed) as problem:
        unpack(ARCHIVES[what])
    if what in UNREADABLE:
        assert problem.value.message == "the archive in the bundle cannot be read"
    elif what in OTHER_FORM:
        assert problem.value.message == "the archive in the bundle is not in its canonical form"
    else:
        assert problem.value.message == "the bundle holds something that is not a plain file with a plain name"


def test_the_archive_has_one_form() -> None:
    """That of POSIX tar, to the byte: what was signed once is the same archive for ever."""
    expected = tar(*[(entry(name), content) for name, content in sorted(FILES.items())])
    assert pack(FILES) == expected
    assert pack(FILES)[257:265] == b"ustar\x0000"
    assert pack(FILES)[100:108] == b"0000644\0"


def test_there_are_not_more_files_than_a_bundle_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    assert unpack(pack(FILES)) == FILES
    with pytest.raises(VerificationFailed) as problem:
        unpack(pack({**FILES, "more": b""}))
    assert problem.value.message == "the bundle holds more than 3 files"


def test_sizes_up_to_their_limits_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack(FILES)
    monkeypatch.setattr(archive, "MAX_ARCHIVE", len(packed))
    signatures = [bytes([number]) * 3 for number in range(16)]
    longest = b"x" * (16 << 10)
    for chosen in ([], signatures, [longest]):
        found = disassemble(assemble(packed, chosen))
        assert (found.archive, found.signatures) == (packed, tuple(chosen))
        assert found.digest == hashlib.sha256(packed).hexdigest()
    monkeypatch.setattr(archive, "MAX_ARCHIVE", len(packed) - 1)
    with pytest.raises(VerificationFailed, match="cut off or damaged"):
        disassemble(assemble(packed))
    assert is_name("a" * 100)


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
    "an archive that is no row of blocks": assemble(pack(FILES) + b"\0"),
    "cut in its head": assemble(pack(FILES))[: len(MAGIC) + 7],
    "a signature of one byte more than may be": assemble(pack(FILES), [b"x" * ((16 << 10) + 1)]),
    "a cut signature": assemble(pack(FILES), [b"abc"])[:-1],
    "something else of the same length": b"x" * len(assemble(pack(FILES))),
}
NO_BUNDLE = ("nothing", "magic alone", "another format", "cut in its head", "something else of the same length")
CUT = ("shorter than it says", "a huge archive", "an archive that is no row of blocks")
UNSORTED = ("signatures in the wrong order", "a signature twice")


@pytest.mark.parametrize("what", CONTAINERS)
def test_a_container_in_another_form_is_refused(what: str) -> None:
    with pytest.raises(VerificationFailed) as problem:
        disassemble(CONTAINERS[what])
    if what in NO_BUNDLE:
        assert problem.value.message == "this file is not a policyhooks bundle"
        assert problem.value.hint == "make one with `policyhooks bundle build`"
    elif what in CUT:
        assert problem.value.message == "the bundle is cut off or damaged"
    elif what in UNSORTED:
        assert problem.value.message == "the signatures of the bundle are not in their canonical form"
    else:
        assert problem.value.message == "the signatures of the bundle are damaged"


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
