"""Programs made by hand: rules with their functions as Python, and surroundings that need no machine."""

from collections.abc import Callable, Mapping, Sequence

from policyhooks.core.event import Event
from policyhooks.core.program import FORMAT, Rule, RuleException, rank_of
from policyhooks.core.records import EventInfo, Session, Tool
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.completing import MachineView
from policyhooks.runtime.engine.deciding import decide
from policyhooks.runtime.engine.selection import LoadedProgram, open_program
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
from policyhooks.runtime.ports.outside_world import Outside

NOW = 1_800_000_000.0
Function = Callable[..., object]


class RuleSource:
    """A rule and its functions, before it has a number."""

    def __init__(self, name: str, functions: Mapping[str, Function] | None = None, **fields: object) -> None:
        self.name = name
        self.fields = fields
        self.functions = dict(functions or {})


def rule(
    name: str, effect: str = "deny", functions: Mapping[str, Function] | None = None, **fields: object
) -> RuleSource:
    """A rule on tool.before unless it says otherwise."""
    return RuleSource(name, functions, effect=effect, **fields)


def program(
    *sources: RuleSource, layer: str = "managed", trusted: bool = False, options: Mapping[str, object] | None = None
) -> LoadedProgram:
    """A program of these rules, all of them without a key, installed for a layer or trusted under its name."""
    always: dict[str, list[int]] = {}
    bucket: dict[str, object] = {}
    rules: dict[int, Rule] = {}
    for number, source in enumerate(sources):
        events: Sequence[str] = source.fields.get("events", ("tool.before",))  # type: ignore[assignment]
        names = frozenset(name for name in source.functions if not name.startswith("exception"))
        fields = {"layer": layer, **source.fields, "events": events}
        rules[number] = Rule(number=number, id=f"{layer}/{source.name}", functions=names, **fields)
        for name, function in source.functions.items():
            word, _, position = name.partition("_")
            bucket[f"{word}_{number}" + (f"_{position}" if position else "")] = function
        for event in events:
            always.setdefault(event, []).append(number)
    index = {
        "FORMAT": FORMAT,
        "FEATURES": (),
        "DIGEST": f"digest-of-{layer}",
        "LAYER": layer,
        "OPTIONS": dict(options or {}),
        "RULE_COUNT": len(sources),
        "BUCKET_SIZE": max(1, len(sources)),
        "SHARDS": 0,
        "ALWAYS": always,
        "KINDS": {},
        "GRAMS": {},
        "KEYS": {},
    }
    modules: dict[str, dict[str, object]] = {"index": index, "bucket_000": {**bucket, "RULES": rules}}
    for namespace in modules.values():
        namespace["load"] = modules.__getitem__
    return open_program(modules.__getitem__, rank_of(layer, trusted=trusted))


def exception(
    becomes: str, *, rank: int | None = None, expires: float = NOW + 1, conditional: bool = False
) -> RuleException:
    return RuleException(id="EX-1", becomes=becomes, expires=int(expires), rank=rank, conditional=conditional)


class Still(Outside):
    """Surroundings without a machine: judges and commands answer as `answers` says, by rule id."""

    __slots__ = ("answers", "asked", "counted", "output")

    def __init__(self, answers: Mapping[str, str] | None = None, output: object = None) -> None:
        super().__init__("", "machine", {}, MachineView(links=False))
        self.answers = dict(answers or {})
        self.asked: list[str] = []
        self.counted: dict[str, int] = {}
        self.output = output

    def now(self) -> float:
        return NOW

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        self.asked += [request.rule_id for request in (*judges, *commands)]
        told = [
            JudgeOutcome(outcome=self.answers.get(request.rule_id, "unknown"), reason="because", cause="test")
            for request in judges
        ]
        said = [
            CommandOutcome(outcome=self.answers.get(request.rule_id, "unknown"), reason="because", cause="test")
            for request in commands
        ]
        return told, said

    def output_of(self, event: Event) -> object:
        return self.output

    def count_followup(self, session: str, rule_id: str) -> int:
        self.counted[rule_id] = self.counted.get(rule_id, 0) + 1
        return self.counted[rule_id]


def event(name: str = "tool.before", native: str = "PreToolUse", **parts: object) -> Event:
    """An event of Claude Code."""
    info = EventInfo(client="claude-code", native=native, name=name, cwd="/w/project", workspace="/w/project")
    fields: dict[str, object] = {
        "client": "claude-code",
        "native": native,
        "name": name,
        "event": info,
        "session": Session(id="s"),
        "tool": Tool(name="Some"),
        **parts,
    }
    return Event(**fields)


def decide_on(
    *programs: LoadedProgram, on: Event | None = None, outside: Outside | None = None, budget: float = 0.0
) -> Decision:
    """The decision of these programs."""
    return decide(on or event(), programs, budget=budget, outside=outside or Still())


def fails(_event: Event) -> bool:
    """A condition that cannot be evaluated."""
    raise ZeroDivisionError


def holds(_event: Event) -> bool:
    return True


def fails_to_hold(_event: Event) -> bool:
    return False
