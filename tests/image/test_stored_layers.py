"""What was trusted stays in force: stored in one step and privately, found by place, renewed and never left out."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.core.program import FORMAT, LAYERS, RANKS, TRUSTED, bucket_name, rank_of, source_loader
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.layers import (
    CONFIG,
    ENGINE,
    StoredLayer,
    encode,
    forget_layer,
    keep_sources,
    layer_path,
    read_layers,
    renew,
    save_layer,
    stored_layers,
    trusted_format,
)

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: own, title: T, owner: a@b.example}
match: {events: [shell.before]}
rules:
  - {id: no-rm, effect: deny, when: 'shell.command.contains("rm")', message: {user: No., agent: Ask.}}
"""
CONFIGURED = """\
apiVersion: policyhooks/v1
kind: Config
rules: {own/no-rm: {mode: audit}}
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


def trusted(folder: Path, layer: str = "project", text: str = POLICY) -> StoredLayer:
    """A folder of sources, compiled and trusted as it is."""
    sources = folder / ".policyhooks"
    (sources / "policies").mkdir(parents=True, exist_ok=True)
    (sources / "policies/own.yaml").write_text(text)
    contents = {"policies/own.yaml": text.encode()}
    compiled = compile_policies([str(sources)], None, layer=layer, arrived=True)
    files = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    rules = [rule.id for rule in compiled.rules]
    modules = dict(compiled.modules)
    return StoredLayer(
        layer, [str(folder)], str(sources), files, rules, modules, compiled.digest, kept=encode(contents)
    )


def modes(state: Path) -> list[str]:
    return [oct(path.stat().st_mode & 0o777) for path in (state / "layers", *(state / "layers").iterdir())]


@pytest.mark.parametrize(("shared", "expected"), [(False, ["0o700", "0o600"]), (True, ["0o755", "0o644"])])
def test_a_layer_comes_back_as_it_was_saved(tmp_path: Path, state: Path, shared: bool, expected: list[str]) -> None:
    before = os.umask(0)
    try:
        layer = trusted(tmp_path / "one")
        save_layer(state, layer, shared=shared)
        save_layer(state, layer, shared=shared)
    finally:
        os.umask(before)
    assert read_layers(state) == [layer]
    assert modes(state) == expected
    assert layer_path(state, layer.sources).exists()
    assert layer.record == ("project", [str(tmp_path / "one")], layer.sources, layer.files)
    # As it is kept, it goes into an image, and nothing is written anew.
    written = layer_path(state, layer.sources).stat()
    assert stored_layers(state) == [layer]
    assert layer_path(state, layer.sources).stat().st_ino == written.st_ino


def test_layers_are_private_unless_they_are_said_to_be_shared(tmp_path: Path, state: Path) -> None:
    save_layer(state, trusted(tmp_path / "one"))
    assert modes(state) == ["0o700", "0o600"]


def test_higher_layers_come_first_then_their_places(tmp_path: Path, state: Path) -> None:
    assert read_layers(state) == []
    names = [("b", "project"), ("a", "project"), ("z", "user")]
    for name, layer in names:
        save_layer(state, trusted(tmp_path / name, layer))
    expected = [str(tmp_path / name / ".policyhooks") for name in ("z", "a", "b")]
    assert [layer.sources for layer in read_layers(state)] == expected
    assert [layer.sources for layer in stored_layers(state)] == expected
    assert [layer.rank for layer in read_layers(state)] == [TRUSTED, TRUSTED + 1, TRUSTED + 1]


def test_one_place_has_one_layer_however_it_is_named(tmp_path: Path, state: Path) -> None:
    other = trusted(tmp_path / "other")
    save_layer(state, other)
    layer = trusted(tmp_path / "one")
    (tmp_path / "alias").symlink_to("one")
    alias = replace(layer, sources=str(tmp_path / "alias/.policyhooks"))
    save_layer(state, layer)
    save_layer(state, alias)
    assert read_layers(state) == [alias, other]
    assert not forget_layer(state, str(tmp_path / "nowhere"))
    assert forget_layer(state, layer.sources)
    assert read_layers(state) == [other]
    assert not forget_layer(state, layer.sources)


DAMAGE = {
    "cut off": lambda text: text[:-5],
    "not UTF-8": lambda text: b"\xff" + text,
    "a list": lambda text: b"[]",
    "another key": lambda text: text[:-1] + b', "more": 1}',
    "an unknown layer": lambda text: text.replace(b'"project"', b'"nobody"'),
    "an installed rank": lambda text: text.replace(b'"project"', b'"managed"'),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_layer_that_cannot_be_read_is_never_left_out(tmp_path: Path, state: Path, name: str) -> None:
    layer = trusted(tmp_path / "one")
    save_layer(state, layer)
    path = layer_path(state, layer.sources)
    path.write_bytes(DAMAGE[name](path.read_bytes()))
    for read in (read_layers, stored_layers):
        with pytest.raises(EnvironmentBroken) as problem:
            read(state)
        assert problem.value.message == f"{path} cannot be read"
        assert problem.value.hint == "remove it and trust the folder again"


def test_a_layer_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, state: Path) -> None:
    layer = trusted(tmp_path / "one")
    target = layer_path(state, layer.sources)
    target.mkdir(parents=True)  # a rename cannot take its place
    with pytest.raises(EnvironmentBroken) as problem:
        save_layer(state, layer)
    assert problem.value.message == f"{target} cannot be written: Is a directory"
    assert list((state / "layers").iterdir()) == [target]


def test_a_layer_of_another_engine_is_compiled_anew_from_what_was_trusted(tmp_path: Path, state: Path) -> None:
    layer = trusted(tmp_path / "one")
    old = replace(layer, engine="0.0.1", modules={"index": "FORMAT = 0"}, digest="old", rules=[])
    save_layer(state, old, shared=True)
    (tmp_path / "one/.policyhooks/policies/own.yaml").write_text("not what was trusted")
    assert stored_layers(state) == [layer]
    assert read_layers(state) == [layer]
    assert modes(state) == ["0o755", "0o644"]
    assert (layer.engine, layer.rules) == (ENGINE, ["own/no-rm"])


def test_its_own_config_binds_it_when_it_is_compiled_anew(tmp_path: Path) -> None:
    layer = trusted(tmp_path / "one")
    kept = {**layer.kept, **encode({CONFIG: CONFIGURED.encode()})}
    bound = renew(replace(layer, engine="0.0.1", kept=kept))
    assert bound.digest != layer.digest
    assert any("audit" in text for text in bound.modules.values())
    assert not any("audit" in text for text in layer.modules.values())


def test_a_layer_of_this_engine_is_not_compiled_anew(tmp_path: Path) -> None:
    layer = replace(trusted(tmp_path / "one"), digest="as it was trusted")
    assert renew(layer) == layer


@pytest.mark.parametrize("kept", [{}, encode({"policies/own.yaml": b"rules: ["})])
def test_a_layer_that_can_no_longer_be_compiled_stays_as_it_was(tmp_path: Path, kept: dict[str, str]) -> None:
    layer = replace(trusted(tmp_path / "one"), engine="0.0.1", kept=kept)
    assert renew(layer) == layer


@pytest.mark.parametrize("engine", [ENGINE, "0.0.1"])
def test_a_layer_that_cannot_run_is_said_and_never_dropped(tmp_path: Path, state: Path, engine: str) -> None:
    layer = replace(trusted(tmp_path / "one"), engine=engine, kept={}, modules={})
    save_layer(state, layer)
    with pytest.raises(EnvironmentBroken) as problem:
        stored_layers(state)
    folder = tmp_path / "one"
    assert problem.value.message == f"the trusted project layer of {folder} cannot run: the program has no index"
    assert problem.value.hint == f"trust it again with `policyhooks trust {folder}`, or remove it with --remove"
    assert read_layers(state) == [layer]


def test_the_format_of_what_is_trusted_at_a_place(tmp_path: Path, state: Path) -> None:
    layer = trusted(tmp_path / "one")
    save_layer(state, trusted(tmp_path / "two"))
    save_layer(state, layer)
    assert trusted_format(state, layer.sources) == FORMAT
    for modules, expected in [
        ({"index": "FORMAT = 1"}, 1),
        ({"index": "FORMAT = 'x'"}, FORMAT),
        ({"index": ""}, FORMAT),
        ({}, FORMAT),
    ]:
        save_layer(state, replace(layer, modules=modules))
        assert trusted_format(state, layer.sources) == expected
        assert trusted_format(state, f"{tmp_path}/one/../one/.policyhooks") == expected
        assert trusted_format(state, str(tmp_path / "elsewhere")) == FORMAT


def test_sources_are_kept_only_where_they_are_those_that_were_trusted(tmp_path: Path, state: Path) -> None:
    same, changed, gone, linked = (trusted(tmp_path / name) for name in ("same", "changed", "gone", "linked"))
    for layer in (same, changed, gone, linked):
        save_layer(state, replace(layer, kept={}), shared=layer is same)
    (tmp_path / "changed/.policyhooks/policies/own.yaml").write_text(POLICY + "\n")
    (tmp_path / "gone/.policyhooks").rename(tmp_path / "gone/elsewhere")
    (tmp_path / "linked/.policyhooks/more").symlink_to("policies")
    keep_sources(state)
    found = {layer.sources: layer.kept for layer in read_layers(state)}
    assert found == {same.sources: same.kept, changed.sources: {}, gone.sources: {}, linked.sources: {}}
    assert base64.b64decode(found[same.sources]["policies/own.yaml"]) == POLICY.encode()
    path = layer_path(state, same.sources)
    assert path.stat().st_mode & 0o777 == 0o644
    before = path.stat().st_ino
    keep_sources(state)
    assert path.stat().st_ino == before


def test_sources_are_kept_of_every_layer_that_lacks_them(tmp_path: Path, state: Path) -> None:
    layers = [trusted(tmp_path / str(number)) for number in range(6)]
    for number, layer in enumerate(layers):
        save_layer(state, layer if number % 2 else replace(layer, kept={}))
    keep_sources(state)
    assert sorted(read_layers(state), key=lambda one: one.sources) == layers
    assert modes(state) == ["0o700", *["0o600"] * 6]


def test_a_layer_of_the_first_layout_has_no_sources_and_no_engine(tmp_path: Path, state: Path) -> None:
    layer = trusted(tmp_path / "one")
    save_layer(state, layer)
    path = layer_path(state, layer.sources)
    document = json.loads(path.read_bytes())
    del document["kept"]
    path.write_text(json.dumps(document))
    assert read_layers(state) == [replace(layer, kept={})]


def test_ranks_are_those_of_layers_and_what_is_trusted_stands_below_all() -> None:
    assert [rank_of(layer) for layer in LAYERS] == [0, 1, 2]
    assert [rank_of(layer, trusted=True) for layer in LAYERS[1:]] == [3, 4]
    assert RANKS[rank_of("project", trusted=True)] == "trusted project"
    for layer, is_trusted in (("root", False), ("managed", True), ("trusted user", True)):
        with pytest.raises(ValueError, match="not in tuple"):
            rank_of(layer, trusted=is_trusted)


@pytest.mark.parametrize(
    ("number", "size", "name"), [(0, 10, "bucket_000"), (9, 10, "bucket_000"), (10, 10, "bucket_001")]
)
def test_the_module_of_a_rule(number: int, size: int, name: str) -> None:
    assert bucket_name(number, size) == name


def test_a_module_runs_once_on_need_and_can_load_others() -> None:
    load = source_loader({"index": "A = load('other')['B'] + 1\nSEEN = __name__", "other": "B = 1", "broken": "1/0"})
    index = load("index")
    assert (index["A"], index["SEEN"]) == (2, "policyhooks_program.index")
    assert load("index") is index
    assert load("other")["B"] == 1
    with pytest.raises(KeyError):
        load("absent")
    with pytest.raises(ZeroDivisionError) as problem:
        load("broken")
    assert problem.traceback[-1].frame.code.path == "<broken>"
