"""JavaScript package managers and runners."""

PROGRAMS = {
    "npm": {
        "package": "npm",
        "no_scripts": "--ignore-scripts",
        "options": (
            "--registry=index --prefix=cwd -C=cwd -w|--workspace= -ws|--workspaces --userconfig=use "
            "--globalconfig=read --cache=write --loglevel= -s|--silent -q|--quiet -d -dd -ddd --verbose --json "
            "--production --omit= --include= --only= --no-audit --audit --no-fund --fund --ignore-scripts "
            "--scripts-prepend-node-path=? --script-shell=program --shell=program --node-options= -g|--global "
            "--location= -f|--force --legacy-peer-deps --strict-peer-deps --no-progress --progress=? --otp= --tag= "
            "--access= --dry-run -y|--yes --color=? --no-color --offline --prefer-offline --prefer-online "
            "--no-package-lock --package-lock-only --package-lock=? --no-save -S|--save -D|--save-dev "
            "-P|--save-prod -O|--save-optional -E|--save-exact -B|--save-bundle --save-peer --install-links "
            "--foreground-scripts --no-bin-links --engine-strict --include-workspace-root --if-present --before= "
            "--install-strategy= --git=program --editor=program --viewer=program --browser=?program "
            "--https-proxy=url --proxy=url --cafile=read --strict-ssl=? --init-module=exec -c|--call=command "
            "--package=package"
        ),
        "sub": {
            "install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|add": {
                "package_op": "install",
                "operands": "package*",
                "network": True,
                "danger": True,
            },
            "ci|clean-install|ic|install-clean|isntall-clean|install-test|it|install-ci-test|cit|sit": {
                "package_op": "install",
                "operands": "text*",
                "network": True,
            },
            "update|up|upgrade|udpate": {"package_op": "update", "operands": "package*", "network": True},
            "uninstall|un|unlink|remove|rm|r": {"package_op": "uninstall", "operands": "package*"},
            "link|ln": {"package_op": "install", "operands": "package*"},
            "rebuild|rb": {"package_op": "install", "operands": "text*"},
            "dedupe|ddp|prune|shrinkwrap": {"operands": "text*"},
            "publish": {
                "package_op": "publish",
                "operands": "urlpath?",
                "network": True,
                "danger": True,
                "read_only_if": "--dry-run",
            },
            "unpublish": {"operands": "text*", "network": True, "read_only_if": "--dry-run"},
            "dist-tag|owner|access|team|token|hook|profile": {
                "network": True,
                "sub": {"ls|list|get": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
                "operands": "text*",
            },
            "deprecate|undeprecate|star|unstar|stars": {"operands": "text*", "network": True},
            "exec|x": {
                "package_op": "exec",
                "operands": "package text*",
                "operands_if": {"-c|--call": "text*"},
                "network": True,
                "posix": True,
                "danger": True,
            },
            "run|run-script|rum|urn": {"operands": "text*"},
            "test|t|tst|start|stop|restart": {"operands": "text*"},
            "init|create|innit": {
                "package_op": "exec",
                "operands": "package text*",
                "posix": True,
                "makes_project": True,
            },
            "explore": {"operands": "text argv"},
            "config|c": {
                "sub": {
                    "set": {"operands": "configkey configvalue?"},
                    "delete|rm": {"operands": "text*"},
                    "edit|fix": {"operands": "text*"},
                    "get|list|ls": {"operands": "text*", "read_only": True},
                },
            },
            "set": {"operands": "configkey configvalue?"},
            "get": {"operands": "text*", "read_only": True},
            "login|adduser|add-user|logout": {"operands": "text*", "network": True},
            "view|info|show|v|search|s|se|find|outdated|audit|doctor|ping|whoami|docs|home|repo|bugs|issues": {
                "operands": "text*",
                "read_only": True,
                "network": True,
            },
            "ls|list|la|ll|root|prefix|bin|help|version|pack|explain|why|fund|query|sbom|completion|help-search": {
                "operands": "text*",
                "read_only": True,
                "options": "--depth= --all -a -l|--long -p|--parseable --pack-destination=write",
            },
            "cache": {
                "sub": {
                    "clean|clear|rm": {"operands": "text*"},
                    "verify|ls": {"operands": "text*", "read_only": True},
                    "add": {"operands": "package*", "network": True},
                },
            },
            "pkg": {
                "sub": {
                    "get": {"read_only": True, "operands": "text*"},
                    "set": {"operands": "config*", "config": {"scripts.*": "command"}},
                    "delete|fix": {"operands": "text*"},
                },
            },
            "edit": {"operands": "text*"},
        },
        "config": {
            "script-shell": "program",
            "shell": "program",
            "editor": "program",
            "git": "program",
            "viewer": "program",
            "browser": "program",
            "init-module": "exec",
            "registry": "url",
            "*:registry": "url",
            "proxy": "url",
            "https-proxy": "url",
            "node-options": "text",
            "userconfig": "read",
            "globalconfig": "read",
            "cafile": "read",
            "onload-script": "exec",
        },
        "prints_place": "bin|root|prefix",
    },
    "npx": {
        "package": "npx",
        "package_op": "exec",
        "options": (
            "-p|--package=package -c|--call=command -y|--yes --no-install --no -q|--quiet --ignore-existing "
            "--shell=program -n|--node-arg= --node-options= --registry=index --userconfig=use --cache=write "
            "-w|--workspace= --workspaces --prefer-offline --npm=program --shell-auto-fallback=? --loglevel= "
            "--legacy-peer-deps"
        ),
        "operands": "package text*",
        "operands_if": {"-c|--call": "text*", "-p|--package": "text*"},
        "posix": True,
        "network": True,
    },
    "yarn": {
        "package": "yarn",
        "no_scripts": "--ignore-scripts",
        "options": (
            "--cwd=cwd --registry=index --use-yarnrc=read --cache-folder=write --modules-folder=write "
            "--frozen-lockfile --immutable --immutable-cache --check-cache --production=? --prod -s|--silent "
            "--offline --ignore-scripts --ignore-engines --ignore-optional --ignore-platform --non-interactive "
            "--no-lockfile --pure-lockfile --no-progress --verbose --json --network-timeout= --network-concurrency= "
            "--mutex= --prefer-offline --check-files --force --flat --link-duplicates --no-bin-links --proxy=url "
            "--https-proxy=url --mode= --inline-builds -h|--help -v|--version --script-shell=program"
        ),
        "package_op": "install",
        "sub": {
            "add": {
                "package_op": "install",
                "options": (
                    "-D|--dev -P|--peer -O|--optional -E|--exact -T|--tilde -C|--caret "
                    "-W|--ignore-workspace-root-check -i|--interactive --cached"
                ),
                "operands": "package*",
                "network": True,
            },
            "install": {"package_op": "install", "operands": "text*", "network": True},
            "global": {
                "sub": {
                    "add": {"package_op": "install", "operands": "package*", "network": True},
                    "remove": {"package_op": "uninstall", "operands": "package*"},
                    "upgrade": {"package_op": "update", "operands": "package*", "network": True},
                    "bin|list|dir": {"read_only": True, "operands": "text*"},
                },
            },
            "dlx": {
                "package_op": "exec",
                "options": "-p|--package=package -q|--quiet",
                "operands": "package text*",
                "posix": True,
                "network": True,
            },
            "create": {
                "package_op": "exec",
                "operands": "package text*",
                "posix": True,
                "network": True,
                "makes_project": True,
            },
            "exec": {"operands": "argv"},
            "run|run-script": {
                "operands": "text*",
                "posix": True,
                "options": "--inspect --inspect-brk -T|--top-level -B|--binaries-only",
            },
            "test|start|stop|build|lint|dev": {"operands": "text*", "posix": True},
            "node": {"operands": "text*"},
            "remove|rm": {"package_op": "uninstall", "operands": "package*"},
            "upgrade|up|upgrade-interactive": {"package_op": "update", "operands": "package*", "network": True},
            (
                "link|unlink|patch|patch-commit|rebuild|dedupe|unplug|autoclean|generate-lock-entry|import|"
                "policies|version|plugin|constraints|stage|login|logout|owner|tag|team|access"
            ): {"operands": "text*"},
            "set": {
                "sub": {
                    "version": {"operands": "text*", "options": "--only-if-needed --yarn-path", "network": True},
                    "*": {"operands": "text*"},
                },
            },
            "publish": {"package_op": "publish", "operands": "text*", "network": True},
            "npm": {
                "sub": {
                    "publish": {"package_op": "publish", "operands": "text*", "network": True},
                    "*": {"operands": "text*", "network": True},
                },
            },
            "init": {"operands": "text*"},
            "config": {
                "sub": {
                    "set|delete|unset": {"operands": "text*"},
                    "get|list": {"operands": "text*", "read_only": True},
                },
            },
            "cache": {"operands": "text*"},
            "workspace": {"operands": "text text*", "posix": True},
            "workspaces": {
                "sub": {
                    "foreach": {
                        "options": (
                            "-A|--all -R|--recursive -W -p|--parallel -v|--verbose -i|--interlaced -j|--jobs= "
                            "-t|--topological --topological-dev --include= --exclude= --no-private --since=? "
                            "--from="
                        ),
                        "operands": "text*",
                        "posix": True,
                    },
                    "run": {"operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "info|list|why|outdated|audit|bin|help|versions|licenses|explain|search|check|pack": {
                "operands": "text*",
                "read_only": True,
            },
        },
        "special": "package_runner",
        "prints_place": "bin",
    },
    "yarnpkg": "yarn",
    "pnpm": {
        "package": "pnpm",
        "no_scripts": "--ignore-scripts",
        "options": (
            "-C|--dir=cwd -w|--workspace-root -r|--recursive -F|--filter= --filter-prod= --registry=index "
            "--store-dir=write --reporter= -s|--silent --loglevel= --color --no-color --use-stderr --stream "
            "--parallel --aggregate-output --workspace-concurrency= --ignore-scripts --frozen-lockfile "
            "--no-frozen-lockfile --lockfile-only --offline --prefer-offline -P|--prod -D|--dev --no-optional "
            "--shamefully-hoist -g|--global --if-present --fail-if-no-match --resume-from= --no-bail --config.*="
        ),
        "sub": {
            "add": {
                "package_op": "install",
                "options": (
                    "-D|--save-dev -O|--save-optional -E|--save-exact -P|--save-prod --save-peer --workspace "
                    "--allow-build="
                ),
                "operands": "package*",
                "network": True,
            },
            "install|i": {"package_op": "install", "operands": "package*", "network": True},
            "ci": {"package_op": "install", "operands": "text*", "network": True},
            "update|up|upgrade": {
                "package_op": "update",
                "options": "-L|--latest -i|--interactive",
                "operands": "package*",
                "network": True,
            },
            "remove|rm|uninstall|un": {"package_op": "uninstall", "operands": "package*"},
            "dlx": {
                "package_op": "exec",
                "options": "--package=package -c|--shell-mode -s|--silent --allow-build=",
                "operands": "package text*",
                "posix": True,
                "network": True,
            },
            "create": {
                "package_op": "exec",
                "operands": "package text*",
                "posix": True,
                "network": True,
                "makes_project": True,
            },
            "exec": {"options": "-c|--shell-mode --parallel", "operands": "argv"},
            "run|run-script": {"operands": "text*", "posix": True},
            "test|t|start|build|lint|dev": {"operands": "text*", "posix": True},
            "publish": {
                "package_op": "publish",
                "options": "--tag= --access= --no-git-checks --dry-run --otp=",
                "operands": "text*",
                "network": True,
                "read_only_if": "--dry-run",
            },
            "fetch": {"package_op": "download", "operands": "text*", "network": True},
            (
                "link|ln|unlink|rebuild|rb|prune|dedupe|patch|patch-commit|patch-remove|import|setup|init|deploy|"
                "approve-builds|server|env|self-update|login"
            ): {"operands": "text*"},
            "config|c": {
                "sub": {"set|delete": {"operands": "text*"}, "get|list": {"operands": "text*", "read_only": True}},
            },
            "store": {"operands": "text*"},
            "list|ls|ll|la|why|outdated|audit|licenses|root|bin|doctor|help|pack|cat-file|cat-index|find-hash": {
                "operands": "text*",
                "read_only": True,
                "options": "--depth= --json --long --parseable",
            },
        },
        "special": "package_runner",
        "prints_place": "bin|root",
    },
    "pnpx": {
        "package": "pnpm",
        "package_op": "exec",
        "options": "--package=package -c",
        "operands": "package text*",
        "posix": True,
        "network": True,
    },
    "bun": {
        "kind": "interpreter",
        "lang": "javascript",
        "package": "bun",
        "no_scripts": "--ignore-scripts",
        "options": (
            "-e|--eval=code -p|--print=code --cwd=cwd --watch --hot --smol -r|--preload|--require|--import=exec "
            "--inspect=? --env-file=use -c|--config=read -i --install= --silent --bun -b -d|--define= -l|--loader= "
            "--tsconfig-override=read --conditions= --filter= --if-present --no-install --port= -v|--version "
            "--revision -h|--help"
        ),
        "sub": {
            "add|a": {
                "package_op": "install",
                "options": (
                    "-d|-D|--dev --optional --peer -E|--exact -g|--global --registry=index --trust --ignore-scripts "
                    "--no-save --cwd=cwd"
                ),
                "operands": "package*",
                "network": True,
            },
            "install|i": {
                "package_op": "install",
                "options": (
                    "--frozen-lockfile -p|--production --no-save --dry-run -f|--force --registry=index "
                    "--ignore-scripts --cwd=cwd -g|--global --omit= --backend= --linker="
                ),
                "operands": "package*",
                "network": True,
            },
            "ci": {"package_op": "install", "operands": "text*", "network": True},
            "remove|rm|uninstall": {"package_op": "uninstall", "operands": "package*"},
            "update": {"package_op": "update", "operands": "package*", "network": True},
            "x": {
                "package_op": "exec",
                "options": "--bun -p|--package=package",
                "operands": "package text*",
                "posix": True,
                "network": True,
            },
            "create|c": {
                "package_op": "exec",
                "operands": "package text*",
                "posix": True,
                "network": True,
                "makes_project": True,
            },
            "run": {"operands": "script text*", "posix": True},
            "test": {
                "operands": "text*",
                "options": "--watch --timeout= --bail=? -t|--test-name-pattern= --coverage --preload=exec",
            },
            "exec": {"operands": "code:shell"},
            "publish": {
                "package_op": "publish",
                "options": "--dry-run --tag= --access= --otp=",
                "operands": "text*",
                "network": True,
                "read_only_if": "--dry-run",
            },
            "link|unlink|init|build|upgrade|patch|pm|repl|dev|lint|start": {"operands": "text*"},
            "outdated|audit|info|why|list": {"operands": "text*", "read_only": True},
        },
        "operands": "script text*",
        "operands_if": {"-e|--eval|-p|--print": "text*"},
        "special": "package_runner",
    },
    "bunx": {
        "package": "bun",
        "package_op": "exec",
        "options": "--bun -p|--package=package --no-install --verbose --silent",
        "operands": "package text*",
        "posix": True,
        "network": True,
    },
}
