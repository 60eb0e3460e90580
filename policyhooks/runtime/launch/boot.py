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
_modules: dict[str, ModuleType] = {}
_ordinary_import = builtins.__import__
find: Callable[[str], ModuleType]  # a module of the image; set by `serve`, like the next
make_stub: Callable[[str, str], Callable[..., object]]


def start(
    descriptor: int, data: bytes, core: Core, arguments: Sequence[str], complete: int = 0, project: str = ""
) -> NoReturn:
    """Run the hook for `STATE/hook.py client native timeout`; `data` is what the core was read from. Never returns.

    `complete` is the exit code that tells the entry to leave with 0; `project` the id in a committed entry.
    """
    _imp.create_builtin(SPEC(name="gc")).disable()  # the process ends before a collection could pay
    check_owner(descriptor, arguments[0].rpartition("/")[0])
    base = HEADER + len(data)
    group = core["groups"].get(arguments[1])
    if group is not None:
        core["codes"].update(read_piece(descriptor, base, group))
    serve(descriptor, base, core)
    hook = find("policyhooks.runtime.launch.hook")
    programs = [program_loader(descriptor, base, *program) for program in core["programs"]]
    _, client, native, timeout_s = arguments
    layers = [(record, layer_opener(descriptor, base, rank, pieces)) for rank, record, pieces in core.get("layers", ())]
    settings = hook.Settings(**core["settings"], layers=layers)
    hook.run(client, native, float(timeout_s), settings, programs, complete, project)
    raise SystemExit(2)


def check_owner(descriptor: int, state: str) -> None:
    """Refuse an image, or a state folder, that another user could have written."""
    if descriptor < 3:
        raise OSError("stdin, stdout or stderr is closed")
    for owner in posix.fstat(descriptor), posix.stat(state):
        if owner.st_mode & 0o022 or owner.st_uid not in (0, posix.geteuid()):
            raise PermissionError("its state is not private")


def late_in(namespace: dict[str, object]) -> Callable[[bytes, str], Callable[..., object]]:
    """Makes functions that are unmarshalled on their first call."""

    def late(data: bytes, name: str) -> Callable[..., object]:
        found: Any = None

        def call(*arguments: object, **named: object) -> object:
            nonlocal found
            if found is None:
                exec(marshal.loads(data), namespace)  # noqa: S102, S302 - part of the checked image
                found = namespace[name]
            return found(*arguments, **named)

        return call

    return late


def serve(descriptor: int, base: int, core: Core) -> None:
    """Take over the import statement for the package and for extension modules whose place is known."""
    global find, make_stub
    codes: dict[str, CodeType] = core["codes"]
    groups: dict[str, Piece] = core["groups"]  # those named after a module go with it
    pieces: dict[str, Piece] = {}

    def piece_of(name: str) -> Piece | None:
        """Where a piece is; the directory is read when the first one is needed."""
        if not pieces:
            pieces.update(read_piece(descriptor, base, core["pieces"]))
        return pieces.pop(name, None)

    extensions: dict[str, str] = core["extensions"]
    halves: set[str] = set()  # modules of which only the first part has run
    module_type = type(sys)

    def read(piece: Piece | None = None) -> object:
        """A piece; without one the list of the shelves of tables."""
        return read_piece(descriptor, base, piece or core["tables"])

    given = {"_policyhooks_data": marshal.loads, "_policyhooks_piece": read}
    special: dict[int, object] = {}  # stubs by identity, and `stub` itself for a name that is not there

    def stub(name: str, function: str) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            module = load(name)
            found: Any = module.__dict__.get(function, stub)
            if id(found) in special:
                found = complete(module).__dict__[function]
            return found(*arguments, **named)

        special[id(call)] = call
        return call

    def rest_of(module: ModuleType) -> Callable[[str], object]:
        def find_attribute(name: str) -> object:
            try:
                return complete(module).__dict__[name]
            except KeyError:
                raise AttributeError(name) from None

        return find_attribute

    def complete(module: ModuleType) -> ModuleType:
        """Run the second part of a split module, once."""
        if module.__name__ not in halves:
            return module
        halves.discard(module.__name__)
        piece = piece_of(module.__name__ + SECOND)
        if piece is not None:
            exec(read_piece(descriptor, base, piece), module.__dict__)  # noqa: S102 - as below
        return module

    def load(name: str) -> ModuleType:
        module = _modules.get(name)
        if module is not None:
            return module
        if name in groups:
            codes.update(read_piece(descriptor, base, groups.pop(name)))
        code = codes.get(name)
        first = code is not None
        if code is None:
            piece = piece_of(name)
            if piece is None:
                raise ModuleNotFoundError(f"{name} is not in the image", name=name)
            code = read_piece(descriptor, base, piece)
        module = _modules[name] = sys.modules[name] = module_type(name)
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(load(parent), last, module)
        module.__dict__.update(given)
        if first:
            halves.add(name)
            module.__dict__.update(
                _policyhooks_stub=stub, _policyhooks_late=late_in(module.__dict__), __getattr__=rest_of(module)
            )
        exec(code, module.__dict__)  # noqa: S102 - the image is our own, private and checked
        return module

    def import_module(
        name: str, globals: object = None, locals: object = None, fromlist: Sequence[str] = (), level: int = 0
    ) -> object:
        module = _modules.get(name)
        if module is None:
            if not name.startswith(PACKAGE):
                if name in extensions and name not in sys.modules:
                    load_extension(name, extensions[name])
                return _ordinary_import(name, globals, locals, fromlist, level)  # type: ignore[arg-type]
            module = load(name)
        if not fromlist:
            return load(PACKAGE)
        for wanted in fromlist:
            # Nobody may take a stub for the class or function that it stands for.
            if id(module.__dict__.get(wanted, stub)) in special:
                inner = f"{name}.{wanted}"
                if inner in codes or wanted not in complete(module).__dict__:
                    load(inner)
        return module

    special[id(stub)] = stub
    find, make_stub = load, stub
    builtins.__import__ = import_module  # type: ignore[assignment]


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
            namespace = loaded[name] = {
                "__name__": "policyhooks_program." + name,
                "load": load_part,
                "_policyhooks_stub": make_stub,
            }
            namespace["_policyhooks_late"] = late_in(namespace)
            exec(code, namespace)  # noqa: S102 - compiled policies, from the private image
        return namespace

    return find("policyhooks.runtime.engine.selection").open_program(load_part, rank)
