"""Infrastructure as code and configuration management."""

PROGRAMS = {
    "terraform": {
        "targets": "-var-file|-var|-chdir|-backend-config|-state|cwd",
        "style": "single",
        "options": (
            "-chdir=cwd -version -help -no-color -input= -lock= -lock-timeout= -var= -var-file=use -state=write "
            "-state-out=write -backup=write -target= -replace= -parallelism= -auto-approve -refresh= -refresh-only "
            "-destroy -out=write -json -compact-warnings -detailed-exitcode -upgrade -reconfigure -migrate-state "
            "-force-copy -backend= -backend-config= -from-module=urlpath -plugin-dir=exec -get= "
            "-generate-config-out=write -recursive -check -diff -write= -list= -force -raw --help -h"
        ),
        "idle_if": "-help|--help|-h|-version",
        "network": True,
        "sub": {
            "plan|show|validate|output|version|graph|console|metadata|modules": {
                "operands": "text*",
                "read_only": True,
                "changes": "-out|-generate-config-out",
            },
            "providers": {
                "sub": {"schema": {"read_only": True}, "lock|mirror": {"operands": "write*"}},
                "read_only": True,
            },
            "get": {"operands": "text*", "options": "-update"},
            "fmt": {"operands": "write*", "read_only_if": "-check|-write=FALSE"},
            "init": {"operands": "text*"},
            "apply|destroy|import|taint|untaint|refresh|force-unlock|login|logout|test": {
                "operands": "text*",
                "danger": True,
            },
            "state": {
                "sub": {
                    "list|show|pull": {"operands": "text*", "read_only": True},
                    "mv|rm|push|replace-provider": {"operands": "text*"},
                },
                "danger": True,
            },
            "workspace": {
                "sub": {
                    "list|show": {"operands": "text*", "read_only": True},
                    "select": {"operands": "target"},
                    "new|delete": {"operands": "target", "options": "-force"},
                },
                "danger": True,
            },
            "cloud": {"operands": "text*"},
        },
        "addresses": "terraform",
        "selects": {"workspace select|workspace new": "terraform"},
    },
    "tofu": "terraform",
    "terragrunt": {
        "targets": "-var-file|-var|--working-dir|--terragrunt-working-dir|--queue-include-dir|cwd",
        "style": "single",
        "options": (
            "--terragrunt-working-dir=cwd --working-dir=cwd --terragrunt-config=read --config=read "
            "--terragrunt-tfpath=program --tf-path=program --terragrunt-non-interactive --non-interactive "
            "--terragrunt-source=urlpath --terragrunt-log-level= -auto-approve --all -var= -target= -out=write "
            "-var-file=use -help|--help|-h --queue-include-dir= --queue-exclude-dir= --check --terragrunt-check -a"
        ),
        "idle_if": "--help",
        "network": True,
        "sub": {
            (
                "plan|show|validate|output|version|graph|providers|graph-dependencies|"
                "validate-inputs|output-module-groups|find|list|info|dag"
            ): {"operands": "text*", "read_only": True, "changes": "-out"},
            "hclfmt|hcl": {"operands": "text*", "read_only_if": "--check|--terragrunt-check"},
            "run-all|run|stack": {
                "sub": {
                    "plan|show|validate|output": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "exec": {"operands": "argv"},
            "*": {"operands": "text*"},
        },
    },
    "cdktf": {
        "targets": "cwd",
        "sub": {"synth|diff|list|output|debug": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
        "network": True,
    },
    "packer": {
        "targets": "-var-file|-var|cwd",
        "style": "single",
        "sub": {
            "validate|inspect|version|fix": {"operands": "text*", "read_only": True},
            "fmt": {
                "operands": "text*",
                "options": "-check -diff -write= -recursive",
                "read_only_if": "-check|-write=FALSE",
            },
            "*": {"operands": "text*", "options": "-var= -var-file=use -only= -force"},
        },
        "network": True,
    },
    "pulumi": {
        "targets": "-C|--cwd|cwd",
        "options": (
            "-C|--cwd=cwd -s|--stack=target --non-interactive -v= --logtostderr -y|--yes -e --color= --preview-only "
            "-h|--help --profiling= --tracing= --emoji --logflow --memprofilerate="
        ),
        "idle_if": "--preview-only|-h|--help",
        "sub": {
            "preview|pre|whoami|about|version|console|logs|schema": {
                "operands": "text*",
                "read_only": True,
                "options": "--diff --json --save-plan=write --import-file=write --target= --replace= -c|--config=",
                "changes": "--save-plan|--import-file",
            },
            "plugin|policy|org": {
                "sub": {"ls|get-default": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
            },
            "up|update|destroy|down|refresh|import|cancel|new|login|logout|install|convert|watch": {
                "operands": "text*",
                "options": (
                    "-f|--skip-preview --target= --replace= --secrets-provider= --exec-kind= --target-dependents "
                    "--remove --exclude-protected -p|--parallel= -m|--message= -d|--diff -j|--json -r|--refresh "
                    "--suppress-outputs -c|--config= --expect-no-changes --continue-on-error"
                ),
                "danger": True,
            },
            "config": {
                "options": "--show-secrets",
                "sub": {
                    "get": {"operands": "text*", "output": "secret", "read_only": True},
                    "set|rm|cp|set-all|refresh": {"operands": "text*", "options": "--secret --plaintext"},
                },
                "output": "secret",
                "operands": "text*",
                "read_only_if": "!@1",
            },
            "stack": {
                "read_only": True,
                "sub": {
                    "ls|output|history|export": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--show-secrets --file=write -j|--json",
                        "changes": "--file",
                    },
                    "graph": {"operands": "write"},
                    "tag": {"sub": {"ls|get": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}}},
                    "select": {"operands": "target"},
                    "rm|init|import|rename|change-secrets-provider|unselect": {
                        "operands": "text*",
                        "options": "-f|--force --preserve-config --file=read",
                    },
                },
                "operands": "text*",
            },
            "state|env": {
                "sub": {
                    "run": {"operands": "text argv"},
                    "open|get": {"operands": "text*", "output": "secret"},
                    "*": {"operands": "text*"},
                },
            },
        },
        "network": True,
        "addresses": "pulumi",
        "selects": {"stack select": "pulumi"},
    },
    "ansible": {
        "targets": "-i|-e",
        "options": (
            "-i|--inventory|--inventory-file=read -m|--module-name= -a|--args=command -b|--become "
            "--become-user=user --become-method= -K|--ask-become-pass -k -u|--user= -l|--limit=target -f|--forks= "
            "-e|--extra-vars= --private-key|--key-file=use -c|--connection= -C|--check -D|--diff -o|--one-line "
            "-t|--tree=write -v -M|--module-path=exec --playbook-dir=cwd -T|--timeout= --ssh-common-args= "
            "--ssh-extra-args= --vault-password-file=program -B= -P= --list-hosts -h|--help --version"
        ),
        "idle_if": "-C|--check|--list-hosts|-h|--help|--version",
        "operands": "remote",
        "network": True,
        "danger": True,
    },
    "ansible-playbook": {
        "targets": "-i|-e|cwd",
        "options": (
            "-i|--inventory|--inventory-file=read -b|--become --become-user= -K -k -u|--user= -l|--limit=target -f= "
            "-e|--extra-vars= --private-key|--key-file=use -c= -C|--check -D|--diff --syntax-check --list-hosts "
            "--list-tasks --list-tags -t|--tags= --skip-tags= --start-at-task= --step -v -M=exec "
            "--vault-password-file=program --ask-vault-pass --flush-cache --force-handlers -T= --vault-id= -h|--help "
            "--version --become-method= --ssh-common-args= --ssh-extra-args= --ask-become-pass --ask-pass"
        ),
        "operands": "exec*",
        "idle_if": "-C|--check|--syntax-check|--list-hosts|--list-tasks|--list-tags|-h|--help|--version",
        "network": True,
    },
    "ansible-galaxy": {
        "package": "ansible",
        "options": "-s|--server=index -p|--roles-path|--collections-path=write -r|--role-file=reqfile -f|--force -v -c",
        "sub": {
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "role|collection": {
                "sub": {
                    "install": {"package_op": "install", "operands": "package*", "network": True},
                    "list|info|verify|search": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
    },
    "ansible-vault": {
        "options": "--vault-password-file=program --ask-vault-pass",
        "sub": {
            "view|decrypt": {"operands": "read*", "output": "secret", "options": "--output=write"},
            "*": {"operands": "write*"},
        },
    },
    "ansible-inventory": {"operands": "text*", "read_only": True, "options": "-i=read --list --graph --host="},
    "salt": {"operands": "text*", "network": True, "danger": True},
    "salt-call": {"operands": "text*", "danger": True},
    "puppet": {"operands": "text*", "danger": True},
    "chef-client": {"operands": "text*", "danger": True},
    "knife": {
        "sub": {"ssh": {"operands": "text command", "remote": "knife"}, "*": {"operands": "text*"}},
        "network": True,
    },
    "vault": {
        "options": (
            "-address=url -namespace=target -ca-cert=use -format= -field= -tls-skip-verify -help|--help|-h "
            "-output-curl-string -output-policy"
        ),
        "idle_if": "-help|-output-curl-string|-output-policy",
        "style": "single",
        "sub": {
            "read|list|status|version|print|path-help": {"operands": "text*", "output": "secret", "read_only": True},
            "kv": {
                "sub": {
                    "get": {
                        "operands": "text*",
                        "output": "secret",
                        "read_only": True,
                        "options": "-mount= -version=",
                    },
                    "list": {"operands": "text*", "read_only": True},
                    "metadata": {"sub": {"get": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}}},
                    "*": {"operands": "text*"},
                },
            },
            "token": {
                "sub": {"lookup|capabilities": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
                "operands": "text*",
                "output": "secret",
            },
            "policy|auth|secrets|audit|plugin|namespace|lease": {
                "sub": {
                    "list|read|lookup|info": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "operator": {
                "sub": {
                    "members|key-status|diagnose|usage": {"operands": "text*", "read_only": True},
                    "raft": {
                        "sub": {"list-peers": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
                    },
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "consul": {
        "style": "single",
        "sub": {
            "exec": {"options": "-service= -node= -tag= -datacenter=", "operands": "command", "remote": "consul"},
            "lock": {"options": "-n= -child-exit-code -name= -shell=", "operands": "text command"},
            "watch": {"options": "-type= -key= -shell= -http-addr=", "operands": "command"},
            "members|info|version|catalog|monitor|validate|rtt": {"read_only": True, "operands": "text*"},
            "kv": {
                "sub": {"get|export": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}},
            },
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "nomad": {
        "style": "single",
        "options": "-address=url -region= -namespace=target -token=",
        "sub": {
            "alloc": {
                "sub": {
                    "exec": {"options": "-i -t -task= -job", "operands": "remote argv"},
                    "status|logs|fs": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "exec": {"options": "-i= -t= -task= -job", "operands": "remote argv"},
            "status|version|inspect|validate|plan": {"operands": "text*", "read_only": True},
            "job|node|server|namespace|deployment|volume|var|acl|operator|eval|service": {
                "sub": {
                    "status|members|list|inspect|plan|validate|history|info|get|allocs": {
                        "operands": "text*",
                        "read_only": True,
                    },
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "sam": {
        "options": "--profile=target --region= --debug --config-file=read --config-env=target",
        "sub": {
            "validate|list|logs|traces|docs": {"read_only": True, "operands": "text*"},
            "build|local|init|package|pipeline": {"operands": "text*"},
            "deploy|sync|delete|publish|remote": {
                "operands": "text*",
                "network": True,
                "options": (
                    "-t|--template=read --stack-name=target -g|--guided --no-confirm-changeset --capabilities= "
                    "--s3-bucket= --parameter-overrides= --no-prompts --no-execute-changeset "
                    "--no-fail-on-empty-changeset --resolve-s3"
                ),
                "read_only_if": "--no-execute-changeset",
            },
        },
    },
    "cdk": {
        "targets": "-c|cwd",
        "options": (
            "-a|--app=command -c|--context= -o|--output=write --profile=target --require-approval= --ci --verbose "
            "--json --no-staging --role-arn= --plugin=exec -v"
        ),
        "sub": {
            "list|ls|diff|docs|doctor|metadata|notices": {"read_only": True, "operands": "text*"},
            "synth|synthesize|acknowledge": {"operands": "text*"},
            "context": {
                "options": "--reset= -e= --clear -f|--force",
                "read_only": True,
                "changes": "--reset|-e|--clear",
            },
            "deploy|destroy|bootstrap|import|watch|rollback|gc|refactor|migrate|init": {
                "operands": "target*",
                "network": True,
                "options": "-f|--force --all -e|--exclusively --hotswap --concurrency= --no-execute",
            },
        },
    },
}
