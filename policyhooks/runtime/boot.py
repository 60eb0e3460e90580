"""Starts the hook from an image: serves the modules in it and nothing of the same name from elsewhere.

The stub (bundle/stub.py) runs this module's code with the image's first piece. Every later piece is
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
    Core = Mapping[str, Any]  # see bundle/image.py

PACKAGE = "policyhooks"
SECOND = "#"  # after a module's name: the part of it that an ordinary decision does not run
_modules: dict[str, ModuleType] = {}
_ordinary_import = builtins.__import__
find: Callable[[str], ModuleType]  # a module of the image; set by `serve`


class CorruptImage(Exception):
    """A piece of the image is not what was written."""


def start(descriptor: int, base: int, core: Core, arguments: Sequence[str]) -> NoReturn:
    """Run the hook for `client native timeout`; pieces begin at `base`. Never returns."""
    group = core["groups"].get(arguments[0])
    if group is not None:
        core["codes"].update(read_piece(descriptor, base, group))
    serve(descriptor, base, core)
    hook = find("policyhooks.runtime.hook")
    programs = [program_loader(descriptor, base, *program) for program in core["programs"]]
    client, native, timeout_s = arguments
    hook.run(client, native, float(timeout_s), hook.Settings(**core["settings"]), programs)
    raise SystemExit(2)


def serve(descriptor: int, base: int, core: Core) -> None:
    """Take over the import statement for the package and for extension modules whose place is known."""
    global find
    codes: dict[str, bytes] = core["codes"]
    pieces: dict[str, Piece] = {}

    def piece_of(name: str) -> Piece | None:
        """Where a piece is; the directory is read when the first one is needed."""
        if not pieces:
            pieces.update(marshal.loads(core["pieces"]))  # noqa: S302 - see image.py: private and checked
        return pieces.pop(name, None)

    extensions: dict[str, str] = core["extensions"]
    halves: set[str] = set()  # modules of which only the first part has run
    module_type = type(sys)

    special: dict[int, object] = {}  # stubs by identity, and `stub` itself for a name that is not there

    def stub(name: str, function: str) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            return complete(load(name)).__dict__[function](*arguments, **named)

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
        data = codes.get(name)
        if data is not None:
            code = marshal.loads(data)  # noqa: S302 - see image.py: private and checked
        else:
            piece = piece_of(name)
            if piece is None:
                raise ModuleNotFoundError(f"{name} is not in the image", name=name)
            code = read_piece(descriptor, base, piece)
        module = _modules[name] = sys.modules[name] = module_type(name)
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(load(parent), last, module)
        if data is not None:
            halves.add(name)
            module.__dict__.update(_policyhooks_stub=stub, __getattr__=rest_of(module))
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
            if id(module.__dict__.get(wanted, stub)) in special and wanted not in complete(module).__dict__:
                load(f"{name}.{wanted}")
        return module

    special[id(stub)] = stub
    find = load
    builtins.__import__ = import_module  # type: ignore[assignment]


def read_piece(descriptor: int, base: int, piece: Piece) -> Any:
    """What one piece holds; CorruptImage when it is not what was written."""
    offset, length, check = piece
    data = posix.pread(descriptor, length, base + offset)
    if len(data) != length or _imp.source_hash(0, data) != check:
        raise CorruptImage
    return marshal.loads(data)  # noqa: S302 - see image.py: private and checked


class Found:
    """What the loader of extension modules asks for."""

    name = origin = ""


def load_extension(name: str, path: str) -> None:
    """Load an extension module from where it was at activation, without searching for it."""
    found = Found()
    found.name, found.origin = name, path
    try:
        module = _imp.create_dynamic(found)  # type: ignore[arg-type]
        _imp.exec_dynamic(module)
        sys.modules[name] = module
    except ImportError:
        sys.modules.pop(name, None)  # the ordinary import looks for it


def program_loader(descriptor: int, base: int, codes: Mapping[str, CodeType], pieces: Mapping[str, Piece]) -> object:
    """The program whose modules stand in the image."""
    loaded: dict[str, dict[str, object]] = {}

    def load_part(name: str) -> dict[str, object]:
        namespace = loaded.get(name)
        if namespace is None:
            code = codes.get(name) or read_piece(descriptor, base, pieces[name])
            namespace = loaded[name] = {"__name__": "policyhooks_program." + name, "load": load_part}
            exec(code, namespace)  # noqa: S102 - compiled policies, from the private image
        return namespace

    return find("policyhooks.runtime.selection").open_program(load_part)
