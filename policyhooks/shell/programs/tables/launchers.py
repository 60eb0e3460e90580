"""Less common programs that start another program: limits, loaders, environments, secret injectors."""

PROGRAMS = {
    "cgexec": {"kind": "wrapper", "options": "-g= --sticky -r", "operands": "argv"},
    "firejail": {
        "kind": "wrapper",
        "options": (
            "--quiet --noprofile --private=?write --profile=read --net= --whitelist=write --blacklist=read "
            "--read-only=read --bind= --seccomp=? --caps.drop= --name= --timeout= --env=env --appimage --x11=?"
        ),
        "operands": "argv",
    },
    "ld.so": {
        "kind": "wrapper",
        "options": (
            "--list --verify --inhibit-cache --library-path=search --inhibit-rpath= --audit=exec --preload=exec "
            "--argv0= --glibc-hwcaps-prepend= --glibc-hwcaps-mask= --list-tunables --list-diagnostics"
        ),
        "operands": "argv",
    },
    "ld-linux-x86-64.so.2": "ld.so",
    "ld-linux-aarch64.so.1": "ld.so",
    "ld-linux.so.2": "ld.so",
    "ld-musl-x86_64.so.1": "ld.so",
    "ld-musl-aarch64.so.1": "ld.so",
    "flock": {
        "kind": "wrapper",
        "options": (
            "-c|--command=command -s|--shared -x|-e|--exclusive -n|--nb|--nonblock -o|--close -F|--no-fork "
            "-u|--unlock -w|--timeout|--wait= -E|--conflict-exit-code= --fcntl --verbose"
        ),
        "operands": "write argv",
        "operands_if": {"-c|--command": "write"},
        "posix": False,
    },
    "setlock": {"kind": "wrapper", "options": "-n -N -x -X -d", "operands": "write argv"},
    "chpst": {
        "kind": "wrapper",
        "options": "-u=user -U=user -b= -e=read -/=read -n= -l=write -L=write -m= -d= -o= -p= -f= -c= -v -P -0 -1 -2",
        "operands": "argv",
    },
    "softlimit": {"kind": "wrapper", "options": "-a= -c= -d= -f= -l= -m= -o= -p= -r= -s= -t=", "operands": "argv"},
    "busybox": {"kind": "wrapper", "options": "--list --list-full --install -s --help", "operands": "argv"},
    "toybox": {"kind": "wrapper", "options": "--long --help --version", "operands": "argv"},
    "coreutils": {"kind": "wrapper", "options": "--coreutils-prog=program", "operands": "argv"},
    "dotenv": {
        "kind": "wrapper",
        "options": "-f|--file=read -q|--quote= -e|--export= -c=? -o|--overload --override --no-override -v=env -p=",
        "operands": "argv",
    },
    "dotenvx": {
        "options": "-l|--log-level= -q|--quiet -v|--verbose -d|--debug",
        "sub": {
            "run": {
                "options": "-e|--env=env -f|--env-file=use -fv= -o|--overload --convention= --strict",
                "operands": "argv",
            },
            "get": {"output": "secret", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "env-cmd": {
        "kind": "wrapper",
        "options": (
            "-e|--environments= -f|--file=read -r|--rc-file=read -x|--expand-envs --fallback --no-override --silent "
            "--use-shell --verbose"
        ),
        "operands": "argv",
    },
    "cross-env": {"kind": "wrapper", "operands": "env* argv"},
    "cross-env-shell": {"operands": "env* command"},
    "envdir": {"kind": "wrapper", "operands": "read argv"},
    "envchain": {"kind": "wrapper", "options": "--set --list --unset -n|--noecho", "operands": "text argv"},
    "direnv": {
        "sub": {
            "exec": {"operands": "cwd argv"},
            "allow": {"operands": "exec?"},
            "edit": {"operands": "write?"},
            "*": {"operands": "text*"},
        },
        "prints_setup": "hook|export",
    },
    "aws-vault": {
        "sub": {
            "exec": {
                "options": (
                    "-d|--duration= -n|--no-session --region= -m|--mfa-token= -j|--json -s|--server --ec2-server "
                    "--ecs-server -t= --prompt="
                ),
                "operands": "target argv",
            },
            "*": {"operands": "text*"},
        },
    },
    "aws-okta": {"sub": {"exec": {"operands": "target argv"}, "*": {"operands": "text*"}}},
    "op": {
        "options": (
            "--account= --vault= --session= --format= --cache --no-color --iso-timestamps --config=read --debug "
            "--encoding="
        ),
        "sub": {
            "run": {"options": "--env-file=use --no-masking --environment=", "operands": "argv"},
            "read": {
                "operands": "text",
                "options": "-o|--out-file=write -n|--no-newline -f|--force --file-mode=",
                "output": "secret",
                "read_only": True,
            },
            "inject": {
                "options": "-i|--in-file=read -o|--out-file=write -f|--force --file-mode=",
                "output": "secret",
            },
            "item": {
                "sub": {
                    "get": {
                        "output": "secret",
                        "operands": "text*",
                        "read_only": True,
                        "options": "--fields= --otp --reveal --share-link",
                    },
                    "list": {"read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
    },
    "doppler": {
        "options": "-t|--token= -p|--project= -c|--config=target --scope= --silent",
        "sub": {
            "run": {"options": "--command=command --mount=write --fallback=write", "operands": "argv"},
            "secrets": {"output": "secret", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "infisical": {
        "sub": {
            "run": {"options": "--env=target --path= --projectId= --command=command --token=", "operands": "argv"},
            "secrets": {"output": "secret", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "chamber": {
        "sub": {
            "exec": {"options": "--pristine --strict --strict-value=", "operands": "text argv"},
            "read|export": {"output": "secret", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "sops": {
        "options": (
            "-d|--decrypt -e|--encrypt -i|--in-place --output=write --input-type= --output-type= -k|--kms= "
            "-p|--pgp= -a|--age= --set= --extract= --config=read"
        ),
        "operands": "read",
        "sub": {
            "exec-env": {"operands": "read command"},
            "exec-file": {"operands": "read command", "options": "--no-fifo --filename="},
            "decrypt": {"operands": "read", "output": "secret"},
            "encrypt": {"operands": "read"},
            "edit": {"operands": "write"},
        },
        "output": "secret",
        "output_if": "-d|--decrypt",
    },
    "retry": {
        "kind": "wrapper",
        "options": "-t|--times= -d|--delay= -u|--until= -w|--while= -m|--max= -s= -e= --tries= --sleep= --min=",
        "operands": "argv",
    },
    "rlwrap": {
        "kind": "wrapper",
        "options": (
            "-a=? -A -b= -c -C= -D= -e -E -f=read -F= -g= -H=write -i -I -l=write -m=? -M= -n -N -o -O= -p=? -P= "
            "-q= -r -R -s= -S= -t= -T -U -w= -W=? -X -z=program"
        ),
        "operands": "argv",
    },
    "trickle": {"kind": "wrapper", "options": "-d= -u= -s -w= -t= -l= -n= -p=", "operands": "argv"},
    "cpulimit": {
        "kind": "wrapper",
        "options": (
            "-l|--limit= -p|--pid= -e|--exe= -i|--include-children -z|--lazy -f|--foreground -b|--background "
            "-q|--quiet -v -m -c|--cpu="
        ),
        "operands": "argv",
    },
    "daemonize": {
        "kind": "wrapper",
        "options": "-a -c=cwd -e=write -E=env -l=write -o=write -p=write -u=user -v",
        "operands": "argv",
    },
    "start-stop-daemon": {
        "options": (
            "-S|--start -K|--stop -T|--status -x|--exec=program -a|--startas=program -p|--pidfile=write -u|--user= "
            "-g|--group= -n|--name= -c|--chuid=user -r|--chroot= -d|--chdir=cwd -b|--background -m|--make-pidfile "
            "-N|--nicelevel= -k|--umask= -R|--retry= -s|--signal= -o|--oknodo -q|--quiet -v|--verbose -t|--test "
            "-O|--output=write"
        ),
        "operands": "text*",
    },
    "tini": {"kind": "wrapper", "options": "-s -v -w -g -p= -e= -l --version", "operands": "argv"},
    "dumb-init": {"kind": "wrapper", "options": "-c|--single-child -r|--rewrite= -v|--verbose", "operands": "argv"},
    "catatonit": {"kind": "wrapper", "options": "-g -P -V", "operands": "argv"},
    "wait-for-it": {
        "kind": "wrapper",
        "options": "-h|--host= -p|--port= -t|--timeout= -s|--strict -q|--quiet",
        "operands": "text argv",
    },
    "wait-for-it.sh": "wait-for-it",
    "dockerize": {
        "kind": "wrapper",
        "style": "single",
        "options": "-template= -stdout= -stderr= -wait=url -timeout= -delims= -no-overwrite -poll",
        "operands": "argv",
    },
    "with-contenv": {"kind": "wrapper", "operands": "argv"},
    "winpty": {"kind": "wrapper", "options": "-X -mouse", "operands": "argv"},
    "wine": {"kind": "wrapper", "operands": "argv"},
    "ccache": {
        "kind": "wrapper",
        "options": (
            "-C|--clear -c|--cleanup -s|--show-stats -z|--zero-stats -M|--max-size= -F|--max-files= "
            "-o|--set-config= -p|--show-config -V -d|--dir=write -x|--show-compression"
        ),
        "operands": "argv",
    },
    "sccache": {
        "kind": "wrapper",
        "options": "--start-server --stop-server -s|--show-stats -z|--zero-stats --dist-status --dist-auth",
        "operands": "argv",
    },
    "distcc": {"kind": "wrapper", "operands": "argv"},
    "icecc": {"kind": "wrapper", "operands": "argv"},
    "scan-build": {
        "kind": "wrapper",
        "style": "single",
        "options": (
            "-o=write -v -k -V --status-bugs --use-cc= --use-c++= -enable-checker= -disable-checker= -analyze-headers"
        ),
        "operands": "argv",
    },
    "bear": {"kind": "wrapper", "options": "--output=write --append --config=read -o=write -a", "operands": "argv"},
    "honcho": {
        "options": "-e|--env=read -d|--app-root=cwd -f|--procfile=exec",
        "sub": {"run": {"operands": "argv"}, "start|check|export": {"operands": "text*"}},
    },
    "foreman": {
        "options": "-e|--env=read -d|--root=cwd -f|--procfile=exec",
        "sub": {"run": {"operands": "argv"}, "start|check|export": {"operands": "text*"}},
    },
    "overmind": {
        "sub": {
            "run": {"operands": "argv"},
            "start|s|stop|restart|connect|echo|quit|kill|status|ps": {
                "operands": "text*",
                "options": "-f|--procfile=exec -l= -p=",
            },
        },
    },
    "devbox": {
        "options": "-q|--quiet --debug",
        "sub": {
            "run": {"options": "-c|--config=cwd -e|--env=env --env-file=use -l|--list --pure", "operands": "argv"},
            "*": {"operands": "text*", "options": "-c|--config=cwd"},
        },
    },
    "saml2aws": {
        "options": "-a|--idp-account= -p|--profile=target --role= --region= --skip-prompt",
        "sub": {"exec": {"operands": "argv"}, "*": {"operands": "text*"}},
        "network": True,
    },
    "teller": {
        "options": "-c|--config=read",
        "sub": {
            "run": {"options": "--reset -s|--shell --redact", "operands": "argv"},
            "*": {"output": "secret", "operands": "text*"},
        },
    },
    "assume": {
        "options": "-c|--console -e|--env -x -r|--region= --exec=command -s|--service= -d|--duration= --no-cache",
        "operands": "target?",
    },
    "varlock": {
        "sub": {
            "run": {"options": "-p|--path=use --env= --no-redact-stdout", "operands": "argv"},
            "*": {"operands": "text*"},
        },
    },
    "secretspec": {
        "options": "-P|--profile=target -p|--provider=",
        "sub": {
            "run": {"options": "-P|--profile=target -p|--provider=", "operands": "argv"},
            "*": {"operands": "text*"},
        },
    },
    "with-env": {"kind": "wrapper", "operands": "argv"},
    "distrobox": {
        "sub": {
            "enter": {"options": "-n|--name= -a|--additional-flags= -r|--root -nw", "operands": "remote argv"},
            "*": {"operands": "text*"},
        },
    },
    "toolbox": {
        "sub": {
            "run": {"options": "-c|--container=remote -d|--distro= -r|--release= --preserve-fds=", "operands": "argv"},
            "*": {"operands": "text*"},
        },
    },
    "ddev": {
        "sub": {
            "exec|.": {"options": "-s|--service=remote -d|--dir= --raw", "operands": "command", "remote": True},
            "drush|composer|npm|yarn|php|mysql|psql|wp|artisan|craft|magento": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "lando": {
        "sub": {"ssh": {"options": "-s|--service=remote -u|--user= -c|--command=command"}, "*": {"operands": "text*"}},
    },
    "sail": {"operands": "argv"},
    "lckdo": {"kind": "wrapper", "options": "-w -e -E -s -x -q -W=", "operands": "write argv"},
    "zrun": {"kind": "wrapper", "operands": "argv"},
}
