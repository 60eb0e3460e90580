"""Which environment a command addresses: its words, telling variables, where it runs, what was selected before it."""

from __future__ import annotations

from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.roles import role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command

KINDS = (
    ("prod", ("prod", "prods", "prd", "production", "live")),
    ("staging", ("staging", "stage", "stg", "preprod", "preproduction", "uat")),
    ("dev", ("dev", "development", "local", "localhost", "test", "testing", "qa", "sandbox", "minikube", "kind")),
)
# `prodeu`, `proddb`: what people write behind it without a mark between. Not `prodigy`, not `product`.
SUFFIXES = """
    a app api ap aws az b blue cluster ctx db de eks eu gcp gke green k ks main na ne ro rw sa se server svc uk us usa
    east west web
"""
PRODUCTION = frozenset(stem + suffix for stem in ("prod", "prd", "production") for suffix in SUFFIXES.split())
NEGATIONS = frozenset(("non", "not", "no", "never", "un"))
LIKENESSES = frozenset(("like", "ready", "grade", "quality"))
# Not NODE_ENV and MIX_ENV: those say how something is built.
TELLING_NAMES = """
    AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT KUBECONFIG KUBECONTEXT KUBE_CONTEXT HELM_KUBECONTEXT HELM_NAMESPACE
    TF_WORKSPACE TF_VAR_env TF_VAR_environment TF_CLI_ARGS TF_CLI_ARGS_apply TF_CLI_ARGS_destroy PULUMI_STACK
    CLOUDSDK_ACTIVE_CONFIG_NAME CLOUDSDK_CORE_PROJECT GOOGLE_CLOUD_PROJECT GCP_PROJECT AZURE_SUBSCRIPTION
    DOCKER_HOST DOCKER_CONTEXT VAULT_ADDR VAULT_NAMESPACE CONSUL_HTTP_ADDR NOMAD_ADDR NOMAD_NAMESPACE
    ANSIBLE_INVENTORY HEROKU_APP FLY_APP FIREBASE_PROJECT ENV ENVIRONMENT RAILS_ENV RACK_ENV APP_ENV DEPLOY_ENV
    TARGET_ENV STAGE DJANGO_SETTINGS_MODULE SPRING_PROFILES_ACTIVE ASPNETCORE_ENVIRONMENT DATABASE_URL DB_URL DB_HOST
    DB_NAME PGHOST PGDATABASE PGSERVICE MYSQL_HOST REDIS_URL REDIS_HOST MONGO_URL MONGO_URI MONGODB_URI
"""
TELLING = frozenset(TELLING_NAMES.split())
# Options that say it anew, so that an earlier selection does not matter.
ANEW = ("--context", "--kube-context", "--kubeconfig", "--stack", "--subscription", "--project", "--configuration")


def target_env(command: Command) -> str:
    """`prod`, `staging`, `dev`, or empty. Production wins where several are named."""
    texts = [
        place_of(word.text) if role_of(role).target == "place" else word.text
        for parsed in (*command.outer, command.parsed)
        for role, word, _ in parsed.roles
        if role_of(role).target
    ]
    texts += [
        entry.value
        for entry in command.reading.env
        if entry.name in TELLING and (entry.command_id == command.id or entry.scope != "prefix")
    ]
    texts.append(command.parsed.entry.get("target", ""))
    texts.append(command.remote)
    texts += told_by_options(command)
    kinds = {kind_of(text) for text in texts if text}
    if not any(option in command.opts for option in ANEW):
        kinds.add(selected_before(command))
    return next((kind for kind, _ in KINDS if kind in kinds), "")


def told_by_options(command: Command) -> list[str]:
    """What the table names as telling: values of options, an option itself (`--prod`), the working directory."""
    texts: list[str] = []
    for name in describe(command.name).get("targets", "").split("|"):
        if name == "cwd":
            root = command.reading.settings.workspace.rstrip("/") + "/"
            places = (command.effective_cwd, *command.maybe_cwds)
            texts += [place.removeprefix(root) for place in places if place.startswith(root)]
        elif name in command.opts:
            texts += command.opts[name]
        elif name in command.flags:
            texts.append(name)
    return texts


def selected_before(command: Command) -> str:
    """The environment that an earlier command of the same text selected (`kubectl config use-context prod`)."""
    addressed = describe(command.name).get("addresses")
    for earlier in reversed(command.reading.commands[: command.id - 1] if addressed else ()):
        if addressed in selections(earlier):
            words = [*earlier.args[len(earlier.subs) :], *(text for texts in earlier.opts.values() for text in texts)]
            kinds = {kind_of(text) for text in words}
            return next((kind for kind, _ in KINDS if kind in kinds), "")
    return ""


def selections(command: Command) -> list[str]:
    """The groups of programs for which a command selects what they address."""
    subs = " ".join(command.subs)
    return [group for paths, group in describe(command.name).get("selects", {}).items() if subs in paths.split("|")]


def place_of(url: str) -> str:
    """The host of a web address: its path says nothing about where it goes."""
    scheme, mark, rest = url.partition("://")
    return rest.partition("/")[0].rpartition("@")[2] if mark and scheme.lower() in ("http", "https") else url


def kind_of(text: str) -> str:
    words = split_name(text)
    found = {kind_at(words, index) for index in range(len(words))}
    return next((kind for kind, _ in KINDS if kind in found), "")


def kind_at(words: list[str], index: int) -> str:
    """What one word of a name says, by its neighbours: `non-prod` and `prod-like` are something else."""
    word = words[index]
    before = words[index - 1] if index else ""
    after = words[index + 1] if index + 1 < len(words) else ""
    for kind, names in KINDS:
        if word in names or (kind == "prod" and word in PRODUCTION):
            if kind != "prod":
                return kind
            if before == "pre":
                return "staging"
            return "" if before in NEGATIONS or after in LIKENESSES else kind
    return ""


def split_name(text: str) -> list[str]:
    """`prod-eu_1`, `ProdStack`: words in small letters."""
    spaced = "".join(
        " " + char if char.isupper() and index and text[index - 1].islower() else char
        for index, char in enumerate(text)
    )
    return "".join(char if char.isalpha() else " " for char in spaced.lower()).split()
