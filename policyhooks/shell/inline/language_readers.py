"""Which reader turns code of a language into an outline."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.outline import Outline


def outline_of(lang: str, text: str) -> Outline:
    """The code in outline, by the reader of its language."""
    if lang == "python":
        from policyhooks.shell.inline.python_outline import read_python

        return read_python(text)
    if lang == "applescript" and "doShellScript" in text:
        lang = "javascript"  # osascript -l JavaScript
    from policyhooks.shell.inline.parsing.code_parser import read_code_text

    return read_code_text(lang, text)
