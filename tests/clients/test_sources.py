"""The clients' tables of their configuration: what is in them is protected, examined and installed into."""

import pytest

from policyhooks.clients.facts import Source, install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.shell.places import tag

BASES = {
    "project": "/w/project/",
    "local": "/w/project/",
    "user": "/home/dev/",
    "managed": "/",
    "plugin": "/srv/plugin/",
}
SOURCES = [(client, source) for client in CLIENTS for source in install_of(client).sources]
PLACES = [
    (Source("project", ".toy/hooks.json"), [".toy"]),
    (Source("project", ".github/toy/settings.json"), [".github/toy"]),
    (Source("managed", "etc/toy/x.json", macos="Library/Application Support/Toy/x.json"),
     ["etc/toy", "application support/toy"]),
    (Source("user", ".config/toy/*"), [".config/toy"]),
    (Source("project", ".toy.json"), [".toy.json"]),
    (Source("plugin", "hooks/hooks.json"), ["hooks/hooks.json"]),
    (Source("plugin", ".toy-plugin/plugin.json"), [".toy-plugin"]),
]  # fmt: skip


@pytest.mark.parametrize(("client", "source"), SOURCES, ids=[f"{client} {source.path}" for client, source in SOURCES])
def test_every_source_is_protected(client: str, source: Source) -> None:
    for path in filter(None, (source.path, source.macos, source.windows)):
        assert "agent_config" in tag((BASES[source.scope] + path.replace("*", "x")).casefold())


@pytest.mark.parametrize("client", CLIENTS)
def test_our_entries_have_a_file_in_each_scope_once(client: str) -> None:
    scopes = [source.scope for source in install_of(client).sources if source.holds == "entries"]
    assert len(scopes) == len(set(scopes))
    assert {"project", "user", "managed"} <= set(scopes)


@pytest.mark.parametrize(("source", "expected"), PLACES)
def test_what_a_source_protects(source: Source, expected: list[str]) -> None:
    assert list(source.places()) == expected
