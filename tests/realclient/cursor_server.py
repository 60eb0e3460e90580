"""What Cursor's agent asks of its server before a model answers: a token, the list of models, settings.

The protocol of its model is not published, so nothing here speaks it: a request for an answer is kept as it came, and
the run ends with an error. By then the agent has loaded its hooks and run those of session and prompt.
"""

from collections.abc import Mapping

Answered = tuple[str, object]  # the lane of the request, and the JSON that answers it

# A token is three parts; nobody checks this one.
_TOKEN = "e30.eyJleHAiOjQ3MDAwMDAwMDB9.e30"
_ANSWERS: Mapping[str, object] = {
    "/auth/exchange_user_api_key": {"accessToken": _TOKEN, "refreshToken": _TOKEN},
    "/v1/models": {"items": [{"id": "auto", "displayName": "Auto"}]},
}
# Where the conversation goes to.
_CONVERSATION = ("/agent.v1.", "/aiserver.v1.BidiService/")


def answer(path: str) -> Answered | None:
    """The answer to a request of Cursor's; None where it is none."""
    if path in _ANSWERS:
        return "side", _ANSWERS[path]
    if path.startswith(_CONVERSATION):
        return "main", {}
    return ("side", {}) if path.startswith("/aiserver.v1.") else None
