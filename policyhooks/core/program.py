"""The compiled program: what the compiler emits and the engine runs.

A program is a set of named modules of plain Python source. `index` is loaded for every event,
the others on need, so that 10,000 rules do not cost 10,000 rules:

index               FORMAT, FEATURES, DIGEST, LAYER, OPTIONS, RULE_COUNT, BUCKET_SIZE, SHARDS,
                    OUTPUTS {canonical event: (clients)}        whose results an enforced rule withholds or redacts
                            (no clients: all; a program without the table: every event)
                    REPOSITORY  whether a rule reads event.repo, event.branch or what is told of the
                            surroundings (a program without it: perhaps)
                    JUDGED  True where a rule may ask a model that the Config names (else it is not there)
                    ALWAYS  {canonical event: (rule numbers)}   rules without a key
                    KINDS   {canonical event: (key kinds)}      which keys are worth computing
                    GRAMS   {canonical event: ((text field, module of its grams), ...)}
                    KEYS    as below, when SHARDS is 0 (a small program)
keys_<nn>           KEYS    {"<event> <kind>:<value>": (rule numbers)}, shard = crc32(key) % SHARDS
grams_<nn>          GRAMS   {four characters: (rule numbers)} for one event and text field; many (feature `index2`) as
                    ROW     one text of them, sorted, and NUMBERS, for each a rule's number or several
bucket_<nnn>        RULES   {number: Rule}, and per rule the functions below;
                    a rule's bucket is number // BUCKET_SIZE
shared_<nnn>        a long list that conditions of several buckets use
OPTIONS["servers"]  with the feature `servers`, {name: (address, command line)}: runtime/engine/servers.py
rows                with the feature `rows`, programs that the policies describe:
                    NAMES   {name: number of its row},  DANGEROUS  frozenset of names
second_<nnn>        with the feature `index2`, a table for rules behind one key: ALWAYS (rule numbers),
                    KINDS (key kinds), KEYS {"<kind>:<value>": (rule numbers)},
                    GRAMS {text field: {four characters: (rule numbers)}}.
                    A number below zero in any table stands for the rules of a table: -1 is second_000
                    Or a function ask(e): the numbers of those rules, of many without a key, whose conditions may hold
arguments           with the feature `index2`, NAMES {argument: whether rules fail where it is none}
row_<nnn>           ROW     one row, as docs/reference/program-rows.md has it
index               with the feature `memory`, MEMORY {"facts": {"<policy id>/<name>": declaration},
                    "feeds": {canonical event: (numbers of facts)}}; a declaration is what Fact holds
facts_000           for fact N, where it has them: feeds_N(e) -> bool, value_N(e) -> what the event adds.
                    Conditions read a fact as `e.memory.fact(load, "<policy id>/<name>")`

FORMAT is read as it is and one back (READS). FEATURES names what a program uses beyond this page; a
reader refuses a program with a feature that it does not know (UNDERSTOOD), so that what comes needs
no new format. Format 1 has no FEATURES. `rows`, `servers`, `index2`, `memory` and `lifts` (some
rule's Rule.lift says who may lift its deny; `lifts2` where that is a signer, or more than the very call, and
OPTIONS["approvals"] then tells the keys) are built; a name that is spoken for and not built yet:
    data        buckets as tables that an evaluator reads: modules data_<nnn>

A program says nothing of its rank: who put it into the image does (RANKS, image/activation.py).
LAYER and Rule.layer are words for people and for programs of format 1; no law looks at them.

`candidates.candidates(load, event)` reads the index, keys and grams: the numbers of the rules
that can fire. Whoever runs a module first puts its own `load` into the module's namespace.
DIGEST names the program: sha256 over the modules' names and sources, its own line left out.

Functions in a bucket take the Event (`e`). Only those that a rule has are present:
    select_N(e)        match and unless, as code, beyond what the index has proved -> bool
    when_N(e)          the condition -> bool, raises evaluation errors
    user_N(e), agent_N(e)              messages -> str; `user_fixed` in Rule.functions: it quotes nothing
    rewrite_N(e)       -> {dotted field: value}
    context_N(e), followup_N(e)        -> str
    env_N(e)           -> {name: value}
    input_N(e)         what a prompt rule projects -> JSON value
    run_N(e)           of a command: its words -> [str, ...]; absent where no value of the event is among them
    exception_N_K(e)   the condition of the rule's K-th exception -> bool
Messages of prompt and command rules take a second argument, the text they may quote:
    user_N(e, reason), agent_N(e, reason), followup_N(e, reason)
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from policyhooks.core.event import Event

    Namespace = Mapping[str, object]
    Load = Callable[[str], Namespace]

    class Memory(Protocol):
        """What is remembered, as runtime/engine/remembering.py has it."""

        def fact(self, program: Load | None, name: str) -> Record: ...
        def collect(self, sights: Sequence[tuple[Event, Sequence[Any]]]) -> None: ...
        def attached(self, event: Event) -> Event: ...
        def beside(self, event: Event) -> Event: ...


FORMAT = 2
READS = (1, 2)
UNDERSTOOD: tuple[str, ...] = ("rows", "servers", "index2", "memory", "lifts", "lifts2")  # what this engine knows
LAYERS = ("managed", "user", "project")

# How high a program stands (law 6), by position: what was installed, by scope, then what was only trusted,
# whatever the scope. Kept in the image beside the program; never taken from a program's own text.
RANKS = (*LAYERS, "trusted user", "trusted project")
TRUSTED = len(LAYERS)  # from here on: it tightens, even where nothing stands above it
LOWEST = len(RANKS) - 1

# Kinds of index keys, each with what the engine looks up for an event.
KEY_KINDS = (
    "tool",  # tool.name, case-folded
    "command",  # every name in shell.commands, also in small letters, and those of their wrappers
    "word",  # every argument, flag, subcommand and `via` of shell.commands, also in small letters
    "server",  # mcp.server and the names that it took or resembles, case-folded
    "part",  # every component of the event's paths, case-folded
    "host",  # every host of the event and its parent domains
    "start",  # the first two characters of every name in shell.commands
    "env",  # every name in shell.env
    "tag",  # every tag of the event's paths
    "trait",  # what candidates.traits says of the event
    "argument",  # what event_texts.argument_keys says of a call's arguments (feature `index2`)
    "gram",  # four characters of a literal that must occur in a raw text: tables of their own, see GRAMS
)


class Fact(Record):
    """What the engine must know of a fact: the declaration of a policy's `memory`."""

    number: int = 0
    kind: str = ""  # flag, set, latest, count, label
    most: int = 0  # of set and count
    step: int = 0  # of count: what one event adds
    label: str = ""
    per_ms: int = 0
    ttl_ms: int = 0
    scope: str = ""  # workspace, or nothing for the session
    denied: bool = False  # denied calls feed it, and no others
    relaxes: bool = False  # a rule may be loosened by it


class RuleException(Record):
    """A lowered exception of a rule. `expires` is seconds since the epoch, exclusive."""

    id: str = ""
    becomes: str = "audit"
    expires: int = 0
    rank: int | None = None  # of who made it; None: it stands in its rule's own program
    conditional: bool = False  # has a when: function exception_N_K


class Rule(Record):
    """What the engine must know of a rule besides its functions."""

    number: int = 0
    id: str = ""  # <policy id>/<rule id>
    layer: str = "managed"
    rank: int = LOWEST  # of its program: set when it is selected, whatever the program's text says
    kind: str = "effect"  # effect, judge, command
    effect: str = ""  # of kind effect; for judge and command their not_ok
    severity: int = 2  # index into verdict.SEVERITIES
    mode: str = "enforce"
    rollout: int = 100
    on_error: str = "closed"
    events: Sequence[str] = ()
    natives: Sequence[str] = ()
    clients: Sequence[str] = ()
    degrade: Mapping[str, str] = {}  # "client" or "client.NativeEvent" -> deny, ask, warn, pass
    exceptions: Sequence[RuleException] = ()
    exceptable: bool = True
    once: bool = False  # it speaks, or runs its program, once in a session
    halt: bool = False
    suppress: bool = False
    remember: Mapping[str, object] | None = None  # rules, destination
    delegated: bool = False  # a higher layer lets this rule loosen or modify
    lift: Mapping[str, object] | None = None  # by, for_s, uses, bind, dynamic, signers, four_eyes
    redact: Mapping[str, object] | None = None  # detectors, patterns, with
    followup_limit: int = 5
    command: Mapping[str, object] | None = None  # run, timeout_ms, refuses, output
    judge: Mapping[str, object] | None = None  # prompt, model, timeout_ms, cache_s, may_allow, escalate, quorum
    functions: frozenset[str] = frozenset()  # which of select, when, user, agent, ... exist


def source_loader(modules: Mapping[str, str]) -> Load:
    """A loader that runs a program's sources in this process, each module once and on need."""
    loaded: dict[str, dict[str, object]] = {}

    def load(name: str) -> Namespace:
        namespace = loaded.get(name)
        if namespace is None:
            namespace = {"__name__": f"policyhooks_program.{name}", "load": load}
            # The source is the compiler's own output, never an event's or a bundle's data.
            exec(compile(modules[name], f"<{name}>", "exec", dont_inherit=True), namespace)  # noqa: S102
            loaded[name] = namespace
        return namespace

    return load


def rank_of(layer: str, *, trusted: bool = False) -> int:
    """The rank of a program that was installed for a layer, or that was trusted under its name."""
    return RANKS.index(f"trusted {layer}" if trusted else layer)


def bucket_name(number: int, bucket_size: int) -> str:
    """The module that holds a rule."""
    return f"bucket_{number // bucket_size:03d}"
