"""What the front of a generation is told: which variables the hook gets, and the fail answer of every event.

    policyhooks front 1
    names SIZE CHECK                                     then names of variables, a line each
    answer CLIENT EVENT LIMIT FLAGS CODE OUT ERR CHECK   then what goes to stdout, and to stderr
    end

front/front.c reads it at every call; a line's check is over its words and over what stands behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from policyhooks.clients.catalog import rows
from policyhooks.clients.reading import PIPELINES
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.effects import VERDICTS
from policyhooks.core.event import Event
from policyhooks.core.variables import split
from policyhooks.core.verdict import Decision, Response
from policyhooks.image.front import ABOUT
from policyhooks.runtime.launch.hook import CARRIES_FILES, LONGER_INPUT, LONGEST_INPUT

FILE = "front"
# The variables that adapters look at (a test compares this with their code). Rules and models name others themselves.
READ = (
    "CI",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_REMOTE",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PROJECT_DIR",
    "CURSOR_CODE_REMOTE",
    "CURSOR_PROJECT_DIR",
    "CURSOR_USER_EMAIL",
    "CURSOR_VERSION",
    "GEMINI_PROJECT_DIR",
    "GEMINI_SESSION_ID",
)
KEY = "api_key_env"  # of a model: the variable that its key stands in
ASKED = "e.environ.get"  # what emission makes of `env.NAME`
VALUES = "env_"  # functions of rules that compute variables of a session
REASON = "policyhooks could not run or gave no answer in time, so this is blocked. Run `policyhooks doctor`."
TWO_ANSWERS, MUST_SPEAK = 1, 2  # as in front.c


def front_table(programs: Iterable[Mapping[str, str]]) -> bytes:
    """The table of a generation with these programs and layers, each as its modules."""
    names = sorted({*READ, *PIPELINES, *chain.from_iterable(named_variables(modules) for modules in programs)})
    listed = "".join(f"{name}\n" for name in names).encode()
    return ABOUT + _line("names", str(len(listed)), body=listed) + b"".join(_answers()) + b"end\n"


def named_variables(modules: Mapping[str, str]) -> Iterator[str]:
    """The variables that a program asks for: keys of models, what values of `env` refer to, and `env.NAME`."""
    for source in modules.values():
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                yield from (
                    value.value
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant) and key.value == KEY
                    if isinstance(value, ast.Constant) and isinstance(value.value, str)
                )
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == ASKED:
                yield str(ast.literal_eval(node.args[0]))
            elif isinstance(node, ast.FunctionDef) and node.name.startswith(VALUES):
                texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
                yield from (name for text in texts if isinstance(text, str) for name, named in split(text) if named)


def _answers() -> Iterator[bytes]:
    for client in CLIENTS:
        for native in dict.fromkeys(row.native for row in rows(client)):
            answer = adapter_for(client).fail(native, REASON)
            limit = LONGER_INPUT if native in CARRIES_FILES else LONGEST_INPUT
            sizes = (limit, flags_of(client, native), answer.exit_code, len(answer.stdout), len(answer.stderr))
            yield _line("answer", client, native, *map(str, sizes), body=answer.stdout + answer.stderr)


def flags_of(client: str, native: str) -> int:
    """How answers to an event look: whether 2 is one, and whether one is never empty."""
    found = _possible(client, native)
    two = any(one.exit_code == 2 for one in found)
    return two * TWO_ANSWERS + all(one.stdout for one in found) * MUST_SPEAK


def _possible(client: str, native: str) -> Sequence[Response]:
    adapter = adapter_for(client)
    events = [Event(client=client, native=native, name=row.event) for row in rows(client, native=native)]
    decisions = [Decision(verdict=verdict, user=REASON, agent=REASON) for verdict in VERDICTS]
    given = [adapter.render(event, decision) for event in events for decision in decisions]
    return [*given, adapter.fail(native, REASON), adapter.fail(native, REASON, b"", guarded=False)]


def _line(*words: str, body: bytes) -> bytes:
    head = " ".join(words).encode() + b" "
    return head + f"{check_of(head + body):016x}\n".encode() + body + b"\n"


def check_of(data: bytes) -> int:
    """FNV-1a, 64 bits: a few lines of C, and enough against accidents."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value
