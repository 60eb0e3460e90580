"""Whether the tests of the shipped policies notice a change: one mutant at a time, each must break a test.

A mutant negates a rule's condition, drops one of its alternatives, lowers its effect by one step, or drops one entry
of a list, be it named or written inside a condition. A mutant that no test notices survives; survivors with a reason in
REASONS are listed, any other makes the run exit 6.
"""

from __future__ import annotations

import copy
import re
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import yaml

from policyhooks.errors import InvalidPolicies
from policyhooks.suite.run import run_suite

ROOT = Path(__file__).resolve().parents[1]
LOWER = {"deny": "ask", "ask": "warn", "allow": "pass", "warn": "pass"}

# survivor: why no test can or should notice it
REASONS: dict[str, str] = {}

Document = dict[str, Any]

WORD = r'"(?:[^"\\]|\\.)*"'
LIST = re.compile(rf"\[{WORD}(?:, {WORD})+\]")
ENTRY = re.compile(WORD)
OPENING, CLOSING = "([{", ")]}"


def mutants(policy: Document) -> Iterator[tuple[str, Document]]:
    """Every mutant of a policy with its name."""
    for number, rule in enumerate(policy.get("rules", [])):
        name = f"{policy['metadata']['id']}/{rule['id']}"
        if "when" in rule:
            yield f"{name}: condition negated", changed(policy, number, when=f"!({rule['when']})")
            for what, condition in weakened(rule["when"]):
                yield f"{name}: {what}", changed(policy, number, when=condition)
        if rule.get("effect") in LOWER and LOWER[rule["effect"]] != "pass":
            yield f"{name}: {rule['effect']} lowered", changed(policy, number, effect=LOWER[rule["effect"]])
    for variable, text in (policy.get("variables") or {}).items():
        for what, condition in weakened(text):
            mutant = copy.deepcopy(policy)
            mutant["variables"][variable] = condition
            yield f"{policy['metadata']['id']}: variables.{variable}: {what}", mutant
    for name, entries in (policy.get("lists") or {}).items():
        for entry in entries:
            mutant = copy.deepcopy(policy)
            mutant["lists"][name] = [other for other in entries if other != entry]
            yield f"{policy['metadata']['id']}: lists.{name} without {entry!r}", mutant


def weakened(condition: str) -> Iterator[tuple[str, str]]:
    """The condition without one of its alternatives, and without one entry of one list."""
    parts = alternatives(condition)
    for number, part in enumerate(parts if len(parts) > 1 else ()):
        rest = " || ".join(other for place, other in enumerate(parts) if place != number)
        yield f"alternative {number + 1} dropped ({' '.join(part.split())[:60]})", rest
    for found in LIST.finditer(condition):
        entries = ENTRY.findall(found.group())
        for entry in entries:
            rest = ", ".join(other for other in entries if other != entry)
            yield (
                f"{entry} dropped at {found.start()}",
                f"{condition[: found.start()]}[{rest}]{condition[found.end() :]}",
            )


def alternatives(condition: str) -> list[str]:
    """The operands of the outermost `||`."""
    parts = [""]
    depth = 0
    for token in re.findall(rf"{WORD}|\|\||.", condition, re.DOTALL):
        depth += (token in OPENING) - (token in CLOSING)
        if token == "||" and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def changed(policy: Document, number: int, **values: str) -> Document:
    """The policy with some keys of one rule replaced."""
    mutant = copy.deepcopy(policy)
    mutant["rules"][number].update(values)
    return mutant


def survives(policy: Document, libraries: list[Path], folder: Path) -> bool:
    """Whether every test still passes. A policy that no longer compiles is noticed too."""
    path = folder / "mutant.yaml"
    prompts = folder / "prompts"  # a policy finds its prompts beside it
    if not prompts.exists():
        prompts.symlink_to(ROOT / "prompts")
    path.write_text(yaml.safe_dump(policy, sort_keys=False, allow_unicode=True, width=10_000), encoding="utf-8")
    try:
        return run_suite([str(path), *map(str, libraries)]).exit_code == 0
    except InvalidPolicies:
        return False


def survives_alone(work: tuple[Document, list[Path], Path]) -> bool:
    """The same in a folder of its own, for a worker process."""
    policy, libraries, folder = work
    with tempfile.TemporaryDirectory(dir=folder) as own:
        return survives(policy, libraries, Path(own))


def is_wanted(name: str, wanted: list[str]) -> bool:
    """Whether a pack or a mutant (`pack/rule: what`) is among those asked for."""
    pack, _, rule = name.partition(":")[0].partition("/")
    return (
        not wanted
        or pack in wanted
        or any(item == f"{pack}/{rule}" or (not rule and item.startswith(pack + "/")) for item in wanted)
    )


def main(argv: list[str] | None = None) -> int:
    """Mutate every shipped policy, or the packs and pack/rule names given; print the survivors."""
    wanted = sys.argv[1:] if argv is None else argv
    files = sorted((ROOT / "policies").glob("*/*.yaml"))
    libraries = [path for path in files if yaml.safe_load(path.read_text(encoding="utf-8"))["kind"] == "Library"]
    tried = survived = unexplained = 0
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        for path in files:
            policy = yaml.safe_load(path.read_text(encoding="utf-8"))
            if policy["kind"] != "Policy" or not is_wanted(path.parent.name, wanted):
                continue
            if not survives(policy, libraries, Path(folder)):
                print(f"{path.parent.name}: its own tests fail")
                return 4
            named = [
                (name, mutant) for name, mutant in mutants(policy) if is_wanted(name.removeprefix("packs."), wanted)
            ]
            work = [(mutant, libraries, Path(folder)) for _, mutant in named]
            for (name, _), alive in zip(named, pool.map(survives_alone, work, chunksize=4), strict=True):
                tried += 1
                if alive:
                    survived += 1
                    reason = REASONS.get(name, "")
                    unexplained += not reason
                    print(f"  survived  {name}  {reason or 'NO REASON GIVEN'}", flush=True)
    print(f"{tried} mutants, {tried - survived} noticed, {survived} survived, {unexplained} without a reason")
    return 6 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
