"""What code does that no table explains, by the looks of its names and strings. It errs on the side of more."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import Code

WRITING = (
    "write", "open", "append", "rename", "copy", "move", "symlink", "link", "chmod", "truncate", "mkdir", "put", "save",
    "dump", "spew", "create",
)  # fmt: skip
CONNECTING = frozenset(
    (
        "requests", "urllib", "http", "httpx", "aiohttp", "socket", "ftplib", "smtplib", "paramiko", "https", "net",
        "axios", "node-fetch", "got", "fetch", "xmlhttprequest", "websocket", "lwp", "io.socket", "net/http",
        "open-uri", "curl_init", "fsockopen", "file_get_contents", "curl_exec", "boto3", "dgram", "tls",
    )
)  # fmt: skip
DELETING = ("remove", "unlink", "rmtree", "rmdir", "rm_rf", "rm_r", "rm", "delete", "rmsync", "rimraf")
LONGEST_PATH = 4096  # what Linux takes


def names_connection(code: Code) -> bool:
    """It imports or calls something that opens connections."""
    for name in (*code.imports, *code.calls):
        folded = name.lower()
        if folded in CONNECTING or folded.partition(".")[0] in CONNECTING or folded.rpartition(".")[2] in CONNECTING:
            return True
    return False


def guessed_op(name: str) -> str:
    """What a function of that name may do with a path."""
    return "delete" if name in DELETING else "write" if name.startswith(WRITING) else ""


def guessed_ops(code: Code) -> list[str]:
    """What code may do with the paths in it, by the names that it calls."""
    last = [call.rpartition(".")[2].lower() for call in code.calls]
    ops = ["read"]
    if any(name.startswith(WRITING) for name in last):
        ops.append("write")
    if any(name in DELETING for name in last):
        ops.append("delete")
    return ops


def looks_like_path(text: str) -> bool:
    """A string that no call explains is a path by its looks, or by what it names."""
    if not 1 < len(text) < LONGEST_PATH or "\n" in text or "://" in text or " " in text.strip():
        return False
    if text[0] in "/~" or "/" in text or (text[0] == "." and text[1] not in ". "):
        return True
    from policyhooks.shell.places import tag

    return bool(tag(text.lower()))
