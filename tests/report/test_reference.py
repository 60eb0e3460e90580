"""The generated reference leaves nothing out."""

from policyhooks.cel.functions import POLICY_FUNCTIONS
from policyhooks.cel.macros import RECEIVER_MACROS
from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.events import EVENTS
from policyhooks.core.schema import FIELD_NOTES, RECORD_NOTES, ROOT_NOTES
from policyhooks.report.reference import events as reference_events
from policyhooks.report.reference import functions as reference_functions
from policyhooks.report.reference import policy as reference_policy
from policyhooks.report.reference.markdown import fence, table


def test_every_note_is_on_the_page() -> None:
    page = reference_events.render()
    assert all(note in page for note in (*RECORD_NOTES.values(), *ROOT_NOTES.values()))
    assert all(
        f"| `{field}` |" in page and note.replace("|", "\\|") in page
        for notes in FIELD_NOTES.values()
        for field, note in notes.items()
    )


def test_every_event_and_native_event_is_listed() -> None:
    page = reference_events.render()
    assert all(f"`{event}`" in page for event in EVENTS)
    assert all(f"| {row.native} |" in page for client in CLIENTS for row in rows(client=client))


def test_every_function_and_macro_is_listed() -> None:
    page = reference_functions.render()
    assert all(f"| `{name}` |" in page for name, _ in POLICY_FUNCTIONS)
    assert all(f".{name}(" in page for name, _ in RECEIVER_MACROS)


def test_types_in_words() -> None:
    field = reference_policy.type_of
    assert field({"type": "array", "items": {"$ref": "#/definitions/Rule"}}) == "list of [Rule](#rule)"
    assert field({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "string"
    assert field({"enum": ["a", "b"]}) == "`a`, `b`"
    assert field({"type": "object", "additionalProperties": {"type": "integer"}}) == "map to integer"


def test_cells_cannot_break_a_table() -> None:
    assert list(table(["a"], [["x|y\nz"]]))[2] == "| x\\|y z |"


def test_a_fence_is_longer_than_those_inside() -> None:
    assert next(iter(fence("```\ncode\n```"))) == "````"
