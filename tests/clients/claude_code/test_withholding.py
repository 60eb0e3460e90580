"""What stands in for a result that may not reach the agent: of its shape, and nothing of what it says."""

from __future__ import annotations

import json

import pytest

from policyhooks.clients.claude_code.withholding import FITTING, fitting, replace_result, replace_unread

REASON = "Withheld."
TEXT = [{"type": "text", "text": REASON}]
LONG_WORD = "a" * 24

# the result of a tool that the table does not know, what stands in for it
EMPTIED: list[tuple[object, object]] = [
    ({"text": "secret"}, {"text": REASON}),
    ({"text": ""}, {"text": ""}),
    ({"count": 7, "share": 0.5, "done": True, "failed": False, "none": None},
     {"count": 0, "share": 0, "done": True, "failed": False, "none": None}),
    ({"type": "file_unchanged"}, {"type": "file_unchanged"}),
    ({"status": "done", "mode": "content"}, {"status": "done", "mode": "content"}),
    ({"cellType": "code"}, {"cellType": "code"}),
    ({"type": LONG_WORD}, {"type": LONG_WORD}),
    ({"type": LONG_WORD + "a"}, {"type": REASON}),
    ({"type": "two words"}, {"type": REASON}),
    ({"type": "pa55"}, {"type": REASON}),
    ({"kind": "word"}, {"kind": REASON}),
    ({"lines": ["one", "two"]}, {"lines": [REASON]}),
    ({"mode": ["content", "other"]}, {"mode": ["content"]}),
    ({"lines": []}, {"lines": []}),
    ({"rows": [{"a": "x"}, {"a": "y"}]}, {"rows": [{"a": REASON}]}),
    ({"rows": [{"a": "x"}, {"type": "image"}]}, {"rows": TEXT}),
    ({"rows": [1, "type"]}, {"rows": [0]}),
    (["one", 2], [REASON]),
    ([{"type": "text", "text": "secret"}], TEXT),
    ({"a": {"b": {"c": ["x"]}}}, {"a": {"b": {"c": [REASON]}}}),
    ({"odd": object()}, {"odd": None}),
]  # fmt: skip


@pytest.mark.parametrize(("result", "expected"), EMPTIED)
def test_a_result_of_an_unknown_tool_keeps_its_shape_only(result: object, expected: object) -> None:
    assert replace_result({"tool_name": "Acme", "tool_response": result}, REASON) == (expected, False)


@pytest.mark.parametrize(("levels", "end"), [(7, REASON), (8, REASON), (9, None)])
@pytest.mark.parametrize("kind", ["objects", "lists"])
def test_what_is_nested_too_deep_goes(levels: int, end: object, kind: str) -> None:
    value: object = "secret"
    for _ in range(levels):
        value = {"a": value} if kind == "objects" else [value]
    found, _ = replace_result({"tool_response": value}, REASON)
    for _ in range(min(levels, 8)):
        found = found["a"] if kind == "objects" else found[0]  # type: ignore[index]
    assert found == end


# tool, result, what stands in for it, whether the client takes it for sure
REPLACED = [
    ("mcp__notes__read", {"content": "secret"}, TEXT, True),
    ("mcp__notes__read", None, TEXT, True),
    *[(name, {"stdout": "secret"}, fitting(REASON), True) for name in sorted(FITTING)],
    ("Acme", "secret", REASON, True),
    ("Acme", "", REASON, True),
    (None, "secret", REASON, True),
    ("Acme", None, fitting(REASON), False),
    ("Acme", 5, fitting(REASON), False),
    ("Acme", {}, fitting(REASON), False),
    ("Acme", [], fitting(REASON), False),
    (7, {"a": "secret"}, {"a": REASON}, False),
]


@pytest.mark.parametrize(("name", "result", "expected", "sure"), REPLACED)
def test_what_stands_in_for_a_result(name: object, result: object, expected: object, sure: bool) -> None:
    payload = {"tool_name": name, "tool_response": result}
    assert replace_result(payload, REASON) == (expected, sure)
    assert replace_unread(json.dumps(payload).encode(), REASON) == (expected, sure)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (b'{"tool_name": "Bash", "tool_response": {"stdout": "cut o', (fitting(REASON), True)),
        (b'{"tool_name": "mcp__a__b", "tool_inp', (TEXT, True)),
        (b'{"tool_name": "Acme", "tool_response": "cut o', (REASON, True)),
        (b'{"tool_name": "Acme", "tool_response": {"a": "cut o', ({"a": REASON}, False)),
        (b'["Bash"]', (fitting(REASON), False)),
        (b"", (fitting(REASON), False)),
        (b"\xff\xfe", (fitting(REASON), False)),
    ],
)
def test_what_stands_in_for_a_result_that_nobody_can_read(seen: bytes, expected: tuple[object, bool]) -> None:
    assert replace_unread(seen, REASON) == expected


def test_the_object_for_several_tools_says_nothing_but_the_reason() -> None:
    """As the client of 2.1.325 takes it: a shell's result, a page of a file, matches, file names, a web page."""
    assert fitting(REASON) == {
        "stdout": REASON, "stderr": "", "interrupted": False, "isImage": False,
        "type": "text",
        "file": {"filePath": "", "content": REASON, "numLines": 1, "startLine": 1, "totalLines": 1},
        "mode": "content", "content": REASON, "filenames": [REASON], "numFiles": 1, "numLines": 1,
        "durationMs": 0, "truncated": False,
        "result": REASON, "url": "", "bytes": 0, "code": 0, "codeText": "",
    }  # fmt: skip
