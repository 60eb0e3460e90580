"""An explanation for people: the reason first, then every part with its value, then what clients receive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import milliseconds
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.place import show_place
from policyhooks.report.screen.style import PLAIN, Style, verdict_colours
from policyhooks.report.screen.tree import Branch, draw
from policyhooks.shipped.frameworks import in_words

if TYPE_CHECKING:
    from policyhooks.inspect.explanation import Answer, Explanation
    from policyhooks.inspect.rule_view import RuleView
    from policyhooks.inspect.trace import Part

OUTCOME_COLOURS = {"fired": ("bold", "red"), "error": ("bold", "yellow"), "skipped": ("dim",), "clear": ("green",)}
VALUE_COLOURS = {"true": ("green",), "false": ("dim",)}
LABELS = {"fired": "fired", "error": "error", "skipped": "skipped", "clear": "clear", "unmatched": "no match"}
SPOKEN = ("fired", "error", "skipped")
INDENT = "       "


def render(explanation: Explanation, style: Style = PLAIN, *, every: bool = False, times: bool = True) -> str:
    """The whole screen. `every` also shows rules that did not fire, `times=False` leaves out what varies."""
    lines = [*_reason(explanation, style), ""]
    shown = [view for view in explanation.views if every or asked(view) or view.outcome in SPOKEN]
    for view in shown:
        lines += draw(_rule(view, style, every=every), style=style)
    quiet = explanation.rules - len({view.id for view in shown})
    if quiet > 0:
        words = f"{quiet} {'other ' if shown else ''}{'rule has' if quiet == 1 else 'rules have'} nothing to say"
        lines.append(style.paint(words, "dim"))
    if explanation.near:
        lines += ["", style.paint("near misses", "bold"), *_near(explanation, style)]
    for note in explanation.notes:
        lines += ["", *hang("note  ", note, style, label_colours=("yellow",))]
    if explanation.answers:
        lines += ["", style.paint("what each client receives", "bold"), *_answers(explanation.answers, style)]
    clock = f"   {milliseconds(explanation.milliseconds)}" if times else ""
    lines += ["", style.paint(f"combine: deny > ask > allow > pass   program {explanation.digest[:12]}{clock}", "dim")]
    return "\n".join(lines) + "\n"


def _reason(explanation: Explanation, style: Style) -> Iterator[str]:
    decision = explanation.decision
    who = ", ".join(decision.rules) or _modified(explanation) or "no rule has an opinion"
    word = decision.verdict
    yield from hang(f"{word:<6} ", who, style, colours=("bold",), label_colours=verdict_colours(word))
    yield from hang(
        INDENT, f"{explanation.client} {explanation.native} ({explanation.event}): {explanation.title}", style
    )
    said = [
        ("to the user ", decision.user),
        ("to the agent", decision.agent),
        *(("warning     ", warning) for warning in decision.warnings),
        *(("rewritten   ", f"{field} becomes {value}") for field, value in (decision.rewrite or {}).items()),
    ]
    for label, text in said:
        if text:
            yield from hang(f"{INDENT}{label} ", text, style)


def _modified(explanation: Explanation) -> str:
    return ", ".join(dict.fromkeys(view.id for view in explanation.views if view.outcome == "fired"))


def _rule(view: RuleView, style: Style, *, every: bool) -> Branch:
    name = view.id if not view.derived else f"{view.id}  on {view.derived}"
    effect = view.effect if view.outcome in ("fired", "error") and view.effect else ""
    became = LABELS[view.outcome] + (f", {effect}" if effect else "")
    place = show_place(view.place, style)
    note = "  ".join(word for word in (view.why, view.kind if view.kind != "effect" else "", place) if word)
    parts = [_branch(part if every else pruned(part)) for part in view.parts]
    if every and view.maps and view.outcome in SPOKEN:
        parts.append(Branch(in_words(view.maps), "maps", colours=("dim",)))
    if view.judged is not None and asked(view):
        parts.append(_judge(view.judged))
    return Branch(name, became, note, parts, OUTCOME_COLOURS.get(view.outcome, ()))


def asked(view: RuleView) -> bool:
    """Whether a model was asked, or was to be; what `--outside` says in its place is no answer of one."""
    return view.judged is not None and bool(view.judged.get("model"))


def _judge(told: Mapping[str, object]) -> Branch:
    """What came of asking a model; the outcome first, then everything else by name."""
    rest = [f"{name} {value}" for name, value in told.items() if name not in ("outcome", "reason", "model")]
    said = f": {told['reason']}" if told.get("reason") else ""
    outcome = str(told["outcome"]).replace("_", " ")
    return Branch(f"model {told.get('model', '')}{said}", outcome, ", ".join(rest), (), ("cyan",))


def _branch(part: Part) -> Branch:
    colours = ("red",) if part.value.startswith("error") else VALUE_COLOURS.get(part.value, ("cyan",))
    note = "" if part.parts else part.note
    return Branch(part.text, part.value, note, [_branch(one) for one in part.parts], colours)


def pruned(part: Part, inside: bool = False) -> Part:
    """The part with what decides it: the witness of an `exists`, the counter-example of an `all`.

    `inside` an element, a list that decides nothing by one element is not taken apart again.
    """
    below: Sequence[Part] = part.parts
    note = part.note
    if part.kind in ("exists", "all") and below:
        telling = [one for one in below if one.value == ("true" if part.kind == "exists" else "false")]
        if telling:
            below = telling[:1]
        elif inside:
            below = ()
    below = [pruned(one, inside or part.kind == "element") for one in below]
    if part.kind == "element" and len(below) == 1 and not below[0].parts:
        below, note = [], below[0].text
    return replace(part, parts=below, noted=lambda: note)


def _near(explanation: Explanation, style: Style) -> Iterator[str]:
    for view in explanation.near:
        part = view.missing
        what = f"{part.text} is {part.value}" + (f" ({part.note})" if part.note else "") if part is not None else ""
        yield f"  {view.id}"
        yield from hang(f"    would {view.effect}, but ", what, style)


def _answers(answers: Sequence[Answer], style: Style) -> Iterator[str]:
    for answer in answers:
        head = f"{answer.client} {answer.native}"
        yield f"  {style.paint(head, 'bold')}  exit {answer.exit_code}"
        yield from hang("    stdout ", answer.stdout.rstrip() or "(nothing)", style)
        if answer.stderr:
            yield from hang("    stderr ", answer.stderr.rstrip(), style)
