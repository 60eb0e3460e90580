"""How each client is started so that only its hooks decide: words, environment, files, the name of its shell tool."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.realclient.model import PORT

ADDRESS = f"http://127.0.0.1:{PORT}"

CODEX_CONFIG = f"""\
model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "{ADDRESS}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
"""


@dataclass(frozen=True)
class Driver:
    """One client. `words` follow its program; `{prompt}` is replaced."""

    client: str
    scope: str  # where the hooks are installed: below the project, or below the home of the run
    shell: Callable[[str], tuple[str, dict[str, object]]]
    words: tuple[str, ...]
    environ: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)  # below the home of the run
    settings: Mapping[str, str] = field(default_factory=dict)  # the same, there before the installation
    not_if_managed: frozenset[str] = frozenset()  # words that an administrator's hooks do not need
    limit_s: int = 90

    def call(self, command: str) -> dict[str, object]:
        """The model's turn that runs a command."""
        name, values = self.shell(command)
        return {"call": name, "with": values}

    def root(self, project: Path, home: Path) -> Path:
        return project if self.scope == "project" else home


DRIVERS: dict[str, Driver] = {
    "claude-code": Driver(
        client="claude-code",
        scope="project",
        shell=lambda command: ("Bash", {"command": command, "description": "scripted"}),
        words=("-p", "{prompt}", "--output-format", "json", "--allowedTools", "Bash,Read,Write,Agent,mcp__notes"),
        environ={
            "ANTHROPIC_API_KEY": "scripted",
            "ANTHROPIC_BASE_URL": ADDRESS,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "IS_SANDBOX": "1",
        },
    ),
    "codex": Driver(
        client="codex",
        scope="user",
        shell=lambda command: ("exec_command", {"cmd": command}),
        words=(
            "exec",
            "--json",
            "--skip-git-repo-check",
            "--dangerously-bypass-hook-trust",
            "-s",
            "danger-full-access",
            "{prompt}",
        ),
        environ={"SCRIPTED_KEY": "scripted", "RUST_LOG": "warn"},
        files={".codex/config.toml": CODEX_CONFIG},
        not_if_managed=frozenset({"--dangerously-bypass-hook-trust"}),
    ),
    "gemini-cli": Driver(
        client="gemini-cli",
        scope="user",
        shell=lambda command: ("run_shell_command", {"command": command}),
        words=("-p", "{prompt}", "--output-format", "json", "--approval-mode", "yolo", "-m", "gemini-2.5-flash"),
        environ={
            "GEMINI_API_KEY": "scripted",
            "GOOGLE_GEMINI_BASE_URL": ADDRESS,
            "GEMINI_TELEMETRY_ENABLED": "false",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        },
        settings={".gemini/settings.json": '{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n'},
    ),
    "copilot-cli": Driver(
        client="copilot-cli",
        scope="user",
        shell=lambda command: ("bash", {"command": command, "description": "scripted"}),
        words=("-p", "{prompt}", "--allow-all"),
        environ={
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_PROVIDER_BASE_URL": f"{ADDRESS}/v1",
            "COPILOT_PROVIDER_TYPE": "openai",
            "COPILOT_PROVIDER_API_KEY": "scripted",
            "COPILOT_MODEL": "gpt-4.1",
        },
    ),
    "cursor": Driver(
        client="cursor",
        scope="project",
        shell=lambda command: ("Shell", {"command": command}),
        words=("{prompt}",),
        environ={"CURSOR_BACKEND_URL": ADDRESS},
        limit_s=240,  # of several agents, one after the other
    ),
}
