"""`python -m policyhooks` is the command line."""

import sys

from policyhooks.cli.main import run

sys.exit(run())
