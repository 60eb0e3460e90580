"""Which trusted layers speak for an event, and what is told of their sources; none of it takes a layer away."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.runtime.engine import trusted
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.engine.trusted import (
    Changed,
    add_layers,
    digests_of,
    identities,
    identity,
    inside,
    note,
    read_sources,
    real_places,
    speaks_for,
    what_changed,
)

INSTALLED = LoadedProgram(load=lambda name: {}, index={}, digest="installed")
Layer = tuple[tuple[str, Sequence[str], str, Mapping[str, str]], Callable[[], LoadedProgram]]


def event_in(cwd: Path | str, workspace: Path | str = "", *others: Path | str) -> Event:
    return Event(event=EventInfo(cwd=str(cwd), workspace=str(workspace), workspaces=tuple(map(str, others))))


def layer_of(folder: Path, *, folders: Sequence[str] | None = None) -> Layer:
    """The policies of a project, as they are now, trusted for its folder."""
    sources = folder / ".policyhooks"
    sources.mkdir(parents=True, exist_ok=True)
    (sources / "own.yaml").write_text("rules: []\n")
    opened = LoadedProgram(load=lambda name: {}, index={}, digest=folder.name)
    spoken = [str(folder)] if folders is None else folders
    return ("project", spoken, str(sources), digests_of(str(sources))), lambda: opened


def chosen(event: Event, layers: Sequence[Layer]) -> tuple[list[str], list[tuple[str, str]]]:
    programs, told = add_layers(event, [INSTALLED], layers)
    assert all((one.outcome, one.effect, one.rule.rank) == ("skipped", "", 0) for one in told)
    return [one.digest for one in programs], [(one.rule.id, one.why) for one in told]


def test_a_layer_speaks_for_its_folder_and_what_lies_in_it(tmp_path: Path) -> None:
    layers = [layer_of(tmp_path / "one"), layer_of(tmp_path / "two"), layer_of(tmp_path / "home", folders=[])]
    (tmp_path / "one/deep/er").mkdir(parents=True)
    (tmp_path / "onemore").mkdir()
    table: list[tuple[Event, list[str]]] = [
        (event_in(tmp_path / "one"), ["one"]),
        (event_in(f"{tmp_path}/one/"), ["one"]),
        (event_in(tmp_path / "one/deep/er"), ["one"]),
        (event_in(tmp_path / "one/not/there/yet"), ["one"]),
        (event_in(tmp_path / "one/../two"), ["two"]),
        (event_in(tmp_path / "onemore"), []),
        (event_in(tmp_path), []),
        (event_in("/", tmp_path / "one"), ["one"]),
        (event_in(tmp_path / "two", tmp_path / "one"), ["one", "two"]),
        (event_in("", "", tmp_path / "two"), ["two"]),
        (event_in("", "", tmp_path, tmp_path / "one"), ["one"]),
    ]
    for event, expected in table:
        assert chosen(event, layers) == (["installed", *expected, "home"], []), event.event


def test_an_event_without_folders_is_where_the_hook_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = [layer_of(tmp_path / "one")]
    (tmp_path / "one/deep").mkdir()
    monkeypatch.chdir(tmp_path / "one/deep")
    assert chosen(event_in(""), layers) == (["installed", "one"], [])
    assert chosen(event_in("."), layers)[0] == ["installed", "one"]
    assert chosen(event_in("../.."), layers)[0] == ["installed"]
    assert chosen(event_in(tmp_path), layers)[0] == ["installed"]


def test_a_folder_is_known_under_another_name(tmp_path: Path) -> None:
    layers = [layer_of(tmp_path / "real")]
    (tmp_path / "real/deep").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert chosen(event_in(tmp_path / "link/deep"), layers) == (["installed", "real"], [])
    # The layer was trusted by a name that is a link now: the place is the same.
    renamed = [((*layers[0][0][:1], [str(tmp_path / "link")], *layers[0][0][2:]), layers[0][1])]
    assert chosen(event_in(tmp_path / "real/deep"), renamed) == (["installed", "real"], [])


def change(path: Path) -> None:
    (path / "own.yaml").write_text("rules: [1]\n")


def add(path: Path) -> None:
    (path / "more").mkdir()
    (path / "more/other.yaml").write_text("")


def link(path: Path) -> None:
    (path / "other.yaml").symlink_to("own.yaml")


def fifo(path: Path) -> None:
    os.mkfifo(path / "pipe")


def replace(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def remove(path: Path) -> None:
    (path / "own.yaml").unlink()
    path.rmdir()


def file(path: Path) -> None:
    remove(path)
    path.write_text("")


CHANGES = [
    (change, "the files have changed"),
    (add, "the files have changed"),
    (lambda path: (path / "own.yaml").unlink(), "the files have changed"),
    (link, "there is something else than policies"),
    (fifo, "there is something else than policies"),
    (replace, "there is something else than policies"),
    (file, "there is something else than policies"),
    (remove, "the files are gone"),
]


@pytest.mark.parametrize(("deed", "why"), CHANGES)
def test_changed_sources_are_told_and_take_nothing_away(
    tmp_path: Path, deed: Callable[[Path], object], why: str
) -> None:
    layers = [layer_of(tmp_path / "one")]
    sources = tmp_path / "one/.policyhooks"
    assert what_changed(str(sources), layers[0][0][3]) == ""
    deed(sources)
    told = [("policyhooks/layer-changed", f"{why} in {sources}: the trusted project policies stay in force")]
    assert chosen(event_in(tmp_path / "one"), layers) == (["installed", "one"], told)
    assert chosen(event_in(tmp_path), layers) == (["installed"], [])


def test_a_source_that_cannot_be_reached_is_told(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    assert what_changed(str(tmp_path / "plain/below"), {}) == "the files cannot be read"


def test_policies_that_nobody_trusted_are_told(tmp_path: Path) -> None:
    known = layer_of(tmp_path / "known")
    for name in ("new", "other"):
        layer_of(tmp_path / name)
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/.policyhooks").write_text("a file")
    (tmp_path / "alias").symlink_to("known")

    def ignored(*names: str) -> list[tuple[str, str]]:
        return [
            ("policyhooks/layer-ignored", f"the project policies in {tmp_path}/{name}/.policyhooks were never trusted")
            for name in names
        ]

    table = [
        (event_in(tmp_path / "new"), ignored("new")),
        (event_in(f"{tmp_path}/new/"), ignored("new")),
        (event_in("/", tmp_path / "new", tmp_path / "other"), ignored("new", "other")),
        (event_in(tmp_path / "new", "/"), []),
        (event_in("/", "/", tmp_path / "other"), ignored("other")),
        (event_in(tmp_path / "known"), []),
        (event_in(tmp_path / "alias"), []),
        (event_in(tmp_path / "plain"), []),
        (event_in(tmp_path / "nowhere"), []),
        (event_in(""), []),
    ]
    for event, expected in table:
        assert chosen(event, [known])[1] == expected, event.event
    # Known by place, under another name.
    (meta, opened) = known
    moved = ((meta[0], meta[1], f"{tmp_path}/alias/.policyhooks", meta[3]), opened)
    assert chosen(event_in(tmp_path / "known"), [moved]) == (["installed", "known"], [])


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("/w", "/w", True),
        ("/w/", "/w", True),
        ("/w/a", "/w", True),
        ("/wa", "/w", False),
        ("/", "/w", False),
        ("/", "/", True),
        ("/a", "/", True),
        ("", "/", False),
        ("", "", False),
        ("/w/a", "/w/", True),
    ],
)
def test_inside(path: str, folder: str, expected: bool) -> None:
    assert inside(path, folder) is expected


def test_places_are_compared_by_device_and_inode(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    found = identities([str(tmp_path / "a/b"), f"{tmp_path}/gone/x"])
    assert found >= {identity(str(tmp_path / "a/b")), identity(str(tmp_path / "a")), identity(str(tmp_path))}
    assert identity(f"{tmp_path}/gone") is None
    assert identity("\0") is None
    assert None not in found
    assert identity(str(tmp_path / "a")) != identity(str(tmp_path))
    assert speaks_for([str(tmp_path / "a")], [], found)
    assert not speaks_for([f"{tmp_path}/gone"], [], found)
    assert not speaks_for([], [str(tmp_path)], found)


def test_places_are_real_paths_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "real").mkdir()
    names = ["", "link", str(tmp_path / "real"), str(tmp_path / "real/../real"), "/nowhere"]
    assert real_places(names) == [str(tmp_path / "real"), "/nowhere"]
    assert real_places([]) == []


def test_sources_are_read_with_all_that_lies_below(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "one.yaml").write_bytes(b"1")
    (tmp_path / "a/b/two.yaml").write_bytes(b"22")
    assert read_sources(str(tmp_path)) == {"one.yaml": b"1", "a/b/two.yaml": b"22"}
    assert digests_of(str(tmp_path))["a/b/two.yaml"] == hashlib.sha256(b"22").hexdigest()


# what there is at most, and a folder with as much and with one more
LIMITS: list[tuple[str, int, list[int]]] = [("LONGEST", 8, [8]), ("MOST", 3, [1, 1, 1]), ("MOST_BYTES", 9, [4, 5])]


@pytest.mark.parametrize(("name", "most", "sizes"), LIMITS)
def test_more_than_can_be_policies_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int, sizes: list[int]
) -> None:
    monkeypatch.setattr(trusted, name, most)
    for number, size in enumerate(sizes):
        (tmp_path / f"{number}.yaml").write_bytes(b"x" * size)
    assert [len(data) for _, data in sorted(read_sources(str(tmp_path)).items())] == sizes
    if name == "MOST":
        (tmp_path / "more").mkdir()
    else:
        (tmp_path / "0.yaml").write_bytes(b"x" * (sizes[0] + 1))
    with pytest.raises(Changed):
        read_sources(str(tmp_path))


def test_what_is_told_stands_behind_the_results_of_the_decision() -> None:
    first, told = RuleResult(rule=None), RuleResult(rule=None)  # type: ignore[arg-type]
    decision = note(Decision(verdict="deny", user="why", results=[first]), [told])
    assert (decision.verdict, decision.user, decision.results) == ("deny", "why", [first, told])
