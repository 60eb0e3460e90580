"""Programs that talk to a network: transfer, remote shells, names."""

PROGRAMS = {
    "nc": {
        "options": (
            "-4 -6 -C -D -d -F -h -k -l -N -n -r -S -t -U -u -v -Z -z -I= -i= -M= -m= -O= -P= -p=port -q= -s= -T= "
            "-V= -W= -w= -X= -x=host -e=program -c=command -o=write -g= -G="
        ),
        "operands": "host port*",
        "operands_if": {"-U": "write", "-l": "text*"},
        "network": True,
        "output": "network",
        "danger": True,
        "reads_stdin": "always",
    },
    "netcat": "nc",
    "nc.traditional": "nc",
    "nc.openbsd": "nc",
    "ncat": {
        "options": (
            "-4 -6 -U -C|--crlf -c|--sh-exec=command -e|--exec=program --lua-exec=exec -g= -G= -m|--max-conns= "
            "-d|--delay= -o|--output=write -x|--hex-dump=write -i|--idle-timeout= -p|--source-port=port "
            "-s|--source= -l|--listen -k|--keep-open -n|--nodns -t|--telnet -u|--udp --sctp --vsock -v|--verbose "
            "-w|--wait= -z --append-output --send-only --recv-only --no-shutdown -q= --allow= --allowfile=read "
            "--deny= --denyfile=read --broker --chat --proxy=host --proxy-type= --proxy-auth= --proxy-dns= --ssl "
            "--ssl-verify --ssl-cert=read --ssl-key=read --ssl-trustfile=read --ssl-ciphers= --ssl-servername= "
            "--ssl-alpn="
        ),
        "operands": "host port*",
        "operands_if": {"-U": "write", "-l|--listen": "text*"},
        "network": True,
        "output": "network",
        "danger": True,
        "reads_stdin": "always",
    },
    "socat": {
        "options": (
            "-V -h -d -D -ly=? -lf=write -ls -lp= -lu -lh -v -r=write -R=write -x -b= -s -t= -T= -u -U -g -L=write "
            "-W=write -4 -6"
        ),
        "operands": "socat*",
        "network": True,
        "output": "network",
        "danger": True,
    },
    "telnet": {
        "options": "-4 -6 -8 -E -K -L -a -b= -c -d -e= -f -k= -l= -n=write -r -x -X=",
        "operands": "host port?",
        "network": True,
        "output": "network",
        "reads_stdin": "always",
    },
    "ssh": {
        "options": (
            "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y -B= -b= -c= -D=port -E=append -e= "
            "-F=use -I=exec -i=use -J=host -L=forward -l= -m= -O= -o=config -P= -p=port -Q= -R=forward -S=write "
            "-W=host -w="
        ),
        "config": {
            "proxycommand": "command",
            "localcommand": "command",
            "knownhostscommand": "command",
            "remotecommand": "command",
            "pkcs11provider": "exec",
            "securitykeyprovider": "exec",
            "xauthlocation": "program",
            "proxyjump": "host",
            "identityfile": "read",
            "controlpath": "write",
            "userknownhostsfile": "write",
            "include": "read",
            "hostname": "host",
        },
        "operands": "remote_host command",
        "network": True,
        "danger": True,
        "reads_stdin": "always",
    },
    "autossh": "ssh",
    "slogin": "ssh",
    "mosh": {
        "options": (
            "--client=program --server=command --ssh=command --predict= -a -n -4 -6 --family= -p|--port= "
            "--bind-server= --no-init --local --no-ssh-pty"
        ),
        "operands": "remote_host argv",
        "network": True,
    },
    "et": {
        "options": "-u= -p= -c|--command=command -t= -r= --jumphost=host --jport= -x -n",
        "operands": "remote_host",
        "network": True,
    },
    "sshpass": {"kind": "wrapper", "options": "-p= -f=read -d= -e -P= -v", "operands": "argv"},
    "pssh": {
        "options": (
            "-h|--hosts=read -H|--host=host -l|--user= -p|--par= -o|--outdir=write -e|--errdir=write -t|--timeout= "
            "-O|--options= -x|--extra-args= -X= -v -A -i|--inline -P -I"
        ),
        "operands": "command",
        "remote": "pssh",
        "network": True,
    },
    "pdsh": {
        "options": "-w=host -x= -a -g= -l= -u= -t= -f= -R= -N -S -q -b -d",
        "operands": "command",
        "remote": "pdsh",
        "network": True,
    },
    "clush": {
        "options": "-w=host -x= -a -g= -l= -b -c|--copy -o= -f= -q -v",
        "operands": "command",
        "remote": "clush",
        "network": True,
    },
    "scp": {
        "options": (
            "-1 -2 -3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v -c= -D=program -F=use -i=use -J=host -l= -o=config "
            "-P=port -S=program -X="
        ),
        "config": {
            "proxycommand": "command",
            "localcommand": "command",
            "knownhostscommand": "command",
            "pkcs11provider": "exec",
            "proxyjump": "host",
        },
        "operands": "hostpath:read* hostpath:write",
        "network": True,
    },
    "sftp": {
        "options": (
            "-4 -6 -A -a -C -f -N -p -q -r -v -B= -b=exec -c= -D=program -F=use -i=use -J=host -l= -o=config "
            "-P=port -R= -S=program -s= -X="
        ),
        "config": {
            "proxycommand": "command",
            "localcommand": "command",
            "knownhostscommand": "command",
            "pkcs11provider": "exec",
            "proxyjump": "host",
        },
        "operands": "host write?",
        "network": True,
        "kind": "interpreter",
        "lang": "sftp",
        "stdin_code": True,
    },
    "rsync": {
        "options": (
            "-v|--verbose --info= --debug= --stderr= -q|--quiet --no-motd -c|--checksum -a|--archive -r|--recursive "
            "-R|--relative --no-implied-dirs -b|--backup --backup-dir=write --suffix= -u|--update --inplace "
            "--append --append-verify -d|--dirs --old-dirs --mkpath -l|--links -L|--copy-links --copy-unsafe-links "
            "--safe-links --munge-links -k|--copy-dirlinks -K|--keep-dirlinks -H|--hard-links -p|--perms "
            "-E|--executability --chmod= -A|--acls -X|--xattrs -o|--owner -g|--group --devices --specials -D "
            "--copy-devices --write-devices -t|--times -U|--atimes --open-noatime -N|--crtimes -O|--omit-dir-times "
            "-J|--omit-link-times --super --fake-super -S|--sparse --preallocate -n|--dry-run -W|--whole-file "
            "--checksum-choice= -x|--one-file-system -B|--block-size= -e|--rsh=command --rsync-path=command "
            "--existing --ignore-existing --remove-source-files --del|--delete-during --delete --delete-before "
            "--delete-delay --delete-after --delete-excluded --ignore-missing-args --delete-missing-args "
            "--ignore-errors --force --max-delete= --max-size= --min-size= --max-alloc= --partial "
            "--partial-dir=write --delay-updates -m|--prune-empty-dirs --numeric-ids --usermap= --groupmap= "
            "--chown= --timeout= --contimeout= -I|--ignore-times --size-only -@|--modify-window= "
            "-T|--temp-dir=write -y|--fuzzy --compare-dest=read --copy-dest=read --link-dest=read -z|--compress "
            "--compress-choice= --compress-level= --skip-compress= -C|--cvs-exclude -f|--filter= -F --exclude= "
            "--exclude-from=read --include= --include-from=read --files-from=read -0|--from0 --old-args "
            "-s|--secluded-args|--protect-args --trust-sender --copy-as= --address= --port= --sockopts= "
            "--blocking-io --stats -8 -h|--human-readable --progress -P -i|--itemize-changes -M|--remote-option= "
            "--out-format= --log-file=write --log-file-format= --password-file=read --early-input=read --list-only "
            "--bwlimit= --stop-after= --stop-at= --fsync --write-batch=write --only-write-batch=write "
            "--read-batch=read --protocol= --iconv= --checksum-seed= -4|--ipv4 -6|--ipv6 --no-o --no-g --no-p "
            "--no-t"
        ),
        "operands": "hostpath:read* hostpath:write",
        "network_if": "",
        "idle_if": "-n|--dry-run|--list-only|--help",
    },
    "rclone": {
        "options": (
            "--config=read -v -vv -P|--progress -n|--dry-run --transfers= --checkers= --bwlimit= --include= "
            "--exclude= --filter-from=read --log-file=write --password-command=program --rc --backend-dir=write -q "
            "--max-age= --min-age= --max-size= --min-size= --retries= --stats= -h|--help -i|--interactive "
            "-c|--checksum --delete-excluded --delete-before --delete-during --delete-after --fast-list -u|--update "
            "--ignore-existing --size-only --create-empty-src-dirs --log-level="
        ),
        "idle_if": "-n|--dry-run|-h|--help",
        "network": True,
        "sub": {
            "copy|sync|move|copyto|moveto|bisync": {"operands": "hostpath:read hostpath:write"},
            "ls|lsl|lsd|lsf|lsjson|tree|size|check|about|version|listremotes|hashsum|md5sum|sha1sum|cryptcheck": {
                "operands": "hostpath:read*",
                "read_only": True,
            },
            "cat": {"operands": "hostpath:read*", "read_only": True, "output": "network"},
            "delete|purge|deletefile|rmdir|rmdirs|cleanup": {"operands": "hostpath:write*"},
            "copyurl": {"operands": "url hostpath:write"},
            "rcat": {"operands": "hostpath:write"},
            "*": {"operands": "text*"},
        },
    },
    "ssh-copy-id": {
        "options": "-i=use -f -n -s -p= -o=config",
        "config": {"proxycommand": "command"},
        "operands": "host",
        "network": True,
    },
    "ssh-keyscan": {
        "options": "-4 -6 -c -D -H -v -q -f=read -p= -T= -t= -O=",
        "operands": "host*",
        "network": True,
        "read_only": True,
    },
    "ssh-keygen": {
        "options": (
            "-t= -b= -C= -f=write -N= -P= -p -y -e -i -m= -l -R= -F= -H -q -o -a= -A -B -c -D=exec -E= -g -I= "
            "-s=read -n= -V= -O= -r= -K -k -L -Q -U -u -v -w=exec -Y= -z= -Z= -M="
        ),
        "options_if": {"-l|-B|-L|-F|-Q": "-f=use", "-y|-e": "-f=read"},
        "operands": "use*",
    },
    "parallel-ssh": "pssh",
    "ssh-add": {
        "options": "-c -D -d -E= -e=exec -H= -h= -K -k -L -l -q -S=exec -s=exec -T -t= -v -X -x",
        "operands": "use*",
    },
    "ssh-agent": {
        "kind": "wrapper",
        "options": "-a=write -c -D -d -E= -k -O= -P= -s -t=",
        "operands": "argv",
        "prints_setup": "*",
    },
}
