"""Why a model gave no verdict, told from its server's answer, with what to do about it.

It knows statuses, the words of error bodies and names of exceptions; it repeats none of them, because a server may
quote the prompt or the key in an error.
"""

from __future__ import annotations

from policyhooks.judge.exchanges import Exchange
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided

LOOK = "policyhooks judge doctor shows the call"
# Words of error bodies and of litellm's own errors, in lower case; the first row that fits tells the cause.
WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "quota",
        (
            "insufficient_quota", "exceeded your current quota", "credit balance", "billing", "payment required",
            "insufficient credits", "out of credits", "quota exceeded", "budget has been exceeded", "budget_exceeded",
        ),
    ),
    (
        "too-long",
        (
            "context_length", "context length", "context window", "maximum context", "context size", "too long",
            "exceed_context", "too many tokens", "max_prompt_tokens", "reduce the length", "string_above_max_length",
        ),
    ),
    (
        "unknown-model",
        (
            "model_not_found", "model not found", "unknown model", "no such model", "invalid model",
            "not_found_error", "invalid_model", "does not exist", "not a valid model", "try pulling it first",
        ),
    ),
    (
        "auth",
        (
            "invalid_api_key", "incorrect api key", "invalid x-api-key", "authentication_error", "invalid api key",
            "no_db_connection",  # litellm's proxy: not its master key, and it has no database to look others up in
        ),
    ),
    ("refused", ("content_filter", "content management policy", "content_policy", "safety system")),
)  # fmt: skip
STATUSES = {401: "auth", 402: "quota", 403: "auth", 404: "unknown-model", 413: "too-long", 429: "rate-limited",
            529: "rate-limited"}  # fmt: skip
# What went wrong before a server said anything: names of httpx's exceptions.
UNREACHED = ("ConnectError", "ConnectTimeout", "UnsupportedProtocol", "FileNotFoundError", "SSLError")
NO_PROVIDER = ("llm provider not provided", "unmapped llm provider", "is not a valid llmproviders")
# Causes that lie with the service and may pass; the others stay until somebody changes something.
TROUBLES = ("rate-limited", "timeout", "transport", "unreachable")

ADVICE = {
    "auth": "its key was not accepted ({detail}); {key}",
    "unknown-model": "its server does not know `{name}` ({detail}); correct `model` or `api_base` in the Config",
    "unknown-provider": "litellm knows no provider for `{name}`; write it as provider/model in the Config",
    "quota": "its account has no quota or credit left ({detail}); top it up or name another model",
    "rate-limited": "its server asks to slow down ({detail}); wait, or raise the limit with the provider",
    "too-long": "the prompt does not fit its context ({detail}); show it less with `input`, or name a larger model",
    "refused": "it declined to answer ({detail}); reword the prompt or name another model",
    "unreachable": "nobody answers at its address ({detail}); start it, or correct `api_base` or `ca_file`",
    "timeout": "it did not answer in time; raise the rule's `timeout` or name a faster model",
    "transport": "its server gave no usable answer ({detail}); " + LOOK,
}


def cause_of(name: str, status: int, words: str, failure: str) -> str:
    """The cause behind an exception's name, a status (0 for none), an error's words and a transport's failure."""
    if name == "ContentPolicyViolationError":
        return "refused"
    if any(sign in words for sign in NO_PROVIDER):
        return "unknown-provider"
    if failure in UNREACHED:
        return "unreachable"
    if name == "Timeout" or failure.endswith("Timeout"):
        return "timeout"
    if name == "ContextWindowExceededError":
        return "too-long"
    if 400 <= status < 500:
        for cause, signs in WORDS:
            if any(sign in words for sign in signs):
                return cause
    return STATUSES.get(status, "transport")


def explain(model: Model, problem: Exception, last: Exchange | None) -> Undecided:
    """An error of litellm in a few words that hold nothing of the request, the key or the answer."""
    name = type(problem).__name__
    status = last.status if last is not None else 0
    words = (last.error if last is not None else str(problem)[:2000]).lower()
    failure = last.failure if last is not None else ""
    cause = cause_of(name, status, words, failure)
    return undecided(model, cause, detail_of(name, last), attempts=0)


def detail_of(name: str, last: Exchange | None) -> str:
    """The one figure that tells most: a status, how a connection failed, or the error's name."""
    if last is None:
        return name
    wait = f", Retry-After {last.retry_after:g} s" if last.retry_after is not None else ""
    return f"status {last.status}{wait}" if last.status else last.failure or name


def undecided(model: Model, cause: str, detail: str, *, attempts: int) -> Undecided:
    """The error of a cause, with what to do."""
    where = f"check {model.api_key_env}" if model.api_key_env else "name its variable as `api_key_env` in the Config"
    text = ADVICE[cause].format(detail=detail, name=model.name[:100], key=where)
    return Undecided(cause, f"model `{model.alias}`: {text}", trouble=cause in TROUBLES, attempts=attempts)
