"""Paths that inline code touches, by its calls; and strings that are no paths."""

from __future__ import annotations

import pytest

from tests.shell.inline.test_commands import line
from tests.shell.reading import view


def ops(lang: str, code: str) -> set[str]:
    """`op:path` of everything the code touches; `?` behind the dynamic ones, `*` behind patterns."""
    return {
        f"{path.op}:{path.norm}" + ("?" if path.dynamic else "*" if path.glob else "")
        for path in view(line(lang, code)).paths
    }


TOUCHED = [
    # Python
    ("python", "open('/srv/a').read()", {"read:/srv/a"}),
    ("python", "open('/srv/a', 'w').write('/etc/b')", {"write:/srv/a"}),
    ("python", "import io; io.FileIO('/srv/a', 'w')", {"write:/srv/a"}),
    ("python", "with open('a/b', mode='a') as f: f.write('x')", {"append:/w/a/b"}),
    ("python", "open('a/b', 'r+')", {"read:/w/a/b", "write:/w/a/b"}),
    ("python", "from pathlib import Path\nPath('a/b').write_text(Path('a/c').read_text())",
     {"write:/w/a/b", "read:/w/a/c"}),
    ("python", "from pathlib import Path\np = Path('a/b')\np.write_text(p.read_text().replace('/x', '/y'))",
     {"write:/w/a/b", "read:/w/a/b"}),
    ("python", "import pathlib\n(pathlib.Path.home() / '.ssh' / 'id_rsa').read_text()", {"read:/home/dev/.ssh/id_rsa"}),
    ("python", "import os\nopen(os.path.expanduser('~/.netrc'))", {"read:/home/dev/.netrc"}),
    ("python", "import os\nopen(os.environ['HOME'] + '/.netrc')", {"read:/home/dev/.netrc"}),
    ("python", "import os\nopen(os.path.join(os.getenv('HOME'), '.aws', 'credentials'))",
     {"read:/home/dev/.aws/credentials"}),
    ("python", "import os\nopen(f\"{os.environ.get('HOME')}/.netrc\")", {"read:/home/dev/.netrc"}),
    ("python", "import os\nos.remove('/srv/a'); os.unlink('/srv/b'); os.rmdir('/srv/c')",
     {"delete:/srv/a", "delete:/srv/b", "delete:/srv/c"}),
    ("python", "import os\nos.rename('/srv/a', '/srv/b')", {"read:/srv/a", "delete:/srv/a", "write:/srv/b"}),
    ("python", "import shutil as s\ns.rmtree('/srv/a', ignore_errors=True)", {"delete:/srv/a"}),
    ("python", "from shutil import rmtree as r\nr('/srv/a')", {"delete:/srv/a"}),
    ("python", "import shutil\nshutil.copy('/srv/a', '/srv/b')", {"read:/srv/a", "write:/srv/b"}),
    ("python", "import shutil\nshutil.move('/srv/a', '/srv/b')", {"read:/srv/a", "delete:/srv/a", "write:/srv/b"}),
    ("python", "from pathlib import Path\nPath('/srv/a').unlink(missing_ok=True)", {"delete:/srv/a"}),
    ("python", "from pathlib import Path\nPath('/srv/a').rename('/srv/b')",
     {"read:/srv/a", "delete:/srv/a", "write:/srv/b"}),
    ("python", "import os\nfor n in ['/srv/a', '/srv/b']:\n    os.remove(n)", {"delete:/srv/a", "delete:/srv/b"}),
    ("python", "from pathlib import Path\n[p.unlink() for p in Path.home().rglob('*')]", {"delete:/home/dev/*" + "*"}),
    ("python", "import glob, os\nfor f in glob.glob('build/*.o'): os.remove(f)",
     {"read:/w/build/*.o", "delete:/w/build/*.o*"}),
    ("python", "import os\nfor n in os.listdir('/srv/d'): os.remove(os.path.join('/srv/d', n))",
     {"read:/srv/d", "delete:/srv/d/**"}),
    ("python", "import os\nfor d, _, fs in os.walk('/srv/d'):\n  for f in fs: os.remove(os.path.join(d, f))",
     {"read:/srv/d", "delete:/srv/d/**", "delete:/srv/d/*/**"}),
    ("python", "import os\nos.chdir('/srv')\nos.remove('a')", {"delete:/w/a", "delete:/srv/a"}),
    ("python", "import os\nos.makedirs('a/b', exist_ok=True)\nos.chmod('a/b', 0o700)",
     {"write:/w/a/b", "chmod:/w/a/b"}),
    ("python", "import os\nos.symlink('/etc/passwd', 'a')", {"read:/etc/passwd", "link:/w/a"}),
    ("python", "import pandas as pd\npd.read_csv('d/x.csv').to_csv('d/y.csv')",
     {"read:/w/d/x.csv", "write:/w/d/y.csv"}),
    ("python", "getattr(__import__('shutil'), 'rm' + 'tree')('/sr' + 'v')", {"delete:/srv"}),
    ("python", "import os\nos.remove(bytes.fromhex('2f7372762f61').decode())", {"delete:/srv/a"}),
    # JavaScript
    ("javascript", "console.log(require('fs').readFileSync('/srv/a', 'utf8'))", {"read:/srv/a"}),
    ("javascript", "const fs = require('fs'); fs.writeFileSync('a/b', '/etc/x')", {"write:/w/a/b"}),
    ("javascript", "import {appendFile} from 'node:fs/promises'; await appendFile('a/b', 'x')", {"append:/w/a/b"}),
    ("javascript", "require('fs').rmSync('/srv/a', {recursive: true})", {"delete:/srv/a"}),
    ("javascript", "fs.unlinkSync('/srv/a'); fs.rmdirSync('/srv/b')", {"delete:/srv/a", "delete:/srv/b"}),
    ("javascript", "require('fs').promises.rm('/srv/a')", {"delete:/srv/a"}),
    ("javascript", "const {promises: fs} = require('fs'); fs.unlink('/srv/a')", {"delete:/srv/a"}),
    ("javascript", "fs.renameSync('/srv/a', '/srv/b')", {"read:/srv/a", "delete:/srv/a", "write:/srv/b"}),
    ("javascript", "const path = require('path'); fs.readFileSync(path.join(os.homedir(), '.ssh', 'id_rsa'))",
     {"read:/home/dev/.ssh/id_rsa"}),
    ("javascript", "fs.readFileSync(process.env.HOME + '/.netrc')", {"read:/home/dev/.netrc"}),
    ("javascript", "fs.readFileSync(`${process.env['HOME']}/.netrc`)", {"read:/home/dev/.netrc"}),
    ("javascript", "for (const f of ['/srv/a', '/srv/b']) fs.rmSync(f)", {"delete:/srv/a", "delete:/srv/b"}),
    ("javascript", "['/srv/a', '/srv/b'].forEach(f => fs.rmSync(f))", {"delete:/srv/a", "delete:/srv/b"}),
    ("javascript", "const p = '/srv/a'; fs.writeFileSync(p, fs.readFileSync(p, 'utf8').replace('/x', '/y'))",
     {"read:/srv/a", "write:/srv/a"}),
    ("deno", "await Deno.remove('/srv/a')", {"delete:/srv/a"}),
    ("deno", "await Deno.writeTextFile('a/b', await Deno.readTextFile('/srv/a'))", {"write:/w/a/b", "read:/srv/a"}),
    ("deno", "Deno.readTextFileSync(Deno.env.get('HOME') + '/.netrc')", {"read:/home/dev/.netrc"}),
    ("bun", "await Bun.write('a/b', await Bun.file('/srv/a').text())", {"write:/w/a/b", "read:/srv/a"}),
    # Ruby
    ("ruby", "puts File.read('/srv/a')", {"read:/srv/a"}),
    ("ruby", "File.write 'a/b', IO.read('/srv/a')", {"write:/w/a/b", "read:/srv/a"}),
    ("ruby", "File.open('a/b', 'w') { |f| f.puts '/etc/x' }", {"write:/w/a/b"}),
    ("ruby", "require 'fileutils'; FileUtils.rm_rf('/srv/a')", {"delete:/srv/a"}),
    ("ruby", "FileUtils.rm_rf %w[/srv/a /srv/b]", {"delete:/srv/a", "delete:/srv/b"}),
    ("ruby", "File.delete('/srv/a', '/srv/b')", {"delete:/srv/a", "delete:/srv/b"}),
    ("ruby", "FileUtils.mv '/srv/a', '/srv/b'", {"read:/srv/a", "delete:/srv/a", "write:/srv/b"}),
    ("ruby", "File.read(File.join(Dir.home, '.ssh', 'id_rsa'))", {"read:/home/dev/.ssh/id_rsa"}),
    ("ruby", "File.read(\"#{ENV['HOME']}/.netrc\")", {"read:/home/dev/.netrc"}),
    ("ruby", "File.read(File.expand_path('~/.netrc'))", {"read:/home/dev/.netrc"}),
    ("ruby", "Dir.glob('/srv/d/*').each { |f| File.delete(f) }", {"read:/srv/d/*", "delete:/srv/d/**"}),
    ("ruby", "Dir.foreach('/srv/d') { |f| File.delete('/srv/d/' + f) }", {"delete:/srv/d/**"}),
    ("ruby", "Dir['/srv/d/*'].each do |f| File.delete f end", {"delete:/srv/d/**"}),
    # Perl
    ("perl", "open(my $f, '<', '/srv/a'); print <$f>", {"read:/srv/a"}),
    ("perl", "open(F, '>/srv/a'); print F 'x'", {"write:/srv/a"}),
    ("perl", "open my $f, '>>', 'a/b' or die", {"append:/w/a/b"}),
    ("perl", "unlink '/srv/a', '/srv/b'", {"delete:/srv/a", "delete:/srv/b"}),
    ("perl", "use File::Path; rmtree('/srv/a')", {"delete:/srv/a"}),
    ("perl", "use File::Path qw(remove_tree); remove_tree '/srv/a';", {"delete:/srv/a"}),
    ("perl", 'open(F, "$ENV{HOME}/.netrc")', {"read:/home/dev/.netrc"}),
    ("perl", "open(F, $ENV{HOME} . '/.netrc')", {"read:/home/dev/.netrc"}),
    ("perl", "unlink glob('/srv/d/*')", {"read:/srv/d/*", "delete:/srv/d/**"}),
    ("perl", "unlink </srv/d/*>", {"read:/srv/d/*", "delete:/srv/d/**"}),
    ("perl", "use File::Spec; open(F, File::Spec->catfile('/srv', 'a'))", {"read:/srv/a"}),
    ("perl", "rename('/srv/a', '/srv/b')", {"read:/srv/a", "delete:/srv/a", "write:/srv/b"}),
    # PHP
    ("php", "echo file_get_contents('/srv/a');", {"read:/srv/a"}),
    ("php", "file_put_contents('a/b', file_get_contents('/srv/a'));", {"write:/w/a/b", "read:/srv/a"}),
    ("php", "unlink('/srv/a'); rmdir('/srv/b');", {"delete:/srv/a", "delete:/srv/b"}),
    ("php", "echo file_get_contents(getenv('HOME') . '/.netrc');", {"read:/home/dev/.netrc"}),
    ("php", "echo file_get_contents($_SERVER['HOME'].'/.netrc');", {"read:/home/dev/.netrc"}),
    ("php", "array_map('unlink', glob('/srv/d/*'));", {"read:/srv/d/*", "delete:/srv/d/**"}),
    ("php", "foreach (glob('/srv/d/*') as $f) unlink($f);", {"read:/srv/d/*", "delete:/srv/d/**"}),
    ("php", "$h = fopen('a/b', 'w'); fwrite($h, '/etc/x');", {"write:/w/a/b"}),
    # Lua, R
    ("lua", "os.remove('/srv/a')", {"delete:/srv/a"}),
    ("lua", "local f = io.open(os.getenv('HOME') .. '/.netrc', 'r') print(f:read('*a'))", {"read:/home/dev/.netrc"}),
    ("lua", "io.open('a/b', 'w'):write('x')", {"write:/w/a/b"}),
    ("r", "unlink('/srv/a', recursive = TRUE)", {"delete:/srv/a"}),
    ("r", "file.remove('/srv/a', '/srv/b')", {"delete:/srv/a", "delete:/srv/b"}),
    ("r", "writeLines(readLines('/srv/a'), 'a/b')", {"read:/srv/a", "write:/w/a/b"}),
    ("r", "x <- read.csv(file.path(Sys.getenv('HOME'), '.netrc'))", {"read:/home/dev/.netrc"}),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "code", "expected"), TOUCHED)
def test_paths_of_calls(lang: str, code: str, expected: set[str]) -> None:
    assert ops(lang, code) == expected


HIDDEN = [
    ("python", "import shutil, sys\nshutil.rmtree(sys.stdin.readline())", "delete"),
    ("python", "def f(p): p.unlink()", "delete"),
    ("python", "import os\nos.remove(os.path.join(x, 'a'))", "delete"),
    ("python", "open(name, 'w')", "write"),
    ("javascript", "fs.rmSync(x, {recursive: true})", "delete"),
    ("javascript", "const fs = require('fs'); fs.writeFile(f(), '')", "write"),
    ("ruby", "FileUtils.rm_rf(x)", "delete"),
    ("perl", "unlink $x", "delete"),
    ("perl", "unlink @files", "delete"),
    ("php", "unlink($x);", "delete"),
    ("lua", "os.remove(x)", "delete"),
    ("r", "unlink(x)", "delete"),
]


@pytest.mark.parametrize(("lang", "code", "op"), HIDDEN)
def test_a_path_that_is_not_written_out_is_dynamic(lang: str, code: str, op: str) -> None:
    assert any(path.dynamic and path.op == op for path in view(line(lang, code)).paths)


def test_strings_that_an_unknown_path_may_be() -> None:
    found = ops("python", "import os\nd = {'a': '/srv/a'}\nos.remove(d['a'])")
    assert "delete:/srv/a" in found


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        ("python", "print('/etc/passwd')"),
        ("python", "import re; print(re.sub('/usr/bin', '/opt/bin', 'x'))"),
        ("python", "x = 'a'; print(x.startswith('/etc/') or x == '/etc/shadow')"),
        ("python", "s = {}; s.pop('x', None); l = []; l.remove(3); l.append('/etc/x')"),
        ("python", "import pandas as pd; df = pd.DataFrame(); df.rename(columns={'a': 'b'}); df.replace({'a': 1})"),
        ("javascript", "console.log('/etc/passwd'.replace('/etc', '/srv'))"),
        ("javascript", "const m = new Map(); m.delete('a'); delete m.x; console.log(m.size)"),
        ("ruby", "puts '/etc/passwd'; h = {}; h.delete('a'); 'abc'.delete('b')"),
        ("perl", "print '/etc/passwd'; my %h; delete $h{a};"),
        ("php", "echo '/etc/passwd'; unset($x);"),
        ("lua", "print('/etc/passwd')"),
        ("r", "print('/etc/passwd'); rm(x)"),
    ],
)
def test_text_that_is_no_path(lang: str, code: str) -> None:
    assert ops(lang, code) == set()


def test_arguments_of_the_code() -> None:
    shell = view("python3 - data/x.json <<'E'\nimport sys\nopen(sys.argv[1], 'w')\nE")
    assert "write:/w/data/x.json" in [f"{path.op}:{path.norm}" for path in shell.paths]


def test_a_delete_in_the_workspace_is_no_more_than_that() -> None:
    shell = view("python3 -c 'import shutil; shutil.rmtree(\"build\", ignore_errors=True)'")
    assert [(path.op, path.norm, path.in_workspace) for path in shell.paths] == [("delete", "/w/build", True)]
