"""The technique groups of the bypass catalogue as questions on a parsed command, and which pack each group applies to.

The catalogue itself, technique by technique, is in tests/shell/catalogue. Here a group only has to be told
from the plain spelling, so that a pack can be asked whether its own tests hold an example of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from policyhooks.core.shell_records import Cmd, Shell

# How a command is reached by the structure of the line, not by another program.
STRUCTURE = ("pipe", "cmdsub", "procsub", "function:", "alias:", "hash -p", "copied", "trap", "coproc")
# Interpreters' and tools' own ways to run a program: group D, not wrappers.
EXEC_FLAGS = ("sed", "awk", "tar", "vim", "sort", "git -c", "git --", "rsync", "zip", "man")
DEVELOPER_TAGS = ("git_hook", "ci_config", "ide_exec", "autoload", "build_config")
DEVELOPER_TOOLS = ("gh", "glab", "terraform", "tofu", "pulumi", "ansible-playbook", "helm", "make", "npm")


def is_bare(word: str, text: str) -> bool:
    """Whether the word stands in the text as it is, between blanks, operators or quotes."""
    return re.search(r"(?:^|[\s;|&(`'\"/!])" + re.escape(word) + r"(?:$|[\s;|&)`'\"=<>])", text) is not None


def spelled(item: Cmd) -> list[str]:
    """The words that say what a command does: its program, its sub-command, its options."""
    return [item.name, *filter(None, [item.sub]), *(word for word in item.argv[1:] if word.startswith("-"))]


def has_structure(shell: Shell) -> bool:
    return sum(not item.via for item in shell.commands) > 1 or any(
        label.startswith(STRUCTURE) for item in shell.commands for label in item.via
    )


def is_disguised(shell: Shell) -> bool:
    return any(not is_bare(word, shell.command) for item in shell.commands for word in spelled(item)) or any(
        item.glob for item in shell.paths
    )


def is_wrapped(shell: Shell) -> bool:
    return any(
        item.wrappers or any(not label.startswith((*STRUCTURE, *EXEC_FLAGS)) for label in item.via)
        for item in shell.commands
    )


def uses_code_or_flags(shell: Shell) -> bool:
    """Inline code, a flag that runs programs, flags in a cluster, options before the sub-command, a `--`."""
    return bool(shell.inline_code) or any(
        any(label.startswith(EXEC_FLAGS) for label in item.via)
        or (item.sub and item.argv.index(item.sub) > 1)
        or "--" in item.argv
        or any(re.fullmatch(r"-[A-Za-z]{2,}", word) for word in item.argv)
        for item in shell.commands
    )


def goes_through_developer_tools(shell: Shell) -> bool:
    return (
        bool(shell.package_ops)
        or any(tag in DEVELOPER_TAGS for item in shell.paths for tag in item.tags)
        or any(item.name in DEVELOPER_TOOLS for item in shell.commands)
        or any(item.name == "git" and item.sub == "config" for item in shell.commands)
    )


def sets_environment(shell: Shell) -> bool:
    return bool(shell.env)


def bends_a_path(shell: Shell) -> bool:
    """The place is not written out: after `cd`, by `..`, `~` or a variable, in other letters, through a link."""
    return any(
        ".." in item.raw or (item.norm not in shell.command and item.raw not in ("", ".")) for item in shell.paths
    ) and (
        any(item.effective_cwd != shell.cwd for item in shell.commands)
        or re.search(r"\.\.|~|\$\{?HOME|//|\bln\b", shell.command) is not None
        or any(item.norm != item.folded for item in shell.paths)
    )


def sends(shell: Shell) -> bool:
    return bool(shell.hosts)


GROUPS: Mapping[str, Callable[[Shell], bool]] = {
    "A": has_structure,
    "B": is_disguised,
    "C": is_wrapped,
    "D": uses_code_or_flags,
    "E": goes_through_developer_tools,
    "F": sets_environment,
    "G": bends_a_path,
    "H": sends,
}

# A structure, B quoting and expansion, C wrappers, D interpreters and flags, E developer tools,
# F environment, G configuration and paths, H exfiltration. Packs that see no command have no row.
APPLIES: Mapping[str, str] = {
    "build-configuration": "ABCDEG",
    "cloud": "ABCDEF",
    "container-escape": "ABCDG",
    "credential-files": "ABCDG",
    "databases": "ABCDF",
    "destructive-filesystem": "ABCDG",
    "encoded-execution": "ABCD",
    "environment-injection": "ABCDF",
    "exfiltration": "ABCDEGH",
    "git-history": "ABCDE",
    "infrastructure": "ABCDEF",
    "inline-interpreters": "ABCD",
    "kubernetes": "ABCDEF",
    "machine": "ABCD",
    "network-egress": "ABCDH",
    "not-understood": "ABC",
    "package-supply-chain": "ABCDEF",
    "persistence": "ABCDEG",
    "privilege-escalation": "ABCDG",
    "prompts-and-output": "ABC",
    "remote-code": "ABCDEH",
    "review": "ABCDEGH",
    "self-protection": "ABCDFG",
    "services": "ABCDH",
    "sessions": "ACDGH",
    "shell-state": "ABCDF",
}

# Of arguments of MCP calls: paths by detours and in other letters, hosts behind user information.
ARGUMENTS: Mapping[str, re.Pattern[str]] = {
    "G": re.compile(r"/\.\./.*(\.[A-Z]|\.ssh)"),
    "H": re.compile(r"://[^/]+@"),
}
