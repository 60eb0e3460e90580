"""The resident's parent: holds the socket and the loaded program, starts workers and replaces those that end.

It answers nobody itself. A worker that is stopped, or has grown beyond all measure, it kills; where the generation is
no longer the current one, or nobody has asked for long, it ends, and workers finish what they have. Its life is a
lock that whoever starts it has taken (`lock` in the folder `resident` of the state, with its process id).
"""

from __future__ import annotations

import _socket
import posix
import select
import sys

from policyhooks.core.values import but
from policyhooks.runtime import platform
from policyhooks.runtime.platform import sha256
from policyhooks.runtime.resident.attendant import IDLE, MOVED, WAKE_S, Post, is_current, pages_of, place_here, work

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.launch.hook import Settings
else:
    import _signal

FOLDER = "resident"
SOCKET = "socket"
TOLD = "resident"  # in a generation: its number and the digest of its image, for fronts
HEAD = "policyhooks resident 1"
WAITING = 128
MOST_WORKERS = 4
TICK_MS = 1000
MOST_PAGES = (256 << 20) // 4096  # of a worker, at any moment
MOST_ENDS = 50  # workers that end by accident, between two that served their share: then something is wrong here


class Unfit(Exception):
    """It cannot serve here; the text says why."""


def serve(descriptor: int, lock: int, settings: Settings, programs: Sequence[LoadedProgram]) -> NoReturn:
    """The whole process; `descriptor` is the image that is loaded, `lock` stays open as long as it lives."""
    try:
        posix.set_inheritable(lock, False)
        parent = Parent(make_post(descriptor, settings, programs))
    except (OSError, Unfit) as problem:
        posix.write(2, f"policyhooks: there is no resident here: {problem}\n".encode("utf-8", "backslashreplace"))
        platform.leave(1)
    import gc  # the hook, which ends at once, has switched it off

    gc.enable()
    gc.freeze()  # what all workers share is not looked at again
    parent.run()


def make_post(descriptor: int, settings: Settings, programs: Sequence[LoadedProgram]) -> Post:
    """What workers need. Raises Unfit where this image is not the current one, or there is no resident for it."""
    if settings.uid != posix.geteuid():
        raise Unfit("the state is not of one user, and of this one")
    generation, digest = read_told(settings.state)
    if digest != image_digest(descriptor):
        raise Unfit("the image is not the current one")
    return Post(
        generation=generation,
        digest=digest,
        place=place_here(),
        settings=but(settings, layers=[(record, once(opening)) for record, opening in settings.layers]),
        programs=programs,
        current=f"{settings.state}/current",
    )


def once(opening: Callable[[], LoadedProgram]) -> Callable[[], LoadedProgram]:
    """A trusted layer's program is opened for the first event that needs it, and kept."""
    opened: list[LoadedProgram] = []

    def open_layer() -> LoadedProgram:
        if not opened:
            opened.append(opening())
        return opened[0]

    return open_layer


def read_told(state: str) -> tuple[int, bytes]:
    """The current generation and the digest of its image, as fronts know them. Raises OSError, Unfit."""
    descriptor = posix.open(f"{state}/current/{TOLD}", posix.O_RDONLY | posix.O_CLOEXEC)
    try:
        words = posix.read(descriptor, 200).decode("ascii", "replace").split("\n")
        number, digest, _ = words[1].split(" ")
        if words[0] != HEAD:
            raise Unfit("it is told in words of another version")
        return int(number), bytes.fromhex(digest)
    except (ValueError, IndexError):
        raise Unfit("what it is told is damaged") from None
    finally:
        posix.close(descriptor)


def image_digest(descriptor: int) -> bytes:
    found = sha256()
    at = 0
    while piece := posix.pread(descriptor, 1 << 20, at):
        found.update(piece)
        at += len(piece)
    return found.digest()


class Parent:
    """The process that is there from start to end."""

    __slots__ = ("accidents", "folder", "inode", "listener", "post", "told", "wanted", "workers")

    def __init__(self, post: Post) -> None:
        self.post = post
        self.folder = f"{post.settings.state}/{FOLDER}"
        self.workers: set[int] = set()
        self.wanted = max(2, min(MOST_WORKERS, posix.cpu_count() or 2))
        self.accidents = 0
        self.told = False  # to end
        self.listener, self.inode = listen(self.folder)

    def run(self) -> NoReturn:
        """Until it is told to end, or has no more reason to be there."""
        reader, writer = posix.pipe()
        for end in (reader, writer):
            posix.set_blocking(end, False)
        _signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in (_signal.SIGTERM, _signal.SIGINT, _signal.SIGHUP):
            _signal.signal(number, self.on_end)
        _signal.signal(_signal.SIGCHLD, lambda _number, _frame: None)
        poller = select.poll()
        poller.register(reader, select.POLLIN)
        while not self.told and self.wanted:
            while len(self.workers) < self.wanted:
                self.start()
            if poller.poll(TICK_MS):
                posix.read(reader, 4096)
            self.reap()
            self.look()
        self.end()

    def on_end(self, _number: int, _frame: object) -> None:
        self.told = True

    def start(self) -> None:
        """One more worker."""
        parent = posix.getpid()
        pid = posix.fork()
        if pid:
            self.workers.add(pid)
            return
        _signal.set_wakeup_fd(-1)
        for number in (_signal.SIGTERM, _signal.SIGINT, _signal.SIGHUP, _signal.SIGCHLD, _signal.SIGALRM):
            _signal.signal(number, _signal.SIG_DFL)
        try:
            work(self.post, self.listener, parent)
        finally:
            platform.leave(1)

    def reap(self) -> None:
        """Workers that have ended are replaced, one that was stopped is ended: it would keep its front waiting."""
        while self.workers:
            pid, status = posix.waitpid(-1, posix.WNOHANG | posix.WUNTRACED)
            if not pid:
                return
            if posix.WIFSTOPPED(status):
                posix.kill(pid, _signal.SIGKILL)
                continue
            self.workers.discard(pid)
            code = posix.waitstatus_to_exitcode(status)
            if code == MOVED:
                self.told = True
            elif code == IDLE:
                self.wanted -= 1
            elif code:
                self.accidents += 1
            else:
                self.accidents = 0
                self.wanted = max(self.wanted, 2)
        self.told = self.told or self.accidents > MOST_ENDS

    def look(self) -> None:
        """Whether there is still a reason to be there, and whether some worker takes too much."""
        try:
            mine = posix.lstat(f"{self.folder}/{SOCKET}").st_ino == self.inode
        except OSError:
            mine = False
        if not mine or not is_current(self.post):
            self.told = True
        for pid in self.workers:
            if pages_of(str(pid)) > MOST_PAGES:
                posix.kill(pid, _signal.SIGKILL)

    def end(self) -> NoReturn:
        """Nobody is taken any more; workers end behind what they have under way."""
        try:
            if posix.lstat(f"{self.folder}/{SOCKET}").st_ino == self.inode:
                posix.unlink(f"{self.folder}/{SOCKET}")
        except OSError:
            pass
        self.listener.shutdown(_socket.SHUT_RDWR)
        platform.leave(0)


def listen(folder: str) -> tuple[_socket.socket, int]:
    """The socket under its name, in one step, and its inode. Raises OSError, Unfit."""
    found = posix.lstat(folder)
    if found.st_mode & 0o170077 != 0o040000 or found.st_uid != posix.geteuid():
        raise Unfit("its folder is not private to this user")
    listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    posix.umask(0o077)
    posix.chdir(folder)  # a socket's address is short, a state's path may be long
    fresh = f"{SOCKET}.{posix.getpid()}"
    listener.bind(fresh)
    listener.listen(WAITING)
    posix.rename(fresh, SOCKET)
    posix.chdir("/")
    # So that a worker that waits looks round now and then; the kernel's own, because it costs no call.
    seconds = WAKE_S.to_bytes(8, sys.byteorder) + bytes(8)
    listener.setsockopt(_socket.SOL_SOCKET, _socket.SO_RCVTIMEO, seconds)
    return listener, posix.lstat(f"{folder}/{SOCKET}").st_ino
