"""Programs that print the shell text which sets them up, made for `eval "$(...)"` and `source <(...)`.

The text comes from the program itself, so to run it asks for no more trust than the program does. Everything else
that prints text for a shell stays unknown.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import Word
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.statements import Reader

ANY = "*"
# Program -> what its words begin with when it prints set-up text; ANY: whatever they are.
INITIALISERS: dict[str, tuple[str, ...]] = {
    "aactivator": ("init",),
    "asdf": ("activate", "shims", "exec-env"),
    "atuin": ("init",),
    "brew": ("shellenv",),
    "conda": ("shell.bash", "shell.zsh", "shell.posix", "shell.fish", "shell.dash"),
    "dircolors": (ANY,),
    "direnv": ("hook", "export"),
    "docker-machine": ("env",),
    "envman": ("init",),
    "fnm": ("env",),
    "fzf": ("--bash", "--zsh"),
    "goenv": ("init",),
    "hub": ("alias",),
    "jenv": ("init",),
    "keychain": (ANY,),
    "lesspipe": (ANY,),
    "lesspipe.sh": (ANY,),
    "luarocks": ("path",),
    "mamba": ("shell",),
    "mcfly": ("init",),
    "micromamba": ("shell",),
    "minikube": ("docker-env", "podman-env", "kubectl-env"),
    "mise": ("activate", "env", "hook-env"),
    "navi": ("widget",),
    "nodenv": ("init",),
    "oh-my-posh": ("init",),
    "opam": ("env", "config"),
    "perlbrew": ("env",),
    "phpenv": ("init",),
    "plenv": ("init",),
    "podman": ("machine",),
    "poetry": ("env",),
    "pyenv": ("init", "virtualenv-init"),
    "pyenv-virtualenv-init": (ANY,),
    "rbenv": ("init",),
    "register-python-argcomplete": (ANY,),
    "register-python-argcomplete3": (ANY,),
    "rtx": ("activate", "env", "hook-env"),
    "ssh-agent": (ANY,),
    "starship": ("init",),
    "swiftenv": ("init",),
    "tfenv": ("init",),
    "thefuck": ("--alias", "-a"),
    "volta": ("setup",),
    "zoxide": ("init",),
}
# Program -> the word with which it prints one path: `$(brew --prefix)/bin/x` is a program below it.
PLACES: dict[str, tuple[str, ...]] = {
    "brew": ("--prefix", "--repository", "--cellar"),
    "cygpath": (ANY,),
    "dirname": (ANY,),
    "git": ("rev-parse", "--exec-path"),
    "go": ("env",),
    "java_home": (ANY,),
    "llvm-config": ("--bindir", "--prefix"),
    "mktemp": (ANY,),
    "npm": ("bin", "root", "prefix"),
    "pg_config": ("--bindir",),
    "pnpm": ("bin", "root"),
    "pwd": (ANY,),
    "pyenv": ("root", "prefix"),
    "rbenv": ("root", "prefix"),
    "readlink": (ANY,),
    "realpath": (ANY,),
    "rustc": ("sysroot",),
    "xcode-select": ("-p", "--print-path"),
    "yarn": ("bin",),
}
# Program -> the word with which it prints where another program lies.
LOCATORS = {
    "which": ANY, "command": "-v|-V", "type": "-p|-P", "whence": "-p", "pyenv": "which", "rbenv": "which",
    "nodenv": "which", "asdf": "which", "mise": "which", "rtx": "which",
}  # fmt: skip
# Programs that print nothing, in `$(X || true)`.
SILENT = frozenset(("true", ":"))
COMPLETIONS = frozenset(
    ("completion", "completions", "gen-completions", "generate-completion", "generate-shell-completion")
)
SHELLS = frozenset(("bash", "zsh", "sh", "posix", "-s", "--shell", "--shell=bash", "--shell=zsh"))
SHELL_PROGRAMS = frozenset(("shell", "interpreter", "wrapper"))


def prints_setup(reader: Reader, word: Word) -> bool:
    """Whether a word is nothing but the output of such programs."""
    if not word.ids or (word.text != "$(...)" and not word.file):
        return False
    commands = speaking(reader, word)
    return bool(commands) and all(is_initialiser(command) for command in commands)


def prints_place(reader: Reader, word: Word) -> bool:
    """Whether the substitution in a word is a program that prints one folder or file."""
    commands = speaking(reader, word)
    return len(commands) == 1 and any(
        asked == ANY or asked in commands[0].argv[1:] for asked in PLACES.get(commands[0].name, ())
    )


def located(reader: Reader, word: Word) -> str:
    """`$(which node)`: the program that is looked for; empty where the word is something else."""
    commands = speaking(reader, word) if word.text == "$(...)" else []
    if len(commands) != 1 or commands[0].dynamic or commands[0].glob:
        return ""
    asked = LOCATORS.get(commands[0].name)
    names = [text for text in commands[0].argv[1:] if not text.startswith("-") and text != "which"]
    found = asked is not None and (asked == ANY or any(option in commands[0].argv for option in asked.split("|")))
    return names[0] if found and len(names) == 1 else ""


def speaking(reader: Reader, word: Word) -> list[Command]:
    """The commands whose output a word holds, without those that are silent. `SHELL=/bin/sh x init` names a shell."""
    commands = [reader.reading.commands[number - 1] for number in word.ids]
    return [item for item in commands if item.name not in SILENT and item.via[-1:] != ("env:SHELL",)]


def is_initialiser(command: Command) -> bool:
    """The program and its first words say that it prints set-up text."""
    if command.program_dynamic or command.dynamic or "pipe" in command.via:
        return False
    words = [word for word in command.argv[1:] if not word.startswith("-")] or command.argv[1:]
    asked = INITIALISERS.get(command.name)
    if asked is not None and (ANY in asked or any(word in asked for word in (*words[:2], *command.argv[1:2]))):
        return True
    entry = command.parsed.entry
    if entry.get("kind") in SHELL_PROGRAMS or "output" in entry or command.parsed.roles:
        return False  # `cat completion bash` prints files
    return any(word in COMPLETIONS for word in words[:3]) and any(word in SHELLS for word in command.argv[1:])
