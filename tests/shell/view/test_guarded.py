"""Places of the running hook: below them, behind links to them, by patterns that could name them; not beside them."""

from pathlib import Path

import pytest

from policyhooks.shell.view.guarded import INTERPRETER, STATE, guarded_tags
from policyhooks.shell.view.paths import path_ref

GUARDED = ("/srv/ph state", "/opt/py/bin/python3", "/opt/py/lib/python3.12", "")


def tags(path: str, glob: bool = False) -> list[str]:
    return guarded_tags(path, path, glob, GUARDED, lambda place: place)


@pytest.mark.parametrize(
    ("path", "want"),
    [
        ("/srv/ph state", STATE),
        ("/srv/ph state/key", STATE),
        ("/SRV/PH State/Key", STATE),
        ("/srv/ph state/site-packages/x", STATE),
        ("/srv/ph states/key", ()),
        ("/srv/ph", ()),
        ("/srv", ()),
        ("/opt/py/bin/python3", INTERPRETER),
        ("/opt/py/bin/python3.12", ()),
        ("/opt/py/lib/python3.12", INTERPRETER),
        ("/opt/py/lib/python3.12/encodings/__init__.py", INTERPRETER),
        ("/opt/py/lib/python3.12/site-packages/x.py", ()),
        ("/opt/py/lib/python3.12/dist-packages/x.py", ()),
        ("/opt/py/lib/python3.13/x.py", ()),
        ("", ()),
        ("/", ()),
    ],
)
def test_what_lies_there(path: str, want: tuple[str, ...]) -> None:
    assert tuple(tags(path)) == want


@pytest.mark.parametrize(
    ("pattern", "hit"),
    [
        ("/srv/ph*/key", True),
        ("/srv/*", True),
        ("/*/ph state/k*", True),
        ("/srv/ph?state/[k]ey", True),
        ("/srv/x*/key", False),
        ("/sr*", False),  # above it: that is a deed on an ancestor
        ("/srv/ph state*/key", True),
    ],
)
def test_patterns_that_could_name_it(pattern: str, hit: bool) -> None:
    assert ("policy_engine" in tags(pattern, glob=True)) is hit


def test_a_star_names_no_hidden_folder() -> None:
    found = guarded_tags("/home/*/x", "/home/*/x", True, ("/home/.state",), lambda place: place)
    assert found == []


def test_links_on_either_side_are_followed(tmp_path: Path) -> None:
    real = tmp_path / "real" / "state"
    real.mkdir(parents=True)
    (real / "key").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "other").symlink_to(real / "key")

    def seen(path: str, state: str) -> bool:
        found = path_ref(path, cwd="/", workspace="/w", home="/h", op="read", links=True, guarded=(state,))
        return "policy_engine" in found.tags

    state = str(tmp_path / "link" / "state")  # as it was given to install
    assert seen(f"{real}/key", state)
    assert seen(f"{state}/key", state)
    assert seen(f"{tmp_path}/other", state)
    assert seen(f"{state}/new/file", str(real))
    assert not seen(f"{tmp_path}/real/other", state)
