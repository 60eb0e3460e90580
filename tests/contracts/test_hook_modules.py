"""The modules that a hook process loads: a written list, so that a heavy import is a failing test."""

import json
import subprocess
from pathlib import Path

from benchmarks.events import READ
from policyhooks.image.activation import Activation
from tests.support.hooks import install, payload

# What the interpreter has loaded before the first line of the stub, `-I -S`.
INTERPRETER = {
    "sys", "builtins", "_frozen_importlib", "_imp", "_thread", "_warnings", "_weakref", "_io", "marshal", "posix",
    "_frozen_importlib_external", "time", "zipimport", "_codecs", "codecs", "encodings.aliases", "encodings",
    "encodings.utf_8", "_signal", "_abc", "abc", "io", "__main__", "encodings.ascii", "encodings.latin_1",
}  # fmt: skip
# What an ordinary decision adds. Extension modules cost a fifth of a millisecond each.
STANDARD = {"gc", "_json", "_sha256", "_sha2", "faulthandler", "_sre", "errno", "_locale"}
OURS = {
    "policyhooks",
    "policyhooks.clients",
    "policyhooks.clients.answers",
    "policyhooks.clients.calls",
    "policyhooks.clients.catalog",
    "policyhooks.clients.claude_code",
    "policyhooks.clients.claude_code.answer",
    "policyhooks.clients.claude_code.events",
    "policyhooks.clients.claude_code.parse",
    "policyhooks.clients.claude_code.tools",
    "policyhooks.clients.detection",
    "policyhooks.clients.fields",
    "policyhooks.clients.reading",
    "policyhooks.clients.registry",
    "policyhooks.core",
    "policyhooks.core.candidates",
    "policyhooks.core.checksum",
    "policyhooks.core.effects",
    "policyhooks.core.event",
    "policyhooks.core.events",
    "policyhooks.core.json_text",
    "policyhooks.core.looks",
    "policyhooks.core.matching",
    "policyhooks.core.program",
    "policyhooks.core.records",
    "policyhooks.core.shell_records",
    "policyhooks.core.strict_json",
    "policyhooks.core.values",
    "policyhooks.core.verdict",
    "policyhooks.errors",
    "policyhooks.evaluation",
    "policyhooks.evaluation.globs",
    "policyhooks.runtime",
    "policyhooks.runtime.engine",
    "policyhooks.runtime.engine.combine",
    "policyhooks.runtime.engine.completing",
    "policyhooks.runtime.engine.deciding",
    "policyhooks.runtime.engine.rule_results",
    "policyhooks.runtime.engine.selection",
    "policyhooks.runtime.engine.session",
    "policyhooks.runtime.launch",
    "policyhooks.runtime.launch.hook",
    "policyhooks.runtime.launch.storing",
    "policyhooks.runtime.launch.waiting",
    "policyhooks.runtime.platform",
    "policyhooks.runtime.ports",
    "policyhooks.runtime.ports.journal",
    "policyhooks.runtime.ports.journal_head",
    "policyhooks.runtime.ports.journal_key",
    "policyhooks.runtime.ports.outside_world",
    "policyhooks.runtime.ports.recording",
    "policyhooks.secrets",
    "policyhooks.secrets.masking",
}
# The tool of the ordinary decision is one that no table knows: what its input holds is looked for.
INPUT = {
    "policyhooks.runtime.engine.argument_keys",
    "policyhooks.runtime.engine.argument_leaves",
    "policyhooks.runtime.engine.command_arguments",
    "policyhooks.runtime.engine.inner_events",
    "policyhooks.runtime.engine.path_arguments",
    "policyhooks.runtime.engine.tool_arguments",
}
FILES = {
    "policyhooks.shell",
    "policyhooks.shell.pathtext",
    "policyhooks.shell.places",
    "policyhooks.shell.view",
    "policyhooks.shell.view.guarded",
    "policyhooks.shell.view.paths",
    "policyhooks.shell.tables",
    "policyhooks.shell.tags",
}

# What a hook adds that is not done after 30 ms, as on a busy machine.
SLOW = {"policyhooks.runtime.guard"}

# The stub's own steps, then a look at sys.modules where the process would end.
LOOK = """
import sys
sys.argv[0] = sys.argv[1]
del sys.argv[1]
import marshal, posix
code = open(sys.argv[0]).read()
marker = 'space["start"]'
code = code.replace(marker, "spy(space); " + marker)
def spy(space):
    serve = space["serve"]
    def served(*arguments):
        serve(*arguments)
        platform = space["find"]("policyhooks.runtime.platform")
        def leave(status):
            posix.write(2, ("\\n".join(sys.modules) + "\\n").encode())
            posix._exit(status)
        platform.leave = leave
    space["serve"] = served
exec(compile(code, "stub", "exec"))
"""


def loaded(active: Activation, folder: Path, event: dict[str, object]) -> set[str]:
    script = folder / "look.py"
    script.write_text(LOOK)
    command = [
        str(active.interpreter),
        "-I",
        "-S",
        str(script),
        f"{active.state}/hook.py",
        "claude-code",
        "PreToolUse",
        "30",
    ]
    done = subprocess.run(command, input=json.dumps(event).encode(), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    return set(done.stderr.decode().split()) - SLOW


def test_an_ordinary_decision_loads_the_written_list_and_no_more(tmp_path: Path) -> None:
    found = loaded(install(tmp_path), tmp_path, payload())
    assert found - INTERPRETER - STANDARD == OURS | INPUT


def test_a_decision_on_a_file_adds_paths_alone(tmp_path: Path) -> None:
    found = loaded(install(tmp_path), tmp_path, READ[2])
    assert found - INTERPRETER - STANDARD - OURS <= FILES


def test_no_heavy_module_is_ever_loaded(tmp_path: Path) -> None:
    found = loaded(install(tmp_path), tmp_path, payload())
    heavy = {
        "os",
        "re",
        "json",
        "typing",
        "dataclasses",
        "enum",
        "pathlib",
        "subprocess",
        "collections",
        "functools",
        "site",
    }
    assert not found & heavy
