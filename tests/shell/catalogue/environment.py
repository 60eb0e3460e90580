"""Group F: programs steered through their environment."""

from __future__ import annotations

from tests.shell.sightings import runs, seen, sets, technique


def every_way(name: str, value: str, later: str) -> tuple[str, ...]:
    """One variable set in each way that a shell knows."""
    return (
        f"{name}={value} {later}",
        f"export {name}={value}; {later}",
        f"env {name}={value} {later}",
        f"declare -x {name}={value}; {later}",
        f"{name}={value}; export {name}; {later}",
        f"sudo {name}={value} {later}",
        f"typeset -x {name}={value} && {later}",
        f"bash -c '{name}={value} {later}'",
        f"env -S '{name}={value} {later}'",
        f"readonly {name}={value}; {later}",
    )


TECHNIQUES = (
    technique(
        77,
        "the dynamic loader",
        *(
            seen(sets(name), *every_way(name, "./x.so", "ls"))
            for name in ("LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES")
        ),
    ),
    technique(
        78,
        "pagers, editors and browsers",
        *(
            seen(sets(name), *every_way(name, '"sh x"', "git log"))
            for name in ("PAGER", "GIT_PAGER", "MANPAGER", "EDITOR", "VISUAL", "BROWSER", "GIT_EDITOR", "LESSOPEN")
        ),
        seen(
            sets("PAGER") & runs("rm"),
            "PAGER='rm x' git log",
            "env PAGER='rm x' git log",
            "PAGER='sh -c \"rm x\"' man ls",
        ),
    ),
    technique(
        79,
        "git",
        *(
            seen(sets(name), *every_way(name, '"sh x"', "git fetch"))
            for name in (
                "GIT_SSH_COMMAND",
                "GIT_EXTERNAL_DIFF",
                "GIT_CONFIG_COUNT",
                "GIT_PROXY_COMMAND",
                "GIT_EXEC_PATH",
                "GIT_SSH",
                "GIT_ASKPASS",
                "GIT_DIR",
                "GIT_CONFIG_GLOBAL",
                "GIT_TEMPLATE_DIR",
            )
        ),
        seen(
            runs("rm") & sets("GIT_SSH_COMMAND"),
            "GIT_SSH_COMMAND='rm x' git fetch",
            "export GIT_SSH_COMMAND='rm x'; git fetch",
        ),
    ),
    technique(
        80,
        "the shell itself",
        *(
            seen(sets(name), *every_way(name, "x", "bash -c :"))
            for name in (
                "BASH_ENV",
                "ENV",
                "PROMPT_COMMAND",
                "PS4",
                "SHELLOPTS",
                "BASHOPTS",
                "IFS",
                "CDPATH",
                "GLOBIGNORE",
            )
        ),
    ),
    technique(
        81,
        "language run times",
        *(
            seen(sets(name), *every_way(name, '"-r ./x"', "npm t"))
            for name in (
                "NODE_OPTIONS",
                "PYTHONPATH",
                "PYTHONSTARTUP",
                "PYTHONHOME",
                "PERL5OPT",
                "PERL5LIB",
                "RUBYOPT",
                "RUBYLIB",
                "JAVA_TOOL_OPTIONS",
                "_JAVA_OPTIONS",
                "AUTOM4TE",
                "PYTHONWARNINGS",
                "PYTHONBREAKPOINT",
            )
        ),
    ),
    technique(
        82,
        "set first, used later in the same call",
        seen(
            sets("PAGER"),
            "export PAGER='sh x'\ngit log",
            "declare -gx PAGER='sh x'; git log",
            "typeset -x PAGER='sh x'; git log",
            "export -- PAGER='sh x'; git log",
            "set -a; PAGER='sh x'; git log",
            "printf -v PAGER '%s' 'sh x'; export PAGER; git log",
            "read -r PAGER <<< 'sh x'; export PAGER; git log",
            "builtin export PAGER='sh x'; git log",
            "command export PAGER='sh x'",
            "f(){ export PAGER='sh x'; }; f; git log",
            "local PAGER='sh x'",
            ": ${PAGER:=sh x}; export PAGER",
            "export PAG\"\"ER='sh x'",
        ),
    ),
    technique(
        83,
        "PATH and HOME",
        *(seen(sets(name), *every_way(name, ".:/x", "ls")) for name in ("PATH", "HOME")),
        seen(
            sets("PATH"),
            "PATH=.:$PATH ls",
            "PATH+=:.; ls",
            'export PATH="$PWD/bin:$PATH"',
            "path=1 PATH=/tmp ls",
            "env -P /tmp ls; PATH=/tmp ls",
        ),
    ),
    technique(
        84,
        "API base addresses and proxies",
        *(
            seen(sets(name), *every_way(name, "http://e.example", "claude -p x"))
            for name in (
                "ANTHROPIC_BASE_URL",
                "OPENAI_BASE_URL",
                "OPENAI_API_BASE",
                "HTTPS_PROXY",
                "HTTP_PROXY",
                "ALL_PROXY",
                "https_proxy",
                "NODE_EXTRA_CA_CERTS",
                "SSL_CERT_FILE",
                "PIP_INDEX_URL",
                "NPM_CONFIG_REGISTRY",
                "NODE_TLS_REJECT_UNAUTHORIZED",
            )
        ),
    ),
)

HARMLESS = (
    (sets("LD_PRELOAD"), "echo LD_PRELOAD=./x.so"),
    (sets("PAGER"), "git --no-pager log"),
    (sets("PAGER"), "unset PAGER; git log"),
    (sets("PATH"), "echo $PATH"),
    (sets("PATH"), "printenv PATH"),
    (sets("NODE_OPTIONS"), "grep -rn 'NODE_OPTIONS=' ."),
)
