"""Python package managers and environments."""

PROGRAMS = {
    "pip": {
        "package": "pip",
        "options": (
            "--python=program --isolated --require-virtualenv -v|--verbose -q|--quiet -V|--version --log=write "
            "--no-input --keyring-provider= --proxy=url --retries= --timeout= --exists-action= --trusted-host=host "
            "--cert=use --client-cert=use --cache-dir=write --no-cache-dir --disable-pip-version-check --no-color "
            "--use-feature= --use-deprecated= --debug -h|--help"
        ),
        "sub": {
            "install": {
                "package_op": "install",
                "no_scripts": "--only-binary",
                "options": (
                    "-r|--requirement=reqfile -c|--constraint=read --no-deps --pre -e|--editable=package --dry-run "
                    "-t|--target=write --platform= --python-version= --implementation= --abi= --user --root=write "
                    "--prefix=write --src=write -U|--upgrade --upgrade-strategy= --force-reinstall "
                    "-I|--ignore-installed --ignore-requires-python --no-build-isolation --use-pep517 "
                    "--no-use-pep517 --check-build-dependencies --break-system-packages -C|--config-settings= "
                    "--global-option= --compile --no-compile --no-warn-script-location --no-binary= --only-binary= "
                    "--prefer-binary --require-hashes --progress-bar= --root-user-action= --report=write --group= "
                    "--no-clean -i|--index-url|--pypi-url=index --extra-index-url=index --no-index "
                    "-f|--find-links=urlpath"
                ),
                "operands": "package*",
                "network": True,
            },
            "download|wheel": {
                "package_op": "download",
                "options": (
                    "-r|--requirement=reqfile -c|--constraint=read -d|--dest=write -w|--wheel-dir=write --no-deps "
                    "--pre --platform= --python-version= --no-binary= --only-binary= -i|--index-url=index "
                    "--extra-index-url=index --no-index -f|--find-links=urlpath -e|--editable=package"
                ),
                "operands": "package*",
                "network": True,
            },
            "uninstall": {
                "package_op": "uninstall",
                "options": "-r|--requirement=read -y|--yes --break-system-packages",
                "operands": "package*",
            },
            "list|show|freeze|check|inspect|debug|help|hash|completion": {
                "operands": "text*",
                "read_only": True,
                "options": "--format= -o|--outdated --path=read -l --user -r=read --not-required -f|--files",
            },
            "index|search": {"operands": "text*", "read_only": True, "network": True},
            "config": {
                "options": "--editor=program --global --user --site",
                "sub": {
                    "set|unset|edit": {"operands": "text*"},
                    "list|get|debug": {"operands": "text*", "read_only": True},
                },
            },
            "cache": {
                "sub": {
                    "purge|remove": {"operands": "text*"},
                    "dir|info|list": {"operands": "text*", "read_only": True},
                },
            },
            "lock": {"operands": "package*", "network": True},
        },
        "script_of": "python",
    },
    "pip3": "pip",
    "pipx": {
        "package": "pipx",
        "options": "-v|--verbose -q|--quiet --version",
        "sub": {
            "install": {
                "package_op": "install",
                "options": (
                    "-f|--force --suffix= --python=program --preinstall=package --include-deps "
                    "--system-site-packages -i|--index-url=index -e|--editable --pip-args= --global"
                ),
                "operands": "package*",
                "network": True,
            },
            "run": {
                "package_op": "exec",
                "options": (
                    "--no-cache --path --pypackages --spec=package --with=package --python=program "
                    "--system-site-packages -i|--index-url=index -e|--editable --pip-args= --verbose"
                ),
                "operands": "package text*",
                "posix": True,
                "network": True,
            },
            "inject": {
                "package_op": "install",
                "options": (
                    "-r|--requirement=reqfile --include-apps --include-deps -f|--force -i|--index-url=index --pip-args="
                ),
                "operands": "text package*",
                "network": True,
            },
            "upgrade|upgrade-all|reinstall|reinstall-all|upgrade-shared": {
                "package_op": "update",
                "operands": "package*",
                "network": True,
            },
            "uninstall|uninstall-all|uninject": {"package_op": "uninstall", "operands": "package*"},
            "runpip": {"operands": "text text*"},
            "list|environment|help|completions": {"operands": "text*", "read_only": True},
            "ensurepath": {},
        },
        "script_of": "python",
    },
    "uv": {
        "package": "uv",
        "options": (
            "-n|--no-cache --cache-dir=write --managed-python --no-managed-python --allow-python-downloads "
            "--no-python-downloads -q|--quiet -v|--verbose --color= --native-tls --offline "
            "--allow-insecure-host=host --no-progress --directory=cwd --project=cwd --config-file=read --no-config "
            "-h|--help -V|--version -p|--python=program --index=index --default-index=index -i|--index-url=index "
            "--extra-index-url=index -f|--find-links=urlpath --no-index --index-strategy= --keyring-provider= "
            "-U|--upgrade -P|--upgrade-package= --resolution= --prerelease= --exclude-newer= --link-mode= --refresh "
            "--refresh-package= --locked --frozen --no-sync --active --extra= --all-extras --no-extra= --dev "
            "--no-dev --only-dev --group= --no-group= --only-group= --all-groups --no-default-groups --package= "
            "--all-packages -C|--config-setting= --no-build --no-binary --no-build-isolation --reinstall "
            "--compile-bytecode --no-sources"
        ),
        "sub": {
            "run": {
                "options": (
                    "-m|--module --env-file=use --no-env-file --with=package --with-editable=package "
                    "--with-requirements=reqfile --isolated -s|--script --gui-script --no-project --exact "
                    "--no-editable"
                ),
                "operands": "argv",
                "operands_if": {"-m|--module": "module text*", "-s|--script": "script text*"},
                "package_op": "run",
            },
            "add": {
                "package_op": "install",
                "options": (
                    "-r|--requirements|--requirement=reqfile -c|--constraints=read --optional= --editable --raw "
                    "--bounds= --rev= --tag= --branch= --script=write --workspace --no-workspace"
                ),
                "operands": "package*",
                "network": True,
            },
            "remove": {"package_op": "uninstall", "options": "--optional= --script=write", "operands": "package*"},
            "sync": {
                "package_op": "install",
                "options": (
                    "--no-editable --inexact --no-install-project --no-install-workspace --no-install-package= "
                    "--dry-run --check --output-format= --script=read"
                ),
                "operands": "text*",
                "network": True,
            },
            "lock": {"options": "--check --dry-run --script=read", "operands": "text*", "network": True},
            "export|tree|version|help|self|format": {
                "options": "-o|--output-file=write --format= --no-hashes --depth= --short --bump= --dry-run --check",
                "operands": "text*",
            },
            "tool": {
                "sub": {
                    "run": {
                        "package_op": "exec",
                        "options": (
                            "--from=package --with=package --with-editable=package --with-requirements=reqfile "
                            "--isolated --env-file=use"
                        ),
                        "operands": "package text*",
                        "posix": True,
                        "network": True,
                    },
                    "install": {
                        "package_op": "install",
                        "options": "--with=package --with-editable=package -e|--editable --force --with-executables-from=",
                        "operands": "package*",
                        "network": True,
                    },
                    "upgrade": {"package_op": "update", "options": "--all", "operands": "package*", "network": True},
                    "uninstall": {"package_op": "uninstall", "options": "--all", "operands": "package*"},
                    "list|dir": {"read_only": True, "operands": "text*"},
                    "update-shell": {},
                },
            },
            "pip": {
                "sub": {
                    "install": {
                        "package_op": "install",
                        "options": (
                            "-r|--requirements|--requirement=reqfile -e|--editable=package "
                            "-c|--constraints|--constraint=read -b|--build-constraints=read --overrides=read "
                            "--system --break-system-packages -t|--target=write --prefix=write --no-deps "
                            "--require-hashes --dry-run --strict --only-binary= --pre --user"
                        ),
                        "no_scripts": "--only-binary|--no-build",
                        "operands": "package*",
                        "network": True,
                    },
                    "sync": {
                        "package_op": "install",
                        "operands": "reqfile*",
                        "options": "--system -t=write --prefix=write --require-hashes",
                        "network": True,
                    },
                    "compile": {
                        "operands": "read*",
                        "options": (
                            "-o|--output-file=write --generate-hashes --no-header --no-annotate --universal "
                            "--python-version="
                        ),
                        "network": True,
                    },
                    "uninstall": {"package_op": "uninstall", "operands": "package*", "options": "-r=read --system"},
                    "list|show|freeze|tree|check": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--format= --system",
                    },
                },
            },
            "venv": {
                "operands": "write?",
                "options": "--seed -c|--clear --allow-existing --prompt= --system-site-packages --relocatable --no-project",
            },
            "python": {
                "sub": {
                    "install|uninstall|pin|upgrade|update-shell": {"operands": "text*", "network": True},
                    "list|find|dir": {"operands": "text*", "read_only": True},
                },
            },
            "init": {
                "operands": "write?",
                "options": (
                    "--name= --lib --app --package --bare --vcs= --build-backend= --script --no-readme "
                    "--no-workspace --description="
                ),
            },
            "build": {"operands": "read?", "options": "-o|--out-dir=write --sdist --wheel --list --clear"},
            "publish": {
                "package_op": "publish",
                "operands": "read*",
                "options": (
                    "--publish-url=url --check-url=url -u|--username= -p|--password= -t|--token= "
                    "--trusted-publishing= --dry-run"
                ),
                "network": True,
            },
            "cache": {"sub": {"clean|prune": {"operands": "text*"}, "dir|size": {"read_only": True}}},
            "auth": {"operands": "text*", "network": True},
        },
        "script_of": "python",
    },
    "uvx": {
        "package": "uv",
        "package_op": "exec",
        "options": (
            "--from=package --with=package --with-editable=package --with-requirements=reqfile -p|--python=program "
            "--isolated --index=index --default-index=index --index-url=index --extra-index-url=index --refresh "
            "-q|--quiet -v|--verbose -n|--no-cache --offline --env-file=use -U|--upgrade --no-config "
            "--directory=cwd --prerelease= --native-tls"
        ),
        "operands": "package text*",
        "posix": True,
        "network": True,
    },
    "poetry": {
        "package": "poetry",
        "options": (
            "-C|--directory=cwd -P|--project=cwd -n|--no-interaction --no-plugins --no-cache -q|--quiet "
            "-v|--verbose -vv -vvv --ansi --no-ansi -V|--version -h|--help"
        ),
        "sub": {
            "add": {
                "package_op": "install",
                "options": (
                    "-G|--group= -D|--dev -e|--editable -E|--extras= --optional --python= --platform= --source= "
                    "--allow-prereleases --dry-run --lock"
                ),
                "operands": "package*",
                "network": True,
            },
            "install|sync": {
                "package_op": "install",
                "options": (
                    "--without= --with= --only= --no-dev --sync --no-root --no-directory --dry-run --extras|-E= "
                    "--all-extras --all-groups --only-root --compile"
                ),
                "operands": "text*",
                "network": True,
            },
            "update": {
                "package_op": "update",
                "options": "--without= --with= --only= --no-dev --dry-run --lock --sync",
                "operands": "package*",
                "network": True,
            },
            "remove": {
                "package_op": "uninstall",
                "options": "-G|--group= -D|--dev --dry-run --lock",
                "operands": "package*",
            },
            "run": {"operands": "argv"},
            "shell|lock|new|init|build|version|export|env|cache|self|source|config|debug|python": {
                "options": (
                    "-f|--format= -o|--output=write --no-update --regenerate --without-hashes --dev --with= --only= "
                    "--unset --local --list --short -s"
                ),
                "operands": "text*",
            },
            "publish": {
                "package_op": "publish",
                "options": (
                    "-r|--repository= -u|--username= -p|--password= --cert=use --client-cert=use --dist-dir=read "
                    "--build --dry-run --skip-existing"
                ),
                "operands": "text*",
                "network": True,
            },
            "show|check|about|list|help|search": {"operands": "text*", "read_only": True},
        },
        "script_of": "python",
        "prints_setup": "env",
    },
}
