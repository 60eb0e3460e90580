"""The engine for programs of your own: open policies once, decide many events. `from policyhooks import Engine`.

It decides as the hook does and answers in the client's words, and it writes no journal: that is the caller's. Unless it
is told otherwise it starts no judge and no command, and looks at nothing on this disk that an event names.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from policyhooks.clients.registry import CLIENTS
from policyhooks.core.strict_json import parse
from policyhooks.core.verdict import Decision, Response
from policyhooks.errors import PolicyHooksError, UsageError
from policyhooks.inspect.rulebook import Rulebook, of_compiled, of_generation
from policyhooks.inspect.session import NO_VARIABLES, OUTSIDE, UNTRUSTED, Deciding

LONGEST = 64 << 20


@dataclass(frozen=True)
class Answer:
    """What the hook would have said. `verdict` is deny, ask, allow or pass, as the client is told."""

    verdict: str
    rules: tuple[str, ...]  # full ids of the rules behind it
    user: str
    agent: str
    warnings: tuple[str, ...]
    response: str  # what would go to stdout
    exit_code: int
    error: str  # why the engine itself could not decide; the verdict is then what the rules say about errors

    def as_json(self) -> dict[str, object]:
        """The answer as plain values, as `policyhooks decide` prints it."""
        messages: dict[str, object] = {"user": self.user, "agent": self.agent}
        if self.warnings:
            messages["warnings"] = list(self.warnings)
        answer: dict[str, object] = {
            "verdict": self.verdict,
            "rules": list(self.rules),
            "messages": messages,
            "response": self.response,
            "exit_code": self.exit_code,
        }
        return answer | ({"error": self.error} if self.error else {})


class Ways(TypedDict, total=False):
    """How an engine looks at events, the same for all of them."""

    # What judges and commands say: `unknown` (the default: their rules do what `on_error` says), `ok`, `not-ok`; `run`
    # starts them.
    outside: str
    home: str  # the home folder that paths are read against (default: the payload's, else yours)
    links: bool  # the events are of this machine: links are followed and repositories looked at
    variables: Mapping[str, str]  # what the client is taken to have been started with
    judge_state: str  # the state folder of a judge that models are asked through; only with `run`


class Engine:
    """Loaded policies. An engine does not change: it may be opened before a fork and used in every child.

    One thread at a time: give each its own. Whatever `decide` raises, no decision was made: do as for a deny.
    """

    def __init__(self, rulebook: Rulebook, **ways: Unpack[Ways]) -> None:
        outside = ways.get("outside", "unknown")
        if outside not in (*OUTSIDE, UNTRUSTED):
            raise UsageError(f"`outside` is one of {', '.join(OUTSIDE)}, not `{outside}`")
        self.digest = rulebook.digest
        self._deciding = Deciding(
            rulebook,
            outside=outside,
            home=ways.get("home", ""),
            links=ways.get("links", False),
            environ=ways.get("variables", NO_VARIABLES),
            judge_state=ways.get("judge_state", ""),
        )

    @classmethod
    def from_policies(cls, *paths: str | Path, config: str | Path | None = None, **ways: Unpack[Ways]) -> Engine:
        """Policy files and folders, compiled now. Raises InvalidPolicies with every problem."""
        from policyhooks.compiler.compile import compile_policies

        names = [str(path) for path in paths]
        compiled = compile_policies(names, str(config) if config is not None else None)
        return cls(of_compiled(compiled), **ways)

    @classmethod
    def from_bundle(cls, file: str | Path, *, allowed_signers: str | Path, **ways: Unpack[Ways]) -> Engine:
        """A bundle that enough of these signers vouch for; what it does is compiled from its sources.

        Raises VerificationFailed.
        """
        from policyhooks.bundle.staging import compile_bundle, stage
        from policyhooks.bundle.trust import read_trust_root
        from policyhooks.bundle.verification import check_expiry, open_bundle, read_file

        now = time.time()
        bundle = open_bundle(read_file(file), [read_trust_root(Path(allowed_signers))], now=now)
        check_expiry(bundle.manifest, now)
        with tempfile.TemporaryDirectory(prefix="policyhooks-") as folder:
            compiled = compile_bundle(bundle, stage(Path(folder), bundle), bundle.manifest.layer)
        return cls(of_compiled(compiled), **ways)

    @classmethod
    def from_installation(cls, state: str | Path, **ways: Unpack[Ways]) -> Engine:
        """What an installation's state folder has in force, with its trusted layers. Raises EnvironmentBroken."""
        from policyhooks.image.manifests import current_number

        folder = Path(state)
        return cls(of_generation(folder, current_number(folder), lambda: None, now=True), **ways)

    def decide(self, client: str, payload: bytes | str | Mapping[str, object], native: str | None = None) -> Answer:
        """The answer to one event, given as the client sends it; `native` where the payload does not name its event.

        Raises PolicyHooksError for what no client sends.
        """
        if client not in CLIENTS:
            raise UsageError(f"there is no client `{client}`", f"known are {', '.join(CLIENTS)}")
        given = payload if isinstance(payload, Mapping) else read_payload(payload)
        _, decision, response = self._deciding.decide(client, native, given)
        return answer_of(decision, response)


def read_payload(text: bytes | str) -> Mapping[str, object]:
    """A payload from its JSON, read as strictly as the hook does. Raises PolicyHooksError."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > LONGEST:
        raise PolicyHooksError(f"the payload is longer than {LONGEST >> 20} MiB")
    payload = parse(data)
    if not isinstance(payload, dict):
        raise PolicyHooksError("the payload is not a JSON object")
    return payload


def answer_of(decision: Decision, response: Response) -> Answer:
    """A decision in the client's words, as one value."""
    rules: Sequence[str] = decision.rules or [result.rule.id for result in decision.results if result.effect]
    return Answer(
        verdict=decision.verdict,
        rules=tuple(dict.fromkeys(rules)),
        user=decision.user,
        agent=decision.agent,
        warnings=tuple(decision.warnings),
        response=response.stdout.decode("utf-8"),
        exit_code=response.exit_code,
        error=decision.error,
    )
