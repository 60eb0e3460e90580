"""The commands, by what one wants to do: the module of each, and one line of help. It loads none of them."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A module with `configure(parser)` and `run(arguments) -> exit code`, and a line that says what it does."""

    module: str
    help: str


# Help shows them in this order.
TASKS: dict[str, dict[str, Command]] = {
    "Begin": {
        "demo": Command("policyhooks.cli.verbs.demo", "install into a scratch project, send events, show the answers"),
        "init": Command("policyhooks.cli.verbs.init", "write a Config and small policies to start from"),
        "import": Command(
            "policyhooks.cli.verbs.import_", "rules that you already have elsewhere, as a policy with tests"
        ),
    },
    "Write policies": {
        "check": Command("policyhooks.cli.verbs.check", "check policy files; exit 3 with diagnostics"),
        "test": Command(
            "policyhooks.cli.verbs.test", "run the tests beside the rules; exit 4 unless all is as written"
        ),
        "explain": Command("policyhooks.cli.verbs.explain", "show why an action is denied, asked about or let through"),
        "decide": Command("policyhooks.cli.verbs.decide", "decide native payloads, JSON lines in and out"),
        "replay": Command(
            "policyhooks.cli.verbs.replay", "what a change of policies does to past events; exit 6 at a gate"
        ),
        "clients": Command("policyhooks.cli.verbs.clients", "print what each client's events supply and can express"),
        "schema": Command("policyhooks.cli.verbs.schema", "print the JSON Schema of a file kind"),
    },
    "Put them in force": {
        "install": Command("policyhooks.cli.verbs.install", "put hook entries into a client's own file"),
        "doctor": Command(
            "policyhooks.cli.verbs.doctor", "would the hooks fire, would a deny hold; how to repair faults"
        ),
        "trust": Command("policyhooks.cli.verbs.trust", "let a folder's own policies tighten what is decided there"),
        "resident": Command(
            "policyhooks.cli.verbs.resident", "a process that answers for the hooks: status, start, stop, run"
        ),
        "uninstall": Command("policyhooks.cli.verbs.uninstall", "leave the client's file as it was"),
    },
    "See what happens": {
        "scan": Command("policyhooks.cli.verbs.scan", "what policies would have done with past tool calls"),
        "learn": Command(
            "policyhooks.cli.verbs.learn",
            "what is really used, as a proposed policy; rules worth a look",
        ),
        "log": Command("policyhooks.cli.verbs.log", "show, verify and count what was decided"),
        "bodies": Command("policyhooks.cli.verbs.bodies", "what the journal keeps in full: seal it, open it elsewhere"),
        "serve": Command(
            "policyhooks.cli.verbs.serve", "a page on this machine: decisions, rules, health, a playground"
        ),
        "memory": Command("policyhooks.cli.verbs.memory", "what is remembered of sessions: show it, clear it"),
        "approve": Command("policyhooks.cli.verbs.approve", "lift a deny for one call: a person's act, in a terminal"),
        "approvals": Command(
            "policyhooks.cli.verbs.approvals", "denies that may be lifted, and lifts: list, revoke, sign"
        ),
        "judge": Command(
            "policyhooks.cli.verbs.judge", "the model judge: status, cache, stop, local model, evaluation"
        ),
        "record": Command("policyhooks.cli.verbs.record", "payloads that clients really sent, masked, as fixtures"),
        "hook": Command("policyhooks.cli.verbs.hook", "start an installed hook as the client would, or print its line"),
    },
    "Ship to others": {
        "bundle": Command(
            "policyhooks.cli.verbs.bundle", "build, sign, verify, compare and activate bundles of policies"
        ),
        "sync": Command(
            "policyhooks.cli.verbs.sync", "fetch the bundle that a fleet follows; activate it when it is new"
        ),
        "ship": Command("policyhooks.cli.verbs.ship", "deliver journals to NATS, OTLP, OCSF files and syslog"),
        "collect": Command("policyhooks.cli.verbs.collect", "fill a lake with the journals of a fleet, from NATS"),
        "compile": Command("policyhooks.cli.verbs.compile", "compile policy files into a program"),
        "completion": Command("policyhooks.cli.verbs.completion", "print a completion script for bash, zsh or fish"),
    },
}

VERBS: dict[str, Command] = {name: command for commands in TASKS.values() for name, command in commands.items()}
