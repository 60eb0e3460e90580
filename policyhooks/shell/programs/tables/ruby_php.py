"""Package managers of Ruby, PHP and Perl."""

PROGRAMS = {
    "gem": {
        "package": "gem",
        "options": "--config-file=read -V|--verbose -q|--quiet --silent --norc --backtrace",
        "sub": {
            "install|i": {
                "package_op": "install",
                "options": (
                    "-s|--source=index --clear-sources -v|--version= -i|--install-dir=write -n|--bindir=write "
                    "-g|--file=?reqfile --user-install -P|--trust-policy= -N|--no-document --no-ri --no-rdoc "
                    "-f|--force --prerelease --conservative --minimal-deps -l|--local -p|--http-proxy=?url "
                    "--platform= -w -E"
                ),
                "operands": "package*",
                "network": True,
            },
            "update": {"package_op": "update", "options": "--system=?", "operands": "package*", "network": True},
            "uninstall": {
                "package_op": "uninstall",
                "options": "-a|--all -x -I -i=write -v=",
                "operands": "package*",
            },
            "push": {
                "package_op": "publish",
                "options": "--host=url -k|--key= --otp= --attestation=read",
                "operands": "sendfile",
                "network": True,
            },
            "fetch": {"package_op": "download", "operands": "package*", "network": True},
            "exec": {
                "package_op": "exec",
                "options": "-v= -g|--gem=package --conservative",
                "operands": "package text*",
                "posix": True,
                "network": True,
            },
            "yank|owner|signin|signout|sources|cert|build|cleanup|pristine|unpack|mirror|server": {
                "operands": "text*",
                "options": "-a= -r= -v= -o=write",
            },
            (
                "list|search|info|environment|env|which|contents|dependency|outdated|query|specification|stale|"
                "help|check|lock"
            ): {"operands": "text*", "read_only": True},
        },
    },
    "bundle": {
        "package": "bundle",
        "options": "--gemfile=read --path=write --no-color -r|--retry= -V|--verbose",
        "sub": {
            "exec": {"options": "--keep-file-descriptors --gemfile=read", "operands": "argv"},
            "e": {"operands": "argv"},
            "install|i": {
                "package_op": "install",
                "options": (
                    "--deployment --without= --with= --jobs= -j= --path=write --binstubs=? --system --full-index "
                    "--frozen --local --clean"
                ),
                "operands": "text*",
                "network": True,
            },
            "add": {
                "package_op": "install",
                "options": "-v|--version= -g|--group= -s|--source=index --git=url --branch= --path=read --require=",
                "operands": "package*",
                "network": True,
            },
            "update|u": {"package_op": "update", "operands": "package*", "network": True},
            "remove": {"package_op": "uninstall", "operands": "package*"},
            "config": {
                "sub": {"set|unset": {"operands": "text*"}, "list|get": {"read_only": True, "operands": "text*"}},
                "operands": "text*",
            },
            "show|info|list|outdated|check|env|platform|doctor|licenses|help|version|viz": {
                "operands": "text*",
                "read_only": True,
            },
            "console|open|gem|init|lock|package|pack|cache|clean|binstubs|plugin|pristine|inject|viz|fund": {
                "operands": "text*",
            },
        },
    },
    "bundler": "bundle",
    "rbenv": {
        "sub": {"exec": {"operands": "argv"}, "*": {"operands": "text*"}},
        "prints_setup": "init",
        "prints_place": "root|prefix",
        "locates": "which",
    },
    "composer": {
        "package": "composer",
        "no_scripts": "--no-scripts",
        "options": (
            "-d|--working-dir=cwd -n|--no-interaction -q|--quiet -v|--verbose -vvv --no-plugins --no-scripts "
            "--no-cache --profile --ansi --no-ansi --no-dev --prefer-dist --prefer-source --ignore-platform-reqs "
            "--ignore-platform-req= -o|--optimize-autoloader --no-progress --dry-run -W|--with-all-dependencies"
        ),
        "sub": {
            "install|i": {"package_op": "install", "operands": "text*", "network": True},
            "require|r": {
                "package_op": "install",
                "options": "--dev --no-update",
                "operands": "package*",
                "network": True,
            },
            "create-project": {
                "package_op": "install",
                "options": "--repository=index -s|--stability=",
                "operands": "package write? text?",
                "network": True,
            },
            "update|u|upgrade": {"package_op": "update", "operands": "package*", "network": True},
            "remove|rm": {"package_op": "uninstall", "operands": "package*"},
            "global": {"operands": "text*", "network": True},
            "exec": {"operands": "argv"},
            "run-script|run": {"operands": "text*"},
            "config": {"operands": "text*"},
            (
                "show|info|outdated|search|validate|check-platform-reqs|depends|why|prohibits|why-not|status|"
                "licenses|audit|diagnose|about|help|list|browse|fund|suggests"
            ): {"operands": "text*", "read_only": True},
            "dump-autoload|dumpautoload|clear-cache|clearcache|cc|init|archive|self-update|bump|reinstall": {
                "operands": "text*",
            },
        },
    },
    "pear": {
        "package": "pear",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "pecl": "pear",
    "cpan": {
        "package": "cpan",
        "package_op": "install",
        "options": "-i -f -T -j=read -l -a",
        "operands": "package*",
        "network": True,
    },
    "cpanm": {
        "package": "cpan",
        "package_op": "install",
        "options": (
            "-n|--notest -q -f --installdeps -l|--local-lib=write -L=write --mirror=url -M=url --mirror-only --sudo "
            "-v --force"
        ),
        "operands": "package*",
        "network": True,
    },
}
