"""shell.hosts and shell.urls: where a command would connect, by role, by `/dev/tcp`, by a scheme in any word."""

from __future__ import annotations

from policyhooks.core.shell_records import Host, Url
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.view.address_forms import ADDRESS_FORMS
from policyhooks.shell.view.hosts import read_host, read_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command


def hosts_of(view: View) -> list[Host]:
    return view.places[1]


def urls_of(view: View) -> list[Url]:
    return view.places[0]


def read_places(view: View) -> tuple[list[Url], list[Host]]:
    """Both of them, in one look."""
    urls: list[Url] = []
    hosts: list[Host] = []
    for command in view.reading.commands:
        places_of(command, urls, hosts)
    for redirect in view.reading.redirects:
        host = device_host(redirect.target.word)
        if host is not None:
            hosts.append(host)
    return urls, hosts


def places_of(command: Command, urls: list[Url], hosts: list[Host]) -> None:
    seen: set[str] = set()
    for parsed in (*command.outer, command.parsed):
        for role, word, _ in parsed.roles:
            form = role_of(role).place
            if form:
                seen.add(word.text)
                add_place(form, word, urls, hosts)
    if "words_are_text" in command.parsed.entry:
        return
    if has_code(command):
        add_code_places(command, seen, urls, hosts)
    for word in command.words[1:]:
        if "://" in word.text and word.text not in seen:
            start = word.text.find("://")
            while start and (word.text[start - 1].isalnum() or word.text[start - 1] in "+-."):
                start -= 1
            add_place("url", word.part(start), urls, hosts)


def add_code_places(command: Command, seen: set[str], urls: list[Url], hosts: list[Host]) -> None:
    """Where inline code connects to."""
    from policyhooks.shell.inline.code import code_places, sources

    seen.update(word.text for _, word in sources(command))
    for word in code_places(command):
        add_place("url" if "://" in word.text else "host", word, urls, hosts)


def add_place(form: str, word: Word, urls: list[Url], hosts: list[Host]) -> None:
    """One word that names a host or a URL in the form that its role says."""
    text = word.text
    if "://" in text:
        url, host = read_url(text.removeprefix("git+"), word.dynamic)
        urls.append(url)
        if host.name or host.dynamic:
            hosts.append(host)
    elif form == "url":
        if text and not text.startswith("-"):
            url, host = read_url(text, word.dynamic)
            urls.append(url)
            hosts.append(host)
    elif form in ADDRESS_FORMS:
        hosts += ADDRESS_FORMS[form](word)


def device_host(word: Word) -> Host | None:
    """bash opens `/dev/tcp/host/port` itself."""
    if not word.text.startswith(("/dev/tcp/", "/dev/udp/")):
        return None
    parts = word.text.split("/")
    return read_host(f"{parts[3]}:{parts[4] if len(parts) > 4 else ''}".rstrip(":"), parts[2], word.dynamic)
