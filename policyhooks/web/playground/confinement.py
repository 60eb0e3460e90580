"""Takes away from this process what trying a policy does not need: files, network, other processes, more memory.

After `seal` there is no way back. It knows nothing of policies; what a system call cannot do any more it fails with.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

MEMORY = 768 << 20  # more than what the process has when it is sealed
LIFETIME_CPU_S = 300

PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 4, 38, 22, 2
ALLOW, REFUSE = 0x7FFF0000, 0x00050001  # the second: EPERM
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
NUMBER_AT, ARCHITECTURE_AT = 0, 4  # in struct seccomp_data

# What an interpreter needs that computes, uses open descriptors and ends: by machine, with its audit number.
# read write close fstat lseek mmap mprotect munmap mremap brk madvise sigaction sigprocmask sigreturn sigaltstack
# sched_yield nanosleep getpid gettid getuid geteuid futex times clock_gettime clock_getres clock_nanosleep
# restart_syscall getrandom exit exit_group
CALLS: dict[str, tuple[int, tuple[int, ...]]] = {
    "x86_64": (
        0xC000003E,
        (0, 1, 3, 5, 8, 9, 10, 11, 25, 12, 28, 13, 14, 15, 131, 24, 35, 39, 186, 102, 107, 202, 96, 228, 229, 230, 219,
         318, 60, 231),
    ),
    "aarch64": (
        0xC00000B7,
        (63, 64, 57, 80, 62, 222, 226, 215, 216, 214, 233, 134, 135, 139, 132, 124, 101, 172, 178, 174, 175, 98, 169,
         113, 114, 115, 128, 278, 93, 94),
    ),
}  # fmt: skip


class Instruction(ctypes.Structure):
    """One instruction of a filter."""

    _fields_ = (("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("k", ctypes.c_uint))


class Program(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("first", ctypes.POINTER(Instruction)))


def seal() -> str:
    """Give everything up; what now holds: `system calls` or, where the system has no such filter, `limits`.

    Raises OSError where the filter is refused: then nothing foreign may be tried here.
    """
    limit()
    known = CALLS.get(os.uname().machine) if sys.platform == "linux" and sys.maxsize > 2**32 else None
    if known is None:
        return "limits"
    filter_calls(*known)
    return "system calls"


def limit() -> None:
    """No new descriptor, no process, no file that grows, no core, bounded memory and time."""
    memory = _used() + MEMORY
    wanted = (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, LIFETIME_CPU_S),
    )
    for name, most in wanted:
        hard = resource.getrlimit(name)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(name, (value, value))
        except (OSError, ValueError):
            if name != resource.RLIMIT_AS:  # some systems have no such limit; the others hold everywhere
                raise


def _used() -> int:
    """The size of this process; what the system does not tell is taken as large."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        return 1 << 30


def filter_calls(architecture: int, allowed: tuple[int, ...]) -> None:
    """From now on the kernel refuses every other system call. Raises OSError where it does not take the filter."""
    count = len(allowed)
    steps = [
        Instruction(LOAD, 0, 0, ARCHITECTURE_AT),
        Instruction(EQUAL, 0, count + 1, architecture),
        Instruction(LOAD, 0, 0, NUMBER_AT),
        *(Instruction(EQUAL, count - at, 0, number) for at, number in enumerate(allowed)),
        Instruction(RETURN, 0, 0, REFUSE),
        Instruction(RETURN, 0, 0, ALLOW),
    ]
    program = Program(len(steps), (Instruction * len(steps))(*steps))
    libc = ctypes.CDLL(None, use_errno=True)
    asked = ((PR_SET_DUMPABLE, 0), (PR_SET_NO_NEW_PRIVS, 1), (PR_SET_SECCOMP, FILTER, ctypes.byref(program)))
    for name, *rest in asked:
        if libc.prctl(name, *rest, *(0,) * (4 - len(rest))) != 0:
            raise OSError(ctypes.get_errno(), "the kernel refuses to confine this process")
