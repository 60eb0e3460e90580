"""The declared way out of a lock-out: a signed order that makes the rules of a machine record only, until a given time.

The programs stay what they are; a rule looks at the clock whenever it is asked for. When the time is over
the same generation enforces again, without anybody doing anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from policyhooks.bundle.archive import pack
from policyhooks.bundle.manifest import FILE, Manifest
from policyhooks.bundle.verification import Bundle
from policyhooks.compiler.emit.program import digest_of
from policyhooks.core.program import source_loader
from policyhooks.errors import UsageError, VerificationFailed
from policyhooks.image.manifests import current_number
from policyhooks.image.program_copies import ProgramCopy as Program
from policyhooks.image.program_copies import read_programs

KIND = "break-glass"
MAX_HOURS = 72
_DIGEST = re.compile(r"^DIGEST = .*\n", re.MULTILINE)

_INDEX = """\
from time import time as _clock
class _Options(dict):
    def get(self, name, other=None):
        return {{}} if name == "defaults" and _clock() < {until} else dict.get(self, name, other)
    def __getitem__(self, name):
        return {{}} if name == "defaults" and _clock() < {until} else dict.__getitem__(self, name)
OPTIONS = _Options(OPTIONS)
"""
_BUCKET = """\
from policyhooks.core.values import but as _but
from time import time as _clock
class _Rules(dict):
    def __getitem__(self, number):
        rule = dict.__getitem__(self, number)
        return rule if rule.mode == "disabled" or _clock() >= {until} else _but(rule, mode="audit")
RULES = _Rules(RULES)
"""


def make_order(name: str, version: str, reason: str, hours: float, now: float) -> bytes:
    """The archive of an order, to be signed."""
    if not 0 < hours <= MAX_HOURS:
        raise UsageError(f"a break-glass lasts up to {MAX_HOURS} hours", "give --hours 4")
    if not reason.strip() or len(reason) > 500:
        raise UsageError("a break-glass needs a reason of at most 500 characters", "give --reason")
    manifest = Manifest(
        name=name, version=version, serial=0, kind=KIND, issued=int(now), expires=int(now + hours * 3600), reason=reason
    )
    return pack({FILE: manifest.encode()})


def check_order(bundle: Bundle, now: float) -> None:
    """Raises VerificationFailed unless somebody who is trusted has signed an order that ends soon."""
    if not bundle.trusted:
        hint = "put an allowed-signers file at /etc/policyhooks/allowed_signers, or use --allowed-signers"
        raise VerificationFailed("a break-glass counts only where a trust root says who may sign it", hint)
    if bundle.manifest.expires - now > MAX_HOURS * 3600 + 600 or not bundle.manifest.reason:
        raise VerificationFailed(f"a break-glass lasts up to {MAX_HOURS} hours and gives a reason")


def current_programs(state: Path) -> list[Program]:
    """The programs of the current generation."""
    return read_programs(state, current_number(state))


def options_of(programs: Sequence[Program]) -> Mapping[str, object]:
    """The options of the highest layer, as `activate` wants them."""
    options = source_loader(programs[0].modules)("index").get("OPTIONS", {})
    return options if isinstance(options, dict) else {}


def relax(program: Program, until: int) -> Program:
    """The program that only records until a time, under a digest of its own."""
    modules = {}
    for name, source in program.modules.items():
        if name == "index":
            source = _DIGEST.sub("", source) + _INDEX.format(until=until)
        elif name.startswith("bucket_"):
            source += _BUCKET.format(until=until)
        modules[name] = source
    digest = digest_of(modules)
    modules["index"] += f'DIGEST = "{digest}"\n'
    return Program(dict(sorted(modules.items())), digest, program.layer)
