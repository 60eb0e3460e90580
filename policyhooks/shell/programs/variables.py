"""What the value of an environment variable is to the programs that read it. See FORMAT.md."""

VARIABLES = {
    "PAGER": "command",
    "LD_PRELOAD": "exec",
}
