"""Variables whose value some program runs as a command: `PAGER`, `GIT_SSH_COMMAND`, prompts of the shell."""

from __future__ import annotations

from policyhooks.shell.expansion.state import NO_STREAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State, Word
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

PROMPTS = frozenset(("PS0", "PS1", "PS2", "PS4"))


def note_variable(reader: Reader, name: str, value: Word, state: State, context: Context) -> None:
    """A variable whose value some program runs as a command: its command counts, whoever runs it."""
    from policyhooks.shell.programs.variables import role_of

    role = role_of(name)
    if name in PROMPTS and ("$" in value.text or "`" in value.text):
        reader.problem("prompt_expansion")  # the shell expands prompts: substitutions in them run
    if name.startswith("GIT_CONFIG_"):
        from policyhooks.shell.walk.special.git import note_git_variable

        note_git_variable(reader, name, value, state, context)
    if role not in ("command", "program") or not value.text:
        return
    if value.dynamic:
        reader.problem("dynamic_code")
    inner = context.but(via=(*context.via, "env:" + name), conditional=True)
    child = state.child()
    child.streams = NO_STREAMS
    reader.script(value.text.replace("$(...)", "$_"), "bash", child, inner)
