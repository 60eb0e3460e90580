"""A bundle for machines: its manifest, and who vouches for it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.bundle.verification import Bundle


def render(bundle: Bundle) -> str:
    """One object, indented, with sorted keys."""
    about = {
        "digest": bundle.digest,
        "signatures": bundle.signatures,
        "signers": list(bundle.signers),
        "trusted": bundle.trusted,
        "manifest": asdict(bundle.manifest),
    }
    return json.dumps(about, indent=2, sort_keys=True) + "\n"
