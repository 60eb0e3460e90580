"""Whether a signature with an SSH key holds, by the system's `ssh-keygen -Y verify`. Loaded where one is to be checked.

The line of the signer and the signature are handed over in pipes: a file in a folder of the user could be another by
the time that it is read. It knows neither lifts nor who may sign.
"""

from __future__ import annotations

import posix

from policyhooks.runtime.ports.commands import CommandRequest, finish, run_all

FOLDERS = ("/usr/bin", "/bin")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
S_IFMT, S_IFREG = 0o170000, 0o100000
# High enough that they are not in use already.
SIGNERS, SIGNATURE = 200, 201
LIMIT_S = 3.0


def find_ssh_keygen() -> str:
    """The system's ssh-keygen, which only root can change; empty where there is none."""
    for folder in FOLDERS:
        path = f"{folder}/ssh-keygen"
        try:
            found = posix.stat(path)
        except OSError:
            continue
        if found.st_mode & S_IFMT == S_IFREG and found.st_uid == 0 and not found.st_mode & 0o022:
            return path
    return ""


def holds(message: bytes, signature: str, *, namespace: str, name: str, key: str, end: float) -> bool:
    """Whether the holder of a key signed exactly this message for this purpose."""
    program = find_ssh_keygen()
    if not program:
        return False
    words = ["-Y", "verify", "-n", namespace, "-I", name, "-f", f"/dev/fd/{SIGNERS}", "-s", f"/dev/fd/{SIGNATURE}"]
    texts = {SIGNERS: f'{name} namespaces="{namespace}" {key}\n', SIGNATURE: signature}
    handed: dict[int, int] = {}
    try:
        for number, text in texts.items():
            handed[number] = pipe_of(text.encode())
        request = CommandRequest(
            argv=(program, *words), timeout_s=LIMIT_S, stdin=message, environ=ENVIRONMENT, refuses=(), handed=handed
        )
        running = run_all([request], end)
    except OSError:
        return False
    finally:
        for descriptor in handed.values():
            posix.close(descriptor)
    return finish(running)[0].outcome == "ok"


def pipe_of(contents: bytes) -> int:
    """A descriptor from which a short text is read. Raises OSError where it does not fit into a pipe."""
    ours, theirs = posix.pipe()
    try:
        posix.set_blocking(theirs, False)
        if posix.write(theirs, contents) != len(contents):
            raise OSError(27, "too long for a pipe")
    except OSError:
        posix.close(ours)
        raise
    finally:
        posix.close(theirs)
    return ours
