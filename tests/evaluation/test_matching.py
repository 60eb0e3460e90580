"""Paths, hosts and addresses."""

from __future__ import annotations

import fnmatch
import ipaddress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.evaluation.addresses import cidr_contains, read_address
from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.matching import glob, host_matches, path_under
from tests.support.counts import scaled

GLOBS: tuple[tuple[str, str, bool], ...] = (
    ("/a/.env", "**/.env", True),
    (".env", "**/.env", True),
    ("/a/b/.env", "**/.env", True),
    ("/a/x.env", "**/.env", False),
    ("/a/.env/b", "**/.env", False),
    ("/home/dev/.ssh/id_rsa", "/home/dev/.ssh/**", True),
    ("/home/dev/.ssh/a/b", "/home/dev/.ssh/**", True),
    ("/home/dev/.ssh", "/home/dev/.ssh/**", True),
    ("/home/dev/.sshx", "/home/dev/.ssh/**", False),
    ("/a/b/c", "/a/*", False),
    ("/a/b", "/a/*", True),
    ("/a/b/c/d", "/a/**/d", True),
    ("/a/d", "/a/**/d", True),
    ("/a/b/x/b/y", "/a/**/b/y", True),
    ("a.py", "*.py", True),
    ("a/b.py", "*.py", False),
    ("abc", "a?c", True),
    ("a/c", "a?c", False),
    ("ab", "a[bc]", True),
    ("ad", "a[!bc]", True),
    ("a]", "a[]]", True),
    ("a5", "a[0-9]", True),
    ("a[", "a[", True),
    ("ab", "a[", False),
    ("", "", True),
    ("", "**", True),
    ("a", "", False),
    ("é😀", "?😀", True),
    ("a**b", "a**b", True),
    ("axxb", "a**b", True),
)
UNDER: tuple[tuple[str, str, bool], ...] = (
    ("/srv/mirror", "/srv/mirror", True),
    ("/srv/mirror/a", "/srv/mirror/", True),
    ("/srv/mirrors", "/srv/mirror", False),
    ("/srv/mirror/../../etc/passwd", "/srv/mirror", False),
    ("/srv/x/../mirror/a", "/srv/mirror", True),
    ("/srv//mirror/./a", "/srv/mirror", True),
    ("/../srv/mirror", "/srv/mirror", True),
    ("/anything", "/", True),
    ("srv/mirror/a", "/srv/mirror", False),
    ("a/b", "a", True),
    ("../a", "..", False),
    ("../a", "a", False),
    ("", "/", False),
    ("/a", "", False),
)
HOSTS: tuple[tuple[str, str, bool], ...] = (
    ("api.example.com", "*.example.com", True),
    ("a.b.example.com", "*.example.com", True),
    ("example.com", "*.example.com", False),
    ("EXAMPLE.com.", "example.COM", True),
    ("evilexample.com", "*.example.com", False),
    ("example.com.evil.net", "*.example.com", False),
    (".example.com", "*.example.com", False),
    ("", "*", False),
    ("x", "*", True),
    ("a.example.com", "example.com", False),
)
NETWORKS: tuple[tuple[str, str, bool], ...] = (
    ("10.0.0.0/8", "10.1.2.3", True),
    ("10.0.0.0/8", "11.0.0.0", False),
    ("127.0.0.1", "127.0.0.1", True),
    ("127.0.0.0/8", "2130706433", True),
    ("127.0.0.0/8", "0x7f.1", True),
    ("127.0.0.0/8", "0177.0.0.1", True),
    ("127.0.0.0/8", "127.1", True),
    ("169.254.169.254/32", "[::ffff:169.254.169.254]", True),
    ("::1/128", "0:0:0:0:0:0:0:1", True),
    ("fe80::/10", "fe80::1%eth0", True),
    ("fd00::/8", "fd12:3456::1", True),
    ("fd00::/8", "2001:db8::", False),
    ("0.0.0.0/0", "::1", False),
    ("10.0.0.0/8", "example.com", False),
    ("10.0.0.0/8", "", False),
    ("10.0.0.0/8", "10.0.0.256", False),
    ("::/0", ":::", False),
    ("::/0", "1::2::3", False),
)


@pytest.mark.parametrize(("path", "pattern", "fits"), GLOBS)
def test_glob(path: str, pattern: str, fits: bool) -> None:
    assert glob(path, pattern) is fits


@pytest.mark.parametrize(("path", "folder", "under"), UNDER)
def test_path_under(path: str, folder: str, under: bool) -> None:
    assert path_under(path, folder) is under


@pytest.mark.parametrize(("host", "pattern", "fits"), HOSTS)
def test_host_matches(host: str, pattern: str, fits: bool) -> None:
    assert host_matches(host, pattern) is fits


@pytest.mark.parametrize(("network", "address", "inside"), NETWORKS)
def test_cidr_contains(network: str, address: str, inside: bool) -> None:
    assert cidr_contains(network, address) is inside


@pytest.mark.parametrize(
    "network", ["", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "example.com/8", "::/129", "10.0.0.0/-1"]
)
def test_malformed_networks_are_errors(network: str) -> None:
    with pytest.raises(EvaluationError):
        cidr_contains(network, "10.0.0.1")


@pytest.mark.parametrize("call", [lambda: glob(1, "a"), lambda: path_under("a", None), lambda: host_matches([], "")])
def test_other_types_are_errors(call: object) -> None:
    with pytest.raises(EvaluationError):
        call()  # type: ignore[operator]


@settings(max_examples=scaled(4_000), deadline=None)
@given(st.text("ab*?[]!-", max_size=8), st.text("ab*?[]!-", max_size=8))
def test_differential_segments_with_fnmatch(text: str, pattern: str) -> None:
    if "**" not in pattern and "[" not in pattern:
        assert glob(text, pattern) == fnmatch.fnmatchcase(text, pattern)
    glob(text, pattern)


def test_a_hostile_glob_ends() -> None:
    assert not glob("a" * 3_000, "*a" * 100 + "b")
    assert not glob("/a" * 300, "**/a/" * 100 + "b")


@settings(max_examples=scaled(4_000), deadline=None)
@given(st.ip_addresses())
def test_differential_addresses(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    bits, value = read_address(str(address)) or (0, 0)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    expected = mapped or address
    assert (bits, value) == (expected.max_prefixlen, int(expected))


@settings(max_examples=scaled(4_000), deadline=None)
@given(st.text("0123456789abcdefx.:%[]", max_size=20))
def test_fuzz_addresses_never_raise(text: str) -> None:
    read_address(text)
