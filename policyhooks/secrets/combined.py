"""One pass over a long text for every sign of a secret: which of them it holds, so that the others are not looked for.

A search a sign costs more than all the rest once a text is long. RE2 takes them all in one; where it cannot be had the
searches are made one by one. Answers a superset: whoever is named looks for itself. It knows no finders.
"""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.secrets.masking import RUN_ENDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def scan(text: str, signs: Sequence[str], small: Sequence[str], long: tuple[str, int]) -> set[str] | None:
    """Which signs a text holds, those of `small` in any case; `long` is one for words of a length. None: not known."""
    from policyhooks.evaluation import regex

    try:
        engine = regex._engine()  # noqa: SLF001 - the one owner of RE2 offers only a search
    except EvaluationError:
        return None
    options = engine.RE2.Options()
    options.never_capture = True
    options.log_errors = False
    options.encoding = options.Encoding.LATIN1
    name, length = long
    known = engine.Set(engine.RE2.Anchor.UNANCHORED, options)
    ends = "".join(f"\\x{code:02x}" for code in sorted(RUN_ENDS) if code < 0x80)
    patterns = [*map(_quote, signs), *(f"(?i){_quote(sign)}" for sign in small), f"[^{ends}]{{{length}}}"]
    for pattern in patterns:
        known.Add(pattern.encode("ascii"))
    known.Compile()
    # What is not of ASCII becomes `?`, which ends words: there every text may have a long one.
    names = (*signs, *small, name)
    found = {names[place] for place in known.Match(text.encode("ascii", "replace"))}
    return found if text.isascii() else found | {name}


def _quote(sign: str) -> str:
    return "".join(f"\\x{ord(letter):02x}" for letter in sign)
