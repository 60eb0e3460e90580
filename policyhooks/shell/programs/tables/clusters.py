"""Kubernetes and what manages clusters."""

PROGRAMS = {
    "kubectl": {
        "targets": "--kubeconfig|-f|-k|cwd",
        "options": (
            "-n|--namespace=target --context=target --cluster=target --kubeconfig=use --user= --as= --as-group= "
            "--token= --server|-s=url --certificate-authority=use --client-certificate=use --client-key=use "
            "--insecure-skip-tls-verify=? --request-timeout= --tls-server-name= -v= --cache-dir=write "
            "--log-flush-frequency= --match-server-version --password= --username= --profile= -o|--output= "
            "-l|--selector= -A|--all-namespaces --field-selector= --dry-run=? --no-headers --show-labels -w|--watch "
            "-h|--help --warnings-as-errors"
        ),
        "idle_if": "--dry-run|-h|--help",
        "network": True,
        "sub": {
            (
                "get|describe|logs|log|top|explain|api-resources|api-versions|version|cluster-info|events|diff|"
                "wait|kustomize|completion|options|help|tree|neat|whoami|who-can"
            ): {
                "options": (
                    "-f|--filename|--follow= -c|--container= --tail= --since= -p|--previous --all-containers --for= "
                    "--timeout= -k= -R --sort-by= --raw= --template= --show-kind --max-log-requests= --client"
                ),
                "operands": "text*",
                "read_only": True,
            },
            "exec": {
                "options": "-c|--container= -f|--filename=read -i|--stdin -t|--tty -q|--quiet --pod-running-timeout=",
                "operands": "remote argv",
                "posix": False,
                "danger": True,
            },
            "run": {
                "options": (
                    "--image= --rm -i|--stdin -t|--tty --restart= --env=env --command --port= --labels= "
                    "--overrides= --attach -q --image-pull-policy= --privileged --serviceaccount= "
                    "--leave-stdin-open --expose --annotations= --pod-running-timeout="
                ),
                "operands": "remote argv",
                "posix": False,
                "danger": True,
            },
            "debug": {
                "options": (
                    "--image= -i|--stdin -t|--tty -c|--container= --target= --copy-to= --share-processes --profile= "
                    "--env=env --attach -q --set-image= --replace --same-node --image-pull-policy="
                ),
                "operands": "remote argv",
                "posix": False,
            },
            "cp": {"options": "-c|--container= --no-preserve --retries=", "operands": "hostpath:read hostpath:write"},
            "apply|create|replace|edit|patch|set|label|annotate|scale|autoscale|expose|convert": {
                "options": (
                    "-f|--filename=urlpath -k|--kustomize=urlpath -p|--patch= --type= --force --prune --server-side "
                    "--record --replicas= --image= --from-file= --from-literal= --from-env-file= --overwrite "
                    "--save-config --validate=? -R|--recursive --all --grace-period= --field-manager= --wait "
                    "--timeout= --port= --target-port= --name= --local --patch-file=read"
                ),
                "operands": "text*",
                "danger": True,
            },
            "delete": {
                "options": (
                    "-f|--filename=urlpath -k|--kustomize=urlpath --all --force --grace-period= --now --wait=? "
                    "--cascade=? --ignore-not-found=? --timeout= -i|--interactive -R|--recursive --raw="
                ),
                "operands": "text*",
                "danger": True,
            },
            "drain|cordon|uncordon|taint|certificate": {
                "options": (
                    "--ignore-daemonsets --delete-emptydir-data --delete-local-data --force --grace-period= "
                    "--timeout= --pod-selector= --disable-eviction --overwrite --all"
                ),
                "operands": "text*",
                "danger": True,
            },
            "rollout": {
                "sub": {
                    "status|history": {
                        "read_only": True,
                        "operands": "text*",
                        "options": "--timeout= --revision= -f=",
                    },
                    "restart|undo|pause|resume": {"operands": "text*", "options": "--to-revision= -f="},
                },
            },
            "config": {
                "sub": {
                    "view|get-contexts|current-context|get-clusters|get-users": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--raw --minify --flatten",
                    },
                    "use-context|use": {"operands": "target"},
                    (
                        "set-context|set-cluster|set-credentials|set|unset|delete-context|delete-cluster|"
                        "delete-user|rename-context"
                    ): {"operands": "text*", "options": "--current --user= --cluster="},
                },
            },
            "port-forward|proxy|attach": {
                "options": "--address= -p|--port= -c= -i -t --pod-running-timeout= --accept-hosts=",
                "operands": "text*",
            },
            "auth": {
                "sub": {
                    "can-i|whoami": {"read_only": True, "operands": "text*"},
                    "reconcile": {"options": "-f=read", "operands": "text*"},
                },
            },
            "plugin|krew": {
                "sub": {
                    "list|search|info|version|help": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "ctx|ns": {"operands": "target?"},
        },
        "addresses": "kube",
        "selects": {"config use-context|config use|ctx|ns|config set-context|project": "kube"},
    },
    "k": "kubectl",
    "oc": "kubectl",
    "kubectx": {"operands": "target?", "selects": {"": "kube"}},
    "kubens": {"operands": "target?", "selects": {"": "kube"}},
    "k9s": {"options": "-n= --context=target --readonly -c=", "operands": "text*", "addresses": "kube"},
    "stern": {
        "options": "-n= --context=target -l= --since= --tail= -c=",
        "operands": "text*",
        "read_only": True,
        "network": True,
        "addresses": "kube",
    },
    "kustomize": {
        "targets": "cwd",
        "sub": {
            "build": {
                "operands": "urlpath*",
                "read_only": True,
                "options": (
                    "-o|--output=write --enable-helm --helm-command=program --enable-exec --enable-alpha-plugins "
                    "--load-restrictor="
                ),
            },
            "edit": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
        "addresses": "kube",
    },
    "helm": {
        "targets": "--kubeconfig|-f|cwd",
        "options": (
            "-n|--namespace=target --kube-context=target --kubeconfig=use --kube-apiserver=url --kube-token= "
            "--registry-config=use --repository-cache=write --repository-config=write --debug --burst-limit= "
            "--qps= -h|--help --kube-as-user= --kube-ca-file=use --kube-insecure-skip-tls-verify"
        ),
        "idle_if": "--dry-run|-h|--help",
        "network": True,
        "sub": {
            "install|upgrade|rollback": {
                "options": (
                    "-f|--values=urlpath --set= --set-string= --set-file= --set-json= -i|--install "
                    "--create-namespace --version= --wait --wait-for-jobs --timeout= --atomic --force --dry-run=? "
                    "--post-renderer=program --post-renderer-args= --repo=url --reuse-values --reset-values "
                    "--no-hooks --dependency-update --devel --description= -g|--generate-name --cleanup-on-fail "
                    "--history-max= --username= --password= --ca-file=use --cert-file=read --key-file=use "
                    "--insecure-skip-tls-verify --plain-http --skip-crds --name-template= --verify --keyring=use "
                    "--render-subchart-notes --enable-dns --hide-notes --hide-secret -l|--labels= --take-ownership "
                    "--reset-then-reuse-values --disable-openapi-validation --set-literal= --skip-schema-validation "
                    "-o|--output= --replace --rollback-on-failure --recreate-pods"
                ),
                "operands": "text*",
                "danger": True,
            },
            "uninstall|delete|del|un": {
                "options": "--keep-history --no-hooks --wait --timeout= --dry-run --cascade= --ignore-not-found",
                "operands": "text*",
                "danger": True,
            },
            (
                "list|ls|status|get|history|hist|show|inspect|search|template|lint|version|env|verify|help|"
                "completion|diff"
            ): {
                "options": (
                    "-A|--all-namespaces -a|--all -o|--output= -f|--values|--filter= --set= --set-string= "
                    "--version= --post-renderer=program --output-dir=write -s|--show-only= --repo=url -q|--short "
                    "--revision= --max="
                ),
                "operands": "text*",
                "read_only": True,
                "changes": "--post-renderer|--output-dir",
            },
            "repo": {
                "sub": {
                    "add": {
                        "operands": "text url",
                        "options": "--username= --password= --force-update --pass-credentials",
                    },
                    "list|ls": {"read_only": True},
                    "update|up|remove|rm|index": {"operands": "text*"},
                },
            },
            "push": {"operands": "sendfile url"},
            "pull|fetch": {
                "operands": "text*",
                "options": "-d|--destination=write --untar --untardir=write --version= --repo=url",
                "touches": {"": "write:."},
            },
            "registry": {"operands": "text*"},
            "plugin": {
                "sub": {
                    "install": {"operands": "urlpath", "options": "--version="},
                    "list": {"read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "dependency|dep": {
                "sub": {"list|ls": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}}
            },
            "create|package|test": {"operands": "text*"},
        },
        "addresses": "kube",
    },
    "helmfile": {
        "targets": "-f|cwd",
        "options": (
            "-f|--file=read -e|--environment=target -n= -l= --kube-context=target --state-values-set= "
            "--helm-binary=program -q -h|--help"
        ),
        "idle_if": "-h|--help",
        "sub": {
            "diff|list|status|template|lint|build|version": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "network": True,
        "addresses": "kube",
    },
    "skaffold": {
        "options": "-n= --kube-context=target -f=read -p=",
        "sub": {
            "version|diagnose|schema": {"operands": "text*", "read_only": True},
            "render|config": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
        "idle_if": "--help",
        "network": True,
        "addresses": "kube",
    },
    "argocd": {
        "options": "--server=host --auth-token= --grpc-web --insecure",
        "sub": {
            "app": {
                "sub": {
                    "get|list|diff|history|manifests|logs|resources|wait": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*", "options": "--dry-run --prune --force --cascade=? -y|--yes"},
                },
            },
            "cluster|proj|repo|account|appset|cert|repocreds|gpg": {
                "sub": {"get|list|windows": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}},
            },
            "version|context": {"operands": "text*", "read_only_if": "!@1"},
            "*": {"operands": "text*"},
        },
        "idle_if": "--dry-run|-h|--help",
        "network": True,
        "addresses": "kube",
    },
    "flux": {
        "targets": "--kubeconfig",
        "options": "-n= --context=target --kubeconfig=use",
        "sub": {
            "get|logs|tree|trace|check|events|stats|diff|export|version": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*", "options": "--export"},
        },
        "idle_if": "-h|--help",
        "network": True,
        "addresses": "kube",
    },
    "kind": {"sub": {"get|version": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}}},
    "minikube": {
        "options": "-p|--profile=",
        "sub": {
            "ssh": {"options": "-n= --native-ssh=?", "operands": "command", "remote": "minikube"},
            "kubectl": {"operands": "text*"},
            "status|ip|version|logs|service": {"read_only": True, "operands": "text*"},
            "profile": {"sub": {"list": {"read_only": True}}, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "prints_setup": "docker-env|podman-env|kubectl-env",
    },
    "k3s": {"sub": {"kubectl": {"operands": "text*"}, "*": {"operands": "text*"}}},
    "kubeadm": {"operands": "text*", "danger": True},
    "eksctl": {
        "sub": {"get|info|version": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}},
        "options": "-h|--help -v|--verbose= -C|--color=",
        "idle_if": "-h|--help",
        "network": True,
    },
    "kops": {
        "sub": {
            "get|validate|version": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "network": True,
    },
}
