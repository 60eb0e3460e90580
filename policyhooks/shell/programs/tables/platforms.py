"""Forges and hosting platforms, and other coding agents."""

PROGRAMS = {
    "gh": {
        "options": "-R|--repo=target --hostname=host --help --version",
        "idle_if": "--help",
        "network": True,
        "sub": {
            "api": {
                "options": (
                    "-X|--method= -f|--raw-field=upload_text -F|--field=form -H|--header= --input=sendfile -q|--jq= "
                    "-t|--template= -i|--include --paginate --slurp -p|--preview= --cache= --silent --verbose "
                    "--hostname=host"
                ),
                "operands": "text",
                "read_only_if": "-X=GET|!-X&-X=GET|!-f&-X=GET|!-F&-X=GET|!--input",
                "danger": True,
            },
            "gist": {
                "sub": {
                    "create|new": {
                        "options": "-d|--desc= -f|--filename= -p|--public -w|--web",
                        "operands": "sendfile*",
                    },
                    "edit": {
                        "options": "-a|--add=sendfile -d|--desc= -f|--filename= -r|--remove=",
                        "operands": "text sendfile?",
                    },
                    "view|list": {"operands": "text*", "read_only": True, "output": "network"},
                    "delete|rename|clone": {"operands": "text*"},
                },
                "danger": True,
            },
            "secret|variable": {
                "options": "-e|--env=target -o|--org= -u|--user -a|--app= -v|--visibility= -r|--repos=",
                "sub": {
                    "list|ls|get": {"operands": "text*", "read_only": True},
                    "set": {"options": "-b|--body= -f|--env-file=sendfile --no-store", "operands": "text*"},
                    "delete|remove": {"operands": "text*"},
                },
                "danger": True,
            },
            "auth": {
                "sub": {
                    "token": {"operands": "text*", "output": "secret", "options": "-h=host -u="},
                    "status": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "-t|--show-token -h=host",
                        "output": "secret",
                        "output_if": "-t|--show-token",
                    },
                    "login|logout|refresh|setup-git|switch": {
                        "operands": "text*",
                        "options": "--with-token -h=host -s|--scopes= -w|--web -p=",
                    },
                },
                "danger": True,
            },
            "repo": {
                "sub": {
                    "view|list|ls": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--json= -q= -L= --visibility= -w -b=",
                    },
                    "clone": {"operands": "text write?", "options": "-u="},
                    "create|new": {
                        "operands": "text*",
                        "options": (
                            "--public --private --internal --source=read --push --remote= -d= --clone --template= -t="
                        ),
                    },
                    (
                        "delete|archive|unarchive|rename|edit|fork|sync|set-default|deploy-key|autolink|gitignore|"
                        "license"
                    ): {
                        "operands": "text*",
                        "options": (
                            "--yes|-y --confirm --visibility= --accept-visibility-change-consequences -f|--force "
                            "-b= --default-branch= --clone --remote --org= --delete-branch-on-merge"
                        ),
                    },
                },
                "danger": True,
            },
            "pr": {
                "options": "--json= -q|--jq=",
                "sub": {
                    "view|list|ls|status|diff|checks": {
                        "operands": "text*",
                        "read_only": True,
                        "options": (
                            "-L|--limit= -s|--state= -l|--label= -a|--assignee= -A|--author= -S|--search= "
                            "-c|--comments -w|--web --watch --required --name-only --patch"
                        ),
                    },
                    "create|new": {
                        "operands": "text*",
                        "options": (
                            "-t|--title= -b|--body= -F|--body-file=sendfile -B|--base= -H|--head= -d|--draft "
                            "-f|--fill --fill-first --fill-verbose -a|--assignee= -l|--label= -m|--milestone= "
                            "-p|--project= -r|--reviewer= -T|--template= -w|--web --no-maintainer-edit --recover= "
                            "--dry-run"
                        ),
                        "read_only_if": "--dry-run",
                    },
                    "merge": {
                        "operands": "text*",
                        "options": (
                            "-m|--merge -r|--rebase -s|--squash -d|--delete-branch --admin --auto --disable-auto "
                            "-b|--body= -F|--body-file=sendfile -t|--subject= --match-head-commit= -A="
                        ),
                    },
                    "checkout|co": {"operands": "text*", "options": "-b= -f|--force --detach --recurse-submodules"},
                    "comment|review|close|reopen|edit|ready|lock|unlock|update-branch|revert": {
                        "operands": "text*",
                        "options": (
                            "-b|--body= -F|--body-file=sendfile -a|--approve|--add-assignee= -c|--comment "
                            "-r|--request-changes -d|--delete-branch -t|--title= -B|--base= --add-label= "
                            "--remove-label= --add-reviewer= -m|--milestone= --edit-last --delete-last --yes"
                        ),
                    },
                },
            },
            "issue": {
                "options": "--json= -q|--jq=",
                "sub": {
                    "view|list|ls|status": {
                        "operands": "text*",
                        "read_only": True,
                        "options": (
                            "-L|--limit= -s|--state= -l|--label= -a|--assignee= -A= -S|--search= -c|--comments "
                            "-w|--web -m="
                        ),
                    },
                    "create|new|comment|close|reopen|edit|delete|lock|unlock|pin|unpin|transfer|develop": {
                        "operands": "text*",
                        "options": (
                            "-t|--title= -b|--body= -F|--body-file=sendfile -a|--assignee= -l|--label= "
                            "-m|--milestone= -p|--project= -r|--reason= --add-label= --remove-label= --yes -w|--web "
                            "-c|--comment="
                        ),
                    },
                },
            },
            "release": {
                "sub": {
                    "view|list|ls": {"operands": "text*", "read_only": True},
                    "download": {
                        "options": "-A|--archive= -D|--dir=write -O|--output=write -p|--pattern= --clobber --skip-existing",
                        "operands": "text*",
                        "touches": {"!-D|--dir|-O|--output": "write:."},
                        "output": "network",
                    },
                    "upload": {"options": "--clobber", "operands": "text sendfile*"},
                    "create|new": {
                        "options": (
                            "-t|--title= -n|--notes= -F|--notes-file=sendfile --generate-notes --notes-start-tag= "
                            "-d|--draft -p|--prerelease --latest=? --target= --discussion-category= --verify-tag "
                            "--notes-from-tag"
                        ),
                        "operands": "text sendfile*",
                    },
                    "delete|delete-asset|edit": {
                        "operands": "text*",
                        "options": "-y|--yes --cleanup-tag -t= -n= -F=sendfile --draft=? --prerelease=? --tag=",
                    },
                },
                "danger": True,
            },
            "run": {
                "sub": {
                    "view|list|ls|watch": {
                        "operands": "text*",
                        "read_only": True,
                        "options": (
                            "--log --log-failed -j|--job= -v -w|--web -L|--limit= -b|--branch= --json= -q= "
                            "--exit-status -i= -u= -s= -e= -c= -a"
                        ),
                    },
                    "download": {
                        "options": "-D|--dir=write -n|--name= -p|--pattern=",
                        "operands": "text*",
                        "touches": {"!-D|--dir": "write:."},
                    },
                    "cancel|delete|rerun": {"operands": "text*", "options": "--failed -d|--debug -j|--job= --force"},
                },
            },
            "workflow": {
                "sub": {
                    "list|ls|view": {"operands": "text*", "read_only": True, "options": "-y|--yaml -r= -a -L="},
                    "run": {"operands": "text*", "options": "-r|--ref= -f|--raw-field= -F|--field= --json"},
                    "enable|disable": {"operands": "text*"},
                },
            },
            "codespace|cs": {
                "options": "-c|--codespace=",
                "sub": {
                    "ssh": {
                        "operands": "command",
                        "options": "-d --profile= --server-port= --config",
                        "remote": "codespace",
                    },
                    "cp": {"operands": "hostpath:read* hostpath:write", "options": "-e -r"},
                    "list|ls|view|logs": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "extension|ext": {
                "sub": {
                    "install|upgrade|create": {"operands": "text*", "options": "--pin= --force"},
                    "exec": {"operands": "text*"},
                    "list|ls|search|browse": {"operands": "text*", "read_only": True},
                    "remove": {"operands": "text*"},
                },
            },
            "alias": {
                "sub": {
                    "set": {"options": "-s|--shell --clobber", "operands": "text text"},
                    "list|ls": {"read_only": True},
                    "delete|import": {"operands": "text*"},
                },
            },
            ("search|label|org|attestation|ruleset|cache|project|ssh-key|gpg-key|config|agent-task|preview"): {
                "sub": {
                    "list|ls|view|get|check|repos|code|issues|prs|commits|verify|field-list|item-list": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--json= -L|--limit= -q= --owner= --language=",
                    },
                    "*": {"operands": "text*"},
                },
                "operands": "text*",
            },
            "status|completion|help|version|licenses": {"operands": "text*", "read_only": True},
            "browse": {"operands": "text*"},
        },
    },
    "glab": {
        "options": "-R|--repo=target -h|--help -F|--output=",
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "api": {
                "options": (
                    "-X|--method= -f|--raw-field=upload_text -F|--field=form -H|--header= --input=sendfile "
                    "--paginate --hostname=host -i"
                ),
                "operands": "text",
                "read_only_if": "-X=GET|!-X&-X=GET|!-f&-X=GET|!-F&-X=GET|!--input",
            },
            (
                "mr|issue|release|repo|project|ci|pipeline|pipe|job|runner|schedule|label|snippet|cluster|user|"
                "variable|token|securefile|ssh-key|incident|iteration|milestone|stack|changelog|deploy-key"
            ): {
                "sub": {
                    "list|ls|view|show|status|diff|trace|get|export|lint": {"operands": "text*", "read_only": True},
                    "create|new": {
                        "operands": "text*",
                        "options": "-f|--fill -t= -d= -y|--yes --title= --description=",
                    },
                    "*": {"operands": "text*"},
                },
            },
            "auth": {
                "sub": {"status": {"operands": "text*", "options": "-t|--show-token"}, "*": {"operands": "text*"}},
            },
            "*": {"operands": "text*"},
        },
    },
    "doctl": {
        "options": "-t|--access-token= -c|--config=read --context=target -u|--api-url=url -o= --format=",
        "network": True,
        "sub": {
            "compute": {
                "sub": {
                    "ssh": {
                        "options": "--ssh-command=command --ssh-user= --ssh-key-path=read --ssh-port=",
                        "operands": "remote",
                    },
                    "*": {"sub": {"list|get": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}}},
                },
            },
            "account|balance|version|invoice": {"operands": "text*", "read_only": True},
            # A word that changes something ends the search, so that no operand is taken for a verb.
            "*": {
                "sub": {
                    "list|get|logs": {"operands": "text*", "read_only": True},
                    "create*|delete*|update*|remove*|rename|resize|migrate|restart|reset|upgrade|fork|add*|destroy": {
                        "operands": "text*"
                    },
                    "*": {
                        "sub": {
                            "list|get|logs": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                },
            },
        },
        "addresses": "doctl",
        "selects": {"auth switch": "doctl"},
    },
    "stripe": {
        "options": "--api-key= --device-name= --config=use -p|--project-name=target --color= --log-level= -h|--help --live",
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "get|status|version|help|whoami|resources": {
                "operands": "text*",
                "read_only": True,
                "options": "-d|--data= -l|--limit= --expand= --stripe-account=",
            },
            "logs": {"sub": {"tail": {"read_only": True, "operands": "text*"}}},
            "config": {"options": "--list --set --unset= -e|--edit", "operands": "text*", "read_only_if": "--list"},
            "delete|post": {
                "operands": "text*",
                "options": "-d|--data= --confirm -i|--idempotency= --stripe-account= --live",
                "danger": True,
            },
            "listen|trigger|login|logout|samples|serve|open|fixtures|completion|plugin": {"operands": "text*"},
            "*": {
                "sub": {
                    "list|retrieve|search": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "-d|--data= -l|--limit= --expand= --stripe-account=",
                    },
                    "*": {"operands": "text*", "options": "-d|--data= -c|--confirm --stripe-account="},
                },
            },
        },
    },
    "heroku": {
        "options": "-a|--app=target -r|--remote=target --json --help",
        "idle_if": "--help",
        "network": True,
        "sub": {
            "run|run:detached": {
                "options": "-s|--size= -e|--env= -x|--exit-code --no-tty --no-notify --type= -d",
                "operands": "command",
                "remote": "heroku",
            },
            "config": {"output": "secret", "operands": "text*", "read_only": True, "options": "-s|--shell -j"},
            "config:get": {"output": "secret", "operands": "text*", "read_only": True},
            (
                "logs|ps|status|apps|apps:info|releases|releases:info|releases:output|addons|addons:info|domains|"
                "domains:info|pg|pg:info|pg:ps|pg:backups|pg:backups:info|pg:diagnose|info|version|whoami|auth:whoami|"
                "regions|pipelines|pipelines:info|buildpacks|certs|certs:info|access|drains|features|labs|members|"
                "notifications|spaces|stack|teams|webhooks|redis:info|ps:type|maintenance|keys|help|plugins"
            ): {
                "operands": "text*",
                "read_only": True,
                "options": "-t|--tail -n|--num=",
            },
            "pg:psql": {"options": "-c|--command=sql -f=read", "operands": "text*"},
            "auth:token": {"output": "secret"},
            "*": {"operands": "text*", "options": "--confirm="},
        },
    },
    "vercel": {
        "targets": "--prod",
        "options": (
            "--cwd=cwd -A|--local-config=read -Q|--global-config=read -t|--token= -S|--scope= -d|--debug --prod "
            "--prebuilt -y|--yes -f|--force -e|--env= -b|--build-env= -h|--help"
        ),
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "ls|list|inspect|logs|whoami|help": {"operands": "text*", "read_only": True},
            "teams|team|domains|dns|certs|alias|project|projects|target|integration|blob|rolling-release": {
                "sub": {"ls|list|inspect": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
                "operands": "text*",
            },
            "env": {
                "sub": {
                    "pull": {"operands": "write?", "output": "secret"},
                    "ls": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
        "operands": "text*",
    },
    "now": "vercel",
    "netlify": {
        "targets": "--prod",
        "options": "--auth= --site= -s= --prod --dir=read",
        "network": True,
        "sub": {
            "dev:exec": {"operands": "argv"},
            "env:get|env:list|env:export": {"operands": "text*", "output": "secret", "read_only": True},
            "status|logs|sites:list|sites:search|addons:list|functions:list|status:hooks|blobs:list|help": {
                "operands": "text*",
                "read_only": True,
            },
            "*": {"operands": "text*"},
        },
        "idle_if": "--help",
    },
    "fly": {
        "options": "-a|--app=target -c|--config=read -t|--access-token= -o|--org= -j|--json -y|--yes -h|--help",
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "ssh": {
                "sub": {
                    "console": {
                        "options": "-C|--command=command -s|--select -u= -r= -A= --machine= --pty",
                        "operands": "text*",
                        "remote": "fly",
                    },
                    "sftp": {"operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "machine|machines|m": {
                "sub": {
                    "exec": {"operands": "remote command"},
                    "list|status": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "status|logs|info|doctor|platform|releases|history|services|help": {"operands": "text*", "read_only": True},
            (
                "apps|ips|regions|checks|volumes|volume|vol|secrets|postgres|pg|redis|orgs|certs|scale|config|image|auth|"
                "tokens|wireguard|version|storage|mpg|litefs-cloud|incidents|jobs|dns-records|domains"
            ): {
                "sub": {
                    "list|ls|show|status|whoami|validate|env|check": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
                "read_only_if": "!@1",
            },
            "*": {"operands": "text*"},
        },
    },
    "flyctl": "fly",
    "railway": {
        "options": "-s|--service= -e|--environment=target",
        "network": True,
        "sub": {
            "run": {"operands": "argv"},
            "ssh": {"operands": "command", "remote": "railway"},
            "variables": {"operands": "text*", "output": "secret", "options": "--set= -k|--kv"},
            "logs|status|list|whoami": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "wrangler": {
        "options": "-c|--config=read -e|--env=target --cwd=cwd -h|--help -v|--version",
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "whoami|tail|docs": {"operands": "text*", "read_only": True},
            "deploy|publish": {
                "operands": "read?",
                "options": "--dry-run --outdir=write --name= --minify --keep-vars --var= --compatibility-date=",
                "read_only_if": "--dry-run",
                "changes": "--outdir",
            },
            "deployments|versions|secret|queues|hyperdrive|vectorize|workflows|dispatch-namespace|kv:namespace|kv:key": {
                "sub": {"list|status|view|info": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
            },
            "kv|r2|pages": {
                "sub": {
                    "namespace|key|bucket|project|deployment|secret": {
                        "sub": {
                            "list|info|tail": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                    "*": {"operands": "text*"},
                },
            },
            "d1": {
                "sub": {
                    "execute": {
                        "options": "--command=sql --file=read --remote --local --yes|-y --preview",
                        "operands": "text",
                    },
                    "list|info": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
    },
    "supabase": {
        "options": "--workdir=cwd --project-ref=target --debug --experimental -h|--help --yes -o|--output=",
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "status|inspect|services": {"operands": "text*", "read_only": True},
            "projects|orgs|migration|migrations|functions|secrets|branches|domains|snippets|sso": {
                "sub": {"list|get|api-keys": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
            },
            "db": {
                "sub": {
                    "diff|dump|lint|pull": {
                        "operands": "text*",
                        "options": "-f=write --db-url=url --linked --local --schema=",
                    },
                    "push|reset|remote|start": {
                        "operands": "text*",
                        "options": "--db-url=url --linked --local --dry-run --include-all --include-roles --include-seed -p=",
                        "read_only_if": "--dry-run",
                    },
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
    },
    "firebase": {
        "options": "-P|--project=target --token= -j -m= --non-interactive -c|--config=read -h|--help -V|--version",
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "emulators:exec": {
                "options": "--only= --import=read --export-on-exit=?write --ui",
                "operands": "command",
            },
            "use": {"operands": "target?", "read_only_if": "!@1"},
            (
                "projects:list|apps:list|apps:sdkconfig|functions:log|functions:list|hosting:sites:list|"
                "hosting:channel:list|firestore:indexes|firestore:databases:list|database:instances:list|database:get|"
                "remoteconfig:get|ext:list|login:list|help"
            ): {"operands": "text*", "read_only": True, "options": "-o|--output=write", "changes": "-o"},
            "*": {"operands": "text*", "options": "--only= -f|--force -r|--recursive --all-collections"},
        },
        "addresses": "firebase",
        "selects": {"use": "firebase"},
    },
    "prisma": {
        "options": "--schema=read",
        "sub": {
            "db": {
                "sub": {
                    "push|seed|execute": {
                        "options": (
                            "--accept-data-loss --force-reset --skip-generate --file=read --stdin --url=url "
                            "--schema=read"
                        ),
                        "operands": "text*",
                    },
                    "pull": {"operands": "text*", "options": "--print --force --schema=read"},
                },
            },
            "migrate": {
                "sub": {
                    "deploy|reset|dev|resolve": {
                        "options": (
                            "--force -f --skip-seed --name= -n= --create-only --applied= --rolled-back= --schema=read"
                        ),
                        "operands": "text*",
                    },
                    "status|diff": {"operands": "text*", "read_only": True},
                },
            },
            "validate|version|debug": {"operands": "text*", "read_only": True},
            "generate|format|studio|init": {"operands": "text*"},
        },
        "idle_if": "-h|--help",
    },
    "alembic": {
        "options": "-c|--config=read -n= -x= --raiseerr --sql -h|--help",
        "idle_if": "--sql|-h|--help",
        "sub": {
            "current|history|heads|branches|show|check": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
    },
    "act": {
        "options": (
            "-W|--workflows=read -j|--job= -s|--secret= --secret-file=read --env-file=use -P= --privileged "
            "-b|--bind -n|--dryrun -l|--list -g|--graph -h|--help --version"
        ),
        "operands": "text*",
        "idle_if": "-n|-l|-g|-h|--version",
    },
    "huggingface-cli": {
        "sub": {
            "upload|upload-large-folder": {"operands": "text sendfile* text", "network": True},
            "download": {"operands": "text*", "network": True, "options": "--local-dir=write --cache-dir=write"},
            "*": {"operands": "text*", "network": True},
        },
    },
    "hf": "huggingface-cli",
}
