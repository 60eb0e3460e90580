"""Compound statements: tests, loops, declarations; the rarer ones are in rare_compound.py. Also the substitutions that
hide in any node.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.syntax.block_nodes import ArithmExp, BinaryTest, For, If, Test, UnaryTest, While, WordIter
from policyhooks.shell.syntax.nodes import CmdSubst, Declare, ParamExp, Substitution, below, own_text, plain_parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.syntax.nodes import Compound, Node, Statement
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

FIRST_ROUNDS = 12  # of a loop are read whatever they hold, and of more than these
MOST_UNROLLED = 150  # commands are listed for the others
COMPARES = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"))  # operands are evaluated as numbers


def read_compound(reader: Reader, node: Compound, state: State, context: Context) -> None:
    if isinstance(node, If):
        from policyhooks.shell.walk.branches import read_if

        read_if(reader, node, state, context)
    elif isinstance(node, While):
        from policyhooks.shell.walk.loops import forget

        forget(node, state)
        reader.rounds = True
        before = state.copy()
        reader.run(node.condition, state, context)
        reader.run(node.body, state, context.but(conditional=True))
        state.join(before)
    elif isinstance(node, For):
        read_for(reader, node, state, context)
    elif isinstance(node, Declare):
        read_declaration(reader, node, state, context)
    elif isinstance(node, Test):
        if any(isinstance(item, BinaryTest | UnaryTest) and item.op in COMPARES for item in below(node)):
            reader.arithmetic(state)
            check_texts(reader, node)
        read_nested(reader, node, state, context)
        forget_words(node, state)
    else:
        from policyhooks.shell.walk.rare_compound import read_rare

        read_rare(reader, node, state, context)


def read_declaration(reader: Reader, node: Declare, state: State, context: Context) -> None:
    """`export`, `declare` and kin, with every value of the variables in it."""
    from policyhooks.shell.walk.declarations import declare

    if state.has_choices():
        from policyhooks.shell.walk.alternatives import read_each

        if read_each(node, state, context, lambda branch, inner: read_declaration(reader, node, branch, inner)):
            return
    declare(reader, node, state, context)


def read_for(reader: Reader, node: For, state: State, context: Context) -> None:
    from policyhooks.shell.walk.loops import forget

    loop = node.loop
    if node.select and context.shared:
        reader.problem("dynamic_code")  # it asks the script for its answers
    forget(node, state)
    before = state.copy()
    inner = context.but(conditional=True)
    reader.rounds = True
    if not isinstance(loop, WordIter):
        reader.arithmetic(state)
        read_nested(reader, loop, state, context)
        forget_words(loop, state)
        reader.run(node.body, state, inner)
        state.join(before)
        return
    name = loop.name
    reader.reading.bound.add(name)
    items: list[Word] = [] if loop.items else list(state.positional or ())  # `for x; do`
    expander = Expander(reader, state, context)
    for item in loop.items:
        items += expander.expand(item)
    left = items
    if items:
        known = [known_part(name, item) for item in items if tells(item)]
        if len(known) < len(items) or node.select:
            known = [item for item in known if item.dynamic or "/" in item.text or "." in item.text]
            left = [item for item in items if item.dynamic or node.select]
            unroll(reader, name, known, node.body, state, inner)
        else:
            left = unroll(reader, name, known, node.body, state, inner)
    if left or not items:
        ids = tuple(source for item in left for source in item.ids)
        state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=ids)
        reader.run(node.body, state, inner)
    state.join(before)
    state.variables[name] = Word("$" + name, dynamic=True, splits=True)


def tells(item: Word) -> bool:
    """Whether it is known what a loop goes over, or a path's end, or at least the variable that holds it."""
    return not item.dynamic or "/" in item.text or item.text.strip("${}").isidentifier()


def known_part(name: str, item: Word) -> Word:
    """What one round of a loop has for its variable: of `$X/conf/*` the end is known."""
    return Value(name, item.ids, pieces=((item.text, True),)) if item.dynamic else item


def unroll(
    reader: Reader, name: str, items: list[Word], body: Sequence[Statement], state: State, inner: Context
) -> list[Word]:
    """Read the body with one item after the other; the items that are left. Of many numbers the first are enough."""
    first = len(reader.reading.commands)
    for place, item in enumerate(items):
        if place >= FIRST_ROUNDS:
            left = items[place:]
            if all(other.text.isdecimal() for other in left):
                return left
            if len(reader.reading.commands) - first >= MOST_UNROLLED:
                reach("too_many_values")
                return left
        state.variables[name] = item
        reader.run(body, state, inner)
    return []


def read_nested(reader: Reader, given: object, state: State, context: Context) -> list[int]:
    """The commands of every substitution in a node or below it; their ids."""
    ids: list[int] = []
    for node in below(given, (Substitution,)):
        if isinstance(node, Substitution):
            printed = isinstance(node, CmdSubst)
            ids += (
                reader.substitution(node, state, context, "cmdsub") if printed else reader.process(node, state, context)
            )
        elif isinstance(node, ParamExp) and not plain_parameter(node):
            from policyhooks.shell.expansion.parameters import check_operators

            check_operators(reader, node, state, False)
        elif isinstance(node, ArithmExp):
            reader.arithmetic(state, node)
    return ids


def forget_words(given: Node, state: State) -> None:
    """Arithmetic may assign to any name that it mentions."""
    for node in below(given):
        name = own_text(node)
        if name in state.variables:
            state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=state.variables[name].ids)


def check_texts(reader: Reader, given: Node) -> None:
    """Quoted text that arithmetic evaluates, with a substitution in it: `let 'x=a[$(rm y)]'`."""
    if any("$(" in node.text or "`" in node.text for node in below(given)):
        reader.problem("arithmetic_code")
