"""Other names that programs themselves give their sub-commands: a matcher on one means them all. Data only."""

from __future__ import annotations

# program: {sub-command: its other names}
ALIASES: dict[str, dict[str, tuple[str, ...]]] = {
    "npm": {
        "install": ("i", "in", "ins", "inst", "insta", "instal", "isnt", "isnta", "isntal", "isntall", "add"),
        "ci": ("clean-install", "ic", "install-clean", "isntall-clean"),
        "uninstall": ("un", "unlink", "remove", "rm", "r"),
        "run": ("run-script", "rum", "urn"),
        "exec": ("x",),
        "test": ("t", "tst"),
        "update": ("up", "upgrade", "udpate"),
        "link": ("ln",),
    },
    "pnpm": {
        "install": ("i",),
        "remove": ("rm", "uninstall", "un", "uni"),
        "run": ("run-script",),
        "update": ("up", "upgrade"),
        "test": ("t", "tst"),
    },
    "bun": {"install": ("i",), "add": ("a",), "remove": ("rm",)},
    "cargo": {"build": ("b",), "check": ("c",), "run": ("r",), "test": ("t",), "remove": ("rm",)},
    "helm": {"uninstall": ("un", "del", "delete"), "list": ("ls",)},
    "gem": {"install": ("i",)},
    "brew": {"uninstall": ("remove", "rm")},
    "svn": {"commit": ("ci",), "delete": ("del", "remove", "rm"), "checkout": ("co",), "update": ("up",)},
    "hg": {"commit": ("ci",), "update": ("up", "checkout", "co")},
    "conda": {"remove": ("uninstall",), "update": ("upgrade",)},
}


def spellings(name: str, words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The words of a command matcher in every spelling that the program takes."""
    if not words:
        return [words]
    return [words, *((other, *words[1:]) for other in ALIASES.get(name, {}).get(words[0], ()))]
