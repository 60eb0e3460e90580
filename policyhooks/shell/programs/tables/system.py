"""Disks, accounts, kernels, firewalls and what is asked about a machine."""

PROGRAMS = {
    "mkfs": {
        "options": "-t|--type= -V|--verbose -L= -F -n= -q -f -m= -b= -O= -E=",
        "operands": "write*",
        "danger": True,
    },
    "mke2fs": {  # here alone -n means that nothing is made; for others it is a name
        "options": "-t= -L= -F -n -q -m= -b= -O= -E= -c -C= -D -g= -G= -i= -I= -j -J= -l=read -M= -N= -o= -r= -S -T= -U= -v -V -z=",
        "operands": "write text?",
        "operands_if": {"-n": "read text?"},
        "read_only_if": "-n|-V",
        "danger": True,
    },
    "mkswap": "mkfs",
    "mkdosfs": "mkfs",
    "newfs": "mkfs",
    "fsck": {
        "options": "-A -C=? -l -M -N -P -R -r -s -T -t= -V -a -n -p -y -f -b= -c -k -D -E= -B= -j= -L=read -z=write",
        "operands": "write*",
        "operands_if": {"-n|-N": "read*"},
        "read_only_if": "-n|-N",
        "changes": "-y|-p|-a|-c|-D|-L|-z",
        "danger": True,
    },
    "e2fsck": "fsck",
    "tune2fs": {"operands": "text* write", "options": "-l", "read_only_if": "-l&%known", "danger": True},
    "dumpe2fs": {"operands": "read*", "options": "-b -f -h -i -x -o=", "read_only": True},
    "resize2fs": {
        "operands": "write text?",
        "options": "-P -f -F -p -M -b -s -d= -S= -z=",
        "read_only_if": "-P",
        "danger": True,
    },
    "xfs_repair": {
        "operands": "write",
        "options": "-n -f -L -l= -r= -m= -P -v -d -e -V",
        "read_only_if": "-n|-V",
        "danger": True,
    },
    "debugfs": {"options": "-w -R=text -f=read -c -i -b= -s=", "operands": "write", "danger": True},
    "wipefs": {
        "options": (
            "-a|--all -b|--backup=? -f|--force -i|--noheadings -J|--json -n|--no-act -o|--offset= -O|--output= "
            "-p|--parsable -q|--quiet -t|--types= --lock=? -h|--help -V|--version"
        ),
        "operands": "write*",
        "operands_if": {"-n|--no-act": "read*"},
        "read_only_if": "-n|--no-act|!-a&-n|--no-act|!-o",
        "danger": True,
    },
    "blkdiscard": {
        "options": "-f|--force -o|--offset= -l|--length= -p|--step= -q -s|--secure -z|--zeroout -v",
        "operands": "write",
        "danger": True,
    },
    "hdparm": {
        "options": "-I -i -g -C -t -T -H -V --direct --verbose --Istdout",
        "operands": "text* write",
        "operands_if": {"-I|-i|-g|-C|-t|-T|-H&%known": "read*"},
        "read_only_if": "-I|-i|-g|-C|-t|-T|-H|-V|--Istdout&%known",
        "danger": True,
    },
    "smartctl": {
        "options": (
            "-a|--all -x|--xall -i|--info -H|--health -c|--capabilities -A|--attributes -l|--log= -n|--nocheck= "
            "-d|--device= -f|--format= -j|--json=? -g|--get= -P|--presets= -v= -q|--quietmode= --scan --scan-open "
            "-r|--report= -T|--tolerance= -b|--badsum= --identify=? -V|--version -h|--help"
        ),
        "operands": "read*",
        "read_only_if": "%known",
        "danger": True,
    },
    "nvme": {
        "sub": {
            "list|id-ctrl|id-ns|smart-log|list-ns|error-log|fw-log|version": {"read_only": True, "operands": "text*"},
            "*": {"operands": "write"},
        },
        "danger": True,
    },
    "sgdisk": {
        "options": (
            "-Z|--zap-all -z|--zap -o|--clear -n|--new= -d|--delete= -p|--print -i|--info= -t|--typecode= "
            "-c|--change-name= -g|--mbrtogpt -G|--randomize-guids -R|--replicate=write -b|--backup=write "
            "-l|--load-backup=read -v|--verify -O|--print-mbr -P|--pretend -F|--first-in-largest -E|--end-of-largest "
            "-f|--first-aligned-in-largest -D|--display-alignment -L|--list-types -V|--version -A|--attributes= "
            "-u|--partition-guid= -U|--disk-guid= -r|--transpose= -s|--sort -e|--move-second-header -h|--hybrid= "
            "-m|--gpttombr= -N|--largest-new= -S|--resize-table= -x -X= -C|--recompute-chs -B|--byte-swap-name= -a="
        ),
        "operands": "write",
        "operands_if": {"-P|--pretend": "read"},
        "idle_if": "-P|--pretend",
        "read_only_if": "-p|-i|-v|-O|-F|-E|-f|-D|-L|-V&%known",
        "changes": "-Z|-z|-o|-n|-d|-t|-c|-g|-G|-R|-b|-l|-A|-u|-U|-r|-s|-e|-h|-m|-N|-S|-x|-X|-C|-B",
        "danger": True,
    },
    "gdisk": {
        "operands": "write*",
        "operands_if": {"-l": "read*"},
        "read_only_if": "-l",
        "danger": True,
        "options": "-l",
    },
    "fdisk": {
        "options": "-l|--list -b= -B -c=? -L=? -n -o= -u=? -w= -W= -x|--list-details -s|--getsz -C= -H= -S= -t=",
        "operands": "write*",
        "operands_if": {"-l|--list|-x|-s": "read*"},
        "read_only_if": "-l|--list|-x|-s",
        "danger": True,
    },
    "cfdisk": {"operands": "write*", "danger": True},
    "sfdisk": {
        "options": (
            "-A|--activate -d|--dump -J|--json -l|--list -F|--list-free -V|--verify --delete -N= -a|--append "
            "-b|--backup -f|--force -n|--no-act -q|--quiet -w= -W= -X|--label= -T|--list-types -s|--show-size "
            "-g|--show-geometry --part-uuid --part-type --part-label --part-attrs --disk-id -r|--reorder --relocate= "
            "--move-data=? -o= --no-reread --no-tell-kernel -Y= -O= -v|--version -h|--help"
        ),
        "operands": "write text*",
        "operands_if": {"-d|--dump|-J|--json|-l|--list|-n|--no-act|-V|--verify|-F": "read*"},
        "read_only_if": "-d|-J|-l|-n|-V|-F|-T|-s|-g",
        "changes": "-A|--delete|-r|--relocate|--move-data",
        "danger": True,
    },
    "parted": {
        "options": "-l|--list -m|--machine -s|--script -a|--align= -f|--fix -j|--json -h|--help -v|--version",
        "operands": "write text*",
        "operands_if": {"-l|--list": "read*"},
        "read_only_if": "-l|--list|%print|%p&%unit|%free|%devices|-l|!@3&!@5",
        "changes": "-f",
        "danger": True,
    },
    "partprobe": {"operands": "write*", "danger": True},
    "diskutil": {
        "sub": {
            "list|info|activity|listFilesystems": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "pvcreate": {"operands": "write*", "danger": True},
    "pvremove": "pvcreate",
    "vgremove": "pvcreate",
    "lvremove": "pvcreate",
    "vgcreate": "pvcreate",
    "lvcreate": "pvcreate",
    "pvs": {"operands": "text*", "read_only": True},
    "vgs": "pvs",
    "lvs": "pvs",
    "pvdisplay": "pvs",
    "vgdisplay": "pvs",
    "lvdisplay": "pvs",
    "mdadm": {
        "options": "-D|--detail -E|--examine -Q|--query -s|--scan -b|--brief -v|--verbose -Y|--export -X|--examine-bitmap",
        "operands": "text*",
        "read_only_if": "-D|-E|-Q|-X&%known",
        "danger": True,
    },
    "zfs": {
        "sub": {
            "list|get|diff|holds|version|send|userspace|groupspace": {"operands": "text*", "read_only": True},
            "destroy": {"options": "-n -v -p -r -R -f -d", "operands": "text*", "read_only_if": "-n"},
            "receive|recv": {
                "options": "-n -v -F -u -s -d -e -h -M -A -o= -x=",
                "operands": "text*",
                "read_only_if": "-n",
            },
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "zpool": {
        "sub": {
            "list|status|get|history|iostat|version": {"operands": "text*", "read_only": True},
            "events": {"options": "-v -H -f -c", "operands": "text*", "read_only": True, "changes": "-c"},
            "create|add|split": {
                "options": "-n -f -d -o= -O= -m= -R= -t= -g -L -P -l",
                "operands": "text*",
                "read_only_if": "-n",
            },
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "btrfs": {
        "sub": {
            "subvolume|filesystem|device|qgroup|balance|scrub|property|inspect-internal": {
                "sub": {
                    "list|show|df|du|usage|stats|status|get|get-default|dump-super": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "-z|--reset",
                        "changes": "-z|--reset",
                    },
                    "*": {"operands": "text*"},
                },
            },
            "version|help": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "cryptsetup": {
        "sub": {
            "status|luksDump|isLuks|luksUUID|benchmark": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "badblocks": {
        "options": "-w -n -s -v -f -b= -c= -o=write -i=read",
        "operands": "read text*",
        "operands_if": {"-w|-n": "write text*"},
        "read_only": True,
        "changes": "-w|-n|-o",
        "danger": True,
    },
    "mount": {
        "options": (
            "-a|--all -B|--bind -R|--rbind -M|--move -f|--fake -F -i -l -L= -n -N= -o|--options= -O= -r|--read-only "
            "-s -t|--types= -T= -U= -v -w|--rw --source=link --target=write -m|--mkdir=? --make-shared "
            "--make-private --make-slave"
        ),
        "operands": "link*",
        "read_only_if": "!@1&!-a|--all",
        "danger": True,
        "copies": "link",
    },
    "umount": {
        "options": "-a -A -c -d -f|--force -i -l|--lazy -n -N= -O= -q -r -R|--recursive -t= -v",
        "operands": "write*",
        "danger": True,
    },
    "losetup": {
        "options": "-a|--all -d|--detach -D|--detach-all -f|--find -l|--list -P -r -o= --sizelimit= --show -j|--associated= -c",
        "operands": "write*",
        "read_only_if": "-a|-l|-j|!@1",
        "changes": "-d|-D|-c|-o|--sizelimit",
    },
    "swapon": {
        "operands": "text*",
        "options": "-s|--summary --show=? -a",
        "read_only_if": "-s|--show",
        "changes": "-a",
        "danger": True,
    },
    "swapoff": {"operands": "text*", "danger": True},
    "fstrim": {"operands": "write*"},
    "useradd": {
        "options": "-b= -c= -d=write -D -e= -f= -g= -G= -k=read -K= -l -m -M -N -o -p= -r -R=write -s=program -u= -U -Z=",
        "operands": "text",
        "danger": True,
    },
    "adduser": {
        "operands": "text*",
        "options": (
            "--home=write --shell=program --uid= --gid= --ingroup= --gecos= --disabled-password --disabled-login "
            "--system --group --no-create-home -D -S -G= -u= -h=write -s=program"
        ),
        "danger": True,
    },
    "usermod": {
        "options": "-a -c= -d=write -e= -f= -g= -G= -l= -L -m -o -p= -P= -r -R=write -s=program -u= -U -v= -w= -Z=",
        "operands": "text",
        "danger": True,
    },
    "userdel": {"options": "-f -r -R=write -Z", "operands": "text", "danger": True},
    "deluser": {
        "operands": "text*",
        "options": "--remove-home --remove-all-files --backup --group --system",
        "danger": True,
    },
    "groupadd": {"operands": "text*", "danger": True},
    "groupmod": "groupadd",
    "groupdel": "groupadd",
    "addgroup": "groupadd",
    "delgroup": "groupadd",
    "gpasswd": "groupadd",
    "passwd": {
        "options": "-a -d -e -i= -k -l -n= -q -r= -R= -S -u -w= -x= -s",
        "operands": "text*",
        "danger": True,
        "read_only_if": "-S",
        "changes": "-d|-e|-l|-u|-n|-x|-w|-i",
    },
    "chpasswd": {"options": "-c= -e -m -R= -s=", "danger": True},
    "chage": {"options": "-l|--list", "operands": "text*", "read_only_if": "-l&%known", "danger": True},
    "chsh": {
        "options": "-s|--shell=program -l",
        "operands": "text*",
        "read_only_if": "-l",
        "changes": "-s",
        "danger": True,
    },
    "visudo": {
        "options": "-c|--check -f|--file=write -q -s -x= -O -P -I",
        "danger": True,
        "touches": {"!-c|--check|-f|--file": "write:/etc/sudoers"},
        "read_only_if": "-c|--check",
    },
    "vipw": {"touches": {"": "write:/etc/passwd"}, "danger": True},
    "vigr": {"touches": {"": "write:/etc/group"}, "danger": True},
    "dscl": {"operands": "text*", "danger": True},
    "sysadminctl": {"operands": "text*", "danger": True},
    "iptables": {
        "options": (
            "-A|--append= -C|--check= -D|--delete= -I|--insert= -R|--replace= -L|--list=? -S|--list-rules=? "
            "-F|--flush=? -Z|--zero=? -N|--new-chain= -X|--delete-chain=? -P|--policy=text,text -E|--rename-chain= "
            "-t|--table= -p= -s= -d= -j= -i= -o= -m= --dport= --sport= -n|--numeric -v|--verbose -w|--wait=? -x|--exact "
            "--line-numbers"
        ),
        "operands": "text*",
        "read_only_if": "-L|-S|-C",
        "changes": "-A|-D|-I|-R|-F|-Z|-N|-X|-P|-E",
        "danger": True,
    },
    "ip6tables": "iptables",
    "iptables-save": {"read_only": True, "options": "-t= -c -f=write"},
    "iptables-restore": {"operands": "read?", "danger": True},
    "nft": {
        "options": "-f|--file=exec -c|--check -i -j -n -a -s -e",
        "sub": {
            "list": {"operands": "text*", "read_only": True, "changes": "%;"},
            "describe|monitor": {"operands": "text*", "read_only": True, "changes": "%;"},
            "*": {"operands": "text*"},
        },
        "idle_if": "-c|--check",
        "danger": True,
    },
    "ufw": {
        "sub": {
            "status|version|show": {"operands": "text*", "read_only": True},
            "app": {"sub": {"list|info": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}}},
            "*": {"operands": "text*"},
        },
        "options": "--force --dry-run",
        "idle_if": "--dry-run",
        "danger": True,
    },
    "firewall-cmd": {
        "options": (
            "--list-all --list-all-zones --list-services --list-ports --list-interfaces --list-sources "
            "--list-rich-rules --list-protocols --list-icmp-blocks --list-forward-ports --list-source-ports "
            "--list-all-policies --list-lockdown-whitelist-commands --get-default-zone --get-active-zones --get-zones "
            "--get-services --get-icmptypes --get-log-denied --get-policies --get-active-policies --get-ipsets "
            "--get-helpers --get-zone-of-interface= --get-zone-of-source= --get-description --get-short --get-target "
            "--state --check-config --query-service= --query-port= --query-interface= --query-source= "
            "--query-masquerade --query-panic --query-lockdown --query-rich-rule= --info-zone= --info-service= "
            "--info-policy= --info-ipset= --zone= --policy= --permanent -q|--quiet -V|--version -h|--help"
        ),
        "operands": "text*",
        "read_only_if": "%known",
        "danger": True,
    },
    "pfctl": {
        "operands": "text*",
        "danger": True,
        "options": "-f=exec -e -d -F= -s= -a= -t= -T= -n -v -q -r -g",
        "read_only_if": "-s&%known",
        "changes": "-f|-e|-d|-F|-T",
    },
    "socketfilterfw": {"operands": "text*", "danger": True},
    "setenforce": {"operands": "text", "danger": True},
    "setsebool": {"operands": "text*", "danger": True},
    "semanage": {"operands": "text*", "danger": True},
    "restorecon": {"operands": "chmod*", "options": "-R -r -v -F -n -i -p -e= -0", "read_only_if": "-n"},
    "aa-disable": {"operands": "text*", "danger": True},
    "aa-complain": "aa-disable",
    "aa-teardown": "aa-disable",
    "apparmor_parser": {"operands": "text*", "danger": True},
    "auditctl": {
        "operands": "text*",
        "danger": True,
        "options": "-l -s -v -i -e= -D -d= -a= -w= -R=read",
        "read_only_if": "-l|-s|-v&%known",
        "changes": "-e|-D|-d|-a|-w|-R",
    },
    "csrutil": {
        "sub": {"status|report": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}},
        "danger": True,
    },
    "spctl": {
        "operands": "text*",
        "options": "--status -a|--assess -v -t=",
        "read_only_if": "--status|-a&%known",
        "danger": True,
    },
    "nvram": {"operands": "text*", "options": "-p -x", "read_only_if": "-p&%known&!%=", "danger": True},
    "bcdedit": {"operands": "text*", "danger": True},
    "efibootmgr": {
        "operands": "text*",
        "options": "-v|--verbose -u|--unicode",
        "read_only_if": "%known&!@1",
        "danger": True,
    },
    "grub-install": {"operands": "text*", "danger": True},
    "update-grub": {"operands": "text*", "danger": True},
    "update-initramfs": {"operands": "text*", "danger": True},
    "insmod": {"operands": "exec text*", "danger": True},
    "modprobe": {
        "options": (
            "-a|--all -r|--remove -C|--config=exec -d|--dirname=read -n|--dry-run|--show -v|--verbose -q|--quiet "
            "-f|--force -i -D|--show-depends -c|--showconfig|--show-config -S|--set-version= --first-time"
        ),
        "operands": "text*",
        "read_only_if": "-n|-D|-c",
        "danger": True,
    },
    "rmmod": {"operands": "text*", "danger": True},
    "kextload": {"operands": "exec*", "danger": True},
    "kexec": {"operands": "text*", "danger": True},
    "sysctl": {
        "options": (
            "-a|--all -A -X -n|--values -b|--binary -e|--ignore -q|--quiet -w|--write -p|-f|--load=?exec -r|--pattern= "
            "-N|--names --system --dry-run --deprecated -d|--help -h -V|--version"
        ),
        "operands": "text*",
        "read_only": True,
        "changes": "-w|-p|--system|%=",
        "danger": True,
    },
    "ldconfig": {
        "options": "-n -N -X -f=read -C=write -r=write -l -p -v -i",
        "operands": "read*",
        "danger": True,
        "read_only_if": "-p",
    },
    "update-alternatives": {
        "options": "--install=text --set=text,exec --config= --auto= --remove= --display= --list= --query= --all",
        "operands": "text*",
        "danger": True,
        "read_only_if": "--display|--list|--query",
        "changes": "--install|--set|--config|--auto|--remove|--all",
    },
    "update-ca-certificates": {"operands": "text*", "danger": True},
    "trust": {"operands": "text*", "danger": True},
    "dpkg-divert": {"operands": "text*", "danger": True},
    "ifup": {"operands": "text*", "danger": True},
    "ifdown": {"operands": "text*", "danger": True},
    "route": {"operands": "text*", "options": "-n -e -v -F -C -A= -4 -6", "read_only_if": "!@1", "danger": True},
    "networksetup": {"operands": "text*", "danger": True},
    "wg-quick": {"operands": "text*", "danger": True},
    "openvpn": {
        "options": "--config=exec --up=command --down=command --script-security=",
        "operands": "exec?",
        "network": True,
    },
    "ipcrm": {"operands": "text*", "danger": True},
    "mkfs.ext2": "mke2fs",
    "mkfs.ext3": "mke2fs",
    "mkfs.ext4": "mke2fs",
    "mkfs.xfs": {
        "options": "-N -f -K -q -V -L= -b= -c= -d= -i= -l= -m= -n= -p= -r= -s= -C",
        "operands": "write",
        "operands_if": {"-N": "read"},
        "read_only_if": "-N|-V",
        "danger": True,
    },
    "mkfs.btrfs": "mkfs",
    "mkfs.vfat": "mkfs",
    "mkfs.fat": "mkfs",
    "mkfs.ntfs": "mkfs",
    "mkfs.exfat": "mkfs",
    "mkfs.minix": "mkfs",
    "mkfs.f2fs": "mkfs",
    "mkfs.msdos": "mkfs",
    "mkfs.cramfs": "mkfs",
    "mkfs.bfs": "mkfs",
    "mkfs.jfs": "mkfs",
    "mkfs.reiserfs": "mkfs",
    "fsck.ext2": "fsck",
    "fsck.ext3": "fsck",
    "fsck.ext4": "fsck",
    "fsck.xfs": "fsck",
    "fsck.btrfs": "fsck",
    "fsck.vfat": "fsck",
    "fsck.fat": "fsck",
    "fsck.exfat": "fsck",
    "newfs_apfs": "mkfs",
    "newfs_hfs": "mkfs",
    "newfs_msdos": "mkfs",
    "newfs_exfat": "mkfs",
}
