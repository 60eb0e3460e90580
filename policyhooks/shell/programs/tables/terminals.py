"""Terminals, watchers and tracers that run a command."""

PROGRAMS = {
    "tmux": {
        "options": "-2 -C -c=command -D -f=exec -L= -l -N -S=write -T= -u -v -V",
        "sub": {
            "new-session|new": {
                "options": "-A -c=cwd -D -d -E -e=env -f= -F= -n= -P -s= -t= -x= -X -y=",
                "operands": "command",
            },
            ("new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw|popup|display-popup"): {
                "options": "-a -b -c=cwd -d -e=env -F= -f -h -I -k -l= -n= -P -p= -S -t= -v -Z -B -C -E -w= -x= -y=",
                "operands": "command",
            },
            "send-keys|send": {"options": "-F -H -K -l -M -R -X -c= -N= -t=", "operands": "code:shell text*"},
            "run-shell|run|if-shell|if|pipe-pane|pipep": {
                "options": "-b -C -d= -t= -c=cwd -F -I -O -o",
                "operands": "code:shell text*",
            },
            (
                "set-hook|bind-key|bind|set-option|set|set-window-option|setw|set-environment|setenv|source-file|"
                "source|confirm-before|command-prompt|choose-tree|display-menu"
            ): {"options": "-g -a -r -n -s -u -w -p -t= -T= -N= -q -F", "operands": "text*"},
            "load-buffer|loadb": {"options": "-b= -t= -w", "operands": "read"},
            "save-buffer|saveb": {"options": "-b= -a", "operands": "write"},
            "kill-server|kill-session|kill-window|kill-pane|killp|killw": {
                "options": "-a -t= -C",
                "operands": "text*",
            },
            (
                "ls|list-sessions|list-windows|lsw|list-panes|lsp|list-clients|lsc|capture-pane|capturep|"
                "display-message|display|has-session|has|show-options|show|info|list-keys|list-commands|"
                "show-buffer|show-environment"
            ): {"options": "-F= -f= -t= -p -a -s -e -J -q -S= -E= -b=", "operands": "text*", "read_only": True},
            "*": {"options": "-t= -s= -d", "operands": "text*"},
        },
        "special": "multiplexer",
    },
    "screen": {
        "options": (
            "-a -A -c=exec -d -D -e= -f -h= -i -l -ls|-list -L -Logfile=write -m -O -p= -q -Q -r -R -s=program -S= "
            "-t= -T= -U -v -wipe -x -X"
        ),
        "operands": "argv",
        "operands_if": {"-X": "text code:shell*", "-ls|-list": "text*"},
    },
    "byobu": "tmux",
    "zellij": {
        "sub": {
            "run": {"options": "-c -d= -f -i -n= --cwd=cwd", "operands": "argv"},
            "action": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "dtach": {"options": "-a -A -c -n -N -e= -E -r= -z", "operands": "write argv"},
    "abduco": {"options": "-a -A -c -n -e= -f -l -r", "operands": "text argv"},
    "script": {
        "options": (
            "-c|--command=command -a|--append -e|--return -f|--flush --force -q|--quiet -B|--log-io=write "
            "-I|--log-in=write -O|--log-out=write -T|--log-timing=write -t=?write -E|--echo= -m= -o="
        ),
        "operands": "write argv",
        "operands_if": {"-c|--command": "write"},
        "posix": False,
    },
    "scriptreplay": {"operands": "read*"},
    "asciinema": {
        "sub": {
            "rec": {"options": "-c|--command=command --append --overwrite -t= -i= -q", "operands": "write?"},
            "upload": {"operands": "sendfile", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "watch": {
        "options": (
            "-b|--beep -c|--color -C|--no-color -d|--differences=? -e|--errexit -f|--follow -g|--chgexit "
            "-n|--interval= -p|--precise -q|--equexit= -r|--no-rerun -s|--shotsdir=write -t|--no-title -w|--no-wrap "
            "-x|--exec"
        ),
        "operands": "command",
        "operands_if": {"-x|--exec": "argv"},
    },
    "gwatch": "watch",
    "viddy": "watch",
    "entr": {"options": "-a -c -d -n -p -r -s -x -z", "operands": "argv", "operands_if": {"-s": "code:shell"}},
    "watchexec": {
        "options": (
            "-e|--exts= -f|--filter= -i|--ignore= -w|--watch=read -r|--restart -c|--clear=? -d|--debounce= "
            "-s|--signal= -n -p|--postpone -q|--quiet --shell=program --no-vcs-ignore --on-busy-update= --poll=? "
            "-E|--env=env -W= --stop-signal= --workdir=cwd -1 -N"
        ),
        "operands": "command",
    },
    "watchman": {"options": "-j -p", "operands": "text*"},
    "watchman-make": {"options": "-p= -t= --run=command -r=command", "operands": "text*"},
    "watchmedo": {
        "sub": {
            "shell-command": {
                "options": "-c|--command=command -p|--patterns= -i= -R|--recursive -W -D -w",
                "operands": "read*",
            },
            "auto-restart": {"options": "-d= -p= -i= -R --signal= --kill-after=", "operands": "argv"},
            "*": {"operands": "text*"},
        },
    },
    "reflex": {"options": "-r= -R= -g= -G= -s -d= -c=exec --all=", "operands": "argv"},
    "chokidar": {"options": "-c|--command=command -d= -t= -i= --initial -p --silent", "operands": "read*"},
    "onchange": {
        "options": "-i|--initial -k -d= -a -e= -f= -o=program -v",
        "operands": "text*",
        "operands_if": {"--": "text*"},
    },
    "xterm": {
        "style": "single",
        "options": "-e=argv -T= -title= -geometry= -hold -bg= -fg= -fn= -display= -l -lf=write -name= -class= -ls -xrm=",
        "operands": "program?",
    },
    "uxterm": "xterm",
    "urxvt": "xterm",
    "gnome-terminal": {
        "options": "-e|--command=command --working-directory=cwd --tab --window --title= --profile=",
        "operands": "text*",
        "operands_if": {"--": "argv"},
    },
    "konsole": {"options": "-e=argv --workdir=cwd --hold --noclose -p= --profile=", "operands": "text*"},
    "alacritty": {
        "options": "-e|--command=argv --working-directory=cwd --hold -t|--title= --config-file=exec -o=",
        "operands": "text*",
    },
    "kitty": {
        "options": "-d|--directory=cwd -T|--title= --hold -c|--config=exec -o= --session=exec -1",
        "operands": "argv",
    },
    "wezterm": {
        "sub": {
            "start": {"options": "--cwd=cwd --class= --new-tab", "operands": "argv"},
            "cli": {"operands": "text*"},
            "ssh": {"operands": "remote_host argv"},
            "*": {"operands": "text*"},
        },
    },
    "strace": {
        "kind": "wrapper",
        "options": (
            "-a= -A -b= -c -C -d|--debug -D -e= -E=env -f|--follow-forks -F -ff -i -I= -k -n -N -o|--output=outcmd "
            "-O= -p|--attach= -P= -q -r -s= -S= -t -T -u|--user=user -U= -v -V -w -x -X= -y -Y -z -Z --trace= "
            "--seccomp-bpf -tt -ttt -yy"
        ),
        "operands": "argv",
    },
    "ltrace": {
        "kind": "wrapper",
        "options": (
            "-a= -A= -b -c -C -D= -e= -f -F=read -h -i -l= -L -n= -o=write -p= -r -s= -S -t -T -u=user -V -w= -x= -X="
        ),
        "operands": "argv",
    },
    "dtruss": {"kind": "wrapper", "options": "-a -b= -c -d -e -f -l -L -o -p= -n= -s -t=", "operands": "argv"},
    "ktrace": {"kind": "wrapper", "options": "-a -C -c -d -f=write -g= -i -p= -t=", "operands": "argv"},
    "perf": {
        "sub": {
            "record|stat|trace": {
                "options": "-e= -o=write -p= -t= -a -g -F= -c= -C= -r= -x= -d -v -q -I= --call-graph= -D= -u= -G= -B -n -i",
                "operands": "argv",
            },
            "report|annotate|list|script|diff|buildid-list|version|evlist|archive": {
                "options": "-i=read -s=exec -f -n --stdio",
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "valgrind": {
        "kind": "wrapper",
        "options": (
            "--tool= --leak-check= --log-file=write --track-origins= --error-exitcode= --suppressions=read --xml=? "
            "--xml-file=write --trace-children= -v -q --show-leak-kinds= --num-callers= --callgrind-out-file=write "
            "--massif-out-file=write --gen-suppressions="
        ),
        "operands": "argv",
    },
    "gdb": {
        "style": "single",
        "options": (
            "-batch|--batch -ex|--ex|-eval-command|--eval-command=code -iex|--iex|-init-eval-command=code "
            "-x|--command|-command=exec -ix=exec -p|--pid|-pid= -c|--core|-core=read -d|--directory=read "
            "--args|-args=argv -q|--quiet|-quiet -n|-nx|--nx -nh -cd|--cd=cwd -tty|--tty= -s|--symbols=read "
            "-e|--exec=exec -write -tui -silent --silent --nw -nw -return-child-result"
        ),
        "operands": "exec text*",
        "kind": "interpreter",
        "lang": "gdb",
        "danger": True,
    },
    "lldb": {
        "options": (
            "-o|--one-line=code -O|--one-line-before-file=code -s|--source=exec -S=exec -p|--attach-pid= -n= "
            "-f|--file=exec -c|--core=read -b|--batch -k=code -K=exec -x -Q -w -P -r"
        ),
        "operands": "exec text*",
        "kind": "interpreter",
        "lang": "gdb",
        "danger": True,
    },
    "rr": {
        "sub": {
            "record": {"options": "-h -n -o=write -v=env", "operands": "argv"},
            "replay": {"options": "-x=exec -d=program -a", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "bpftrace": {
        "options": "-e=code -c=command -p= -o=write -f= -B= -l=? -v -d --unsafe --usdt-file-activation",
        "operands": "script text*",
        "kind": "interpreter",
        "lang": "bpftrace",
        "danger": True,
    },
    "dtrace": {
        "options": "-n=code -s=exec -c=command -p= -o=write -q -w -Z -x= -P= -m= -f= -i= -l",
        "operands": "text*",
        "kind": "interpreter",
        "lang": "dtrace",
        "danger": True,
    },
}
