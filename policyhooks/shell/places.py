"""What a place on a disk is, by its path as text: credential, system, build configuration. The data is in tags.py.

It looks at no disk and knows neither commands nor workspaces.
"""

from __future__ import annotations


def tag(folded: str) -> list[str]:
    """What a place is."""
    from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS

    parts = [part for part in folded.split("/") if part]
    if not parts:
        return ["system", "root"] if folded else []
    tags: list[str] = []
    last = parts[-1]
    if folded[0] == "/":
        tags += root_tags(parts)
    previous = ""
    for part in parts:
        tags += FOLDERS.get(part, ())
        if previous:
            tags += PAIRS.get(previous + "/" + part, ())
        previous = part
    tags += NAMES.get(last, ())
    tags += name_tags(last)
    if last.endswith("_history") or ".ssh" in parts[-2:]:
        tags += ssh_or_history(parts, last)
    return tags


def root_tags(parts: list[str]) -> list[str]:
    """What the first folders of an absolute path say."""
    from policyhooks.shell.tags import PLAIN_DEVICES, ROOTS

    if parts[:2] == ["var", "tmp"] or parts[:2] == ["dev", "shm"] or parts[:3] == ["private", "var", "folders"]:
        return ["temp"]
    tags = list(ROOTS.get(parts[0], ()))
    device = parts[1] if parts[0] == "dev" and len(parts) > 1 else ""
    if device and (device in PLAIN_DEVICES or device.startswith(("tcp", "udp", "tty"))):
        tags.remove("device")
    if parts[:3] == ["var", "lib", "policyhooks"]:
        tags.append("policy_engine")
    if parts[0] == "proc" and parts[-1] in ("environ", "mem", "maps"):
        tags.append("credential")
    return tags


def name_tags(last: str) -> list[str]:
    """What the beginning and the end of a file's name say."""
    from policyhooks.shell.tags import ENDINGS, ENV_SAMPLES

    tags: list[str] = []
    if last.startswith(".env.") and not last.endswith(ENV_SAMPLES):
        tags.append("credential")
    elif last.startswith("dockerfile.") or (last.endswith(".env") and is_secret_env(last)):
        tags.append("build_config" if last.startswith("d") else "credential")
    dot = last.rfind(".")
    if dot > 0 and not (last.endswith(".pem") and is_certificate(last)):
        tags += ENDINGS.get(last[dot:], ())
    if last.endswith(".json") and ("service-account" in last or "serviceaccount" in last or "adminsdk" in last):
        tags.append("credential")
    return tags


def is_secret_env(name: str) -> bool:
    """Of files such as `build.env`: whether the name speaks of secrets or of a place that has them."""
    words = name.removesuffix(".env").replace("-", "_").replace(".", "_").split("_")
    return not words[0] or any(
        word in ("prod", "production", "staging", "live", "secret", "secrets", "local", "private", "credentials")
        for word in words
    )


def is_certificate(name: str) -> bool:
    """Whether a .pem file says that it holds no private key."""
    from policyhooks.shell.tags import PUBLIC_PEM

    words = name.removesuffix(".pem").replace("-", "_").replace(".", "_").split("_")
    return "key" not in name and any(
        word in PUBLIC_PEM or word.startswith("cert") or word.endswith(("chain", "cert")) for word in words
    )


def ssh_or_history(parts: list[str], last: str) -> list[str]:
    """Shell histories; and what lies in .ssh: keys, unless public."""
    if last.endswith("_history"):
        return ["shell_history"]
    if last == ".ssh" or not (
        last.endswith(".pub") or last.startswith(("known_hosts", "config", "authorized_keys", "rc"))
    ):
        return ["credential"]
    return []
