"""The words of CEL that both of its readers know: reserved ones, and how a quoted text is written."""

from __future__ import annotations

RESERVED = frozenset({
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
    "namespace", "return", "var", "void", "while",
})  # fmt: skip
KEYWORDS = frozenset({"in", "true", "false", "null"})

# A raw string ends at the next quote whatever stands before it; another one does not end at \' or \".
TEXT = "|".join((
    r'"""(?:[^\\]|\\[\s\S])*?"""',
    r"'''(?:[^\\]|\\[\s\S])*?'''",
    r'[rR]"""[\s\S]*?"""',
    r"[rR]'''[\s\S]*?'''",
    r'[rR]"[^"\r\n]*"',
    r"[rR]'[^'\r\n]*'",
    r'"(?:[^"\\\r\n]|\\[^\r\n])*"',
    r"'(?:[^'\\\r\n]|\\[^\r\n])*'",
))  # fmt: skip
