"""JavaScript version managers, runners and servers."""

PROGRAMS = {
    "nvm": {
        "sub": {
            "exec": {"options": "--silent", "operands": "text argv"},
            "run": {"operands": "text script text*"},
            "install|use|alias|uninstall|unalias|deactivate|unload|cache": {"operands": "text*"},
            "ls|list|ls-remote|current|version|which|help": {"operands": "text*", "read_only": True},
        },
    },
    "fnm": {
        "sub": {"exec": {"options": "--using=", "operands": "argv"}, "*": {"operands": "text*"}},
        "prints_setup": "env",
    },
    "volta": {
        "sub": {
            "run": {
                "options": "--node= --npm= --yarn= --pnpm= --env=env --no-yarn --bundled-npm",
                "operands": "argv",
            },
            "*": {"operands": "text*"},
        },
        "prints_setup": "setup",
    },
    "n": {
        "sub": {
            "exec": {"operands": "text argv"},
            "run|use": {"operands": "text script text*"},
            "*": {"operands": "text*"},
        },
    },
    "lerna": {
        "options": "--scope= --ignore= --no-private --since=? --concurrency= --stream --loglevel=",
        "sub": {
            "exec": {"options": "--parallel --no-bail --no-prefix --profile", "operands": "command"},
            "run": {"operands": "text*", "options": "--parallel --stream --npm-client=program"},
            "publish": {"operands": "text*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "nx": {"sub": {"exec": {"operands": "argv"}, "*": {"operands": "text*"}}, "operands": "text*"},
    "turbo": {
        "options": (
            "--filter= --cwd=cwd --force --no-cache --concurrency= --token= --team= --api=url --env-mode= "
            "--dry-run=? --output-logs= --parallel"
        ),
        "operands": "text*",
    },
    "concurrently": {
        "options": (
            "-n|--names= -c|--prefix-colors= -k|--kill-others --kill-others-on-fail -p|--prefix= -s|--success= "
            "-r|--raw -g|--group -m|--max-processes= --restart-tries= -i|--handle-input --hide= --timings -P "
            "--no-color --shell=program --cwd=cwd"
        ),
        "operands": "code:shell*",
    },
    "npm-run-all": {
        "options": (
            "-p|--parallel -s|--sequential -l|--print-label -c|--continue-on-error -r|--race --npm-path=program "
            "--max-parallel= -n --aggregate-output --silent"
        ),
        "operands": "text*",
    },
    "run-s": "npm-run-all",
    "run-p": "npm-run-all",
    "nodemon": {
        "options": (
            "-x|--exec=command -e|--ext= -w|--watch=read -i|--ignore= -q|--quiet -V|--verbose -C|--on-change-only "
            "-d|--delay= -s|--signal= --config=read -I|--no-stdin -L|--legacy-watch --inspect=? -r|--require=exec "
            "--env-file=use --on= --cwd=cwd"
        ),
        "operands": "script text*",
    },
    "pm2": {
        "options": (
            "-n|--name= -i|--instances= --watch --interpreter=program -f|--force --cwd=cwd --env=target --no-daemon "
            "-u= --cron= -x"
        ),
        "sub": {
            "start|restart|reload": {"operands": "exec text*"},
            "list|ls|status|show|describe|info|logs|monit|prettylist|jlist|env": {
                "operands": "text*",
                "read_only": True,
            },
            "stop|delete|del|kill|save|startup|unstartup|resurrect|flush|update|install|deploy|set": {
                "operands": "text*",
            },
        },
    },
    "forever": {
        "sub": {
            "start": {
                "options": (
                    "-c=program -l=write -o=write -e=write -w --uid= -a --pidFile=write --sourceDir=cwd "
                    "--workingDir=cwd"
                ),
                "operands": "script text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "lint-staged": {
        "options": (
            "-c|--config=read --cwd=cwd --allow-empty --debug --diff= --no-stash -q|--quiet -r|--relative -x|--shell=?"
        ),
        "operands": "text*",
    },
    "wait-on": {"options": "-t|--timeout= -i|--interval= -d|--delay= -c|--config=read -l -v", "operands": "text*"},
    "serve": {
        "options": "-l|--listen= -p= -s|--single -d|--debug -c|--config=read -C|--cors -n -u",
        "operands": "read?",
    },
    "http-server": {
        "options": (
            "-p|--port= -a= -d= -i= -g -e= -s|--silent --cors=? -o=? -c= -U -P|--proxy=url -S|--ssl -C|--cert=use "
            "-K|--key=use"
        ),
        "operands": "read?",
    },
    "live-server": {"options": "--port= --host= --open=? --watch= --ignore= --proxy=", "operands": "read?"},
    "json-server": {
        "options": "-p|--port= -w|--watch -H|--host= -c|--config=read -m|--middlewares=exec",
        "operands": "read",
    },
    "degit": {"operands": "text write?", "network": True},
    "tiged": "degit",
    "corepack": {
        "kind": "wrapper",
        "operands": "argv",
        "sub": {
            "enable|disable|prepare|use|install|up|pack|hydrate": {
                "operands": "text*",
                "options": "--install-directory=write --activate --all -o=write -g|--global",
            },
        },
    },
}
