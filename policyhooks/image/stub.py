"""The scripts that start an image: short source files that any Python can read, which check and start it, or block.

Three of them. `bin/hook` is what entries of version 2 start: it finds the state folder, reads which
image is current from `current/start`, and leaves with 64 for "the answer is complete", 2 for a
block, and 70 where it could not run, for which the entry's tail has the answer. `hook.py` of a
generation is what entries of version 1 start. `bin/earlier` lets entries of version 2 run a
generation that knows version 1 only.

They must block with a reason on an interpreter the image was not made for, so they are source, say
nothing that an old Python could not parse, and import only what every interpreter has loaded. They
are compiled at every start: every line costs.
"""

from __future__ import annotations

import shlex

COMPLETE = 64  # the answer is complete: the entry leaves with 0
BROKEN = 70  # it could not run: the entry gives the client's fail answer
START = "start"  # in a generation: what its image needs, a value a line
NO_PROJECT = "-"  # of entries in personal and managed files
LONGEST_FIRST_LINE = 120  # some systems cut a longer one

HOOK = """\
{first_line}
# Made by `policyhooks install`; changes are lost. It starts the program of an installation, or blocks.
import posix, sys
try:
    words = sys.argv
    if words[1] != "2":
        raise ValueError("its entry is of another version")
    state = {state}
    try:
        start = posix.open(state + "/current/{start}", posix.O_CLOEXEC)
    except FileNotFoundError:
        earlier = state + "/bin/earlier"
        posix.execv(earlier, [earlier] + words[3:6])
    python, version, tag, name, image, size, check, _ = posix.read(start, 9999).decode().split("\\n")
    posix.close(start)
    if python != {python!r} and len(words) == 6:
        posix.execv(python, [python, "-I", "-S"] + words + ["again"])
    if sys.hexversion != int(version) or sys.implementation.cache_tag != tag:
        raise ImportError("it was installed for Python " + name + ", this is " + sys.version.split()[0])
    import _imp, marshal
    image = posix.open(state + "/" + image, posix.O_CLOEXEC)
    data = posix.pread(image, int(size), {header})
    if _imp.source_hash(0, data).hex() != check:
        raise ImportError("its image is damaged")
    core = marshal.loads(data)
    space = {{"__name__": "policyhooks.runtime.launch.boot"}}
    exec(core["boot"], space)
    space["start"](image, data, core, [state + "/hook.py"] + words[3:6], {complete}, words[2])
except BaseException as problem:
    why = "policyhooks blocks: %s (%s); run `policyhooks install` here.\\n" % (problem, type(problem).__name__)
    try:
        posix.write(2, why.encode("utf-8", "backslashreplace"))
    finally:
        posix._exit({broken})
posix._exit({broken})
"""

# A project id stands in a committed file: it must not lead anywhere else.
PROJECTS = """{share!r} + "/projects/" + words[2] + "/" + words[3]
    if not (words[2] + words[3]).replace("-", "").isalnum() or posix.stat({share!r}).st_mode & 18:
        raise ValueError("its project id is none, or others can write to {share}")
    if words[3] not in posix.listdir({share!r} + "/projects/" + words[2]):
        raise ValueError("there is none for " + words[3])"""

EARLIER = """\
{first_line}
# Made by `policyhooks install`; changes are lost. It starts a generation that was made before entry version 2.
import json, posix, sys
code = {broken}
try:
    state = {state!r}
    with open(state + "/current/manifest.json", "rb") as manifest:
        python = json.load(manifest)["interpreter"]
    child = posix.posix_spawn(python, [python, "-I", "-S", state + "/hook.py"] + sys.argv[1:], posix.environ)
    ended = posix.waitpid(child, 0)[1]
    code = {{0: {complete}, 512: 2}}.get(ended, {broken})
except BaseException as problem:
    posix.write(2, ("policyhooks blocks: %s; run `policyhooks install` here.\\n" % problem).encode())
finally:
    posix._exit(code)
"""

GENERATION = """\
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
    space = {{"__name__": "policyhooks.runtime.launch.boot"}}
    exec(core["boot"], space)
    space["start"](image, data, core, sys.argv)
except BaseException as problem:
    why = "policyhooks blocks: %s (%s); run `policyhooks install` again.\\n" % (problem, type(problem).__name__)
    try:
        posix.write(2, why.encode())
    finally:
        posix._exit(2)
posix._exit(2)
"""


def generation_source(
    *, hexversion: int, cache_tag: str, version: str, image: str, header: int, size: int, check: bytes
) -> str:
    """`hook.py` of one generation: its interpreter, its image's place, the size and check of its core."""
    return GENERATION.format(
        hexversion=hexversion,
        cache_tag=cache_tag,
        version=version,
        image=image,
        header=header,
        size=size,
        check=check,
    )


def start_text(
    *, interpreter: str, hexversion: int, cache_tag: str, version: str, image: str, size: int, check: bytes
) -> str:
    """`start` of one generation: the same facts as lines, for `bin/hook`."""
    values = (interpreter, str(hexversion), cache_tag, version, image, str(size), check.hex())
    return "\n".join(values) + "\n"


def state_hook(interpreter: str, state: str, header: int) -> dict[str, str]:
    """`bin/hook` of one state folder and what goes with it, as file name -> source."""
    return {
        **_script("hook", f"{state}/bin", interpreter, HOOK, state=repr(state), header=header),
        **_script("earlier", f"{state}/bin", interpreter, EARLIER, state=state),
    }


def user_hook(interpreter: str, share: str, header: int) -> dict[str, str]:
    """`bin/hook` of a user, which finds the state folder by the project id in its arguments."""
    return _script("hook", f"{share}/bin", interpreter, HOOK, state=PROJECTS.format(share=share), header=header)


def _script(name: str, folder: str, interpreter: str, template: str, **values: object) -> dict[str, str]:
    """A script that the system starts with this interpreter; through sh where line one cannot hold its path."""
    fixed = {"python": interpreter, "start": START, "complete": COMPLETE, "broken": BROKEN}
    first = f"#!{interpreter} -IS"
    if len(first) <= LONGEST_FIRST_LINE and not any(one.isspace() for one in interpreter):
        return {name: template.format(first_line=first, **fixed, **values)}
    started = shlex.join([interpreter, "-I", "-S", f"{folder}/{name}.py"])
    return {
        name: f'#!/bin/sh\nexec {started} "$@"\n',
        f"{name}.py": template.format(first_line="#", **fixed, **values),
    }
