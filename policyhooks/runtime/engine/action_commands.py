"""What a lift with `bind: command` is bound to: what a command line starts and reaches, without its other words.

Loaded only for such a lift. Options and operands that are neither a sub-command, a host, a path, a package nor code may
differ; everything else of the view may not.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import Cmd, Shell


def commands_of(shell: Shell) -> dict[str, object]:
    """The parts, in the order in which they run."""
    return {
        "dialect": shell.dialect,
        "programs": [program_of(command) for command in shell.commands],
        "hosts": [[host.scheme, host.name, host.port] for host in shell.hosts],
        "paths": [[path.op, path.norm or path.raw] for path in shell.paths],
        "packages": [[pkg.manager, pkg.op, pkg.name, pkg.version, pkg.source] for pkg in shell.package_ops],
        "code": [[code.lang, code.text] for code in shell.inline_code],
        "variables": [[one.name, one.value, one.scope] for one in shell.env],
        "redirections": [[one.op, one.fd, one.path.norm or one.path.raw, one.here_text] for one in shell.redirects],
        "definitions": [[one.kind, one.name, one.body] for one in shell.defines],
    }


def program_of(command: Cmd) -> dict[str, object]:
    """One program, with what stands around it."""
    return {
        "program": command.program,
        "sub": list(command.subs),
        "within": [*command.wrappers, *command.via],
        "as": ["elevated" if command.elevated else "", command.as_user],
        "on": [command.remote, command.target_env],
        "in": command.effective_cwd,
        "background": command.background,
    }
