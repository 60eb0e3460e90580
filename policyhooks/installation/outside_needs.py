"""What rules that ask somebody outside need and do not find here: models, keys, providers, packages, programs.

Said by install and by doctor in the same words. Without them such a rule takes its `on_error`, call after call. Of keys
it looks at the names alone, and it asks no model.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from policyhooks.report.screen.chart import count

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.compiler.plan import PlannedRule

WAIT_S = 60
MISSING = 3  # the exit code of the look below where there is no litellm
# litellm takes seconds to load, and its list of providers is written out in one class of it.
_LOOK = f"""\
import importlib.util, json, pathlib, re, sys
found = importlib.util.find_spec("litellm")
if found is None:
    sys.exit({MISSING})
text = (pathlib.Path(found.origin).parent / "types/utils.py").read_text("utf-8")
body = re.search(r"class LlmProviders\\(str, Enum\\):\\n((?:    .*\\n|\\n)+)", text)
print(json.dumps(re.findall(r'^    [A-Z0-9_]+ = "([^"]+)"', body[1], re.MULTILINE)))
"""


class Need(NamedTuple):
    """What is missing, and what to do. It is grave where a rule that acts cannot do its work."""

    grave: bool
    text: str
    repair: str


def prompt_rules(compiled: Compiled, client: str) -> list[PlannedRule]:
    """The rules that ask a model through our judge, on events of this client."""
    return [rule for rule in _awake(compiled, client) if rule.model.judge is not None and not rule.model.judge.native]


def unmet_needs(compiled: Compiled, client: str, python: str) -> list[Need]:
    """Everything that is missing here; `python` is the interpreter that the judge runs in."""
    rules = prompt_rules(compiled, client)
    judge: Any = compiled.options.get("judge") or {}
    models: Mapping[str, Any] = judge.get("models") or {}
    found = list(_missing_programs(_awake(compiled, client)))
    if not rules:
        return found
    used = {alias: [rule for rule in rules if alias in _aliases(rule)] for alias in _all_aliases(rules)}
    names = {alias: str(models[alias]["model"]) if alias in models else alias for alias in used}
    lacking = [alias for alias in used if alias not in models and "/" not in alias]
    found += [_no_model(alias, used[alias]) for alias in lacking]
    asked = {alias: name for alias, name in names.items() if alias not in lacking}
    found += _unknown_providers(asked, used, rules, python)
    found += [need for alias in asked if alias in models for need in _missing_key(alias, models[alias])]
    return found


def _awake(compiled: Compiled, client: str) -> list[PlannedRule]:
    return [rule for rule in compiled.rules if rule.mode != "disabled" and any(r.client == client for r in rule.rows)]


def _aliases(rule: PlannedRule) -> set[str]:
    judge = rule.model.judge
    return {name for name in (judge.model, judge.escalate) if name} if judge is not None else set()


def _all_aliases(rules: Sequence[PlannedRule]) -> list[str]:
    return sorted({alias for rule in rules for alias in _aliases(rule)})


def _acts(rules: Iterable[PlannedRule]) -> bool:
    return any(rule.mode != "audit" for rule in rules)


def _no_model(alias: str, rules: Sequence[PlannedRule]) -> Need:
    message = f"{count(len(rules), 'prompt rule')}, and no model for `{alias}`: each is unknown"
    return Need(_acts(rules), message, "name one under judge.models in the Config, then install again with --config")


def _unknown_providers(
    asked: Mapping[str, str], used: Mapping[str, list[PlannedRule]], rules: Sequence[PlannedRule], python: str
) -> Iterator[Need]:
    try:
        command = [python, "-I", "-c", _LOOK]
        done = subprocess.run(command, timeout=WAIT_S, check=False, capture_output=True, stdin=subprocess.DEVNULL)
        providers = set(json.loads(done.stdout)) if done.returncode == 0 else set()
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return  # whether it can be started at all is told elsewhere
    if done.returncode == MISSING:
        repair = f"{shlex.quote(python)} -m pip install 'policyhooks[judge]'"
        yield Need(_acts(rules), f"{python} has no litellm, so no model can be asked", repair)
    for alias, name in asked.items():
        provider, slash, _ = name.partition("/")
        if providers and slash and provider not in providers:
            message = f"the model `{alias}`: litellm knows no provider `{provider}` of `{name}`"
            yield Need(_acts(used[alias]), message, "write it as provider/model in the Config and install again")


def _missing_key(alias: str, settings: Mapping[str, Any]) -> Iterator[Need]:
    """What is set here need not be set where the client starts, nor the other way round: never grave."""
    name = settings.get("api_key_env")
    if name and not os.environ.get(name):
        message = f"the model `{alias}` needs {name}, which is not set here"
        yield Need(False, message, f"export {name} where the client is started")
    elif not name and not settings.get("api_base"):
        message = f"the model `{alias}` names no `api_key_env`, so it is asked without a key"
        yield Need(False, message, "name the variable that holds it in the Config and install again")


def _missing_programs(rules: Sequence[PlannedRule]) -> Iterator[Need]:
    for rule in rules:
        if rule.model.command is not None and not os.access(rule.model.command.run[0], os.X_OK):
            message = f"{rule.id}: its program {rule.model.command.run[0]} is not here"
            yield Need(_acts([rule]), message, "put it there, or set the rule's mode to disabled in the Config")
