"""Code in a tool's free-form input, as the command line that would run it: `python3 -c`, `node -e`, a shell's own text.

The language is what a key or the tool's name says, else what the text can be read as. A name is a weak sign: where a
text looks like a command line and not like code it is read as both.
"""

from __future__ import annotations

from policyhooks.runtime.engine.argument_keys import LANGUAGE_KEYS
from policyhooks.runtime.engine.path_arguments import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.runtime.engine.argument_leaves import Leaf

# A word of a key, of a value that names the language, or of the tool's name -> what runs it; nothing: a shell.
STARTERS = {
    "python": "python3 -c", "python3": "python3 -c", "py": "python3 -c", "ipython": "python3 -c",
    "jupyter": "python3 -c", "notebook": "python3 -c", "pandas": "python3 -c",
    "javascript": "node -e", "js": "node -e", "node": "node -e", "typescript": "node -e", "ts": "node -e",
    "deno": "node -e", "bun": "node -e", "browser": "node -e", "page": "node -e", "playwright": "node -e",
    "puppeteer": "node -e", "ruby": "ruby -e", "rb": "ruby -e", "perl": "perl -e", "php": "php -r", "lua": "lua -e",
    "r": "Rscript -e", "bash": "", "sh": "", "shell": "", "zsh": "", "terminal": "", "powershell": "", "pwsh": "",
    "applescript": "osascript -e", "osascript": "osascript -e",
}  # fmt: skip
# What code may begin with before another word: no program of that name is meant.
KEYWORDS = frozenset((
    "import", "export", "const", "let", "var", "function", "class", "return", "new", "typeof", "await", "async",
    "yield", "throw", "delete", "void", "type", "interface", "static", "get", "set", "enum", "abstract", "public",
    "private", "def", "from", "end", "begin", "puts", "require", "use", "local", "my", "sub", "print",
))  # fmt: skip
COMPOUND = frozenset(("if", "for", "while", "until", "case"))


def read_code(leaf: Leaf, tool_words: set[str], *, guess: bool) -> str:
    """The command line that runs the code. Where nothing says its language it is guessed, or a shell's."""
    from policyhooks.runtime.engine.command_arguments import quoted

    text = leaf.text
    starter = _starter(leaf)
    by_name = starter is None
    if starter is None:
        starter = _known(tool_words)
    if starter is None and guess:
        starter, by_name = _guess(text), False
    if not starter:
        return text
    if by_name and _is_no_code(starter, text):
        return f"{text}\n{starter} {quoted([text])}"
    if starter.startswith("python"):
        shell = [line.lstrip()[1:] for line in text.split("\n") if line.lstrip()[:1] in ("!", "%")]
        code = "\n".join(line for line in text.split("\n") if line.lstrip()[:1] not in ("!", "%"))
        return "\n".join([*shell, f"{starter} {quoted([code])}"]) if shell else f"{starter} {quoted([text])}"
    return f"{starter} {quoted([text])}"


def _starter(leaf: Leaf) -> str | None:
    """What runs the code, where a key says its language."""
    said = [leaf.owner.get(key) for key in LANGUAGE_KEYS]
    for words in (*(words_of(one) for one in said if isinstance(one, str)), words_of(leaf.key)):
        starter = _known(words)
        if starter is not None:
            return starter
    return None


def _known(words: set[str]) -> str | None:
    return next((STARTERS[word] for word in sorted(words) if word in STARTERS), None)


def _is_no_code(starter: str, text: str) -> bool:
    """Whether a text begins as a command line does, and as code of the language hardly can."""
    from policyhooks.runtime.engine.command_lines import is_assignment, is_command_line

    first, _, rest = text.strip().partition(" ")
    rest = rest.lstrip()
    if not rest or first[0] in "!%" or first in KEYWORDS or is_assignment(first) or not is_command_line(text):
        return False
    if starter.startswith("python"):
        from policyhooks.shell.inline.language_readers import outline_of

        return not outline_of("python", text).parsed
    return rest[0].isalnum() or rest[0] in "-./~$\"'" if first not in COMPOUND else rest[0] not in "("


def _guess(text: str) -> str:
    """What can read it: a shell where it begins like a command line, Python, else JavaScript."""
    from policyhooks.runtime.engine.command_lines import is_command_line
    from policyhooks.shell.inline.language_readers import outline_of

    if outline_of("python", text).parsed:
        return "python3 -c"
    return "" if is_command_line(text) else "node -e"
