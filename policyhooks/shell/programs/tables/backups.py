"""Backups: what makes, keeps and forgets them."""

PROGRAMS = {
    "restic": {
        "options": (
            "-r|--repo=urlpath --repository-file=use -p|--password-file=use --password-command=program --cacert=use "
            "--cache-dir=write --key-hint= --limit-upload= --limit-download= --no-cache --no-lock --json -o|--option= "
            "-q|--quiet -v|--verbose=? --retry-lock= --tls-client-cert=use --insecure-tls --compression= --pack-size= "
            "--cleanup-cache -h|--help --host= --tag= --path= -n|--dry-run"
        ),
        "idle_if": "-n|--dry-run|-h|--help",
        "network": True,
        "sub": {
            "snapshots|ls|stats|check|find|diff|list|cat|version|help": {
                "operands": "text*",
                "options": "--latest= --group-by= --mode= --read-data --read-data-subset= -l|--long --recursive -c|--compact",
                "read_only": True,
            },
            "dump": {
                "operands": "text*",
                "options": "-a|--archive= -t|--target=write",
                "read_only": True,
                "changes": "-t",
            },
            "key": {"sub": {"list": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}}},
            "forget": {
                "options": (
                    "-l|--keep-last= -H|--keep-hourly= -d|--keep-daily= -w|--keep-weekly= -m|--keep-monthly= "
                    "-y|--keep-yearly= --keep-within= --keep-tag= --prune -g|--group-by= -c|--compact --unsafe-allow-remove-all"
                ),
                "operands": "text*",
                "danger": True,
            },
            "prune|unlock|rewrite|repair|rebuild-index|migrate|tag|copy|init": {
                "options": "--max-unused= --max-repack-size= --repack-cacheable-only --remove-all --exclude= --forget",
                "operands": "text*",
            },
            "backup": {
                "options": "-e|--exclude= --exclude-file=read --files-from=read --stdin --stdin-from-command -x --iexclude=",
                "operands": "read*",
            },
            "restore": {
                "options": "-t|--target=write -e|--exclude= -i|--include= --delete --overwrite= --verify --sparse",
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "borg": {
        "options": (
            "-v|--verbose --info --debug --critical --error --warning -p|--progress --log-json --lock-wait= --umask= "
            "--remote-path= --rsh=command --bypass-lock --show-version --show-rc -r|--repo=urlpath -h|--help --json "
            "-n|--dry-run --list -s|--stats"
        ),
        "idle_if": "-n|--dry-run|-h|--help",
        "network": True,
        "sub": {
            "list|info|diff|version|help|rlist|rinfo|repo-list|repo-info": {
                "operands": "text*",
                "options": "--format= --short --last= --first= -a|--glob-archives= -P|--prefix= --json-lines",
                "read_only": True,
            },
            "check": {
                "options": "--repair --repository-only --archives-only --verify-data --last= -a= --max-duration=",
                "operands": "text*",
                "read_only": True,
                "changes": "--repair",
            },
            "prune|delete|rdelete|repo-delete|compact|recreate": {
                "options": (
                    "--force --keep-within= --keep-last|--keep-secondly= --keep-minutely= -H|--keep-hourly= "
                    "-d|--keep-daily= -w|--keep-weekly= -m|--keep-monthly= -y|--keep-yearly= -P|--prefix= "
                    "-a|--glob-archives= --save-space --cache-only --keep-security-info --threshold= --cleanup-commits"
                ),
                "operands": "text*",
                "danger": True,
            },
            "create": {
                "options": "-e|--exclude= --exclude-from=read --patterns-from=read -x -C|--compression= --comment= --content-from-command",
                "operands": "text read*",
            },
            "extract": {
                "options": "--strip-components= --stdout --sparse -e|--exclude=",
                "operands": "text*",
                "touches": {"": "write:."},
            },
            "*": {"operands": "text*"},
        },
    },
    "velero": {
        "options": "-n|--namespace=target --kubecontext=target --kubeconfig=use -h|--help -o|--output= --features= --dry-run",
        "idle_if": "--dry-run|-h|--help",
        "network": True,
        "sub": {
            "get|describe|version": {"operands": "text*", "read_only": True, "options": "--details"},
            "backup|restore|schedule|backup-location|snapshot-location|repo|plugin": {
                "sub": {
                    "get|describe|logs": {"operands": "text*", "read_only": True, "options": "--details"},
                    "delete": {"options": "--confirm --all -l|--selector=", "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "delete|uninstall": {
                "options": "--confirm --all -l|--selector= --force",
                "operands": "text*",
                "danger": True,
            },
            "*": {"operands": "text*"},
        },
        "addresses": "kube",
    },
}
