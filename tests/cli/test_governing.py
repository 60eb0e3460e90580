"""`explain` and `decide` work with what is installed for the folder, and say so."""

import io
import json
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import from_string
from policyhooks.inspect.outline_store import FOLDER
from tests.support.projects import enter_project

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {{id: {id}, title: T, owner: a@example.com, version: 1.0.0}}
match: {{events: [shell.before]}}
variables: {{danger: 'shell.commands.exists(c, c.name == "{word}")'}}
rules:
  - id: stop
    when: vars.danger && event.user != "nobody"
    effect: {effect}
    message: {{user: "No.", agent: "No."}}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return enter_project(tmp_path, monkeypatch)


def write(folder: Path, id: str, word: str, effect: str = "deny") -> str:
    path = folder / f"{id}.yaml"
    path.write_text(POLICY.format(id=id, word=word, effect=effect))
    return str(path)


def install(*words: str) -> None:
    assert run(["install", *words]) == 0


def explain(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[dict, str]:
    capsys.readouterr()
    assert run(["explain", "--format", "json", *words]) == 0
    out, err = capsys.readouterr()
    return json.loads(out), err


def test_the_highest_installation_governs(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    found, err = explain(capsys, "--shell", "rm x")
    assert (found["verdict"], found["policies"]["scope"]) == ("deny", "project")
    assert f"note: using the project installation for claude-code of {project}, generation 1\n" in err
    install("--client", "claude-code", "--scope", "user", "--policies", write(project, "of.user", "cp"))
    found, err = explain(capsys, "--shell", "rm x")
    assert (found["verdict"], found["policies"]["scope"]) == ("pass", "user")
    assert "note: using the user installation for claude-code, generation 1\n" in err
    assert explain(capsys, "--shell", "cp x")[0]["rules"] == ["of.user/stop"]


def test_every_client_is_answered_by_its_own(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.claude", "rm"))
    install("--client", "cursor", "--policies", write(project, "of.cursor", "rm", "ask"))
    found, err = explain(capsys, "--shell", "rm x")
    assert {answer["client"]: answer["verdict"] for answer in found["answers"]} == {
        "claude-code": "deny",
        "cursor": "ask",
    }
    assert err.count("note: using the project installation") == 2
    only, _ = explain(capsys, "--shell", "rm x", "--client", "cursor")
    assert [answer["client"] for answer in only["answers"]] == ["cursor"]


def test_a_folder_below_the_project_is_governed_too(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    (project / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(project / "a" / "b")
    assert explain(capsys, "--shell", "rm x")[0]["policies"]["root"] == str(project)
    monkeypatch.chdir("/")
    assert explain(capsys, "--shell", "rm x", "--cwd", str(project / "a"))[0]["verdict"] == "deny"


def test_without_an_installation_it_is_the_project_file_then_the_shipped_ones(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, err = explain(capsys, "--shell", "ls")
    assert found["policies"] == {"from": "shipped policies"}
    assert "using the shipped policies" in err
    write(project, "of.file", "rm")
    config = project / "policyhooks.yaml"
    config.write_text("apiVersion: policyhooks/v1\nkind: Config\npolicies: [of.file.yaml]\n")
    config.chmod(0o600)
    found, err = explain(capsys, "--shell", "rm x")
    assert (found["verdict"], found["policies"]) == ("deny", {"from": "project file", "file": str(config)})
    assert f"note: using {config}" in err


def test_options_override_what_is_installed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    found, err = explain(capsys, "--policies", write(project, "other", "cp"), "--shell", "rm x")
    assert (found["verdict"], found["policies"]["from"]) == ("pass", "options")
    assert "installation" not in err


def test_after_uninstall_nothing_governs(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--scope", "user", "--policies", write(project, "of.user", "rm"))
    assert run(["uninstall", "--client", "claude-code", "--scope", "user"]) == 0
    assert explain(capsys, "--shell", "ls")[0]["policies"]["from"] == "shipped policies"


def conditions(found: dict) -> list[str]:
    return [part["text"] for view in found["trace"] for part in view["parts"]]


def test_what_is_installed_is_explained_when_its_sources_have_changed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(project, "of.project", "rm")
    install("--client", "claude-code", "--policies", path)
    before, _ = explain(capsys, "--shell", "rm x")
    write(project, "of.project", "cp")
    after, _ = explain(capsys, "--shell", "rm x")
    assert after == before
    assert conditions(after) == ["vars.danger", 'event.user != "nobody"']
    Path(path).unlink()
    assert explain(capsys, "--shell", "rm x")[0] == before


@pytest.mark.parametrize("damage", ["gone", "cut", "flipped", "open to all"])
def test_a_damaged_outline_is_made_again(damage: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    before, _ = explain(capsys, "--shell", "rm x")
    (kept,) = (Path(before["policies"]["state"]) / FOLDER).iterdir()
    data = kept.read_bytes()
    if damage == "gone":
        kept.unlink()
    elif damage == "open to all":
        kept.chmod(0o666)
    else:
        kept.write_bytes(data[:-9] if damage == "cut" else data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
    assert explain(capsys, "--shell", "rm x")[0] == before
    assert kept.read_bytes() == data
    assert kept.stat().st_mode & 0o777 == 0o600


def test_without_outline_and_sources_the_decision_is_still_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(project, "of.project", "rm")
    install("--client", "claude-code", "--policies", path)
    state = Path(explain(capsys, "--shell", "rm x")[0]["policies"]["state"])
    Path(path).unlink()
    for kept in (state / FOLDER).iterdir():
        kept.unlink()
    found, _ = explain(capsys, "--shell", "rm x")
    assert (found["verdict"], [view["rule"] for view in found["trace"]]) == ("deny", ["of.project/stop"])
    assert conditions(found) == []
    assert "without their conditions" in found["notes"][0]


def test_a_state_that_others_can_write_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    Path(explain(capsys, "--shell", "rm x")[0]["policies"]["state"]).chmod(0o777)
    assert run(["explain", "--shell", "rm x"]) == 1
    assert "can be written by others" in capsys.readouterr().err


def test_trusted_layers_take_part(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    (project / ".policyhooks").mkdir()
    write(project / ".policyhooks", "of.layer", "cp")
    untrusted, _ = explain(capsys, "--shell", "cp x")
    assert (untrusted["verdict"], untrusted["notes"]) == ("pass", [])
    assert run(["trust", str(project), "--client", "claude-code", "--yes"]) == 0
    found, _ = explain(capsys, "--shell", "cp x")
    assert (found["verdict"], found["rules"]) == ("deny", ["of.layer/stop"])
    (view,) = [one for one in found["trace"] if one["outcome"] == "fired"]
    assert view["place"] == f"{project}/.policyhooks/of.layer.yaml:7"
    assert "vars.danger" in conditions(found)
    write(project / ".policyhooks", "of.layer", "mv")
    found, _ = explain(capsys, "--shell", "cp x")
    assert found["verdict"] == "deny"
    assert "stay in force" in found["notes"][0]


def decide(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[dict, str]:
    _, payload = native_payload("claude-code", from_string("shell.before", "rm x"))
    text = io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    capsys.readouterr()
    assert run(["decide", "--client", "claude-code", *words]) == 0
    out, err = capsys.readouterr()
    return json.loads(out), err


def test_decide_says_what_it_used(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    answer, err = decide(capsys, monkeypatch)
    title = f"the project installation for claude-code of {project}, generation 1"
    assert (answer["verdict"], answer["policies"]) == ("deny", title)
    assert f"note: using {title}" in err
    answer, err = decide(capsys, monkeypatch, "--policies", write(project, "other", "cp"))
    assert answer["verdict"] == "pass"
    assert (answer.get("policies"), "installation" in err) == (None, False)
    assert decide(capsys, monkeypatch, "--quiet")[1] == ""


def test_the_managed_installation_governs_before_all_others(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an administrator installed it, and as its own hook decides, whatever a user or project has beside it."""
    system = project.parent / "system"
    monkeypatch.setattr("policyhooks.installation.places.SYSTEM", system)
    install("--client", "claude-code", "--scope", "managed", "--policies", write(project, "of.managed", "dd"))
    install("--client", "claude-code", "--scope", "user", "--policies", write(project, "of.user", "cp"))
    install("--client", "claude-code", "--policies", write(project, "of.project", "rm"))
    found, err = explain(capsys, "--shell", "dd if=x of=y")
    assert (found["verdict"], found["policies"]["scope"], found["rules"]) == ("deny", "managed", ["of.managed/stop"])
    assert found["policies"]["state"] == str(system / "var/lib/policyhooks/claude-code")
    assert "note: using the managed installation for claude-code, generation 1\n" in err
    assert explain(capsys, "--shell", "rm x")[0]["verdict"] == "pass"
    (project / "of.managed.yaml").unlink()
    again, _ = explain(capsys, "--shell", "dd if=x of=y")
    assert again == found
    assert conditions(again) == ["vars.danger", 'event.user != "nobody"']


def test_the_managed_doctor_answers_the_same_twice(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it sends leaves records; they change nothing of what it says."""
    place = ["--client", "claude-code", "--scope", "managed", "--root", str(project.parent / "system")]
    install(*place, "--policies", write(project, "of.managed", "dd"))
    told = []
    for _ in range(2):
        capsys.readouterr()
        assert run(["doctor", *place]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "its chain holds" in told[0]
    assert "could not be decided" not in told[0]
