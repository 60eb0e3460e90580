"""Starts the hook from an image: serves the modules in it and nothing of the same name from elsewhere.

The stub (image/stub.py) runs this module's code with the image's first piece. Every later piece is
read from the descriptor of the same image, so a hook lives in one generation from start to end.
"""

from __future__ import annotations

import _imp
import builtins
import marshal
import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import Any, NoReturn

    Piece = tuple[int, int, bytes]  # offset, length, check
    Core = Mapping[str, Any]  # see image/build.py

PACKAGE = "policyhooks"
HEADER = 24
SECOND = "#"  # after a module's name: the part of it that an ordinary decision does not run
SPEC: Any = type(sys.implementation)  # a plain namespace: what the loader of extension modules asks for
MODULE = type(sys)
MISSING = object()  # a name that a module does not have
_modules: dict[str, ModuleType] = {}
_ordinary_import = builtins.__import__
find: Callable[[str], ModuleType]  # a module of the image; set by `serve`


def start(
    descriptor: int, data: bytes, core: Core, arguments: Sequence[str], complete: int = 0, project: str = ""
) -> NoReturn:
    """Run the hook for `STATE/hook.py client native timeout`; `data` is what the core was read from. Never returns.

    `complete` is the exit code that tells the entry to leave with 0; `project` the id in a committed entry.
    """
    _imp.create_builtin(SPEC(name="gc")).disable()  # the process ends before a collection could pay
    given = load(descriptor, data, core, arguments)
    find("policyhooks.runtime.launch.hook").run(*arguments[1:3], float(arguments[3]), *given, complete, project)
    raise SystemExit(2)


def reside(descriptor: int, data: bytes, core: Core, arguments: Sequence[str], *_: object) -> NoReturn:
    """Stay, and answer fronts (runtime/resident). Never returns."""
    given = load(descriptor, data, core, arguments)
    find("policyhooks.runtime.resident.parent").serve(descriptor, int(arguments[3]), *given)
    raise SystemExit(2)


def load(descriptor: int, data: bytes, core: Core, arguments: Sequence[str]) -> tuple[Any, list[Any]]:
    """The settings and programs of an image, whose modules can be imported from here on."""
    check_owner(descriptor, arguments[0].rpartition("/")[0])
    base = HEADER + len(data)
    group = core["groups"].get(arguments[1])
    if group is not None:
        core["codes"].update(read_piece(descriptor, base, group))
    serve(descriptor, base, core)
    programs = [program_loader(descriptor, base, *program) for program in core["programs"]]
    layers = [(record, layer_opener(descriptor, base, rank, pieces)) for rank, record, pieces in core.get("layers", ())]
    return find("policyhooks.runtime.launch.hook").Settings(**core["settings"], layers=layers), programs


def check_owner(descriptor: int, state: str) -> None:
    """Refuse an image, or a state folder, that another user could have written."""
    if descriptor < 3:
        raise OSError("stdin, stdout or stderr is closed")
    for owner in posix.fstat(descriptor), posix.stat(state):
        if owner.st_mode & 0o022 or owner.st_uid not in (0, posix.geteuid()):
            raise PermissionError("its state is not private")


class Served:
    """The modules of an image: which of them run, and what is read when it is asked for."""

    __slots__ = ("base", "codes", "core", "descriptor", "groups", "halves", "pieces", "stubs", "unmade")

    def __init__(self, descriptor: int, base: int, core: Core) -> None:
        self.descriptor = descriptor
        self.base = base
        self.core = core
        self.codes: dict[str, CodeType] = core["codes"]
        self.groups: dict[str, Piece] = core["groups"]  # those named after a module go with it
        self.pieces: dict[str, Piece] = {}
        self.unmade: object = None  # what stands for a class; set by `serve`
        self.halves: set[str] = set()  # modules of which only the first part has run
        self.stubs: dict[int, object] = {id(MISSING): MISSING}  # by identity, and what stands for a missing name

    def read(self, piece: Piece | None = None) -> Any:
        """What a piece holds; without one the list of the shelves of tables."""
        return read_piece(self.descriptor, self.base, piece or self.core["tables"])

    def piece_of(self, name: str) -> Piece | None:
        """Where a piece is; the directory is read when the first one is needed."""
        if not self.pieces:
            self.pieces.update(self.read(self.core["pieces"]))
        return self.pieces.pop(name, None)

    def stub(self, name: str, function: str) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            module = self.load(name)
            found: Any = module.__dict__.get(function, MISSING)
            if id(found) in self.stubs:
                found = self.complete(module).__dict__[function]
            return found(*arguments, **named)

        self.stubs[id(call)] = call
        return call

    def rest_of(self, module: ModuleType) -> Callable[[str], object]:
        def find_attribute(name: str) -> object:
            try:
                return self.complete(module).__dict__[name]
            except KeyError:
                raise AttributeError(name) from None

        return find_attribute

    def complete(self, module: ModuleType) -> ModuleType:
        """Run the second part of a split module, once."""
        if module.__name__ not in self.halves:
            return module
        self.halves.discard(module.__name__)
        piece = self.piece_of(module.__name__ + SECOND)
        if piece is not None:
            exec(self.read(piece), module.__dict__)  # noqa: S102 - as below
        return module

    def take(self, name: str, kind: str) -> object:
        """A class, made or not, for a module that only calls it and tests for it."""
        module = self.load(name)
        value = module.__dict__.get(kind, MISSING)
        return self.complete(module).__dict__[kind] if id(value) in self.stubs else value

    def load(self, name: str) -> ModuleType:
        """The module of this name. Raises ModuleNotFoundError where the image has none."""
        module = _modules.get(name)
        if module is not None:
            return module
        if name in self.groups and name not in self.codes:
            self.codes.update(self.read(self.groups.pop(name)))
        code = self.codes.get(name)
        split = code is not None
        if code is None:
            piece = self.piece_of(name)
            if piece is None:
                raise ModuleNotFoundError(f"{name} is not in the image", name=name)
            code = self.read(piece)
        module = _modules[name] = sys.modules[name] = MODULE(name)
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(self.load(parent), last, module)
        if split:
            self.halves.add(name)
            module.__dict__["__getattr__"] = self.rest_of(module)
        exec(code, module.__dict__)  # noqa: S102 - the image is our own, private and checked
        return module

    def import_module(
        self, name: str, globals: object = None, locals: object = None, fromlist: Sequence[str] = (), level: int = 0
    ) -> object:
        """What the import statement does. Nobody may take a stub for the class or function that it stands for."""
        module = _modules.get(name)
        if module is None:
            if not name.startswith(PACKAGE):
                if name in self.core["extensions"] and name not in sys.modules:
                    load_extension(name, self.core["extensions"][name])
                return _ordinary_import(name, globals, locals, fromlist, level)  # type: ignore[arg-type]
            module = self.load(name)
        if not fromlist:
            return self.load(PACKAGE)
        for wanted in fromlist:
            value: Any = module.__dict__.get(wanted, MISSING)
            if type(value) is self.unmade:
                value.make()
            elif id(value) in self.stubs:
                inner = f"{name}.{wanted}"
                if inner in self.codes or wanted not in self.complete(module).__dict__:
                    self.load(inner)
        return module


def serve(descriptor: int, base: int, core: Core) -> None:
    """Take over the import statement for the package and for extension modules whose place is known."""
    global find
    served = Served(descriptor, base, core)
    find = served.load
    builtins.__import__ = served.import_module  # type: ignore[assignment]
    # The names that image/split.py and image/constants.py write into modules, once for all of them.
    given = builtins.__dict__
    given["_policyhooks_data"] = marshal.loads
    given["_policyhooks_piece"] = served.read
    given["_policyhooks_stub"] = served.stub
    given["_policyhooks_taken"] = served.take
    waiting: Any = served.load("policyhooks.runtime.launch.waiting")
    given["_policyhooks_late"] = waiting.late
    given["_policyhooks_records"] = waiting.make_records
    given["_policyhooks_made"] = waiting.make_classes
    given["_policyhooks_caught"] = waiting.made_of
    given["_policyhooks_unmade"] = served.unmade = waiting.Unmade


def read_piece(descriptor: int, base: int, piece: Piece) -> Any:
    """What one piece holds; ImportError when its bytes are not what was written."""
    offset, length, check = piece
    data = posix.pread(descriptor, length, base + offset)
    if len(data) != length or _imp.source_hash(0, data) != check:
        raise ImportError("a piece of the image is damaged")
    return marshal.loads(data)  # noqa: S302 - see image/build.py: private and checked


def load_extension(name: str, path: str) -> None:
    """Load an extension module from where it was at activation, a built-in one (no path) without a search."""
    found = SPEC(name=name, origin=path)
    try:
        if path:
            module = _imp.create_dynamic(found)
            _imp.exec_dynamic(module)
        else:
            module = _imp.create_builtin(found)
            _imp.exec_builtin(module)
        sys.modules[name] = module
    except ImportError:
        sys.modules.pop(name, None)  # the ordinary import looks for it


def layer_opener(descriptor: int, base: int, rank: int, pieces: Mapping[str, Piece]) -> Callable[[], object]:
    """Opens the program of a trusted layer when an event needs it."""
    return lambda: program_loader(descriptor, base, rank, {}, pieces)


def program_loader(
    descriptor: int, base: int, rank: int, codes: Mapping[str, CodeType], pieces: Mapping[str, Piece]
) -> object:
    """The program whose modules stand in the image, with its rank."""
    loaded: dict[str, dict[str, object]] = {}

    def load_part(name: str) -> dict[str, object]:
        namespace = loaded.get(name)
        if namespace is None:
            code = codes.get(name) or read_piece(descriptor, base, pieces[name])
            namespace = loaded[name] = {"__name__": "policyhooks_program." + name, "load": load_part}
            exec(code, namespace)  # noqa: S102 - compiled policies, from the private image
        return namespace

    return find("policyhooks.runtime.engine.selection").open_program(load_part, rank)
