"""What the value of an environment variable is to the programs that read it. The data is data/variables.yaml."""

from __future__ import annotations

from policyhooks.shell.tables import find_value

_roles: dict[str, str] = {}


def role_of(name: str) -> str:
    """`command`, `exec`, `search`, `options`, `url`, `shell`, `plain`, or empty."""
    if not _roles:
        _roles.update(find_value("variables"))
    return _roles.get(name) or next(
        (_roles[key] for key in _roles if key[-1] == "*" and name.startswith(key[:-1])),
        "",
    )
