"""Builds the scope of every file: its own names, the libraries it imports, the params that the Config binds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.cel.check import Checked
from policyhooks.compiler.expressions import Source, check_expression
from policyhooks.compiler.facts import required
from policyhooks.compiler.files import File, Files
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.policy import Library, Policy
from policyhooks.compiler.model.programs_file import Programs
from policyhooks.compiler.polarity import memory_reads
from policyhooks.compiler.references import fields_asked, fields_read
from policyhooks.compiler.scope import (
    Constant,
    FactName,
    Scope,
    Variable,
    conforms,
    convert,
    read_param_type,
    type_of_value,
)
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.errors import Diagnostic
from policyhooks.secrets.names import says_secret

MAX_DEPTH = 40


@dataclass(frozen=True)
class Linked:
    """The scope of every policy, by its path, and the problems met on the way."""

    scopes: Mapping[str, Scope]
    problems: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class LinkedLibraries:
    """The scope of every library, by its id, and the problems met on the way."""

    scopes: Mapping[str, Scope]
    problems: tuple[Diagnostic, ...]


def link_libraries(libraries: Sequence[File[Library]]) -> LinkedLibraries:
    """The scopes of libraries: each stands alone, so whoever compiles several sets of policies links them once."""
    problems: list[Diagnostic] = []
    scopes = {library.model.metadata.id: fill(Scope(), library, problems) for library in libraries}
    return LinkedLibraries(scopes, tuple(problems))


def link(files: Files, libraries: LinkedLibraries | None = None) -> Linked:
    """The scopes of all policies; `libraries` are those of the files, where somebody has linked them before."""
    libraries = libraries or link_libraries(files.libraries)
    problems: list[Diagnostic] = [
        *repeated_ids([*files.policies, *files.libraries, *files.programs]),
        *libraries.problems,
    ]
    scopes: dict[str, Scope] = {}
    for policy in (*files.policies, *files.salvaged):
        scope = imported(policy, libraries.scopes, problems, files.complete)
        scope = with_params(scope, policy, files.config, problems)
        scopes[policy.path] = fill(with_facts(scope, policy), policy, problems)
    if files.config is not None and files.complete:
        problems.extend(unknown_params(files.config, files.policies))
    return Linked(scopes, tuple(problems))


def repeated_ids(files: Sequence[File[Policy] | File[Library] | File[Programs]]) -> list[Diagnostic]:
    """Files that claim one id."""
    first: dict[str, str] = {}
    problems = []
    for file in files:
        name = file.model.metadata.id
        if name == "policyhooks" or name.startswith("policyhooks."):
            message = f"the id `{name}` is reserved for policyhooks itself"
            problems.append(file.at(("metadata", "id"), "bad-name", message, "begin with a name of your own"))
        if name in first:
            message = f"the id `{name}` is taken by `{first[name]}`"
            problems.append(file.at(("metadata", "id"), "duplicate-id", message, "ids are unique over all files"))
        first.setdefault(name, file.path)
    return problems


def imported(policy: File[Policy], libraries: Mapping[str, Scope], problems: list[Diagnostic], complete: bool) -> Scope:
    """The names of the libraries that a policy imports; one that could not be read is not missed twice."""
    scope = Scope()
    for number, name in enumerate(policy.model.imports):
        library = libraries.get(name)
        if library is None and not complete:
            continue
        if library is None:
            hint = did_you_mean(name, libraries) or "a Library must be among the files that are compiled together"
            problems.append(policy.at(("imports", number), "unknown-import", f"there is no library `{name}`", hint))
            continue
        taken = sorted(
            (scope.constants.keys() & library.constants.keys()) | (scope.variables.keys() & library.variables.keys())
        )
        if taken:
            message = f"two imports declare `{taken[0]}`"
            problems.append(policy.at(("imports", number), "duplicate-name", message))
        scope = Scope(
            {**scope.constants, **library.constants},
            {**scope.variables, **library.variables},
            scope.surroundings | library.surroundings,
        )
    return scope


def fill(scope: Scope, file: File[Policy] | File[Library], problems: list[Diagnostic]) -> Scope:
    """The scope with a file's own lists and variables; a variable may use those above it."""
    owner = file.model.metadata.id
    scope = scope.with_surroundings(file.model.environment)
    problems.extend(secret_names(file))
    constants = []
    for name, values in file.model.lists.items():
        full = f"lists.{name}"
        if full in scope.constants:
            problems.append(file.at(("lists", name), "duplicate-name", f"an import declares `{full}` too", key=True))
        kind = type_of_value(list(values))
        constants.append(Constant(owner, full, convert(list(values), kind), kind))
    scope = scope.with_constants(constants)
    for name, text in file.model.variables.items():
        full = f"vars.{name}"
        place = ("variables", name)
        if full in scope.variables:
            problems.append(file.at(place, "duplicate-name", f"an import declares `{full}` too", key=True))
        checked, found = check_expression(Source(file.document, place, text), scope.environment())
        problems.extend(found)
        if checked is None:
            continue
        variable = declare(owner, full, file.line(place), checked, scope)
        scope = scope.with_variable(variable)
        if variable.depth > MAX_DEPTH:
            message = f"more than {MAX_DEPTH} variables stand on each other"
            problems.append(file.at(place, "too-complex", message, "write the condition more directly", key=True))
            break
    return scope


def secret_names(file: File[Policy] | File[Library]) -> Iterator[Diagnostic]:
    """Variables whose values are secrets by their names: what a rule reads may be shown and recorded."""
    for number, name in enumerate(file.model.environment):
        if says_secret(name):
            message = f"`{name}` is the name of a secret, and what a rule reads may be shown and recorded"
            hint = "let another variable say what the rule wants to know"
            yield file.at(("environment", number), "secret-variable", message, hint)


def declare(owner: str, name: str, line: int, checked: Checked, scope: Scope) -> Variable:
    """A variable with everything that is asked about it later."""
    used = [scope.variables[name] for name in named(checked) if name in scope.variables]
    return Variable(
        owner,
        name,
        line,
        checked,
        scope,
        tuple(dict.fromkeys(use.field for use in fields_read(checked, scope))),
        fields_asked(checked, scope),
        required(checked, scope),
        1 + max((variable.depth for variable in used), default=0),
        frozenset((read.fact, read.direction) for read in memory_reads(checked, scope)),
    )


def named(checked: Checked) -> set[str]:
    """The variables that an expression names."""
    return {reference.name for reference in checked.references.values() if reference.kind == "variable"}


def with_params(scope: Scope, policy: File[Policy], config: File[Config] | None, problems: list[Diagnostic]) -> Scope:
    """The scope with a policy's params: the Config's value, or the default."""
    owner = policy.model.metadata.id
    bound = config.model.params.get(owner, {}) if config is not None else {}
    constants = []
    for name, param in policy.model.params.items():
        kind = read_param_type(param.type)
        if kind is None:
            hint = "string, int, double, bool, dyn, list<...> or map<string, ...>"
            problems.append(policy.at(("params", name, "type"), "unknown-type", f"`{param.type}` is not a type", hint))
            continue
        if not conforms(param.default, kind):
            message = f"the default is not of the type `{kind}`"
            problems.append(policy.at(("params", name, "default"), "type-mismatch", message))
        value = param.default
        if name in bound:
            value = bound[name]
            if not conforms(value, kind) and config is not None:
                message = f"`{name}` of `{owner}` is of the type `{kind}`"
                problems.append(config.at(("params", owner, name), "type-mismatch", message))
        constants.append(Constant(owner, f"params.{name}", convert(value, kind), kind))
    return scope.with_constants(constants)


def with_facts(scope: Scope, policy: File[Policy]) -> Scope:
    """The scope with the facts of a policy; those of no other are seen in it."""
    owner = policy.model.metadata.id
    kinds = {name: fact.kind for name, fact in policy.model.memory.items()}
    return scope.with_facts(
        {f"memory.{name}": FactName(f"{owner}/{name}", kind) for name, kind in kinds.items() if kind}
    )


def unknown_params(config: File[Config], policies: Sequence[File[Policy]]) -> list[Diagnostic]:
    """Bindings of params that no policy declares."""
    known = {policy.model.metadata.id: policy.model.params for policy in policies}
    problems = []
    for owner, values in config.model.params.items():
        if owner not in known:
            hint = did_you_mean(owner, known)
            message = f"there is no policy `{owner}`"
            problems.append(config.at(("params", owner), "unknown-policy", message, hint, key=True))
            continue
        for name in values:
            if name not in known[owner]:
                hint = did_you_mean(name, known[owner])
                message = f"`{owner}` has no param `{name}`"
                problems.append(config.at(("params", owner, name), "unknown-param", message, hint, key=True))
    return problems
