"""One bucket of rules as Python source: imports, lists, variables, then each rule's functions and data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.cel.check import Checked
from policyhooks.cel.lower import lower
from policyhooks.compiler.emit.describe import describe_rule
from policyhooks.compiler.emit.literals import literal
from policyhooks.compiler.emit.names import LONG, Names, Use, mapping, uses
from policyhooks.compiler.expressions import Piece
from policyhooks.compiler.matchers import Test
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.scope import Constant, Scope, Variable

MATCHING = "policyhooks.core.matching"
SPARING = "policyhooks.core.sparing"
WORDING = "policyhooks.core.wording"
RUN_WORDS = "policyhooks.core.run_words"
VARIABLES = "policyhooks.core.variables"
PROGRAM = "policyhooks.core.program"
RECORDS = "policyhooks.core.records"


@dataclass
class Bucket:
    """A module in the making."""

    layer: str
    names: Names
    shared: dict[str, str]  # sources of long lists, by module name
    patterns: set[str]
    imports: set[tuple[str, str]] = field(default_factory=set)
    constants: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    bodies: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def add(self, number: int, rule: PlannedRule) -> None:
        """A rule with all its functions."""
        self.functions: set[str] = set()
        line = rule.file.line(rule.place)
        self.bodies.append(f"# {rule.id}, line {line}")
        self.add_select(number, rule)
        if rule.when is not None:
            self.define("when", number, self.code(rule.when, rule.scope))
        quoting = rule.kind if rule.kind != "effect" else ""
        for name in ("user", "agent", "followup"):
            if name in rule.templates:
                self.define(name, number, self.text(rule.templates[name], rule.scope, quoting), quoting)
                if name != "followup" and all(piece.checked is None for piece in rule.templates[name]):
                    self.functions.add(f"{name}_fixed")
        if "context" in rule.templates:
            self.define("context", number, self.text(rule.templates["context"], rule.scope))
        self.add_values(number, rule)
        for place, waiver in enumerate(rule.waivers):
            if waiver.checked is not None:
                self.define(f"exception_{number}", place, self.code(waiver.checked, rule.scope))
        self.imports.add((PROGRAM, "Rule"))
        if rule.waivers:
            self.imports.add((PROGRAM, "RuleException"))
        named = {name for name in self.functions if not name.startswith("exception_")}
        self.records.append(describe_rule(number, rule, self.layer, frozenset(named)))

    def add_values(self, number: int, rule: PlannedRule) -> None:
        """What modifiers and prompt rules compute."""
        if rule.env:
            items = ", ".join(f"{literal(name)}: {self.value(value, rule.scope)}" for name, value in rule.env.items())
            self.define("env", number, "{" + items + "}")
        if any(piece.checked for pieces in rule.run.values() for piece in pieces):
            words = ", ".join(self.argument(pieces, rule.scope) for pieces in rule.run.values())
            self.define("run", number, f"[{words}]")
        if rule.rewrite is not None and rule.model.rewrite is not None:
            value = self.code(rule.rewrite, rule.scope)
            self.define("rewrite", number, "{" + f"{literal(rule.model.rewrite.path)}: {value}" + "}")
        if rule.replace is not None:
            self.imports.add((WORDING, "projected"))
            code = self.code(rule.replace, rule.scope)
            self.define("replace", number, f"projected({{'value': {code}}})['value']")
        if rule.input:
            self.imports.add((WORDING, "projected"))
            items = ", ".join(f"{literal(name)}: {self.code(value, rule.scope)}" for name, value in rule.input.items())
            self.define("input", number, "projected({" + items + "})")

    def define(self, name: str, number: int, code: str, quoting: str = "") -> None:
        """A function of one expression."""
        self.functions.add(name)
        if not quoting:
            self.bodies.append(f"def {name}_{number}(e):\n    return {code}\n\n")
            return
        output = f"{quoting}_output"
        kind, key = ("Judge", "reason") if quoting == "judge" else ("CommandOutput", "stdout")
        made = ""
        if output in code:
            self.imports.add((RECORDS, kind))
            made = f"    {output} = {kind}({key}=reason)\n"
        self.bodies.append(f'def {name}_{number}(e, reason=""):\n{made}    return {code}\n\n')

    def add_select(self, number: int, rule: PlannedRule) -> None:
        """Data matchers as one function; the cheapest first."""
        tests = [self.test(number, place, one) for place, one in enumerate(rule.tests)]
        if rule.unless:
            inner = " and ".join(self.test(number, len(tests) + place, one) for place, one in enumerate(rule.unless))
            tests.append(f"not ({inner})")
        if tests:
            self.define("select", number, " and ".join(tests))

    def test(self, number: int, place: int, one: Test) -> str:
        """One matcher as a call on its data."""
        data = f"DATA_{number}_{place}"
        self.bodies.append(f"{data} = {literal(one.data)}\n\n")
        if one.helper == "one_of":
            return f"{one.subject} in {data}"
        if one.helper == "some_of":
            return (
                f"any(name in {data} for name in ({one.subject}))"
                if "," in one.subject
                else (f"any(name in {data} for name in {one.subject})")
            )
        self.imports.add((SPARING if one.helper.startswith("spare_") else MATCHING, one.helper))
        return f"{one.helper}({one.subject}, {data})"

    def text(self, pieces: Sequence[Piece], scope: Scope, quoting: str = "") -> str:
        """A text with quoted values in it."""
        parts = []
        for piece in pieces:
            if piece.checked is None:
                parts.append(literal(piece.text))
            else:
                code = self.code(piece.checked, scope, quoting)
                # Our own judges and commands speak in sentences; values of an event are an attacker's.
                how = "said" if quoting and f"{quoting}_output" in code else "shown"
                self.imports.add((WORDING, how))
                parts.append(f"{how}(lambda: {code})")
        return " + ".join(parts) if parts else '""'

    def value(self, pieces: Sequence[Piece], scope: Scope) -> str:
        """The value of a variable: what is put in stands there as it is."""
        if any(piece.checked for piece in pieces):
            self.imports.add((VARIABLES, "inserted"))
        parts = [
            literal(piece.text) if piece.checked is None else f"inserted(lambda: {self.code(piece.checked, scope)})"
            for piece in pieces
        ]
        return " + ".join(parts) if parts else '""'

    def argument(self, pieces: Sequence[Piece], scope: Scope) -> str:
        """One word of a command rule: texts as they are, values as functions."""
        if all(piece.checked is None for piece in pieces):
            return literal("".join(piece.text for piece in pieces))
        self.imports.add((RUN_WORDS, "argument"))
        parts = [
            literal(piece.text) if piece.checked is None else f"lambda: {self.code(piece.checked, scope)}"
            for piece in pieces
        ]
        return f"argument({', '.join(f'({part})' for part in parts)})"

    def code(self, checked: Checked, scope: Scope, quoting: str = "") -> str:
        """An expression as Python; what it refers to is added to the module."""
        found = uses(checked, scope)
        for use in found:
            self.need(use)
        lowered = lower(checked, mapping(self.names, found, quoting))
        self.imports |= lowered.imports
        self.patterns |= lowered.patterns
        return lowered.source

    def need(self, use: Use) -> None:
        """Define a list, param or variable in this module, once."""
        if use.constant is not None:
            self.need_constant(use.constant, use.as_set)
        elif use.variable is not None:
            self.need_variable(use.variable)

    def need_constant(self, constant: Constant, as_set: bool) -> None:
        name = self.names.constant(constant, as_set)
        if name in self.constants:
            return
        value = constant.value
        if as_set and isinstance(value, tuple):
            value = frozenset(value)
        title = f"# {constant.owner}: {constant.name}"
        if isinstance(value, (tuple, frozenset)) and len(value) > LONG:
            module = f"shared_{self.names.constants[(constant.owner, constant.name)]:03d}"
            text = f"{title}\n{name} = {literal(value)}\n"
            known = self.shared.get(module, "")
            if text not in known:
                self.shared[module] = known + text
            self.constants[name] = f'{title}\n{name} = load("{module}")["{name}"]\n'
        else:
            self.constants[name] = f"{title}\n{name} = {literal(value)}\n"

    def need_variable(self, variable: Variable) -> None:
        name = self.names.variable(variable)
        if name in self.variables:
            return
        self.variables[name] = ""  # reserves its place before those it uses
        code = self.code(variable.checked, variable.scope)
        self.imports.add((MATCHING, "once"))
        key = literal(f"{variable.owner} {variable.name}")
        self.variables[name] = (
            f"# {variable.owner}: {variable.name}, line {variable.line}\n"
            f"def {name}(e):\n    return once(e, (load, {key}), compute_{name})\n\n\n"
            f"def compute_{name}(e):\n    return {code}\n"
        )

    def source(self, title: str) -> str:
        """The module."""
        by_module: dict[str, list[str]] = {}
        for module, name in sorted(self.imports):
            by_module.setdefault(module, []).append(name)
        lines = [f'"""{title}"""\n']
        lines.extend(f"from {module} import {', '.join(sorted(names))}" for module, names in by_module.items())
        lines.append("")
        lines.extend(self.constants[name] for name in sorted(self.constants))
        lines.append("")
        lines.extend(self.variables[name] + "\n" for name in sorted(self.variables))
        lines.extend(self.bodies)
        if self.records:
            lines.append("RULES = {\n" + "".join(self.records) + "}\n")
        return "\n".join(lines)


Modules = Mapping[str, str]
