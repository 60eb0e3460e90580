"""The screen of `bundle inspect`: what a manifest says, a line each, and who vouches for it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.style import one_line

if TYPE_CHECKING:
    from policyhooks.bundle.verification import Bundle


def render(bundle: Bundle) -> str:
    """All of it, with a line break at the end."""
    lines = [f"{name:<8} {one_line(value)}" for name, value in _values(bundle).items() if value]
    lines += [
        f"accepted {one_line(rule)}: {one_line(str(told['accepted']))}"
        for rule, told in bundle.manifest.rules.items()
        if told.get("accepted")
    ]
    lines += [
        f"client   {one_line(client)}: {one_line(', '.join(map(str, natives)))}"
        for client, natives in bundle.manifest.clients.items()
    ]
    return "".join(f"{line}\n" for line in lines)


def _values(bundle: Bundle) -> dict[str, str]:
    manifest = bundle.manifest
    unknown = f"{count(bundle.signatures, 'signature')}, not verified: no trust root"
    return {
        "bundle": f"{manifest.name} {manifest.version} ({manifest.kind})",
        "serial": str(manifest.serial),
        "issued": _time(manifest.issued) or "without a time",
        "expires": _time(manifest.expires) or "never",
        "digest": bundle.digest,
        "signed": ", ".join(bundle.signers) if bundle.trusted else unknown,
        "layer": manifest.layer,
        "engine": f"policyhooks {manifest.engine['version']}, program format {manifest.engine['program']}",
        "needs": ", ".join(map(str, manifest.needs)) or "nothing but Python",
        "rules": str(len(manifest.rules)),
        "tests": ", ".join(f"{count} {name}" for name, count in sorted(manifest.tests.items())) or "none",
        "programs": ", ".join(manifest.described),
        "reason": manifest.reason,
    }


def _time(seconds: int) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else ""
