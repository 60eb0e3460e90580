"""One question of the playground: a policy and an event as texts in, what is decided and why as plain data out.

It is the compiler and the engine of everybody else; judges and commands are never asked, and nothing is read but the
two texts and the libraries that were loaded before.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.facts import HOME, WORKSPACE
from policyhooks.clients.native_payload import WRITERS, native_payload
from policyhooks.clients.subject import GUARDED, USER, Subject
from policyhooks.compiler.compile import Compiled, check_files, compile_checked
from policyhooks.compiler.files import File, Files, read_model
from policyhooks.compiler.linking import LinkedLibraries, link
from policyhooks.compiler.model.policy import Library, Policy
from policyhooks.compiler.source import Refused, decode, parse_document
from policyhooks.core.event import Event
from policyhooks.core.strict_json import parse
from policyhooks.core.values import but
from policyhooks.errors import Diagnostic, InvalidPolicies, PolicyHooksError
from policyhooks.inspect.explaining import Decided, assemble
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.inspect.recorded_action import fields_of
from policyhooks.inspect.rulebook import Rulebook, of_compiled
from policyhooks.inspect.session import Deciding
from policyhooks.report.journal.proposals import Proposal, render_test
from policyhooks.runtime.engine.concealment import conceal_all
from policyhooks.shell.syntax.parser import Parser
from policyhooks.suite.run import trials_of
from policyhooks.suite.trial import Places, run_trial
from policyhooks.web.telling import tell_explanation

NAME = "policy.yaml"
MOST_TESTS = 200
LONGEST = 128 << 10  # of a policy and of an event

Told = dict[str, object]


@dataclass(frozen=True)
class Shelf:
    """What a policy may import, and who reads shell commands."""

    files: tuple[File[Library], ...]
    linked: LinkedLibraries
    parser: Parser


def answer(request: Mapping[str, object], shelf: Shelf) -> Told:
    """What the page shows. Whatever is wrong with the request is told, never raised."""
    policy, event = (str(request.get(name, "")) for name in ("policy", "event"))
    if max(len(policy), len(event)) > LONGEST:
        return {"problem": f"a policy or an event has at most {LONGEST >> 10} KB here"}
    try:
        compiled, told = compile_text(policy, shelf)
        if compiled is None:
            return {"diagnostics": told}
        if request.get("what") == "tests":
            return {"diagnostics": told, "tests": run_tests(compiled, shelf)}
        client, native = str(request.get("client", "")), str(request.get("native", ""))
        return {"diagnostics": told, **decide_text(compiled, client, native, event, shelf)}
    except MalformedPayload as problem:
        return {"problem": f"the event is not one of this client: {problem}"}
    except PolicyHooksError as problem:
        return {"problem": problem.message, "hint": problem.hint}
    except PermissionError:
        return {"problem": "this policy needs a file, a program or the network: there is none of them here"}
    except (MemoryError, RecursionError):
        return {"problem": "this takes more memory than there is here"}


def compile_text(text: str, shelf: Shelf) -> tuple[Compiled | None, list[Told]]:
    """The program of a text and what the checker says of it; none where it cannot be compiled."""
    try:
        document, problems = parse_document(decode(text.encode("utf-8", "surrogatepass"), NAME), NAME)
    except Refused as refused:
        return None, [tell(refused.diagnostic)]
    found, more = read_model(document) if document is not None else (None, [])
    problems = [*problems, *more]
    if found is None or not isinstance(found.model, Policy):
        if found is not None:
            problems.append(found.at(("kind",), "bad-value", "only a Policy is tried here", "write `kind: Policy`"))
        return None, [tell(one) for one in problems]
    file = File(found.path, found.document, found.model, salvaged=found.salvaged)
    groups = ((), (file,)) if found.salvaged else ((file,), ())
    files = Files(groups[0], shelf.files, None, tuple(problems), groups[1])
    checked = check_files(files, link(files, shelf.linked), layer="project")
    told = [tell(one) for one in checked.diagnostics]
    try:
        return compile_checked(checked, "project"), told
    except InvalidPolicies:
        return None, told


def tell(problem: Diagnostic) -> Told:
    """A diagnostic as data."""
    names = ("code", "severity", "message", "line", "column", "end_column", "help")
    return {name: getattr(problem, name, "") for name in names}


def decide_text(compiled: Compiled, client: str, native: str, text: str, shelf: Shelf) -> Told:
    """The event decided by the program: the tree, near misses, what every client would receive, a test to copy."""
    if client not in WRITERS:
        return {"problem": "there is no such client"}
    payload = parse(text.encode("utf-8", "surrogatepass"))
    if not isinstance(payload, dict):
        return {"problem": "the event is not a JSON object"}
    rulebook = of_compiled(compiled)
    deciding = deciding_by(rulebook, shelf)
    started = time.perf_counter()
    decided = [deciding.decide(client, native or None, payload)]
    spent = (time.perf_counter() - started) * 1000
    decided += others(deciding, decided[0][0], client)
    explanation = assemble(deciding, decided, spent, {"from": "playground"})
    test = conceal_all(propose(decided[0], native), explanation.secrets)
    return {**tell_explanation(explanation), "test": test, "ms": round(spent, 1)}


def deciding_by(rulebook: Rulebook, shelf: Shelf) -> Deciding:
    """What decides, in the place of tests: nothing of this machine is looked at."""
    deciding = Deciding(rulebook, outside="unknown", home=HOME, links=False, guarded=GUARDED, one_action=True)
    place = make_place(links=False, guarded=GUARDED, parser=shelf.parser)
    deciding.places[HOME] = but(place, home=HOME, user=USER)
    return deciding


def others(deciding: Deciding, event: Event, client: str) -> list[Decided]:
    """The same action sent by the other clients, where they have an event for it."""
    subject = subject_of(event)
    found = []
    for other in WRITERS:
        if subject is None or other == client:
            continue
        try:
            native, payload = native_payload(other, subject, cwd=event.event.cwd or WORKSPACE)
            found.append(deciding.decide(other, native, payload))
        except (PolicyHooksError, MalformedPayload):
            continue
    return found


def subject_of(event: Event) -> Subject | None:
    """What the event is about, in no client's words; None for events that only one client has words for."""
    if event.name.startswith("mcp."):
        arguments = dict(event.mcp.arguments)
        return Subject(event.name, server=event.mcp.server, tool=event.mcp.tool, arguments=arguments)
    if event.name in ("shell.before", "permission.request") and event.command is not None:
        return Subject(event.name, command=event.command)
    if event.name in ("file.read", "file.write"):
        return Subject(event.name, path=event.file.path.raw, content=event.file.content)
    if event.name == "prompt.submit":
        return Subject(event.name, text=event.prompt.text)
    if event.name == "web.before":
        fields = fields_of(event).get("web", {})
        return Subject(event.name, url=str(fields.get("url", "")))
    return None


def propose(decided: Decided, native: str) -> str:
    """The YAML of a test for the first rule that fired; empty where none did."""
    event, decision, _ = decided
    fired = [one for one in decision.results if one.outcome in ("fired", "error")]
    won = [one for one in fired if one.rule.id in decision.rules] or fired
    if not won:
        return ""
    effect = won[0].effect or won[0].would or won[0].rule.effect
    return render_test(
        Proposal(
            rule=won[0].rule.id,
            record="from the playground",
            effect=effect,
            client=event.client,
            native=native or event.native,
            fields=fields_of(event),
        )
    ).replace("record from the playground", "from the playground")


def run_tests(compiled: Compiled, shelf: Shelf) -> Told:
    """Every test beside the rules, as `policyhooks test` runs them; those that need files are not run."""
    program = load_modules(compiled.modules, enforce=True)
    place = make_place(links=False, guarded=GUARDED, parser=shelf.parser)
    trials = [trial for rule in compiled.rules for trial in trials_of(rule)]
    able = [trial for trial in trials if not trial.files]
    results = [run_trial(trial, program, Places(place, place)) for trial in able[:MOST_TESTS]]
    cases = [
        {
            "rule": one.rule,
            "title": one.title,
            "line": one.line,
            "passed": one.passed,
            "why": one.error or one.why,
            "expect": one.expected,
            "got": one.got,
        }
        for one in results
    ]
    return {"cases": cases, "left_out": len(trials) - len(results), "rules": len(compiled.rules)}
