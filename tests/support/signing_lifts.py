"""Policies whose denies a signer lifts, keys of people, and documents as `approvals` makes them, without a terminal."""

from pathlib import Path

from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import Activation, activate
from policyhooks.installation.approving import Open, open_tickets
from policyhooks.installation.lift_documents import Request
from policyhooks.installation.signed_tickets import accept, request_of, sign_request
from tests.support.bundles import make_key
from tests.support.lifting import HEAD, MESSAGE

RULES = f"""\
  - id: publish
    match: {{commands: [npm publish]}}
    effect: deny
    lift: {{by: signer, for: 15m, uses: 1}}
    {MESSAGE}
  - id: two
    match: {{commands: [gh release]}}
    effect: deny
    lift: {{by: signer, for: 10m, signers: 2, four_eyes: true}}
    {MESSAGE}
  - id: alike
    match: {{events: [shell.before], commands: [kubectl]}}
    effect: deny
    lift: {{by: signer, bind: command, uses: 5}}
    {MESSAGE}
  - id: window
    match: {{events: [shell.before], commands: [terraform]}}
    effect: deny
    lift: {{by: signer, bind: rule, for: 30m, uses: 20, dynamic: true}}
    {MESSAGE}
  - id: person
    match: {{commands: [yarn publish]}}
    effect: deny
    lift: {{by: user}}
    {MESSAGE}
  - id: person-alike
    match: {{events: [shell.before], commands: [pnpm]}}
    effect: deny
    lift: {{by: user, bind: command}}
    {MESSAGE}
"""
PEOPLE = ("dana", "eli", "fay")


def keys_in(folder: Path) -> dict[str, Path]:
    """A key for each of PEOPLE, and one that nobody lists."""
    return {name: make_key(folder, name) for name in (*PEOPLE, "stranger")}


def public(key: Path) -> str:
    return " ".join(key.with_suffix(".pub").read_text().split()[:2])


def installed(folder: Path, keys: dict[str, Path], *, uid: int | None = None, shared: bool = False) -> Activation:
    """The rules in force, where PEOPLE sign and `uid` is dana's account."""
    (folder / "acme.lifts.yaml").write_text(HEAD + RULES)
    lines = ["apiVersion: policyhooks/v1", "kind: Config", "approvals:", "  signers:"]
    lines += [f"    {name}: ['{public(keys[name])}']" for name in PEOPLE]
    lines += ["  requesters:", f"    '{uid}': [dana]"] if uid is not None else []
    (folder / "policyhooks.yaml").write_text("\n".join(lines) + "\n")
    compiled = compile_policies([str(folder / "acme.lifts.yaml")], str(folder / "policyhooks.yaml"))
    return activate(folder / "state", [compiled], shared=shared)


def latest(state: Path) -> Open:
    return sorted(open_tickets(state), key=lambda found: found.at)[-1]


def signed(state: Path, *keys: Path, for_s: int = 0) -> Request:
    """The latest ticket, signed with these keys as they are given."""
    request = request_of(latest(state))
    for key in keys:
        request = sign_request(request, str(key), "a release", for_s or request.for_s)
    return request


def lifted(state: Path, *keys: Path) -> list[str]:
    """The latest ticket, signed and brought back; who signed it."""
    return accept(state, latest(state), signed(state, *keys))
