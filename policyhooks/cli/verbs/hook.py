"""`policyhooks hook`: start an installed hook as the client would, or print the command line it uses."""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import EnvironmentBroken

EXAMPLES = """examples:
  policyhooks hook --state ~/.local/state/policyhooks/claude-code claude-code PreToolUse < event.json
  policyhooks hook --state /etc/policyhooks/state cursor beforeShellExecution --print

The exit code is the hook's own: it is the client's protocol, not that of the other commands.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("client", choices=CLIENTS, help="whose event stands on stdin")
    parser.add_argument("native", metavar="EVENT", help="the client's own name of the event")
    parser.add_argument("--state", required=True, metavar="DIR", help="the state folder of an installation")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="the client's time-out (10)")
    parser.add_argument("--print", action="store_true", help="print the command line and start nothing")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    from policyhooks.installation.command_line import personal_command

    state = Path(os.path.abspath(arguments.state))
    if not (state / "bin/hook").exists():
        raise EnvironmentBroken(f"{state} holds no installation", "run `policyhooks install`")
    command = personal_command(state, arguments.client, arguments.native, arguments.timeout)
    if arguments.print:
        print(command)
        return 0
    # Through the shell, as clients do: its tail is a part of the answer.
    return subprocess.run(["/bin/sh", "-c", command], check=False).returncode
