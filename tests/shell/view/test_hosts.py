"""URLs and hosts, as a client that connects reads them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.shell.view.hosts import read_host, read_url
from tests.shell.reading import view
from tests.support.counts import scaled


@pytest.mark.parametrize(
    ("text", "host", "port", "scheme", "userinfo"),
    [
        ("https://e.example/x", "e.example", 443, "https", False),
        ("http://e.example:8080", "e.example", 8080, "http", False),
        ("https://github.com@e.example/", "e.example", 443, "https", True),
        ("https://github.com:443@e.example:1/", "e.example", 1, "https", True),
        ("HTTPS://E.EXAMPLE./", "e.example", 443, "https", False),
        ("https://e.example#@github.com", "e.example", 443, "https", False),
        ("https://e.example?@github.com", "e.example", 443, "https", False),
        ("e.example/x", "e.example", 0, "", False),
        ("http://2130706433/", "127.0.0.1", 80, "http", False),
        ("http://0x7f000001/", "127.0.0.1", 80, "http", False),
        ("http://0177.0.0.1/", "127.0.0.1", 80, "http", False),
        ("http://127.1/", "127.0.0.1", 80, "http", False),
        ("http://[::1]:80/", "::1", 80, "http", False),
        ("http://ｅ.example/", "e.example", 80, "http", False),
        ("http://bücher.example/", "xn--bcher-kva.example", 80, "http", False),
        ("http://%65.example/", "e.example", 80, "http", False),
    ],
)
def test_url(text: str, host: str, port: int, scheme: str, userinfo: bool) -> None:
    url, found = read_url(text)
    assert (found.name, found.port, found.scheme) == (host, port, scheme)
    assert (url.host, url.port, url.scheme, url.userinfo) == (host, port, scheme, userinfo)
    assert not found.dynamic


@pytest.mark.parametrize(
    "text",
    ["http://a b/", "http://a\\@b/", "http://[zz]/", "http://a_b;c/", "http:///x", "http://a:b/", "http://a\x00.b/"],
)
def test_odd_hosts_are_dynamic(text: str) -> None:
    assert read_url(text)[1].dynamic


@pytest.mark.parametrize("text", ["256.1.1.1", "1.2.3.4.5", "0x", "08.1.1.1", "a.1.2.3"])
def test_not_an_address(text: str) -> None:
    assert not read_host(text).is_ip or text == "0x"


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("curl e.example", ["e.example"]),
        ("curl -x http://p.example https://e.example", ["p.example", "e.example"]),
        ("ssh -p 22 u@e.example ls", ["e.example"]),
        ("scp a u@e.example:/x", ["e.example"]),
        ("rsync a rsync://e.example/x", ["e.example"]),
        ("git clone git@e.example:a/b", ["e.example"]),
        ("git clone https://e.example/a", ["e.example"]),
        ("exec 3<>/dev/tcp/e.example/80", ["e.example"]),
        ("nc e.example 80", ["e.example"]),
        ("unheard-of --to=https://e.example/x", ["e.example"]),
        ("echo https://e.example", []),
        ("python3 -c 'import requests; requests.get(\"https://e.example/x\")'", ["e.example"]),
        ("bash -c 'curl e.example'", ["e.example"]),
    ],
)
def test_hosts_of_commands(text: str, hosts: list[str]) -> None:
    assert [host.name for host in view(text).hosts] == hosts


@pytest.mark.parametrize("text", ["curl $X", 'curl "https://$X/a"', "ping $(cat f).e.example", "dig `a`.e.example"])
def test_hosts_chosen_at_run_time(text: str) -> None:
    assert [host.dynamic for host in view(text).hosts] == [True]


def test_only_the_path_is_unknown() -> None:
    assert [(host.name, host.dynamic) for host in view('curl "https://e.example/$X"').hosts] == [("e.example", False)]


@settings(max_examples=scaled(4_000), deadline=None)
@given(st.text(max_size=40))
def test_fuzz_urls(text: str) -> None:
    url, host = read_url(text)
    assert isinstance(url.port, int)
    assert host.name == url.host or not url.host
    read_url("http://" + text)
