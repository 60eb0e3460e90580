"""The real clients: which npm package at which version, where their programs lie, and how they get there.

They live in a cache outside the checkout. `python -m tests.realclient.binaries [client...]` installs
what is missing, within a time limit, and says what could not be had; it never fails the build.
"""

import json
import os
import platform
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

INSTALL_LIMIT_S = 600
_MACHINE = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), platform.machine())


@dataclass(frozen=True)
class Package:
    """An npm package, pinned: hooks change between versions."""

    name: str
    version: str
    program: str  # below node_modules, may hold *
    needs_node: bool = False
    node: str = ""  # its own node, below node_modules, where it asks for a newer one than machines have
    beside: tuple[str, ...] = ()  # further packages, each with its version
    driver: str = ""  # of a library: our script, beside this module, that calls what it exports
    on_request: bool = False  # installed only where it is named: its terms are for whoever asks to read


PACKAGES: dict[str, Package] = {
    "claude-code": Package(
        f"@anthropic-ai/claude-code-linux-{_MACHINE}", "2.1.325", f"@anthropic-ai/claude-code-linux-{_MACHINE}/claude"
    ),
    "codex": Package("@openai/codex", "0.166.0", f"@openai/codex-linux-{_MACHINE}/vendor/*/bin/codex"),
    "gemini-cli": Package("@google/gemini-cli", "0.61.0", "@google/gemini-cli/bundle/gemini.js", needs_node=True),
    "copilot-cli": Package("@github/copilot", "1.0.102", f"@github/copilot-linux-{_MACHINE}/copilot"),
    "cursor": Package(
        "@cursor/sdk",
        "1.0.32",
        "@cursor/sdk/dist/esm/index.js",
        needs_node=True,
        node=f"node-linux-{_MACHINE}/bin/node",
        beside=(f"node-linux-{_MACHINE}@22.23.3",),
        driver="cursor_agent.mjs",
        on_request=True,
    ),
}


def cache() -> Path:
    """Where clients are kept."""
    told = os.environ.get("XDG_CACHE_HOME", "")
    # The person's own, also where a test runs under another HOME.
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    return (Path(told) if told.startswith("/") else home / ".cache") / "policyhooks" / "clients"


def find(client: str) -> list[str] | None:
    """The words that start a client; None where it is not there, or there in another version."""
    package = PACKAGES[client]
    modules = cache() / "node_modules"
    found = sorted(modules.glob(package.program))
    try:
        version = json.loads((modules / package.name / "package.json").read_bytes())["version"]
    except (OSError, ValueError, KeyError):
        return None
    if not found or version != package.version:
        return None
    if not package.needs_node:
        return [str(found[0])]
    node = str(modules / package.node) if package.node else shutil.which("node")
    if node is None or not Path(node).is_file():
        return None
    script = [str(Path(__file__).with_name(package.driver))] if package.driver else []
    return [node, *script, str(found[0])]


def fetch(client: str) -> str:
    """Install a client where it is missing; why it could not be had, or nothing."""
    if find(client) is not None:
        return ""
    if sys.platform != "linux":
        return "the clients are started in Linux namespaces"
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed"
    package = PACKAGES[client]
    cache().mkdir(parents=True, exist_ok=True)
    # --force: a package may ask for a newer node than its own program needs.
    words = [npm, "install", "--prefix", str(cache()), "--force", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        done = subprocess.run(
            [*words, f"{package.name}@{package.version}", *package.beside],
            timeout=INSTALL_LIMIT_S,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_COLOR": "1"},
        )
    except subprocess.TimeoutExpired:
        return f"npm did not finish within {INSTALL_LIMIT_S} s"
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        return f"npm could not install {package.name}@{package.version}: {' '.join(errors[:2])[:200]}"
    return "" if find(client) is not None else f"{package.name}@{package.version} holds no program for this machine"


def main(clients: list[str]) -> int:
    for client in clients or [name for name, package in PACKAGES.items() if not package.on_request]:
        if client not in PACKAGES:
            print(f"{client}: unknown; one of {', '.join(PACKAGES)}", file=sys.stderr)
            return 2
        problem = fetch(client)
        package = PACKAGES[client]
        where = f"missing, its tests are skipped: {problem}" if problem else f"{package.version} in {cache()}"
        print(f"{client}: {where}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
