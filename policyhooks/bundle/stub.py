"""The installed script: a short source file that any Python can read, which checks and starts the image.

It must block with a reason on an interpreter the image was not made for, so it is source, says
nothing that an old Python could not parse, and imports only what every interpreter has loaded.
"""

from __future__ import annotations

TEMPLATE = """\
# Made by `policyhooks install`; changes are lost. It starts the image beside it, or blocks.
import sys
import posix
def block(why):
    try:
        posix.write(2, ("policyhooks blocks: " + why + "; run `policyhooks install` again.\\n").encode())
    finally:
        posix._exit(2)
try:
    if sys.hexversion != {hexversion} or sys.implementation.cache_tag != {cache_tag!r}:
        block("it was installed for Python {version}, this is " + sys.version.split()[0])
    import _imp, gc, marshal
    gc.disable()
    state = sys.argv[0].rpartition("/")[0]
    image = posix.open(state + "/{image}", posix.O_RDONLY | posix.O_CLOEXEC)
    if image < 3:
        block("stdin, stdout or stderr is closed")
    for owner in posix.fstat(image), posix.stat(state):
        if owner.st_mode & 0o022 or owner.st_uid not in (0, posix.geteuid()):
            block("its state is not private")
    head = posix.read(image, {first})
    size = int.from_bytes(head[16:24], "big")
    data = head[24:]
    if head[:8] != {signature!r} or len(data) != size or _imp.source_hash(0, data) != head[8:16]:
        block("its image is damaged")
    core = marshal.loads(data)
    space = {{"__name__": "policyhooks.runtime.boot"}}
    exec(core["boot"], space)
    space["start"](image, 24 + size, core, sys.argv[1:])
except BaseException as problem:
    block("its start failed with " + type(problem).__name__)
block("it ended without an answer")
"""


def stub_source(*, hexversion: int, cache_tag: str, version: str, image: str, signature: bytes, first: int) -> str:
    """The script for one interpreter; `first` is the length of header and core."""
    return TEMPLATE.format(
        hexversion=hexversion, cache_tag=cache_tag, version=version, image=image, signature=signature, first=first
    )
