"""The file that needs only Python, and the plugin folder: on this interpreter without packages, and on others."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.bundles import POLICY, build, line_of, make_key, needs_ssh_keygen, write_policies

BARE = str(Path(os.path.realpath(sys.executable)))  # not the environment's: it has no packages of ours
CALL = {
    "session_id": "s",
    "cwd": "/",
    "hook_event_name": "PreToolUse",
    "tool_name": "Bash",
    "tool_use_id": "t",
    "tool_input": {"command": "cd x && npm install"},
}


def other_pythons() -> list[str]:
    """Interpreters of other versions from 3.11 on: beside this one, and the system's."""
    beside = sorted(Path(sys.base_prefix).parent.glob("*/bin/python3"))
    found = []
    for path in [*beside, Path("/usr/bin/python3")]:
        done = subprocess.run(
            [path, "-I", "-S", "-c", "import sys; print(*sys.version_info[:2])"],
            capture_output=True,
            check=False,
            text=True,
        )
        version = tuple(map(int, done.stdout.split())) if done.returncode == 0 else (0, 0)
        if version >= (3, 11) and version != sys.version_info[:2]:
            found.append(str(path))
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("portable")
    write_policies(folder / "p")
    assert run(["bundle", "build", str(folder / "p"), "--format", "pyz", "-o", str(folder / "acme.pyz")]) == 0
    return folder


def start(
    pyz: Path, *words: str, python: str = BARE, stdin: bytes = b"", home: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """With nothing of this environment: no packages, no variables, no shfmt on the PATH."""
    return subprocess.run(
        [python, "-I", str(pyz), *words],
        input=stdin,
        capture_output=True,
        check=False,
        env={"PATH": "/nonexistent", **({"HOME": str(home)} if home else {})},
        cwd=home or "/",
    )


def place(folder: Path) -> list[str]:
    return ["--client", "claude-code", "--scope", "managed", "--root", str(folder / "root")]


def decide(folder: Path, line: str = "cd x && npm install") -> subprocess.CompletedProcess[bytes]:
    settings = json.loads((folder / "root/etc/claude-code/managed-settings.json").read_text())
    command = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    call = json.dumps({**CALL, "tool_input": {"command": line}}).encode()
    return subprocess.run(["/bin/sh", "-c", command], input=call, capture_output=True, check=False)


def test_it_installs_decides_examines_and_leaves(made: Path, tmp_path: Path) -> None:
    pyz = made / "acme.pyz"
    done = start(pyz, "install", *place(tmp_path))
    assert done.returncode == 0, done.stderr
    answer = decide(tmp_path)
    assert (answer.returncode, b"No installs." in answer.stdout) == (2, True)
    state = tmp_path / "root/var/lib/policyhooks/claude-code"
    (parser,) = (state / "bin").glob("shfmt-*")
    assert parser.stat().st_size > 1_000_000
    hook = start(pyz, "hook", "--state", str(state), "claude-code", "PreToolUse", stdin=json.dumps(CALL).encode())
    assert hook.stdout == answer.stdout
    assert start(pyz, "doctor", *place(tmp_path)).returncode == 0
    (image,) = (state / "current").glob("*.image")
    image.write_bytes(image.read_bytes() + b"x")
    assert start(pyz, "doctor", *place(tmp_path)).returncode == 1
    assert start(pyz, "uninstall", *place(tmp_path)).returncode == 0
    assert not (tmp_path / "root/etc/claude-code/managed-settings.json").exists()


def test_it_takes_itself_away(tmp_path: Path) -> None:
    """With nothing but Python, as it came. `--all` would also take what the account trusts, so it is only asked."""
    write_policies(tmp_path / "p")
    pyz = tmp_path / "acme.pyz"
    assert run(["bundle", "build", str(tmp_path / "p"), "--format", "pyz", "--layer", "user", "-o", str(pyz)]) == 0
    home = tmp_path / "home"
    home.mkdir()
    assert start(pyz, "install", "--client", "cursor", "--scope", "user", home=home).returncode == 0
    assert (home / ".cursor/hooks.json").is_file()
    asked = start(pyz, "uninstall", "--all", "--purge", "--dry-run", home=home)
    assert (asked.returncode, asked.stderr) == (0, b"")
    done = start(pyz, "uninstall", "--client", "cursor", "--scope", "user", "--purge", home=home)
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(home.iterdir()) == []


def test_it_gives_the_same_image_as_the_package(made: Path, tmp_path: Path) -> None:
    """The same code in the hook costs the same."""
    assert start(made / "acme.pyz", "install", *place(tmp_path)).returncode == 0
    assert run(["install", "--policies", str(made / "p"), *place(tmp_path / "other")]) == 0
    first, second = (
        next((folder / "root/var/lib/policyhooks/claude-code/current").glob("*.image")).stat().st_size
        for folder in (tmp_path, tmp_path / "other")
    )
    assert abs(first - second) <= 0.02 * second


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = write_policies(tmp_path / name / "deeper" if name == "two" else tmp_path / name)
        assert run(["bundle", "build", str(folder), "--format", "pyz", "-o", str(tmp_path / f"{name}.pyz")]) == 0
    assert (tmp_path / "one.pyz").read_bytes() == (tmp_path / "two.pyz").read_bytes()


@pytest.mark.parametrize("number", range(3))
def test_another_python(made: Path, tmp_path: Path, number: int) -> None:
    """Installed under one it decides there, under the other it blocks with a reason until it is installed again."""
    others = other_pythons()
    if number >= len(others):
        pytest.skip("no further Python >= 3.11 of another version here")
    python = others[number]
    done = start(made / "acme.pyz", "install", *place(tmp_path), python=python)
    assert done.returncode == 0, done.stderr
    assert b"No installs." in decide(tmp_path).stdout
    state = tmp_path / "root/var/lib/policyhooks/claude-code"
    line = [BARE, "-I", "-S", f"{state}/hook.py", "claude-code", "PreToolUse", "20"]
    wrong = subprocess.run(line, input=json.dumps(CALL).encode(), capture_output=True, check=False)
    assert wrong.returncode == 2
    assert b"installed for Python" in wrong.stderr
    assert start(made / "acme.pyz", "install", *place(tmp_path)).returncode == 0
    assert b"No installs." in decide(tmp_path).stdout


@needs_ssh_keygen
def test_the_bundle_inside_is_verified_like_any_other(tmp_path: Path) -> None:
    alice = make_key(tmp_path, "alice")
    bundle, pyz = build(tmp_path), tmp_path / "acme.pyz"
    signers = tmp_path / "root/etc/policyhooks/allowed_signers"
    signers.parent.mkdir(parents=True)
    signers.write_text(line_of(alice, "a@x"))
    wrap = ["bundle", "build", str(bundle), "--format", "pyz", "-o", str(pyz)]
    assert run(wrap) == 0
    assert start(pyz, "install", *place(tmp_path)).returncode == 7
    assert start(pyz, "verify").returncode == 7
    assert start(pyz, "verify", "--allowed-signers", str(signers)).returncode == 7
    assert run(["bundle", "sign", str(bundle), "--key", str(alice)]) == 0
    assert run(wrap) == 0
    assert start(pyz, "verify", "--allowed-signers", str(signers)).returncode == 0
    assert start(pyz, "install", *place(tmp_path)).returncode == 0
    assert b"No installs." in decide(tmp_path).stdout


def test_a_damaged_parser_is_refused(made: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pyz"
    with zipfile.ZipFile(made / "acme.pyz") as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"#!/bin/sh\n" if name.startswith("natives/") else old.read(name))
    done = start(broken, "install", *place(tmp_path))
    assert done.returncode == 1
    assert b"damaged" in done.stderr
    assert not (tmp_path / "root/etc").exists()


def test_another_layer_is_refused(made: Path, tmp_path: Path) -> None:
    words = ["--client", "claude-code", "--scope", "user", "--root", str(tmp_path / "home")]
    done = start(made / "acme.pyz", "install", *words)
    assert done.returncode == 2
    assert b"--layer user" in done.stderr


def test_re2_is_shipped_when_a_pattern_needs_it(tmp_path: Path) -> None:
    condition = 'shell.command.matches("(npm|n.*m) (i.*)*(install|x.*y)+")'
    hard = POLICY.replace("params.words.exists(word, shell.command.contains(word))", condition)
    write_policies(tmp_path / "p", hard)
    pyz = tmp_path / "hard.pyz"
    assert run(["bundle", "build", str(tmp_path / "p"), "--format", "pyz", "-o", str(pyz)]) == 0
    done = start(pyz, "install", *place(tmp_path))
    assert done.returncode == 0, done.stderr
    assert b"No installs." in decide(tmp_path).stdout
    assert list((tmp_path / "root/var/lib/policyhooks/claude-code/bin").glob("re2-*"))
    for python in other_pythons()[:1]:  # another ABI: refused with a reason, what was active stays
        done = start(pyz, "install", *place(tmp_path), python=python)
        assert done.returncode == 1
        assert b"need RE2" in done.stderr
        assert b"No installs." in decide(tmp_path).stdout


def test_a_plugin_folder(tmp_path: Path) -> None:
    write_policies(tmp_path / "p")
    folder = tmp_path / "plugin"
    make = ["bundle", "build", str(tmp_path / "p"), "--format", "plugin", "-o", str(folder)]
    assert run(make) == 2
    assert run([*make, "--layer", "user"]) == 0
    assert json.loads((folder / ".claude-plugin/plugin.json").read_text())["name"] == "acme"
    hooks = json.loads((folder / "hooks/hooks.json").read_text())["hooks"]
    command = hooks["PreToolUse"][0]["hooks"][0]["command"]
    environ = {"PATH": f"{Path(BARE).parent}:/usr/bin:/bin", "CLAUDE_PLUGIN_ROOT": str(folder)}
    data = json.dumps(CALL).encode()
    for _ in range(2):  # the first call makes the program
        done = subprocess.run(["/bin/sh", "-c", command], input=data, capture_output=True, check=False, env=environ)
        assert (done.returncode, b"No installs." in done.stdout) == (2, True), done.stderr
    (folder / "state/bin/hook").unlink()
    (folder / "bundle.pyz").unlink()
    done = subprocess.run(["/bin/sh", "-c", command], input=data, capture_output=True, check=False, env=environ)
    assert done.returncode == 2
    assert b"could not run" in done.stderr


SECOND = """\
  - id: no-yarn
    match: {events: [shell.before], commands: ["yarn add"]}
    effect: deny
    message: {user: "No yarn.", agent: "Use npm ci."}
    tests: {deny: ["yarn add x"], quiet: ["yarn"]}
"""


def test_it_weakens_nothing_by_accident(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is installed is listed rule by rule before it goes, as by any installation, and the other way round."""
    narrow = POLICY.replace("contains(word))", 'contains(word) || shell.command.contains("npm i "))')
    write_policies(tmp_path / "more", narrow + SECOND)
    assert run(["install", "--policies", str(tmp_path / "more"), *place(tmp_path)]) == 0
    pyz = made / "acme.pyz"
    done = start(pyz, "install", *place(tmp_path))
    told = done.stderr.decode()
    assert done.returncode == 2
    assert "weaker: acme.small/no-yarn: removed: was deny, enforce" in told
    assert "weaker: acme.small/no-install: condition changed" in told
    assert "this would drop or weaken 2 installed rules, or may, so nothing was written" in told
    assert "--replace" in told
    assert b"No yarn." in decide(tmp_path, "yarn add x").stdout
    done = start(pyz, "install", "--replace", *place(tmp_path))
    assert done.returncode == 0, done.stderr
    assert b"drops or weakens 2 installed rules" in done.stderr
    assert b"No yarn." not in decide(tmp_path, "yarn add x").stdout
    assert start(pyz, "install", *place(tmp_path)).returncode == 0  # the same again
    write_policies(tmp_path / "less", POLICY.replace("exists(word, ", 'exists(word, word != "x" && '))
    capsys.readouterr()
    assert run(["install", "--policies", str(tmp_path / "less"), *place(tmp_path)]) == 2
    assert "weaker: acme.small/no-install: condition changed" in capsys.readouterr().err


def test_without_a_record_the_programs_are_compared(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_policies(tmp_path / "more", POLICY + SECOND)
    assert run(["install", "--policies", str(tmp_path / "more"), *place(tmp_path)]) == 0
    (tmp_path / "root/var/lib/policyhooks/claude-code/current/rules.json").unlink()
    done = start(made / "acme.pyz", "install", *place(tmp_path))
    assert done.returncode == 2
    assert b"weaker: acme.small/no-yarn: removed: was deny, enforce" in done.stderr


CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"
NEWER, OLDER = 'requires: {clients: {cursor: ">=2.4"}}\n', 'requires: {clients: {cursor: ">=1.7"}}\n'
STRICT, LOOSE = NEWER + "scripts: all\n", NEWER + "journal: {on_error: pass}\n"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Portable files of the same rules for a file that a team shares: they differ in what their Configs bind."""
    folder = tmp_path_factory.mktemp("shared")
    write_policies(folder / "p")
    for serial, (name, binds) in enumerate((("loose", LOOSE), ("strict", STRICT), ("old", OLDER))):
        (folder / f"{name}.yaml").write_text(CONFIG + binds)
        words = ["--config", str(folder / f"{name}.yaml"), "--serial", str(serial + 1)]
        words += ["--layer", "project", "--format", "pyz"]
        assert run(["bundle", "build", str(folder / "p"), *words, "-o", str(folder / f"{name}.pyz")]) == 0
    return {path.stem: path for path in folder.glob("*.pyz")}


class Clone:
    """A repository on a machine that has nothing but Python."""

    def __init__(self, folder: Path) -> None:
        self.home, self.root = folder / "home", folder / "work"
        self.home.mkdir()
        (self.root / ".git").mkdir(parents=True)
        self.file = self.root / ".cursor/hooks.json"

    def install(self, pyz: Path, *words: str, missing: str = "block") -> tuple[int, str]:
        project = self.root / "policyhooks.yaml"
        project.write_text(f"{CONFIG}project: p-00112233445566aa\nmissing: {missing}\n")
        project.chmod(0o644)
        done = start(pyz, "install", "--client", "cursor", "--root", str(self.root), *words, home=self.home)
        return done.returncode, done.stderr.decode()

    def record(self) -> Path:
        (found,) = self.home.glob(".local/state/policyhooks/projects/*/cursor/current/rules.json")
        return found


SCRIPTS, JOURNAL = "weaker: scripts: all -> fresh", "weaker: journal.on_error: deny -> pass"
LOST = "weaker: cursor preToolUse: no entry any more: nothing is decided there"
GENTLER = "weaker: missing: block -> pass for whoever has no policyhooks"


def weaker(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith("weaker: ")]


def test_a_shared_file_and_options_lose_nothing_by_accident(shared: dict[str, Path], tmp_path: Path) -> None:
    """Options, hooked events and the answer for whoever has nothing, weighed as `install` weighs them."""
    clone = Clone(tmp_path)
    assert clone.install(shared["loose"])[0] == 0
    assert clone.install(shared["strict"]) == (0, "running the bundle's own tests\n")  # stronger: no word of it
    kept = clone.file.read_bytes()
    for after, missing, told in (
        ("loose", "block", [JOURNAL, SCRIPTS]),
        ("strict", "pass", [GENTLER]),
        ("old", "pass", [SCRIPTS, LOST, GENTLER]),
    ):
        code, said = clone.install(shared[after], missing=missing)
        assert (code, [line for line in weaker(said) if line in told]) == (2, told)
        assert "add --replace" in said
        assert clone.file.read_bytes() == kept
    record = clone.record()
    record.rename(record.with_name("aside"))  # then the programs themselves are compared
    code, said = clone.install(shared["loose"])
    assert (code, weaker(said)) == (2, [JOURNAL, SCRIPTS])
    code, said = clone.install(shared["old"], "--replace", missing="pass")
    assert (code, weaker(said)[-1]) == (0, GENTLER)
    assert clone.file.read_bytes() != kept


@needs_ssh_keygen
def test_signers_do_not_speak_for_the_project(tmp_path: Path) -> None:
    """What their own earlier bundle decided they may take back; how the project answers strangers is not theirs."""
    clone, alice = Clone(tmp_path), make_key(tmp_path, "alice")
    (tmp_path / "signers").write_text(line_of(alice, "a@x"))
    trust = ["--allowed-signers", str(tmp_path / "signers")]
    made = {}
    for name, binds in (("one", STRICT), ("two", NEWER)):
        (tmp_path / "config.yaml").write_text(CONFIG + binds)
        about = f"apiVersion: policyhooks/v1\nkind: Bundle\nname: acme\nversion: '{name}'\nserial: {len(made) + 1}\n"
        words = ["--config", str(tmp_path / "config.yaml"), "--layer", "project"]
        bundle = build(tmp_path, *words, name=f"{name}.phb", about=about)
        assert run(["bundle", "sign", str(bundle), "--key", str(alice)]) == 0
        made[name] = tmp_path / f"{name}.pyz"
        assert run(["bundle", "build", str(bundle), "--format", "pyz", "-o", str(made[name])]) == 0
    assert clone.install(made["one"], *trust)[0] == 0
    code, said = clone.install(made["two"], *trust, missing="pass")
    assert code == 2, said
    assert weaker(said) == [GENTLER]
    assert clone.install(made["two"], *trust)[0] == 0


def test_a_plugins_program_weakens_nothing_by_accident(made: Path, tmp_path: Path) -> None:
    """`prepare` has no client's file, but its state may have had another program."""
    write_policies(tmp_path / "more", POLICY + SECOND)
    more = tmp_path / "more.pyz"
    assert run(["bundle", "build", str(tmp_path / "more"), "--format", "pyz", "--layer", "user", "-o", str(more)]) == 0
    state = ["--state", str(tmp_path / "state")]
    assert start(more, "prepare", *state).returncode == 0
    done = start(made / "acme.pyz", "prepare", *state)
    assert done.returncode == 2
    assert b"weaker: acme.small/no-yarn: removed: was deny, enforce" in done.stderr
