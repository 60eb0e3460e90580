"""Commands that inline code starts: listed like plain ones where they are written out, else not understood."""

from __future__ import annotations

import shlex

import pytest

from tests.shell.reading import names, view

FLAGS = {
    "python": "python3 -c",
    "javascript": "node -e",
    "deno": "deno eval",
    "bun": "bun -e",
    "ruby": "ruby -e",
    "perl": "perl -e",
    "php": "php -r",
    "lua": "lua -e",
    "r": "Rscript -e",
    "applescript": "osascript -e",
}


def line(lang: str, code: str) -> str:
    return f"{FLAGS[lang]} {shlex.quote(code)}"


STARTED = [
    # Python
    ("python", "import os; os.system('rm -r old')"),
    ("python", "import os as o; o.popen('rm -r old').read()"),
    ("python", "from os import system as s; s('rm -r old')"),
    ("python", "from os import *\nsystem('rm -r old')"),
    ("python", "import subprocess; subprocess.run(['rm', '-r', 'old'], check=True)"),
    ("python", "import subprocess; subprocess.run(args=['rm', '-r', 'old'])"),
    ("python", "import subprocess; subprocess.run('rm -r old', shell=True)"),
    ("python", "from subprocess import Popen, PIPE; Popen(('rm', '-r', 'old'), stdout=PIPE)"),
    ("python", "import subprocess\ncmd = ['rm', '-r']\nsubprocess.call(cmd + ['old'])\nc = ['rm', '-r', 'old']"),
    ("python", "import subprocess\nc = ['rm', '-r', 'old']\nsubprocess.call(c)"),
    ("python", "import subprocess, shlex; subprocess.check_output(shlex.split('rm -r old'))"),
    ("python", "import os; os.execvp('rm', ['rm', '-r', 'old'])"),
    ("python", "import os; os.execlp('rm', 'rm', '-r', 'old')"),
    ("python", "import os; os.spawnlp(os.P_WAIT, 'rm', 'rm', '-r', 'old')"),
    ("python", "import pty; pty.spawn(['rm', '-r', 'old'])"),
    ("python", "__import__('os').system('rm -r old')"),
    ("python", "import importlib; importlib.import_module('o' + 's').system('rm -r old')"),
    ("python", "import os; getattr(os, 'sys' + 'tem')('r' + 'm -r old')"),
    ("python", "import os; d = 'old'; os.system(f'rm -r {d}')"),
    ("python", "import os; os.system('rm -r {}'.format('old'))"),
    ("python", "import os; os.system('rm -r %s' % 'old')"),
    ("python", "import os; os.system(' '.join(['rm', '-r', 'old']))"),
    ("python", "import os; os.system(bytes.fromhex('726d202d72206f6c64').decode())"),
    ("python", "import os; os.system(''.join(chr(c) for c in [114, 109, 32, 45, 114, 32, 111, 108, 100]))"),
    ("python", "import os; os.system('dlo r- mr'[::-1])"),
    ("python", "import base64, os; os.system(base64.b64decode('cm0gLXIgb2xk').decode())"),
    ("python", "exec(\"import os\\nos.system('rm -r old')\")"),
    ("python", 'eval(\'__import__("os").system("rm -r old")\')'),
    ("python", "run = __import__('subprocess').run\nrun(['rm', '-r', 'old'])"),
    ("python", "import asyncio\nasync def f():\n  await asyncio.create_subprocess_exec('rm', '-r', 'old')\n"),
    ("python", "import subprocess\nfor d in ['old', 'older']:\n    subprocess.run(['rm', '-r', d])"),
    # JavaScript
    ("javascript", "require('child_process').execSync('rm -r old')"),
    ("javascript", "require('node:child_process').exec('rm -r old', (e, out) => console.log(out))"),
    ("javascript", "const cp = require('child_process'); cp.spawnSync('rm', ['-r', 'old'], {stdio: 'inherit'})"),
    ("javascript", "const {execSync: run} = require('child_process'); run(`rm -r old`)"),
    ("javascript", "const {spawn} = require('child_process'); spawn('rm -r old', {shell: true})"),
    ("javascript", "import {execFileSync} from 'node:child_process'; execFileSync('rm', ['-r', 'old'])"),
    ("javascript", "import * as cp from 'child_process'; const d = 'old'; cp.execSync(`rm -r ${d}`)"),
    ("javascript", "require('child_process')['exec' + 'Sync']('rm -r ' + 'old')"),
    ("javascript", "child_process.execSync(['rm', '-r', 'old'].join(' '))"),
    ("javascript", "setTimeout(() => { require('child_process').execSync('rm -r old') }, 10)"),
    (
        "javascript",
        "import('child_process').then(c => 0); const c = await import('child_process'); c.execSync('rm -r old')",
    ),
    ("javascript", "eval(\"require('child_process').execSync('rm -r old')\")"),
    ("javascript", "require('child_process').execSync(Buffer.from('cm0gLXIgb2xk', 'base64').toString())"),
    ("javascript", "require('child_process').execSync(String.fromCharCode(114,109,32,45,114,32,111,108,100))"),
    ("deno", "new Deno.Command('rm', {args: ['-r', 'old']}).outputSync()"),
    ("deno", "await Deno.run({cmd: ['rm', '-r', 'old']}).status()"),
    ("bun", "Bun.spawn(['rm', '-r', 'old'])"),
    ("bun", "Bun.spawnSync({cmd: ['rm', '-r', 'old']})"),
    ("bun", "await Bun.$`rm -r old`"),
    ("bun", "import {$} from 'bun'; await $`rm -r old`"),
    # Ruby
    ("ruby", "system('rm -r old')"),
    ("ruby", 'system "rm", "-r", "old"'),
    ("ruby", "system({'A' => 'b'}, 'rm -r old')"),
    ("ruby", "puts `rm -r old`"),
    ("ruby", "x = %x(rm -r old)"),
    ("ruby", "exec 'rm -r old'"),
    ("ruby", "pid = spawn('rm', '-r', 'old')"),
    ("ruby", "IO.popen(%w[rm -r old]) { |io| puts io.read }"),
    ("ruby", "IO.popen('rm -r old').read"),
    ("ruby", "require 'open3'; out, err, st = Open3.capture3('rm', '-r', 'old')"),
    ("ruby", "open('| rm -r old')"),
    ("ruby", "Kernel.system('rm -r old') if true"),
    ("ruby", "send(:system, 'rm -r old')"),
    ("ruby", "Kernel.send('sys' + 'tem', 'rm -r old')"),
    ("ruby", "d = 'old'; system(\"rm -r #{d}\")"),
    ("ruby", "%w[old older].each { |d| system('rm', '-r', d) }"),
    ("ruby", "system(['rm', '-r', 'old'].join(' '))"),
    ("ruby", "eval %q(system('rm -r old'))"),
    # Perl
    ("perl", "system('rm -r old')"),
    ("perl", 'system "rm", "-r", "old";'),
    ("perl", "system(qw(rm -r old)) == 0 or die;"),
    ("perl", "my $out = `rm -r old`; print $out"),
    ("perl", "print qx{rm -r old}"),
    ("perl", "exec 'rm -r old'"),
    ("perl", "open(my $p, '-|', 'rm', '-r', 'old'); print <$p>"),
    ("perl", "open(P, 'rm -r old |') or die; while (<P>) { print }"),
    ("perl", 'open(my $p, "|rm -r old")'),
    ("perl", 'my $d = "old"; system("rm -r $d")'),
    ("perl", "my $c = 'rm -r'; $c .= ' old'; system($c)"),
    ("perl", 'for my $d ("old", "older") { system("rm", "-r", $d) }'),
    ("perl", "eval 'system(\"rm -r old\")'"),
    ("perl", "s/x/system('rm -r old')/e"),
    ("perl", "if (-e 'x') { system 'rm -r old' }"),
    ("perl", "print 'a' if system('rm -r old')"),
    # PHP
    ("php", "system('rm -r old');"),
    ("php", "echo shell_exec('rm -r old');"),
    ("php", 'exec("rm -r old", $out);'),
    ("php", "passthru('rm -r ' . 'old');"),
    ("php", "echo `rm -r old`;"),
    ("php", "$p = popen('rm -r old', 'r');"),
    ("php", "$p = proc_open(['rm', '-r', 'old'], [], $pipes);"),
    ("php", "$f = 'sys' . 'tem'; $f('rm -r old');"),
    ("php", "call_user_func('system', 'rm -r old');"),
    ("php", "$d = 'old'; system(\"rm -r {$d}\");"),
    ("php", "foreach (['old', 'older'] as $d) { system(\"rm -r $d\"); }"),
    ("php", "eval('system(\"rm -r old\");');"),
    ("php", "system(base64_decode('cm0gLXIgb2xk'));"),
    # Lua
    ("lua", "os.execute('rm -r old')"),
    ("lua", 'os.execute "rm -r old"'),
    ("lua", "os.execute([[rm -r old]])"),
    ("lua", "local p = io.popen('rm -r ' .. 'old'); print(p:read('*a'))"),
    ("lua", "local x = os.execute; x('rm -r old')"),
    ("lua", "load(\"os.execute('rm -r old')\")()"),
    # R
    ("r", "system('rm -r old')"),
    ("r", "x <- system(paste0('rm -r ', 'old'), intern = TRUE)"),
    ("r", "system2('rm', c('-r', 'old'))"),
    ("r", "system2('rm', args = c('-r', 'old'))"),
    ("r", "base::system('rm -r old')"),
    # AppleScript
    ("applescript", 'do shell script "rm -r old"'),
    ("applescript", 'do shell script "rm -r " & "old"'),
    ("applescript", 'tell application "Terminal" to do script "rm -r old"'),
    ("applescript", 'set x to do shell script "rm -r old" with administrator privileges'),
]


@pytest.mark.parametrize(("lang", "code"), STARTED)
def test_command_is_listed(lang: str, code: str) -> None:
    shell = view(line(lang, code))
    found = [item for item in shell.commands if item.name == "rm"]
    assert found
    assert found[0].argv == ["rm", "-r", "old"]
    assert found[0].via == (FLAGS[lang],)
    assert shell.understood
    assert "delete:/w/old" in [f"{path.op}:{path.norm}" for path in shell.paths]


@pytest.mark.parametrize(
    "text",
    [
        "python3 <<'E'\nimport os\nos.system('rm x')\nE",
        "node <<'E'\nrequire('child_process').execSync('rm x')\nE",
        "perl <<'E'\nsystem('rm x');\nE",
        "ruby <<< 'system(\"rm x\")'",
        "echo '<?php system(\"rm x\");' | php",
        "echo 'os.execute(\"rm x\")' | lua -",
        "cat <<'E' | Rscript -\nsystem('rm x')\nE",
        "sudo perl -e 'exec \"rm x\"'",
        "ssh h.example \"ruby -e 'system(%q(rm x))'\"",
    ],
)
def test_code_from_standard_input_and_behind_wrappers(text: str) -> None:
    assert "rm" in names(text)


UNKNOWN = [
    ("python", "import os, sys; os.system(sys.stdin.read())"),
    ("python", "import os; os.system('rm -r ' + input())"),
    ("python", "import subprocess\ndef f(c): subprocess.run(c, shell=True)\nf('ls')"),
    ("python", "import os\ncmd = 'ls'\nif x: cmd = y()\nos.system(cmd)"),
    ("python", "import os\nos.system(''.join(chr(ord(c) + 1) for c in 'ql!w'))"),
    ("javascript", "require('child_process').execSync(process.argv[1])"),
    ("javascript", "const {exec} = require('child_process'); exec(`ls ${x}`)"),
    ("ruby", "system(ARGF.read)"),
    ("ruby", "`ls #{x}`"),
    ("perl", "system($x)"),
    ("perl", "exec @ARGV"),
    ("perl", "system$x('rm', 'y')"),
    ("perl", "exec@ARGV"),
    ("perl", "`ls $ARGV[0]`"),
    ("php", "system($_GET['c']);"),
    ("php", "$f = $argv[1]; shell_exec($f);"),
    ("lua", "os.execute(arg[1])"),
    ("r", "system(commandArgs()[1])"),
    ("applescript", "do shell script x"),
]


@pytest.mark.parametrize(("lang", "code"), UNKNOWN)
def test_computed_command_is_not_understood(lang: str, code: str) -> None:
    assert "dynamic_code" in view(line(lang, code)).problems


@pytest.mark.parametrize("text", ['python3 -c "$CODE"', 'perl -e "$(cat x)"', 'node -e "${X}"', 'python3 <<< "$X"'])
def test_code_of_which_nothing_is_known(text: str) -> None:
    assert not view(text).understood


@pytest.mark.parametrize(
    "text",
    [
        'python3 -c "print($A + $B)"',
        "python3 -c \"import json; print(json.load(open('$F'))['x'])\"",
        "node -p \"require('./package.json').version + $N\"",
    ],
)
def test_code_with_a_value_of_the_shell(text: str) -> None:
    assert view(text).understood


def test_unknown_words_of_a_known_program() -> None:
    shell = view('python3 -c \'import subprocess, sys; subprocess.run(["git", "show", sys.stdin.read()])\'')
    assert shell.understood
    assert (shell.commands[1].name, shell.commands[1].sub, shell.commands[1].dynamic) == ("git", "show", True)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('python3 -c \'import subprocess; subprocess.run(["rm", "x"], cwd="/srv")\'', "delete:/srv/x"),
        ('python3 -c \'import os; os.chdir("/srv"); os.system("rm x")\'', "delete:/srv/x"),
        ('node -e \'require("child_process").execSync("rm x", {cwd: "/srv"})\'', "delete:/srv/x"),
        ('ruby -e \'Dir.chdir("/srv"); system("rm x")\'', "delete:/srv/x"),
        ('ruby -e \'system("rm x", chdir: "/srv")\'', "delete:/srv/x"),
        ('perl -e \'chdir "/srv"; system("rm x")\'', "delete:/srv/x"),
        ("python3 -c 'import sys, subprocess; subprocess.run([\"rm\", sys.argv[1]])' /srv/x", "delete:/srv/x"),
        ("perl -e 'system(\"rm\", $ARGV[0])' /srv/x", "delete:/srv/x"),
    ],
)
def test_where_and_with_what_it_is_started(text: str, path: str) -> None:
    assert path in [f"{item.op}:{item.norm}" for item in view(text).paths]


STARTERS = {"system", "exec", "os.system", "execSync", "child_process.execSync", "os.execute", "shell_exec", "qx"}
# Ways to a function without calling it by its name: the command shows, or the code is not understood.
HIDDEN = [
    ("javascript", "globalThis['ev' + 'al'](\"require('child_process').execSync('rm x')\")"),
    ("javascript", "(0, eval)(\"require('child_process').execSync('rm x')\")"),
    ("javascript", "[].constructor.constructor('return process')().mainModule.require('child_process').exec('rm x')"),
    ("javascript", "const r = require; r('child_process').exec('rm x')"),
    ("javascript", "const o = {run: require('child_process').execSync}; o.run('rm x')"),
    ("javascript", "const [c] = [require('child_process')]; c.exec('rm x')"),
    ("javascript", "require('child_process').exec.call(null, 'rm x')"),
    ("javascript", "const f = require('child_process').exec; f.apply(null, ['rm x'])"),
    ("javascript", "Reflect.apply(require('child_process').exec, null, ['rm x'])"),
    ("javascript", "['rm x'].forEach(require('child_process').execSync)"),
    ("javascript", "process.binding('spawn_sync').spawn({file: 'rm', args: ['rm', 'x']})"),
    ("javascript", "const run = c => require('child_process').execSync(c); run('rm x')"),
    ("python", "import os; (lambda c: os.system(c))('rm x')"),
    ("python", "import os; list(map(os.system, ['rm x']))"),
    ("python", "import os; vars(os)['system']('rm x')"),
    ("python", "import os; os.__dict__['system']('rm x')"),
    ("python", "import sys; sys.modules['os'].system('rm x')"),
    ("python", "globals()['__builtins__'].__import__('os').system('rm x')"),
    ("python", "__builtins__.__dict__['ex' + 'ec'](\"import os; os.system('rm x')\")"),
    ("python", "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'Popen'][0](['rm', 'x'])"),
    ("python", "import os, functools; functools.partial(os.system, 'rm x')()"),
    ("python", "import os, functools; functools.partial(os.system)('rm x')"),
    ("python", "import os, threading; threading.Thread(target=os.system, args=('rm x',)).start()"),
    ("python", "import os; table = {'a': os.system}; table['a']('rm x')"),
    ("python", "import os; table = [os.system]; table.pop()('rm x')"),
    ("python", "import os; os.system.__call__('rm x')"),
    ("python", "import ctypes; ctypes.CDLL(None).system(b'rm x')"),
    ("python", "import atexit, os; atexit.register(os.system, 'rm x')"),
    ("python", "class A:\n    run = __import__('os').system\nA.run('rm x')"),
    ("python", "import os\ndef go(c='rm x'): os.system(c)\ngo()"),
    ("perl", "&{'system'}('rm x')"),
    ("perl", "my $f = \\&CORE::system; $f->('rm x')"),
    ("perl", "system { 'rm' } 'rm', 'x'"),
    ("perl", "print <<`E`;\nrm x\nE\n"),
    ("ruby", "method(:system).call('rm x')"),
    ("ruby", "Object.const_get(:Kernel).system('rm x')"),
    ("ruby", "'rm x'.tap(&method(:system))"),
    ("ruby", "'rm x'.then { |c| system c }"),
    ("php", "('sys' . 'tem')('rm x');"),
    ("php", "array_map('system', ['rm x']);"),
    ("php", "$a = ['f' => 'system']; $a['f']('rm x');"),
    ("php", "(function() { system('rm x'); })();"),
    ("lua", "local f = os['exec' .. 'ute']; f('rm x')"),
    ("lua", "_G['os'].execute('rm x')"),
    ("lua", "package.loaded.os.execute('rm x')"),
    ("lua", "pcall(os.execute, 'rm x')"),
    ("r", "do.call('system', list('rm x'))"),
    ("r", "get('system')('rm x')"),
    ("r", "sapply('rm x', system)"),
    ("applescript", 'run script "do shell script \\"rm x\\""'),
]


@pytest.mark.parametrize(("lang", "code"), HIDDEN)
def test_hidden_start(lang: str, code: str) -> None:
    shell = view(line(lang, code))
    assert "rm" in [item.name for item in shell.commands] or not shell.understood


HARMLESS = [
    ("python", "print('rm -rf /')"),
    ("python", "# os.system('rm -rf /')\nprint(1)"),
    ("python", "for l in open('log.txt'):\n    if l.startswith('rm -rf') or 'git push -f' in l: print(l)"),
    ("python", "import re; print(re.sub('rm -rf', '', 'sudo rm -rf /'))"),
    ("python", "x = {'cmd': 'rm -rf /', 'why': \"os.system('x')\"}; print(len(x))"),
    ("python", "def system(x): return x\nprint(system)"),
    ("python", "import re; m = re.compile('x').match('rm -rf /')"),
    ("python", "import torch; m = torch.nn.Linear(1, 1); m.eval(); print(m)"),
    ("python", "import platform; print(platform.system())"),
    ("python", "import pickle; print(pickle.load(open('a.pkl', 'rb')))"),
    ("python", "compile(open('a.py').read(), 'a.py', 'exec')"),
    ("python", "import json; d = json.load(open('a.json')); d['run'] = 'rm -rf /'; json.dump(d, open('a.json', 'w'))"),
    ("python", "s = open('a.py').read().replace(\"os.system('a')\", 'b'); open('a.py', 'w').write(s)"),
    ("javascript", "console.log('rm -rf /')"),
    ("javascript", "// require('child_process').execSync('rm x')\nconsole.log(1)"),
    ("javascript", "/* execSync('rm x') */ console.log(`rm -rf ${1}`)"),
    ("javascript", "const m = /rm -rf/.exec('sudo rm -rf /'); console.log(m && m[0])"),
    ("javascript", "console.log(\"execSync('rm x')\".length / 2)"),
    ("ruby", "puts 'rm -rf /'"),
    ("ruby", "# system('rm x')\nputs \"system('rm x')\""),
    ("ruby", "puts 'a rm b'.include?('rm') ? 'y' : 'n'"),
    ("perl", "print 'rm -rf /'"),
    ("perl", "# system('rm x')\nprint 1"),
    ("perl", "s/rm -rf/x/g"),
    ("perl", 'print if /system\\("rm x"\\)/'),
    ("perl", 'while (<>) { print "$1\\n" if /^(\\w+)=/ }'),
    ("perl", "eval { die 'x' }; print $@ if $@"),
    ("perl", "my %h = (s => 1, y => 2); print $h{s}"),
    ("php", "echo 'rm -rf /';"),
    ("php", "// system('rm x');\necho 1; # `rm x`"),
    ("php", "echo \"system('rm x')\";"),
    ("lua", "print('rm -rf /')"),
    ("lua", "-- os.execute('rm x')\nprint(1)"),
    ("lua", "--[[ os.execute('rm x') ]] print(1)"),
    ("r", "print('rm -rf /') # system('rm x')"),
    ("r", "cat(\"system('rm x')\")"),
    ("applescript", 'display notification "rm -rf /"'),
    ("applescript", '-- do shell script "rm x"'),
]


@pytest.mark.parametrize(("lang", "code"), HARMLESS)
def test_text_that_only_looks_like_a_command(lang: str, code: str) -> None:
    shell = view(line(lang, code))
    assert len(shell.commands) == 1
    assert shell.understood
    assert not shell.flows
    assert STARTERS.isdisjoint(call for item in shell.inline_code for call in item.calls)


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        ("python", "def (os.system('x')"),
        ("javascript", "require('child_process').execSync('x"),
        ("ruby", "system('x"),
        ("perl", "system('x"),
        ("php", "system('x"),
        ("lua", "os.execute([[x"),
        ("javascript", "(" * 3000 + "execSync('x')"),
    ],
)
def test_code_that_cannot_be_read(lang: str, code: str) -> None:
    shell = view(line(lang, code))
    assert not shell.understood
    assert not shell.inline_code[0].understood


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        ("perl", 'system"rm","-r","old"'),
        ("perl", "system\n('rm -r old')"),
        ("perl", "system +('rm -r old')"),
        ("perl", "system('rm',, '-r', 'old',)"),
        ("perl", "exec 'rm -r old',"),
        ("perl", "open(my $p, +'-|', 'rm', '-r', 'old')"),
        ("javascript", "require('child_process')\n  .execSync\n  ('rm -r old')"),
        ("ruby", 'system"rm -r old"'),
        ("ruby", "system \\\n 'rm', '-r', 'old'"),
        ("php", "system\n('rm -r old');"),
        ("lua", "os.execute\n'rm -r old'"),
    ],
)
def test_odd_ways_to_write_a_call(lang: str, code: str) -> None:
    assert ["rm", "-r", "old"] in [item.argv for item in view(line(lang, code)).commands]


@pytest.mark.parametrize(
    "text",
    [
        "perl -e 'system(' -e '\"rm -r old\")'",
        "perl '-Mstrict;system(\"rm -r old\")' -e 1",
        "perl '-Mstrict;system(\"rm -r old\")' a.pl",
        "ruby -e 'system(' -e '\"rm -r old\")'",
        "osascript -e 'set c to \"rm -r old\"' -e 'do shell script c'",
        "perl -ne '$n++ }{ system \"rm -r old\"' f",
    ],
)
def test_code_in_several_words(text: str) -> None:
    assert ["rm", "-r", "old"] in [item.argv for item in view(text).commands]


def test_modules_of_perl_are_no_code() -> None:
    shell = view("perl -MList::Util=sum,max -Mstrict -lane 'print sum @F' f")
    assert shell.understood
    assert len(shell.inline_code) == 1


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        ("python", "import subprocess; subprocess.run(['sh'], input=b'rm -r old')"),
        ("python", "import subprocess; subprocess.run('bash', input='rm -r old', text=True)"),
        ("javascript", "require('child_process').execSync('sh', {input: 'rm -r old'})"),
    ],
)
def test_what_a_shell_gets_on_its_standard_input(lang: str, code: str) -> None:
    assert ["rm", "-r", "old"] in [item.argv for item in view(line(lang, code)).commands]


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        ("python", "import subprocess; p = subprocess.Popen(['bash'], stdin=-1); p.communicate(b'rm x')"),
        ("perl", "open(P, '|sh'); print P 'rm x'"),
        ("php", "$p = popen('sh', 'w'); fwrite($p, 'rm x');"),
    ],
)
def test_a_shell_that_reads_something_unknown(lang: str, code: str) -> None:
    assert not view(line(lang, code)).understood
