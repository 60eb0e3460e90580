"""Python environments, task runners and publishers."""

PROGRAMS = {
    "pdm": {
        "package": "pdm",
        "options": "-p|--project=cwd -q -v -g|--global -c|--config=read",
        "sub": {
            "add": {
                "package_op": "install",
                "options": "-d|--dev -G|--group= -e|--editable=package --no-sync",
                "operands": "package*",
                "network": True,
            },
            "install|sync|update": {"package_op": "install", "operands": "text*", "network": True},
            "remove": {"package_op": "uninstall", "operands": "package*"},
            "run": {"options": "-s|--site-packages --recreate -j|--json -l|--list --venv=", "operands": "argv"},
            "publish": {"package_op": "publish", "operands": "text*", "network": True},
            "list|info|show|outdated": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "hatch": {
        "options": (
            "-e|--env= -p|--project= -v -q --no-color --interactive --config=read --data-dir=write --cache-dir=write"
        ),
        "sub": {
            "run": {
                "options": "-i|--include= -x|--exclude= -f|--filter= --force-continue --ignore-compat",
                "operands": "argv",
            },
            "publish": {"package_op": "publish", "operands": "read*", "network": True},
            "*": {"operands": "text*"},
        },
        "package": "hatch",
    },
    "rye": {
        "package": "rye",
        "sub": {
            "run": {"operands": "argv", "options": "-l|--list --pyproject=read -v"},
            "add": {"package_op": "install", "operands": "package*", "network": True},
            "sync|install": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "pipenv": {
        "package": "pipenv",
        "options": "--python=program --site-packages --rm --venv -q -v --clear --pypi-mirror=index",
        "sub": {
            "install": {
                "package_op": "install",
                "options": (
                    "-d|--dev -e|--editable=package -r|--requirements=reqfile --deploy --system --ignore-pipfile "
                    "--skip-lock -i|--index=index"
                ),
                "operands": "package*",
                "network": True,
            },
            "sync|update|upgrade": {"package_op": "install", "operands": "package*", "network": True},
            "uninstall": {"package_op": "uninstall", "operands": "package*"},
            "run": {"operands": "argv"},
            "graph|check|scripts|requirements": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "conda": {
        "package": "conda",
        "options": (
            "-v -q|--quiet --json -y|--yes -n|--name= -p|--prefix=write -c|--channel=index --override-channels "
            "--offline -d|--dry-run"
        ),
        "sub": {
            "install": {
                "package_op": "install",
                "options": "--file=reqfile -S --only-deps --no-deps --force-reinstall --freeze-installed",
                "operands": "package*",
                "network": True,
            },
            "create": {
                "package_op": "install",
                "options": "--clone= --file=reqfile --copy",
                "operands": "package*",
                "network": True,
            },
            "update|upgrade": {
                "package_op": "update",
                "options": "--all --file=reqfile",
                "operands": "package*",
                "network": True,
            },
            "remove|uninstall": {"package_op": "uninstall", "options": "--all --force", "operands": "package*"},
            "run": {
                "options": "-v --dev --debug-wrapper-scripts --cwd=cwd --no-capture-output --live-stream -s",
                "operands": "argv",
            },
            "env": {
                "sub": {
                    "create|update": {
                        "package_op": "install",
                        "options": "-f|--file=reqfile --prune --force",
                        "operands": "text*",
                        "network": True,
                    },
                    "remove": {"operands": "text*"},
                    "list|export": {"read_only": True, "operands": "text*"},
                    "config": {"operands": "text*"},
                },
            },
            "list|info|search|doctor|compare|help": {"read_only": True, "operands": "text*"},
            "activate|deactivate|init|clean|config|build|pack|package|rename|notices|shell": {
                "operands": "text*",
                "options": "--all --add= --set= --remove= --append=",
            },
        },
        "script_of": "python",
        "prints_setup": "shell.bash|shell.zsh|shell.posix|shell.fish|shell.dash|shell",
    },
    "mamba": "conda",
    "micromamba": "conda",
    "pixi": {
        "package": "pixi",
        "sub": {
            "run": {"options": "-e|--environment= --manifest-path=read --frozen --locked", "operands": "argv"},
            "add": {"package_op": "install", "operands": "package*", "network": True},
            "install": {"package_op": "install", "operands": "text*", "network": True},
            "exec|x": {"package_op": "exec", "operands": "package text*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "easy_install": {
        "package": "pip",
        "package_op": "install",
        "options": "-i|--index-url=index -f|--find-links=urlpath -U -d=write",
        "operands": "package*",
        "network": True,
    },
    "twine": {
        "options": "--no-color",
        "sub": {
            "upload": {
                "package": "pip",
                "package_op": "publish",
                "options": (
                    "-r|--repository= --repository-url=url -s -u|--username= -p|--password= -c|--comment= "
                    "--config-file=read --skip-existing --cert=use --client-cert=use --non-interactive --verbose "
                    "--attestations"
                ),
                "operands": "sendfile*",
                "network": True,
            },
            "check": {"operands": "read*", "read_only": True, "options": "--strict"},
            "register": {"operands": "text*", "network": True},
        },
    },
    "flit": {
        "options": "-f|--ini-file=read",
        "sub": {
            "publish": {
                "package": "pip",
                "package_op": "publish",
                "network": True,
                "operands": "text*",
                "options": "--pypirc=read --repository=",
            },
            "install": {"package": "pip", "package_op": "install", "operands": "text*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "virtualenv": {
        "options": (
            "-p|--python=program --clear --system-site-packages --prompt= --no-download --download -q -v "
            "--always-copy --symlinks"
        ),
        "operands": "write*",
    },
    "pyenv": {
        "sub": {
            "exec": {"operands": "argv"},
            "install|uninstall|global|local|shell|rehash|virtualenv|activate|deactivate|update": {
                "operands": "text*",
            },
            "versions|version|which|whence|root|prefix|commands|init|help|virtualenvs": {
                "operands": "text*",
                "read_only": True,
            },
        },
        "prints_setup": "init|virtualenv-init",
        "prints_place": "root|prefix",
        "locates": "which",
    },
    "asdf": {
        "sub": {
            "exec": {"operands": "argv"},
            "env": {"operands": "text argv"},
            "plugin|install|uninstall|global|local|shell|set|reshim|update|plugin-add": {
                "operands": "text*",
                "network": True,
            },
            "list|current|where|which|latest|info|help|version": {"operands": "text*", "read_only": True},
        },
        "prints_setup": "activate|shims|exec-env",
        "locates": "which",
    },
    "mise": {
        "options": "-C|--cd=cwd -E|--env= -j|--jobs= -q -v -y|--yes",
        "sub": {
            "exec|x": {"options": "-c|--command=command -j= --raw --fresh-env", "operands": "argv"},
            "run|r": {"operands": "text*"},
            "en": {"operands": "text*"},
            (
                "install|i|use|u|uninstall|upgrade|up|trust|settings|set|unset|plugins|plugin|self-update|prune|"
                "reshim|link|generate|alias|cache|sync"
            ): {"operands": "text*"},
            (
                "ls|list|current|where|which|doctor|env|tasks|outdated|ls-remote|latest|registry|version|bin-paths|"
                "activate|completion"
            ): {"operands": "text*", "read_only": True},
            "watch|w": {"operands": "text*"},
        },
        "prints_setup": "activate|env|hook-env",
        "locates": "which",
    },
    "rtx": "mise",
    "nox": {
        "options": (
            "-s|--session|--sessions= -e= -t|--tags= -k= -p|--python= -f|--noxfile=exec "
            "-r|--reuse-existing-virtualenvs -R -l|--list --envdir=write --no-venv --stop-on-first-error "
            "--report=write --default-venv-backend= --force-python= --install-only --verbose"
        ),
        "operands": "text*",
    },
    "tox": {
        "options": (
            "-e= -m= -f= -r|--recreate -c|--conf=read -p|--parallel=? --workdir=write --root=cwd --notest -l -a -v "
            "-q --skip-missing-interpreters=? --result-json=write -x|--override= --develop -o --installpkg=read"
        ),
        "sub": {
            "exec": {"operands": "text*"},
            "run|r|run-parallel|p|config|c|list|l|devenv|d|depends|de|legacy|le|quickstart|q": {"operands": "text*"},
        },
        "operands": "text*",
    },
    "pip-compile": {
        "options": (
            "-o|--output-file=write -U|--upgrade --generate-hashes -i|--index-url=index --extra-index-url=index "
            "--no-header --resolver= --extra= -q -v"
        ),
        "operands": "read*",
        "network": True,
    },
    "pip-sync": {"package": "pip", "package_op": "install", "operands": "reqfile*", "network": True},
    "pip-audit": {
        "options": "-r|--requirement=read -f= -o=write --fix --desc --strict --ignore-vuln=",
        "operands": "read*",
        "network": True,
    },
    "pre-commit": {
        "sub": {
            "run": {
                "options": (
                    "-a|--all-files --files= --from-ref= --to-ref= --hook-stage= -v --show-diff-on-failure "
                    "-c|--config=exec"
                ),
                "operands": "text*",
            },
            "install": {
                "options": "-t|--hook-type= --install-hooks -f|--overwrite -c|--config=exec --allow-missing-config",
                "operands": "text*",
            },
            "uninstall|autoupdate|clean|gc|install-hooks|migrate-config|try-repo|init-templatedir|hook-impl": {
                "options": "-t|--hook-type= -c|--config=exec --bleeding-edge --freeze --repo=",
                "operands": "text*",
            },
            "validate-config|validate-manifest|sample-config|help": {"read_only": True, "operands": "text*"},
        },
    },
    "prek": "pre-commit",
}
