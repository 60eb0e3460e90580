"""Where text over a limit is cut and how deep it nests. Loaded only for text that the closed-world parser refused."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import below
from policyhooks.shell.syntax.rare_nodes import Comment

# Not the closing parenthesis: behind that of an array, `a=(1)#;rm x`, bash sees no comment.
BEFORE_COMMENT = (b" ", b"\t", b"\n", b";", b"&", b"|", b"(", b"`")


def depth(text: str) -> int:
    """An upper bound of nesting, blind to quotes: openers that are not yet closed."""
    deepest = level = 0
    for char in text:
        if char in "({":
            level += 1
            if level > deepest:
                deepest = level
        elif char in ")}" and level:
            level -= 1
    words = text.replace(";", " ").split()
    blocks = sum(words.count(word) for word in ("if", "while", "until", "for", "case", "select"))
    closers = sum(words.count(word) for word in ("fi", "done", "esac"))
    return max(deepest, blocks - closers, text.count("`") if text.count("\\`") > 3 else 0)


def cut_long(text: str, longest: int, longest_all: int) -> tuple[str, bool]:
    """The text, or its beginning up to a line end or separator below the limit; here-documents do not count."""
    if len(text) <= longest_all and len(text) - body_size(text) <= longest:
        return text, False
    head = text[:longest]
    place = max(head.rfind("\n"), head.rfind(";"), head.rfind("&&"), head.rfind("|"))
    return (head[:place] if place > 0 else ""), True


def body_size(text: str) -> int:
    """Characters in here-document bodies, read line by line; a wrong guess only costs parsing time."""
    size = 0
    waiting: list[str] = []
    for line in text.split("\n"):
        if waiting:
            size += len(line) + 1
            if line.strip("\t") == waiting[0]:
                waiting.pop(0)
            continue
        rest = line
        while "<<" in rest and "<<<" not in rest:
            rest = rest.split("<<", 1)[1].lstrip("-")
            word = rest.strip().split(" ", 1)[0].strip("'\"\\;|&)>")
            if word.replace("_", "a").isalnum():
                waiting.append(word)
    return size if not waiting else 0


def readable_beginnings(text: str, line: int) -> list[str]:
    """What bash may have run before it met the error: the lines above it, and then the statements before it."""
    lines = text.split("\n")
    above = "\n".join(lines[: max(line - 1, 0)])
    beginnings = [above] if above.strip() else []
    here = "\n".join(lines[:line]) if line else text
    place = max(here.rfind(";"), here.rfind("&&"), here.rfind("||"), here.rfind("|"))
    if place > len(above):
        beginnings.insert(0, here[:place])
    return beginnings


def has_doubtful_comment(nodes: object, source: bytes) -> bool:
    """A comment that only shfmt sees: one that begins inside a word, or one that it takes as a continued line.

    In parentheses shfmt 3.14 reads `'a'#b; rm x` as a comment from the `#` on, and after `# \\` it joins the next line;
    bash does neither and runs what follows. Places in backquotes do not count reliably, so comments there are doubtful.
    """
    return any(is_doubtful(node, source) for node in below(nodes) if isinstance(node, Comment))


def is_doubtful(comment: Comment, source: bytes) -> bool:
    place = comment.start
    before = source[place - 1 : place] if place else b"\n"
    text = comment.remark.rstrip("\n")
    return before not in BEFORE_COMMENT or text.endswith("\\") or source[place : place + 1] != b"#"
