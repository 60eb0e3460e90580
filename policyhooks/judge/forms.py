"""How a model's server is asked to hold the answer to its form: by a schema, as JSON, or in words alone.

What a server can is tried, strictest first, and what it took is remembered for the model in the ledger: no table knows
every server. It knows neither litellm nor HTTP.
"""

from __future__ import annotations

import sqlite3

from policyhooks.judge.answer import SCHEMA
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model

FORMS = ("bounded", "schema", "json", "text")
# What a small model that is held to a grammar needs, and vendors' strict schemas do not take: an end of its texts.
LENGTHS = {"reason": 240, "criterion": 24}
KEPT_S = 7 * 86400  # a server that learns more is asked again


class Forms:
    """The form that each model took, in memory and, where there is a ledger, in it."""

    def __init__(self, ledger: Ledger | None = None) -> None:
        self._ledger = ledger
        self._known: dict[str, str] = {}

    def first(self, model: Model, now: float) -> str:
        """The form to begin with: the configured one, the one it took last, else the strictest."""
        if model.answers != "auto":
            return model.answers
        identity = model.identity()
        if identity not in self._known:
            self._known[identity] = self._read(model, identity, now)
        return self._known[identity]

    def learn(self, model: Model, form: str, now: float) -> None:
        """Remember what the model took."""
        identity = model.identity()
        if model.answers != "auto" or self._known.get(identity) == form:
            return
        self._known[identity] = form
        if self._ledger is None:
            return
        try:
            with self._ledger.change() as connection:
                connection.execute("INSERT OR REPLACE INTO forms VALUES (?, ?, ?)", (identity, form, now))
        except sqlite3.Error:
            return  # it is tried again by the next process

    def _read(self, model: Model, identity: str, now: float) -> str:
        if self._ledger is None:
            return strictest(model)
        try:
            rows = self._ledger.rows("SELECT form, learned FROM forms WHERE model = ?", (identity,))
        except sqlite3.Error:
            rows = []
        for form, learned in rows:
            if form in FORMS and isinstance(learned, float) and now - KEPT_S < learned <= now + KEPT_S:
                return str(form)
        return strictest(model)


def strictest(model: Model) -> str:
    """Where to begin: a server of one's own is asked for lengths too, a vendor's would refuse them."""
    return "schema" if model.api_base is None else "bounded"


def next_form(form: str, model: Model) -> str | None:
    """The form to try where a server did not take one; None where the Config names it or nothing is left."""
    at = FORMS.index(form) + 1
    return FORMS[at] if model.answers == "auto" and at < len(FORMS) else None


def settings_of(form: str) -> dict[str, object]:
    """What a call carries to ask for a form."""
    if form in ("bounded", "schema"):
        schema = {"name": "verdict", "strict": True, "schema": SCHEMA if form == "schema" else _bounded()}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    return {"response_format": {"type": "json_object"}} if form == "json" else {}


def _bounded() -> dict[str, object]:
    properties = SCHEMA["properties"]
    assert isinstance(properties, dict)
    ended = {name: {**properties[name], "maxLength": most} for name, most in LENGTHS.items()}
    return {**SCHEMA, "properties": {**properties, **ended}}
