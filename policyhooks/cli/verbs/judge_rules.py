"""What `judge eval` and `judge redteam` share: rules whose questions are put to models, and who answers."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.judge_configs import find_config
from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.policies import shipped
from policyhooks.errors import EnvironmentBroken, UsageError

if TYPE_CHECKING:
    from policyhooks.inspect.labelled_events import Workspaces
    from policyhooks.inspect.session import Deciding
    from policyhooks.judge.assessment import Setting
    from policyhooks.judge.calls import Complete
    from policyhooks.judge.recording import Recording
    from policyhooks.runtime.ports.judging import JudgeRequest


def add_answering_arguments(parser: argparse.ArgumentParser) -> None:
    """Who answers, how long, how many at once, and recordings."""
    parser.add_argument("--policies", nargs="+", metavar="PATH", help="with the rules (default: as `test` finds them)")
    parser.add_argument(
        "--config", metavar="FILE", help="the Config that names the models (default: a trusted policyhooks.yaml)"
    )
    parser.add_argument("--model", action="append", metavar="ALIAS", help="instead of each rule's own; may be repeated")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="for one answer (default: 30)")
    parser.add_argument("--parallel", type=int, default=4, metavar="N", help="calls side by side (default: 4)")
    parser.add_argument(
        "--record", metavar="FILE", help="write every answer down at once; one that is there is not asked for again"
    )
    parser.add_argument("--replay", metavar="FILE", help="take the answers from a recording; no model is asked")


class Rules:
    """The rules that rows name, compiled when the first one does. Use as a context manager."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._workspaces: Workspaces | None = None

    def __enter__(self) -> Rules:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._workspaces is not None:
            self._workspaces.__exit__(*problem)

    def question(self, row: Mapping[str, object], place: str) -> JudgeRequest | None:
        """What the row's rule asks about its event."""
        from policyhooks.inspect.labelled_events import Workspaces

        if self._workspaces is None:
            self._workspaces = Workspaces(_compiled(self._arguments))
        return self._workspaces.question(row, place)


def _compiled(arguments: argparse.Namespace) -> Deciding:
    """Every rule acts, whatever its mode, roll-out and profile say: what is measured is what it would say."""
    from policyhooks.cli.options.project import choose_to_read, names_nothing
    from policyhooks.inspect.program import load_modules
    from policyhooks.inspect.rulebook import Rulebook
    from policyhooks.inspect.session import Deciding

    paths = arguments.policies
    if not paths and arguments.config and names_nothing(Path(arguments.config)):
        paths = [shipped()]
    chosen = choose_to_read(paths, arguments.config)
    if not arguments.replay:
        chosen.refuse_to_start()
    return Deciding(Rulebook([load_modules(chosen.compile().modules, enforce=True)]))


def open_recording(arguments: argparse.Namespace) -> Recording | None:
    """The recording that is repeated or continued; None where none is named."""
    from policyhooks.judge.recording import load

    if arguments.record and arguments.replay:
        raise UsageError("--record and --replay exclude each other")
    if arguments.replay:
        return load(Path(arguments.replay), must=True)
    return load(Path(arguments.record), must=False) if arguments.record else None


def setting_of(arguments: argparse.Namespace, recording: Recording | None) -> Setting:
    """Models, keys, times. A repetition without a Config has the models of its recording."""
    from policyhooks.judge.assessment import Setting

    if arguments.replay and not arguments.config:
        assert recording is not None
        config: dict[str, object] = {"models": recording.models()}
    else:
        config = find_config(arguments.config)
    if arguments.replay:
        config = {**config, "models": _without_keys(config.get("models"))}
    return Setting(config, key_values(config), arguments.timeout, max(1, arguments.parallel))


def _without_keys(models: object) -> dict[str, object]:
    """Recorded answers need no key."""
    named = models if isinstance(models, dict) else {}
    return {
        alias: {name: value for name, value in model.items() if name != "api_key_env"}
        for alias, model in named.items()
        if isinstance(model, dict)
    }


def key_values(config: Mapping[str, object]) -> dict[str, str]:
    """The values of the key variables that the Config names, before the environment is cleaned."""
    models = config.get("models")
    named = [model.get("api_key_env") for model in models.values()] if isinstance(models, dict) else []
    return {name: os.environ[name] for name in named if name and name in os.environ}


def completion(*, repeated: bool) -> Complete:
    """The function that answers: nobody, or litellm in an environment without our variables."""
    from policyhooks.judge.recording import nobody

    if repeated:
        return nobody
    from policyhooks.judge.calls import load_completion
    from policyhooks.judge.surroundings import clean_environment

    clean_environment(tempfile.gettempdir())
    tell("loading litellm (a few seconds)")
    try:
        return load_completion()
    except ImportError:
        raise EnvironmentBroken("litellm is not installed", "pip install 'policyhooks[judge]'") from None
