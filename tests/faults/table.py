"""Every fault: what goes wrong, what happens then, and what brings it about or which tests prove it.

The first two are the words of docs/explanation/failure-modes.md, whose tables are written from here. A row with a
`limit` is known not to hold, and says until when; one that holds after all is a fault too, so that the word goes.
"""

from dataclasses import dataclass

from tests.faults import broken, decisions, endings, fronted, host, inputs, masses, storage
from tests.faults.outcomes import Bring

FAILURES, HOST, FRONT, TRUST, MASSES = "failures", "host", "front", "trust", "masses"  # the tables of the page


@dataclass(frozen=True)
class Fault:
    """One row. `bring` makes cases through installed command lines, `proofs` are tests by their ids."""

    id: str
    part: str
    wrong: str
    happens: str
    bring: tuple[Bring, ...] = ()
    proofs: tuple[str, ...] = ()
    limit: str = ""


WITHHOLDING = "tests/runtime/launch/test_withholding.py"
HOOK = "tests/runtime/launch/test_hook.py"
JOURNAL = "tests/runtime/ports/test_journal.py"
ARGUMENTS = "tests/runtime/engine/test_tool_arguments.py"
DECIDING = "tests/runtime/engine/test_deciding.py"
BUNDLES = "tests/cli/test_bundle_activation.py"

FAULTS = (
    Fault(
        "missing", FAILURES,
        "the hook, its interpreter or the home folder is not there",
        "the entry's own tail gives the client's deny and says how to install",
        (broken.missing, host.home),
    ),
    Fault(
        "killed", FAILURES,
        "the hook is killed, or leaves with 0 without an answer",
        "the same: [only 64 stands for 0](installed-entries.md)",
        (endings.killed, broken.silent),
        ("tests/installation/test_command_line.py::test_only_64_is_a_zero",),
    ),
    Fault(
        "elsewhere", FAILURES,
        "a project's id is used in a folder where it was not installed",
        "block, with the command to run there",
        (broken.another_folder,),
    ),
    Fault(
        "state", FAILURES,
        "the state folder is missing, foreign or writable by others",
        "block, with the reason",
        (broken.state_folder,),
    ),
    Fault(
        "program", FAILURES,
        "the compiled program is stale or damaged",
        "block, with the reason; `policyhooks install` repairs it",
        (broken.program,),
        ("tests/image/test_activation.py::test_every_damaged_piece_of_the_core_is_noticed",),
    ),
    Fault(
        "stdin", FAILURES,
        "stdin is empty, endless, longer than 16 MiB where files and outputs are carried, else 8 (then it is not"
        " parsed), of more than 100,000 values, not UTF-8, not one JSON object, has duplicate keys",
        "block",
        (inputs.unreadable,),
        (
            f"{HOOK}::test_unreadable_input_is_a_deny_never_an_ask",
            f"{WITHHOLDING}::test_what_cannot_be_read_is_withheld",
        ),
    ),
    Fault("slow", FAILURES, "stdin comes byte by byte, but in time", "decided", (inputs.slow,)),
    Fault(
        "event", FAILURES,
        "the payload names another event than the command line",
        "block",
        (inputs.another_event,),
    ),
    Fault(
        "needed", FAILURES,
        "a field is missing without which nothing can be judged (the tool's name, the command, the prompt)",
        "block",
        (inputs.needed_fields,),
        ("tests/clients/test_required.py::test_without_a_needed_field_it_is_malformed_and_fails_closed",),
    ),
    Fault(
        "optional", FAILURES,
        "any other field is missing",
        "decided: it has its zero and `supplied(field)` is false",
        (inputs.other_fields,),
    ),
    Fault(
        "unknown", FAILURES,
        "an event that no version we know has",
        "pass, journalled; `defaults.unknown_event: deny` changes that",
        (inputs.unknown_event,),
        (f"{DECIDING}::test_events_that_nobody_knows",),
    ),
    Fault(
        "condition", FAILURES,
        "a condition errs",
        "the rule's `on_error`: ask, or deny where the event cannot ask; a result that the rule guards is withheld",
        (decisions.erring,),
        (f"{WITHHOLDING}::test_an_erring_rule_withholds",),
    ),
    Fault(
        "redaction", FAILURES,
        "a redaction cannot be done",
        "the result is withheld, unless the rule says `on_error: pass`",
        proofs=(
            f"{WITHHOLDING}::test_a_redaction_that_cannot_be_done_withholds",
            f"{DECIDING}::test_a_redaction_that_cannot_be_done_is_the_end_of_the_decision_unless_it_may_pass",
        ),
    ),
    Fault(
        "many", FAILURES,
        "a text holds more than 100,000 places to redact",
        "it is replaced as a whole, by `[too-many-to-replace]`",
        proofs=(
            "tests/secrets/test_spans.py::test_a_text_with_too_many_is_one_place",
            "tests/secrets/test_spans.py::test_personal_data_too",
            "tests/secrets/test_spans.py::test_patterns_too",
        ),
    ),
    Fault(
        "grown", FAILURES,
        "an event, a command or an output is made to grow without end",
        "decided or blocked in at most [256 MB](../decisions/0034-a-hook-has-256-mb.md)",
        proofs=("tests/runtime/launch/test_growth.py::test_no_event_takes_more_memory_than_a_hook_has",),
    ),
    Fault(
        "sql", FAILURES,
        "SQL in an MCP call cannot be cut into statements",
        "`mcp.sql_understood` is false; the packs ask",
        proofs=(f"{ARGUMENTS}::test_sql_that_cannot_be_read_to_its_end_is_not_silent",),
    ),
    Fault(
        "arguments", FAILURES,
        "the arguments of an MCP call or of an unknown tool are too many, too deep or broken",
        "`mcp.understood` is false, and a derived `shell.before` is not understood; the packs ask",
        proofs=(f"{ARGUMENTS}::test_what_is_not_read_whole_is_a_problem", f"{ARGUMENTS}::test_deep_arguments_end"),
    ),
    Fault(
        "shell", FAILURES,
        "a shell command cannot be parsed",
        "`shell.understood` is false; the managed layer asks unless a policy says otherwise",
        (decisions.unreadable_command,),
    ),
    Fault(
        "outside", FAILURES,
        "an outside command fails or is slow",
        "the rule's `on_error`",
        (decisions.outside,),
        ("tests/runtime/ports/test_commands.py::test_a_time_out_kills_the_whole_group",),
    ),
    Fault(
        "judge", FAILURES,
        "a judge times out, refuses, babbles",
        "the outcome is unknown: the rule's `on_error`, never ok",
        proofs=(
            "tests/judge/test_faults.py::test_every_fault_has_its_declared_outcome",
            "tests/judge/test_hook.py::test_every_fault_through_the_hook_command",
        ),
    ),
    Fault(
        "hang", FAILURES,
        "the evaluation crashes or hangs",
        "the launcher answers with a block at 80 % of the client's time-out",
        (endings.locked,),
        (
            f"{HOOK}::test_a_rule_that_hangs_is_answered_at_the_deadline",
            f"{HOOK}::test_what_takes_the_process_down_is_answered_by_the_tail",
            f"{WITHHOLDING}::test_a_late_answer_withholds",
        ),
    ),
    Fault(
        "noise", FAILURES,
        "a library prints to stdout",
        "it goes nowhere: stdout is taken before anything else loads",
        proofs=(f"{HOOK}::test_noise_never_reaches_stdout",),
    ),
    Fault("stdout", FAILURES, "stdout is closed or full", "exit 2", (endings.stdout_closed,)),
    Fault(
        "layer", FAILURES,
        "the files of a trusted layer change, go or cannot be read",
        "the layer stays in force as it was trusted, and the record says so",
        proofs=("tests/cli/test_trust.py::test_a_changed_layer_stays_in_force_and_everybody_says_so",),
    ),
    Fault(
        "format", FAILURES,
        "a program has a format or uses a feature that this engine does not know",
        "refused when it is activated; a hook that meets it blocks",
        proofs=("tests/image/test_activation.py::test_a_program_that_cannot_run_is_refused_and_what_is_active_stays",),
    ),
    Fault(
        "upgrade", FAILURES,
        "an upgrade of the state folder is killed, or the disk is full",
        "the old program goes on; running it again ends the same",
        proofs=(
            "tests/image/test_layout.py::test_killed_anywhere_it_ends_the_same_when_it_runs_again",
            "tests/image/test_layout.py::test_a_full_disk_loses_nothing_and_hooks_go_on",
        ),
    ),
    Fault(
        "journal", FAILURES,
        "the journal cannot be written, or its key cannot be read",
        "block on events that can block, and say so",
        (storage.unwritable,),
        (f"{WITHHOLDING}::test_a_journal_that_cannot_be_written_withholds",),
    ),
    Fault(
        "stranger", FAILURES,
        "managed: a folder under this user's number belongs to somebody else",
        "it is not used; the user gets another",
        (broken.foreign_users_folder,),
    ),
    Fault(
        "open", FAILURES,
        "managed: this user's own folder is open to others",
        "block, and say who can repair it",
        (broken.open_users_folder,),
    ),
    Fault(
        "disk", HOST,
        "the disk is full, or has room for half a record",
        "block; no half record stays, and no record that was acknowledged goes",
        (storage.no_room_for_a_record, storage.full_disk),
        (f"{JOURNAL}::test_a_full_disk_leaves_no_half_record",),
    ),
    Fault("read-only", HOST, "the state folder is read-only", "block", (storage.read_only,)),
    Fault(
        "clock", HOST,
        "the clock jumps, by years or at every look",
        "decided: deadlines rest on the clock that only goes forward, the journal's chain on no clock at all",
        (host.clock,),
        (f"{BUNDLES}::test_expired_is_refused_and_never_relaxes",),
    ),
    Fault(
        "swapped", HOST,
        "the interpreter is another program, or another version of Python",
        "block: its 0 is not ours",
        (broken.swapped, broken.other_python),
        ("tests/image/test_activation.py::test_another_interpreter_is_blocked_with_a_reason",),
    ),
    Fault(
        "noisy", HOST,
        "the interpreter is a program that prints something of its own, or leaves with 2, where the client reads an"
        " answer beside exit 0 (results, prompts of Copilot CLI)",
        "the result is withheld, the prompt blocked",
        (broken.noisy,),
        limit="the line cannot take back what was printed, nor tell that 2 from the hook's own",
    ),
    Fault(
        "stopped", HOST,
        "the hook is stopped (SIGSTOP) after its first 30 ms, and its own timers with it",
        "[a second process](../decisions/0035-a-guard-for-slow-hooks.md) kills it at 86 % of the client's time-out, and"
        " the entry's tail answers",
        (endings.stopped,),
        ("tests/runtime/test_guard.py::test_a_hook_that_is_stopped_is_answered_for",),
    ),
    Fault(
        "early", HOST,
        "the hook is stopped before that",
        "block before the client's time-out",
        (endings.stopped_early,),
        limit="nobody watches it yet; Claude Code and Cursor block at their own time-out, the others go on",
    ),
    Fault(
        "unread", HOST,
        "nobody reads stdout, and it is full",
        "exit 2 before the client's time-out",
        (endings.unread,),
    ),
    Fault(
        "starved", HOST,
        "memory, files, their sizes, processes, stack or computing time are limited (`ulimit`)",
        "decided where it is enough, else block",
        (endings.starved,),
    ),
    Fault(
        "busy", HOST,
        "eight busy processes for each core",
        "decided before 85 % of the client's time-out",
        (host.oversubscribed,),
    ),
    Fault(
        "environment", HOST,
        "the environment is hostile: `PATH`, `ENV`, `IFS`, `PYTHON*`, exported functions, locale",
        "decided; nothing of it runs",
        (host.environment,),
        ("tests/contracts/test_surroundings.py::test_nothing_of_it_runs",),
    ),
    Fault(
        "front-ended", FRONT,
        "the hook is gone, swapped, killed, leaves with 0 or another code, or prints without end",
        "the front gives the declared answer; nothing of what was printed is passed on",
        (fronted.ended,),
        ("tests/front/test_front.py::test_everything_else_is_the_declared_answer",),
    ),
    Fault(
        "front-late", FRONT,
        "the hook hangs, computes, prints or sleeps for ever, with its pipes open or closed",
        "the declared answer at 80 % of the client's time-out; the hook's process group is killed",
        (fronted.late,),
        ("tests/front/test_front.py::test_what_is_late_is_answered_in_time_and_ended",),
    ),
    Fault(
        "front-stopped", FRONT,
        "the hook is stopped (SIGSTOP), from its first moment on; or the front itself is",
        "the declared answer at 80 %; a front that is stopped is killed by a timer at 91 %, and the tail answers",
        (fronted.stopped,),
        ("tests/front/test_front.py::test_a_front_that_is_stopped_is_ended_before_the_time_out",),
    ),
    Fault(
        "front-noisy", FRONT,
        "the interpreter is a program that prints something of its own, or leaves with 2, where the client reads an"
        " answer beside exit 0",
        "the result is withheld, the prompt blocked",
        (fronted.noisy,),
        ("tests/front/test_front.py::test_an_answer_has_a_form_that_the_event_can_have",),
    ),
    Fault(
        "front-led", FRONT,
        "arguments, environment, working folder, links, inherited signals or descriptors are hostile",
        "nothing leads the front elsewhere; `LD_*`, `PYTHON*`, `BASH_*` and all that is not named end at it",
        proofs=(
            "tests/front/test_front.py::test_other_arguments_start_nothing",
            "tests/front/test_front.py::test_its_place_is_where_its_file_is",
            "tests/front/test_front.py::test_a_project_leads_to_its_state_and_to_no_other_place",
            "tests/front/test_front.py::test_the_hook_gets_the_variables_that_are_read_and_no_others",
            "tests/front/test_front.py::test_inherited_signals_and_descriptors_change_nothing",
            "tests/front/test_front.py::test_closed_and_full_descriptors",
        ),
    ),
    Fault(
        "front-table", FRONT,
        "what activation declared for the front is damaged, missing, or could be written by others",
        "nothing of it is used: the hook decides as without it, and the entry's tail answers for what fails",
        proofs=(
            "tests/front/test_front.py::test_a_table_that_others_could_write_or_that_is_damaged_is_not_used",
            "tests/front/test_fuzz.py::test_damaged_tables_fuzz",
            "tests/front/test_fuzz.py::test_tables_fuzz",
        ),
    ),
    Fault(
        "resident-gone", FRONT,
        "the resident is gone, killed, stopped, silent, hung in a rule, of another generation, image or place",
        "the ordinary hook decides the same event; where that is too late, the declared answer in time",
        proofs=(
            "tests/front/test_resident.py::test_the_first_call_that_misses_it_starts_it_and_the_next_ones_are_its",
            "tests/front/test_resident.py::test_a_rule_that_does_not_end_is_answered_in_time",
            "tests/front/test_resident.py::test_stopped_as_a_whole_it_is_not_waited_for",
            "tests/runtime/resident/test_protocol.py::test_a_worker_that_is_stopped_or_killed_is_replaced",
            "tests/runtime/resident/test_protocol.py::test_of_another_generation_image_place_or_folder_it_is_not_the_one_to_ask",
        ),
    ),
    Fault(
        "resident-cut", FRONT,
        "front or resident goes away at any boundary of what they say to each other",
        "before COMMIT nothing is stored and the ordinary hook decides; behind it, or once somebody outside was asked,"
        " it is stored at most once, and what is not done is the declared answer",
        proofs=(
            "tests/runtime/resident/test_protocol.py::test_cut_at_every_boundary_nothing_is_stored_before_commit_and_once_behind_it",
            "tests/front/test_resident.py::test_before_commit_whatever_else_it_says_the_ordinary_hook_decides",
            "tests/front/test_resident.py::test_behind_commit_what_is_not_done_is_the_fail_answer",
        ),
    ),
    Fault(
        "resident-other", FRONT,
        "the resident's socket is a link, of another user, in a folder that others see, or who listens is no resident",
        "it is not used, or what it says is no answer: the ordinary hook decides",
        proofs=(
            "tests/front/test_resident.py::test_a_socket_that_is_a_link_or_a_folder_that_others_see_is_not_used",
            "tests/front/test_resident.py::test_a_socket_of_another_user_is_not_used",
            "tests/front/test_resident.py::test_somebody_else_who_has_taken_over_the_listening_is_not_believed",
        ),
    ),
    Fault(
        "patterns", TRUST,
        "a pattern or condition is made to take for ever",
        "patterns are linear, conditions have limits when they are compiled, and the deadline stands behind both",
        proofs=(
            "tests/cel/test_patterns.py::test_not_linear",
            "tests/cel/test_hostile.py::test_deep_nesting_neither_crashes_nor_hangs",
        ),
    ),
    Fault(
        "answers", TRUST,
        "an answer has a shape that a client does not read",
        "every event of every client has a golden answer, also for failures",
        proofs=(
            "tests/clients/test_answers_golden.py::test_answers_golden",
            "tests/clients/test_answers_golden.py::test_fail_answers_golden",
        ),
    ),
    Fault(
        "questions", TRUST,
        "a client does not put our question to anybody",
        "it is a deny",
        proofs=("tests/runtime/engine/test_asking.py::test_a_question_is_put_or_denied_never_lost",),
    ),
    Fault(
        "allow", TRUST,
        "an explicit allow would skip the client's own dialog",
        "only an allow rule gives one",
        proofs=("tests/runtime/engine/test_laws.py::test_without_an_allow_rule_nothing_is_allowed",),
    ),
    Fault(
        "layers", TRUST,
        "a lower layer tries to loosen a higher one",
        "it can only tighten",
        proofs=(
            "tests/runtime/engine/test_laws.py::test_a_lower_layer_never_loosens",
            "tests/image/test_ranks.py::test_a_trusted_layer_never_loosens_whatever_the_scope",
        ),
    ),
    Fault(
        "own", TRUST,
        "a tool call goes for the hook's own files or starts it",
        "deny",
        proofs=(
            "tests/policies/test_own_state.py::test_a_command_on_the_hooks_own_place_is_denied",
            "tests/policies/test_own_state.py::test_a_file_tool_on_it_is_denied",
        ),
    ),
    Fault(
        "packages", TRUST,
        "a package of the build side, or a `.pth` file beside it, wants to run in the hook",
        "the hook loads a written list of the interpreter's own modules",
        proofs=("tests/contracts/test_hook_modules.py::test_no_heavy_module_is_ever_loaded",),
    ),
    Fault(
        "injection", TRUST,
        "an event speaks to the judge, or holds secrets",
        "a judge can only tighten; a faked answer is unknown, other such words are told to it, secrets are masked",
        proofs=(
            "tests/judge/test_evidence.py::test_a_fake_is_unknown_and_other_words_for_the_reviewer_are_signs",
            "tests/judge/test_evidence.py::test_no_planted_secret_leaves_the_machine",
            "tests/judge/test_hook.py::test_a_deny_needs_no_judge_and_no_judge_lifts_it",
            "tests/judge/test_hook.py::test_no_planted_secret_is_in_journal_or_stderr",
        ),
    ),
    Fault(
        "characters", TRUST,
        "an event holds colours, control characters, text that runs backwards or has no width, a template, a"
        " placeholder",
        "messages, screens and prompts show it as escapes or as it came; nothing of it is carried out",
        (decisions.speaking,),
        (
            "tests/report/test_style.py::test_text_of_others_cannot_steer_a_terminal",
            "tests/judge/test_evidence.py::test_hidden_characters_are_shown_as_escapes",
            "tests/judge/test_prompt.py::test_every_placeholder_is_replaced_in_one_pass",
            "tests/judge/test_prompt.py::test_the_template_knows_names_and_never_the_data",
            "tests/judge/test_prompt.py::test_whatever_the_data_holds_it_stays_between_the_markers",
        ),
    ),
    Fault(
        "links", TRUST,
        "a path leads elsewhere through a link, also one that the same command makes",
        "the path as written and where it leads both count; what is changed between the decision and the deed is not"
        " seen, by any hook",
        proofs=(
            "tests/shell/view/test_paths.py::test_links_are_followed",
            "tests/shell/view/test_paths.py::test_links_made_by_the_same_command",
            "tests/shell/view/test_paths.py::test_more_links_than_are_followed_lead_anywhere",
            "tests/core/test_matching.py::test_unless_needs_every_path_as_written_and_behind_links",
        ),
    ),
    Fault(
        "servers", TRUST,
        "an MCP server has a name that resembles another's",
        "rules match names in any case, what spares a server only its own spelling; which program answers to a name"
        " only the client knows",
        proofs=("tests/core/test_matching.py::test_servers_match_in_any_case_and_are_spared_in_their_own",),
    ),
    Fault(
        "preload", TRUST,
        "a client's settings, or the environment it is started in, load code before the line is read (`LD_PRELOAD`,"
        " `BASH_ENV`)",
        "no hook can stop it; `policyhooks doctor` names the variable",
        proofs=(
            "tests/doctor/test_settings_environment.py::test_a_variable_is_named_with_its_file",
            "tests/doctor/test_settings_environment.py::test_a_variable_of_the_environment_that_loads_code_is_named",
        ),
    ),
    Fault(
        "worker", TRUST,
        "the judge's process is killed, its socket squatted, its verdicts changed, its environment hostile",
        "unknown, or asked again; never ok",
        proofs=(
            "tests/judge/test_worker.py::test_killed_in_the_middle_of_a_request",
            "tests/judge/test_worker.py::test_nothing_of_a_hostile_environment_reaches_the_worker",
            "tests/judge/test_review.py::test_a_changed_byte_in_the_cache_revives_nothing",
            "tests/runtime/ports/test_judging.py::test_something_else_in_the_sockets_place",
            "tests/runtime/ports/test_judging.py::test_a_squatter_that_never_answers",
        ),
    ),
    Fault(
        "tampering", TRUST,
        "the journal is cut, rewritten or put back",
        "`policyhooks log verify` finds it, as far as one machine can know",
        proofs=("tests/inspect/test_journal_verification.py::test_tampering_is_found",),
    ),
    Fault(
        "bundles", TRUST,
        "a bundle is changed, older, expired, for another machine, or its activation is killed",
        "refused, and what is active stays",
        proofs=(
            "tests/bundle/test_verification.py::test_attacks_are_refused",
            "tests/bundle/test_verification.py::test_every_single_byte_counts",
            f"{BUNDLES}::test_serials_only_go_up",
            f"{BUNDLES}::test_killed_at_any_point_it_is_the_old_program_or_the_new_one",
        ),
    ),
    Fault(
        "spawns", MASSES,
        "20,000 hostile events, one process each",
        "none is passed",
        (masses.hostile_spawns,),
    ),
    Fault(
        "kills", MASSES,
        "1,000 times kill -9 on the hook at any moment, and as often on a writer of the journal",
        "every decision that a client was told of has its record, and the chain holds",
        (masses.killed_at_any_moment,),
        (f"{JOURNAL}::test_kill_at_random_points_loses_no_acknowledged_record",),
    ),
    Fault(
        "orphans", MASSES,
        "5,000 hooks: decided, blocked, killed, given up on",
        "no process is left",
        (masses.orphans,),
        ("tests/runtime/ports/test_commands.py::test_a_child_left_behind_is_killed_with_its_group",),
    ),
)  # fmt: skip
