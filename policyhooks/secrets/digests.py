"""Long mixed words that are no secrets: hashes of lock files, fingerprints, public keys, and data written as base64.

They are told by what stands around them. It knows no formats of secrets.
"""

from __future__ import annotations

from policyhooks.secrets.formats import BASE64
from policyhooks.secrets.text_runs import run_before, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

_RUN = BASE64 + "-_"
LONGEST_RUN = 256  # keys without a form of their own are shorter: pictures, fonts and compressed tables are not
_MARKED = ("sha1-", "sha256-", "sha384-", "sha512-", "md5-")  # of package.json's lock files
_BEFORE = ("h1:", "sha1:", "sha256:", "sha384:", "sha512:", "md5:", "blake3:")  # of go.sum, images, fingerprints
_BEGIN, _END = "-----BEGIN ", "-----END "


def without_digests(text: str, spans: list[Span]) -> list[Span]:
    """The spans, which are in order, but for those of hashes, of data and of public keys."""
    public = public_blocks(text) if spans and _BEGIN in text else []
    kept = []
    stop, known = 0, False
    for span in spans:
        start, end, _ = span
        if end > stop:
            begin, stop = run_before(text, start, _RUN), run_of(text, end, _RUN)
            known = stop - begin > LONGEST_RUN or is_digest(text, begin)
            word = text[start:end]
            if not word.isascii() or not word.isprintable():
                stop = 0  # another letter stands inside the word: what follows is another run
        while public and public[0][1] <= start:
            del public[0]
        if not known and not text.startswith("(", end) and not (public and public[0][0] < start):
            kept.append(span)
    return kept


def is_digest(text: str, at: int) -> bool:
    """Whether the run that begins here says that it is a hash."""
    if at and text[at - 1] == ":":
        return text[max(0, at - 8) : at].lower().endswith(_BEFORE)
    return text.startswith(_MARKED, at)


def public_blocks(text: str) -> list[tuple[int, int]]:
    """Where certificates and public keys stand, in order."""
    found = []
    at = text.find(_BEGIN)
    while at >= 0:
        label = text[at + len(_BEGIN) : at + 80].partition("-----")[0]
        end = text.find(_END, at)
        if end < 0:
            break
        if "PRIVATE" not in label:
            found.append((at, end))
        at = text.find(_BEGIN, end)
    return found
