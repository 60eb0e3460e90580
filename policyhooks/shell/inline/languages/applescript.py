"""AppleScript: the commands that run shell text, and little else."""

SYNTAX = {
    "lines": True,
    "line": ("--", "#"),
    "block": (("(*", "*)"),),
    "quotes": {'"': "escape"},
    "concat": "&",
    "member": "",
    "keys": (),
}
CONNECTING = ()

EFFECTS = {
    "text@0": "do-shell-script do-script",
    "eval@0": "run-script",
}


SHOWING = "display return log"
