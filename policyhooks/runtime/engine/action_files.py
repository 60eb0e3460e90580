"""The files of a call as they are now: where each really lies, which one it is, and what it holds (law 10).

A file that is run, loaded or sent is bound by its contents; one that is written or deleted by what it is. What cannot
be read, or is only known when the call runs, is named in words.
"""

from __future__ import annotations

import posix

from policyhooks.runtime.platform import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from policyhooks.core.event import Event
    from policyhooks.core.shell_records import PathRef

S_IFMT, S_IFREG, S_IFDIR = 0o170000, 0o100000, 0o040000
MOST = 200
LARGEST = 16 << 20  # of one file
LARGEST_IN_ALL = 64 << 20
CHANGING = frozenset(("write", "append", "delete", "chmod", "link"))
ASKED = frozenset(("", "use", "exec"))  # of a folder: nothing in it is read
# Files that programs load from the folder that they are started in, without being told.
LOADED = {
    "make": ("GNUmakefile", "makefile", "Makefile"),
    "gmake": ("GNUmakefile", "makefile", "Makefile"),
    "npm": ("package.json",),
    "npx": ("package.json",),
    "yarn": ("package.json",),
    "pnpm": ("package.json",),
    "bun": ("package.json", "bunfig.toml"),
    "docker": ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml", "Dockerfile"),
    "docker-compose": ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"),
    "podman-compose": ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"),
    "cargo": ("Cargo.toml", "build.rs"),
    "just": ("justfile", "Justfile", ".justfile"),
    "task": ("Taskfile.yml", "Taskfile.yaml"),
    "rake": ("Rakefile", "rakefile"),
    "tox": ("tox.ini",),
    "nox": ("noxfile.py",),
    "helmfile": ("helmfile.yaml",),
    "vagrant": ("Vagrantfile",),
}
# Programs that load every file of the folder that they are started in.
LOADING_ALL = ("terraform", "tofu", "terragrunt", "pulumi", "cdk", "serverless", "ansible-playbook", "helm")


def unknown_words(event: Event) -> list[str]:
    """What of a call is only known when it runs."""
    found: list[str] = []
    if event.command is not None:
        found += unknown_of_shell(event)
    if event.name == "mcp.before" and not event.mcp.understood:
        found.append("the arguments of the call could not be read whole")
    if "held" in event.__dict__ and (event.held.commands or event.held.problem):
        found.append("the call carries commands of its own")
    return found


def unknown_of_shell(event: Event) -> Iterator[str]:
    shell = event.shell
    if not shell.understood:
        yield f"the command could not be read whole: {', '.join(shell.problems)}"
    for command in shell.commands:
        if command.program_dynamic:
            yield "a program is only known when it runs"
        elif command.dynamic or command.stdin_args:
            yield f"some words of `{command.name}` are only known when it runs"
        if command.glob:
            yield f"a word of `{command.name}` has a wildcard"
        if command.name in LOADING_ALL:
            yield f"`{command.name}` loads every file of its folder"
        for code in command.code:
            if not code.read and code.source in ("descriptor", "download", "unknown"):
                yield f"the code that `{command.name}` runs is not known"
    if any(code.dynamic or not code.understood for code in shell.inline_code):
        yield "some code in the command is not known"
    if any(one.dynamic for one in shell.env):
        yield "a variable is only known when it runs"
    if any(one.dynamic for one in shell.hosts):
        yield "a host is only known when it runs"


class Files:
    """The files of one event, each once, as (written, real path, device, inode, what it holds)."""

    __slots__ = ("event", "found", "left", "problems", "seen")

    def __init__(self, event: Event) -> None:
        self.event = event
        self.found: list[list[object]] = []
        self.problems: list[str] = []
        self.seen: set[tuple[str, bool]] = set()
        self.left = LARGEST_IN_ALL
        for path in paths_of(event):
            if path.dynamic or path.glob:
                self.problems.append(f"the path `{path.raw}` is only known when it runs")
            elif path.norm or path.real:
                self.add(path.norm or path.real, path.op)
        if event.command is not None:
            self.add_loaded()

    def add_loaded(self) -> None:
        """Programs by path, code in files, and what programs load by themselves."""
        for command in self.event.shell.commands:
            folder = command.effective_cwd or self.event.event.cwd
            if "/" in command.program and not command.program_dynamic:
                self.add(absolute(command.program, folder), "exec")
            for code in command.code:
                if code.path:
                    self.add(absolute(code.path, folder), "read")
            for name in LOADED.get(command.name, ()):
                path = f"{folder}/{name}"
                if is_there(path):
                    self.add(path, "read")

    def add(self, path: str, op: str) -> None:
        """One path with what is done to it."""
        changes = op in CHANGING
        if (path, changes) in self.seen:
            return
        self.seen.add((path, changes))
        if len(self.found) >= MOST:
            self.problems.append(f"more than {MOST} files")
            return
        try:
            self.found.append([path, *self.look(path, op)])
        except OSError as problem:
            self.problems.append(f"`{path}` cannot be read (errno {problem.errno})")

    def look(self, path: str, op: str) -> list[object]:
        """Where it really lies, which file it is, and its digest where it is read."""
        from policyhooks.shell.view.paths import real_path

        real = real_path(path, False)
        try:
            status = posix.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return [real, "nothing"]
        identity: list[object] = [real, status.st_dev, status.st_ino]
        kind = status.st_mode & S_IFMT
        if kind == S_IFDIR and op not in ASKED and op not in CHANGING:
            self.problems.append(f"what is in the folder `{path}`")
        if kind != S_IFREG or op in CHANGING:
            return identity
        return [*identity, self.digest(path, (status.st_dev, status.st_ino))]

    def digest(self, path: str, identity: tuple[int, int]) -> str:
        """What a file holds. Raises OSError where it is too long, or another by now."""
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
        try:
            status = posix.fstat(descriptor)
            if (status.st_dev, status.st_ino) != identity or status.st_size > min(LARGEST, self.left):
                raise OSError(27, "too large")
            hashed, size = sha256(), 0
            while piece := posix.read(descriptor, 1 << 20):
                size += len(piece)
                if size > LARGEST:
                    raise OSError(27, "too large")
                hashed.update(piece)
            self.left -= size
            return str(hashed.hexdigest())
        finally:
            posix.close(descriptor)

    def folder(self, path: str) -> list[object]:
        """A folder: as written, where it really lies, which one it is."""
        from policyhooks.shell.view.paths import real_path

        try:
            status = posix.stat(path)
        except (OSError, ValueError):
            return [path, "nothing"]
        return [path, real_path(path, False), status.st_dev, status.st_ino]


def paths_of(event: Event) -> Iterator[PathRef]:
    """Every path that the call names."""
    if event.file.path.raw:
        path, op = event.file.path, event.file.op
        yield path if path.op or not op else type(path)(**{**path.__dict__, "op": op})
    for one in event.files:
        yield one.path
    yield from event.mcp.paths
    if "held" in event.__dict__:
        yield from event.held.paths
    if event.command is not None:
        yield from event.shell.paths


def absolute(path: str, folder: str) -> str:
    return path if path.startswith("/") else f"{folder.rstrip('/')}/{path}"


def is_there(path: str) -> bool:
    try:
        posix.stat(path)
    except (OSError, ValueError):
        return False
    return True
