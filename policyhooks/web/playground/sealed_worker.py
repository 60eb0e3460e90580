"""The process of the playground: it loads everything, gives up everything else, then answers one request after another.

    in   {"policy", "event", "client", "native", "what"}          out  {...} as question.py tells it
    out  {"shfmt": [text, language, seconds]} in between           in   {"shfmt": [code, output, errors]}

The shell parser is a program of its own, so the page starts it in this process's stead.
"""

from __future__ import annotations

import base64
import gc
import importlib
import os
import pkgutil
import tempfile
from pathlib import Path

from policyhooks.clients.native_payload import WRITERS
from policyhooks.compiler.files import File, read_file
from policyhooks.compiler.linking import LinkedLibraries, link_libraries
from policyhooks.compiler.model.policy import Library
from policyhooks.compiler.packs import SHIPPED
from policyhooks.inspect.place import PARSER_LIMIT_S, find_shfmt
from policyhooks.shell.syntax.parser import Parser
from policyhooks.web.playground import pipe
from policyhooks.web.playground.confinement import seal
from policyhooks.web.playground.question import Shelf, answer
from policyhooks.web.playground.samples import POLICY, list_samples

# What a decision can load later: nothing can be loaded any more then.
PACKAGES = (
    "policyhooks.core",
    "policyhooks.evaluation",
    "policyhooks.clients",
    "policyhooks.secrets",
    "policyhooks.shell",
    "policyhooks.cel",
    "policyhooks.compiler",
    "policyhooks.inspect",
    "policyhooks.suite",
    "policyhooks.runtime.engine",
    "policyhooks.runtime.ports",
    "encodings",
)
NEEDS_MORE = ("encodings.cp65001", "encodings.mbcs", "encodings.oem")  # of another system


class Talk:
    """The two descriptors to the page."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self.incoming = incoming
        self.outgoing = outgoing

    def run_shfmt(self, binary: str, text: bytes, language: str, limit_s: float) -> tuple[int, bytes, bytes]:
        """Have the page start the shell parser; which one is the page's to say."""
        pipe.write(self.outgoing, {"shfmt": [base64.b64encode(text).decode("ascii"), language, limit_s]})
        found = pipe.read(self.incoming).get("shfmt")
        if not isinstance(found, list) or len(found) != 3:
            raise OSError("no parser")
        code, output, errors = found
        return int(code), base64.b64decode(output), base64.b64decode(errors)


def main() -> None:
    """Answer until the page goes away."""
    talk = Talk(os.dup(0), os.dup(1))
    silence()
    tempfile.tempdir = "/nowhere"  # asking for a folder of temporary files would look for one
    shelf = Shelf(*load_libraries(), Parser(find_shfmt(), PARSER_LIMIT_S))
    load()
    warm(shelf)
    shelf = Shelf(shelf.files, shelf.linked, Parser(find_shfmt(), PARSER_LIMIT_S, talk.run_shfmt))
    gc.freeze()
    held = seal()
    pipe.write(talk.outgoing, {"sealed": held})
    while True:
        try:
            request = pipe.read(talk.incoming)
        except pipe.Broken:
            return
        pipe.write(talk.outgoing, answer_safely(request, shelf))


def answer_safely(request: dict[str, object], shelf: Shelf) -> dict[str, object]:
    """The answer; of a fault of ours its name alone."""
    try:
        return answer(request, shelf)
    except pipe.Broken:
        raise SystemExit(0) from None
    except Exception as problem:  # noqa: BLE001 - one question must not end the process for the next
        return {"problem": f"this cannot be decided here ({type(problem).__name__})"}


def silence() -> None:
    """Nothing that is printed may be taken for an answer."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)


def load() -> None:
    """Load every module that a decision could ask for."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if found.name not in NEEDS_MORE:
                importlib.import_module(found.name)


def load_libraries() -> tuple[tuple[File[Library], ...], LinkedLibraries]:
    """The libraries of the shipped packs: all that a policy can import here."""
    found = []
    for path in sorted(SHIPPED.rglob("*.yaml")):
        if "\nkind: Library" in path.read_text(encoding="utf-8"):
            file, _ = read_file(str(path))
            if file is not None and isinstance(file.model, Library):
                found.append(File(Path(path).name, file.document, file.model))
    return tuple(found), link_libraries(found)


def warm(shelf: Shelf) -> None:
    """Decide every sample once: what is read on first use is read now."""
    for client in WRITERS:
        for sample in list_samples(client):
            request = {"policy": POLICY, "client": client, "native": sample.native, "event": sample.event}
            answer(request, shelf)
    answer({"policy": POLICY, "what": "tests"}, shelf)
