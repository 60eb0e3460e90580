"""An installation lets go of installed rules only when it is told to, and names every one that it would weaken."""

import random
from pathlib import Path

import pytest

from policyhooks.bundle.weakening import weigh
from policyhooks.cli.main import run
from tests.bundle.test_weakening import BEFORE, CHANGES, CONFIG, Texts, record, write
from tests.support.counts import scaled
from tests.support.homes import move_home
from tests.support.hooks import hook_argv


def named(folder: Path, texts: Texts) -> list[str]:
    policies, config = write(folder, texts)
    return ["--policies", policies, "--config", config]


def install(folder: Path, *words: str, state: str = "state") -> int:
    place = ["--client", "claude-code", "--scope", "user", "--root", str(folder / "home")]
    return run(["install", "--quiet", *place, *(["--state", str(folder / state)] if state else []), *words])


def generations(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "state/generations").iterdir())


@pytest.mark.parametrize("change", ["one more", "gone", "audit by the profile", "another param", "a wider exception"])
def test_what_is_weaker_must_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str) -> None:
    before, after, told = CHANGES[change]
    assert install(tmp_path, *named(tmp_path, before)) == 0, capsys.readouterr().err
    kept = generations(tmp_path)
    words = named(tmp_path, after)
    capsys.readouterr()
    assert install(tmp_path, *words, "--dry-run") == 0, capsys.readouterr().err
    assert generations(tmp_path) == kept
    assert install(tmp_path, *words) == (2 if told else 0), capsys.readouterr().err
    said = capsys.readouterr().err
    assert ("weaker: " in said) == bool(told)
    if told:
        assert told in said, said
        assert "add --replace" in said
        assert generations(tmp_path) == kept
        # Nothing else makes a difference: no other state folder, no renewal.
        assert install(tmp_path, *words, state="elsewhere") == 2
        assert install(tmp_path) == 2
        assert install(tmp_path, *words, "--replace") == 0
    assert Path(hook_argv(tmp_path / "state")[0]).exists()


def test_every_rule_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--client", "claude-code", "--scope", "user", "--root", str(tmp_path / "home"), "--state", str(tmp_path)]
    assert run(["install", *place]) == 0
    capsys.readouterr()
    assert run(["install", *place, *named(tmp_path, BEFORE)]) == 2
    said = capsys.readouterr().err
    rules = [line for line in said.splitlines() if line.startswith("weaker: packs.")]
    assert f"this would drop or weaken {len(rules)} installed rules, or may" in said
    assert len(rules) > 100


def test_the_state_that_entries_lead_to_is_renewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An installation with a state folder of its own choice is renewed there, with what it was made of."""
    assert install(tmp_path, *named(tmp_path, BEFORE), "--every-event") == 0
    file = (tmp_path / "home/.claude/settings.json").read_bytes()
    assert install(tmp_path, state="") == 0
    assert (tmp_path / "home/.claude/settings.json").read_bytes() == file
    assert generations(tmp_path) == ["1", "2"]
    assert "installed 1 rule on" in capsys.readouterr().out
    assert install(tmp_path, "--no-every-event", state="") == 0
    assert (tmp_path / "home/.claude/settings.json").read_bytes() != file


def test_what_a_committed_file_would_lose_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rules stay as they are; the events at which colleagues are asked, and what they meet without us, do not."""
    move_home(monkeypatch, tmp_path / "home")
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    policies, _ = write(tmp_path, BEFORE)
    file = tmp_path / "policyhooks.yaml"

    def again(*words: str, version: str = "2.4", more: str = "") -> int:
        requires = f'project: p-00112233445566aa\nrequires: {{clients: {{cursor: ">={version}"}}}}\n'
        file.write_text(CONFIG + requires + more)
        file.chmod(0o644)
        capsys.readouterr()
        return run(["install", "--quiet", "--client", "cursor", "--policies", policies, "--config", str(file), *words])

    assert again() == 0, capsys.readouterr().err
    written = (tmp_path / ".cursor/hooks.json").read_bytes()
    for changed, told in (
        ({"version": "1.7"}, "weaker: cursor preToolUse: no entry any more: nothing is decided there"),
        ({"more": "missing: pass\n"}, "weaker: missing: block -> pass for whoever has no policyhooks"),
    ):
        assert again(**changed) == 2
        assert told in capsys.readouterr().err
        assert (tmp_path / ".cursor/hooks.json").read_bytes() == written
    assert again("--replace", version="1.7", more="missing: pass\n") == 0
    assert (tmp_path / ".cursor/hooks.json").read_bytes() != written


def test_random_rows_of_installations_never_weaken_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is installed after whatever: it is the same or stronger, or it is refused and nothing changes."""
    chance = random.Random(20261118)
    texts = sorted({pair for before, after, _ in CHANGES.values() for pair in (before, after)})
    made = {pair: record(tmp_path / "all", pair) for pair in texts}
    now = chance.choice(texts)
    assert install(tmp_path, *named(tmp_path, now)) == 0
    for _ in range(scaled(160)):
        wish = chance.choice(texts)
        code = install(tmp_path, *named(tmp_path, wish), state=chance.choice(["state", "elsewhere", ""]))
        assert code == (2 if weigh(made[now], made[wish]) else 0), (now, wish, capsys.readouterr().err)
        now = wish if code == 0 else now
