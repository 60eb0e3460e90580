"""The place of a trial: what the shell view may look at, and a real folder for cases that list files."""

from __future__ import annotations

import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from policyhooks.clients.facts import HOME, WORKSPACE
from policyhooks.clients.subject import Subject
from policyhooks.core.event import Event
from policyhooks.core.own_rows import OwnRows
from policyhooks.core.shell_records import Shell
from policyhooks.core.values import but
from policyhooks.inspect.kept_past import OpenScripts
from policyhooks.runtime.engine.completing import MachineView
from policyhooks.shell.syntax.parser import Parser

# Generous: a busy machine must not turn a readable command into one that is not understood.
PARSER_LIMIT_S = 10.0
LINK = "-> "  # a file with this content is a link to what follows


def find_shfmt() -> str:
    """The parser beside this interpreter, or on the PATH; empty where there is none."""
    for folder in (Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))):
        if (folder / "shfmt").is_file():
            return str(folder / "shfmt")
    return shutil.which("shfmt") or ""


class ShellReader:
    """What turns an event's command into its parsed view; `open_scripts` looks into files that it runs."""

    def __init__(
        self, parser: Parser, links: bool, guarded: Sequence[str], open_scripts: OpenScripts | None = None
    ) -> None:
        self.parser = parser
        self.links = links
        self.guarded = guarded
        self.open_scripts = open_scripts

    def __call__(self, event: Event) -> Shell:
        from policyhooks.shell.view.settling import settings_of
        from policyhooks.shell.view.shell import read_by

        command = event.command or ""
        settings = settings_of(
            command,
            dialect=event.dialect,
            workspace=event.event.workspace,
            home=event.home,
            resolve_links=self.links,
            parser=self.parser,
            guarded=self.guarded,
            rows=event.rows,
            scripts=None if self.open_scripts is None else self.open_scripts(event),
        )
        return read_by(settings, command, event.event.cwd or event.event.workspace)


def make_place(
    *,
    links: bool,
    shfmt: str = "",
    guarded: Sequence[str] = (),
    open_scripts: OpenScripts | None = None,
    parser: Parser | None = None,
) -> MachineView:
    """How events are completed; without `links` nothing of the disk is looked at."""
    parser = parser or Parser(shfmt or find_shfmt(), PARSER_LIMIT_S)
    return MachineView(read_shell=ShellReader(parser, links, guarded, open_scripts), links=links, guarded=guarded)


def with_scripts(place: MachineView, open_scripts: OpenScripts) -> MachineView:
    """The same place, in which files that are run are looked into."""
    known = place.read_shell
    assert isinstance(known, ShellReader)
    return but(place, read_shell=ShellReader(known.parser, known.links, known.guarded, open_scripts))


def sharing(read: Callable[[Event], Shell]) -> Callable[[Event], Shell]:
    """A reader for several events that tell of one action: a command is read for the first, and there for the others.

    A view that has reached a limit since it was read is not what a fresh one would be, and is not shared.
    """
    known: dict[tuple[object, ...], tuple[Shell, tuple[str, ...], OwnRows | None]] = {}

    def read_shell(event: Event) -> Shell:
        info, rows = event.event, event.rows
        stores = None if rows is None else tuple(rows.stores)
        key = (event.command or "", event.dialect, info.cwd, info.workspace, event.home, stores)
        shell, problems, first = known.get(key, (None, (), None))
        if shell is None or tuple(shell.problems) != problems:
            shell = read(event)
            known[key] = (shell, tuple(shell.problems), rows)
        elif rows is not None and first is not None:
            rows.asked |= first.asked  # who shares a view has asked what it asked
        return shell

    return read_shell


class Folder:
    """A real folder that stands for the virtual root: texts are moved into it, and back."""

    def __init__(self, root: str) -> None:
        self.root = root

    def inside(self, text: str) -> str:
        """A text with the virtual folders replaced by real ones."""
        for virtual in (WORKSPACE, HOME):
            text = text.replace(virtual, self.root + virtual)
        return text

    def outside(self, text: str) -> str:
        """The reverse of `inside`."""
        return text.replace(self.root, "") if self.root else text

    def move(self, subject: Subject) -> Subject:
        """The subject with every text moved inside."""
        if not self.root:
            return subject
        moved = {name: self.inside(value) for name, value in vars(subject).items() if isinstance(value, str)}
        return replace(subject, **{**moved, "event": subject.event})  # type: ignore[arg-type]


@contextmanager
def furnished(files: Mapping[str, str]) -> Iterator[Folder]:
    """A folder with these files, gone afterwards; nothing is made when there are none."""
    if not files:
        yield Folder("")
        return
    with tempfile.TemporaryDirectory(prefix="policyhooks-test-") as name:
        root = str(Path(name).resolve())
        folder = Folder(root)
        for virtual in (WORKSPACE, HOME):
            Path(root + virtual).mkdir(parents=True)
        for path, content in files.items():
            real = Path(root + "/" + path.replace("~", HOME, 1).lstrip("/"))
            if not real.resolve().is_relative_to(root):
                raise ValueError(f"the file `{path}` lies outside the virtual root")
            real.parent.mkdir(parents=True, exist_ok=True)
            if content.startswith(LINK):
                target = content.removeprefix(LINK).strip()
                real.symlink_to(root + target if target.startswith((WORKSPACE, HOME)) else target)
            else:
                real.write_text(content, encoding="utf-8")
        yield folder
