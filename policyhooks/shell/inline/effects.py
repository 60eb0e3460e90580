"""What the calls of inline code do, by the effects that the language's table gives to their names.

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

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.tree import HIDDEN, MOST_STEPS, UNKNOWN, Names, Program, Value, single, tables_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.inline.tree import Node, Text

PATH_KINDS = frozenset(("read", "write", "append", "delete", "chmod", "link", "exec"))
CHANGING = frozenset(("write", "append", "delete", "chmod", "link"))
MOST_NESTED = 3
MOST_COMMANDS = 100
MOST_WALKED = 400
ESCAPING = ("text", "argv", "words", "prog", "execv", "execl", "delete", "eval")
REFERRING = ("name", "attr", "index", "call")
PASSING = (".call", ".apply", ".__call__")
EACH = frozenset(("map", "forEach", "filter", "sapply", "lapply", "starmap", "imap", "vapply", "array_map", "each"))
PLACE_FIELDS = ("url", "uri", "href", "host", "hostname", "PeerAddr", "PeerHost", "baseURL")
LOCAL = ("localhost", "127.", "0.0.0.0", "[::1]", "::1")  # noqa: S104  # read, not bound


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


class Deeds:
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


def deeds_of(
    lang: str, program: Program, *, unsure: bool, argv: tuple[Text, ...] | None = None, nested: int = 0
) -> Deeds:
    return Doer(lang, program, unsure, argv, nested).all_deeds()


class Doer:
    """Goes through the calls of one program."""

    def __init__(self, lang: str, program: Program, unsure: bool, argv: tuple[Text, ...] | None, nested: int) -> None:
        self.lang = lang
        self.program = program
        self.table = tables_of(lang)
        self.names = Names(program, self.table, unsure, argv)
        self.nested = nested
        self.deeds = Deeds()
        self.used: set[str] = set()
        self.chdirs: list[Text] = []
        self.passed: dict[str, int] = {}  # functions that were followed into a call that takes them

    def all_deeds(self) -> Deeds:
        deeds = self.deeds
        deeds.understood = self.program.parsed and not self.program.opaque
        deeds.imports = dict(self.program.imports)
        deeds.strings = dict(self.program.strings)
        named = [(self.names.name_of(node[1]), node) for node in self.program.calls]
        for name, node in named:
            if self.effect_of(name, node).startswith("chdir"):
                self.chdirs += self.texts(node, "0")
        for name, node in named:
            self.add_call(name, node)
            self.add_passed(name, node)
        self.add_escaped()
        if self.names.steps > MOST_STEPS:
            deeds.understood = False
        connecting = self.table.data.get("CONNECTING", ())
        deeds.talks = deeds.talks or any(name in connecting for name in deeds.imports)
        deeds.loose = [
            text
            for text in deeds.strings
            if text not in self.used and self.program.shown.get(text, 0) < self.program.mentions.get(text, 1)
        ]
        return deeds

    def effect_of(self, name: str, node: Node) -> str:
        table = self.table
        for known in (name, name.replace("()", ""), shortened(name)):
            found = table.effects.get(known)
            if found is not None:
                return found
        last = name.rpartition(".")[2] if name else str(node[1][2]) if node[1][0] == "attr" else ""
        for module, effects in table.data.get("LOOSE", {}).items():
            if module in self.deeds.imports and not name.startswith("object."):
                for effect, names in effects.items():
                    if last in names.split():
                        return str(effect)
        method = table.methods.get(last, "")
        return method if node[1][0] == "attr" or node[1][0] == "index" or "self" not in method else ""

    def add_call(self, name: str, node: Node) -> None:
        deeds = self.deeds
        if not name:
            deeds.understood = False
            return
        if name.endswith("()") and self.lang == "python":
            deeds.understood = False  # what a call returned is called
        deeds.calls[name] = None
        if "()" in name:
            deeds.calls[name.replace("()", "")] = None
        if name in self.table.data.get("IMPORTERS", ()) or name in self.table.data.get("GETTERS", ()):
            self.add_import(name, node)
        if name.endswith(PASSING) and self.effect_of(name.rpartition(".")[0], node):
            self.pass_on(name, node)
            return
        effect = self.effect_of(name, node)
        if effect.startswith("one") and (len(node[2]) != 1 or node[2][0][0] == "object"):
            effect = "none"  # Path.replace takes one argument, str.replace two
        if effect:
            if self.lang != "python":
                deeds.calls[name.rpartition(".")[2]] = None  # rules may know it without its module
            for part in effect.split(";"):
                kind, _, where = part.strip().partition("@")
                self.do(kind, where, node, name)
            self.show_rest(effect, node)
            if effect == "none" and node[1][0] == "attr":
                self.program.show(node[1][1])
            return
        last = name.rpartition(".")[2]
        if name in self.table.showing or "." + last in self.table.showing:
            own = node[1][1:2] if node[1][0] == "attr" else ()
            for item in (*own, *node[2], *node[3].values()):
                self.program.show(item)
        else:
            self.guess(last.lower(), node)

    def guess(self, last: str, node: Node) -> None:
        """A call that no table knows, with a name that changes or deletes something: the paths among its arguments."""
        from policyhooks.shell.inline.code import DELETING, WRITING, looks_like_path

        op = "delete" if last in DELETING else "write" if last.startswith(WRITING) else ""
        if op:
            for index in range(len(node[2])):
                texts = self.texts(node, str(index)) if node[2][index][0] != "object" else []
                self.add_paths(op, [text for text in texts if looks_like_path(text[0])])

    def pass_on(self, name: str, node: Node) -> None:
        """f.call(this, a), f.apply(this, [a]), and Ruby's and Python's call, which has no `this`."""
        function, _, how = name.rpartition(".")
        arguments = node[2] if self.lang in ("ruby", "python") else node[2][1:]
        if how == "apply":
            arguments = arguments[0][1] if arguments and arguments[0][0] == "list" else (("unknown",),)
        self.add_call(function, ("call", ("name", function), arguments, node[3]))

    def escaping(self, node: Node) -> str:
        """The name of a function that starts, deletes or evaluates, where it is used without being called."""
        name = self.names.name_of(node)
        if name.endswith("()"):
            return ""
        if "." not in name and node[0] != "call" and name not in self.table.data.get("ESCAPING", ()):
            return ""
        effect = self.table.effects.get(name) or self.table.effects.get(shortened(name)) or ""
        return name if effect.partition("@")[0] in ESCAPING else ""

    def add_passed(self, name: str, node: Node) -> None:
        """map(f, items), Thread(target=f, args=(x,)), pcall(f, x): f is called with the other arguments."""
        given = [(index, item) for index, item in enumerate(node[2]) if item[0] in REFERRING]
        given += [(-1, item) for key, item in node[3].items() if key in ("target", "func", "FUN", "function")]
        for index, item in given:
            function = self.escaping(item)
            if not function:
                continue
            rest = tuple(other for place, other in enumerate(node[2]) if place != index)
            listed = node[3].get("args")
            if listed is not None and listed[0] == "list":
                rest = listed[1]
            elif name.rpartition(".")[2] in EACH:
                if not rest and node[1][0] == "attr":
                    rest = (node[1][1],)  # list.forEach(f)
                rest = tuple(("each", other) if other[0] != "str" else other for other in rest[:1])
            if not rest and node[1][0] == "attr" and item[0] == "call":
                rest = (node[1][1],)  # text.tap(&method(:system))
            if rest:
                self.passed[function] = self.passed.get(function, 0) + 1
                self.add_call(function, ("call", item, rest, {}))
            elif item[0] == "call":
                self.start_unknown()

    def add_escaped(self) -> None:
        """A function whose calls are not seen may be called with anything."""
        counts: dict[str, int] = {}
        for node in self.program.references:
            name = self.escaping(node)
            if name:
                counts[name] = counts.get(name, 0) + 1
        if not counts:
            return
        called = {node[1][1] for node in self.program.calls if node[1][0] == "name"}
        for local, bound in self.program.bindings.items():
            if local in called and len(bound) == 1 and bound[0][0] in ("name", "attr", "index"):
                name = self.names.name_of(bound[0])
                counts[name] = counts.get(name, 0) - 1
        for name, count in counts.items():
            if count > self.passed.get(name, 0):
                self.deeds.calls[name] = None
                effect = self.table.effects.get(name) or self.table.effects.get(shortened(name)) or ""
                if effect.startswith("delete"):
                    self.add_paths("delete", UNKNOWN.texts)
                else:
                    self.start_unknown()

    def add_import(self, name: str, node: Node) -> None:
        if name in self.table.data.get("IMPORTERS", ()):
            module = single(self.names.value(node[2][0])) if node[2] else None
            if module is None:
                self.deeds.understood = False
            else:
                self.deeds.imports[module] = None
                self.used.add(module)
                if "://" in module:
                    self.connect(module, False)
                    self.deeds.runs.add("fetch")
                elif module.startswith((".", "/")):
                    self.add_paths("read", [(module, False, False)])
        elif len(node[2]) < 2 or single(self.names.value(node[2][1])) is None:
            self.deeds.understood = False

    def show_rest(self, effect: str, node: Node) -> None:
        """Arguments of a known call that no effect names are content."""
        if "*" in effect or "argv" in effect or "exec" in effect or "place" in effect or "perlopen" in effect:
            return
        for index, item in enumerate(node[2]):
            if not (str(index) in effect or (index == 1 and ("move" in effect or "prog" in effect))):
                self.program.show(item)

    # Arguments

    def node_at(self, node: Node, where: str) -> Node | None:
        place, _, keyword = where.partition("/")
        if place == "self":
            return node[1][1] if node[1][0] in ("attr", "index") else None
        if place and len(node[2]) > int(place):
            found: Node = node[2][int(place)]
            return found
        for key in keyword.split("|") if keyword else ():
            if key in node[3]:
                given: Node = node[3][key]
                return given
        return None

    def value_at(self, node: Node, where: str) -> Value | None:
        found = self.node_at(node, where)
        return None if found is None else self.resolve(found)

    def resolve(self, node: Node) -> Value:
        """Its value; the strings that it is made of are explained by it."""
        self.names.parts.clear()
        value = self.names.value(node)
        self.used.update(self.names.parts)
        return value

    def texts(self, node: Node, where: str) -> list[Text]:
        """The texts of an argument; the items of a list one by one."""
        if where == "*":
            return [text for index in range(len(node[2])) for text in self.texts(node, str(index))]
        value = self.value_at(node, where)
        return [] if value is None else flat(value)

    def field(self, node: Node, key: str) -> Value | None:
        """`{key: value}` among the arguments, or a keyword."""
        found = node[3].get(key)
        for item in node[2]:
            if found is None and item[0] == "object":
                found = item[1].get(key)
        return None if found is None else self.resolve(found)

    def all_fields(self, node: Node) -> dict[str, Node]:
        return {key: value for item in node[2] if item[0] == "object" for key, value in item[1].items()}

    def made_by(self, node: Node) -> set[str]:
        """Whether the arguments are made by calls that decode or fetch, through the names that they are bound to."""
        found: set[str] = set()
        waiting = list(node[2])
        seen: set[str] = set()
        for _ in range(MOST_WALKED):
            if not waiting:
                break
            item = waiting.pop()
            kind = item[0]
            if kind == "call":
                effect = self.effect_of(self.names.name_of(item[1]), item)
                if "decode" in effect:
                    found.add("decode")
                elif effect.startswith(("url", "fetch", "web")):
                    found.add("fetch")
                waiting += [item[1], *item[2]]
            elif kind == "name" and item[1] not in seen:
                seen.add(item[1])
                waiting += self.program.bindings.get(item[1], ())
            elif kind in ("cat", "list", "any", "path"):
                waiting += item[1]
            elif kind in ("attr", "index", "each", "many"):
                waiting += [part for part in item[1:] if isinstance(part, tuple)]
        if waiting:
            reach("too_much_code")
        return found

    # Effects

    def do(self, kind: str, where: str, node: Node, name: str) -> None:
        deeds = self.deeds
        if kind in PATH_KINDS:
            self.add_paths(kind, self.texts(node, where), missing=where == "self")
        elif kind == "move" or kind == "one":
            first, _, second = where.partition(",")
            moved = self.texts(node, first)
            self.add_paths("read", moved)
            self.add_paths("delete", moved)
            self.add_paths("write", self.texts(node, second))
        elif kind in ("mode", "pathopen"):
            self.add_open(kind, where, node)
        elif kind in ("url", "host", "address", "place", "urlpath"):
            self.add_place(kind, where, node)
        elif kind in ("text", "argv", "words", "prog", "execv", "execl", "pipe", "perlopen"):
            self.add_command(kind, where, node)
        elif kind == "eval" or kind == "evaltext":
            self.add_code(kind, where, node)
        elif kind == "unpickle":
            deeds.understood = False
            deeds.runs |= self.made_by(node) & {"fetch"}
        elif kind == "hide":
            self.start_unknown()
        elif kind == "runs":
            deeds.evaluates = True
        elif kind == "web":
            self.add_web(where, node, name)
        elif kind == "curl":
            if node[2][1:2] == (("name", "CURLOPT_URL"),):
                self.add_place("url", where, node)
        elif kind in ("send", "named"):
            self.redirect(kind, node)
        elif kind == "net":
            deeds.talks = True
        elif kind == "fetch":
            deeds.talks = deeds.fetches = True
        elif kind == "decode":
            deeds.decodes = True
        elif kind == "opaque":
            deeds.understood = False

    def add_paths(self, op: str, texts: Sequence[Text], missing: bool = False) -> None:
        deeds = self.deeds
        if not texts and missing:
            texts = UNKNOWN.texts
        for text, dynamic, glob in texts:
            if not text or (text.isdecimal() and not dynamic):
                continue  # a file descriptor
            if "://" in text and not text.startswith("file:"):
                self.connect(text, dynamic)
                if op == "exec":
                    deeds.runs.add("fetch")
                continue
            if dynamic:
                deeds.hidden.add(op)
            deeds.paths[op, (text, dynamic, glob)] = None
            if self.chdirs and not text.startswith(("/", "~", "$")):
                for folder, unsure, _ in self.chdirs:
                    deeds.paths[op, (f"{folder}/{text}", dynamic or unsure, glob)] = None

    def add_open(self, kind: str, where: str, node: Node) -> None:
        """open(path, mode): what is done is in the mode. `pathopen`: the path is what the method is called on."""
        first, _, second = where.partition(",")
        mode_node = self.node_at(node, second)
        mode_value = None if mode_node is None else self.value_at(node, second)
        if kind == "pathopen" and mode_value is not None:
            text = single(mode_value)
            if text is None or not set(text) <= set("rwaxbtU+"):
                self.add_paths("read", self.texts(node, second))  # Image.open("x"), archive.open("x")
                return
        mode = "r" if mode_value is None else single(mode_value)
        paths = self.texts(node, first)
        for op in ops_of_mode(mode):
            self.add_paths(op, paths, missing=kind == "pathopen")

    # Places

    def add_place(self, kind: str, where: str, node: Node) -> None:
        first, _, second = where.partition(",")
        value = self.value_at(node, first) if first else None
        if kind == "urlpath":
            for text in [] if value is None else flat(value):
                if "://" in text[0]:
                    self.connect(*text[:2])
                else:
                    self.add_paths("read", [text])
            return
        if kind == "address":
            self.add_address(value, node)
            return
        self.deeds.talks = True
        if self.connect_fields(node) or value is None:
            return
        given = self.node_at(node, first)
        if given is not None and given[0] != "object":
            self.connect_all(value, self.port_of(self.value_at(node, second)) if second else "")

    def add_address(self, value: Value | None, node: Node) -> None:
        """A (host, port) pair; of other values only where the name says that it is a socket."""
        if value is None:
            return
        if value.items is not None and len(value.items) > 1:
            self.connect_all(value.items[0], self.port_of(value.items[1]))
        elif self.names.name_of(node[1]).startswith(("socket.", "paramiko.")):
            self.connect_all(value, "")

    def add_web(self, where: str, node: Node, name: str) -> None:
        for text, dynamic, _ in self.texts(node, where):
            connecting = self.table.data.get("CONNECTING", ())
            if "://" in text or (dynamic and any(module.replace("::", ".") in name for module in connecting)):
                self.connect(text, dynamic)

    def redirect(self, kind: str, node: Node) -> None:
        """send(:system, "x"), call_user_func("system", "x")."""
        target = single(self.value_at(node, "0") or UNKNOWN)
        if target is None:
            if kind == "send" or (node[2] and node[2][0][0] == "name"):
                self.deeds.understood = False
            return
        arguments = node[2][1:]
        if len(arguments) == 1 and arguments[0][0] == "list":
            arguments = arguments[0][1]
        self.add_call(target, ("call", ("name", target), arguments, node[3]))

    def connect_fields(self, node: Node) -> bool:
        port = self.port_of(self.field(node, "port") or self.field(node, "PeerPort"))
        hit = False
        for key in PLACE_FIELDS:
            value = self.field(node, key)
            if value is not None:
                hit = True
                self.connect_all(value, port)
        return hit

    def port_of(self, value: Value | None) -> str:
        text = None if value is None else single(value)
        return text if text is not None and text.isdecimal() else ""

    def connect_all(self, value: Value, port: str) -> None:
        for text, dynamic, _ in value.texts:
            if text.startswith("/"):  # a socket in the file system
                self.add_paths("write", [(text, dynamic, False)])
            self.connect(f"{text}:{port}" if port and "://" not in text and ":" not in text else text, dynamic)

    def connect(self, text: str, dynamic: bool) -> None:
        deeds = self.deeds
        deeds.talks = True
        if not text or text.startswith(("php://", "data:", "about:", "javascript:")):
            return
        if text.startswith("unix:"):
            self.add_paths("write", [("/" + text[5:].lstrip("/"), dynamic, False)])
            return
        text, dynamic = without_port(text.strip(), dynamic)
        deeds.places[text, dynamic] = None
        head = text.partition("://")[2] or text
        if (dynamic and HIDDEN in head.partition("/")[0]) or not head.startswith(LOCAL):
            deeds.fetches = True

    # Commands and code

    def add_command(self, kind: str, where: str, node: Node) -> None:
        first, _, second = where.partition(",")
        found = self.node_at(node, first)
        if kind == "perlopen":
            self.add_perl_open(node)
            return
        if kind == "pipe":
            value = self.value_at(node, first)
            for text, dynamic, _ in value.texts if value is not None else ():
                if text.startswith("|"):
                    self.start_text((text[1:], dynamic, False), node)
            return
        arguments = tuple(item for item in node[2] if item[0] != "object")
        if kind == "argv" and len(arguments) < len(node[2]):  # system({"A" => "b"}, "command")
            node = (*node[:2], arguments, {**node[3], **self.all_fields(node)})
            found = self.node_at(node, first)
        if found is None and not node[2] and not node[3]:
            return  # called with nothing: another function of that name
        if found is None or found[0] == "object":
            given = self.field(node, "cmd") or self.field(node, "args")
            self.start_words(given, node) if given is not None else self.start_unknown()
            return
        value = self.value_at(node, first) or UNKNOWN
        self.deeds.runs |= self.made_by(node)
        if kind == "text":
            self.start_texts(value, node)
        elif kind == "argv":
            self.start_argv(node, int(first), value)
        elif kind == "words":
            if value.items is None:
                self.start_texts(value, node)
            else:
                self.start_words(value, node)
        elif kind == "prog":
            self.start_program(node, value, self.value_at(node, second) or self.field(node, "args"))
        elif kind == "execv":
            listed = self.value_at(node, str(int(first) + 1))
            items = listed.items[1:] if listed is not None and listed.items is not None else (UNKNOWN,)
            self.start_words(Value(UNKNOWN.texts, (value, *items)), node)
        elif kind == "execl":
            rest = [self.value_at(node, str(index)) for index in range(int(first) + 2, len(node[2]))]
            self.start_words(Value(UNKNOWN.texts, (value, *(item for item in rest if item is not None))), node)

    def start_argv(self, node: Node, first: int, value: Value) -> None:
        """system(a, b): words without a shell; one argument is shell text, or a list that is spread."""
        values = [
            self.value_at(node, str(index)) for index in range(first, len(node[2])) if node[2][index][0] != "object"
        ]
        items = [item for item in values if item is not None]
        if len(items) == 1 and value.items is None:
            self.start_texts(value, node)
            return
        words: list[Value] = []
        for item in items:
            words += item.items if item.items is not None else (item,)
        self.start_words(Value(UNKNOWN.texts, tuple(words)), node)

    def start_program(self, node: Node, program: Value, listed: Value | None) -> None:
        shell = self.field(node, "shell")
        items = listed.items if listed is not None and listed.items is not None else ()
        text = single(program)
        if not items and (shell is not None or (text is not None and " " in text.strip())):
            self.start_texts(program, node)
            return
        if listed is not None and listed.items is None and not (len(node[2]) > 1 and node[2][1][0] == "object"):
            items = tuple(Value((text,)) for text in listed.texts)  # R: system2("rm", "-rf x")
        self.start_words(Value(UNKNOWN.texts, (program, *items)), node)

    def start_texts(self, value: Value, node: Node) -> None:
        for text in value.texts:
            self.start_text(text, node)

    def start_text(self, text: Text, node: Node) -> None:
        if text[0].strip() == HIDDEN:
            self.start_unknown()
            return
        if text[1]:
            self.deeds.evaluates = True
        self.start(Started(text, (), self.places_of(node), self.input_of(node)))

    def start_words(self, value: Value, node: Node) -> None:
        words = value.items if value.items is not None else (value,)
        if not words:
            return
        if words[0].texts[0][0] == HIDDEN:
            self.start_unknown()
            return
        first = [item.texts[0] for item in words]
        places, given = self.places_of(node), self.input_of(node)
        self.start(Started(None, tuple(first), places, given))
        for index, item in enumerate(words):
            for other in item.texts[1:]:  # a loop: the same command with the other values
                self.start(Started(None, (*first[:index], other, *first[index + 1 :]), places, given))

    def start(self, started: Started) -> None:
        if len(self.deeds.commands) < MOST_COMMANDS:
            self.deeds.commands.append(started)
        else:
            reach("too_much_code")

    def start_unknown(self) -> None:
        self.deeds.unknown = True
        self.deeds.evaluates = True

    def input_of(self, node: Node) -> Text:
        given = self.field(node, "input") or self.field(node, "stdin_data")
        return given.texts[0] if given is not None and len(given.texts) == 1 else ("", True, False)

    def places_of(self, node: Node) -> tuple[Text, ...]:
        given = self.field(node, "cwd") or self.field(node, "chdir")
        if given is None:
            return tuple(self.chdirs)
        return given.texts

    def add_perl_open(self, node: Node) -> None:
        """open(H, "-|", words), open(H, "command|"), open(H, ">", path), open(H, ">path")."""
        values = [self.value_at(node, str(index)) for index in range(1, len(node[2]))]
        given = [item for item in values if item is not None]
        if not given:
            return
        mode = single(given[0])
        if len(given) > 1:
            if mode is not None and "|" in mode:
                if len(given) == 2:
                    self.start_texts(given[1], node)
                else:
                    self.start_words(Value(UNKNOWN.texts, tuple(given[1:])), node)
                return
            for op in ops_of_perl_mode(mode):
                self.add_paths(op, given[1].texts)
            return
        for text, dynamic, glob in given[0].texts:
            stripped = text.strip()
            if stripped.endswith("|"):
                self.start_text((stripped[:-1], dynamic, False), node)
            elif stripped.startswith("|"):
                self.start_text((stripped[1:], dynamic, False), node)
            else:
                ops = ("append",) if ">>" in stripped[:3] else ("write",) if ">" in stripped[:2] else ("read",)
                path = stripped.lstrip("+<> ")
                for op in ops if not path.startswith("&") else ():  # `>&STDERR` is no path
                    self.add_paths(op, [(path, dynamic, glob)])

    def add_code(self, kind: str, where: str, node: Node) -> None:
        """Text that is run as code of the same language: read it where it is written out."""
        deeds = self.deeds
        deeds.understood = False
        deeds.runs |= self.made_by(node)
        value = self.value_at(node, where)
        if kind == "eval" and (node[2] or node[3]) and (value is None or not value.known):
            self.start_unknown()
        if value is None:
            return
        if self.nested >= MOST_NESTED:
            reach("too_much_code")
            return
        from policyhooks.shell.inline.code import program_of

        for text, dynamic, _ in value.texts:
            if text == HIDDEN:
                continue
            program = program_of(self.lang, text)
            if not program.parsed:
                continue
            inner = deeds_of(self.lang, program, unsure=dynamic, nested=self.nested + 1)
            merge(deeds, inner)


def merge(deeds: Deeds, inner: Deeds) -> None:
    deeds.imports.update(inner.imports)
    deeds.calls.update(inner.calls)
    deeds.strings.update(inner.strings)
    deeds.loose += inner.loose
    deeds.commands += inner.commands
    deeds.paths.update(inner.paths)
    deeds.places.update(inner.places)
    deeds.hidden |= inner.hidden
    deeds.unknown = deeds.unknown or inner.unknown
    deeds.talks = deeds.talks or inner.talks
    deeds.fetches = deeds.fetches or inner.fetches
    deeds.decodes = deeds.decodes or inner.decodes
    deeds.evaluates = deeds.evaluates or inner.evaluates
    deeds.runs |= inner.runs


def flat(value: Value) -> list[Text]:
    if value.items is None:
        return list(value.texts)
    return [text for item in value.items for text in flat(item)]


def shortened(name: str) -> str:
    """`fs.promises.rm`, `fs.rmSync`: `fs.rm`."""
    return name.replace("()", "").replace(".promises.", ".").removesuffix("Sync")


def ops_of_mode(mode: str | None) -> tuple[str, ...]:
    if mode is None:
        return ("read", "write")
    if "a" in mode:
        return ("append",)
    if "+" in mode:
        return ("read", "write")
    return ("write",) if "w" in mode or "x" in mode or "c" in mode else ("read",)


def ops_of_perl_mode(mode: str | None) -> tuple[str, ...]:
    if mode is None or "+" in mode:
        return ("read", "write")
    return ("append",) if ">>" in mode else ("write",) if ">" in mode else ("read",)


def without_port(text: str, dynamic: bool) -> tuple[str, bool]:
    """`http://localhost:$_/x`: the host is known where only the port is not."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        scheme, rest = "", text
    authority, slash, path = rest.partition("/")
    host, colon, port = authority.rpartition(":")
    if colon and port == HIDDEN and HIDDEN not in host:
        return f"{scheme}{mark}{host}{slash}{path}", dynamic and HIDDEN in path
    return text, dynamic
