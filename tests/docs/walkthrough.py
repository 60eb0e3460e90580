"""Reads a page as a walkthrough: files to write and commands to run, in the order of the page.

A fenced block behind `<!-- file: NAME -->` is a file. Lines of a `console` block that begin with `$ `
are commands; what follows is their output, in which `...` stands for anything, `[exit N]` for the exit
code. In blocks without `$ ` every line is a command, and what it prints is not promised. A block under a line
`*Not run by a test: REASON.*` is left out.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.homes import STARTED

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n|^\*Not run by a test: (?P<mark>[^*\n]+)\.\*\n\n)?"
    r"^```(?P<language>\w+)\n(?P<body>.*?)^```$",
    re.S | re.M,
)


@dataclass
class Step:
    """A file to write, or a command with what it must print."""

    file: str = ""
    content: str = ""
    command: str = ""
    output: list[str] = field(default_factory=list)
    code: int = 0


def read_steps(page: Path) -> Iterator[Step]:
    """The steps of a page that a test can take."""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if block["file"]:
            yield Step(file=block["file"], content=block["body"])
        elif block["language"] == "console" and not block["mark"]:
            plain = (Step(command=line) for line in block["body"].splitlines())
            yield from list(_commands(block["body"])) or plain


def read_marks(page: Path) -> list[str]:
    """Why blocks of commands are not run."""
    return [block["mark"] for block in BLOCK.finditer(page.read_text(encoding="utf-8")) if block["mark"]]


def _commands(body: str) -> Iterator[Step]:
    step: Step | None = None
    for line in body.splitlines():
        if line.startswith("$ "):
            if step is not None:
                yield step
            step = Step(command=line[2:])
        elif step is not None and (code := re.fullmatch(r"\[exit (\d+)\]", line)):
            step.code = int(code[1])
        elif step is not None:
            step.output.append(line)
    if step is not None:
        yield step


def yaml_blocks(page: Path) -> list[str]:
    return [block["body"] for block in BLOCK.finditer(page.read_text(encoding="utf-8")) if block["language"] == "yaml"]


def environment(home: Path, programs: Path = Path(sys.executable).parent) -> dict[str, str]:
    """What a step is run with; `programs` is the folder of ours."""
    return {"HOME": str(home), "PATH": f"{programs}:/usr/bin:/bin", "LANG": "C.UTF-8", **STARTED}


def follow(steps: Iterable[Step], project: Path, env: Mapping[str, str]) -> list[str]:
    """Do what a page says; the differences between what it promises and what happened."""
    done = (take(step, project, env) for step in steps)
    return [problem for problem in done if problem]


def take(step: Step, project: Path, env: Mapping[str, str]) -> str:
    """Do one step; the difference between what it promises and what happened, or nothing."""
    if step.file:
        (project / step.file).parent.mkdir(parents=True, exist_ok=True)
        (project / step.file).write_text(step.content, encoding="utf-8")
        return ""
    done = subprocess.run(
        ["/bin/sh", "-c", f"{{ {step.command}\n}} 2>&1"],
        capture_output=True,
        text=True,
        cwd=project,
        env=env,
        check=False,
        timeout=300,
    )
    if done.returncode != step.code:
        return f"$ {step.command}\nexit {done.returncode}, not {step.code}\n{done.stdout}"
    if not matches(step.output, done.stdout):
        return f"$ {step.command}\npromised:\n{os.linesep.join(step.output)}\ngot:\n{done.stdout}"
    return ""


def matches(promised: list[str], got: str) -> bool:
    """Whether an output is as promised; `...` on a line of its own is any lines, inside a line any text."""
    pattern = ""
    for line in promised:
        if line == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += (
                r"\s*".join(
                    re.escape(part.rstrip()) if at == 0 else ".*" + re.escape(part)
                    for at, part in enumerate(line.split("..."))
                )
                + r"\s*\n"
            )
    if not promised:
        return True
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in got.splitlines())) is not None
