"""Bundles that policyhooks.yaml names by reference and digest: taken like packs, after trust, and only as pinned."""

import http.server
import io
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.bundle.archive import Container, assemble, disassemble
from policyhooks.cli.main import run
from policyhooks.compiler.shelf import archive_of, shelf_folder, sources_of
from policyhooks.installation.project_file import NAME
from tests.cli.test_committed import payload
from tests.support.bundles import POLICY, build, line_of, make_key, needs_ssh_keygen, signed
from tests.support.homes import move_home

pytestmark = needs_ssh_keygen

LIBRARY = """\
apiVersion: policyhooks/v1
kind: Library
metadata: {id: acme.words, title: Words, owner: appsec@acme.example}
lists: {tools: [terraform]}
"""
OWN = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.own, title: Own, owner: appsec@acme.example}
imports: [acme.words]
rules:
  - id: no-tools
    match: {events: [shell.before]}
    when: shell.commands.exists(c, c.name in lists.tools)
    effect: ask
    message: {user: "Tools.", agent: "Ask."}
    tests: {ask: ["terraform plan"], quiet: ["ls"]}
"""
CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
clients: [claude-code]
bundles:
  - source: SOURCE
    digest: DIGEST
"""
DENIED = ["explain", "--shell", "npm install left-pad", "--format", "json"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One signed bundle with a library, and the key that signed it."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "policies-acme.phb").mkdir()
    (folder / "policies-acme.phb" / "words.yaml").write_text(LIBRARY)
    plain = build(folder)
    key = make_key(folder, "key")
    (folder / "signed.phb").write_bytes(signed(disassemble(plain.read_bytes()).archive, key))
    return folder


@pytest.fixture
def project(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the bundle in it, trusted by nobody yet."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    move_home(monkeypatch, tmp_path / "home")
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    (root / "vendor").mkdir()
    shutil.copy(made / "signed.phb", root / "vendor" / "acme.phb")
    write(root)
    monkeypatch.chdir(root)
    return root


def digest_of(path: Path) -> str:
    return Container(disassemble(path.read_bytes()).archive, ()).digest


def write(root: Path, source: str = "vendor/acme.phb", digest: str = "", more: str = "") -> None:
    digest = digest or f"sha256:{digest_of(root / 'vendor' / 'acme.phb')}"
    (root / NAME).write_text(CONFIG.replace("SOURCE", source).replace("DIGEST", digest) + more)
    (root / NAME).chmod(0o644)


def trust() -> None:
    assert run(["trust", NAME, "--yes"]) == 0


def test_before_trust_it_counts_for_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["check"], ["test"], DENIED, ["install"], ["bundle", "fetch"], ["compile", "-o", "out"]):
        capsys.readouterr()
        assert run(words) == 7, words
        told = capsys.readouterr()
        assert "is not trusted" in told.err
        assert not told.out
    assert not shelf_folder().exists()
    assert not (project / ".claude").exists()


def test_trust_shows_what_would_be_taken(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trust()
    out = capsys.readouterr().out
    assert f"vendor/acme.phb: 1 rule, sha256:{digest_of(project / 'vendor' / 'acme.phb')}" in out
    assert "take packs    none" in out


def test_it_is_taken_like_a_pack(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "policies").mkdir()
    (project / "policies" / "own.yaml").write_text(OWN)
    write(project, more="policies: [policies]\nparams: {acme.small: {words: [npm install, yarn add]}}\n")
    trust()
    assert run(["check"]) == 0
    assert run(["test"]) == 0
    assert run(["test", "--config", NAME]) == 0
    capsys.readouterr()
    assert run(["explain", "--shell", "yarn add x", "--format", "json"]) == 0
    assert "acme.small/no-install" in capsys.readouterr().out
    assert run(["install"]) == 0
    capsys.readouterr()
    assert run(["explain", "--shell", "yarn add x"]) == 0
    told = capsys.readouterr()
    assert "generation 1" in told.err
    assert "acme.small/no-install" in told.out


def test_the_tests_of_a_bundle_alone_are_run(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trust()
    assert run(["test"]) == 0
    assert "small.yaml .. 2 passed" in capsys.readouterr().out


def spoil(root: Path, made: Path, how: str) -> None:
    """One thing that is wrong with the bundle."""
    path = root / "vendor" / "acme.phb"
    archive = disassemble(path.read_bytes()).archive
    if how == "absent":
        path.unlink()
    elif how == "unsigned":
        path.write_bytes(assemble(archive))
    elif how == "changed":
        other = build(root / "other", policy=POLICY.replace("npm install", "npm add"))
        path.write_bytes(signed(disassemble(other.read_bytes()).archive, made / "key"))
    elif how == "bytes":
        path.write_bytes(path.read_bytes().replace(b"Use npm ci.", b"Use npm xx."))
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:-3])
    elif how == "link":
        path.rename(root.parent / "outside.phb")
        path.symlink_to(root.parent / "outside.phb")


WRONG = [
    ("absent", "missing-bundle", "there is no bundle `vendor/acme.phb`"),
    ("unsigned", "refused-bundle", "the bundle `vendor/acme.phb` is not signed"),
    ("changed", "changed-bundle", "`vendor/acme.phb` is another bundle: its digest is sha256:"),
    ("bytes", "changed-bundle", "`vendor/acme.phb` is another bundle: its digest is sha256:"),
    ("cut", "refused-bundle", "`vendor/acme.phb`:"),
    ("link", "path-outside", "`vendor/acme.phb` is a link that leads out of the repository"),
]


@pytest.mark.parametrize(("how", "code", "message"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_wrong_is_said_at_its_line(
    project: Path, made: Path, capsys: pytest.CaptureFixture[str], how: str, code: str, message: str
) -> None:
    trust()
    spoil(project, made, how)
    for words in (["check"], ["test"], ["install"], DENIED):
        capsys.readouterr()
        assert run(words) == 3, words
        told = "".join(capsys.readouterr())
        assert f"error[{code}]: {message}" in told
        assert f"{NAME}:" in told
    assert not (project / ".claude").exists()


def test_a_trust_root_has_the_last_word(project: Path, made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The digest is right and the file is named: who may sign still holds."""
    root = project.parent / "home/.config/policyhooks/allowed_signers"
    root.parent.mkdir(parents=True)
    root.write_text(line_of(make_key(project, "other"), "somebody@acme.example"))
    root.chmod(0o600)
    assert run(["check", "--config", NAME]) == 3
    assert "0 of the 1 trusted signatures" in capsys.readouterr().out
    root.write_text(line_of(made / "key", "appsec@acme.example"))
    assert run(["check", "--config", NAME]) == 0


def test_what_its_own_config_binds_is_not_lost_silently(
    project: Path, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "c.yaml").write_text("apiVersion: policyhooks/v1\nkind: Config\nprofile: strict\n")
    bound = build(project / "b", "--config", str(project / "c.yaml"))
    target = project / "vendor" / "acme.phb"
    target.write_bytes(signed(disassemble(bound.read_bytes()).archive, made / "key"))
    write(project)
    assert run(["check", "--config", NAME]) == 3
    assert "`vendor/acme.phb` binds `profile` in a Config of its own" in capsys.readouterr().out


def test_what_lies_on_the_shelf_is_looked_at_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trust()
    sources = sources_of(digest_of(project / "vendor" / "acme.phb"))
    assert shelf_folder().stat().st_mode & 0o777 == 0o700
    assert not [path for path in shelf_folder().rglob("*") if path.stat().st_mode & 0o077]
    (sources / "small.yaml").write_text(POLICY.replace("effect: deny", "effect: ask"))
    (sources / "more.yaml").write_text(OWN)
    capsys.readouterr()
    assert run(DENIED) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "deny"
    assert not (sources / "more.yaml").exists()


class _Serve(http.server.BaseHTTPRequestHandler):
    data = b""
    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        self.send_response(200 if self.data else 404)
        self.send_header("Content-Length", str(len(self.data)))
        self.end_headers()
        self.wfile.write(self.data)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server(made: Path) -> Iterator[tuple[str, type[_Serve]]]:
    handler = type("Serve", (_Serve,), {"data": (made / "signed.phb").read_bytes(), "asked": 0})
    running = http.server.HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}/acme.phb", handler
    running.shutdown()
    thread.join()
    running.server_close()


def test_nothing_is_fetched_on_a_repositorys_word(
    project: Path, server: tuple[str, type[_Serve]], capsys: pytest.CaptureFixture[str]
) -> None:
    address, handler = server
    write(project, address)
    for words in (["check"], ["trust", NAME, "--yes"], ["check", "--config", NAME], ["install"], ["bundle", "fetch"]):
        assert run(words) in (3, 7), words
    told = "".join(capsys.readouterr())
    assert f"the bundle `{address}` was not fetched yet" in told
    assert f"policyhooks bundle fetch {NAME}" in told
    assert handler.asked == 0
    assert run(["bundle", "fetch", NAME]) == 0
    assert handler.asked == 1
    assert f"verified acme 1.4.0, serial 14, from {address}" in capsys.readouterr().out
    trust()
    assert run(["check"]) == 0
    assert run(["install"]) == 0
    assert handler.asked == 1


def test_an_address_that_gives_nothing_leaves_what_is_installed_in_force(
    project: Path, server: tuple[str, type[_Serve]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The bundle is gone from its address, then from the shelf: nothing renews, and nothing stops deciding."""
    address, handler = server
    write(project, address)
    assert run(["bundle", "fetch", NAME]) == 0
    trust()
    assert run(["install"]) == 0
    written = (project / ".claude/settings.json").read_bytes()
    handler.data = b""
    for spoiled in (lambda: None, lambda: shutil.rmtree(shelf_folder())):
        spoiled()
        capsys.readouterr()
        assert run(["bundle", "fetch", NAME]) == 1
        told = capsys.readouterr().err
        assert f"`{address}`: the server says 404" in told
        assert "what is installed stays in force" in told
    assert run(["install"]) == 3
    assert "was not fetched yet" in capsys.readouterr().err
    assert (project / ".claude/settings.json").read_bytes() == written
    line = json.loads(written)["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    event = json.dumps(payload("claude-code", project, "npm install")).encode()
    environ = {"HOME": str(project.parent / "home"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["/bin/sh", "-c", line], input=event, env=environ, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"Use npm ci." in done.stdout


def test_another_bundle_at_the_address_is_refused(
    project: Path, server: tuple[str, type[_Serve]], capsys: pytest.CaptureFixture[str]
) -> None:
    address, _ = server
    write(project, address, "0f" * 32)
    assert run(["bundle", "fetch", NAME]) == 3
    assert "changed-bundle" in capsys.readouterr().err
    assert not archive_of("0f" * 32).exists()


FORMS = [
    ("/etc/acme.phb", "path-outside"),
    ("../acme.phb", "path-outside"),
    ("acme.tar", "bad-value"),
    ("https://user:secret@acme.example/acme.phb", "bad-value"),
    ("file:///etc/acme.phb", "bad-value"),
    ("ext::sh -c id", "bad-value"),
]


@pytest.mark.parametrize(("source", "code"), FORMS)
def test_references_have_a_form(project: Path, capsys: pytest.CaptureFixture[str], source: str, code: str) -> None:
    write(project, json.dumps(source))
    assert run(["check"]) == 3
    assert f"error[{code}]" in capsys.readouterr().out


def test_purge_takes_the_shelf_away(project: Path) -> None:
    trust()
    assert run(["install"]) == 0
    assert shelf_folder().is_dir()
    assert run(["uninstall", "--all", "--purge"]) == 0
    assert not shelf_folder().exists()
