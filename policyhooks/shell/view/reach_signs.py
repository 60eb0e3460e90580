"""Signs that a command may reach protected places without naming them: cheap, asked of every command that has paths.

Whether it does is said by folder_reach.py and listing_reach.py, which few commands load.
"""

from __future__ import annotations

from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.view.paths import is_under

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import PathRef
    from policyhooks.shell.walk.commands import Command

DEEDS = frozenset(("write", "delete", "link", "chmod"))


def may_be_fed(command: Command, found: list[PathRef]) -> bool:
    """Whether names from a listing may be changed: the rest is in listing_reach.py."""
    own = "lists" in command.parsed.entry
    deeds = [path for path in found if path.op in DEEDS or path.op == "append"]
    if not command.stdin_args and not own and not any(path.glob or path.dynamic or command.parent for path in deeds):
        return False
    if not deeds and not command.stdin_args:
        return False
    return any("lists" in describe(item.name) or may_print_paths(item) for item in command.reading.commands)


def may_print_paths(command: Command) -> bool:
    """`echo *`, `echo "$CLAUDE_PROJECT_DIR"`, `echo .git/config`, `cat <<< /etc/x`: names of files pass through."""
    if command.stdin is not None and may_name_kept(command.stdin.text):
        return True
    if "prints" not in command.parsed.entry:
        return False
    return command.glob or any(
        may_name_project(word.text) if word.dynamic else may_name_kept(word.text) for word in command.words
    )


def may_name_kept(text: str) -> bool:
    """Cheap: protected places are hidden, or have an absolute path."""
    return "/" in text[:1] or "/." in text or text[:1] == "." or " ." in text or " /" in text or "\n." in text


def may_name_project(text: str) -> bool:
    """Cheap: PROJECT_VARIABLES in kept_places.py are the exact answer."""
    return "PROJECT_DIR" in text or "WORKSPACE" in text


def may_reach(command: Command, found: list[PathRef]) -> bool:
    """Whether something changes that can be a folder above a protected place: the rest is in folder_reach.py."""
    settings = command.reading.settings
    ours = (settings.workspace, settings.home)
    for path in found:
        if path.op not in DEEDS:
            continue
        stem = path.norm.rstrip("/") + "/"
        if path.glob:
            stem = stem.partition("*")[0].partition("?")[0].partition("[")[0]
        if any((place + "/").startswith(stem) and (not path.glob or len(stem) <= len(place)) for place in ours):
            return True
        if path.dynamic and ("/." in stem or stem[:2] == "$/" or may_name_project(stem)):
            return True
        if any(stem.startswith(place + "/.") for place in ours):
            return True
        if any(place.startswith(stem) for place in settings.guarded) or "/etc/".startswith(stem):
            return True
        if path.real != path.norm and any(is_under(place, path.real) for place in (*ours, *settings.guarded)):
            return True
    return False
