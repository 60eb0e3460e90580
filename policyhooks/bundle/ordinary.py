"""Which functions ordinary decisions run, by client and module: made by benchmarks/ordinary.py."""

from __future__ import annotations

ORDINARY: dict[str, dict[str, tuple[str, ...]]] = {
    "": {
        "policyhooks": (
        ),
        "policyhooks.clients": (
        ),
        "policyhooks.clients.answers": (
            "context?",
            "reply?",
            "settle",
            "warning",
        ),
        "policyhooks.clients.calls": (
            "_file?",
            "_part?",
            "_read_files?",
            "_searched?",
            "mcp_call?",
            "read_call?",
        ),
        "policyhooks.clients.detection": (
            "_client_of",
            "detect",
            "read_event",
        ),
        "policyhooks.clients.errors": (
        ),
        "policyhooks.clients.fields": (
            "mapping",
            "optional_list?",
            "optional_mapping?",
            "optional_text",
            "optional_texts?",
            "text",
        ),
        "policyhooks.clients.reading": (
            "_has?",
            "assemble",
            "workspace_of",
        ),
        "policyhooks.clients.registry": (
            "adapter_for",
        ),
        "policyhooks.clients.results": (
        ),
        "policyhooks.core": (
        ),
        "policyhooks.core.candidates": (
            "candidates",
            "find_grams?",
            "keys_of",
            "path_parts",
            "server_names?",
            "tool_names",
            "traits?",
        ),
        "policyhooks.core.catalog": (
            "Row",
            "_read_ask",
            "_row",
            "_table",
            "denies?",
            "expand",
            "find",
        ),
        "policyhooks.core.event": (
            "Event",
            "__getattr__?",
            "names",
        ),
        "policyhooks.core.globs": (
            "glob_matches",
        ),
        "policyhooks.core.json_text": (
            "_pair",
            "encode",
        ),
        "policyhooks.core.matching": (
            "any_path?",
            "any_text?",
            "components_match?",
            "cover_mcp?",
            "event_paths",
            "part_matches?",
            "path_matches?",
            "spellings?",
            "split?",
        ),
        "policyhooks.core.program": (
            "Rule",
        ),
        "policyhooks.core.records": (
            "EventInfo",
            "File",
            "Host",
            "Mcp",
            "PathRef",
            "Prompt",
            "Session",
            "Shell?",
            "Subagent",
            "Tool",
            "Web",
            "__init__",
        ),
        "policyhooks.core.schema": (
        ),
        "policyhooks.core.strict_json": (
            "_decode",
            "_unique_keys",
            "parse",
        ),
        "policyhooks.core.verdict": (
            "Decision",
            "Response",
            "RuleResult",
        ),
        "policyhooks.errors": (
        ),
        "policyhooks.evaluation": (
        ),
        "policyhooks.evaluation.errors": (
        ),
        "policyhooks.evaluation.regex": (
            "search",
        ),
        "policyhooks.runtime": (
        ),
        "policyhooks.runtime.combine": (
            "_add_modifiers",
            "combine",
            "merge_rewrites",
            "rank",
            "strongest",
        ),
        "policyhooks.runtime.engine": (
            "carrier_of",
            "decide",
            "run_program",
            "run_rules",
        ),
        "policyhooks.runtime.filling": (
            "Place",
            "_fill_mcp?",
            "_path",
            "_with",
            "fill",
            "shell_reader",
        ),
        "policyhooks.runtime.firing": (
            "Carrier",
            "_boolean",
            "fire",
        ),
        "policyhooks.runtime.hook": (
            "Hook",
            "Settings",
            "__init__",
            "answer",
            "decide",
            "environment",
            "give",
            "outside",
            "record",
            "run",
        ),
        "policyhooks.runtime.journal": (
            "_last",
            "_open_locked",
            "_write",
            "append",
            "keyed_hash",
            "read_end",
        ),
        "policyhooks.runtime.masking": (
            "find",
            "is_suspicious",
            "mask",
        ),
        "policyhooks.runtime.outside": (
            "Outside",
            "__init__",
            "now",
        ),
        "policyhooks.runtime.platform": (
            "leave",
            "lock",
            "read_all",
            "take_stdout",
            "watch",
            "write_all",
        ),
        "policyhooks.runtime.recording": (
            "_reduce",
            "masked",
            "record_of",
            "results_of",
            "stamp",
            "told",
        ),
        "policyhooks.runtime.selection": (
            "LoadedProgram",
            "concerns",
            "has_rules_on?",
            "open_program",
            "select",
        ),
        "policyhooks.runtime.session": (
            "decide_payload",
            "read_event",
        ),
        "policyhooks.shell": (
        ),
        "policyhooks.shell.paths": (
            "is_root",
            "is_under",
            "path_ref",
            "real_path",
            "tag",
            "through_proc",
            "workspace_root",
        ),
        "policyhooks.shell.pathtext": (
            "normalize",
        ),
        "policyhooks.shell.tags": (
        ),
    },
    "claude-code": {
        "policyhooks.clients.claude_code": (
            "_mcp?",
            "_read_event?",
            "_read_tool",
            "parse",
        ),
        "policyhooks.clients.claude_code_answers": (
            "_with_environment",
            "render",
            "tool_of",
        ),
        "policyhooks.clients.claude_code_tools": (
        ),
        "policyhooks.core.catalog_claude_code": (
        ),
        "policyhooks.runtime.arguments": (
            "_starts_sql",
            "commands_in",
            "paths_in",
            "plain_key",
            "sql_in",
            "strings_in",
            "urls_in",
        ),
        "policyhooks.runtime.derived": (
            "_file_events",
            "derived_events",
        ),
    },
    "codex": {
        "policyhooks.clients.codex": (
            "_read_event",
            "parse",
            "render",
        ),
        "policyhooks.core.catalog_codex": (
        ),
    },
    "copilot-cli": {
        "policyhooks.clients.copilot_cli": (
            "_arguments",
            "_read_tool",
            "_tool_of",
            "parse",
            "render",
        ),
        "policyhooks.clients.copilot_cli_tools": (
        ),
        "policyhooks.core.catalog_copilot_cli": (
        ),
    },
    "cursor": {
        "policyhooks.clients.cursor": (
            "_attachments?",
            "_input?",
            "_plain",
            "_read_event?",
            "_read_file?",
            "_read_tool?",
            "parse",
        ),
        "policyhooks.clients.cursor_answers": (
            "_neutral",
            "render",
            "tool_of?",
        ),
        "policyhooks.clients.cursor_tools": (
        ),
        "policyhooks.core.catalog_cursor": (
        ),
    },
    "gemini-cli": {
        "policyhooks.clients.gemini_cli": (
            "_read_tool",
            "_tool_of",
            "parse",
            "render",
        ),
        "policyhooks.core.catalog_gemini_cli": (
        ),
    },
}
