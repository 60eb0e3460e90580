"""A client is its package and one line of the registry: its name stands nowhere else, and a new one is found by all."""

import ast
import inspect
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from policyhooks.clients.facts import Doctor, Install, doctor_of, install_of, payloads_of
from policyhooks.clients.registry import BUILD_PARTS, CLIENTS, HOT_PARTS, PACKAGES, adapter_for, tables_of
from policyhooks.image.build import closed_set
from tests.support.copies import change, copy_of_package, touched

PACKAGE = Path(__file__).parents[2] / "policyhooks"
PACKAGED = tuple(name.removeprefix("policyhooks.").replace(".", "/") + "/" for name in PACKAGES.values())
# Where a client's name stands outside its package. It only gets shorter.
ELSEWHERE = {
    "clients/registry.py": "the line",
    "clients/detection.py": "tells apart whose payload it is; asking every package would cost more than a decision",
    "compiler/model/cases.py": "an example in the reference",
    "compiler/model/config.py": "examples in the reference",
    "compiler/model/matching.py": "an example in the reference",
    "compiler/model/project.py": "an example in the reference",
    "importing/claude_permissions.py": "reads rules of that client, which hold for it",
    "importing/hookify.py": "reads rules of a plugin of that client, which hold for it",
}
# Facts about programs of these names, not about clients, and a list that is made.
OF_PROGRAMS = ("shell/", "data/", "image/profile.py")


def names_in(path: Path) -> list[int]:
    """The lines on which a literal is the name of a client."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in CLIENTS
    ]


def test_a_name_stands_in_its_package_and_in_the_registry() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith((*PACKAGED, *OF_PROGRAMS)) and (lines := names_in(path)):
            found[name] = lines
    assert found.keys() == ELSEWHERE.keys(), found


def test_the_registry_names_each_client_once() -> None:
    assert len(names_in(PACKAGE / "clients/registry.py")) == len(CLIENTS)


MEMBERS = {"parse": 3, "render": 2, "fail": 4, "rewrite": 2, "output_of": 1}


@pytest.mark.parametrize("client", CLIENTS)
def test_every_part_is_there(client: str) -> None:
    adapter = adapter_for(client)
    assert client == adapter.NAME
    assert {name: len(inspect.signature(getattr(adapter, name)).parameters) for name in MEMBERS} == MEMBERS
    rows, required, specific, with_files = tables_of(client)
    assert rows
    assert "*" in required
    assert {native for native, _ in specific} <= set(rows)
    assert isinstance(install_of(client), Install)
    assert isinstance(doctor_of(client), Doctor)
    assert set(install_of(client).left_out) <= set(rows)
    assert set(install_of(client).shorter) <= set(rows)
    assert set(install_of(client).starts) <= set(CLIENTS)
    assert payloads_of(client).common("/w")
    assert {*specific.values()} <= set(rows)
    own = {native for native in with_files if native[0].islower() == next(iter(rows))[0].islower()}
    assert own <= set(rows), "an event that it does not have"


@pytest.mark.parametrize("client", CLIENTS)
def test_editions_only_gain(client: str) -> None:
    """A file that suits a version suits every newer one, and an answer by version has an edition."""
    facts = install_of(client)
    editions = facts.editions
    assert [one.since for one in editions] == sorted({one.since for one in editions})
    for older, newer in pairwise(editions):
        assert older.natives <= newer.natives
        assert older.prompts <= newer.prompts
    assert all(one.natives <= set(tables_of(client)[0]) for one in editions)
    assert not editions or (editions[0].since == (0,) and facts.assumed and facts.programs)


def test_turns_are_all_different() -> None:
    assert sorted(payloads_of(client).TRIED for client in CLIENTS) == list(range(1, len(CLIENTS) + 1))


def test_an_image_holds_the_hot_half_alone() -> None:
    members = closed_set()
    for package in PACKAGES.values():
        assert f"{package}.{HOT_PARTS[0]}" in members
        assert not [part for part in BUILD_PARTS if f"{package}.{part}" in members]
    assert not {"policyhooks.clients.facts", "policyhooks.clients.editions"} & set(members)


TOY = {
    "__init__.py": "",
    "events.py": """
_SHELL = "session.id tool.name tool.input shell.*"
ROWS = {"before": {"shell.before": (_SHELL, "", "deny ask warn", "tool", "ask", "docs")}}
REQUIRED = {"*": "session", "before": "run"}


def tables():
    return ROWS, REQUIRED, {}, frozenset(["before"])
""",
    "parse.py": """
from policyhooks.clients.answers import SILENCE, block, closes, for_agent, reply, settle
from policyhooks.clients.catalog import required, row_of
from policyhooks.clients.fields import demand, text
from policyhooks.clients.reading import assemble, info_of
from policyhooks.core.event import Event
from policyhooks.core.records import Session, Tool

NAME = "toy"


def parse(native, payload, environ):
    demand(payload, required(NAME, native))
    command = text(payload, "run")
    parts = Event(tool=Tool(name="sh", input={"run": command}), command=command, dialect="bash")
    info = info_of(NAME, native, "shell.before", "/w", "/w")
    return assemble(payload, info, Session(id=text(payload, "session")), parts)


def render(event, decision):
    verdict = settle(row_of(event), event, decision)
    if verdict == "deny":
        return block(for_agent(decision), {"no": for_agent(decision)})
    return reply({"ask": True}) if verdict == "ask" else SILENCE


def fail(native, reason, seen=b"", guarded=True):
    return block(reason, {"no": reason}) if closes(NAME, native, guarded) else SILENCE


def rewrite(event, changes):
    return dict(event.payload)


def output_of(event):
    return None
""",
    "install.py": """
from policyhooks.clients.facts import Handler, Install, Source

INSTALL = Install(
    title="Toy",
    sources=(Source("project", ".toy/hooks.json", "entries"), Source("user", ".toy/hooks.json", "entries")),
    handler=lambda native, command, seconds, loop_limit: Handler(
        {"run": command, "command": command, "wait": seconds}
    ),
    restart="Restart Toy.",
    limits="Toy has no fail switch.",
)
""",
    "doctor.py": """
from policyhooks.clients.facts import Doctor

DOCTOR = Doctor(command_line="`toy --plain` starts it without hooks")
""",
    "payloads.py": """
TRIED = 6
NAMED = False
PROVED = {}


def common(cwd):
    return {"session": "s"}


def write(subject, native, cwd):
    return ("before", {"run": subject.command}) if subject.event == "shell.before" else None
""",
}
POLICY = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.toy, title: Toy, owner: dana@acme.example, version: 1.0.0}
match: {clients: [toy], events: [shell.before]}
rules:
  - id: no-rm
    match: {commands: [rm]}
    effect: deny
    message: {user: No deletions., agent: Move it instead.}
    tests:
      deny: [rm -r x]
      quiet: [ls]
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with a sixth client: its package, and one line."""
    folder = tmp_path_factory.mktemp("toy")
    copy = copy_of_package(folder)
    (copy / "clients/toy").mkdir()
    for name, source in TOY.items():
        (copy / "clients/toy" / name).write_text(source)
    last = '    "copilot-cli": "policyhooks.clients.copilot_cli",\n'
    change(copy, "clients/registry.py", last, last + '    "toy": "policyhooks.clients.toy",\n')
    assert touched(copy) == {"clients/registry.py", *(f"clients/toy/{name}" for name in TOY)}
    (folder / "policies").mkdir()
    (folder / "policies/toy.yaml").write_text(POLICY)
    return folder


def run(folder: Path, *arguments: str, given: str = "", code: int = 0) -> str:
    environ = {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1", "HOME": str(folder / "home")}
    environ.pop("XDG_STATE_HOME", None)
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        input=given, capture_output=True, text=True, check=False, cwd=folder, env=environ,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_new_client_is_checked_tested_and_decided(toy: Path) -> None:
    assert "toy" in run(toy, "policyhooks", "clients", "--client", "toy")
    run(toy, "policyhooks", "check", "policies")
    assert "2 passed" in run(toy, "policyhooks", "test", "policies")
    event = json.dumps({"session": "s", "run": "rm -rf x"})
    answer = run(
        toy, "policyhooks", "decide", "--policies", "policies", "--client", "toy", "--native", "before", given=event
    )
    assert "Move it instead." in answer
    assert "Move it instead." in run(toy, "policyhooks", "explain", "--policies", "policies", "--shell", "rm -r x")


def test_a_new_client_is_installed_and_its_hook_denies(toy: Path) -> None:
    (toy / "home").mkdir()
    where = ("--client", "toy", "--scope", "user", "--root", str(toy / "home"), "--state", str(toy / "state"))
    told = run(toy, "policyhooks", "install", *where, "--policies", "policies")
    assert "Restart Toy." in told
    command = json.loads((toy / "home/.toy/hooks.json").read_text())["hooks"]["before"][0]["command"]
    event = json.dumps({"session": "s", "run": "rm -rf x"})
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(toy / "home")}
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=event, capture_output=True, text=True, check=False, env=environ
    )
    assert (done.returncode, json.loads(done.stdout)) == (2, {"no": "Move it instead."}), done.stderr
    assert "toy --plain" in run(toy, "policyhooks", "doctor", *where)


def test_a_new_client_has_its_rows_in_the_reference(toy: Path) -> None:
    look = "from policyhooks.report.reference.capabilities import render; print(render())"
    script = toy / "look.py"
    script.write_text(look)
    assert "| toy | before | yes |" in run(toy, "look")
