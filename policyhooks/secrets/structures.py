"""What a token of a known format must also be: its exact length, its parts, no placeholder and no part of a word.

`ends` says where a token ends, or that it is none; the table has the formats with a structure of their own.
"""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM, CODED, DOTTED, EXACT, HEXES, SLASHED
from policyhooks.secrets.literals import is_chance, is_filler
from policyhooks.secrets.text_runs import run_before, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = 4  # beginnings of at most so many letters occur inside encoded data
_DATA = ALNUM + "+/-_"
_PATH = CODED + "-_"
LONGEST_PATH = 256  # data written as base64 goes on for longer
WRAPPED = (64, 76)  # or is cut into lines of so many letters
LONG_NAME = 10
EXAMPLE = "EXAMPLE"  # how makers of formats mark the keys of their documentation


def token_end(text: str, at: int, row: tuple[str, str, int, str], wide: bool) -> int:
    """Where the token ends that begins here with the beginning of a row; 0 where there is none."""
    prefix, follow, least, kind = row
    body = at + len(prefix)
    end = run_of(text, body, follow)
    size = end - body
    exact = EXACT.get(prefix)
    # Inside a longer word it is somebody else's text; "task-..." is no "sk-...".
    if size < least or not (is_free(text, at) if len(prefix) > SHORT else is_alone(text, at, prefix)):
        return 0
    routed = kind in ROUTED and text.startswith(".", end)
    if exact is not None and not routed and (size not in exact or (end < len(text) and text[end] in ALNUM)):
        return 0
    value = text[body:end] if size <= 4096 else text[body : body + 4096]
    if (kind not in UNMISTAKABLE and is_filler(value)) or (not wide and EXAMPLE in value):
        return 0
    if not is_mixed(value):
        return 0
    if prefix in STRUCTURES and not STRUCTURES[prefix](value):
        return 0
    if routed:
        return run_of(text, end, DOTTED)
    return run_of(text, end, "=") if follow is CODED else end


def is_free(text: str, at: int) -> bool:
    """Whether no word goes on here. The last letter of an escape (`\\n`, `%2F`, a colour) belongs to no word."""
    return not at or text[at - 1] not in ALNUM or is_escape(text, at)


def is_alone(text: str, at: int, prefix: str = "") -> bool:
    """The same of a beginning that encoded data has too: what joins it from the left is data, unless that is a path."""
    if not at or text[at - 1] not in _DATA or is_escape(text, at):
        return True
    return text[at - 1] == "/" and prefix not in SLASHED and is_path(text, at)


def is_escape(text: str, at: int) -> bool:
    """Whether an escape ends here: of an address, of a string in code or JSON, of a terminal."""
    if text[at - 1] == "m":
        return text[max(0, at - 12) : at - 1].rstrip("0123456789;").endswith("\x1b[") or is_backslashed(text, at)
    last = text[at - 2 : at] if at >= 2 else ""
    if not last.strip(HEXES):
        for mark, size in (("%", 3), ("\\x", 4), ("\\u", 6)):
            if at >= size and text.startswith(mark, at - size) and not text[at - size + len(mark) : at].strip(HEXES):
                return True
    return is_backslashed(text, at)


def is_backslashed(text: str, at: int) -> bool:
    """Whether one letter with a backslash before it ends here, as the ends of lines are written in strings."""
    return text[at - 1] in "abfnrtv0" and text[at - 2 : at - 1] == "\\"


def is_path(text: str, at: int) -> bool:
    """Whether the slash before this place parts names, and not digits of data: that has a plus sign, or goes on."""
    first, last = max(0, at - LONGEST_PATH), at + LONGEST_PATH
    begin = first + run_before(text[first:at], at - first, _PATH)
    end = at + run_of(text[at:last], 0, _PATH)
    size = end - begin
    return size <= LONGEST_PATH and size not in WRAPPED and "+" not in text[begin:end] and not has_data(text[begin:at])


def has_data(names: str) -> bool:
    """Whether one of the names of a path looks as digits of data do: long, of both cases, with figures."""
    return any(
        len(name) >= LONG_NAME and name.isalnum() and is_mixed_case(name) and not name.isalpha()
        for name in names.split("/")
    )


def is_mixed_case(name: str) -> bool:
    return name != name.lower() and name != name.upper()


def is_mixed(value: str) -> bool:
    """What follows is not the words of a longer identifier: a digit, or letters of both cases."""
    if "-" not in value and "_" not in value:
        return True
    return any(letter.isdigit() for letter in value) or not (value.islower() or value.isupper())


def _has_parts(*sizes: int) -> Callable[[str], bool]:
    def check(value: str) -> bool:
        return tuple(map(len, value.rstrip(".").split("."))) == sizes

    return check


def _is_anthropic(value: str) -> bool:
    """`api03-`, 93 letters and `AA`; one that was cut off has still a run that nobody would type."""
    if len(value) > 90:
        return value.endswith("AA")
    return any(len(run) >= 20 and is_chance(run) for run in value.replace("_", "-").split("-"))


def _has_both_cases(value: str) -> bool:
    return not value.islower() and not value.isupper()


def _has_digit(value: str) -> bool:
    return any(letter.isdigit() for letter in value)


def _is_doppler(value: str) -> bool:
    kind, _, rest = value.partition(".")
    return kind in ("pt", "ct", "st", "sa", "scim", "audit") and len(rest.rpartition(".")[2]) >= 40


def _is_sourcegraph(value: str) -> bool:
    head, _, tail = value.rpartition("_")
    return len(tail) == 40 and (head in ("", "local") or len(head) == 16)


def _is_slack_bot(value: str) -> bool:
    first, _, rest = value.partition("-")
    return first.isdigit() and len(first) >= 8 and len(rest) >= 18


def _is_slack_user(value: str) -> bool:
    parts = value.split("-")
    if len(parts) == 2 and len(parts[0]) == 1:  # of a workspace's configuration
        return parts[0].isdigit() and len(parts[1]) >= 140
    return len(parts) >= 3 and all(map(str.isdigit, parts[:-1])) and len(parts[-1]) >= 6


def _is_slack_configuration(value: str) -> bool:
    return value.startswith("xox") and len(value) >= 140


def _is_notion(value: str) -> bool:
    return value[:11].isdigit()


# Beginnings that no word has: whatever follows, it is one.
UNMISTAKABLE = frozenset(("twilio-key",))
# GitLab's newer tokens say behind a dot where they are kept.
ROUTED = frozenset(("gitlab-token",))
STRUCTURES: dict[str, Callable[[str], bool]] = {
    "SG.": _has_parts(22, 43),
    "dt0c01.": _has_parts(24, 64),
    "sk-ant-": _is_anthropic,
    "hf_": _has_both_cases,
    "sgp_": _is_sourcegraph,
    "API-": _has_digit,
    "key-": _has_digit,
    "A3-": _has_digit,
    "EAA": _has_digit,
    "xoxb-": _is_slack_bot,
    "xoxp-": _is_slack_user,
    "xoxs-": _is_slack_user,
    "xoxe-": _is_slack_user,
    "xoxo-": _is_slack_user,
    "xoxe.": _is_slack_configuration,
    "ntn_": _is_notion,
    "xoxr-": is_chance,
    "xoxa-": is_chance,
    "re_": is_chance,
    "live_": is_chance,
    "tfp_": is_chance,
    "secret_": is_chance,
    "dp.": _is_doppler,
}
