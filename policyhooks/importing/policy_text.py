"""Imported rules as the text of a policy file, with what was left in comments at its head."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from policyhooks.importing.translation import Left, Translation


def write_policy(policy_id: str, title: str, owner: str, translations: Sequence[Translation]) -> str:
    """The whole file. Ids are unique over all translations."""
    whole = Translation()
    for one in translations:
        for rule in one.rules:
            whole.add({key: value for key, value in rule.items() if value not in ({}, "")})
    left = [item for one in translations for item in one.left]
    document = {
        "apiVersion": "policyhooks/v1",
        "kind": "Policy",
        "metadata": {"id": policy_id, "title": title, "owner": owner},
        "rules": whole.rules,
    }
    head = "".join(_comment(item) for item in left)
    return head + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=110)


def _comment(item: Left) -> str:
    source = " ".join(item.source.split())
    return f"# {source}: {' '.join(item.reason.split())}\n"
