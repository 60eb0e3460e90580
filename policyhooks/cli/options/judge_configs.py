"""The models of a Config, for verbs that ask them: the one that is named, else a trusted project file's."""

from __future__ import annotations

from pathlib import Path

from policyhooks.cli.options.notes import tell
from policyhooks.errors import InvalidPolicies, UsageError


def find_config(named: str | None) -> dict[str, object]:
    """The judge section of the Config that is named, else of the trusted project file; empty where there is none."""
    return read_config(named or trusted_config())


def trusted_config() -> str | None:
    """The project file here, where it is trusted: its models are asked and its keys are used."""
    from policyhooks.cli.options.project import choose_found, note_use

    chosen = choose_found(Path.cwd())
    if chosen is None or chosen.found is None:
        return None
    if chosen.untrusted:
        tell(f"note: {chosen.found} is not trusted, its models are not used")
        return None
    note_use(chosen.found)
    return chosen.config


def read_config(path: str | None) -> dict[str, object]:
    """The judge section of a Config, as it would be compiled in. Raises InvalidPolicies."""
    from policyhooks.compiler.emit.options import options_of
    from policyhooks.compiler.files import read_file
    from policyhooks.compiler.model.config import Config

    if path is None:
        return {}
    found, problems = read_file(path)
    if problems:
        raise InvalidPolicies(problems)
    if found is None or not isinstance(found.model, Config):
        raise UsageError(f"`{path}` is not a Config", "write `kind: Config`")
    judge = options_of(found.model, "managed", asked=True)["judge"]
    return judge if isinstance(judge, dict) else {}
