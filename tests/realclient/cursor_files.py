"""Many hooks.json at once, each in a project of its own, put to the agent of Cursor's package: loaded, or not.

A probe at sessionStart tells. What the agent says of a session that a hook stops it says in the error of the run, so
the same way shows how it reads an answer.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.realclient.stage import Stage

BATCH = 10  # one run has time for them on a busy machine, too
PROMPT = "Good morning."
_HOOKS = re.compile(r'("hooks"\s*:\s*\{)(\s*)(.)', re.DOTALL)


def probed(text: str, mark: Path) -> str:
    """The file with one entry more, the rest byte for byte; nothing where there is no place for an entry."""
    entry = f'"sessionStart": [{{"command": "touch {mark}"}}]'
    found = _HOOKS.search(text)
    if found is None or '"sessionStart"' in text:
        return ""
    comma = "" if found[3] == "}" else ","
    return f"{text[: found.end(1)]}{entry}{comma}{text[found.end(1) :]}"


def play(stage: Stage, texts: Sequence[str]) -> list[Mapping[str, str]]:
    """What became of a run in a project with each file: `folder`, `status` and `reason`."""
    many = stage.folder / f"many-{len(list(stage.folder.glob('many-*')))}"
    folders = [many / str(number) for number in range(len(texts))]
    for folder, text in zip(folders, texts, strict=True):
        (folder / ".cursor").mkdir(parents=True)
        (folder / ".cursor/hooks.json").write_text(text, "utf-8")
    found = {line["folder"]: line for batch in _batches(folders) for line in _run(stage, batch)}
    assert found.keys() == {str(folder) for folder in folders}, "the agent did not come to all of them"
    return [found[str(folder)] for folder in folders]


def loaded(stage: Stage, texts: Sequence[str]) -> list[bool]:
    """Whether the agent runs the hooks of each file; every text must have a place for the probe."""
    marks = [stage.folder / f"loaded-{number}" for number in range(len(texts))]
    files = [probed(text, mark) for text, mark in zip(texts, marks, strict=True)]
    assert all(files), [text for text, file in zip(texts, files, strict=True) if not file]
    play(stage, files)
    return [mark.exists() for mark in marks]


def _batches(folders: Sequence[Path]) -> Iterator[Sequence[Path]]:
    for first in range(0, len(folders), BATCH):
        yield folders[first : first + BATCH]


def _run(stage: Stage, folders: Sequence[Path]) -> list[Mapping[str, str]]:
    outcome = stage.play(prompt=PROMPT, more=[str(folder) for folder in folders])
    lines = [line for line in outcome.stdout.splitlines() if line.startswith('{"folder"')]
    assert len(lines) == len(folders), outcome
    return [json.loads(line) for line in lines]
