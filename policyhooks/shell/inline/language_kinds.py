"""Which languages are read in which way. Facts only: the readers stand in modules of their own.

Shells are syntax/parser's; what calls of a language do stands in data/languages.
"""

from __future__ import annotations

# Read call by call: each has a table in data/languages.
READ = frozenset(("python", "javascript", "ruby", "perl", "php", "lua", "r", "applescript"))
# Little languages: scripts that start programs, open files or hold code, each with a reader in inline/little.
LITTLE = frozenset(("sed", "awk", "vim", "ed", "elisp", "sql", "gdb", "tcl"))
WITH_COMMANDS = READ | LITTLE
# Several pieces of code are lines of one program.
JOINED = frozenset(("perl", "ruby", "applescript"))
# Every word may be a file or an address.
OF_WORDS = frozenset(("lftp", "ftp", "sftp", "vim", "ed", "make"))
# Other names of languages.
NAMES = {"node": "javascript", "js": "javascript"}
