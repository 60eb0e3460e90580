"""Package managers of systems and of other languages."""

PROGRAMS = {
    "apt-get": {
        "package": "apt",
        "options": (
            "-o|--option=config -c|--config-file=read -y|--yes|--assume-yes --assume-no -q|--quiet=? -qq "
            "-d|--download-only -s|--simulate|--just-print|--dry-run|--recon|--no-act -f|--fix-broken "
            "-m|--ignore-missing|--fix-missing -u -V -b|--build|--compile --no-install-recommends "
            "--install-recommends --install-suggests --only-upgrade --reinstall --allow-downgrades "
            "--allow-remove-essential --allow-change-held-packages --force-yes --allow-unauthenticated "
            "--no-allow-insecure-repositories --allow-insecure-repositories -t|--target-release|--default-release= "
            "--purge --auto-remove|--autoremove --print-uris -a|--host-architecture= -P|--build-profiles= "
            "--trivial-only --no-remove --show-progress -h|--help -v|--version --no-download --no-upgrade --verbose-versions"
        ),
        "idle_if": "-s|--simulate|-h|--help|--print-uris&!-o|-c",
        "config": {
            "apt::update::pre-invoke*": "command",
            "apt::update::post-invoke*": "command",
            "dpkg::pre-invoke*": "command",
            "dpkg::post-invoke*": "command",
            "dpkg::pre-install-pkgs*": "command",
            "apt::update::post-invoke-success*": "command",
            "dir::bin::*": "program",
            "acquire::http::proxy": "url",
            "acquire::https::proxy": "url",
        },
        "sub": {
            "install|satisfy|build-dep": {"package_op": "install", "operands": "package*", "network": True},
            "reinstall": {"package_op": "install", "operands": "package*", "network": True},
            "remove|purge|autoremove|autopurge": {"package_op": "uninstall", "operands": "package*"},
            "upgrade|dist-upgrade|full-upgrade|dselect-upgrade": {
                "package_op": "update",
                "operands": "package*",
                "network": True,
            },
            "update": {"network": True, "operands": "text*"},
            "download|source|changelog": {
                "package_op": "download",
                "operands": "package*",
                "network": True,
                "touches": {"": "write:."},
            },
            "clean|distclean|autoclean|auto-clean|edit-sources|mark": {"operands": "text*"},
            "check|list|search|show|policy|depends|rdepends|help|showsrc|indextargets|moo": {
                "operands": "text*",
                "read_only": True,
                "options": "--installed --upgradable -a|--all-versions --manual-installed",
            },
        },
    },
    "apt": "apt-get",
    "aptitude": "apt-get",
    "apt-cache": {
        "operands": "text*",
        "read_only": True,
        "options": "-o=config -c=read -p= -s= -n|--names-only -f|--full -a -i --installed",
    },
    "apt-key": {
        "sub": {
            "add": {"operands": "read"},
            "adv": {"operands": "text*", "network": True, "options": "--keyserver=url --recv-keys="},
            "list|export|exportall|finger": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "add-apt-repository": {
        "options": "-y|--yes -r|--remove -n|--no-update -u|--update -m -s -P -S -U -c= -p= -C= -L",
        "operands": "text*",
        "network": True,
    },
    "dpkg": {
        "package": "apt",
        "package_op": "install",
        "options": (
            "-i|--install -R|--recursive --unpack --configure -r|--remove -P|--purge -l|--list -s|--status "
            "-L|--listfiles -S|--search -p|--print-avail --get-selections --set-selections --print-architecture "
            "--force-= -a|--pending --root=write --admindir=write --instdir=write --pre-invoke=command "
            "--post-invoke=command --log=write -E -G --no-triggers -B --add-architecture -c|--contents -x|--extract "
            "-I|--info -e --audit -C --verify -V --no-act|--dry-run|--simulate --help --version"
        ),
        "idle_if": "--no-act|--help|--version",
        "changes": "-i|-r|-P|--unpack|--configure|--set-selections|-x|-e|--add-architecture",
        "operands": "package*",
        "operands_if": {
            "-l|--list|-s|--status|-L|--listfiles|-S|--search|-p": "text*",
            "-x|--extract": "read write",
            "-c|--contents|-I|--info": "read*",
        },
        "read_only_if": "-l|--list|-s|--status|-L|--listfiles|-S|--search|--print-architecture|--get-selections|-c|-I|-V|-p",
    },
    "dpkg-query": {"operands": "text*", "read_only": True, "options": "-W|--show -f|--showformat= -l -s -L -S -p"},
    "dpkg-reconfigure": {"operands": "text*", "options": "-f|--frontend= -p|--priority="},
    "dnf": {
        "package": "dnf",
        "options": (
            "-y|--assumeyes -q|--quiet -v|--verbose -c|--config=read -C|--cacheonly -d= -e= -R= -x|--exclude= "
            "--repo|--repoid= --enablerepo= --disablerepo= --repofrompath=url --nogpgcheck --no-gpgchecks "
            "--installroot=write --releasever= --setopt= --allowerasing --best -b --skip-broken --downloadonly "
            "--downloaddir|--destdir=write --advisory= --security --bugfix --noplugins --noautoremove -4 -6 "
            "--refresh --forcearch= --assumeno -h|--help --version"
        ),
        "idle_if": "--assumeno|-h|--help",
        "sub": {
            "install|in|localinstall|groupinstall|reinstall|rei|builddep|module|swap": {
                "package_op": "install",
                "operands": "package*",
                "network": True,
            },
            "remove|rm|erase|autoremove|groupremove": {"package_op": "uninstall", "operands": "package*"},
            "update|upgrade|up|distro-sync|downgrade|dg|upgrade-minimal|system-upgrade": {
                "package_op": "update",
                "operands": "package*",
                "network": True,
            },
            "download": {"package_op": "download", "operands": "package*", "network": True},
            (
                "list|ls|info|search|se|provides|whatprovides|repoquery|rq|repolist|repoinfo|check-update|"
                "check-upgrade|check|deplist|updateinfo|help|advisory|leaves|repoclosure"
            ): {"operands": "text*", "read_only": True, "network": True},
            "history|group|groups": {
                "network": True,
                "read_only": True,
                "sub": {
                    "list|info|summary|userinstalled": {"operands": "text*", "read_only": True},
                    "install": {"package_op": "install", "operands": "package*"},
                    "*": {"operands": "text*"},
                },
            },
            "makecache|clean|config-manager|copr|mark|shell": {"operands": "text*", "network": True},
        },
    },
    "yum": "dnf",
    "microdnf": "dnf",
    "dnf5": "dnf",
    "rpm": {
        "package": "rpm",
        "package_op": "install",
        "options": (
            "-i|--install -U|--upgrade -F|--freshen -e|--erase -q|--query -V|--verify -a|--all -l|--list -f|--file "
            "-p|--package -v|--verbose -h|--hash --import -K|--checksig --nodeps --force --root=write "
            "--dbpath=write -E|--eval= --define= -D= --pipe=command --rcfile=read --qf|--queryformat= -R|--requires "
            "--provides -c -d --scripts --nosignature --nodigest --noscripts --test --help --version"
        ),
        "idle_if": "--test|--help|--version",
        "changes": "-i|-U|-F|-e|--import",
        "no_scripts": "--noscripts",
        "operands": "package*",
        "operands_if": {"-q|--query|-V|--verify|-K|--checksig": "text*", "-e|--erase": "text*"},
        "read_only_if": "-q|--query|-V|--verify|-K",
    },
    "zypper": {
        "package": "zypper",
        "options": (
            "-n|--non-interactive -q|--quiet -v|--verbose --no-gpg-checks --gpg-auto-import-keys -R|--root=write "
            "-C=read -D= -h|--help -V|--version"
        ),
        "idle_if": "--dry-run|--help",
        "sub": {
            "install|in": {
                "package_op": "install",
                "operands": "package*",
                "network": True,
                "options": "-y|--no-confirm -D|--dry-run -f|--force -l --no-recommends --from= -r|--repo= -t|--type=",
            },
            "remove|rm": {
                "package_op": "uninstall",
                "operands": "package*",
                "options": "-y|--no-confirm -D|--dry-run -u|--clean-deps",
            },
            "update|up|dist-upgrade|dup|patch": {
                "package_op": "update",
                "operands": "package*",
                "network": True,
                "options": "-y|--no-confirm -D|--dry-run -l --from= -r|--repo=",
            },
            "search|se|info|if|list-updates|lu|repos|lr|packages|pa|what-provides|wp": {
                "read_only": True,
                "operands": "text*",
            },
            "addrepo|ar": {"operands": "url text?", "network": True},
            "refresh|ref": {"network": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "apk": {
        "package": "apk",
        "options": (
            "-h -i|--interactive -p|--root=write -q|--quiet -U|--update-cache -v|--verbose -V -X|--repository=index "
            "--allow-untrusted --arch= --cache-dir=write --cache-max-age= -f|--force --keys-dir=read --no-cache "
            "--no-check-certificate --no-network --no-progress --no-scripts --print-arch --repositories-file=read "
            "--wait= --virtual|-t= --initdb --simulate|-s -u|--upgrade -l|--latest -a|--available --help"
        ),
        "idle_if": "--simulate|--help|-h",
        "no_scripts": "--no-scripts",
        "sub": {
            "add": {"package_op": "install", "operands": "package*", "network": True},
            "del": {"package_op": "uninstall", "operands": "package*", "options": "-r|--rdepends --purge"},
            "upgrade|fix": {"package_op": "update", "operands": "package*", "network": True},
            "update": {"network": True},
            "fetch": {
                "package_op": "download",
                "operands": "package*",
                "network": True,
                "options": "-o|--output=write -R -s --stdout -L",
            },
            "info|list|search|dot|policy|version|stats|audit|manifest|verify|query": {
                "operands": "text*",
                "read_only": True,
                "options": "-e|--installed -L -R -a",
            },
            "cache|index|mkndx|convndx|extract": {"operands": "text*"},
        },
    },
    "pacman": {
        "package": "pacman",
        "package_op": "install",
        "options": (
            "-S|--sync -U|--upgrade -R|--remove -Q|--query -D|--database -F|--files -T|--deptest -y|--refresh "
            "-u|--sysupgrade -s|--search|--recursive -i|--info -l|--list -c|--clean|--cascade -n|--nosave "
            "-d|--nodeps -w|--downloadonly -q|--quiet -v -k -o|--owns -e|--explicit -m -t -b|--dbpath=write "
            "-r|--root=write --config=read --cachedir=write --noconfirm --needed --overwrite= --asdeps --asexplicit "
            "--noscriptlet --hookdir=exec --gpgdir=use --arch= --logfile=write -g|--groups -p|--print -h|--help "
            "-V|--version"
        ),
        "no_scripts": "--noscriptlet",
        "operands": "package*",
        "operands_if": {"-Q|--query|-F|--files|-T": "text*", "-S|--sync&-s|--search": "text*"},
        "network": True,
        "read_only_if": "-Q|-F|-T|-s|-i|-l|-g|-p|-h|-V",
        "changes": "-R|-U|-D|-y|-u|-c|-w",
    },
    "yay": "pacman",
    "paru": "pacman",
    "xbps-install": {
        "package": "xbps",
        "package_op": "install",
        "operands": "package*",
        "network": True,
        "options": "-S -u -y -f -R=index -r=write",
    },
    "emerge": {"package": "portage", "package_op": "install", "operands": "package*", "network": True},
    "opkg": {
        "package": "opkg",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "*": {"operands": "text*"},
        },
    },
    "snap": {
        "package": "snap",
        "sub": {
            "install": {
                "package_op": "install",
                "options": "--classic --channel= --edge --beta --dangerous --devmode",
                "operands": "package*",
                "network": True,
            },
            "remove": {"package_op": "uninstall", "operands": "package*"},
            "refresh": {"package_op": "update", "operands": "package*", "network": True},
            "run": {"options": "--shell --command=", "operands": "text*"},
            "list|info|find|version|changes|services|connections": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "flatpak": {
        "package": "flatpak",
        "options": "--user --system -v",
        "sub": {
            "install": {
                "package_op": "install",
                "operands": "package*",
                "network": True,
                "options": "-y --noninteractive --from --bundle",
            },
            "run": {
                "options": (
                    "--command=program --filesystem=write --share= --socket= --env=env --branch= --devel --talk-name="
                ),
                "operands": "text*",
                "posix": True,
            },
            "uninstall|remove": {"package_op": "uninstall", "operands": "package*"},
            "update": {"package_op": "update", "operands": "package*", "network": True},
            "list|info|search|remotes": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
}
