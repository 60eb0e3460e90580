"""Scripts of ex and ed, put together from pieces: every way to start `touch m` or to write `m` that we know.

Each is a text; which of them really make the file, the editor itself is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

STARTS = (
    "!touch m", "! touch m", "r!touch m", "r !touch m", "re!touch m", "read!touch m", "rea ! touch m", "1r!touch m",
    "w !touch m", "w! !touch m", "wr !touch m", "write !touch m", "1,1w !touch m", "%!touch m", ".!touch m",
    "1!touch m", "1,1!touch m", ".,$!touch m", "'a,.!touch m", "/hello/!touch m", "?hello?!touch m",
    "/hello/;+0!touch m", "call system('touch m')", 'cal system("touch m")', "let x=system('touch m')",
    "echo system('touch m')", "ec systemlist('touch m')", "if len(system('touch m'))|endif", "put =system('touch m')",
    "pu=system('touch m')", "exe '!touch m'", 'exe "!touch m"', 'exe"!touch m"', "exe'!touch m'",
    'exe "\\x21touch m"', "execute '!touch' 'm'", "exe '!touch' . ' m'", "exe '!' . 'touch m'",
    "exe '!touch ' .. 'm'", "call execute('!touch m')", "exe 'r!touch m'", "let c='!touch m'|exe c",
    "let c='touch m'|call system(c)", "call call('system', ['touch m'])", "'touch m'->system()",
    "let F=function('system')|call F('touch m')", "eval system('touch m')", "ev system('touch m')",
    "norm :!touch m\r", "normal! :r!touch m\r", 'exe "norm :!touch m\\<CR>"', 'exe "norm! !!touch m\\<CR>"',
    'call feedkeys(":!touch m\\<CR>", "x")', "let @q=\":!touch m\\r\"|norm @q", "let @q='!touch m'|@q",
    "e +!touch\\ m f", "sp +!touch\\ m", "e `touch m`", "e! `touch m`", "r `touch m`", "so `touch m`",
    "call glob('`touch m`')", "n `touch m`", "e `=system('touch m')`", "s/hello/\\=system('touch m')/",
    "%s#hello#\\=system('touch m')#", "set mp=touch\\ m|make", "se makeprg=touch|mak m", "let &mp='touch m'|make",
    "grep x $(touch m)", "make $(touch m)", "lgrep x; touch m", "set gp=touch\\ m|gr",
    "au User x !touch m\ndoau User x", "au User x ++once !touch m\ndo User x", "com! X !touch m\nX",
    "com! -nargs=1 X !<args>\nX touch m", "command -bang X r!touch m\nX", "nmap x :!touch m<CR>\nnorm x",
    "fu! F()\n!touch m\nendf\ncall F()", "fu! F()\nr!touch m\nendfunction\ncall F()",
    "call setline(1,'!touch m')|%so", "call setline(1,'touch m')|exe getline(1)", "call setline(1,'touch m')|w !sh",
    "call setline(1,'!touch m')|1y q|@q", "set shell=/usr/bin/touch shcf=m|!x", "!echo\n!touch m", "cd .|!touch m",
    "!touch %\b", "call setline(1,'m')|!touch <cword>", "call writefile([],'m')", 'call writefile(["a"], "m")',
    "call mkdir('m')", "call rename('f','m')", "w m", "w! m", "w!m", "w>>m", "w >> m", "1w m", "wr m", "wri! m",
    "w ++enc=utf-8 m", "sav m", "saveas! m", "mks m", "mksession! m", "mkv! m", "mkvimrc m", "mk! m", "mkexrc m",
    "redir > m", "redi! >m", "wq m", "wq! m", "x m", "xit m", "exi! m", "f m|w", "e m|w", "wundo m", "wv! m",
    "0file|w m", "up! m", "w %:s?f?m?", "w `echo m`", "w `=\"m\"`", "let $X='m'|w $X", "w m|q", "verbose 1 !touch m",
    "1verb!touch m", "filt /x/ !touch m", "filter! x !touch m", "defer system('touch m')", "3|!touch m",
    "py3 import os; os.system('touch m')", "lua os.execute('touch m')", "term ++curwin ++close touch m",
)  # fmt: skip
FRONTS = (
    "", ":", " : :", "\t", "sil ", "silent! ", "sil!", "silent!!silent ", "noa ", "noautocmd ", "keepj ", "keepj",
    "kee ", "lockm ", "verb ", "vert ", "bro ", "conf ", "uns ", "leg ", "san ", "keepalt ", "hid ", "tab ",
    "aboveleft ", "bufdo ", "bufd ", "windo ", "argdo ", "tabdo ", "silent! bufdo ", "g/hello/", "g#h#", "glob/h/",
    "g!/zz/", "v/zz/", "vglobal+z+", "1g/h/", "g /h/", "silent g/hello/", "debug ", "filter /x/ ",
)  # fmt: skip
FRAMES = (
    "{}", "set nu|{}", "s/zz|y/c/e|{}", "s#zz#|#e |{}", "echo 'a|b'|{}", 'echo "a\\"|b"|{}', "e f|{}",
    "if 1|{}|endif", "try|{}|endtry", '"comment\n{}', "let x='|'|{}", "ka|{}", "1|{}", "e 'x|{}", "echo 1||{}",
    "sil! s/zz/'|{}|'/", "nop\n{}", "for i in [1]|{}|endfor", "wh 1|{}|break|endw", "echo 1 |{}", "set tags=a\\|b|{}",
    "|{}", "k a|{}", "y|{}", "&&|{}", "a\ntext\n.\n{}", "/zz/a\n{}\n.", "99i\n{}\n.", "set noma\na\n{}\n.",
    "1c\ntext\n.\n{}", "p\n{}\nq!", "{}\n{}",
)  # fmt: skip
ED_STARTS = (
    "!touch m", "r !touch m", "r!touch m", "w !touch m", "1,$w !touch m", ".r !touch m", "$r !touch m", "e !touch m",
    "E !touch m", "g/h/!touch m", "v/zz/!touch m", "g#h#r !touch m", "1g/h/!touch m", "/hello/!touch m", "  !touch m",
    "!touch \\\nm", "!true\n!touch m", "!touch m #\n!!", "w m", "W m", "wq m", "1w m", "g/h/w m", "f m\nw",
    "w!touch m", "f touch m\n!%", "0a\ntext\n.\nw m", "H\n!touch m", "P\nw m",
)  # fmt: skip
ED_FRAMES = (
    "{}", "a\ntext\n.\n{}", "/zz/a\n{}\n.", "99a\n{}\n.", "0c\n{}\n.", "1d\nc\n{}\n.", "zz\n{}", "1p\n{}\nq",
    "i\na\n.\n{}", "$a\n.\n{}", "ka\n'a{}", "s/a|b/c/\n{}", "1,2x\n{}",
)  # fmt: skip


def vim_scripts(seed: int, count: int) -> Iterator[str]:
    """Every start alone, then starts in random surroundings."""
    yield from STARTS
    choose = random.Random(seed).choice
    for _ in range(count):
        front = "".join(choose(FRONTS) for _ in range(choose((1, 1, 2))))
        script = choose(FRAMES).replace("{}", front + choose(STARTS))
        yield choose(FRAMES).replace("{}", script) if choose((False, True)) else script


def ed_scripts() -> Iterator[str]:
    yield from (frame.replace("{}", start) for start in ED_STARTS for frame in ED_FRAMES)
