"""The table of effects: what a rule can bring about, one row each, and every list of effects that is asked for.

Checker, combiner, test words, documentation and adapters take theirs from here. It knows neither clients
(which of their events can express an effect is in the catalog) nor how a condition is evaluated.
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

DENY, ASK, ALLOW, PASS = "deny", "ask", "allow", "pass"


class Effect(Record):
    """One effect, or `pass` for none."""

    name: str
    kind: Literal["verdict", "modifier", "flag"]  # of verdicts one wins, modifiers all apply, a flag joins a verdict
    note: str
    strength: int = 0  # of verdicts: the highest wins among rules (law 5)
    strictness: int = 0  # the highest is strictest: a lower layer only moves up (law 6), `bundle diff` says which way
    height: int = 0  # its rung on the ladder down which exceptions and `degrade` go (law 3); 0: it is not on it
    refusal: bool = False  # a judge or command may mean it by `not_ok`
    printed: bool = False  # what a command prints when it agrees may be it, by `output`
    loosens: bool = False  # a lower layer may have it only where the managed one delegates it (law 6)
    guards: bool = False  # rules with it guard a result: where nothing can be decided, it is withheld
    value: Literal["", "compiled", "written"] = ""  # of a modifier: a function computes it, or the rule's key is it
    speaks: tuple[str, ...] = ()  # whom a rule with it must have a message for
    fills: str = ""  # the field of Decision that it ends up in
    # How several results become that field: users' words, agents' words, values as texts, the first as text (first) or
    # as it is (one), one map. A modifier without it is applied by the engine itself (rewriting.py, redaction.py).
    joined: Literal["", "words", "agents", "texts", "first", "one", "merged"] = ""
    tested: tuple[str, str] = ("", "")  # as a word of tests: what its strings are, and an example


TABLE = (
    Effect(name=DENY, kind="verdict", note="the action does not happen, or its result is withheld",
           strength=3, strictness=13, height=3, refusal=True, guards=True, speaks=("user", "agent"), fills="verdict",
           tested=("Denied.", "rm -rf /")),
    Effect(name=ASK, kind="verdict", note="a person decides; where nobody can be asked it is a deny",
           strength=2, strictness=12, height=2, refusal=True, guards=True, speaks=("user", "agent"), fills="verdict",
           tested=("Asked.", "terraform apply")),
    Effect(name=ALLOW, kind="verdict", note="it happens without the client's own question",
           strength=1, loosens=True, fills="verdict",
           tested=("Allowed.", "git status")),
    Effect(name=PASS, kind="verdict", note="no rule has a say, and the client does what it would do anyway",
           strictness=11, fills="verdict"),
    Effect(name="warn", kind="modifier", note="the user reads a line; where nothing shows it, the journal has it",
           strictness=9, height=1, refusal=True, printed=True, fills="warnings", joined="words",
           tested=("Warned about.", "npm install x")),
    Effect(name="rewrite", kind="modifier", note="the call is changed, read and judged again",
           strictness=4, loosens=True, value="compiled", fills="rewrite"),
    Effect(name="redact", kind="modifier", note="something is taken out of a result",
           strictness=6, loosens=True, guards=True, value="written", fills="output",
           tested=("Outputs from which something is taken.", "key AKIA...")),
    Effect(name="context", kind="modifier", note="the agent is told something",
           strictness=3, printed=True, loosens=True, value="compiled", fills="contexts", joined="texts",
           tested=("Events that add context.", "startup")),
    Effect(name="feedback", kind="modifier", note="the agent reads what is wrong with what it has done, and the result",
           strictness=8, refusal=True, speaks=("agent",), fills="feedback", joined="agents",
           tested=("Results that the agent is told about.", "TODO: secret")),
    Effect(name="followup", kind="modifier", note="an agent that wanted to stop goes on",
           strictness=7, refusal=True, value="compiled", fills="followup", joined="first",
           tested=("Events that keep the agent working.", "I gave up")),
    Effect(name="env", kind="modifier", note="variables of the session's commands are set",
           strictness=2, printed=True, loosens=True, value="compiled", fills="env", joined="merged",
           tested=("Events that set variables.", "startup")),
    Effect(name="replace", kind="modifier", note="the agent reads another result in the place of an MCP call's",
           strictness=5, loosens=True, guards=True, value="compiled", fills="output", joined="one"),
    Effect(name="end", kind="modifier", note="the agent's turn ends, whatever other hooks want",
           strictness=10, refusal=True, speaks=("user",), fills="endings", joined="words",
           tested=("Events that end the turn.", "startup")),
    Effect(name="retry", kind="modifier", note="the agent may try again what the client itself denied",
           strictness=1, loosens=True, fills="retries", joined="words"),
    Effect(name="halt", kind="flag", note="a deny also ends the turn", fills="halt"),
    Effect(name="suppress", kind="flag", note="the client does not print an answer that has nothing for the user",
           fills="suppress"),
    Effect(name="remember", kind="flag", note="an allow also changes the permissions of the client itself",
           fills="remember"),
)  # fmt: skip

# What an event can express: everything but "nothing".
EFFECTS = tuple([row.name for row in TABLE if row.name != PASS])
# What a rule can say as its `effect`.
RULE_EFFECTS = tuple([row.name for row in TABLE if row.name != PASS and row.kind != "flag"])
VERDICTS = tuple([row.name for row in TABLE if row.kind == "verdict"])
STRENGTH = {row.name: row.strength for row in TABLE if row.kind == "verdict"}
STRICTNESS = {row.name: row.strictness for row in TABLE if row.kind == "verdict"}
FROM_LOOSE_TO_STRICT = tuple(sorted(RULE_EFFECTS, key={row.name: row.strictness for row in TABLE}.__getitem__))
LOOSENING = tuple([row.name for row in TABLE if row.loosens])
GUARDING = tuple([row.name for row in TABLE if row.guards])

# The ladder, from the top: an exception lowers along it, `degrade` and errors name a rung or nothing.
LADDER = {row.name: row.height for row in TABLE if row.height}
RUNGS = {height: name for name, height in LADDER.items()}
REPLACEMENTS = (*LADDER, PASS)
REFUSALS = tuple([row.name for row in TABLE if row.refusal])
PRINTED = tuple([row.name for row in TABLE if row.printed])
# What a default may answer where no rule speaks: it never loosens.
FALLBACKS = tuple([row.name for row in TABLE if row.kind == "verdict" and not row.loosens])

# Rules with these have a key of the same name, and those of the first kind a compiled function too.
VALUED = tuple([row.name for row in TABLE if row.value == "compiled"])
KEYED = tuple([row.name for row in TABLE if row.value])
SPEAKING = {row.name: row.speaks for row in TABLE if row.speaks}
FILLS = {row.name: row.fills for row in TABLE}
JOINED = tuple([(row.name, row.fills, row.joined) for row in TABLE if row.joined])
JOINING = frozenset([row.name for row in TABLE if row.joined])
# Rules with these say nothing to the user: their answers need not be printed.
UNSEEN = tuple([row.name for row in TABLE if row.kind == "modifier" and row.joined != "words"])
