"""Version control besides git, and tools around git."""

PROGRAMS = {
    "lazygit": {"options": "-p|--path=cwd -f|--filter= -w|--work-tree= -g|--git-dir=", "operands": "text*"},
    "git-filter-repo": {"operands": "text*", "danger": True},
    "bfg": {"operands": "text*", "danger": True},
    "svn": {
        "options": (
            "--username= --password= -r|--revision= -m|--message= -F|--file=read --editor-cmd=command "
            "--diff-cmd=program --diff3-cmd=program --config-option= --config-dir=read --non-interactive "
            "--trust-server-cert"
        ),
        "sub": {
            "status|st|log|diff|info|list|ls|cat|blame|help": {"read_only": True, "operands": "urlpath*"},
            "checkout|co|export|switch|sw": {"operands": "url write?", "network": True},
            "commit|ci|update|up|import": {"operands": "text*", "network": True},
            "delete|del|remove|rm": {"operands": "delete*"},
            "revert|cleanup|resolve|add|mkdir|copy|cp|move|mv|propset|merge|relocate": {"operands": "text*"},
        },
    },
    "hg": {
        "options": "-R|--repository=cwd --cwd=cwd --config=config -y|--noninteractive -q|--quiet -v|--verbose --debug",
        "config": {
            "alias.*": "command!",
            "hooks.*": "command",
            "extensions.*": "exec",
            "ui.ssh": "command",
            "ui.editor": "command",
            "ui.merge": "program",
            "pager.pager": "command",
            "diff-tools.*": "text",
        },
        "sub": {
            "status|st|log|diff|heads|id|identify|parents|branches|tags|cat|annotate|help": {
                "read_only": True,
                "operands": "text*",
            },
            "clone": {
                "operands": "gitremote write?",
                "network": True,
                "options": "-e|--ssh=command --remotecmd=command -r= -b=",
            },
            "push|pull|incoming|outgoing": {
                "operands": "gitremote?",
                "network": True,
                "options": "-e|--ssh=command --remotecmd=command -f|--force -r= -b=",
            },
            "purge": {"touches": {"": "delete:."}},
            "bisect": {"options": "-c|--command=command -r -g -b -s", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "jj": {
        "options": "-R|--repository=cwd --config=config --config-file=read --ignore-working-copy --no-pager",
        "sub": {
            "log|status|st|diff|show|help": {"read_only": True, "operands": "text*"},
            "git": {
                "sub": {
                    "push|fetch|clone": {
                        "operands": "text*",
                        "network": True,
                        "options": "--remote=gitremote -b= --all --deleted",
                    },
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
    },
}
