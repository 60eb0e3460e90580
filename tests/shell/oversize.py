"""A command for every limit of the readers, by module and constant: `build(size)` gives one of that size.

Every command does something that a rule would want to see (`rm victim`), where possible behind the limit.
"""

from __future__ import annotations

import json
from collections.abc import Callable

Build = Callable[[int], str]

VICTIM = "rm -r /srv/victim"


def here(program: str, code: str) -> str:
    return f"{program} <<'END'\n{code}\nEND\n"


def python(code: str) -> str:
    return here("python3", code)


def words(size: int) -> str:
    return " ".join(f"w{number}" for number in range(size))


def branches(size: int, step: str) -> str:
    """A `case` in which each of the branches does the step with a number of its own."""
    return "case $q in " + " ".join(f"{n}) {step.format(n=n)};;" for n in range(size)) + " *) exit;; esac"


def switches(size: int, names: str = "abcdefghijklmnop") -> str:
    """Variables with two values each, so many that a command has `size` readings."""
    used = names[: max(1, (size - 1).bit_length())]
    steps = "; ".join(f"{name}=x; [ $q ] && {name}=y" for name in used)
    return f"{steps}; rm -r /srv/" + "".join(f"${name}" for name in used)


def nested_exec(size: int) -> str:
    code = "import os; os.remove('/srv/victim')"
    for _ in range(size):
        code = f"exec({code!r})"
    return python(code)


def vim_execute(size: int) -> str:
    text = f"!{VICTIM}"
    for _ in range(size):
        text = "exe " + json.dumps(text)
    return here("ex -s f", text)


def git_aliases(size: int) -> str:
    steps = [f"git config alias.a{n} a{n + 1}" for n in range(size)]
    return "; ".join([*steps, f"git config alias.a{size} '!rm -r'", "git a0 /srv/victim"])


def make_variables(size: int) -> str:
    lines = [f"V{n} = $(V{n + 1})" for n in range(size)]
    return here("make -f -", "\n".join([*lines, f"V{size} = /srv/victim", "all:", "\trm -r $(V0)"]))


def doubled(start: str, step: str, size: int, use: str) -> str:
    """A value that doubles until it has `size` characters or items."""
    return "; ".join([start, *[step] * (size - 1).bit_length(), use])


def loop(size: int) -> str:
    """Twenty items, and a body of so many commands that `size` were listed after the first dozen."""
    body = "true; " * (size // 12)
    return f"for v in {words(20)}; do {body}rm -r /srv/$v; done"


def deep_name(size: int) -> str:
    lines = ["import os", "v0 = '/srv/victim'"]
    lines += [f"v{n + 1} = v{n}" for n in range(size)]
    return python("\n".join([*lines, f"os.remove(v{size})"]))


def many_steps(size: int) -> str:
    lines = ["import os", *(f"v = '/srv/{n}'" for n in range(20)), *["os.remove(v)"] * (size // 20 + 1)]
    return python("\n".join(lines))


def simple_blocks(size: int) -> str:
    return "if true; then " * size + VICTIM + "; fi" * size


def substitutions(size: int) -> str:
    return "echo $(" * size + VICTIM + ")" * size


def large_output(size: int) -> str:
    """Nodes of about `size` bytes when shfmt prints them."""
    return ": ${a/b/c}\n" * (size // 6000) + VICTIM


# What one above the limit must not be understood.
OVERSIZE: dict[tuple[str, str], Build] = {
    ("walk.definitions", "DEEPEST_CALL"): lambda n: f'f() {{ shift; f "$@"; rm "/srv/$1"; }}; f {words(n)} victim',
    ("walk.special.xargs", "MOST"): lambda n: f"printf '%s\\n' {words(n)} | xargs -n1 rm -r",
    ("expansion.braces", "MOST"): lambda n: f"rm -r {{{','.join('a' * (n // 2 + 1))}}}{{a,b}}",
    ("expansion.braces", "LONGEST"): lambda n: f"rm -r {{a,{'b' * n}}}",
    ("walk.alternatives", "MOST_READINGS"): switches,
    ("expansion.assignments", "MOST_ITEMS"): lambda n: (
        "; ".join(f"a[{k}]=v" for k in range(n)) + "; rm -r /srv/${a[q]}"
    ),
    ("expansion.estimates", "LONGEST_TEXT"): lambda n: f"a={'v' * n}; rm -r /srv/${{a%w}}",
    ("expansion.estimates", "LONGEST_FIT"): lambda n: f"a={'v' * n}; rm -r /srv/${{a/w*/x}}",
    ("view.listers", "LONGEST_TEXT"): lambda n: f"rm -r $(tr a b <<< '/{'v' * n}')",
    ("inline.parsing.code_parser", "LONGEST"): lambda n: here(
        "node", "//" + "x" * n + "\nrequire('fs').rmSync('/srv/victim')"
    ),
    ("inline.parsing.cursor", "MOST_DEPTH"): lambda n: (
        f'node -e \'{"(" * n}require("fs").rmSync("/srv/victim"){")" * n}\''
    ),
    ("inline.lexing.lexer", "MOST_TOKENS"): lambda n: here(
        "node", "a;" * (n // 2) + "require('fs').rmSync('/srv/victim')"
    ),
    ("inline.values.full_names", "MOST_STEPS"): many_steps,
    ("inline.values.value", "MOST_OPTIONS"): lambda n: python(
        "import os\n" + "\n".join(f"v = '/srv/{k}'" for k in range(n)) + "\nos.remove(v)"
    ),
    ("inline.values.expression_values", "MOST_ITEMS"): lambda n: python(
        f"import os\nfor v in [w for w in {[f'/srv/{k}' for k in range(n)]}]: os.remove(v)"
    ),
    ("inline.values.full_names", "MOST_DEPTH"): deep_name,
    ("inline.values.value", "LONGEST"): lambda n: python(
        f"import os\nos.remove('{'x/' * (n // 4)}' + '{'y/' * (n // 4 + 1)}')"
    ),
    ("walk.commands", "MOST_WRAPPERS"): lambda n: "sudo " * n + VICTIM,
    ("walk.compound", "MOST_UNROLLED"): loop,
    ("walk.fallback", "LONGEST"): lambda n: "echo '" + "x" * n + f"\n{VICTIM}",
    ("walk.fallback", "MOST"): lambda n: "echo '\n" + "true\n" * n + VICTIM,
    ("inline.calls.call_effects", "MOST_NESTED"): nested_exec,
    ("inline.calls.started_commands", "MOST_COMMANDS"): lambda n: python(
        "import os\n" + "\n".join(f"os.system('rm w{k}')" for k in range(n))
    ),
    ("inline.calls.call_context", "MOST_WALKED"): lambda n: python(
        f"import subprocess\nsubprocess.run({['rm', *['x'] * n]})"
    ),
    ("inline.little.editors", "DEEPEST"): vim_execute,
    ("inline.little.vim_functions", "MOST_CALLS"): lambda n: here(
        "ex -s f", "echo " + "glob('*')." * (n - 1) + f"system('{VICTIM}')"
    ),
    ("expansion.printf", "MOST_ROUNDS"): lambda n: f"printf '%s\\n' {'true ' * (n - 1)} '{VICTIM}' > q; sh q",
    ("walk.special.git", "LONGEST_CHAIN"): git_aliases,
    ("walk.listed_paths", "MOST_STAGES"): lambda n: "find /srv/victim " + "| sort " * n + "| xargs rm -r",
    ("walk.listed_paths", "MOST_PATHS"): lambda n: f"find {words(n)} -exec rm -r {{}} +",
    ("walk.special.make", "MOST_LINES"): lambda n: here("make -f -", "all:\n" + "\ttrue\n" * (n - 1) + f"\t{VICTIM}"),
    ("walk.special.make", "DEEPEST"): make_variables,
    ("walk.special.tmux", "DEEPEST"): lambda n: "tmux " + "bind a " * n + f"run-shell '{VICTIM}'",
    ("walk.special.parallel", "MOST"): lambda n: f"parallel rm -r ::: {words(n)}",
    ("syntax.parser", "LONGEST"): lambda n: f"echo {'x' * n}; {VICTIM}",
    ("syntax.parser", "LONGEST_ALL"): lambda n: here("cat", "x" * n) + VICTIM,
    ("syntax.parser", "DEEPEST"): substitutions,
    ("inline.python_outline", "MOST_NODES"): lambda n: python(
        "f()\n" * (n // 4) + "import os\nos.remove('/srv/victim')"
    ),
    ("inline.python_expressions", "MOST_DEPTH"): lambda n: python("import os\nos.remove('/srv/'" + " + 'x'" * n + ")"),
    ("inline.scan", "MOST_STRINGS"): lambda n: here("psql", "select 'a';\n" * n),
    ("inline.scan", "MOST_NAMES"): lambda n: here("psql", "\n".join(f"select f{k}(1);" for k in range(n))),
    ("syntax.shfmt", "LARGEST_OUTPUT"): large_output,
    ("expansion.state", "MOST_CHOICES"): lambda n: branches(n, "a=v{n}") + "; rm -r /srv/$a",
    ("expansion.state", "MOST_PLACES"): lambda n: branches(n, "cd /srv/{n}") + "; rm -r victim",
    ("walk.statements", "MOST_COMMANDS"): lambda n: "true\n" * n + VICTIM,
    ("walk.statements", "DEEPEST_SCRIPT"): lambda n: "eval " * n + VICTIM,
    ("walk.statements", "LONGEST_LINE"): lambda n: (
        f"a={'x' * 8000}; a=$a$a$a$a$a$a$a$a; rm -r {'$a ' * (n // 64000 + 1)}"
    ),
    ("expansion.words", "LONGEST_VALUE"): lambda n: doubled("a=x", "a=$a$a", n, "rm -r /srv/$a"),
    ("expansion.words", "MOST_PIECES"): lambda n: doubled("set -- x", 'set -- "$@" "$@"', n, 'rm -r "$@"'),
}

# Relatives of a row above: the same limit on another way.
RELATIVES: tuple[str, ...] = (
    doubled("a=(x)", 'a=("${a[@]}" "${a[@]}")', 40_000, 'rm -r "${a[@]}"'),
    doubled("a=x", 'a="$a$a"', 1 << 20, "rm -r $a"),
    doubled("a=x", "a+=$a", 1 << 20, "rm -r $a"),
    python(f"import os\nos.remove('{'x/' * 35_000}'.replace('x', 'y'))"),
    python(f"import os, base64\nos.system(base64.b64decode('{'cm0g' * 20_000}').decode())"),
    python(f"import os\nos.system(','.join({['x' * 1000] * 80}))"),
    python("x" + ".a" * 5000 + "\nimport os\nos.remove('/srv/victim')"),
    python("-" * 10_000 + "1\nimport os\nos.remove('/srv/victim')"),
    python("9" * 5000 + "\nimport os\nos.remove('/srv/victim')"),
    here("ruby", "(" * 60 + "File.delete('/srv/victim')" + ")" * 60),
    here("perl", "{" * 60 + 'unlink("/srv/victim");' + "}" * 60),
    here("php", "<?php " + "f(" * 60 + "unlink('/srv/victim')" + ")" * 60 + ";"),
    here("lua", "f(" * 60 + "os.remove('/srv/victim')" + ")" * 60),
    "ls | grep x | " + "sort | " * 8 + "parallel rm",
    f"git ls-files {words(65)} | xargs rm",
    f"find . {' -o '.join(f'-name {name}' for name in words(65).split())} | xargs rm",
    "x=0; " + "; ".join(f"[ $q ] && cd d{n}" for n in range(8)) + "; rm -r victim",
    "echo $(" * 12 + "eval " * 9 + VICTIM + ")" * 12,
    here("bash", "eval " * 9 + VICTIM),
)

# What is past these is still read in full: by the full parser, or anew.
STILL_READ: dict[tuple[str, str], Build] = {
    ("syntax.plain", "DEEPEST"): substitutions,
    ("syntax.plain_blocks", "DEEPEST"): simple_blocks,
    ("walk.compound", "FIRST_ROUNDS"): lambda n: f"for v in {words(n - 1)} victim; do rm -r /srv/$v; done",
    ("inline.code", "MOST_KEPT"): lambda n: "; ".join(
        f"python3 -c 'import os; os.remove(\"/srv/{k}\")'" for k in [*range(n - 1), "victim"]
    ),
}

# Numbers that are no limit of reading.
NO_LIMITS: dict[tuple[str, str], str] = {
    ("inline.guesses", "LONGEST_PATH"): "Linux refuses longer paths",
    ("view.listers", "ANY_DEPTH"): "a mark",
    ("built_tables", "MOST_VALUES"): "rows that are remembered; the others are read again",
    ("view.globs", "MOST_KNOWN"): "patterns that are remembered; the others are looked at again",
    ("view.listing_reach", "DEEPEST"): "what lies deeper counts by the folders above it",
    ("view.listing_reach", "MOST_INSIDE"): "counts files on the disk: test_listing_reach.py",
    ("view.listed_files", "LONGEST_FILE"): "a longer file counts as one that holds the text",
    ("view.weighing", "LEAST"): "how much of a name tells it from others",
    ("view.paths", "MOST_LINKS"): "as many as Linux follows; what is past them is dynamic (test_paths.py)",
    ("view.hard_links", "MOST_LISTED"): "files of one folder; what is past them is on the page of limits",
    ("view.hard_links", "DEPTH"): "how deep a folder is listed; the same",
    ("view.hard_links", "REGULAR"): "a number of the system",
    ("view.hard_links", "KIND"): "a number of the system",
    ("syntax.parser", "LIMIT_S"): "a time: test_parser.py",
    ("syntax.shfmt", "POLL_S"): "how often the process is looked at",
    ("syntax.shfmt", "LOOK_S"): "how often its memory is looked at",
    ("syntax.shfmt", "MOST_RESIDENT"): "bytes of another process: test_parser.py",
    ("syntax.shfmt", "SIGKILL"): "a number of the system",
    ("walk.reading", "SHORT_CODE"): "below it no limit can be reached",
    ("walk.descriptors", "FIRST_NAMED"): "a descriptor",
    ("inline.python_outline", "ONLY_AST"): "a flag of compile",
    ("inline.parsing.code_parser", "NESTED_DEPTH"): "how much code in a string counts towards the depth",
    ("walk.run_values", "MORE"): "a mark",
    ("walk.stored_code", "MOST"): "counts files on the disk: walk/test_stored_code.py",
    ("walk.special.project_scripts", "FIELDS"): "how a crontab is written",
    ("walk.special.parallel", "COLUMNS"): "what is past them is unknown text",
    ("expansion.braces", "PLAIN"): "a kind of piece",
    ("tables", "SHELVES"): "into how many parts a directory is split",
    ("built_tables", "FORMAT"): "the version of a file",
}
