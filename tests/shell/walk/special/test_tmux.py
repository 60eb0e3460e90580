"""tmux: sequences, commands inside commands, typed keys."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    ("text", "subs"),
    [
        (
            "tmux new-session -d -s w \\; split-window -v 'tail -f x.log' \\; attach",
            ["new-session", "split-window", "attach"],
        ),
        ("tmux new -s a ';' send-keys 'npm start' Enter", ["new", "send-keys"]),
        ("tmux rename-window x\\; kill-pane", ["rename-window", "kill-pane"]),
        ("tmux ls", ["ls"]),
    ],
)
def test_sequences(text: str, subs: list[str]) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert [item.sub for item in shell.commands if item.name == "tmux"] == subs


@pytest.mark.parametrize(
    "text",
    [
        "tmux new -d 'rm -r /srv'",
        "tmux new -d \\; split-window 'rm -r /srv'",
        "tmux kill-window \\; new-window \\; send-keys 'rm -r /srv' C-m",
        "tmux send-keys -t a rm Space -r Space /srv Enter",
        "tmux bind x run-shell 'rm -r /srv'",
        "tmux set-hook -g after-new-window 'run-shell \"rm -r /srv\"'",
        "tmux if-shell true 'new-window \"rm -r /srv\"'",
        "tmux set -g default-command 'rm -r /srv'",
        "tmux new 'tmux kill-pane \\; run-shell \"rm -r /srv\"'",
        "tmux display -p '#(rm -r /srv)'",
    ],
)
def test_shell_text_is_read(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert "/srv" in [item.norm for item in shell.paths if item.op == "delete"]


def test_unknown_keys_are_not_understood() -> None:
    assert not view('tmux new -d \\; send-keys "$X" Enter').understood
