"""Package managers of further languages and of editors."""

PROGRAMS = {
    "luarocks": {
        "package": "luarocks",
        "options": "--server=index --only-server=index --local --tree=write --lua-version=",
        "sub": {
            "install|make|build": {"package_op": "install", "operands": "package*", "network": True},
            "upload": {"package_op": "publish", "operands": "sendfile", "network": True},
            "list|search|show|help|which|path": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "prints_setup": "path",
    },
    "opam": {
        "package": "opam",
        "options": "-y|--yes --switch= --root=write",
        "sub": {
            "install|reinstall": {"package_op": "install", "operands": "package*", "network": True},
            "exec": {"operands": "argv"},
            "list|show|search|info|env|var|config": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "prints_setup": "env|config",
    },
    "cabal": {
        "package": "cabal",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "exec": {"operands": "argv"},
            ("run|build|test|update|clean|init|repl|bench|haddock|sdist|upload|freeze|configure|get|check|info|list"): {
                "operands": "text*"
            },
        },
    },
    "stack": {
        "package": "stack",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "exec": {"operands": "argv"},
            "*": {"operands": "text*"},
        },
    },
    "mix": {
        "package": "mix",
        "sub": {
            "deps.get|deps.update|deps": {"package_op": "install", "operands": "text*", "network": True},
            "local.hex|local.rebar|archive.install|escript.install": {
                "package_op": "install",
                "operands": "package*",
                "network": True,
            },
            "hex.publish": {"package_op": "publish", "network": True},
            "cmd": {"operands": "argv"},
            "run": {"options": "-e|--eval=code:elixir -r=exec", "operands": "script text*"},
            "*": {"operands": "text*"},
        },
    },
    "dart": {
        "package": "pub",
        "sub": {
            "pub": {
                "sub": {
                    "get|upgrade|downgrade": {"package_op": "install", "operands": "text*", "network": True},
                    "add": {"package_op": "install", "operands": "package*", "network": True},
                    "publish": {
                        "package_op": "publish",
                        "operands": "text*",
                        "network": True,
                        "options": "-n|--dry-run -f|--force",
                    },
                    "global": {"operands": "text*", "network": True},
                    "*": {"operands": "text*"},
                },
            },
            "run": {"operands": "script text*"},
            "*": {"operands": "text*"},
        },
    },
    "flutter": {
        "package": "pub",
        "options": "-v -d= --suppress-analytics",
        "sub": {"pub": {"operands": "text*", "network": True}, "*": {"operands": "text*"}},
    },
    "swift": {
        "sub": {
            "package": {"operands": "text*", "network": True},
            "run": {"operands": "text*"},
            "build|test|repl": {"operands": "text*"},
        },
        "options": "-e=code:swift",
        "operands": "script text*",
    },
    "pod": {
        "package": "cocoapods",
        "sub": {
            "install|update": {"package_op": "install", "operands": "text*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "dotnet": {
        "package": "nuget",
        "options": (
            "-v|--verbosity= -c|--configuration= -f|--framework= -r|--runtime= -o|--output=write --no-restore "
            "--no-build"
        ),
        "sub": {
            "add": {
                "package_op": "install",
                "operands": "text*",
                "network": True,
                "options": "-v= -s|--source=index",
            },
            "tool": {
                "sub": {
                    "install|update": {
                        "package_op": "install",
                        "operands": "package*",
                        "options": "-g|--global --add-source=index --version= --tool-path=write",
                        "network": True,
                    },
                    "run": {"operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "nuget": {
                "sub": {
                    "push": {
                        "package_op": "publish",
                        "operands": "sendfile",
                        "options": "-s|--source=index -k|--api-key=",
                        "network": True,
                    },
                    "*": {"operands": "text*"},
                },
            },
            "restore": {
                "package_op": "install",
                "operands": "text*",
                "options": "-s|--source=index",
                "network": True,
            },
            "exec": {"operands": "script text*"},
            "run": {"operands": "text*", "options": "--project=read", "posix": True},
            "build|test|publish|pack|clean|new|msbuild|watch|format|sln|workload|dev-certs|user-secrets|ef": {
                "operands": "text*",
            },
            "list|help": {"read_only": True, "operands": "text*"},
        },
        "operands": "script text*",
    },
    "nuget": {
        "package": "nuget",
        "sub": {
            "install|restore": {"package_op": "install", "operands": "package*", "network": True},
            "push": {"package_op": "publish", "operands": "sendfile text?", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "choco": {
        "package": "choco",
        "sub": {
            "install|upgrade": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "winget": {
        "package": "winget",
        "sub": {
            "install|upgrade": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "scoop": {
        "package": "scoop",
        "sub": {
            "install|update": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "vcpkg": {
        "package": "vcpkg",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "conan": {
        "package": "conan",
        "sub": {
            "install|create": {"package_op": "install", "operands": "text*", "network": True},
            "upload": {"package_op": "publish", "operands": "text*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "sdk": {
        "sub": {
            "install|use|default|uninstall|upgrade|selfupdate": {"operands": "text*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "code": {
        "options": (
            "--install-extension=package --uninstall-extension= --list-extensions -n -r -w|--wait -d|--diff "
            "-g|--goto -a|--add --user-data-dir=write --extensions-dir=write"
        ),
        "package": "vscode",
        "package_op": "install",
        "operands": "read*",
    },
    "cursor": "code",
    "codium": "code",
    "nix": {
        "options": (
            "--option=text --extra-experimental-features= --experimental-features= --impure -L|--print-build-logs "
            "-v -q --refresh --offline --accept-flake-config --show-trace --log-format= -j= --max-jobs="
        ),
        "sub": {
            "develop|shell": {
                "options": "-c|--command=argv -i|--ignore-environment -k|--keep= -f|--file=read -I= --phase=",
                "operands": "text*",
                "network": True,
            },
            "run": {"operands": "text*", "posix": True, "network": True},
            "profile|flake|store|build|copy|registry|upgrade-nix|daemon|key|config|channel|bundle|fmt|hash|nar": {
                "operands": "text*",
                "network": True,
            },
            "eval|repl": {"options": "--expr=code --apply=code --raw --json -f=read", "operands": "text*"},
            "search|log|show-config|path-info|why-depends|help|derivation|edit": {
                "operands": "text*",
                "read_only": True,
            },
        },
    },
    "nix-shell": {
        "options": (
            "--run=command --command=command -p|--packages --pure -i=program -A= -I= -E|--expr=code --keep= --arg= "
            "--argstr="
        ),
        "operands": "text*",
    },
    "nix-env": {
        "package": "nix",
        "package_op": "install",
        "options": (
            "-i|--install -e|--uninstall -u|--upgrade -q|--query -f|--file=urlpath -iA= -A|--attr= "
            "-p|--profile=write --rollback"
        ),
        "operands": "package*",
        "network": True,
    },
    "nix-build": {"options": "-A= -o=write -I= -E=code", "operands": "read*"},
    "guix": {
        "package": "guix",
        "sub": {
            "install|package": {"package_op": "install", "operands": "package*", "network": True},
            "shell|environment": {"operands": "text*", "operands_if": {"--": "argv"}},
            "*": {"operands": "text*"},
        },
    },
    "brew": {
        "package": "brew",
        "options": "-v|--verbose -d|--debug -q|--quiet -f|--force",
        "sub": {
            "install|reinstall|link|ln": {
                "package_op": "install",
                "options": (
                    "--cask --casks --formula --HEAD --build-from-source|-s --force-bottle --no-quarantine "
                    "--require-sha --appdir=write --cc= -n|--dry-run --overwrite --adopt"
                ),
                "operands": "package*",
                "network": True,
            },
            "uninstall|remove|rm|unlink|autoremove": {
                "package_op": "uninstall",
                "options": "--cask --zap --ignore-dependencies",
                "operands": "package*",
            },
            "upgrade|update|up": {
                "package_op": "update",
                "options": "--cask --greedy",
                "operands": "package*",
                "network": True,
            },
            "tap": {"operands": "text url?", "network": True},
            "bundle": {
                "package_op": "install",
                "options": "--file=reqfile --global --no-lock --cleanup",
                "operands": "text*",
                "network": True,
                "sub": {"exec": {"operands": "argv"}, "*": {"operands": "text*"}},
            },
            "services": {"sub": {"list|info": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}}},
            "sh|irb|edit|create|developer": {"options": "-c|--cmd=command --ruby=", "operands": "text*"},
            (
                "list|ls|info|search|deps|uses|outdated|leaves|config|doctor|dr|home|desc|cat|log|options|"
                "--version|--prefix|--cellar|--cache|--repository|help|commands|analytics|missing|which-formula"
            ): {"operands": "text*", "read_only": True},
            (
                "cleanup|untap|pin|unpin|fetch|postinstall|switch|migrate|tests|test|style|audit|bump|extract|"
                "vendor-install|shellenv"
            ): {"operands": "text*"},
        },
        "prints_setup": "shellenv",
        "prints_place": "--prefix|--repository|--cellar",
    },
    "port": {
        "package": "macports",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "mas": {
        "package": "mas",
        "sub": {
            "install|purchase|lucky": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
}
