"""Policy-as-code for the hooks of coding agents."""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.library import Answer as Answer
    from policyhooks.library import Engine as Engine


def __getattr__(name: str) -> object:
    # On demand: whatever imports a module of this package would else wait for the whole library.
    if name in ("Answer", "Engine"):
        from importlib import import_module

        return getattr(import_module("policyhooks.library"), name)
    raise AttributeError(f"module 'policyhooks' has no attribute {name!r}")
