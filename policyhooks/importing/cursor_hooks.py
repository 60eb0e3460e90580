"""Cursor's hooks.json as rules: each matcher becomes the condition of a rule, prompt hooks become judges.

A matcher is a regular expression, searched in the whole command (beforeShellExecution), the tool's
type (preToolUse) or the subagent's type. What a script decides cannot be read from its entry: its
rule only records, in mode audit, where the script was asked.
"""

from __future__ import annotations

from collections.abc import Mapping

from policyhooks.importing.translation import Translation, identify, literal, matched, refused_by_re2

# native event -> canonical event, the field that its matcher is searched in
EVENTS: dict[str, tuple[str, str]] = {
    "beforeShellExecution": ("shell.before", "shell.command"),
    "beforeMCPExecution": ("mcp.before", "tool.name"),
    "preToolUse": ("tool.before", "tool.name"),
    "subagentStart": ("subagent.start", "subagent.type"),
    "beforeReadFile": ("file.read", ""),
    "beforeSubmitPrompt": ("prompt.submit", ""),
}
_SPECIAL = set(r".^$*+?()[]{}|\\")


def translate(document: Mapping[str, object]) -> Translation:
    """Every entry of every event."""
    done = Translation()
    hooks = document.get("hooks")
    for native, entries in (hooks if isinstance(hooks, Mapping) else {}).items():
        for position, entry in enumerate(entries if isinstance(entries, list) else ()):
            source = f"hooks.{native}[{position}]"
            if native not in EVENTS:
                done.leave(source, "this event cannot be stopped, so there is nothing to decide")
            elif not isinstance(entry, Mapping):
                done.leave(source, "is not an entry")
            else:
                _entry(str(native), entry, source, done)
    return done


def _entry(native: str, entry: Mapping[str, object], source: str, done: Translation) -> None:
    event, field = EVENTS[native]
    matcher = entry.get("matcher")
    if matcher is not None and not isinstance(matcher, str):
        done.leave(source, "its matcher is not a regular expression")
        return
    when = ""
    if matcher and not field:
        done.leave(source, f"the matcher of {native} compares the kind of read, which is not an event of its own here")
        return
    if matcher and matcher != "*":
        problem = refused_by_re2(matcher)
        if problem:
            done.leave(source, f"RE2, which cannot run away, does not take its matcher: {problem}")
            return
        when = f"{field}.matches({literal(matcher)})"
    if entry.get("type") == "prompt":
        _prompt(native, entry, event, when, source, done)
    else:
        _script(native, entry, event, when, matcher or "", source, done)


def _prompt(native: str, entry: Mapping[str, object], event: str, when: str, source: str, done: Translation) -> None:
    prompt = entry.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        done.leave(source, "has no prompt")
        return
    judge: dict[str, object] = {"prompt": prompt, "not_ok": "deny"}
    if isinstance(entry.get("timeout"), int):
        judge["timeout"] = f"{entry['timeout']}s"
    rule: dict[str, object] = {
        "id": identify(f"{native} {prompt}"),
        "match": matched([event], "deny"),
        "judge": judge,
        "message": {"user": "Reviewer: {{ judge.reason }}", "agent": "The reviewer says: {{ judge.reason }}"},
    }
    # A hook without a matcher is asked about every event of its kind, and so is the rule.
    done.add({**rule, "when": when} if when else {**rule, "acknowledge": ["judge-without-prefilter"]})
    done.leave(source, "is now asked of the judge's model: name one in the Config; it has an effect in managed scope")
    if entry.get("model"):
        done.leave(source, "its model is the client's; the rule uses the alias `fast` of the Config")


def _script(
    native: str, entry: Mapping[str, object], event: str, when: str, matcher: str, source: str, done: Translation
) -> None:
    command = str(entry.get("command") or "")
    rule: dict[str, object] = {
        "id": identify(f"{native} {matcher or command}"),
        "match": matched([event], "deny"),
        "mode": "audit",
        "effect": "deny",
        "message": {"user": f"Decided by {command or 'a script'} until now.", "agent": "Ask the user."},
    }
    if when:
        rule["when"] = when
        if event == "shell.before" and not _SPECIAL & set(matcher):
            rule["tests"] = {"deny": [matcher], "quiet": ["true"]}
    done.add(rule)
    done.leave(source, "what the script decides cannot be read; the rule records where it was asked, and stops nothing")
