"""Where the path stands in a word: one function a notation that the table of roles names.

A notation takes the text of a word and the operations of its role, and gives (operation, path) for each path in it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Ops = tuple[str, ...]
    Paths = list[tuple[str, str]]

SOCAT_FILES = ("open", "file", "gopen", "pipe", "unix-connect", "unix-listen")
SOCAT_CREATES = ("create", "creat")


def whole(text: str, ops: Ops) -> Paths:
    """The word is the path, whatever it is."""
    return [(op, text) for op in ops]


def file(text: str, ops: Ops) -> Paths:
    """The word is the path; `-` stands for standard input or output."""
    return whole(text, ops) if text and text != "-" else []


def local(text: str, ops: Ops) -> Paths:
    """scp and rsync: a colon before the first slash names a host."""
    head, colon, _ = text.partition(":")
    remote = bool(colon) and "/" not in head and bool(head)
    return [] if remote else whole(text, ops)


def upload(text: str, ops: Ops) -> Paths:
    """`@file`, and `name@file` of --data-urlencode."""
    name, at, path = text.partition("@")
    return whole(path, ops) if at and path not in ("", "-") and "=" not in name and " " not in name else []


def form(text: str, ops: Ops) -> Paths:
    """`name=@file`, `name=<file`, with a type behind a `;`."""
    value = text.partition("=")[2]
    return whole(value[1:].partition(";")[0], ops) if value[:1] in ("@", "<") and value[1:2] != "-" else []


def file_url(text: str, ops: Ops) -> Paths:
    return whole(text, ops) if text.lower().startswith("file://") else []


def no_url(text: str, ops: Ops) -> Paths:
    return [] if "://" in text or text.startswith("git+") else file(text, ops)


def near(text: str, ops: Ops) -> Paths:
    """A path only where it begins like one: `./x`, `/x`, `~/x`. Anything else is a name."""
    return no_url(text, ops) if text[:1] in ("/", ".", "~") else []


def mount(text: str, ops: Ops) -> Paths:
    """`src:dst:ro` or `type=bind,source=src,target=dst`; a source that is no path is the name of a volume."""
    source = text.split(":", 1)[0]
    if "=" in text and "," in text:
        fields = [field.partition("=") for field in text.split(",")]
        source = next((value for key, _, value in fields if key in ("source", "src")), "")
    return whole(source, ops) if source[:1] in ("/", ".", "~", "$") else []


def blob(text: str, ops: Ops) -> Paths:
    """git's `REV:PATH`."""
    path = text.partition(":")[2]
    return whole(path, ops) if path else []


def cookie(text: str, ops: Ops) -> Paths:
    return whole(text, ops) if "=" not in text else []


def no_command(text: str, ops: Ops) -> Paths:
    """A file, or a command after `|` or `!`."""
    return [] if text[:1] in ("|", "!") else whole(text, ops)


def httpie(text: str, ops: Ops) -> Paths:
    """`name@file`, `name:=@file`."""
    before, at, path = text.partition("@")
    return whole(path, ops) if at and "://" not in before else []


def socat(text: str, ops: Ops) -> Paths:
    """`OPEN:file`, and `CREATE:file`, which only writes."""
    kind, _, rest = text.partition(":")
    kind, path = kind.lower(), rest.partition(",")[0]
    if kind in SOCAT_FILES:
        return whole(path, ops)
    return [("write", path)] if kind in SOCAT_CREATES else []


PATH_NOTATIONS: dict[str, Callable[[str, Ops], Paths]] = {
    "whole": whole,
    "file": file,
    "local": local,
    "upload": upload,
    "form": form,
    "file_url": file_url,
    "no_url": no_url,
    "near": near,
    "mount": mount,
    "blob": blob,
    "cookie": cookie,
    "no_command": no_command,
    "httpie": httpie,
    "socat": socat,
}
