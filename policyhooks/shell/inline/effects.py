"""What inline code does: the values that its calls are worked out to, and the kinds of effects that tables name.

An effect is `kind@argument`, several separated by `;`. The argument is an index, `self` (what the method is called on),
`*` (all), or an index and the name under which it may be given (`0/args`).

| kind | the argument is |
|---|---|
| text, argv, words, prog, execv, execl | a command: shell text; words, or one shell text; a list, or shell text; a program and a list; the same as exec(3) takes them |
| read, write, append, delete, chmod, link, exec, move, mode, pathopen | a path; `move` takes the next argument too, `mode` finds what is done in the next one |
| urlpath, pipe, perlopen | a path or a URL; a path or `\\|command`; the arguments of Perl's open |
| url, host, address, place | where it connects to: a URL, a host with its port in the next argument, a (host, port) pair, an object with these fields |
| web | a URL where it looks like one: the name of the call is too common |
| evaltext, unpickle | code where it is text at all; data that may run code |
| hide | it leads to functions that are not named: what is started is not known |
| send, named | the name of the method or function that is called with the other arguments |
| net, fetch, decode, eval, runs, chdir, opaque | it talks to a network, gets text from there, decodes, runs its text as code, runs the file, changes the directory, hides something |
"""  # noqa: E501

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.values.value import Text


class Started:
    """A command that code starts: shell text, or words; in these directories (none: where the code runs).

    `stdin`: what it gets on standard input; unknown where the code does not say.
    """

    __slots__ = ("places", "stdin", "text", "words")

    def __init__(self, text: Text | None, words: tuple[Text, ...], places: tuple[Text, ...], stdin: Text) -> None:
        self.text = text
        self.words = words
        self.places = places
        self.stdin = stdin

    def lone_program(self) -> str:
        """The program, where it is given nothing to do: a shell then runs what it reads. Empty: it is given work."""
        words = [word for word, _, _ in self.words] if self.text is None else self.text[0].split("<")[0].split()
        alone = bool(words) and all(word in ("-i", "-l") for word in words[1:])
        return words[0].rpartition("/")[2] if alone else ""


class Effects:
    """All that the code of one text does, as far as it is written out."""

    __slots__ = (
        "calls", "commands", "decodes", "evaluates", "fetches", "hidden", "imports", "loose", "paths", "places",
        "runs", "strings", "talks", "understood", "unknown",
    )  # fmt: skip

    def __init__(self) -> None:
        self.understood = True
        self.imports: dict[str, None] = {}
        self.calls: dict[str, None] = {}
        self.strings: dict[str, None] = {}
        self.loose: list[str] = []  # strings that no call has explained
        self.commands: list[Started] = []
        self.unknown = False  # starts commands that are not written out
        self.paths: dict[tuple[str, Text], None] = {}  # (op, text)
        self.hidden: set[str] = set()  # operations on paths that are not written out
        self.places: dict[tuple[str, bool], None] = {}
        self.talks = False
        self.fetches = False  # takes something from elsewhere
        self.decodes = False
        self.evaluates = False  # runs text that is not written out, as code or command
        self.runs: set[str] = set()  # what the text that it runs is made by: decode, fetch

    def add(self, nested: Effects) -> None:
        """What code that this code runs does, as well."""
        self.imports.update(nested.imports)
        self.calls.update(nested.calls)
        self.strings.update(nested.strings)
        self.loose += nested.loose
        self.commands += nested.commands
        self.paths.update(nested.paths)
        self.places.update(nested.places)
        self.hidden |= nested.hidden
        self.unknown = self.unknown or nested.unknown
        self.talks = self.talks or nested.talks
        self.fetches = self.fetches or nested.fetches
        self.decodes = self.decodes or nested.decodes
        self.evaluates = self.evaluates or nested.evaluates
        self.runs |= nested.runs
