"""commands[].code: where the code of a shell or an interpreter comes from.

The walk has noted what stands in files and on descriptors; what stands in words is told here, and whether it was
downloaded, which only the flows tell.
"""

from __future__ import annotations

from policyhooks.core.shell_records import CodeSource
from policyhooks.core.values import but
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.view.flows import flows_of
from policyhooks.shell.walk.files import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command

STARTERS = ("shell", "interpreter")
WORDS = ("code", "text", "sql")  # ways to run a word that holds code
OPEN = ("descriptor", "unknown", "written", "file")


def sources_of(command: Command) -> list[CodeSource]:
    """Every piece of code that it runs; nothing where nobody gives it any."""
    parsed = command.parsed
    noted = list(command.reading.origins.get(command.id, ()))
    if parsed.entry.get("kind") not in STARTERS and not command.stdin_code and not noted:
        return []
    found = []
    for role, word, _ in parsed.roles:
        runs = role_of(role).runs
        if runs in WORDS and not any(item.source in ("written", "fresh") for item in noted):
            found.append(CodeSource(source="text", read=not word.dynamic))
        elif runs == "file" and not noted:
            path = word.text if word.dynamic else place(word.text, command.effective_cwd)
            found.append(CodeSource(source="file", path=path))
    found += [but(item, source="download") if is_download(command, item) else item for item in noted]
    return found or [CodeSource(source="nothing")]


def is_download(command: Command, item: CodeSource) -> bool:
    """Whether what is not known came over a network."""
    if item.read or item.source not in OPEN:
        return False
    flows = flows_of(command)
    return any(flow.source == "network" and flow.sink == "exec" and flow.to == command.id for flow in flows)
