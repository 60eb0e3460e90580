"""The installed script: a short source file that any Python can read, which checks and starts the image.

It must block with a reason on an interpreter the image was not made for, so it is source, says
nothing that an old Python could not parse, and imports only what every interpreter has loaded. It is
compiled at every start: every line costs. Where a block would not withhold a result it leaves with
another code, and the tail of the hook command gives the answer that does.
"""

from __future__ import annotations

from policyhooks.runtime.hook import UNANSWERED, WITHHOLDING

TEMPLATE = """\
# Made by `policyhooks install`; changes are lost. It starts the image of its generation, or blocks.
import posix, sys
try:
    if sys.hexversion != {hexversion} or sys.implementation.cache_tag != {cache_tag!r}:
        raise ImportError("it was installed for Python {version}, this is " + sys.version.split()[0])
    import _imp, marshal
    state = sys.argv[0].rpartition("/")[0]
    image = posix.open(state + "/{image}", posix.O_CLOEXEC)
    data = posix.pread(image, {size}, {header})
    if _imp.source_hash(0, data) != {check!r}:
        raise ImportError("its image is damaged")
    core = marshal.loads(data)
    space = {{"__name__": "policyhooks.runtime.boot"}}
    exec(core["boot"], space)
    space["start"](image, data, core, sys.argv)
except BaseException as problem:
    why = "policyhooks blocks: %s (%s); run `policyhooks install` again.\\n" % (problem, type(problem).__name__)
    try:
        posix.write(2, why.encode())
    finally:
        posix._exit({unanswered} if sys.argv[2:3] in {withholding} else 2)
posix._exit(2)
"""


def stub_source(
    *, hexversion: int, cache_tag: str, version: str, image: str, header: int, size: int, check: bytes
) -> str:
    """The script for one interpreter and one image: its place, the size and check of its core."""
    return TEMPLATE.format(
        hexversion=hexversion,
        cache_tag=cache_tag,
        version=version,
        image=image,
        header=header,
        size=size,
        check=check,
        unanswered=UNANSWERED,
        withholding=[[native] for native in sorted(WITHHOLDING)],
    )
