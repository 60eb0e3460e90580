"""A scripted model on loopback that speaks four dialects: Anthropic messages, OpenAI responses and chat, Gemini.

A script has lanes (main, sub, judge), each a list of turns: {"say": text} or {"call": tool, "with": input}.
The last turn of a lane repeats nothing: after it the model says "done". Every request is kept.
"""

import json
import secrets
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.realclient.cursor_server import answer

Body = dict[str, Any]
PORT = 4010  # nobody else is in the namespace
RUN = secrets.token_hex(4)  # ids of calls are new in every run, as they really are
DONE = {"say": "done"}
# What Gemini's side requests want to read: who speaks next, which model to use.
SIDE_ANSWER = '{"reasoning":"-","next_speaker":"user","complexity_reasoning":"-","complexity_score":1}'


class Model:
    """The script, how far each lane has come, and what was asked."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        self.lanes: dict[str, list[Body]] = {lane: list(turns) for lane, turns in script["lanes"].items()}
        self.sub_mark: str = script.get("sub_mark", "")
        self.requests: list[Body] = []
        self.lock = threading.Lock()

    def next_turn(self, path: str, body: Body) -> tuple[int, Body]:
        """Number and turn for a request."""
        lane = self.lane_of(path, body)
        with self.lock:
            self.requests.append({"lane": lane, "path": path.partition("?")[0], "body": body})
            if lane == "side":
                return len(self.requests), {"say": SIDE_ANSWER}
            turns = self.lanes.get(lane, [])
            return len(self.requests), turns.pop(0) if turns else DONE

    def lane_of(self, path: str, body: Body) -> str:
        """Who is asking: a judge wants an `ok`, a subagent was given the mark, side requests have no tools."""
        wanted = [body.get(name) for name in ("output_config", "output_format", "response_format")]
        if '"ok"' in json.dumps(wanted):
            return "judge"
        if self.sub_mark and self.sub_mark in json.dumps((body.get("messages") or [])[:1]):
            return "sub"
        if _tools(body):
            return "main"
        return "judge" if path.endswith("/chat/completions") and self.lanes.get("judge") else "side"


def _tools(body: Body) -> bool:
    """Whether the shell can be called: that is the agent's own loop."""
    names = json.dumps(body.get("tools") or [])
    return any(f'"{name}"' in names for name in ("Bash", "exec_command", "shell", "run_shell_command", "bash"))


def _anthropic(number: int, turn: Body, body: Body) -> Iterator[tuple[str, Body]]:
    start = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": body.get("model"), "content": []}
    usage = {"input_tokens": 5, "output_tokens": 5}
    yield "message_start", {"message": {**start, "stop_reason": None, "stop_sequence": None, "usage": usage}}
    if "say" in turn:
        block: Body = {"type": "text", "text": ""}
        delta: Body = {"type": "text_delta", "text": turn["say"]}
    else:
        block = {"type": "tool_use", "id": f"toolu_{RUN}{number}", "name": turn["call"], "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(turn["with"])}
    yield "content_block_start", {"index": 0, "content_block": block}
    yield "content_block_delta", {"index": 0, "delta": delta}
    yield "content_block_stop", {"index": 0}
    reason = "end_turn" if "say" in turn else "tool_use"
    yield "message_delta", {"delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}
    yield "message_stop", {}


def _responses(number: int, turn: Body) -> Iterator[tuple[str, Body]]:
    if "say" in turn:
        content = [{"type": "output_text", "text": turn["say"]}]
        item: Body = {"type": "message", "id": f"m{number}", "role": "assistant", "content": content}
    elif isinstance(turn["with"], str):
        item = {"type": "custom_tool_call", "id": f"c{number}", "call_id": f"call{number}", "name": turn["call"]}
        item["input"] = turn["with"]
    else:
        item = {"type": "function_call", "id": f"c{number}", "call_id": f"call{number}", "name": turn["call"]}
        item["arguments"] = json.dumps(turn["with"])
    usage = {"input_tokens": 5, "output_tokens": 5, "total_tokens": 10}
    details = {"input_tokens_details": None, "output_tokens_details": None}
    yield "response.created", {"response": {"id": f"r{number}"}}
    yield "response.output_item.added", {"output_index": 0, "item": item}
    yield "response.output_item.done", {"output_index": 0, "item": item}
    done = {"id": f"r{number}", "status": "completed", "output": [item], "usage": {**usage, **details}}
    yield "response.completed", {"response": done}


def _chat(number: int, turn: Body, body: Body) -> tuple[Body, str]:
    """The message and why it ends."""
    if "say" in turn:
        return {"role": "assistant", "content": turn["say"]}, "stop"
    function = {"name": turn["call"], "arguments": json.dumps(turn["with"])}
    call = {"index": 0, "id": f"call{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"


def _gemini(turn: Body) -> Body:
    part = {"text": turn["say"]} if "say" in turn else {"functionCall": {"name": turn["call"], "args": turn["with"]}}
    candidate = {"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": [part]}}
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}


class Answer(BaseHTTPRequestHandler):
    """Answers in the words of four vendors."""

    protocol_version = "HTTP/1.1"
    model: Model

    def log_message(self, *_: object) -> None:
        return

    def send(self, kind: str, data: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_json(self, value: object, status: int = 200) -> None:
        self.send("application/json", json.dumps(value).encode(), status)

    def send_events(self, events: Iterator[tuple[str, Body]]) -> None:
        lines = [f"event: {name}\ndata: {json.dumps({'type': name, **value})}\n\n" for name, value in events]
        self.send("text/event-stream", "".join(lines).encode())

    def do_HEAD(self) -> None:
        self.send_json({})

    def do_GET(self) -> None:
        self.answer_cursor(self.path.partition("?")[0], b"")

    def answer_cursor(self, path: str, raw: bytes) -> None:
        """What only Cursor asks for; its requests are kept as they came."""
        found = answer(path)
        if found is None:
            self.send_json({"error": {"message": "not here"}}, 404)
            return
        lane, document = found
        with self.model.lock:
            self.model.requests.append({"lane": lane, "path": path, "body": raw.decode("utf-8", "replace")})
        self.send_json(document)

    def read_body(self) -> bytes:
        """By its length, or chunk by chunk."""
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        found = b""
        while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found

    def do_POST(self) -> None:
        raw = self.read_body()
        path = self.path.partition("?")[0].rstrip("/")
        try:
            body = json.loads(raw or b"{}")
        except ValueError:  # of UnicodeDecodeError too
            body = {}
        if path.endswith("count_tokens") or "countTokens" in path:
            self.send_json({"input_tokens": 5, "totalTokens": 5})
        elif path.endswith("/messages"):
            number, turn = self.model.next_turn(self.path, body)
            self.send_events(_anthropic(number, turn, body))
        elif path.endswith("/responses"):
            number, turn = self.model.next_turn(self.path, body)
            self.send_events(_responses(number, turn))
        elif path.endswith("/chat/completions"):
            self.answer_chat(*self.model.next_turn(self.path, body), body)
        elif "enerateContent" in path:
            said = _gemini(self.model.next_turn(self.path, body)[1])
            if "stream" in path:
                self.send("text/event-stream", f"data: {json.dumps(said)}\r\n\r\n".encode())
            else:
                self.send_json(said)
        else:
            self.answer_cursor(path, raw)

    def answer_chat(self, number: int, turn: Body, body: Body) -> None:
        message, reason = _chat(number, turn, body)
        base = {"id": f"chat{number}", "created": 1, "model": body.get("model")}
        usage = {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10}
        if not body.get("stream"):
            choice: Body = {"index": 0, "message": message, "finish_reason": reason}
            self.send_json({**base, "object": "chat.completion", "choices": [choice], "usage": usage})
            return
        base["object"] = "chat.completion.chunk"
        first = {**base, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}
        last = {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage}
        chunks = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in (first, last))
        self.send("text/event-stream", f"{chunks}data: [DONE]\n\n".encode())


def serve(model: Model) -> None:
    """Serve on loopback until the process ends."""
    handler = type("Answer", (Answer,), {"model": model})
    server = ThreadingHTTPServer(("127.0.0.1", PORT), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
