"""The scripts that start an image: short source files that any Python can read, which check and start it, or block.

Three of them. `bin/hook` is what entries of version 2 start: it finds the state folder, reads which
image is current from `current/start`, and leaves with 64 for "the answer is complete", 2 for a
block, and 70 where it could not run, for which the entry's tail has the answer. `hook.py` of a
generation is what entries of version 1 start. `bin/earlier` lets entries of version 2 run a
generation that knows version 1 only.

They must block with a reason on an interpreter the image was not made for, so they are source, say
nothing that an old Python could not parse, and import only what every interpreter has loaded. They
are compiled at every start, and every line costs: what `bin/hook` does is also kept as code.
"""

from __future__ import annotations

import _imp
import ast
import marshal
import shlex
import sys

from policyhooks.image.strip import compile_tree
from policyhooks.runtime.launch.boot import HEADER

COMPLETE = 64  # the answer is complete: the entry leaves with 0
BROKEN = 70  # it could not run: the entry gives the client's fail answer
START = "start"  # in a generation: what its image needs, a value a line
CODE = "start-%s-%x"  # beside it: the code of STARTING for one interpreter, by cache tag and version, behind its check
NO_PROJECT = "-"  # of entries in personal and managed files
LONGEST_FIRST_LINE = 120  # some systems cut a longer one
RESIDENT = "resident"  # in the place of an entry's version: stay, and answer fronts; no front passes it on
FIXED: dict[str, object] = {
    "start": START,
    "code": CODE,
    "complete": COMPLETE,
    "broken": BROKEN,
    "header": HEADER,
    "resident": RESIDENT,
}

# What `bin/hook` does, in a form that every Python reads. `find` is how it comes to its state folder, where that takes
# more than a constant. With `words`, `python` and `state` it has everything that differs: its code is the same for all.
STARTING = """\
try:
{find}\
    if words[1] not in ("2", "{resident}"):
        raise ValueError("its entry is of another version")
    try:
        start = posix.open(state + "/current/{start}", posix.O_CLOEXEC)
    except FileNotFoundError:
        earlier = state + "/bin/earlier"
        posix.execv(earlier, [earlier] + words[3:6])
    wanted, version, tag, name, image, size, check, _ = posix.read(start, 9999).decode().split("\\n")
    posix.close(start)
    if wanted != python and len(words) == 6:
        posix.execv(wanted, [wanted, "-I", "-S"] + words + ["again"])
    if sys.hexversion != int(version) or sys.implementation.cache_tag != tag:
        raise ImportError("it was installed for Python " + name + ", this is " + sys.version.split()[0])
    _imp.create_builtin(type(sys.implementation)(name="gc")).disable()  # it ends before a collection could pay
    image = posix.open(state + "/" + image, posix.O_CLOEXEC)
    data = posix.pread(image, int(size), {header})
    if _imp.source_hash(0, data).hex() != check:
        raise ImportError("its image is damaged")
    core = marshal.loads(data)
    space = {{"__name__": "policyhooks.runtime.launch.boot"}}
    exec(core["boot"], space)
    run = space["start" if words[1] == "2" else "reside"]
    run(image, data, core, [state + "/hook.py"] + words[3:6], {complete}, words[2])
except BaseException as problem:
    why = "policyhooks blocks: %s (%s); run `policyhooks install` here.\\n" % (problem, type(problem).__name__)
    try:
        posix.write(2, why.encode("utf-8", "backslashreplace"))
    finally:
        posix._exit({broken})
"""

# To compile that at every start would cost a twentieth of a decision. So the generation has it as code for its own
# interpreter; the text is for every other one, and for when that code is not there or damaged.
HOOK = """\
{first_line}
# Made by `policyhooks install`; changes are lost. It starts the program of an installation, or blocks.
import _imp, marshal, posix, sys
words = sys.argv
python = {python!r}
{place}
try:
{find}\
    code = posix.open(state + "/current/{code}" % (sys.implementation.cache_tag, sys.hexversion), posix.O_CLOEXEC)
    run = posix.read(code, 99999)
    posix.close(code)
    if _imp.source_hash(0, run[8:]) != run[:8]:
        raise ImportError
    run = marshal.loads(run[8:])
except BaseException:
    run = r'''
{text}'''
exec(run)
posix._exit({broken})
"""

# A project id stands in a committed file: it must not lead anywhere else.
PROJECTS = """\
    state = share + "/projects/" + words[2] + "/" + words[3]
    if not (words[2] + words[3]).replace("-", "").isalnum() or posix.stat(share).st_mode & 18:
        raise ValueError("its project id is none, or others can write to " + share)
    if words[3] not in posix.listdir(share + "/projects/" + words[2]):
        raise ValueError("there is none for " + words[3])
"""

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


def start_code() -> tuple[str, bytes]:
    """What `bin/hook` does, as code of the running interpreter: the name of its file in a generation, and its bytes."""
    source = STARTING.format(find="", **FIXED)
    data = marshal.dumps(compile_tree(ast.parse(source), "hook"))
    return CODE % (sys.implementation.cache_tag, sys.hexversion), _imp.source_hash(0, data) + data


def state_hook(interpreter: str, state: str, name: str = "hook") -> dict[str, str]:
    """`bin/hook` of one state folder and what goes with it, as file name -> source; `name` where a front starts it."""
    return {
        **_hook(name, f"{state}/bin", interpreter, f"state = {state!r}", ""),
        **_script("earlier", f"{state}/bin", interpreter, EARLIER, state=state),
    }


def user_hook(interpreter: str, share: str, name: str = "hook") -> dict[str, str]:
    """`bin/hook` of a user, which finds the state folder by the project id in its arguments."""
    return _hook(name, f"{share}/bin", interpreter, f"share = {share!r}", PROJECTS)


def _hook(name: str, folder: str, interpreter: str, place: str, find: str) -> dict[str, str]:
    text = STARTING.format(find=find, **FIXED)
    return _script(name, folder, interpreter, HOOK, place=place, find=find, text=text)


def _script(name: str, folder: str, interpreter: str, template: str, **values: object) -> dict[str, str]:
    """A script that the system starts with this interpreter; through sh where line one cannot hold its path."""
    fixed = {**FIXED, "python": interpreter}
    first = f"#!{interpreter} -IS"
    if len(first) <= LONGEST_FIRST_LINE and not any(one.isspace() for one in interpreter):
        return {name: template.format(first_line=first, **fixed, **values)}
    started = shlex.join([interpreter, "-I", "-S", f"{folder}/{name}.py"])
    return {
        name: f'#!/bin/sh\nexec {started} "$@"\n',
        f"{name}.py": template.format(first_line="#", **fixed, **values),
    }
