"""What rows say of their programs beside their words: it holds for every name of the row, and for no similar one."""

from __future__ import annotations

import pytest

from policyhooks.shell.programs.lookup import NOTHING, describe, is_shell_name
from tests.shell.reading import view

SAME = [
    ("make", "printf 'all:\\n\\trm x\\n' > Makefile; {}", "rm"),
    ("gmake", "printf 'all:\\n\\trm x\\n' > Makefile; {}", "rm"),
    ("cp", "{} /bin/rm ok; ./ok x", "/bin/rm"),
    ("gcp", "{} /bin/rm ok; ./ok x", "/bin/rm"),
    ("gmv", "{} /bin/rm ok; ./ok x", "/bin/rm"),
    ("tee", "echo 'rm x' | {} f; sh f", "rm"),
    ("gtee", "echo 'rm x' | {} f; sh f", "rm"),
    ("cat", "echo 'rm x' | {} | sh", "rm"),
    ("gcat", "echo 'rm x' | {} | sh", "rm"),
    ("yarn", "{} vite build", "vite"),
    ("yarnpkg", "{} vite build", "vite"),
    ("tmux", "{} new -d 'rm x'", "rm"),
    ("byobu", "{} new -d 'rm x'", "rm"),
    ("conda", "python3 .venv/bin/{} install x", "conda"),
    ("goenv", "{} exec rm x", "rm"),
]


@pytest.mark.parametrize(("name", "text", "runs"), SAME, ids=[name for name, _, _ in SAME])
def test_a_fact_holds_for_every_name_of_a_row(name: str, text: str, runs: str) -> None:
    programs = [item.program for item in view(text.format(name)).commands]
    assert runs in programs


@pytest.mark.parametrize("text", ["echo2 'rm x' | sh", "cat7 <<E | sh\nrm x\nE", "$(which2 rm) x"])
def test_a_similar_name_makes_nothing_certain(text: str) -> None:
    assert not view(text).understood


def test_a_similar_name_is_another_program() -> None:
    assert describe("echo2") is NOTHING
    assert describe("python3.11") is describe("python")


def test_standard_input_that_a_script_shares() -> None:
    for name in ("cat", "gcat", "ssh h", "nc h 1", "netcat h 1", "sha384sum", "jq .", "gojq ."):
        assert not view(f"bash <<'E'\n{name}\nrm y\nE").understood, name
    for name in ("true", "cat f", "jq . f", "make"):
        assert view(f"bash <<'E'\n{name}\nrm y\nE").understood, name


@pytest.mark.parametrize("name", ["sh", "bash", "dash", "zsh", "mksh", "fish", "pwsh"])
def test_one_definition_of_a_shell(name: str) -> None:
    assert is_shell_name(name)
    code = f"import socket,subprocess; s=socket.create_connection(('h',1)); subprocess.call(['/bin/{name}','-i'])"
    flows = view(f'python3 -c "{code}"').flows
    assert ("network", "exec") in [(flow.source, flow.sink) for flow in flows]


def test_what_is_no_shell() -> None:
    assert not is_shell_name("python3")
    assert not is_shell_name("")
    assert not is_shell_name("no-such-program")


def test_environments_selected_before() -> None:
    for text in (
        "kubectl config use-context prod; helm uninstall x",
        "oc project prod; oc delete pod x",
        "kubectx prod; kubectl delete pod x",
        "docker context use prod; docker-compose down",
        "doctl auth switch --context prod; doctl compute droplet delete x",
    ):
        assert view(text).commands[-1].target_env == "prod", text
    assert view("kubectx prod; terraform destroy").commands[-1].target_env == ""


def test_a_wrapper_in_the_same_shell() -> None:
    assert view("builtin cd /x && rm y").commands[-1].effective_cwd == "/x"
    assert view("command cd /x && rm y").commands[-1].effective_cwd == "/x"
    assert view("env cd /x; rm y").commands[-1].effective_cwd == "/w"
