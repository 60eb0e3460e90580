"""Virtual machines, namespaces and other walls that a command is run behind."""

PROGRAMS = {
    "vagrant": {
        "sub": {
            "ssh": {"options": "-c|--command=command -p|--plain -t|--tty", "operands": "text*", "remote": "vagrant"},
            "status|global-status|version|port|ssh-config|validate": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "multipass": {
        "sub": {
            "exec": {"options": "-d|--working-directory= -n|--no-map-working-directory", "operands": "remote argv"},
            "shell": {"operands": "text*"},
            "list|ls|info|version|networks|find|get": {"read_only": True, "operands": "text*"},
            "transfer": {"operands": "hostpath:read* hostpath:write"},
            "*": {"operands": "text*"},
        },
    },
    "limactl": {
        "sub": {
            "shell": {"options": "--shell= --workdir= --tty=?", "operands": "remote argv"},
            "*": {"operands": "text*"},
        },
    },
    "lima": {"operands": "argv", "remote": "lima"},
    "colima": {
        "sub": {
            "ssh": {"operands": "argv", "remote": "colima"},
            "status|list|version": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "qemu-system-x86_64": {
        "style": "single",
        "options": (
            "-hda=write -drive= -cdrom=read -kernel=exec -initrd=read -m= -smp= -nographic -net= -netdev= -device= "
            "-append= -monitor="
        ),
        "operands": "write?",
    },
    "virsh": {
        "options": "-c=url",
        "sub": {
            "list|dominfo|domstate|version|nodeinfo|dumpxml": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "chroot": {
        "kind": "wrapper",
        "options": "--groups= --userspec= --skip-chdir -u= -g= -G= -n",
        "operands": "write argv",
        "elevated": True,
        "danger": True,
    },
    "arch-chroot": {"kind": "wrapper", "options": "-N -u=", "operands": "write argv", "elevated": True},
    "schroot": {
        "kind": "wrapper",
        "options": "-c|--chroot= -u|--user=user -d|--directory= -p -b -r -e -a -q",
        "operands": "argv",
    },
    "proot": {
        "kind": "wrapper",
        "options": "-r|--rootfs=read -b|--bind|-m|--mount= -q|--qemu= -w|--pwd|--cwd= -v= -0|--root-id -S= -R= -i=",
        "operands": "argv",
    },
    "unshare": {
        "kind": "wrapper",
        "options": (
            "-i|--ipc=? -m|--mount=? -n|--net=? -p|--pid=? -u|--uts=? -U|--user=? -C|--cgroup=? -T|--time=? "
            "-f|--fork --kill-child=? --mount-proc=? -r|--map-root-user -c|--map-current-user --map-auto "
            "--map-user= --map-group= --map-users= --map-groups= --propagation= --setgroups= -R|--root=read "
            "-w|--wd=cwd -S|--setuid= -G|--setgid= --monotonic= --boottime= --keep-caps"
        ),
        "operands": "argv",
        "elevated": True,
        "danger": True,
    },
    "nsenter": {
        "kind": "wrapper",
        "options": (
            "-a|--all -t|--target= -m|--mount=? -u|--uts=? -i|--ipc=? -n|--net=? -p|--pid=? -U|--user=? "
            "-C|--cgroup=? -T|--time=? -S|--setuid= -G|--setgid= --preserve-credentials --keep-caps -r|--root=? "
            "-w|--wd=? -W|--wdns= -F|--no-fork -Z|--follow-context -e|--env -c|--join-cgroup --user-parent"
        ),
        "operands": "argv",
        "elevated": True,
        "danger": True,
    },
    "systemd-nspawn": {
        "kind": "wrapper",
        "options": (
            "-D|--directory=write -i|--image=write -M|--machine= -u|--user=user --bind= --bind-ro= -b|--boot "
            "-a|--as-pid2 -x|--ephemeral -q|--quiet --private-network -n|--network-veth --capability= "
            "-E|--setenv=env --chdir= --tmpfs= --overlay= -p|--port= --uuid= -U --private-users=?"
        ),
        "operands": "argv",
        "elevated": True,
    },
    "machinectl": {
        "options": "-H|--host=host -M|--machine= -q -E|--setenv=env --uid=",
        "sub": {
            "shell": {"operands": "remote argv"},
            "list|status|show|image-status|list-images": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "bwrap": {
        "kind": "wrapper",
        "options": (
            "--bind=text,text --ro-bind=text,text --dev-bind=text,text --bind-try=text,text --ro-bind-try=text,text "
            "--dev=text --proc=text --tmpfs=text --dir=text --symlink=text,text --unshare-all --unshare-user "
            "--unshare-pid --unshare-net --unshare-ipc --unshare-uts --share-net --die-with-parent --new-session "
            "--chdir=cwd --setenv=text,text --unsetenv= --clearenv --uid= --gid= --hostname= --seccomp= --cap-add= "
            "--cap-drop= --as-pid-1 --file= --lock-file="
        ),
        "operands": "argv",
    },
    "ip": {
        "options": "-4 -6 -o -s -d -j -p -br|-brief -c|-color -n|-netns= -f= -h -r -t -a|-all -b|-batch=read -V",
        "style": "single",
        "sub": {
            "netns|net": {
                "sub": {
                    "exec": {"operands": "text argv"},
                    "list|ls|identify|pids": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "vrf": {"sub": {"exec": {"operands": "text argv"}, "*": {"operands": "text*"}}},
            "*": {"operands": "text*"},
        },
    },
    "lxc": {
        "sub": {
            "exec": {"options": "--env=env --mode= -n -t -T --user= --group= --cwd=", "operands": "remote argv"},
            "list|info|version": {"read_only": True, "operands": "text*"},
            "file": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "incus": "lxc",
    "lxc-attach": {"options": "-n|--name=remote -e -s= -u= -g= --clear-env --keep-env -P=", "operands": "argv"},
    "runc": {
        "sub": {
            "exec": {"options": "-t -e=env -u= --cwd= -d -p=read", "operands": "remote argv"},
            "*": {"operands": "text*"},
        },
    },
}
