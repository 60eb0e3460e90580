"""What the keys of a tool's input say of their values, where no table knows the tool: tables, and two questions.

Keys are compared as `plain_key` writes them. A key that stands nowhere here says nothing: its value's look decides.
"""

from __future__ import annotations

# Paths, whatever they look like.
PATH_KEYS = frozenset(
    "path paths file files file_path filepath file_paths filename filenames directory directories dir folder root"  # noqa: SIM905
    " source src destination dest dst target target_file old_path new_path from_path to_path input_path output_path"
    " cwd working_directory workdir repo_path project_path uri absolute_path relative_path location notebook_path"
    " output_file input_file save_path local_path target_notebook dir_path target_directory target_directories"
    " working_dir base_path base_dir file_name out_file outfile log_file download_path".split()
)
PATH_ENDS = frozenset("path paths file files filename filenames filepath dir directory folder".split())  # noqa: SIM905
# Of these the value is where something goes to, and what it comes from where both are named.
TARGET_KEYS = frozenset(
    "to destination dest dst new_path to_path output output_path output_file out out_file outfile save_path save_as"  # noqa: SIM905
    " save_to write_to download_path export_to log_file into".split()
)
SOURCE_KEYS = frozenset("from source src old_path from_path input_path input_file".split())  # noqa: SIM905
# Where relative paths beside them may lie, and where a command beside them runs.
BASE_KEYS = frozenset(
    "cwd workdir working_directory working_dir dir_path directory dir folder root repo_path project_path base_path"  # noqa: SIM905
    " base_dir parent repo_dir".split()
)
COMMAND_KEYS = frozenset(
    "command cmd commands cmds shell script scripts shell_command command_line commandline cmdline bash sh zsh exec"  # noqa: SIM905
    " execute run powershell pwsh bash_command shell_script terminal_command".split()
)
COMMAND_ENDS = frozenset("command commands cmd cmds script scripts cmdline".split())  # noqa: SIM905
# Of these, each member of a list is a command of its own.
SEVERAL_COMMANDS = frozenset("commands cmds scripts".split())  # noqa: SIM905
ARGUMENT_KEYS = ("args", "argv", "arguments", "parameters", "params", "cmd_args", "command_args")
PROGRAM_KEYS = frozenset("program executable binary exe bin prog interpreter".split())  # noqa: SIM905
ENVIRONMENT_KEYS = ("env", "environment", "env_vars", "environment_variables", "envs")
CODE_KEYS = frozenset(
    "code source_code python python_code py javascript js js_code javascript_code typescript snippet cell"  # noqa: SIM905
    " cell_source new_source ruby perl php".split()
)
LANGUAGE_KEYS = ("language", "lang", "runtime", "interpreter", "kernel", "kernel_name")
PATCH_KEYS = frozenset("patch diff patch_text patch_content unified_diff diff_text patches diffs".split())  # noqa: SIM905
# What is typed into a session, of a tool whose name speaks of one.
INPUT_KEYS = ("stdin", "input")  # beside a command: what it reads
TYPED_KEYS = frozenset("chars input stdin keys data text line lines characters keystrokes".split())  # noqa: SIM905
SQL_KEYS = frozenset("sql query queries statement statements sql_query raw_query sql_statement".split())  # noqa: SIM905
URL_KEYS = frozenset("url urls uri href link links endpoint address website page_url target_url".split())  # noqa: SIM905
# Words for people, and what is searched for: never a command, and a path only where it is nothing else.
TEXT_KEYS = frozenset(
    "title subject body text message messages content contents description summary comment comments note notes"  # noqa: SIM905
    " prompt question questions answer reason explanation query queries q search pattern regex keyword keywords term"
    " old_string new_string old_str new_str old_text new_text file_text html markdown css caption label labels name"
    " names plan intent objective fact observation observations thought thoughts instructions system_prompt todo todos"
    " task topic heading header headline bio about reply headlines jql search_query search_term rich_text plain_text"
    " commit_message active_form step header_text placeholder tooltip alt"
    " details insert_text replacement element".split()
)
# Of these, those that hold sentences, whatever they speak of.
PROSE_KEYS = frozenset(
    "title subject body description summary comment comments note notes caption headline heading commit_message reason"  # noqa: SIM905
    " explanation label labels search pattern regex keyword keywords search_query search_term search_phrase jql".split()
)
# Names of tools that put words where people read them, and of those that hand them to a database.
TALKING = frozenset(
    "issue comment message post send reply review page document doc note notes email mail chat create ticket wiki write"  # noqa: SIM905
    " file edit search memory discussion pull request card task draft announce publish thread remember".split()
)
SQL_WORDS = frozenset(
    "sql query queries execute exec run statement migration migrate database db psql mysql sqlite eval rpc".split()  # noqa: SIM905
)
# Of these, what the words are for is not said: a tool that is named after a shell may run them.
OPEN_TEXT_KEYS = frozenset("text content contents body query q message prompt".split())  # noqa: SIM905
# The text of a file, where a path stands beside it.
CONTENT_KEYS = frozenset(
    "content contents file_text new_string old_string new_str old_str new_text old_text text data body insert_text"  # noqa: SIM905
    " code_edit new_source replacement template value".split()
)

# What a tool does to the paths that it is given, by the words of its name.
DELETING = frozenset("delete remove rm unlink rmdir trash erase destroy purge".split())  # noqa: SIM905
WRITING = frozenset(
    "write edit create update save put append move rename copy mkdir patch insert replace upload set add apply touch"  # noqa: SIM905
    " modify overwrite export install extract unzip link symlink chmod generate record".split()
)
READING = frozenset(
    "read get list search find view cat stat show open fetch load download grep glob tree info head tail copy move"  # noqa: SIM905
    " rename diff exists upload import send attach".split()
)
# Keys beside a path whose one word says what is done to it.
DEED_KEYS = ("command", "action", "operation", "op", "method")
# Names of tools that run the code, or type the text, that they are given.
RUNNING = frozenset(
    "run exec execute eval evaluate repl python python3 ipython jupyter notebook node js javascript typescript deno bun"  # noqa: SIM905
    " interpreter shell bash sh zsh terminal sandbox script console ruby perl php cell kernel command cmd".split()
)
SESSIONS = frozenset(
    "stdin bash sh zsh shell terminal pty tty console repl powershell pwsh exec process command cmd tmux".split()  # noqa: SIM905
)
# Tools that type into whatever window is in front: what looks like a command may end in a terminal.
SCREENS = frozenset(("computer", "desktop", "keyboard"))
TYPING = frozenset("stdin write send type input keys keystrokes paste feed".split())  # noqa: SIM905


def is_path_key(key: str) -> bool:
    """`config_file` is a file too, and `path2` a path."""
    return key in PATH_KEYS or last_word(key) in PATH_ENDS


def is_command_key(key: str) -> bool:
    """`build_command`, `cmd2`."""
    return key in COMMAND_KEYS or last_word(key) in COMMAND_ENDS


def last_word(key: str) -> str:
    return key.rstrip("0123456789_").rpartition("_")[2]
