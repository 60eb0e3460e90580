"""Which environment a command addresses: words of role target, and telling names in its environment."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.commands import Command

KINDS = (
    ("prod", ("prod", "prd", "production", "live")),
    ("staging", ("staging", "stage", "stg", "preprod", "uat")),
    ("dev", ("dev", "development", "local", "localhost", "test", "testing", "qa", "sandbox", "minikube", "kind")),
)
TELLING = (
    "AWS_PROFILE",
    "KUBECONFIG",
    "KUBECONTEXT",
    "TF_WORKSPACE",
    "ENV",
    "ENVIRONMENT",
    "NODE_ENV",
    "RAILS_ENV",
    "APP_ENV",
    "STAGE",
    "DATABASE_URL",
    "PGHOST",
    "PGDATABASE",
)


def target_env(command: Command) -> str:
    """`prod`, `staging`, `dev`, or empty. Production wins where several are named."""
    texts = [
        word.text
        for parsed in (*command.outer, command.parsed)
        for role, word, _ in parsed.roles
        if role in ("target", "host", "url", "remote", "database")
    ]
    texts += [
        entry.value
        for entry in command.reader.env
        if entry.name in TELLING and (entry.command_id == command.id or entry.scope != "prefix")
    ]
    texts.append(command.parsed.entry.get("target", ""))
    texts.append(command.remote)
    kinds = {kind_of(text) for text in texts if text}
    return next((kind for kind, _ in KINDS if kind in kinds), "")


def kind_of(text: str) -> str:
    words = "".join(char if char.isalpha() else " " for char in text.lower()).split()
    for kind, names in KINDS:
        if any(word in names or (kind == "prod" and names_production(word)) for word in words):
            return kind
    return ""


def names_production(word: str) -> bool:
    """`prodeu`, `productioneu`, but no product."""
    return word.startswith("prod") and (not word.startswith("product") or word.startswith("production"))
