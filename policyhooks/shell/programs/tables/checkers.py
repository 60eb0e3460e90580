"""Linters, formatters and document tools."""

PROGRAMS = {
    "ruff": {
        "options": "--config=read --isolated -q -v -s",
        "sub": {
            "check": {
                "options": (
                    "--fix --unsafe-fixes --fix-only --diff --watch --select= --ignore= --extend-select= "
                    "--output-format= -o=write --exclude= --no-cache -e -n --statistics --add-noqa --show-fixes "
                    "--preview --target-version= --line-length="
                ),
                "operands": "read*",
                "operands_if": {"--fix|--fix-only|--add-noqa": "write*"},
                "read_only": True,
                "changes": "--fix|--fix-only|--add-noqa",
            },
            "format": {
                "options": "--check --diff --exclude= --line-length= --preview --range= --target-version=",
                "operands": "write*",
                "operands_if": {"--check|--diff": "read*"},
                "read_only_if": "--check|--diff",
            },
            "rule|config|linter|version|help|analyze|server|clean": {"operands": "text*", "read_only": True},
        },
        "operands": "read*",
    },
    "black": {
        "options": (
            "-l|--line-length= -t= --check --diff -q -v -c|--code= --config=read --exclude= --include= "
            "--extend-exclude= --force-exclude= -S -C -W= --preview --fast --stdin-filename="
        ),
        "operands": "write*",
        "operands_if": {"--check|--diff": "read*"},
        "read_only_if": "--check|--diff",
    },
    "isort": {
        "options": (
            "-c|--check|--check-only -d|--diff --profile= -l= --settings-path=read --sp=read -q -v --skip= "
            "--gitignore -a= --py="
        ),
        "operands": "write*",
        "operands_if": {"-c|--check|--check-only|-d|--diff": "read*"},
        "read_only_if": "-c|--check|--check-only|-d|--diff",
    },
    "autopep8": {"operands": "write*"},
    "autoflake": {"operands": "write*"},
    "pyupgrade": {"operands": "write*"},
    "yapf": {"operands": "write*"},
    "pylint": {
        "options": (
            "--rcfile=read --load-plugins=exec -j= --disable= --enable= --output-format= --init-hook=code:python -E "
            "--fail-under= -r= -s="
        ),
        "operands": "text*",
        "read_only": True,
        "changes": "--init-hook",
    },
    "mypy": {
        "options": (
            "-p|--package= -m|--module= -c|--command= --config-file=read --python-executable=program "
            "--ignore-missing-imports --strict --install-types --non-interactive --cache-dir=write "
            "--html-report=write --junit-xml=write --python-version= --exclude= --follow-imports= "
            "--show-error-codes --no-incremental --explicit-package-bases --namespace-packages"
        ),
        "operands": "read*",
    },
    "sphinx-build": {"options": "-b= -c=exec -d=write -D= -W -E -a -j= -n -q -M=", "operands": "read write text*"},
    "mkdocs": {
        "sub": {
            "build|serve|new|gh-deploy|get-deps": {
                "options": (
                    "-f|--config-file=read -d|--site-dir=write --clean --strict -s --force -a|--dev-addr= "
                    "-r|--remote-name= -b|--remote-branch= -m="
                ),
                "operands": "text*",
            },
        },
    },
    "pandoc": {
        "options": (
            "-o|--output=write -f|--from|-r|--read= -t|--to|-w|--write= -F|--filter=program -L|--lua-filter=exec "
            "--template=read --pdf-engine=program --resource-path=read -s|--standalone --toc -V|--variable= "
            "-M|--metadata= --metadata-file=read --extract-media=write -H=read -B=read -A=read -c|--css= "
            "--data-dir=read -d|--defaults=read"
        ),
        "operands": "urlpath*",
    },
    "pdflatex": {
        "style": "single",
        "options": "-shell-escape -output-directory=write -interaction= -jobname= -halt-on-error -enable-write18",
        "operands": "exec*",
    },
    "xelatex": "pdflatex",
    "lualatex": "pdflatex",
    "clang-format": {
        "options": "-i -n --dry-run --Werror -style= --style= -assume-filename= --files=read",
        "operands": "read*",
        "operands_if": {"-i": "write*"},
        "read_only": True,
        "changes": "-i",
    },
    "rustfmt": {
        "options": "--check --edition= --config= --config-path=read --emit=",
        "operands": "write*",
        "read_only_if": "--check",
    },
    "shellcheck": {
        "options": "-a -C=? -e= -i= -f= -o= -P= -s= -S= -V -W= -x --norc --rcfile=read",
        "operands": "read*",
        "read_only": True,
    },
    "shfmt": {
        "options": "-l -w -d -s -i= -ln= -p -f -bn -ci -sr -kp -fn -mn --to-json --from-json -filename=",
        "operands": "read*",
        "operands_if": {"-w": "write*"},
        "read_only": True,
        "changes": "-w",
    },
    "hadolint": {"operands": "read*", "read_only": True},
    "actionlint": {
        "options": "-shellcheck=program -pyflakes=program -format= -config-file=read -ignore= -color -verbose -oneline",
        "style": "single",
        "operands": "read*",
        "read_only": True,
    },
    "yamllint": {"operands": "read*", "read_only": True},
    "rubocop": {
        "options": (
            "-a|--autocorrect -A|--autocorrect-all -r|--require=exec -c|--config=exec -f= -o=write --only= "
            "--except= -P -l -L"
        ),
        "operands": "read*",
        "operands_if": {"-a|--autocorrect|-A|--autocorrect-all": "write*"},
    },
    "flake8": {"operands": "read*", "read_only": True},
    "cookiecutter": {"operands": "urlpath text*", "network": True},
    "pytest": {
        "options": (
            "-k= -m= -x|--exitfirst --maxfail= -v|--verbose -q|--quiet -s -c|--config-file=exec --rootdir=cwd "
            "--confcutdir= -p=exec --lf|--last-failed --ff|--failed-first --nf --sw|--stepwise -n|--numprocesses= "
            "--dist= --cov=? --cov-report= --cov-config=read --junitxml|--junit-xml=write --html=write --tb= "
            "--durations= --ignore= --ignore-glob= --deselect= --collect-only|--co --basetemp=write "
            "-o|--override-ini= -W= -r= --pdb --pdbcls= --capture= --log-level= --log-file=write --import-mode= "
            "--pyargs --noconftest --cache-clear --color= --timeout= --reruns= --runslow -l"
        ),
        "operands": "text*",
    },
    "py.test": "pytest",
    "coverage": {
        "options": "--rcfile=read --data-file=write",
        "sub": {
            "run": {
                "options": (
                    "-m|--module=module -p|--parallel-mode -a|--append --branch --source= --include= --omit= "
                    "--concurrency= -L --timid --context="
                ),
                "operands": "script text*",
            },
            "report|html|xml|json|lcov|combine|erase|annotate|debug": {
                "options": (
                    "-m -i --fail-under= -d=write -o=write --skip-covered --format= --precision= --show-missing --keep"
                ),
                "operands": "text*",
            },
        },
    },
}
