"""Programs that print what sets up a shell: prompts, histories, versions of a language, where a toolchain lies."""

PROGRAMS = {
    "aactivator": {"operands": "text*", "prints_setup": "init"},
    "atuin": "aactivator",
    "mcfly": "aactivator",
    "oh-my-posh": "aactivator",
    "starship": "aactivator",
    "zoxide": "aactivator",
    "dircolors": {
        "options": "-b|--sh|--bourne-shell -c|--csh|--c-shell -p|--print-database --print-ls-colors",
        "operands": "read?",
        "prints_setup": "*",
    },
    "keychain": {"operands": "text*", "prints_setup": "*"},
    "lesspipe.sh": {"operands": "read*", "read_only": True, "prints_setup": "*"},
    "pyenv-virtualenv-init": {"operands": "text*", "prints_setup": "*"},
    "register-python-argcomplete": "pyenv-virtualenv-init",
    "register-python-argcomplete3": "pyenv-virtualenv-init",
    "navi": {"operands": "text*", "prints_setup": "widget"},
    "thefuck": {"operands": "text*", "prints_setup": "--alias|-a"},
    "docker-machine": {
        "options": "-D|--debug -s|--storage-path=write --tls-ca-cert=read --tls-ca-key=use",
        "sub": {
            "ssh": {"options": "-n", "operands": "remote_host command", "network": True, "danger": True},
            "*": {"operands": "text*", "network": True},
        },
        "prints_setup": "env",
    },
    "envman": {
        "options": "-p|--path=write -l|--loglevel= -t|--tool",
        "sub": {"run|r": {"operands": "argv"}, "*": {"operands": "text*"}},
        "prints_setup": "init",
    },
    "goenv": {"sub": {"exec": {"operands": "argv"}, "*": {"operands": "text*"}}, "prints_setup": "init"},
    "jenv": "goenv",
    "phpenv": "goenv",
    "plenv": "goenv",
    "swiftenv": "goenv",
    "tfenv": "goenv",
    "nodenv": {
        "sub": {"exec": {"operands": "argv"}, "*": {"operands": "text*"}},
        "prints_setup": "init",
        "locates": "which",
    },
    "perlbrew": {
        "options": "-q|--quiet -v|--verbose -f|--force",
        "sub": {
            "exec": {"options": "--with= --min= --max= --halt-on-error", "operands": "argv"},
            "*": {"operands": "text*"},
        },
        "prints_setup": "env",
    },
    "java_home": {
        "options": "-v|--version= -a|--arch= -F|--failfast -R|--request -X|--xml -V|--verbose -x|--exec=argv",
        "operands": "text*",
        "prints_place": "*",
    },
    "llvm-config": {"operands": "text*", "read_only": True, "prints_place": "--bindir|--prefix"},
    "pg_config": {"operands": "text*", "read_only": True, "prints_place": "--bindir"},
}
