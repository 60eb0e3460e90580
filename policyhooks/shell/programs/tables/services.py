"""Services, schedulers, terminals and processes."""

PROGRAMS = {
    "systemctl": {
        "options": (
            "-t|--type= --state= -p|--property= -P= -a|--all -r|--recursive -l|--full -q|--quiet --user --system "
            "--global -H|--host=host -M|--machine= --now -f|--force --runtime --no-pager --no-block --wait "
            "--no-legend --plain -n|--lines= -o|--output= --root=write --image=write --signal|-s= --kill-whom= "
            "--job-mode= --no-reload --failed --show-types --value --what= --dry-run --check-inhibitors= -i "
            "--drop-in= --stdin --when= -h|--help --version"
        ),
        "idle_if": "-h|--help|--version|--dry-run",
        "read_only": True,
        "sub": {
            (
                "status|show|cat|list-*|is-active|is-enabled|is-failed|is-system-running|get-default|help|"
                "show-environment|whoami"
            ): {"operands": "text*", "read_only": True},
            "enable|link|reenable": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "service": {
        "options": "--status-all --full-restart",
        "operands": "text*",
        "read_only_if": "--status-all|%status&!@3",
        "danger": True,
    },
    "rc-service": "service",
    "rc-update": {"operands": "text*", "danger": True},
    "update-rc.d": "rc-update",
    "chkconfig": "rc-update",
    "initctl": "service",
    "sv": "service",
    "supervisorctl": {
        "options": "-c=read -s=url -u= -p= -i",
        "sub": {
            "status|tail|avail|pid|version": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
    },
    "launchctl": {
        "sub": {
            "submit": {"options": "-l= -p=program -o=write -e=write", "operands": "argv"},
            "asuser|bsexec": {"operands": "text argv"},
            (
                "load|unload|bootstrap|bootout|enable|disable|kickstart|kill|start|stop|remove|setenv|unsetenv|"
                "config|reboot"
            ): {"options": "-w -F -k -p -S= -D=", "operands": "text* exec"},
            (
                "list|print|print-disabled|print-cache|getenv|blame|managerpid|manageruid|managername|limit|"
                "version|help|examine|dumpstate|plist|procinfo"
            ): {"operands": "text*", "read_only": True},
        },
        "danger": True,
    },
    "crontab": {
        "options": "-u|--user= -e -l -r -i -T=read -V -n= -c -s -x=",
        "operands": "read?",
        "read_only_if": "-l|-T|-V",
        "changes": "-r|-e|-i|-s",
        "touches": {"!-l|-T|-V": "write:/var/spool/cron/crontabs/user"},
        "stdin_code": False,
        "danger": True,
    },
    "at": {
        "options": "-q= -f=exec -t= -m -M -l -r -d -b -v -V -c",
        "operands": "text*",
        "kind": "shell",
        "lang": "posix",
        "operands_if": {"": "text*"},
        "stdin_code": True,
        "read_only_if": "-l|-c|-V",
        "changes": "-r|-d|-f",
        "danger": True,
    },
    "batch": "at",
    "atq": {"options": "-q= -o=", "read_only": True},
    "systemd-run": {
        "kind": "wrapper",
        "options": (
            "--user --system --scope -u|--unit= -p|--property= --description= --slice= --slice-inherit "
            "--expand-environment=? -r|--remain-after-exit --send-sighup --service-type= --uid=user --gid= --nice= "
            "--working-directory=cwd -d|--same-dir -E|--setenv=env -t|--pty -P|--pipe -q|--quiet --on-active= "
            "--on-boot= --on-startup= --on-unit-active= --on-unit-inactive= --on-calendar= --on-clock-change "
            "--on-timezone-change --path-property= --socket-property= --timer-property= --no-block --wait "
            "-G|--collect -H|--host=host -M|--machine= -S|--shell --no-ask-password --job-mode= -v --background="
        ),
        "operands": "argv",
        "danger": True,
    },
    "run0": {
        "kind": "wrapper",
        "options": (
            "-u|--user=user -g|--group= -D|--chdir=cwd --setenv=env --nice= --unit= --property= --slice= --machine= "
            "--pty --pipe --background= --no-ask-password -i|--via-shell"
        ),
        "operands": "argv",
        "elevated": True,
        "as_user": "root",
        "danger": True,
    },
    "systemd-cat": {
        "kind": "wrapper",
        "options": "-t|--identifier= -p|--priority= --stderr-priority= --level-prefix=",
        "operands": "argv",
    },
    "journalctl": {
        "options": (
            "-u|--unit= -f|--follow -n|--lines=? -e -x -r -b|--boot=? -k|--dmesg -p|--priority= -S|--since= "
            "-U|--until= -o|--output= --no-pager -q -D|--directory=read --file=read -t= -g|--grep= --vacuum-size= "
            "--vacuum-time= --vacuum-files= --rotate --flush --disk-usage -a -m --user --system -M= --list-boots "
            "--cursor= --root=read --sync --relinquish-var --smart-relinquish-var --setup-keys --update-catalog "
            "--cursor-file=write"
        ),
        "operands": "text*",
        "read_only": True,
        "changes": (
            "--vacuum-size|--vacuum-time|--vacuum-files|--rotate|--flush|--sync|--relinquish-var|--setup-keys|"
            "--smart-relinquish-var|--update-catalog|--cursor-file"
        ),
    },
    "loginctl": {
        "read_only": True,
        "sub": {
            "list-sessions|list-users|session-status|show-session|show-user|user-status|list-seats|show-seat": {
                "read_only": True,
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "hostnamectl": {
        "read_only": True,
        "sub": {"status|show": {"read_only": True}, "*": {"operands": "text*"}},
    },
    "timedatectl": {
        "read_only": True,
        "sub": {
            "status|show|list-timezones|timesync-status": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "busctl": {
        "sub": {
            "list|status|tree|introspect|monitor|get-property": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "logger": {"operands": "text*", "options": "-t= -p= -s -i -n=host -P= -f=read -u= -d -T"},
    "logrotate": {
        "options": "-d|--debug -f|--force -m|--mail=program -s|--state=write -v|--verbose -l|--log=write",
        "operands": "exec*",
        "read_only_if": "-d|--debug",
    },
    "open": {
        "options": (
            "-a=program -b= -e -t -f -F -W -R -n -g -j -h -u=url --args=rest --env=env -i= -o=write --stdin=read "
            "--stdout=write"
        ),
        "operands": "urlpath*",
    },
    "xdg-open": {"operands": "urlpath*"},
    "gio": {
        "sub": {
            "open": {"operands": "urlpath*"},
            "trash|remove": {"operands": "delete*"},
            "copy|move": {"operands": "read* write"},
            "*": {"operands": "text*"},
        },
    },
    "ps": {
        "style": "bsd",
        "operands": "text*",
        "options": (
            "-o= -O= -p= -u= -U= -g= -C= -t= -A -a -e -f -F -l -j -x -w -L -H --forest --sort= --pid= --ppid= "
            "--no-headers --headers"
        ),
        "read_only": True,
    },
    "pkill": {
        "options": (
            "-SIGNAL -f|--full -u|--euid= -U= -g= -G= -P|--parent= -t= -x|--exact -n -o -e -v -c -F=read -s= "
            "--signal= -i"
        ),
        "operands": "text*",
        "danger": True,
    },
    "pgrep": {
        "options": "-f|--full -l -a -u= -U= -g= -P= -t= -x -n -o -v -c -d= -F=read -s= -i",
        "operands": "text*",
        "read_only": True,
    },
    "killall": {
        "options": "-e -I -g -i -q -r -s= -u= -v -w -y= -o= -Z= -m -9 -d -l -t= -c=",
        "operands": "text*",
        "danger": True,
    },
    "killall5": {"operands": "text*", "danger": True},
    "skill": {"operands": "text*", "danger": True},
    "fuser": {
        "options": "-k|--kill -m|--mount -n= -s -u -v -a -i -w -c -4 -6 -l -M -SIGNAL",
        "operands": "read*",
        "read_only": True,
        "changes": "-k|--kill",
    },
    "lsof": {
        "options": "-i=? -p= -u= -c= -t -n -P -a -d= -s=? -F=? -g=? -D= -r=? +D= +d= -l -w -S=? -T=? -U -V -h",
        "operands": "read*",
        "read_only": True,
    },
    # -h halts: it is no request for help.
    "reboot": {"options": "-h -f|--force -p|--poweroff -n -w|--wtmp-only -d", "operands": "text*", "danger": True},
    "shutdown": {"options": "-h -H -P -r -k -c -t= -f -F -n --no-wall --show", "operands": "text*", "danger": True},
    "halt": "reboot",
    "poweroff": "reboot",
    "init": {"operands": "text*"},
    "nginx": {"options": "-t -T -v -V -q -c=use -p=use -e=write -g= -s=", "read_only_if": "-t|-T|-v|-V"},
    "telinit": {"operands": "text*", "danger": True},
    "terminal-notifier": {
        "options": "-execute=command -open=url -message= -title= -subtitle= -sound= -group= -activate=",
        "style": "single",
        "operands": "text*",
    },
    "defaults": {
        "sub": {
            "read|read-type|domains|find|help|export": {"operands": "text*", "read_only": True},
            "write|delete|rename|import": {"operands": "text*"},
        },
        "options": "-currentHost -host=",
        "style": "single",
    },
    "PlistBuddy": {"options": "-c=text -x -h", "operands": "write"},
    "gsettings": {
        "sub": {
            "get|list-schemas|list-keys|list-recursively|range|describe|writable|monitor": {
                "operands": "text*",
                "read_only": True,
            },
            "set|reset|reset-recursively": {"operands": "text*"},
        },
    },
    "dconf": {"sub": {"read|list|dump|watch": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}}},
}
