"""What a build does before it packs: the shipped data is built from its YAML, as `make tables` does."""

from __future__ import annotations

import sys
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
        finally:
            sys.path.remove(self.root)
        if code:
            raise SystemExit(code)
