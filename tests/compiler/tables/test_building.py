"""The built file: current, complete, and read key by key as a whole reader would."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from policyhooks.cli.tables import main
from policyhooks.compiler.tables.building import DATA, build_tables, collect_values, render
from policyhooks.shell.built_tables import HEADER, NAME, SAME, find_line


def test_the_built_file_is_current() -> None:
    assert main(["--check"]) == 0, "run `make tables` and commit the file"


def test_examples_are_not_built() -> None:
    values = json.loads((DATA / NAME).read_text("utf-8"))
    assert not [key for key, value in values.items() if isinstance(value, dict) and "examples" in value]


def test_one_line_a_key() -> None:
    text = build_tables()
    values = json.loads(text)
    lines = text.splitlines()
    assert len(lines) == len(values) + 2
    for key, value in values.items():
        assert find_line(text.encode(), key) == value, key
    for key, value in values.items():
        if isinstance(value, str) and value[:1] == SAME:
            assert isinstance(values[value[1:]], dict), key


def test_what_is_written_is_what_was_collected() -> None:
    values = collect_values(DATA)
    written = json.loads(render(values, "x"))
    assert written.pop(HEADER)["digest"] == "x"
    assert written == json.loads(json.dumps(values))


def test_a_broken_row_leaves_the_built_file(tmp_path: Path) -> None:
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "a.yaml").write_text("programs: {x: {operands: nonsense}}\n")
    (tmp_path / NAME).write_text("old")
    assert main(["--data", str(tmp_path)]) == 3
    assert (tmp_path / NAME).read_text() == "old"


def test_an_edit_is_picked_up(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    first = (data / NAME).stat().st_mtime_ns
    assert main(["--data", str(data)]) == 0
    assert (data / NAME).stat().st_mtime_ns == first
    (data / "programs" / "new.yaml").write_text("plain: [quite-new]\n")
    assert main(["--check", "--data", str(data)]) == 1
    assert main(["--data", str(data)]) == 0
    assert find_line((data / NAME).read_bytes(), "programs/quite-new") == {"operands": "text*"}
