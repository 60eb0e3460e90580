"""Records as events of the Open Cybersecurity Schema Framework, of the version below.

A command is Process Activity, a file File System Activity, all else API Activity; what was denied or asked about is a
Detection Finding too. It knows the schema's numbers; the words of clients are read by their own adapters.
"""

from __future__ import annotations

import posixpath
import socket
from collections.abc import Iterator, Mapping

from policyhooks import __version__
from policyhooks.core.event import Event
from policyhooks.inspect.recorded_action import read_action
from policyhooks.shipping.message import Message, is_told
from policyhooks.shipping.reader import GAP
from policyhooks.shipping.record_tags import attacks_of, labels_of, maps_in

VERSION = "1.5.0"
OcsfEvent = dict[str, object]

PROCESS, FILE, API, FINDING = 1007, 1001, 6003, 2004
CLASSES = {
    PROCESS: (1, "System Activity", "Process Activity"),
    FILE: (1, "System Activity", "File System Activity"),
    API: (6, "Application Activity", "API Activity"),
    FINDING: (2, "Findings", "Detection Finding"),
}
OTHER = 99
# Canonical event: the class, the activity and its name.
ACTIVITIES = {
    "shell.before": (PROCESS, 1, "Launch"),
    "shell.after": (PROCESS, 2, "Terminate"),
    "file.read": (FILE, 2, "Read"),
    "tab.read": (FILE, 2, "Read"),
    "file.write": (FILE, 3, "Update"),
    "file.edited": (FILE, 3, "Update"),
    "tab.edited": (FILE, 3, "Update"),
}
# What was told: action and disposition, each with its name, and the severity.
Outcome = tuple[int, str, int, str, int, str]
DENIED: Outcome = (2, "Denied", 2, "Blocked", 4, "High")
ASKED: Outcome = (OTHER, "Asked", 23, "Challenge", 3, "Medium")
ALLOWED: Outcome = (1, "Allowed", 1, "Allowed", 1, "Informational")
PASSED: Outcome = (3, "Observed", 17, "Logged", 1, "Informational")
UNKNOWN: Outcome = (0, "Unknown", 0, "Unknown", 1, "Informational")
FOUND = {"deny": DENIED, "ask": ASKED}
LET_THROUGH = {"allow": ALLOWED, "pass": PASSED}
RULE = 1  # an analytic that is a rule
UNLISTED = 0  # a device of no known type


def make_events(message: Message, time_ms: int) -> Iterator[OcsfEvent]:
    """The events of a record: what was done, and what was found."""
    verdict = str(message.record.get("verdict", ""))
    if message.kind == GAP or (is_told(message) and "before" in message.record):
        yield _finding(message, time_ms, "The journal has a gap" if message.kind == GAP else "The journal began anew")
        return
    event = read_action(message.record).event if message.kind == "decision" else None
    yield _activity(message, time_ms, event)
    if verdict in FOUND:
        rules = message.record.get("by")
        names = ", ".join(str(rule) for rule in rules) if isinstance(rules, list) else ""
        yield _finding(message, time_ms, f"{FOUND[verdict][1]} by {names or 'the engine itself'}", event)


def _activity(message: Message, time_ms: int, event: Event | None) -> OcsfEvent:
    name = str(message.record.get("event", message.kind))
    kind, activity, word = ACTIVITIES.get(name, (API, OTHER, name))
    if kind in (PROCESS, FILE) and event is None:
        kind, activity, word = API, OTHER, name  # its payload was not kept, or cannot be read back
    action, action_name, disposition, disposition_name, *_ = _outcome(message)
    found = _base(message, time_ms, kind, activity, word)
    found |= {
        "action_id": action,
        "action": action_name,
        "disposition_id": disposition,
        "disposition": disposition_name,
        "actor": _actor(message.record),
        "unmapped": message.document(),
    }
    return found | _subject(kind, message, event)


def _subject(kind: int, message: Message, event: Event | None) -> OcsfEvent:
    device = {"hostname": socket.gethostname(), "type_id": UNLISTED, "uid": message.installation}
    tool = str(message.record.get("tool") or message.record.get("native") or message.kind)
    if event is not None and kind == PROCESS:
        process = {"name": tool, "cmd_line": event.command or "", "working_directory": event.event.cwd}
        return {"device": device, "process": process}
    if event is not None and kind == FILE:
        path = event.file.path.raw
        return {"device": device, "file": {"name": posixpath.basename(path) or path, "path": path, "type_id": 0}}
    server = event.mcp.server if event is not None else ""
    operation = event.mcp.tool if event is not None and server else tool
    service = server or str(message.record.get("client") or "policyhooks")
    version = "" if server else str(message.record.get("version") or "")
    api = {"operation": operation, "service": {"name": service, "uid": service, "version": version}}
    return {"api": api, "src_endpoint": {"hostname": socket.gethostname(), "uid": message.installation}}


def _finding(message: Message, time_ms: int, title: str, event: Event | None = None) -> OcsfEvent:
    rules = message.record.get("by")
    rule = str(rules[0]) if isinstance(rules, list) and rules else f"policyhooks/{message.kind}"
    action, action_name, disposition, disposition_name, *_ = _outcome(message)
    attacks = attacks_of(maps_in(message.record))
    found = _base(message, time_ms, FINDING, 1, "Create", ":finding")
    told = {name: message.record[name] for name in ("by", "rules", "programs", "error") if name in message.record}
    subject = _subject(_class_of(message, event), message, event)
    evidence = {name: part for name, part in subject.items() if name in ("process", "file", "api")}
    found |= {
        "finding_info": {
            "uid": f"{message.id}:finding",
            "title": title,
            "desc": _reasons(message.record) or title,
            "types": [str(message.record.get("event", message.kind))],
            "analytic": {"name": rule, "uid": rule, "type_id": RULE, "type": "Rule"},
            "created_time": time_ms,
            "related_events": [{"uid": message.id, "type_uid": 0}],
            **({"attacks": attacks} if attacks else {}),
        },
        "evidences": [{"data": evidence or {"told": dict(message.record)}}],
        "is_alert": True,
        "status_id": 1,
        "status": "New",
        "action_id": action,
        "action": action_name,
        "disposition_id": disposition,
        "disposition": disposition_name,
        "unmapped": told,
    }
    return found


def _base(message: Message, time_ms: int, kind: int, activity: int, word: str, suffix: str = "") -> OcsfEvent:
    """What every class has."""
    category, category_name, class_name = CLASSES[kind]
    *_, severity, severity_name = _outcome(message)
    metadata: dict[str, object] = {
        "version": VERSION,
        "uid": message.id + suffix,
        "sequence": message.seq,
        "log_name": "journal",
        "original_time": str(message.record.get("time", "")),
        "profiles": ["security_control"],
        "product": {"name": "policyhooks", "vendor_name": "policyhooks", "version": __version__},
    }
    if labels := labels_of(maps_in(message.record)):
        metadata["labels"] = labels
    if message.record.get("session"):
        metadata["correlation_uid"] = str(message.record["session"])
    return {
        "class_uid": kind,
        "class_name": class_name,
        "category_uid": category,
        "category_name": category_name,
        "activity_id": activity,
        "activity_name": word,
        "type_uid": kind * 100 + activity,
        "severity_id": severity,
        "severity": severity_name,
        "time": time_ms,
        "metadata": metadata,
    }


def _class_of(message: Message, event: Event | None) -> int:
    return ACTIVITIES.get(str(message.record.get("event")), (API, 0, ""))[0] if event is not None else API


def _outcome(message: Message) -> Outcome:
    if is_told(message) and (message.kind == GAP or "before" in message.record):
        return (*UNKNOWN[:4], 4, "High")
    verdict = str(message.record.get("verdict"))
    return FOUND.get(verdict) or LET_THROUGH.get(verdict, UNKNOWN)


def _actor(record: Mapping[str, object]) -> OcsfEvent:
    found: OcsfEvent = {"app_name": str(record.get("client") or "policyhooks")}
    if record.get("session"):
        found["session"] = {"uid": str(record["session"])}
    return found


def _reasons(record: Mapping[str, object]) -> str:
    """Why the rules say so, in their own words."""
    rules = record.get("rules")
    found = (
        [str(rule["why"]) for rule in rules if isinstance(rule, dict) and rule.get("why")]
        if isinstance(rules, list)
        else []
    )
    return "; ".join(found) or str(record.get("error") or record.get("why") or "")
