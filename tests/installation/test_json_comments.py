"""A settings file that is no strict JSON is told with the line and what is there."""

from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.editing import check_document
from policyhooks.installation.json_comments import find_fault

FAULTS = {
    '// mine\n{"hooks": {}}': "line 1 has a comment (`//`): it is JSON with comments",
    '{\n  "a": 1, // mine\n  "b": 2\n}': "line 2 has a comment (`//`)",
    '{\n"a": "https://x.example/*",\n/* b */\n"c": 1}': "line 3 has a comment (`/*`)",
    '{\n"a": 1\n# b\n}': "line 3 has a comment (`#`)",
    '{"a": [1,\n2,\n]}': "line 2 has a comma behind the last value",
    '{"a": "\\"// no comment",\n}': "line 1 has a comma behind the last value",
    '{"a": 1\n"b": 2}': "line 2, column 1: expecting ',' delimiter",
    '{"hooks": {': "line 1, column 12: ",
    "{'a': 1}": "line 1, column 2: ",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_with_its_line(text: str) -> None:
    assert find_fault(text)[0].startswith(FAULTS[text])
    with pytest.raises(EnvironmentBroken) as problem:
        check_document(Path("settings.json"), text)
    assert FAULTS[text] in problem.value.message
    assert "not touched" in problem.value.hint


@pytest.mark.parametrize("text", ['{"a": "// # /* ,}"}', '{"a": 1, "a": 2}', "{}", '{"a": "x\\\\"}'])
def test_what_is_no_matter_of_one_line(text: str) -> None:
    assert find_fault(text) == ("", "")


def test_install_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / ".claude/settings.json"
    file.parent.mkdir()
    file.write_text('{\n  // mine\n  "model": "x"\n}\n')
    assert run(["install", "--client", "claude-code", "--scope", "user", "--root", str(tmp_path)]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert f"{file} is not strict JSON: line 2 has a comment (`//`): it is JSON with comments" in said
    assert file.read_text() == '{\n  // mine\n  "model": "x"\n}\n'
