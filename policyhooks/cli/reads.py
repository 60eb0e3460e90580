"""Which uses of the command line only read: by verb, action and option. All others change, send or start something.

The shipped self-protection lets an agent do the first and denies it the second, from lists that are made of this table.
A test walks the real parsers: a verb, action or option without a row here fails it. It knows no parser and no policy.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Form:
    """A verb, or a verb and its action. `reads` are options with which it stays reading, `acts` those with which not.

    `only_with`: without this option it does more than read. `actions` are words that make it do more.
    `why`: it never only reads, whatever the options.
    """

    reads: str = ""
    acts: str = ""
    only_with: str = ""
    actions: str = ""
    why: str = ""

    @property
    def always(self) -> bool:
        """Whether no option makes it do more: then words that are known only at run time do not matter."""
        return not (self.acts or self.only_with or self.actions or self.why)


EVERYWHERE = "--quiet"  # options of every command; they change nothing but what is told
PLACE = "--client --scope --root --state"
SIGNERS = "--allowed-signers --threshold"

FORMS: dict[str, Form] = {
    "check": Form("--config --format"),
    "compile": Form(why="writes a program"),
    "schema": Form(),
    # A dry run of a bundle prepares its state folder.
    "install": Form(
        f"{PLACE} --config --dry-run --diff --every-event --no-every-event",
        acts=f"{SIGNERS} --policies --replace",
        only_with="--dry-run",
    ),
    "uninstall": Form(f"{PLACE} --all --purge --dry-run --diff", only_with="--dry-run"),
    "doctor": Form(f"{PLACE} --home --system --history --since --format", acts="--repair"),
    "import": Form("--id --owner", acts="--out"),
    "record": Form(f"{PLACE} --native", acts="--out"),
    "clients": Form("--client --event --fields --format"),
    "test": Form("--own --config -k --format --watch"),
    "explain": Form(
        "--shell --read --write --mcp --web --prompt --log --arguments --content --client --native --cwd --home "
        "--env --policies --config --all --format --exit-code",
        acts="--outside --judge",  # `run` starts the programs and models of whatever policies it is given
    ),
    "decide": Form(why="runs the judges and commands of the policies it is given"),
    "bundle build": Form(why="writes a bundle"),
    "bundle sign": Form(why="uses a key and writes a bundle"),
    "bundle verify": Form(SIGNERS),
    "bundle inspect": Form(f"{SIGNERS} --format"),
    "bundle fetch": Form(why="reaches over the network to an address of a file"),
    "bundle activate": Form(why="changes what decides, or prepares to"),
    "bundle rollback": Form(why="changes what decides"),
    "bundle history": Form(PLACE),
    "bundle break-glass": Form(why="writes an order to stop enforcing"),
    "bundle diff": Form(f"{SIGNERS} --fail-on --format"),
    "trust": Form(f"{PLACE} --layer --list", acts="--remove --yes", only_with="--list"),
    "sync": Form(why="fetches and activates"),
    "judge status": Form(f"{PLACE} --format"),
    "judge cache": Form(f"{PLACE} --format", acts="--clear"),
    "judge stop": Form(why="ends the judge"),
    "judge local": Form(why="starts a model"),
    "judge ask": Form(why="asks models, with the keys of this user"),
    "judge doctor": Form(why="asks models, with the keys of this user"),
    "judge eval": Form(why="asks models, records what they say"),
    "judge redteam": Form(why="asks models"),
    "resident status": Form(f"{PLACE} --format"),
    "resident start": Form(why="starts a process"),
    "resident stop": Form(why="ends a process"),
    "resident run": Form(why="starts a process"),
    "bodies seal": Form(why="seals, and lets old bodies go"),
    "bodies key": Form(why="writes a key"),
    "bodies open": Form(why="writes what was sealed in clear"),
    "memory show": Form(f"{PLACE} --format"),
    "memory clear": Form(why="makes rules forget what was done"),
    "approve": Form(why="lifts a deny"),
    "approvals list": Form(why="names the tickets that a person is asked for"),
    "approvals request": Form(why="writes a call in clear"),
    "approvals sign": Form(why="uses a key to lift a deny"),
    "approvals accept": Form(why="lifts a deny"),
    "approvals revoke": Form(why="takes away what a person has lifted"),
    "hook": Form("--state --timeout --print", only_with="--print"),
    "scan": Form("--transcripts --since --policies --config --coverage --format", acts="--html --results"),
    "learn": Form(
        "--store --since --policies --config --days --sessions --id --owner --format",
        acts="--out",
    ),
    "replay": Form(
        "--policies --config --against --against-config --store --since --fail-on --format",
        acts="--html --results --resume",
    ),
    "log": Form(
        f"{PLACE} --verdict --rule --sender --since --until --limit --format --json --as --follow --keep --store",
        acts="--yes --reason --undo --to --full",
        actions="false-alarm query export",
    ),
    "ship": Form(why="sends the journal elsewhere"),
    "collect": Form(why="lets machines in, and keeps what they send"),
    "serve": Form(why="opens a page that shows the journal and takes changes"),
    "init": Form(why="writes a Config and policies"),
    "demo": Form(why="installs into a scratch project and starts hooks"),
    "completion": Form(),
}


def list_reads() -> dict[str, list[str]]:
    """The table as lists of words for policies."""
    guarded = {name: form for name, form in FORMS.items() if not form.always and not form.why}
    return {
        "reads_always": sorted(name for name, form in FORMS.items() if form.always),
        "reads_with": sorted(
            [f"{name} {option}" for name, form in guarded.items() for option in f"{form.reads} {EVERYWHERE}".split()],
        ),
        "reads_only_with": sorted(f"{name} {form.only_with}" for name, form in guarded.items() if form.only_with),
        "reads_as_written": sorted(guarded),
        "reads_unless": sorted(f"{name} {word}" for name, form in guarded.items() for word in form.actions.split()),
    }


def render_library() -> str:
    """The lists as the library that self-protection imports."""
    lines = [
        "# Written by `python -m policyhooks.cli.docs` from policyhooks/cli/reads.py; do not edit.",
        "apiVersion: policyhooks/v1",
        "kind: Library",
        "metadata:",
        "  id: packs.command-line",
        "  title: What of the command line of policyhooks only reads",
        "  owner: security@example.com",
        "",
        "lists:",
    ]
    for name, words in list_reads().items():
        lines += [f"  {name}:", *(f'    - "{word}"' for word in words)]
    return "\n".join(lines) + "\n"
