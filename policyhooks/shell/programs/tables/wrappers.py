"""Programs whose only purpose is to start another program."""

PROGRAMS = {
    "sudo": {
        "kind": "wrapper",
        "options": (
            "-A|--askpass -b|--background -B|--bell -C|--close-from= -D|--chdir=cwd -E|--preserve-env=? -e|--edit "
            "-g|--group= -H|--set-home -h|--host= --help -i|--login -K|--remove-timestamp -k|--reset-timestamp "
            "-l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups -p|--prompt= -R|--chroot=read "
            "-r|--role= -S|--stdin -s|--shell -T|--command-timeout= -t|--type= -U|--other-user= -u|--user=user "
            "-V|--version -v|--validate -c= -a="
        ),
        "operands": "env* argv",
        "operands_if": {"-e|--edit": "write*", "-l|--list": "text*"},
        "read_only_if": "-l|--list|-v|--validate|-V|--version|--help",
        "elevated": True,
        "as_user": "root",
        "danger": True,
    },
    "sudoedit": {
        "options": "-A -n -S -u= -g= -p= -T= -r= -t=",
        "operands": "write*",
        "elevated": True,
        "danger": True,
    },
    "doas": {
        "kind": "wrapper",
        "options": "-n -s -L -C=read -u=user -a=",
        "operands": "argv",
        "elevated": True,
        "as_user": "root",
        "danger": True,
    },
    "su": {
        "kind": "wrapper",
        "options": (
            "-c|--command=command --session-command=command -f|--fast -g|--group= -G|--supp-group= -l|--login "
            "-m|-p|--preserve-environment -P|--pty -s|--shell=program -w|--whitelist-environment= -T|--no-pty "
            "-h|--help -V|--version -"
        ),
        "operands": "user? text*",
        "elevated": True,
        "as_user": "root",
        "danger": True,
        "posix": False,
    },
    "runuser": {
        "kind": "wrapper",
        "options": (
            "-u|--user=user -c|--command=command --session-command=command -f|--fast -g|--group= -G|--supp-group= "
            "-l|--login -m|-p|--preserve-environment -P|--pty -s|--shell=program -w|--whitelist-environment= -"
        ),
        "operands": "user? text*",
        "operands_if": {"-u|--user": "argv"},
        "elevated": True,
        "danger": True,
        "posix": False,
    },
    "pkexec": {
        "kind": "wrapper",
        "options": "--user=user -u=user --disable-internal-agent --keep-cwd --version --help",
        "operands": "argv",
        "elevated": True,
        "as_user": "root",
        "danger": True,
    },
    "gosu": {"kind": "wrapper", "operands": "user argv", "options": "--version --help", "elevated": True},
    "su-exec": {"kind": "wrapper", "operands": "user argv", "options": "-l", "elevated": True},
    "setpriv": {
        "kind": "wrapper",
        "options": (
            "--clear-groups --keep-groups --init-groups --groups= --inh-caps= --ambient-caps= --bounding-set= "
            "--no-new-privs --nnp --rgid= --egid= --regid= --ruid= --euid= --reuid= --reset-env --securebits= "
            "--pdeathsig= --selinux-label= --apparmor-profile= --landlock-access= --landlock-rule= -d|--dump "
            "--list-caps"
        ),
        "operands": "argv",
        "elevated": True,
    },
    "capsh": {
        "options": (
            "--print --drop= --caps= --inh= --user=user --uid= --gid= --groups= --keep= --secbits= --chroot= "
            "--forkfor= --killit= --decode= --supports= --shell=program --addamb= --delamb= --noamb --mode= "
            "--strict --iab= --current --explain="
        ),
        "operands": "text*",
        "operands_if": {"--": "argv"},
        "read_only_if": "--print|--decode|--supports|--explain|--current",
        "changes": "--",
        "elevated": True,
        "danger": True,
    },
    "env": {
        "kind": "wrapper",
        "options": (
            "-i|--ignore-environment|- -0|--null -u|--unset= -C|--chdir=cwd -S|--split-string=split -v|--debug "
            "-P=search --block-signal=? --default-signal=? --ignore-signal=? --list-signal-handling -a|--argv0="
        ),
        "operands": "env* argv",
        "output": "secret",
    },
    "printenv": {"options": "-0|--null", "operands": "text*", "read_only": True, "output": "secret"},
    "nohup": {"kind": "wrapper", "operands": "argv", "options": "--help --version"},
    "timeout": {
        "kind": "wrapper",
        "options": "-s|--signal= -k|--kill-after= -f|--foreground -p|--preserve-status -v|--verbose",
        "operands": "text argv",
    },
    "gtimeout": "timeout",
    "nice": {"kind": "wrapper", "options": "-n|--adjustment=", "operands": "argv"},
    "renice": {"options": "-n|--priority= --relative= -g|--pgrp -p|--pid -u|--user", "operands": "text*"},
    "ionice": {
        "kind": "wrapper",
        "options": "-c|--class= -n|--classdata= -t|--ignore -p|--pid= -P|--pgid= -u|--uid=",
        "operands": "argv",
        "operands_if": {"-p|--pid|-P|--pgid|-u|--uid": "text*"},
    },
    "chrt": {
        "kind": "wrapper",
        "options": (
            "-a|--all-tasks -b|--batch -d|--deadline -D|--sched-deadline= -f|--fifo -i|--idle -m|--max -o|--other "
            "-p|--pid -P|--sched-period= -r|--rr -R|--reset-on-fork -T|--sched-runtime= -v|--verbose"
        ),
        "operands": "text argv",
        "operands_if": {"-p|--pid": "text*"},
    },
    "taskset": {
        "kind": "wrapper",
        "options": "-a|--all-tasks -c|--cpu-list -p|--pid",
        "operands": "text argv",
        "operands_if": {"-p|--pid": "text*"},
    },
    "numactl": {
        "kind": "wrapper",
        "options": (
            "-i|--interleave= -w|--weighted-interleave= -N|--cpunodebind= -C|--physcpubind= -m|--membind= "
            "-p|--preferred= -P|--preferred-many= -l|--localalloc -a|--all -b|--balancing -s|--show -H|--hardware"
        ),
        "operands": "argv",
    },
    "stdbuf": {"kind": "wrapper", "options": "-i|--input= -o|--output= -e|--error=", "operands": "argv"},
    "unbuffer": {"kind": "wrapper", "options": "-p", "operands": "argv"},
    "setsid": {"kind": "wrapper", "options": "-c|--ctty -f|--fork -w|--wait", "operands": "argv"},
    "time": {
        "kind": "wrapper",
        "options": "-p|--portability -f|--format= -o|--output=write -a|--append -v|--verbose -q|--quiet -l -h",
        "operands": "argv",
    },
    "gtime": "time",
    "nocache": {"kind": "wrapper", "options": "-n=", "operands": "argv"},
    "catchsegv": {"kind": "wrapper", "operands": "argv"},
    "chronic": {"kind": "wrapper", "options": "-v -e", "operands": "argv"},
    "ifne": {"kind": "wrapper", "options": "-n", "operands": "argv"},
    "caffeinate": {"kind": "wrapper", "options": "-d -i -m -s -u -t= -w=", "operands": "argv"},
    "systemd-inhibit": {
        "kind": "wrapper",
        "options": "--what= --who= --why= --mode= --list --no-pager --no-legend",
        "operands": "argv",
    },
    "prlimit": {
        "kind": "wrapper",
        "options": (
            "-p|--pid= -o|--output= --noheadings --raw --verbose -c|--core=? -d|--data=? -e|--nice=? -f|--fsize=? "
            "-i|--sigpending=? -l|--memlock=? -m|--rss=? -n|--nofile=? -q|--msgqueue=? -r|--rtprio=? -s|--stack=? "
            "-t|--cpu=? -u|--nproc=? -v|--as=? -x|--locks=? -y|--rttime=?"
        ),
        "operands": "argv",
    },
    "setarch": {
        "kind": "wrapper",
        "options": (
            "-B|--32bit -F|--fdpic-funcptrs -I|--short-inode -L|--addr-compat-layout -R|--addr-no-randomize "
            "-S|--whole-seconds -T|--sticky-timeouts -X|--read-implies-exec -Z|--mmap-page-zero -3|--3gb --4gb "
            "--uname-2.6 -v|--verbose --list -p|--pid= --show=?"
        ),
        "operands": "argv",
    },
    "linux32": {"kind": "wrapper", "options": "-B -F -I -L -R -S -T -X -Z -3 --4gb -v", "operands": "argv"},
    "linux64": "linux32",
    "i386": "linux32",
    "x86_64": "linux32",
    "uname26": "linux32",
    "arch": {
        "kind": "wrapper",
        "style": "single",
        "options": "-arm64 -arm64e -x86_64 -i386 -32 -64 -c -d= -e=env -arch=",
        "operands": "argv",
    },
    "torsocks": {
        "kind": "wrapper",
        "options": "-i|--isolate -u|--user= -p|--pass= -a|--address=host -P|--port=port -d|--debug -q|--quiet --shell",
        "operands": "argv",
    },
    "torify": "torsocks",
    "proxychains": {"kind": "wrapper", "options": "-q -f=read", "operands": "argv"},
    "proxychains4": "proxychains",
    "tsocks": {"kind": "wrapper", "operands": "argv"},
    "dbus-run-session": {
        "kind": "wrapper",
        "options": "--config-file=read --dbus-daemon=program",
        "operands": "argv",
    },
    "dbus-launch": {
        "kind": "wrapper",
        "options": (
            "--auto-syntax --binary-syntax --close-stderr --exit-with-session --exit-with-x11 --autolaunch= "
            "--config-file=read --csh-syntax --sh-syntax"
        ),
        "operands": "argv",
    },
    "xvfb-run": {
        "kind": "wrapper",
        "options": (
            "-a|--auto-servernum -e|--error-file=write -f|--auth-file=write -l|--listen-tcp -n|--server-num= "
            "-p|--xauth-protocol= -s|--server-args= -w|--wait="
        ),
        "operands": "argv",
    },
    "faketime": {
        "kind": "wrapper",
        "options": "-f -m --exclude-monotonic --date-prog=program",
        "operands": "text argv",
    },
    "fakeroot": {
        "kind": "wrapper",
        "options": "-l|--lib=exec --faked=program -i=read -s=write -u|--unknown-is-real -b= -v",
        "operands": "argv",
    },
    "fakechroot": {
        "kind": "wrapper",
        "options": (
            "-s|--use-system-libs -l|--lib=exec -d|--elfloader=exec -e|--environment= -c|--config-dir=read "
            "-b|--bindir=read"
        ),
        "operands": "argv",
    },
    "eatmydata": {"kind": "wrapper", "operands": "argv"},
    "i486": "linux32",
    "i586": "linux32",
    "i686": "linux32",
    "athlon": "linux32",
    "aarch64": "linux32",
    "arm": "linux32",
    "armv6l": "linux32",
    "armv7l": "linux32",
    "armv8l": "linux32",
    "arm64": "linux32",
    "ppc": "linux32",
    "ppc32": "linux32",
    "ppc64": "linux32",
    "ppc64le": "linux32",
    "mips": "linux32",
    "mips64": "linux32",
    "s390": "linux32",
    "s390x": "linux32",
    "sparc": "linux32",
    "sparc64": "linux32",
    "ia64": "linux32",
    "parisc": "linux32",
    "riscv64": "linux32",
}
