"""Which rules of a program an event concerns: by the index, then by mode, client and roll-out (law 1).

It knows how programs are laid out (core/program.py) and nothing of conditions.
"""

from __future__ import annotations

from policyhooks.core.program import FORMAT, bucket_name
from policyhooks.core.records import Record
from policyhooks.core.texts import event_texts
from policyhooks.errors import EnvironmentBroken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.program import Load, Rule

# Above this many characters the keys are looked for in the text, not the text's grams among the keys.
LONG_TEXT = 4096


class LoadedProgram(Record):
    """A program with its index at hand; the other modules load through `load` when an event needs them."""

    load: Load
    index: Mapping[str, object]
    layer: str = "managed"
    digest: str = ""


def open_program(load: Load) -> LoadedProgram:
    """The program behind `load`. Raises EnvironmentBroken on a program of another format."""
    index = load("index")
    if index.get("FORMAT") != FORMAT:
        raise EnvironmentBroken("the program has another format than this policyhooks", "run `policyhooks install`")
    return LoadedProgram(load=load, index=index, layer=str(index["LAYER"]), digest=str(index["DIGEST"]))


def has_rules_on(program: LoadedProgram, names: Iterable[str]) -> bool:
    """Whether any rule could see an event of one of these canonical names."""
    always, kinds = _table(program, "ALWAYS"), _table(program, "KINDS")
    return any(name in always or name in kinds for name in names)


def candidates(
    program: LoadedProgram, event: Event, names: Sequence[str], machine: str
) -> list[tuple[Rule, Mapping[str, object]]]:
    """The rules to evaluate for an event, each with the namespace of its functions, by rule number."""
    always, kinds = _table(program, "ALWAYS"), _table(program, "KINDS")
    numbers: set[int] = set()
    for name in names:
        numbers.update(always.get(name, ()))
        wanted = kinds.get(name)
        if wanted:
            numbers.update(_keyed(program, event, name, wanted))
    found = []
    size = program.index["BUCKET_SIZE"]
    assert isinstance(size, int)
    for number in sorted(numbers):
        namespace = program.load(bucket_name(number, size))
        rule: Rule = namespace["RULES"][number]  # type: ignore[index]
        if concerns(rule, event) and (rule.rollout >= 100 or rolled_out(rule, machine)):
            found.append((rule, namespace))
    return found


def concerns(rule: Rule, event: Event) -> bool:
    """The cheap part of match: mode, clients, native events."""
    if rule.mode == "disabled" or (rule.clients and event.client not in rule.clients):
        return False
    natives = rule.natives
    return not natives or event.native in natives or f"{event.client}.{event.native}" in natives


def rolled_out(rule: Rule, machine: str) -> bool:
    """Whether this machine is among the rule's percentage: stable for a machine and a rule."""
    from policyhooks.runtime.platform import sha256

    digest = sha256(f"{machine}\0{rule.id}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100 < rule.rollout


def _table(program: LoadedProgram, name: str) -> Mapping[str, Sequence[int]]:
    return program.index[name]  # type: ignore[return-value]


def _keyed(program: LoadedProgram, event: Event, name: str, kinds: Iterable[object]) -> set[int]:
    """Rules that the index lists under a key of this event."""
    found: set[int] = set()
    for kind in kinds:
        prefix = f"{name} {kind}:"
        if kind == "gram":
            found.update(_by_gram(program, event, prefix))
            continue
        for value in key_values(event, str(kind)):
            found.update(_shard(program, prefix + value).get(prefix + value, ()))
    return found


def key_values(event: Event, kind: str) -> Iterable[str]:
    """The values of one kind of key."""
    if kind == "tool":
        return (event.tool.name,)
    if kind == "server":
        return (event.mcp.server,)
    return {command.name for command in event.shell.commands}


def _by_gram(program: LoadedProgram, event: Event, prefix: str) -> set[int]:
    texts = event_texts(event)
    found: set[int] = set()
    if sum(map(len, texts)) > LONG_TEXT:
        for number in range(_shards(program)):
            for key, rules in _keys(program, number).items():
                gram = key[len(prefix) :]
                if key.startswith(prefix) and any(gram in text for text in texts):
                    found.update(rules)
        return found
    for gram in {text[i : i + 4] for text in texts for i in range(len(text) - 3)}:
        found.update(_shard(program, prefix + gram).get(prefix + gram, ()))
    return found


def _shards(program: LoadedProgram) -> int:
    shards = program.index["SHARDS"]
    assert isinstance(shards, int)
    return shards


def _shard(program: LoadedProgram, key: str) -> Mapping[str, Sequence[int]]:
    shards = _shards(program)
    if shards == 1:
        return _keys(program, 0)
    from binascii import crc32

    return _keys(program, crc32(key.encode()) % shards)


def _keys(program: LoadedProgram, number: int) -> Mapping[str, Sequence[int]]:
    return program.load(f"keys_{number:02d}")["KEYS"]  # type: ignore[return-value]
