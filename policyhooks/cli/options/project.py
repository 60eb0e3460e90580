"""Which policies and which Config a verb works with: those that are named, else the project file's, else the shipped.

A verb that only reads takes a project file that it finds as it is. One that acts takes it only while it is trusted.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.options.policies import is_shipped, program_name, shipped
from policyhooks.errors import InvalidPolicies, UsageError, VerificationFailed

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled


@dataclass(frozen=True)
class Chosen:
    """What to compile. Without paths it is what the Config names."""

    paths: tuple[str, ...]
    config: str | None = None
    found: Path | None = None  # the project file, where nobody named it
    untrusted: str = ""  # why what was found may not start anything

    @property
    def title(self) -> str:
        """What it is, for a line of progress."""
        if is_shipped(self.paths):
            return "the shipped policies"
        if self.found is not None:
            return self.found.name
        return ", ".join(self.paths) or str(self.config)

    def ready(self) -> None:
        """Verify the bundles that the Config names, so that they can be read. Before trust they count for nothing."""
        if self.paths or self.config is None:
            return
        if self.found is not None and self.untrusted and names_bundles(self.found):
            raise not_trusted(self.found, f"{self.untrusted}, and bundles count only after that")
        ready_pinned(Path(self.config))

    def compile(self, layer: str = "managed", *, aloud: bool = False) -> Compiled:
        """The program. What was found and trusted must still be that afterwards: nobody slips a file in between."""
        from policyhooks.compiler.compile import compile_policies

        self.ready()
        with working(f"compiling {self.title}", 0, aloud=aloud) as step:
            compiled = compile_policies(self.paths, self.config, layer=layer, progress=step)
        if self.found is not None and not self.untrusted:
            require_trust(self.found)
        return compiled

    def refuse_to_start(self) -> None:
        """Raise where judges and commands were asked for, and nobody has trusted what would start them."""
        if self.found is not None and self.untrusted:
            raise not_trusted(self.found, self.untrusted)


def choose_named(paths: Sequence[str] | None, config: str | None) -> Chosen | None:
    """What the command line names; a Config alone stands for the policies that it names itself."""
    if paths or config:
        return Chosen(tuple(paths or ()), config)
    return None


def choose_to_read(paths: Sequence[str] | None, config: str | None) -> Chosen:
    """For verbs that start nothing: a project file above the working folder counts as it is, and one line says so."""
    chosen = choose_named(paths, config) or choose_found(Path.cwd()) or Chosen((shipped(),))
    if chosen.found is not None:
        note_use(chosen.found)
    return chosen


def choose_to_check(paths: Sequence[str] | None, config: str | None) -> Chosen:
    """For verbs about an author's own files: where there are none, the shipped ones would be a wrong answer."""
    chosen = choose_to_read(paths, config)
    if chosen.config is None and not paths:
        hint = "give their paths, or begin a project: policyhooks init"
        raise UsageError("no policies are named, and there is no policyhooks.yaml here or above", hint)
    return chosen


def choose_to_act(paths: Sequence[str] | None, config: str | None, start: Path | None) -> Chosen | None:
    """For verbs that install, build or start: a project file counts when it is trusted, else it is refused.

    Without a folder to start from nothing is searched.
    """
    chosen = choose_named(paths, config) or (choose_found(start) if start is not None else None)
    if chosen is None or chosen.found is None:
        return chosen
    if chosen.untrusted and not _ask(chosen.found):
        raise not_trusted(chosen.found, chosen.untrusted)
    note_use(chosen.found)
    return Chosen(chosen.paths, chosen.config, chosen.found)


def choose_found(start: Path) -> Chosen | None:
    """The project file of a folder, and whether it may start anything."""
    from policyhooks.compiler.packs import shown
    from policyhooks.installation.project_file import find_project_file

    found = find_project_file(start)
    return None if found is None else Chosen((), shown(found), found, distrust(found))


def distrust(found: Path) -> str:
    """Why a project file may not start anything; empty when it may. One that cannot be read may not."""
    from policyhooks.installation.project_trust import why_untrusted

    try:
        return why_untrusted(found)
    except InvalidPolicies:
        return "it, or a policy that it names, is invalid"


def names_nothing(found: Path) -> bool:
    """Whether a project file leaves open which policies, packs and bundles are meant."""
    from policyhooks.installation.project_digest import read_config

    model = read_config(found).model
    return not model.policies and not model.packs and not model.bundles


def names_bundles(found: Path) -> bool:
    """Whether a project file names bundles; one that cannot be read names none, and is told of where it is read."""
    from policyhooks.installation.project_digest import read_config

    try:
        return bool(read_config(found).model.bundles)
    except InvalidPolicies:
        return False


def ready_pinned(config: Path) -> None:
    """Verify the bundles of a Config and put their sources where the compiler finds them. Raises InvalidPolicies."""
    from policyhooks.bundle.pinned import ready_bundles
    from policyhooks.bundle.trust import machine_trust
    from policyhooks.cli.options.bundles import own_home
    from policyhooks.compiler.packs import shown
    from policyhooks.installation.project_digest import read_config

    if names_bundles(config):
        ready_bundles(read_config(Path(shown(config))), machine_trust(Path("/"), own_home()))


def require_trust(found: Path) -> None:
    """Raise unless a project file is what was trusted."""
    reason = distrust(found)
    if reason:
        raise not_trusted(found, reason)


def not_trusted(found: Path, reason: str) -> VerificationFailed:
    """The refusal, with the command that shows what would be trusted."""
    command = f"{program_name()} trust {shlex.quote(str(found))}"
    return VerificationFailed(f"`{found}` is not trusted: {reason}", f"read it, then run: {command}")


def note_use(found: Path) -> None:
    """One line about a file that nobody named."""
    tell(f"note: using {found}")


def _ask(found: Path) -> bool:
    """On a terminal, the person decides now."""
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        return False
    from policyhooks.cli.options.trust_screen import offer_trust

    return offer_trust(found)


def own_tests(found: Path) -> list[str]:
    """The policies whose tests are a project's: its own, else those that it takes. Raises InvalidPolicies."""
    from policyhooks.compiler.named import libraries_below, name_sources
    from policyhooks.compiler.packs import SHARED, SHIPPED, shown
    from policyhooks.installation.project_digest import read_config

    named = name_sources(read_config(Path(shown(found))))
    if named.problems:
        raise InvalidPolicies(list(named.problems))
    if not named.entries:
        return list(named.taken)
    shared = [shown(SHIPPED / SHARED)] if named.packs else []
    return [*named.entries, *shared, *libraries_below(named.bundles)]


def named_sources(chosen: Chosen) -> list[str]:
    """The paths that a bundle of the chosen policies is made of. Raises InvalidPolicies."""
    from policyhooks.compiler.named import name_sources
    from policyhooks.installation.project_digest import read_config

    if chosen.paths:
        return list(chosen.paths)
    if chosen.config is None:
        raise UsageError("no policies are named", "give their paths, or write policyhooks.yaml: policyhooks init")
    chosen.ready()
    named = name_sources(read_config(Path(chosen.config)))
    if named.problems:
        raise InvalidPolicies(list(named.problems))
    return [*named.entries, *named.taken]
