"""What a Config says of the Redis that a team shares. It knows neither Redis nor the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

SHORTEST_KEY = 32
DEFAULT_MS = 200
LONGEST_MS = 2_000  # Redis is worth less than the question that waits for it


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """Where it is and what counts. Without a `key` nothing that is read there counts but numbers."""

    host: str
    port: int
    number: int
    encrypted: bool
    user: str | None = None
    password: str | None = None
    key: bytes | None = None
    ca_file: str | None = None
    timeout_s: float = DEFAULT_MS / 1000
    ok: bool = False
    caps: tuple[tuple[str, float], ...] = ()


def settings_of(config: Mapping[str, object], keys: Mapping[str, str]) -> TeamSettings | None:
    """The settings of a judge's options, with the keys that came from the hook; None where nothing is shared."""
    team = config.get("team")
    if not isinstance(team, Mapping) or not isinstance(team.get("redis"), str):
        return None
    try:
        address = urlsplit(team["redis"])
        host, port, number = address.hostname or "", address.port or 6379, int(address.path.strip("/") or "0")
    except ValueError:
        return None
    key = keys.get(str(team.get("key_env") or ""), "").encode()
    budgets, timeout = team.get("budgets"), team.get("timeout")
    caps = budgets.items() if isinstance(budgets, Mapping) else ()
    return TeamSettings(
        host=host,
        port=port,
        number=number,
        encrypted=address.scheme == "rediss",
        user=_text(team.get("user")),
        password=keys.get(str(team.get("password_env") or "")) or None,
        key=key if len(key) >= SHORTEST_KEY else None,
        ca_file=_text(team.get("ca_file")),
        timeout_s=min(LONGEST_MS, timeout if isinstance(timeout, int) and timeout > 0 else DEFAULT_MS) / 1000,
        ok=team.get("ok") is True,
        caps=tuple((str(name), float(cap)) for name, cap in caps if isinstance(cap, int | float)),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
