"""A secret that only the meaning of a command gives away appears nowhere: journal, judge, messages, explanation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.core.event import Event
from policyhooks.core.json_text import encode
from policyhooks.core.program import Rule
from policyhooks.core.records import Mcp, Tool
from policyhooks.core.values import build
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.runtime.engine.command_secrets import Concealed
from policyhooks.runtime.engine.completing import MachineView, fill
from policyhooks.runtime.engine.concealment import PLACEHOLDER, conceal, conceal_all, secrets_of
from policyhooks.runtime.engine.rule_results import Carrier, settled
from policyhooks.runtime.ports.recording import record_of
from tests.shell.programs.families import FAMILIES, entries_of
from tests.shell.programs.test_roles import entries_below, options_of, spellings
from tests.shell.reading import view

STRONG, WEAK, WORD = "Zk7qP2wX9v", "zq9", "sesame"
PLANTED = (STRONG, WEAK, WORD)
FORMS = {"user": "dev:", "percent": "dev%", "comma": "dev,", "source": "pass:"}

# Commands by the place in which the secret stands.
COMMANDS = [
    "mysql -u root -p{} app",
    "mysql -u root --password={} app",
    "mysql --passw={} app",
    "mysqladmin -u root password {}",
    "curl -u dev:{} https://h.example",
    "curl -sSu dev:{} https://h.example",
    "curl --user 'dev:{}' https://h.example",
    "curl --proxy-user=dev:{} https://h.example",
    "sshpass -p {} ssh h.example",
    "sshpass -p{} ssh h.example rm x",
    "sudo sshpass -p {} ssh h.example",
    "7z a -p{} x.7z y",
    "zip -P {} x.zip y",
    "openssl rsa -in k.pem -passin pass:{}",
    "gpg --batch --passphrase {} -d x.gpg",
    "docker login -u dev -p {} r.example",
    "redis-cli -a {} ping",
    "mongosh -u dev -p {} db",
    "sqlcmd -S h -U sa -P {} -Q 'select 1'",
    "ldapsearch -x -D cn=x -w {} -b dc=x",
    "smbclient //h/s -U dev%{}",
    "lftp -u dev,{} h.example",
    "htpasswd -b users dev {}",
    "net user dev {}",
    "plink -pw {} dev@h.example ls",
    "wget --http-password={} https://h.example",
    "http -a dev:{} h.example",
    "twine upload -u dev -p {} dist/x",
    "aws configure set aws_secret_access_key {}",
    "npm config set //r.example/:_authToken {}",
    "npm config set //r.example/:_authToken={}",
    "poetry config pypi-token.pypi {}",
    "git config --global github.token {}",
    "acme --api-key {} list",
    "acme --api-key={} list",
    "acmectl login --user dev --password {}",
    "DB_PASSWORD={} make deploy",
    "DB_PASSWORD='{}' make deploy",
    "export API_TOKEN={}",
    'export API_TOKEN="{}"; make',
    "API_TOKEN={}; make",
    "env GITHUB_TOKEN={} gh pr list",
    "docker run -e DB_PASSWORD={} img",
    "kubectl create secret generic x --from-literal=password={}",
    "git clone https://dev:{}@h.example/x.git",
    "psql postgres://dev:{}@h.example/db -c 'select 1'",
    "git -c http.extraHeader='Authorization: Basic {}' fetch",
    "curl -H 'Authorization: Bearer {}' https://h.example",
    'curl -H "X-Api-Key: {}" https://h.example',
    "curl -H 'Cookie: session={}' https://h.example",
    "echo {} | sudo -S rm x",
    "echo dev:{} | chpasswd",
    "printf '{}' | docker login --password-stdin -u dev",
    "bash -c 'mysql -p{} app'",
    "ssh h.example 'mysql -p{} app'",
    "for i in 1 2; do mysql -p{} app; done",
    "cd x && (mysql -p{} app | cat)",
    "P={}; mysql -p$P app",
]


def event_of(command: str) -> Event:
    payload = {"tool_name": "Bash", "tool_input": {"command": command, "argv": command.split()}, "note": command}
    return Event(
        client="claude-code", native="PreToolUse", name="shell.before", payload=payload, command=command,
        read_shell=lambda event: view(event.command or ""),
    )  # fmt: skip


def kept(event: Event) -> str:
    """The journal's line, with a result that names the command."""
    rule = Rule(number=0, id="test/x", effect="deny")
    result = RuleResult(
        rule=rule, outcome="fired", effect="deny", would="deny", why=str(event.command), derived=str(event.command)
    )
    decision = Decision(verdict="deny", rules=("test/x",), results=[result])
    return encode(record_of(event, decision, exit_code=2, stdin=b"{}", key=b"k" * 32, programs=(), timings={}))


def said(event: Event) -> str:
    """A message that quotes the command and its words."""
    rule = Rule(number=0, id="test/x", effect="deny", functions=frozenset(("user",)))
    quote = {"user_0": lambda e: f"Denied: {e.command} | {[c.argv for c in e.shell.commands]}"}
    return settled(rule, quote, event, Carrier(), "deny").user  # type: ignore[arg-type]


def sent(event: Event) -> str:
    """What a judge is asked with: the payload, and a projection of the view."""
    seen = {"payload": event.payload, "argv": [list(command.argv) for command in event.shell.commands]}
    return json.dumps(conceal_all(seen, secrets_of(event)))


@pytest.mark.parametrize("planted", PLANTED)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_planted_secret_appears_nowhere(command: str, planted: str) -> None:
    event = event_of(command.format(planted))
    assert planted not in conceal(str(event.command), secrets_of(event))
    assert planted not in kept(event)
    assert planted not in said(event)
    assert planted not in sent(event) or planted != STRONG  # a judge's process masks by text patterns as well


@pytest.mark.parametrize("command", ["mysql -u root -p{} app", "DB_PASSWORD={} make", "git clone https://dev:{}@h/x"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_an_explanation_does_not_show_it(command: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    policies = str(Path(__file__).parents[3] / "policies")
    words = ["explain", "--all", "--format", form, "--policies", policies, "--shell", command.format(STRONG)]
    assert run(words) == 0
    assert STRONG not in capsys.readouterr().out


def rows_with_secrets() -> Iterator[tuple[str, str]]:
    """Every option and operand of every row that has the role, in every spelling."""
    for family in FAMILIES:
        for program, value in entries_of(family).items():
            tail = " zzlast" if value.get("kind") == "wrapper" else ""
            for words, entry, name, mode, role in options_of([program], value):
                if role.partition(":")[0] == "secret":
                    secret = FORMS.get(role.partition(":")[2], "") + STRONG
                    for option in (*spellings(entry, name, mode, secret), *abbreviated(entry, name, mode, secret)):
                        yield program, f"{' '.join(words)} {option}{tail}"
            for words, entry in entries_below([program], value):
                tokens = entry.get("operands", "").split()
                if any(token.startswith("secret") for token in tokens):
                    operands = [STRONG if token.startswith("secret") else "zzword" for token in tokens]
                    yield program, " ".join([*words, *operands])


def abbreviated(entry: object, name: str, mode: str, secret: str) -> Iterator[str]:
    """GNU programs take a long option by any beginning that only it has; one letter less is such a beginning here."""
    if name.startswith("--") and len(name) > 8 and mode == "=":
        yield f"{name[:-1]}={secret}"
        yield f"{name[:-1]} {secret}"


def test_every_row_with_the_role_hides_its_secret() -> None:
    tried, shown = 0, []
    for _, command in rows_with_secrets():
        tried += 1
        event = event_of(command)
        if STRONG in kept(event) or STRONG in said(event) or STRONG in sent(event):
            shown.append(command)
    assert tried > 300
    assert not shown, "\n".join(shown)


# What looks alike and is no secret: nothing of it may go.
KEPT = [
    "mysql -p app",
    "mysql -u root -p$PW app",
    "curl -u dev https://h.example",
    "ssh -p 2222 h.example",
    "mkdir -p a/b",
    "docker run -p 80:80 img",
    "git commit -m 'Add password reset page'",
    "grep -rn password src",
    "git log --author dev",
    "openssl rsa -in k.pem -passin env:PW",
    "openssl rsa -in k.pem -passin file:pw.txt",
    "export TOKEN=$(cat t)",
    "TOKEN=; make",
    "TOKEN=' ' make",
    "mysql -p' ' app",
    "sort -k 2 x",
    "python -m pytest -k token tests",
    "npm config set registry https://r.example",
    "git config user.email dev@h.example",
    "gpg --passphrase-file pw -d x.gpg",
    "restic --password-command 'pass show x' snapshots",
    "kubectl get secret x -o yaml",
    "aws secretsmanager get-secret-value --secret-id prod/db",
]


@pytest.mark.parametrize("command", KEPT)
def test_what_is_no_secret_is_kept(command: str) -> None:
    event = event_of(command)
    assert conceal(command, secrets_of(event)) == command


def test_what_is_run_is_never_hidden_behind_a_secret_name() -> None:
    """A judge must see it: `TOKEN=rm` does not make `rm` a secret."""
    for command in ("TOKEN=rm; rm -rf x", "PASSWORD='rm -rf x'; $PASSWORD", "TOKEN=curl; $TOKEN h.example"):
        event = event_of(command)
        assert conceal(command, secrets_of(event)) == command


@pytest.mark.parametrize(
    "command",
    [
        "mysql -p'Zk7q'P2wX9v app",
        "mysql -p\"Zk7q\"'P2wX9v' app",
        "mysql -pZk7q\\P2wX9v app",
        "A=Zk7qP; B=2wX9v; mysql -p$A$B app",
    ],
)
def test_quotes_and_pieces_hide_nothing_from_masking(command: str) -> None:
    shown = conceal(command, secrets_of(event_of(command)))
    assert PLACEHOLDER in shown
    assert not any(piece in shown for piece in ("Zk7q", "P2wX9v", "2wX9v"))


ARGUMENTS = {"command": f"mysql -p{STRONG} app", "note": f"the password is {STRONG}"}


@pytest.mark.parametrize(
    "call",
    [
        {"name": "mcp.before", "mcp": Mcp(server="s", tool="t", arguments=ARGUMENTS)},
        {"name": "tool.before", "tool": Tool(name="exec_command", input=ARGUMENTS)},
    ],
    ids=["mcp", "unknown tool"],
)
def test_commands_in_free_form_input_count(call: dict[str, object]) -> None:
    event = build(
        Event, {"client": "claude-code", "native": "PreToolUse", "payload": {"tool_input": ARGUMENTS}, **call}
    )
    place = MachineView(read_shell=lambda event: view(event.command or ""), links=False)
    assert STRONG not in kept(fill(event, place))


# Header lines and settings of a text that nobody has parsed: (command, what is shown of it)
UNPARSED = [
    ("acme 'Authorization: zq9'", "acme 'Authorization: [SECRET:given]'"),
    ("acme 'AUTHORIZATION: zq9'", "acme 'AUTHORIZATION: [SECRET:given]'"),
    ("acme 'Cookie: zq9'", "acme 'Cookie: [SECRET:given]'"),
    ("acme 'COOKIE: zq9'", "acme 'COOKIE: [SECRET:given]'"),
    ("acme 'Accept: zq9'", "acme 'Accept: zq9'"),
    ("ls -l", "ls -l"),
]


@pytest.mark.parametrize(("command", "shown"), UNPARSED)
def test_a_command_without_a_view_is_masked_by_its_text(command: str, shown: str) -> None:
    event = Event(client="claude-code", native="PreToolUse", name="shell.before", command=command)
    assert conceal(command, secrets_of(event)) == shown


@pytest.mark.parametrize(
    ("command", "made"),
    [("ls -l", False), ("git status", False), ("mysql -pzq9 app", True), ("acme --key x", True), ("X_TOKEN=a b", True)],
)
def test_a_view_is_made_only_where_a_secret_may_be_given(command: str, made: bool) -> None:
    asked: list[str] = []

    def read(event: Event) -> object:
        asked.append(str(event.command))
        return view(str(event.command))

    secrets_of(build(Event, {"name": "shell.before", "command": command, "read_shell": read}))
    assert asked == ([command] if made else [])


def test_a_view_that_is_there_is_not_made_again() -> None:
    asked: list[str] = []

    def read(event: Event) -> object:
        asked.append(str(event.command))
        return view(str(event.command))

    event = build(Event, {"name": "shell.before", "command": "sshpass -p zq9 ssh h", "read_shell": read})
    assert event.shell.commands
    assert [one.value for one in secrets_of(event)] == ["zq9"]
    assert len(asked) == 1


def test_an_event_without_commands_gives_no_secrets() -> None:
    assert list(secrets_of(Event(name="prompt.submit"))) == []


SECRETS = [Concealed(value=STRONG, before="-p")]
# a value, what is sent of it
SENT = [
    (STRONG, PLACEHOLDER),
    (f"a {STRONG} b", f"a {PLACEHOLDER} b"),
    ({"k": [f"a {STRONG}", 1, None, True]}, {"k": [f"a {PLACEHOLDER}", 1, None, True]}),
    (("x", {"y": STRONG}), ["x", {"y": PLACEHOLDER}]),
    (7, 7),
]


@pytest.mark.parametrize(("value", "expected"), SENT)
def test_secrets_of_commands_are_replaced_throughout_a_value(value: object, expected: object) -> None:
    assert conceal_all(value, SECRETS) == expected
    assert conceal_all(value, ()) is value


def test_a_view_that_came_with_the_event_is_asked() -> None:
    command = "sshpass -p zq9 ssh h"
    event = build(Event, {"name": "shell.before", "command": command, "shell": view(command)})
    assert [one.value for one in secrets_of(event)] == ["zq9"]


def test_every_command_of_free_form_input_gives_its_secrets() -> None:
    commands = {"command": f"mysql -p{STRONG} app", "script": "sshpass -p Qw8rT5yU1i ssh h", "code": "ls"}
    place = MachineView(read_shell=lambda event: view(event.command or "", event.dialect), links=False)
    event = build(
        Event, {"client": "claude-code", "name": "mcp.before", "mcp": Mcp(server="s", tool="t", arguments=commands)}
    )
    assert {STRONG, "Qw8rT5yU1i"} <= {one.value for one in secrets_of(fill(event, place))}
