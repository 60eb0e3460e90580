"""`matches`: the language and the linear time of RE2, on one of two engines.

A pattern of the provably linear subset (cel/patterns.py decides at build) runs on the interpreter's own engine from
code that the image carries in PRECOMPILED: `_sre.compile` takes it as it is, and `re` is not loaded. Every other
pattern, and a pattern that nobody precompiled, runs on RE2, whose extension module is loaded alone, without its
package (2 ms); texts that every match contains keep it unloaded for most commands.
"""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Pattern -> the arguments of _sre.compile, made by cel.patterns.precompile for exactly this interpreter. An image
# may put any mapping here, such as one that reads a pattern's code when it is asked for.
PRECOMPILED: dict[str, tuple[Any, ...]] = {}
# Where RE2's extension module is, when sys.path does not lead to it.
EXTENSION = ""

_native: dict[str, Any] = {}
_re2: dict[str, Any] = {}


def search(pattern: str, text: str) -> bool:
    """Whether a pattern of the linear subset is found."""
    compiled = _native.get(pattern)
    if compiled is None:
        arguments = PRECOMPILED.get(pattern)
        if arguments is None:
            return _search_re2(pattern, text)
        import _sre  # type: ignore[import-not-found]

        compiled = _native[pattern] = _sre.compile(*arguments)
    return compiled.search(text) is not None


def search_behind(pattern: str, needed: tuple[tuple[str, ...], ...], text: str) -> bool:
    """Whether a pattern is found, of which every match contains one text of each group of `needed`."""
    return _has_each(needed, text) and _search_re2(pattern, text)


def search_beyond_ascii(pattern: str, needed: tuple[tuple[str, ...], ...], text: str) -> bool:
    """The same for a pattern of which every match has a character that is not of ASCII."""
    return not text.isascii() and search_behind(pattern, needed, text)


def search_folded(pattern: str, needed: tuple[tuple[str, ...], ...], text: str) -> bool:
    """The same for a pattern in any case: it is the folded text that contains what is needed."""
    return _has_each(needed, text.casefold()) and _search_re2(pattern, text)


def _has_each(needed: tuple[tuple[str, ...], ...], text: str) -> bool:
    for group in needed:
        for part in group:
            if part in text:
                break
        else:
            return False
    return True


def search_re2(pattern: str, needed: str, text: str) -> bool:
    """The same with one text: what programs call that were built before there were groups."""
    return needed in text and _search_re2(pattern, text)


def as_subject(text: Any) -> str:
    """What a pattern is looked for in, when its type is only known at run time."""
    if type(text) is not str:
        raise EvaluationError("no such overload: `matches` takes strings")
    return text


def matches(text: Any, pattern: Any) -> bool:
    """`text.matches(pattern)` where one of them is only known at run time."""
    if type(text) is not str or type(pattern) is not str:
        raise EvaluationError("no such overload: `matches` takes strings")
    return search(pattern, text)


def _search_re2(pattern: str, text: str) -> bool:
    engine, compiled, subject = _prepare(pattern, text)
    return bool(compiled.Match(engine.RE2.Anchor.UNANCHORED, subject, 0, len(subject))[0] != (-1, -1))


def _prepare(pattern: str, text: str) -> tuple[Any, Any, bytes]:
    """RE2, the compiled pattern and the text as RE2 reads it."""
    compiled = _re2.get(pattern)
    engine = _engine()
    if compiled is None:
        options = engine.RE2.Options()
        options.log_errors = False
        options.never_capture = True
        compiled = engine.RE2(pattern.encode("utf-8", "surrogatepass"), options)
        if not compiled.ok():
            raise EvaluationError("RE2 refuses the pattern")
        if len(_re2) > 1000:  # patterns that come from data
            _re2.clear()
        _re2[pattern] = compiled
    return engine, compiled, text.encode("utf-8", "surrogatepass")


def _engine() -> Any:
    """RE2's extension module. It can be loaded once per process, so it is kept under its package's name."""
    import sys

    known = sys.modules.get("re2._re2")
    if known is not None:
        return known
    import _imp

    for path in [EXTENSION] if EXTENSION else _places(sys.path, _imp.extension_suffixes()):
        try:
            spec: Any = type("Spec", (), {"name": "re2._re2", "origin": path, "parent": "re2"})()
            module: Any = _imp.create_dynamic(spec)
            _imp.exec_dynamic(module)
        except (ImportError, OSError):
            continue
        sys.modules["re2._re2"] = module
        return module
    raise EvaluationError("the RE2 engine is not installed")


def _places(folders: list[str], suffixes: list[str]) -> list[str]:
    import posix

    found = []
    for folder in folders:
        for suffix in suffixes:
            path = f"{folder}/re2/_re2{suffix}"
            try:
                posix.stat(path)
            except OSError:
                continue
            found.append(path)
    return found
