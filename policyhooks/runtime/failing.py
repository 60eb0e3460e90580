"""The answer when nothing could be decided: the client's own fail answer, with a record of why."""

from __future__ import annotations

from policyhooks.clients.registry import adapter_for
from policyhooks.runtime.journal import NotStored, append
from policyhooks.runtime.journal_key import read_key
from policyhooks.runtime.recording import failure_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.verdict import Response
    from policyhooks.runtime.hook import Hook


def answer_of(hook: Hook, reason: str | Exception, wait: bool) -> Response:
    """A deny where the event can be stopped, silence where it cannot; recorded unless recording is what failed."""
    words = reason if isinstance(reason, str) else words_of(reason)
    response = adapter_for(hook.client).fail(hook.native, f"policyhooks could not decide: {words}.")
    if hook.stage != "recording":
        try:
            record = failure_of(
                hook.client,
                hook.native,
                words,
                exit_code=response.exit_code,
                stdin=hook.stdin,
                key=read_key(hook.settings.state),
                programs=[program.digest for program in hook.programs],
            )
            append(hook.settings.state, record, wait=wait)
        except NotStored:
            pass  # a journal that fails too has nothing to add to a block
    return response


def words_of(problem: Exception) -> str:
    """A problem in words that hold no values of the event."""
    if type(problem).__module__.startswith("policyhooks."):
        return str(problem).rstrip(".") or type(problem).__name__
    return f"internal error ({type(problem).__name__})"
