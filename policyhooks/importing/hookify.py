"""Files of the hookify plugin (`hookify.<name>.local.md`) as rules.

Front matter names an event, an action (warn by default, ask, block) and one pattern or a list of
conditions, all of which must hold. Regular expressions are searched without regard to case.
"""

from __future__ import annotations

from collections.abc import Mapping

import yaml

from policyhooks.importing.translation import Translation, identify, literal, matched, refused_by_re2

EVENTS = {"bash": "shell.before", "file": "file.write", "prompt": "prompt.submit", "stop": "agent.stop"}
# (event, field of the plugin) -> fields of the event; several mean any of them
FIELDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("bash", "command"): ("shell.command",),
    ("file", "file_path"): ("file.path.raw",),
    ("file", "new_text"): ("file.added", "file.content"),
    ("file", "new_string"): ("file.added", "file.content"),
    ("file", "content"): ("file.added", "file.content"),
    ("file", "old_text"): ("file.removed",),
    ("file", "old_string"): ("file.removed",),
    ("prompt", "user_prompt"): ("prompt.text",),
}
_SIMPLE = {"bash": "command", "file": "new_text", "prompt": "user_prompt"}
_OPERATORS = {
    "contains": "{field}.contains({text})",
    "equals": "{field} == {text}",
    "starts_with": "{field}.startsWith({text})",
    "ends_with": "{field}.endsWith({text})",
    "regex_match": "{field}.matches({text})",
}
_ACTIONS = {"warn": "warn", "block": "deny", "ask": "ask"}


def translate(name: str, text: str) -> Translation:
    """One file."""
    done = Translation()
    front, message = _split(text)
    if front is None:
        done.leave(name, "has no front matter")
        return done
    event, action = str(front.get("event", "all")), str(front.get("action", "warn"))
    if event not in EVENTS:
        done.leave(name, f"`event: {event}` stands for several events at once: write it as bash, file, prompt or stop")
        return done
    if action not in _ACTIONS:
        done.leave(name, f"`action: {action}` is none of {', '.join(_ACTIONS)}")
        return done
    if front.get("tool_matcher") not in (None, "*"):
        done.leave(name, "its tool_matcher narrows to tools of Claude Code; the rule looks at every tool of the event")
    conditions = _conditions(front, event)
    if isinstance(conditions, str):
        done.leave(name, conditions)
        return done
    rule = _rule(str(front.get("name") or name), event, action, conditions, message)
    if front.get("enabled", True) is not True:
        rule["mode"] = "disabled"
    done.add(rule)
    if event == "bash":
        done.leave(name, "a pattern over the text of a command is easy to get around: see `match.commands`")
    return done


def _split(text: str) -> tuple[Mapping[str, object] | None, str]:
    lines = text.lstrip("\ufeff").split("\n")
    if lines[0].strip() != "---":
        return None, ""
    end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == "---"), 0)
    try:
        front = yaml.safe_load("\n".join(lines[1:end])) if end else None
    except yaml.YAMLError:
        front = _plain(lines[1:end])  # people write patterns without quotes
    return (front if isinstance(front, dict) else None), "\n".join(lines[end + 1 :]).strip()


def _plain(lines: list[str]) -> dict[str, object]:
    """`key: value` lines as the plugin itself reads them, for patterns that are no YAML."""
    found: dict[str, object] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon and not line.startswith((" ", "-")):
            word = value.strip().strip("\"'")
            found[key.strip()] = {"true": True, "false": False}.get(word, word)
    return found


def _conditions(front: Mapping[str, object], event: str) -> list[str] | str:
    """CEL conditions, or why there are none."""
    listed = front.get("conditions")
    if front.get("pattern"):
        if event not in _SIMPLE:
            return "a pattern on `stop` looks at the transcript, which rules do not read"
        listed = [{"field": _SIMPLE[event], "operator": "regex_match", "pattern": front["pattern"]}]
    if not isinstance(listed, list) or not listed:
        return "has neither a pattern nor conditions, so it never matched"
    found = []
    for condition in listed:
        if not isinstance(condition, Mapping):
            return "a condition is not a map"
        written = _condition(condition, event)
        if not written.startswith("("):
            return written
        found.append(written)
    return found


def _condition(condition: Mapping[str, object], event: str) -> str:
    field, operator = str(condition.get("field")), str(condition.get("operator", "regex_match"))
    fields = FIELDS.get((event, field))
    if fields is None:
        return f"the field `{field}` of `{event}` has no counterpart"
    pattern, negated = str(condition.get("pattern", "")), operator == "not_contains"
    operator = "contains" if negated else operator
    if operator not in _OPERATORS:
        return f"the operator `{operator}` is not known; the plugin never matches it"
    if operator == "regex_match":
        problem = refused_by_re2(f"(?i){pattern}")
        if problem:
            return f"RE2, which cannot run away, does not take its pattern: {problem}"
        pattern = f"(?i){pattern}"
    tests = [_OPERATORS[operator].format(field=name, text=literal(pattern)) for name in fields]
    whole = f"({' || '.join(tests)})"
    return f"(!{whole})" if negated else whole


def _rule(name: str, event: str, action: str, conditions: list[str], message: str) -> dict[str, object]:
    canonical = EVENTS[event]
    effect = _ACTIONS[action]
    if event != "bash" and effect == "ask":
        effect = "deny" if event == "file" else "warn"  # the plugin asks before tools only
    body = message or name
    rule: dict[str, object] = {"id": identify(name), "match": matched([canonical], effect)}
    if any("file.added" in one or "file.removed" in one for one in conditions):
        rule["match"] = {"clients": ["claude-code"], "events": [canonical]}
    if conditions:
        rule["when"] = " && ".join(conditions)
    return {**rule, "effect": effect, "message": {"user": _escape(body), "agent": _escape(body)}}


def _escape(text: str) -> str:
    """A message in which nothing is taken for an expression."""
    return text.replace("{{", "{ {").replace("}}", "} }")
