"""What somebody new ran into once, each with the tests that show it gone. A row may be added, none may go."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
GONE: dict[str, tuple[str, ...]] = {
    "the wheel ships no packs, so the README's first commands fail": (
        "packaging/test_wheel.py::test_every_shipped_file_is_in_the_wheel",
        "packaging/test_wheel.py::test_readme_as_a_new_user",
    ),
    "install without --policies replaces the company's rules by the shipped ones": (
        "cli/test_replacing.py::test_what_is_weaker_must_be_told",
        "cli/test_replacing.py::test_the_state_that_entries_lead_to_is_renewed",
    ),
    "install with other options leaves fewer rules": (
        "cli/test_replacing.py::test_random_rows_of_installations_never_weaken_unasked",
        "cli/test_replacing.py::test_what_a_committed_file_would_lose_is_told",
        "cli/test_team.py::test_another_id_is_no_way_round_the_rules",
        "bundle/test_weakening.py::test_what_is_weaker",
    ),
    "prompt rules without a model, keys that are not set: nobody says so": (
        "installation/test_outside_needs.py::test_install_and_doctor_say_the_same",
    ),
    "a committed hook file holds one person's absolute paths and blocks every colleague": (
        "cli/test_committed.py::test_two_people_one_repository",
        "cli/test_team.py::test_clone_install_upgrade",
    ),
    "a project file that a repository brings decides before anybody has read it": (
        "cli/test_team.py::test_what_a_clone_brings_along_chooses_nothing",
        "installation/test_project_file.py::test_nothing_above_the_repository_is_looked_at",
        "installation/test_project_file.py::test_a_stranger_above_a_project_that_is_no_repository",
        "cli/test_pinned_bundles.py::test_before_trust_it_counts_for_nothing",
    ),
    "explain explains the shipped packs, not what is installed": (
        "cli/test_governing.py::test_the_highest_installation_governs",
        "cli/test_log_records.py::test_a_record_is_explained_by_what_decided_it",
    ),
    "what init writes can be neither tested nor healthy": ("cli/test_init.py::test_the_folder_is_a_project",),
    "screens break at 80 columns": (
        "cli/test_screens.py::test_a_screen_fits_its_terminal_and_is_golden",
        "cli/test_argument_parser.py::test_help_fits_but_for_commands_to_copy",
        "report/test_suite_screens.py::test_golden_text_in_a_terminal",
    ),
    "globs with {a,b} and [a-z] work in some places, and malformed ones match nothing": (
        "evaluation/test_globs.py::test_a_path",
        "evaluation/test_globs.py::test_what_is_malformed_is_refused_with_what_to_write",
        "compiler/test_matchers.py::test_a_glob_of_every_key",
    ),
    "`unless: {commands}` is not satisfied by `cd x && npm publish --dry-run`": (
        "core/test_sparing.py::test_rules_on_lines",
    ),
    "after bundle rollback doctor finds a fault": (
        "cli/test_bundle_rollback.py::test_doctor_is_content_after_a_rollback",
    ),
    "bundle diff does not show what a rule says": ("cli/test_bundle_diff.py::test_texts_and_directions",),
    "uninstall leaves things behind, the judge's worker among them": (
        "cli/test_uninstall.py::test_nothing_is_left_behind",
        "cli/test_uninstall.py::test_a_resident_ends",
    ),
    "a rule cannot know that it runs in a pipeline": (
        "compiler/test_client_variables.py::test_payloads_of_clients",
        "compiler/test_client_variables.py::test_the_client_vouches_for_both",
    ),
    "JSON with comments is a riddle": (
        "installation/test_json_comments.py::test_install_names_it",
        "importing/test_import.py::test_comments_in_json_are_named_with_their_line",
    ),
    "journals grow for ever": (
        "installation/test_journal_purge.py::test_the_verb",
        "installation/test_journal_purge.py::test_the_time_that_the_config_binds",
    ),
    "import promises what it does not keep": (
        "importing/test_import.py::test_whatever_is_imported_compiles_and_its_tests_hold",
        "importing/test_import.py::test_braces_that_a_shell_expands",
    ),
    "a page shows a command that nobody has run": (
        "docs/test_pages.py::test_the_commands_of_a_page",
        "docs/test_commands.py::test_marks_only_get_fewer",
    ),
}
LEAST = 19


def test_no_row_has_gone() -> None:
    assert len(GONE) >= LEAST


@pytest.mark.parametrize("defect", GONE)
def test_it_is_shown_by_tests_that_are_there(defect: str) -> None:
    for place in GONE[defect]:
        file, name = place.split("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}, place
