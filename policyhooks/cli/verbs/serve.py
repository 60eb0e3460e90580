"""`policyhooks serve`: a page on this machine to look at decisions, rules, judges and health, and to try policies."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.recorded import recorded_folders
from policyhooks.cli.options.states import find_states
from policyhooks.errors import EnvironmentBroken, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import duckdb

    from policyhooks.doctor.examination import Examined
    from policyhooks.web.desk import Doors
    from policyhooks.web.sign_in import Access

NEEDS = ("starlette", "uvicorn")

EXAMPLES = """examples:
  policyhooks serve                                  of every installation here, on a free port
  policyhooks serve --client claude-code --scope user --listen 127.0.0.1:8470
  policyhooks serve --token-file ~/.policyhooks-token   scripts send it as `Authorization: Bearer`
  policyhooks serve --listen unix:/run/user/1000/ph.sock --user-header X-Forwarded-User --host policies.example.com
  policyhooks serve --lake /srv/policyhooks-lake     and the fleet that `policyhooks collect` has collected

It prints a link for one browser, good for a minute; Enter prints another. It listens on this machine alone, reads the
local journal and sends nothing anywhere. It needs the extra `serve`: pip install 'policyhooks[serve]'

exit codes: 0 ended with Ctrl-C, 1 nothing is installed here or the address is taken
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen", metavar="WHERE", default="127.0.0.1:0", help="a loopback address and port, or unix:PATH"
    )
    parser.add_argument("--token-file", metavar="FILE", help="a private file with the token of scripts")
    parser.add_argument("--user-header", metavar="NAME", default="", help="behind a proxy: its header that says who")
    parser.add_argument("--host", metavar="NAME", default="", help="behind a proxy: the host that browsers see")
    parser.add_argument("--lake", metavar="DIR", help="also a fleet: the folder that `policyhooks collect` fills")
    parser.add_argument("--as-root", action="store_true", help="run although this is root")
    add_state_arguments(parser.add_argument_group("which installation (as given to install)"))
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    missing = [name for name in NEEDS if importlib.util.find_spec(name) is None]
    if missing:
        raise EnvironmentBroken(f"{' and '.join(missing)} must be installed", "pip install 'policyhooks[serve]'")
    if os.geteuid() == 0 and not arguments.as_root:
        raise UsageError("a page should not be served as root", "run it as the user who works there, or add --as-root")
    from policyhooks.web.application import make_application
    from policyhooks.web.desk import Desk
    from policyhooks.web.journal_view import JournalView
    from policyhooks.web.pages.health import begin
    from policyhooks.web.pages.rule_list import begin as begin_rules
    from policyhooks.web.playground.supervisor import Workers
    from policyhooks.web.serving import close, listen, make_server
    from policyhooks.web.sign_in import Access, read_token

    doors = open_doors(arguments)
    access = Access(read_token(Path(arguments.token_file)) if arguments.token_file else "")
    listening = listen(arguments.listen, arguments.user_header, arguments.host)
    desk = Desk(doors, access, Workers(), JournalView(doors.states), listening.place.cookie)
    server = make_server(make_application(desk, listening.place))
    try:
        show_way_in(listening.shown, access, proxied=bool(arguments.user_header))
        desk.workers.begin()
        begin(desk)
        for state in doors.states:
            begin_rules(desk, state)
        server.run(sockets=[listening.socket])
    finally:
        desk.workers.close()
        close(listening)
    return 0


def open_doors(arguments: argparse.Namespace) -> Doors:
    """What the page may use of the command line's own ways."""
    from policyhooks.cli.options.proposing import home, propose
    from policyhooks.cli.options.recorded import explain_record
    from policyhooks.cli.options.rule_maps import maps_of
    from policyhooks.cli.options.rulebooks import compile_origin, state_above
    from policyhooks.web.desk import Doors

    find_states(arguments)  # says what is wrong where nothing is installed
    return Doors(
        states=tuple(recorded_folders(arguments)),
        explain=lambda entry: explain_record(entry, "unknown", home()),
        propose=lambda entry, form: propose(entry, form, None),
        compiled=lambda state: compile_origin(state_above(state)),
        examine=lambda: examine_all(arguments),
        maps=lambda state: maps_of(state_above(state)),
        lake=open_lakes(arguments.lake) if arguments.lake else None,
    )


def open_lakes(folder: str) -> Callable[[str, Sequence[str]], duckdb.DuckDBPyConnection]:
    """Opens the lake in a folder, anew for each look. Raises EnvironmentBroken where none is there now."""
    from policyhooks.collecting.lake_views import open_lake

    path = Path(folder).absolute()
    open_lake(path, since="9999").close()
    return lambda since, installations: open_lake(path, since=since, installations=installations)


def examine_all(arguments: argparse.Namespace) -> list[Examined]:
    """What doctor finds of the installations that the command line means."""
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.doctor.examination import examine, find_targets
    from policyhooks.doctor.target import Machine
    from policyhooks.installation.places import SCOPES
    from policyhooks.installation.project_root import project_root

    root = Path(arguments.root).absolute() if arguments.root else None
    machine = Machine(
        project=root
        if root is not None and arguments.scope in (None, "project", "local")
        else project_root(Path.cwd()),
        home=root if root is not None and arguments.scope == "user" else Path.home(),
        system=root if root is not None and arguments.scope == "managed" else Path("/"),
    )
    clients = [arguments.client] if arguments.client else list(CLIENTS)
    scopes = [arguments.scope] if arguments.scope else list(SCOPES)
    state = arguments.state if arguments.client and arguments.scope else None
    return [examine(target) for target in find_targets(machine, clients, scopes, state)]


def show_way_in(shown: str, access: Access, *, proxied: bool) -> None:
    """Print where the page is; a link of its own for each Enter where a person sits at the terminal."""
    if proxied:
        print(f"serving {shown} behind your proxy", flush=True)
        return

    def print_link() -> None:
        # The part behind # stays in the browser: it is in no log, no process list, no request.
        print(f"{shown}/enter#{access.new_link()}", flush=True)

    print_link()
    tell("this link is for one browser and one minute; Ctrl-C ends the page")
    if sys.stdin.isatty():
        tell("Enter prints another link")

        def read() -> None:
            for _ in sys.stdin:
                print_link()

        threading.Thread(target=read, daemon=True).start()
