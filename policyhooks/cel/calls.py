"""The part of inference that deals with calls and macros: overloads, bound names, regex literals, `supplied`."""

from __future__ import annotations

from collections.abc import Mapping

from policyhooks.cel import constants
from policyhooks.cel.environment import Environment
from policyhooks.cel.functions import Function, Overload
from policyhooks.cel.names import Reference, candidates, dotted, root_of, suggest
from policyhooks.cel.nodes import Call, Comprehension, Ident, Literal, Node
from policyhooks.cel.patterns import refusal
from policyhooks.cel.problems import Problem
from policyhooks.cel.types import (
    BOOL,
    DYN,
    ERROR,
    INT,
    Type,
    agrees,
    is_open,
    join,
    list_of,
    map_of,
    optional_of,
    substitute,
)
from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import read_path_glob


class Calls:
    """What an inference knows, and its rules for calls."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.scope: Mapping[str, Type] = {}
        self.problems: list[Problem] = []
        self.types: dict[Node, Type] = {}
        self.references: dict[Node, Reference] = {}
        self.calls: dict[Node, tuple[Function, Overload | None]] = {}

    def infer(self, node: Node) -> Type:
        raise NotImplementedError

    def report(self, node: Node, code: str, message: str, help: str = "") -> None:
        self.report_at(node.start, node.end, code, message, help)

    def report_at(self, start: int, end: int, code: str, message: str, help: str = "") -> None:
        self.problems.append(Problem(start, end, code, message, help))

    def expect(self, node: Node, given: Type, wanted: Type, what: str) -> None:
        if not agrees(wanted, given):
            self.report(node, "type-mismatch", f"{what} needs `{wanted}`, this is `{given}`")

    def infer_within(self, bound: Mapping[str, Type], body: Node) -> Type:
        """The type of `body` where some names are bound."""
        outer = self.scope
        self.scope = {**outer, **bound}
        try:
            return self.infer(body)
        finally:
            self.scope = outer

    def _call(self, node: Call) -> Type:
        function, arguments = self._find(node)
        kinds = [self.infer(argument) for argument in arguments]
        if function is None:
            if node.target is not None and not self._is_function_namespace(node.target):
                self.infer(node.target)
            return ERROR
        if function.name == "supplied":
            return self._check_supplied(node, function)
        if function.name == "matches" and arguments:
            self._check_pattern(arguments[-1])
        if function.name == "glob" and len(arguments) == 2:
            self._check_glob(*arguments)
        for place, argument in enumerate(arguments):
            message = constants.refusal(function.name, place, argument)
            if message:
                self.report(argument, "bad-literal", message)
        return self._choose(node, function, arguments, kinds)

    def _find(self, node: Call) -> tuple[Function | None, tuple[Node, ...]]:
        """The function that a call means and its arguments with the receiver, if it has one."""
        functions = self.environment.functions
        if node.target is None:
            for name in candidates(node.name, self.environment.container, absolute=node.absolute):
                if (name, False) in functions:
                    return functions[name, False], node.arguments
            self._unknown_function(node, False)
            return None, node.arguments
        path = dotted(node.target)
        root = root_of(node.target)
        if path and isinstance(root, Ident) and (root.absolute or path[0] not in self.scope):
            full = ".".join((*path, node.name))
            for name in candidates(full, self.environment.container, absolute=root.absolute):
                if (name, False) in functions:
                    return functions[name, False], node.arguments
            if self._is_function_namespace(node.target):
                self._unknown_function(node, False, full)
                return None, node.arguments
        if (node.name, True) in functions:
            return functions[node.name, True], (node.target, *node.arguments)
        self._unknown_function(node, True)
        return None, node.arguments

    def _is_function_namespace(self, node: Node) -> bool:
        """Whether a name is only the first part of functions such as `strings.quote`."""
        if not isinstance(node, Ident) or node.name in self.scope or node.name in self.environment.variables:
            return False
        return any(name.startswith(f"{node.name}.") for name, member in self.environment.functions if not member)

    def _unknown_function(self, node: Call, member: bool, full: str = "") -> None:
        known = {name for name, is_member in self.environment.functions if is_member == member}
        name = full or node.name
        hint = suggest(name, known)
        if (node.name, not member) in self.environment.functions:
            hint = f"write `x.{node.name}(...)`" if not member else f"write `{node.name}(x, ...)`"
        end = node.name_start + len(node.name)
        self.report_at(node.name_start, end, "unknown-function", f"unknown function `{name}`", hint)

    def _choose(self, node: Call, function: Function, arguments: tuple[Node, ...], kinds: list[Type]) -> Type:
        fitting: list[tuple[Overload, Type]] = []
        for overload in function.overloads:
            bound: dict[str, Type] = {}
            if len(overload.parameters) == len(kinds) and all(
                agrees(wanted, given, bound) for wanted, given in zip(overload.parameters, kinds, strict=True)
            ):
                fitting.append((overload, substitute(overload.result, bound)))
        if not fitting:
            self.calls[node] = (function, None)
            self._no_overload(node, function, kinds)
            return ERROR
        proved = len(fitting) == 1 and all(map(_proves, fitting[0][0].parameters, kinds))
        self.calls[node] = (function, fitting[0][0] if proved else None)
        result = fitting[0][1]
        for _, other in fitting[1:]:
            result = join(result, other)
        return result

    def _no_overload(self, node: Call, function: Function, kinds: list[Type]) -> None:
        counts = sorted({len(overload.parameters) - function.member for overload in function.overloads})
        given = len(kinds) - function.member
        if given not in counts:
            wanted = " or ".join(map(str, counts))
            end = node.name_start + len(node.name)
            message = f"`{function.name}` takes {wanted} arguments, not {given}"
            self.report_at(node.name_start, end, "wrong-arity", message)
            return
        shown = ", ".join(f"`{kind}`" for kind in kinds)
        self.report(node, "type-mismatch", f"`{function.name}` does not apply to {shown}")

    def _check_pattern(self, node: Node) -> None:
        if isinstance(node, Literal) and isinstance(node.value, str):
            message = refusal(node.value)
            if message:
                self.report(node, "bad-regex", f"RE2 refuses the pattern: {message}")

    def _check_glob(self, path: Node, pattern: Node) -> None:
        if isinstance(path, Literal) and not isinstance(pattern, Literal):
            self.report(path, "bad-pattern", "the path comes first, then the glob", "write `glob(path, glob)`")
        elif isinstance(pattern, Literal) and isinstance(pattern.value, str):
            try:
                read_path_glob(pattern.value)
            except BadGlob as bad:
                self.report(pattern, "bad-pattern", str(bad), bad.hint)

    def _check_supplied(self, node: Call, function: Function) -> Type:
        self.calls[node] = (function, None)
        path = dotted(node.arguments[0]) if len(node.arguments) == 1 else ()
        if not path or path[0] in self.scope or path[0] not in self.environment.variables:
            self.report(node, "type-mismatch", "`supplied` takes a declared field such as `shell.command`")
        return BOOL

    def infer_comprehension(self, node: Comprehension) -> Type:
        """The type of a macro that binds names for each element."""
        given = self.infer(node.range)
        if node.macro in ("optMap", "optFlatMap"):
            return self._infer_optional_map(node, given)
        first, second = self._elements(node, given)
        bound = dict(zip(node.names, (first, second), strict=True)) if len(node.names) == 2 else {node.names[0]: first}
        if len(node.names) == 1 and given.name == "map":
            bound = {node.names[0]: given.parameters[0]}
        if node.test is not None:
            test = self.infer_within(bound, node.test)
            self.expect(node.test, test, BOOL, f"the test of `{node.macro}`")
        result = self.infer_within(bound, node.result) if node.result is not None else DYN
        match node.macro:
            case "all" | "exists" | "existsOne":
                return BOOL
            case "filter":
                return list_of(bound[node.names[0]])
            case "map" | "transformList":
                return list_of(result)
            case "transformMap":
                return map_of(first, result)
        if result.name != "map" and not is_open(result) and node.result is not None:
            self.report(node.result, "type-mismatch", f"`transformMapEntry` needs a map, this is `{result}`")
        return result if result.name == "map" else map_of(DYN, DYN)

    def _elements(self, node: Comprehension, given: Type) -> tuple[Type, Type]:
        """The types that the names of a macro get; with one name, the first."""
        if given.name == "list":
            element = given.parameters[0]
            return (element, DYN) if len(node.names) == 1 else (INT, element)
        if given.name == "map":
            return given.parameters[0], given.parameters[1]
        if not is_open(given):
            self.report(node.range, "type-mismatch", f"`{node.macro}` needs a list or a map, this is `{given}`")
        return DYN, DYN

    def _infer_optional_map(self, node: Comprehension, given: Type) -> Type:
        self.expect(node.range, given, optional_of(DYN), f"`{node.macro}`")
        inner = given.parameters[0] if given.name == "optional" else DYN
        assert node.result is not None
        result = self.infer_within({node.names[0]: inner}, node.result)
        if node.macro == "optMap":
            return optional_of(result)
        self.expect(node.result, result, optional_of(DYN), "`optFlatMap`")
        return result if result.name == "optional" else optional_of(DYN)


def _proves(wanted: Type, given: Type) -> bool:
    """Whether a proved argument needs no look at its value to be what the overload declares."""
    if wanted.is_variable or wanted == DYN:
        return True
    if is_open(given) or wanted.name != given.name:
        return False
    return all(map(_proves, wanted.parameters, given.parameters))
