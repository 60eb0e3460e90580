"""What a build does before it packs: the shipped data is built from its YAML, as `make tables` does.

With POLICYHOOKS_WHEEL_SYSTEM (front/wheels.py) the wheel is for one system and carries its native front.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesHook(BuildHookInterface[Any]):
    """Builds policyhooks/data/tables.json for wheels and sdists alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the built file where it would be another one; a row that cannot be read ends the build."""
        sys.path.insert(0, self.root)
        try:
            from policyhooks.cli.tables import main

            code = main([])
            if not code and self.target_name == "wheel":
                self.add_front(build_data)
        finally:
            sys.path.remove(self.root)
        if code:
            raise SystemExit(code)

    def add_front(self, build_data: dict[str, Any]) -> None:
        """The front of the system that the wheel is for; none where it is for all of them."""
        from front.build import TARGETS, build
        from front.wheels import VARIABLE

        system = os.environ.get(VARIABLE, "")
        if not system:
            return
        self.scratch = tempfile.TemporaryDirectory(prefix="policyhooks-wheel-")
        file = Path(self.scratch.name) / "hook"
        if not build(system, file, "zig"):
            raise SystemExit(f"the front for {system} was not built")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TARGETS[system][1]}"
        build_data["force_include"][str(file)] = "policyhooks/shipped/front/hook"
