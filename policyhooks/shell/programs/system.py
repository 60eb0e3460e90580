"""Disks, accounts, kernels, firewalls and what is asked about a machine."""

PROGRAMS = {
    "mkfs": {
        "options": "-t|--type= -V|--verbose -L= -F -n= -q -f -m= -b= -O= -E=",
        "operands": "write*",
        "danger": True,
    },
    "mkfs.*": "mkfs",
    "mke2fs": "mkfs",
    "mkswap": "mkfs",
    "mkdosfs": "mkfs",
    "newfs": "mkfs",
    "newfs_*": "mkfs",
    "fsck": {
        "options": "-A -C=? -l -M -N -P -R -r -s -T -t= -V -a -n -p -y -f -b=",
        "operands": "write*",
        "danger": True,
    },
    "fsck.*": "fsck",
    "e2fsck": "fsck",
    "tune2fs": {"operands": "text* write", "danger": True},
    "resize2fs": {"operands": "write text?", "danger": True},
    "xfs_repair": {"operands": "write", "danger": True},
    "debugfs": {"options": "-w -R=text -f=read -c -i -b= -s=", "operands": "write", "danger": True},
    "wipefs": {
        "options": (
            "-a|--all -b|--backup=? -f|--force -i|--noheadings -J|--json -n|--no-act -o|--offset= -O|--output= "
            "-p|--parsable -q|--quiet -t|--types="
        ),
        "operands": "write*",
        "danger": True,
    },
    "blkdiscard": {
        "options": "-f|--force -o|--offset= -l|--length= -p|--step= -q -s|--secure -z|--zeroout -v",
        "operands": "write",
        "danger": True,
    },
    "hdparm": {"operands": "text* write", "danger": True},
    "nvme": {
        "sub": {
            "list|id-ctrl|id-ns|smart-log|list-ns|error-log|fw-log|version": {"read_only": True, "operands": "text*"},
            "*": {"operands": "write"},
        },
        "danger": True,
    },
    "sgdisk": {
        "options": (
            "-Z|--zap-all -z|--zap -o|--clear -n= -d= -p|--print -i= -t= -c= -g -G -R=write -b|--backup=write "
            "-l=read -v -O"
        ),
        "operands": "write",
        "danger": True,
    },
    "gdisk": {"operands": "write*", "danger": True, "options": "-l"},
    "fdisk": {
        "options": "-l|--list -b= -B -c=? -L=? -n -o= -u=? -w= -W= -x|--list-details -s|--getsz -C= -H= -S= -t=",
        "operands": "write*",
        "operands_if": {"-l|--list|-x|-s": "read*"},
        "read_only_if": "-l|--list|-x|-s",
        "danger": True,
    },
    "cfdisk": {"operands": "write*", "danger": True},
    "sfdisk": {
        "options": "-A -d|--dump -J|--json -l|--list -F -V --delete= -N= -a -b|--backup -f|--force -n|--no-act -q -w= -X=",
        "operands": "write text*",
        "operands_if": {"-d|--dump|-J|--json|-l|--list": "read*"},
        "danger": True,
    },
    "parted": {
        "options": "-l|--list -m|--machine -s|--script -a= -f -j",
        "operands": "write text*",
        "operands_if": {"-l|--list": "read*"},
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
    "mdadm": {"operands": "text*", "danger": True},
    "zfs": {
        "sub": {"list|get|diff|holds|version": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
        "danger": True,
    },
    "zpool": {
        "sub": {
            "list|status|get|history|iostat|events|version": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
        "danger": True,
    },
    "btrfs": {"operands": "text*", "danger": True},
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
    },
    "umount": {
        "options": "-a -A -c -d -f|--force -i -l|--lazy -n -N= -O= -q -r -R|--recursive -t= -v",
        "operands": "write*",
        "danger": True,
    },
    "losetup": {"options": "-a -d|--detach -D -f|--find -l -P -r -o= --sizelimit= --show -j=", "operands": "write*"},
    "swapon": {"operands": "text*", "danger": True},
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
    },
    "chpasswd": {"options": "-c= -e -m -R= -s=", "danger": True},
    "chage": {"operands": "text*", "danger": True},
    "chsh": {"options": "-s|--shell=program -l", "operands": "text*", "danger": True},
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
            "-A|--append= -C= -D|--delete= -I|--insert= -R= -L|--list=? -S=? -F|--flush=? -Z=? -N= -X=? "
            "-P|--policy=text,text -E= -t|--table= -p= -s= -d= -j= -i= -o= -m= --dport= --sport= -n -v -w=? "
            "--line-numbers"
        ),
        "operands": "text*",
        "read_only_if": "-L|--list|-S",
        "danger": True,
    },
    "ip6tables": "iptables",
    "iptables-save": {"read_only": True, "options": "-t= -c -f=write"},
    "iptables-restore": {"operands": "read?", "danger": True},
    "nft": {
        "options": "-f|--file=exec -c|--check -i -j -n -a -s -e",
        "sub": {"list": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
        "danger": True,
    },
    "ufw": {
        "sub": {"status|version|show|app": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
        "options": "--force --dry-run",
        "danger": True,
    },
    "firewall-cmd": {"operands": "text*", "danger": True},
    "pfctl": {"operands": "text*", "danger": True, "options": "-f=exec -e -d -F= -s= -a= -t= -T="},
    "socketfilterfw": {"operands": "text*", "danger": True},
    "setenforce": {"operands": "text", "danger": True},
    "setsebool": {"operands": "text*", "danger": True},
    "semanage": {"operands": "text*", "danger": True},
    "restorecon": {"operands": "chmod*", "options": "-R -v -F -n"},
    "aa-disable": {"operands": "text*", "danger": True},
    "aa-complain": "aa-disable",
    "aa-teardown": "aa-disable",
    "apparmor_parser": {"operands": "text*", "danger": True},
    "auditctl": {"operands": "text*", "danger": True, "options": "-l -s -e= -D -d= -a= -w= -R=read"},
    "csrutil": {"operands": "text*", "danger": True},
    "spctl": {"operands": "text*", "danger": True},
    "nvram": {"operands": "text*", "danger": True},
    "bcdedit": {"operands": "text*", "danger": True},
    "efibootmgr": {"operands": "text*", "danger": True},
    "grub-install": {"operands": "text*", "danger": True},
    "update-grub": {"operands": "text*", "danger": True},
    "update-initramfs": {"operands": "text*", "danger": True},
    "insmod": {"operands": "exec text*", "danger": True},
    "modprobe": {
        "options": "-a -r|--remove -C|--config=exec -d=read -n|--dry-run -v -q -f -i -D|--show-depends -c -S=",
        "operands": "text*",
        "danger": True,
    },
    "rmmod": {"operands": "text*", "danger": True},
    "kextload": {"operands": "exec*", "danger": True},
    "kexec": {"operands": "text*", "danger": True},
    "sysctl": {
        "options": "-a|--all -n|--values -e -q -w|--write -p|--load=?exec -r= -N --system",
        "operands": "text*",
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
    },
    "update-ca-certificates": {"operands": "text*", "danger": True},
    "trust": {"operands": "text*", "danger": True},
    "dpkg-divert": {"operands": "text*", "danger": True},
    "ifup": {"operands": "text*", "danger": True},
    "ifdown": {"operands": "text*", "danger": True},
    "route": {"operands": "text*", "danger": True},
    "networksetup": {"operands": "text*", "danger": True},
    "wg-quick": {"operands": "text*", "danger": True},
    "openvpn": {
        "options": "--config=exec --up=command --down=command --script-security=",
        "operands": "exec?",
        "network": True,
    },
    "ipcrm": {"operands": "text*", "danger": True},
}
