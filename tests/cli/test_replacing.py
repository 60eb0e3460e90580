"""An installation lets go of installed rules only when it is told to."""

from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.hooks import hook_argv

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
rules:
"""
RULE = """\
  - id: no-install
    match: {events: [shell.before]}
    when: shell.command.contains("npm install")
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {deny: ["npm install"], quiet: ["npm ci"]}
"""
SECOND = RULE.replace("no-install", "no-yarn").replace("npm install", "yarn add")
CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"

# What becomes of the one rule, and whether that must be told.
CHANGES = {
    "as it was": (RULE, "", False),
    "one more": (RULE + SECOND, "", False),
    "another condition": (RULE.replace('contains("npm install")', 'contains("npm install x")'), "", False),
    "gone": (SECOND, "", True),
    "another id": (RULE.replace("no-install", "no-installs"), "", True),
    "asks": (RULE.replace("effect: deny", "effect: ask").replace("deny:", "ask:"), "", True),
    "audit": (RULE.replace("effect: deny", "effect: deny\n    mode: audit"), "", True),
    "warn by the Config": (RULE, "rules: {acme.small/no-install: {mode: warn}}\n", True),
    "disabled by the Config": (RULE, "rules: {acme.small/no-install: {mode: disabled}}\n", True),
    "fewer clients": (RULE.replace("[shell.before]", "[shell.before], clients: [cursor]"), "", True),
    "rolled out to some": (RULE.replace("effect: deny", "effect: deny\n    rollout: 50"), "", True),
    "errors pass": (RULE.replace("effect: deny", "effect: deny\n    on_error: pass"), "", True),
}


def write(folder: Path, rules: str, config: str = "") -> list[str]:
    (folder / "policies").mkdir(parents=True, exist_ok=True)
    (folder / "policies/small.yaml").write_text(HEAD + rules)
    words = ["--policies", str(folder / "policies")]
    if config:
        (folder / "config.yaml").write_text(CONFIG + config)
        words += ["--config", str(folder / "config.yaml")]
    return words


def install(folder: Path, *words: str) -> int:
    place = ["--client", "claude-code", "--scope", "user", "--root", str(folder / "home")]
    return run(["install", *place, "--state", str(folder / "state"), *words])


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_weaker_must_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str) -> None:
    rules, config, weaker = CHANGES[change]
    assert install(tmp_path, *write(tmp_path, RULE)) == 0
    before = sorted(path.name for path in (tmp_path / "state/generations").iterdir())
    words = write(tmp_path, rules, config)
    capsys.readouterr()
    assert install(tmp_path, *words, "--dry-run") == 0
    assert install(tmp_path, *words) == (2 if weaker else 0), capsys.readouterr().err
    if weaker:
        said = capsys.readouterr().err
        assert "weaker: acme.small/no-install: " in said
        assert "add --replace" in said
        assert sorted(path.name for path in (tmp_path / "state/generations").iterdir()) == before
        assert install(tmp_path, *words, "--replace") == 0
    assert Path(hook_argv(tmp_path / "state")[0]).exists()
