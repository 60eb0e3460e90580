"""What a journal record could become in policies: a test of the rule that decided, or an exception to it."""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from fnmatch import fnmatchcase

from policyhooks.errors import PolicyHooksError, UsageError
from policyhooks.inspect.journal_ids import Entry
from policyhooks.inspect.recorded_action import condition_of, moved, read_action
from policyhooks.inspect.rule_outlines import RuleOutline
from policyhooks.report.journal.proposals import Proposal, quote, render_exception, render_test
from policyhooks.report.journal.text import Record, rules_of

OUR_OWN = "policyhooks/"  # results that no rule of a policy gave


def propose(entry: Entry, form: str, glob: str | None) -> str:
    """The YAML, as a test or as an exception. Raises UsageError where no rule had anything to say."""
    rule = rule_that_decided(entry.record, glob)
    action = read_action(entry.record)
    known = outline_of_rule(entry, str(rule["id"]))
    effect = str(rule.get("effect") or rule.get("would") or (known.effect if known else "") or "deny")
    remarks = [*action.unknown]
    if form == "exception":
        name, text = "", ""
        if action.event is not None:
            name, text = condition_of(action.event, str(rule.get("derived", "")), known.events if known else ())
        when = f"{name} == {quote(text)}" if name else ""
        return render_exception(Proposal(str(rule["id"]), entry.id, effect, when=when, remarks=remarks))
    verdict = str(entry.record.get("verdict", ""))
    fields = {root: moved(values, cwd_of(entry.record), home()) for root, values in action.fields.items()}
    if fields != dict(action.fields):
        remarks.append("the project lies in /w/project and the home folder in /home/dev, as in every test")
    return render_test(
        Proposal(
            rule=str(rule["id"]),
            record=entry.id,
            effect=effect,
            place=known.place if known else "",
            client=str(entry.record.get("client", "")),
            native=str(entry.record.get("native", "")),
            fields={root: values for root, values in fields.items() if isinstance(values, Mapping)},
            told="deny" if (effect, verdict) == ("ask", "deny") and is_only(entry.record, rule) else "",
            remarks=remarks,
        )
    )


def rule_that_decided(record: Record, glob: str | None) -> Record:
    """The first rule whose verdict won, else the first that would have done something; of those that fit the glob."""
    rules = [rule for rule in rules_of(record) if not str(rule.get("id", "")).startswith(OUR_OWN) and rule.get("id")]
    if glob:
        rules = [rule for rule in rules if fnmatchcase(str(rule["id"]), glob)]
    by = record.get("by")
    won = [rule for rule in rules if isinstance(by, list) and rule["id"] in by]
    acted = [rule for rule in rules if rule.get("effect") or rule.get("would")]
    for rule in (*won, *acted):
        return rule
    raise UsageError("no rule of this record did anything", "`policyhooks log --verdict deny` lists what was denied")


def is_only(record: Record, rule: Record) -> bool:
    """Whether no other rule had a part in the verdict."""
    by = record.get("by")
    return isinstance(by, list) and set(by) == {rule["id"]}


def outline_of_rule(entry: Entry, rule: str) -> RuleOutline | None:
    """What is known of the rule as it was installed; None where that is gone."""
    from policyhooks.cli.options.rulebooks import of_record

    try:
        source, _ = of_record(entry)
    except PolicyHooksError:
        return None
    rules = (one for ruled in source.rulebook.ruled for one in ruled.outline.rules)
    return next((one for one in rules if one.id == rule), None)


def cwd_of(record: Record) -> str:
    """The folder that the agent worked in."""
    return str(record.get("cwd", ""))


def home() -> str:
    """The home folder as the hook knows it."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return ""
