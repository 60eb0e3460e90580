"""The project's id: written once, every other byte as it was, one winner among many."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.compiler.files import read_file
from policyhooks.compiler.model.config import Config
from policyhooks.errors import InvalidPolicies, PolicyHooksError
from policyhooks.installation.project_file import NAME
from policyhooks.installation.project_id import alone_in, ensure_project_id, new_id
from tests.support.counts import scaled

ROOT = Path(__file__).resolve().parents[2]
HEAD = "apiVersion: policyhooks/v1\nkind: Config\n"

FILES: dict[str, bytes] = {
    "plain": HEAD.encode(),
    "no end of line": HEAD.rstrip("\n").encode(),
    "nothing behind kind": b"apiVersion: policyhooks/v1\nkind: Config",
    "kind first": b"kind: Config\napiVersion: policyhooks/v1\npacks: all\n",
    "kind last": b"apiVersion: policyhooks/v1\njournal:\n  bodies: none\nkind: Config\n\n\n# the end\n",
    "windows": HEAD.replace("\n", "\r\n").encode() + b"# \xc3\xbc\r\npacks: [mcp]\r\n",
    "windows without an end": b"apiVersion: policyhooks/v1\r\nkind: Config",
    "mixed ends": b"apiVersion: policyhooks/v1\r\nkind: Config\npacks: [mcp]\n",
    "a mark": b"\xef\xbb\xbf" + HEAD.encode(),
    "a mark and braces": b"\xef\xbb\xbf{apiVersion: policyhooks/v1, kind: Config}\n",
    "braces": b"{apiVersion: policyhooks/v1, kind: Config, packs: [mcp]}\n",
    "braces over lines": b"{\n  apiVersion: policyhooks/v1,\n  kind: Config  # what it is\n}\n",
    "json": b'{"apiVersion": "policyhooks/v1", "kind": "Config"}',
    "quoted": b"\"apiVersion\": 'policyhooks/v1'\n'kind': \"Config\"  # yes\n",
    "a comment": b"# project: p-0000000000000000\napiVersion: policyhooks/v1\nkind: Config # project: x\n",
    "indented": b"  apiVersion: policyhooks/v1\n  kind: Config\n  packs: all\n",
    "a document's marks": b"---\napiVersion: policyhooks/v1\nkind: Config\n...\n",
    "behind long text": "# ä\u00f6\u20ac \U0001f600\n".encode() * 50 + HEAD.encode(),
    "a question": b"apiVersion: policyhooks/v1\n? kind\n: Config\n",
}


def write(folder: Path, data: bytes) -> Path:
    path = folder / NAME
    path.write_bytes(data)
    path.chmod(0o644)
    return path


def config_of(path: Path) -> Config:
    found, problems = read_file(str(path))
    assert found is not None, problems
    assert isinstance(found.model, Config)
    return found.model


def check_inserted(path: Path, before: bytes) -> None:
    """The id is there, everything else is as it was, and a second call changes nothing."""
    model = config_of(path)
    made = ensure_project_id(path)
    after = path.read_bytes()
    assert config_of(path) == model.model_copy(update={"project": made})
    at = next(i for i in range(len(before) + 1) if before[i:] == after[i + len(after) - len(before) :])
    added = after[at : at + len(after) - len(before)]
    assert before[:at] == after[:at]
    assert added.strip(b" \r\n").lstrip(b", ") in (b"project: " + made.encode(), made.encode() + b"\nproject:")
    ends = {line[-2:] == b"\r\n" for line in before.split(b"\n")[:-1]}
    assert (b"\r" in added) <= (b"\r" in before)
    assert ends != {True} or b"\n" not in added.replace(b"\r\n", b"")
    assert ensure_project_id(path) == made
    assert path.read_bytes() == after


@pytest.mark.parametrize("name", FILES)
def test_one_line_more_and_nothing_else(name: str, tmp_path: Path) -> None:
    check_inserted(write(tmp_path, FILES[name]), FILES[name])


LINES = [
    "packs: all", "packs: [mcp, cloud]", "# a note: with a colon", "", "clients: [cursor]", "missing: ask",
    "requires:\n  policyhooks: '>=0.0'  # any", "journal: {bodies: none}", "judge:\n    breaker: true",
    "servers:\n  docs: {command: [npx, \"-y\", '@acme/mcp']}", "params:\n  acme.x: {y: [1, 2]}", "profile: strict",
    "# \u00e4\u20ac", "policies:\n- policies\n- more/",
]  # fmt: skip


def test_random_files(tmp_path: Path) -> None:
    """The family: any order of keys, comments, blank lines, indentation, ends of lines, marks."""
    chance = random.Random(20261117)
    for _ in range(scaled(1000)):
        lines = chance.sample(LINES, chance.randrange(len(LINES)))
        kept = list({line.split(":")[0]: line for line in lines}.values())  # no key twice
        for head in (
            "apiVersion: policyhooks/v1",
            chance.choice(["kind: Config", "kind: 'Config'", "kind: Config # k"]),
        ):
            kept.insert(chance.randrange(len(kept) + 1), head)
        indent = " " * chance.choice([0, 0, 0, 2, 3])
        text = "\n".join(indent + line if line else "" for one in kept for line in one.split("\n"))
        text = text + "\n" * chance.randrange(3)
        data = text.replace("\n", chance.choice(["\n", "\r\n"])).encode()
        data = (b"\xef\xbb\xbf" if chance.random() < 0.1 else b"") + data
        check_inserted(write(tmp_path, data), data)


def test_an_id_that_is_there_stays(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD.encode() + b"project: acme-payments\n")
    stamp = path.stat()
    assert ensure_project_id(path) == "acme-payments"
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (stamp.st_ino, stamp.st_mtime_ns)


def test_a_new_file_is_small_valid_and_not_writable_by_others(tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        made = ensure_project_id(tmp_path / NAME)
    finally:
        os.umask(before)
    model = config_of(tmp_path / NAME)
    assert model == Config.model_validate({"apiVersion": "policyhooks/v1", "kind": "Config", "project": made})
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o644
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    data = (tmp_path / NAME).read_bytes()
    assert ensure_project_id(tmp_path / NAME) == made
    assert (tmp_path / NAME).read_bytes() == data


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o444, 0o755])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    path = write(tmp_path, HEAD.encode())
    path.chmod(mode)
    ensure_project_id(path)
    assert path.stat().st_mode & 0o777 == mode


def test_ids_differ_and_have_their_form() -> None:
    made = {new_id() for _ in range(100)}
    assert len(made) == 100
    assert all(len(one) == 18 and one.startswith("p-") and int(one[2:], 16) >= 0 for one in made)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"kind: Policy\n", HEAD.encode() + b"project: X\n", b"\xff\xfe", HEAD.encode() + b"a: &b c\n"]
)
def test_a_file_that_is_invalid_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path, data)
    with pytest.raises(InvalidPolicies):
        ensure_project_id(path)
    assert path.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir()] == [NAME]


@pytest.mark.parametrize("data", [None, FILES["windows"]], ids=["no file", "a file"])
def test_many_at_once_have_one_winner(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / NAME if data is None else write(tmp_path, data)
    script = (
        "import sys; from pathlib import Path; from policyhooks.installation.project_id import ensure_project_id\n"
        "print('ready', flush=True); sys.stdin.read(); print(ensure_project_id(Path(sys.argv[1])))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )
        for _ in range(6)
    ]
    for one in started:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    with alone_in(tmp_path):  # so that all of them wait at the door
        for one in started:
            assert one.stdin is not None
            one.stdin.close()
    said = set()
    for one in started:
        assert one.stdout is not None
        said.add(one.stdout.read().strip())
        one.stdout.close()
        assert one.wait(60) == 0
    assert said == {config_of(path).project}
    assert [file.name for file in tmp_path.iterdir()] == [NAME]


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(PolicyHooksError, match="cannot be opened"):
        ensure_project_id(tmp_path / "gone" / NAME)
