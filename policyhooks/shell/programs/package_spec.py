"""How a package is asked for: `name==1`, `@scope/name@1`, an address, a path. Text only."""

from __future__ import annotations


def split_spec(text: str) -> tuple[str, str]:
    """`name==1`, `name@1`, `@scope/name@1`, `name>=2`."""
    if source_of(text):
        return text, ""
    for mark in ("==", ">=", "<=", "~=", "!=", ">", "<"):
        name, found, version = text.partition(mark)
        if found:
            return name.partition("[")[0], (version if mark == "==" else mark + version)
    name, at, version = text.rpartition("@")
    if at and name:
        return name, version
    return text, ""


def source_of(text: str) -> str:
    """Where a spec points when it is no plain name: a URL, a repository, a path."""
    if "://" in text or text.startswith(("git+", "git@", "github:", "gitlab:", "bitbucket:", "gist:", "file:")):
        return text
    if (
        text.startswith(("./", "../", "/", "~"))
        or text in (".", "..")
        or text.endswith((".whl", ".tgz", ".tar.gz", ".zip", ".deb", ".rpm"))
    ):
        return text
    return ""
