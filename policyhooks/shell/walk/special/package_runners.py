"""Programs that package runners start: `npx cdk destroy` is also `cdk destroy`.

A package mostly carries a program of its own name; the others that matter are in a table.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.programs.lookup import describe, is_known
from policyhooks.shell.programs.package_spec import split_spec
from policyhooks.shell.walk.commands import Command, make_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

# Package -> its program, where the name is another one.
PROGRAMS = {
    "@angular/cli": "ng",
    "@biomejs/biome": "biome",
    "@cdktf/cli": "cdktf",
    "@nestjs/cli": "nest",
    "@railway/cli": "railway",
    "@redocly/cli": "redocly",
    "@sanity/cli": "sanity",
    "@sentry/cli": "sentry-cli",
    "@shopify/cli": "shopify",
    "@vue/cli": "vue",
    "aws-cdk": "cdk",
    "aws-cdk-local": "cdklocal",
    "awscli": "aws",
    "awscli-local": "awslocal",
    "cdktf-cli": "cdktf",
    "firebase-tools": "firebase",
    "netlify-cli": "netlify",
    "sequelize-cli": "sequelize",
    "typescript": "tsc",
    "vercel-cli": "vercel",
    "ansible-core": "ansible",
    "dbt-core": "dbt",
    "huggingface-hub": "huggingface-cli",
    "huggingface_hub": "huggingface-cli",
}
# Names that are scripts by custom, though programs of that name exist.
SCRIPT_NAMES = frozenset(
    ("test", "start", "build", "lint", "format", "serve", "watch", "clean", "docs", "dev", "release", "check", "type")
)


def starts_package(command: Command) -> bool:
    """Whether a listed command runs a program out of a package."""
    entry = command.parsed.entry
    if entry.get("package_op") == "exec":
        return not entry.get("makes_project")  # `npm create vite` runs create-vite
    return describe(command.name).get("special") == "package_runner"


def run_package(reader: Reader, command: Command, state: State, inner: Context) -> None:
    """List the program that a package runner starts, with its arguments."""
    parsed = command.parsed
    if parsed.rest > 0:
        return  # written as a command, and read as one
    words = parsed.operands[len(parsed.subs) :]
    if command.parsed.entry.get("package_op") != "exec":
        if parsed.subs and parsed.subs[0] in ("run", "run-script"):
            words = parsed.operands[1:]
        elif parsed.subs[:1] == ["workspace"]:
            words = [word for word in parsed.operands[2:] if word.text not in ("run", "exec")]
        elif len(parsed.subs) == 1 and parsed.subs[0] not in listed_subs(command.name):
            words = parsed.operands
        else:
            return
        if not words or words[0].text in SCRIPT_NAMES or not is_known(words[0].text):
            return
    if not words or words[0].dynamic or "://" in words[0].text:
        return
    at = next(number for number, word in enumerate(parsed.words) if word is words[0])
    arguments = parsed.words[at + 1 :]
    if arguments and arguments[0].text == "--":
        arguments = arguments[1:]
    via = " ".join([command.name, *(sub for sub in parsed.subs if sub != words[0].text)])
    make_command(reader, [Word(program_of(words[0].text)), *arguments], state.child(), inner.but(via=(*inner.via, via)))


def listed_subs(name: str) -> frozenset[str]:
    return frozenset(sub for names in describe(name).get("sub", ()) for sub in names.split("|"))


def program_of(spec: str) -> str:
    """`@scope/name@1.2` is mostly a program called `name`."""
    if spec.startswith(("./", "../", "/", "~")):
        return spec
    package = split_spec(spec)[0]
    return PROGRAMS.get(package) or package.rpartition("/")[2] or spec
