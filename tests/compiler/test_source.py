"""Files that are no policy files: one clear diagnostic each, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import check_policies
from policyhooks.compiler.nodes import plain_data
from policyhooks.compiler.source import MAX_BYTES, parse_document
from tests.support.counts import scaled

BAD = [
    ("binary", b"\x00\x01\x02\xff\xfe", "not-utf-8", 1, 4),
    ("latin", b"apiVersion: caf\xe9\n", "not-utf-8", 1, 16),
    ("nul", b"apiVersion: a\x00b\n", "odd-character", 1, 14),
    ("carriage return", b"a: 1\rb: 2\n", "odd-character", 1, 5),
    ("bidirectional", "a: 1\nb: '\u202e x'\n".encode(), "odd-character", 2, 5),
    ("invisible", "a: x\u200by\n".encode(), "odd-character", 1, 5),
    ("empty", b"", "empty-file", 1, 1),
    ("comment only", b"# nothing\n", "empty-file", 1, 1),
    ("a list", b"- a\n- b\n", "wrong-type", 1, 1),
    ("a word", b"hello\n", "wrong-type", 1, 1),
    ("no kind", b"apiVersion: policyhooks/v1\n", "missing-key", 1, 1),
    ("unknown kind", b"kind: Polcy\n", "bad-value", 1, 7),
    ("two documents", b"kind: Policy\n---\nkind: Policy\n", "yaml-documents", 2, 1),
    ("tab", b"a:\n\tb: 1\n", "yaml-syntax", 2, 1),
    ("unclosed", b"a: [1, 2\n", "yaml-syntax", 2, 1),
    ("bad star", b"a: [**/.env]\n", "yaml-syntax", 1, 6),
    ("colon", b"a: b: c\n", "yaml-syntax", 1, 5),
    ("deep flow", b"a: " + b"[" * 2000 + b"]" * 2000, "yaml-too-deep", 1, 36),
    ("deep block", b"".join(b" " * depth + b"a:\n" for depth in range(60)), "yaml-too-deep", 33, 33),
    ("bomb", b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "yaml-anchor", 1, 4),
    ("merge", b"kind: Config\napiVersion: policyhooks/v1\n<<: {b: 1}\n", "unknown-key", 3, 1),
]


@pytest.mark.parametrize(("name", "data", "code", "line", "column"), BAD, ids=[row[0] for row in BAD])
def test_a_bad_file_has_one_clear_first_diagnostic(
    name: str, data: bytes, code: str, line: int, column: int, tmp_path: Path
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(data)
    checked = check_policies([str(path)])
    assert (checked.errors[0].code, checked.errors[0].line, checked.errors[0].column) == (code, line, column)
    assert all(str(problem.message) == problem.message.strip() for problem in checked.errors)


def test_missing_unreadable_and_huge_files(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    folder = tmp_path / "folder.yaml"
    folder.mkdir()
    fifo = tmp_path / "fifo.yaml"
    os.mkfifo(fifo)
    paths = [str(huge), str(folder), str(fifo), str(tmp_path / "missing.yaml"), "nul\0name"]
    codes = [problem.code for problem in check_policies(paths).errors]
    assert sorted(codes) == ["file-too-large", "missing-file", "no-policies", "unreadable-file", "unreadable-file"]


def test_a_file_without_permission_is_a_diagnostic(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("kind: Policy\n")
    path.chmod(0)
    if os.geteuid() == 0:
        # Root reads everything, so ask as somebody else.
        script = (
            "import os, sys\nos.setuid(65534)\nfrom policyhooks.compiler.source import read_document\n"
            "print(read_document(sys.argv[1])[1][0].code)\n"
        )
        tmp_path.chmod(0o755)
        root = Path(__file__).resolve().parents[2]
        run = subprocess.run(
            [sys.executable, "-c", script, str(path)], capture_output=True, text=True, cwd=root, check=False
        )
        if run.returncode != 0:
            pytest.skip("another user cannot start this interpreter")
        assert run.stdout.strip() == "unreadable-file"
    else:
        assert check_policies([str(path)]).errors[0].code == "unreadable-file"


SCALARS = [
    ("true", True), ("false", False), ("null", None), ("~", None), ("", None), ("12", 12), ("-3", -3), ("0", 0),
    ("1.5", 1.5), ("-0.5", -0.5), ("007", "007"), ("0x1F", "0x1F"), ("1e3", "1e3"), ("1_000", "1_000"),
    ("12:30", "12:30"), ("2026-12-31", "2026-12-31"), ("1.2.3", "1.2.3"), ("'12'", "12"), ('"true"', "true"),
    (".5", ".5"), ("5.", "5."), ("²", "²"), ("y", "y"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "value"), SCALARS)
def test_what_a_scalar_means(written: str, value: object) -> None:
    document, problems = parse_document(f"k: {written}\n", "t.yaml")
    assert document is not None
    assert not problems
    assert plain_data(document.root) == {"k": value}
    assert type(plain_data(document.root)["k"]) is type(value)  # type: ignore[index]


@settings(max_examples=scaled(20_000), deadline=None)
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_fuzz_no_bytes_raise(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / f"fuzz-{os.getpid()}.yaml"
    path.write_bytes(b"kind: Policy\n" + data)
    for problem in check_policies([str(path)]).errors:
        assert problem.code
        assert problem.message
