"""Cloud command lines and infrastructure as code."""

PROGRAMS = {
    "aws": {
        "options": (
            "--profile=target --region= --output= --endpoint-url=url --no-verify-ssl --no-paginate "
            "--no-sign-request --ca-bundle=read --cli-read-timeout= --cli-connect-timeout= --cli-binary-format= "
            "--query= --debug --color= --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt --version --page-size= "
            "--max-items= --starting-token= --cli-input-json=upload --cli-input-yaml=upload "
            "--generate-cli-skeleton=? --dry-run --no-dry-run --no-execute-changeset --no-fail-on-empty-changeset "
            "--skip-final-snapshot --delete-automated-backups --force --force-delete-without-recovery"
        ),
        "idle_if": "--dry-run|--generate-cli-skeleton|--no-execute-changeset|%%help",
        "network": True,
        "sub": {
            "s3": {
                "options": (
                    "--recursive --include= --exclude= --acl= --delete --quiet --dryrun --sse=? --storage-class= "
                    "--metadata= --force --exact-timestamps --size-only --follow-symlinks --no-follow-symlinks "
                    "--expires-in= --human-readable --summarize --content-type= --cache-control= --only-show-errors "
                    "--no-progress --website-redirect= --grants= --source-region="
                ),
                "idle_if": "--dryrun|%%help",
                "sub": {
                    "ls|presign|help": {"operands": "text*", "read_only": True},
                    "cp|sync": {"operands": "hostpath:read hostpath:write"},
                    "mv": {"operands": "hostpath:read hostpath:write"},
                    "rm|rb": {"operands": "text*"},
                    "mb|website": {"operands": "text*"},
                },
            },
            "configure": {
                "sub": {
                    "list|list-profiles|get|export-credentials": {
                        "operands": "text*",
                        "read_only": True,
                        "output": "secret",
                    },
                    "set|sso|import|add-model": {"operands": "text*"},
                },
                "operands": "text*",
            },
            "sts": {
                "sub": {
                    "get-caller-identity|decode-authorization-message|help": {"read_only": True, "operands": "text*"},
                    "assume-role*|get-session-token|get-federation-token": {
                        "operands": "text*",
                        "output": "secret",
                        "options": "--role-arn= --role-session-name= --duration-seconds= --serial-number= --token-code=",
                    },
                },
            },
            "secretsmanager": {
                "sub": {
                    "get-secret-value|batch-get-secret-value": {
                        "operands": "text*",
                        "output": "secret",
                        "read_only": True,
                        "options": "--secret-id= --version-id= --version-stage=",
                    },
                    "describe-*|list-*|get-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "ssm": {
                "sub": {
                    "get-parameter|get-parameters|get-parameters-by-path|get-parameter-history": {
                        "operands": "text*",
                        "output": "secret",
                        "read_only": True,
                        "options": "--name= --names= --path= --with-decryption --recursive",
                    },
                    "start-session": {
                        "options": "--target=remote --document-name= --parameters= --reason=",
                        "operands": "text*",
                    },
                    "send-command": {
                        "options": "--instance-ids= --targets= --document-name= --parameters= --comment=",
                        "operands": "text*",
                    },
                    "describe-*|list-*|get-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "ecs": {
                "sub": {
                    "execute-command": {
                        "options": "--cluster=target --task=remote --container= --interactive --command=command",
                        "operands": "text*",
                    },
                    "describe-*|list-*|get-*": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--cluster=target",
                    },
                    "*": {"operands": "text*", "options": "--cluster=target --service="},
                },
            },
            "ecr": {
                "sub": {
                    "get-login-password|get-authorization-token": {
                        "operands": "text*",
                        "output": "secret",
                        "read_only": True,
                    },
                    "describe-*|list-*|get-*|batch-get-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "eks": {
                "sub": {
                    "get-token": {"output": "secret", "operands": "text*"},
                    "update-kubeconfig": {
                        "options": "--name=target --kubeconfig=write --alias=",
                        "operands": "text*",
                        "touches": {"!--kubeconfig": "write:~/.kube/config"},
                    },
                    "describe-*|list-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "s3api": {
                "sub": {
                    "get-object": {"options": "--bucket= --key=", "operands": "write"},
                    "put-object": {"options": "--bucket= --key= --body=sendfile", "operands": "text*"},
                    "list-*|head-*|get-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "logs": {
                "sub": {
                    "tail|describe-*|get-*|filter-*|list-*|start-query|test-metric-filter": {
                        "operands": "text*",
                        "read_only": True,
                        "options": "--follow --since= --format= --log-group-name= --filter-pattern=",
                    },
                    "*": {"operands": "text*"},
                },
            },
            "lambda": {
                "sub": {
                    "invoke": {
                        "options": "--function-name= --payload=upload --invocation-type= --log-type= --qualifier=",
                        "operands": "write",
                    },
                    "list-*|get-*": {"operands": "text*", "read_only": True},
                    "update-function-code": {
                        "options": "--function-name= --zip-file=upload --s3-bucket= --s3-key= --image-uri= --publish",
                        "operands": "text*",
                    },
                    "*": {"operands": "text*"},
                },
            },
            "*": {
                "sub": {
                    (
                        "describe-*|list-*|get-*|head-*|wait|help|view-*|search-*|lookup-*|batch-get-*|query|scan|"
                        "estimate-*|validate-*|preview-*|check-*|simulate-*|test-dns-answer|test-event-pattern|"
                        "filter-log-events"
                    ): {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
        },
        "danger": True,
        "selects": {"eks update-kubeconfig": "kube"},
    },
    "awslocal": "aws",
    "eb": {
        "sub": {
            "ssh": {"options": "-c|--command=command -n= -i=", "operands": "text*", "remote": "eb"},
            "status|health|list|events|logs|printenv": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "s3cmd": {
        "options": (
            "-c|--config=use -r|--recursive -f|--force -P|--acl-public --access_key= --secret_key= --host=host "
            "-n|--dry-run -h|--help --exclude= --include= --delete-removed --skip-existing -v|--verbose -q|--quiet -H"
        ),
        "idle_if": "-n|--dry-run|-h|--help",
        "sub": {
            "ls|la|info|du": {"read_only": True, "operands": "text*"},
            "put|sync": {"operands": "hostpath:read* hostpath:write"},
            "get": {"operands": "text write?"},
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "mc": {
        "sub": {
            "ls|stat|tree|du|cat|head|diff": {"read_only": True, "operands": "text*"},
            "find": {
                "options": "--exec=command --name= --older-than= --newer-than= --path= --regex= --print= --watch",
                "operands": "text*",
                "read_only": True,
                "changes": "--exec",
            },
            "version|alias|policy|anonymous|tag|retention|quota|ilm": {
                "sub": {"info|list|ls|get": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}},
            },
            "rm": {
                "options": "-r|--recursive --force --dangerous --versions --older-than= --dry-run --incomplete|-I",
                "operands": "text*",
                "read_only_if": "--dry-run",
            },
            "cp|mirror|mv": {
                "options": "-r|--recursive --remove --overwrite --watch|-w --dry-run --exclude= -a|--preserve",
                "operands": "hostpath:read hostpath:write",
                "read_only_if": "--dry-run",
            },
            "*": {"operands": "text*"},
        },
        "network": True,
    },
    "gcloud": {
        "options": (
            "--project=target --account= --configuration=target --format= --quiet|-q --verbosity= "
            "--impersonate-service-account= --log-http --flags-file=read --region= --zone= --billing-project= "
            "--access-token-file=use --trace-token= --user-output-enabled --filter= --limit= --sort-by= --async "
            "-h|--help --no-user-output-enabled --page-size= --uri"
        ),
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "auth": {
                "sub": {
                    "print-access-token|print-identity-token|application-default": {
                        "operands": "text*",
                        "output": "secret",
                    },
                    "list": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*", "options": "--key-file=use"},
                },
            },
            "compute": {
                "sub": {
                    "ssh": {
                        "options": (
                            "--command=command --tunnel-through-iap --ssh-flag= --ssh-key-file=use --container= "
                            "--internal-ip --dry-run --plain"
                        ),
                        "operands": "remote text*",
                        "read_only_if": "--dry-run",
                    },
                    "scp": {
                        "options": "--recurse --tunnel-through-iap --compress --port=",
                        "operands": "hostpath:read* hostpath:write",
                    },
                    "*": {
                        "sub": {
                            "list|describe|get-*|list-*": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                },
            },
            "storage": {
                "sub": {
                    "cp": {
                        "options": "-r|-R|--recursive -n|--no-clobber",
                        "operands": "hostpath:read* hostpath:write",
                    },
                    "rsync": {
                        "options": (
                            "-r|-R|--recursive -n|--no-clobber --delete-unmatched-destination-objects --dry-run "
                            "-x|--exclude= -c|--checksums-only"
                        ),
                        "operands": "hostpath:read* hostpath:write",
                        "read_only_if": "--dry-run",
                    },
                    "mv": {"operands": "hostpath:read* hostpath:write"},
                    "ls|cat|du|hash": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "secrets": {
                "sub": {
                    "versions": {
                        "sub": {
                            "access": {
                                "operands": "text*",
                                "output": "secret",
                                "read_only": True,
                                "options": "--secret=",
                            },
                            "list|describe": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                    "list|describe": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "config": {
                "sub": {
                    "list|get-value|get": {"read_only": True, "operands": "text*"},
                    "configurations": {
                        "sub": {
                            "list|describe": {"read_only": True, "operands": "text*"},
                            "activate": {"operands": "target"},
                            "*": {"operands": "text*"},
                        },
                    },
                    "*": {"operands": "text*"},
                },
            },
            "container": {
                "sub": {
                    "clusters": {
                        "sub": {
                            "get-credentials": {"operands": "target", "touches": {"": "write:~/.kube/config"}},
                            "list|describe": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                    "*": {
                        "sub": {
                            "list|describe": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                },
            },
            "info|version|help|topic|feedback|cheat-sheet": {"read_only": True, "operands": "text*"},
            "components": {"operands": "text*"},
            "builds": {
                "sub": {
                    "submit": {
                        "operands": "sendfile?",
                        "options": "-t|--tag= --config=read --substitutions= --async",
                    },
                    "list|describe|log": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            # Groups nest. A word that changes something ends the search, so that no operand is taken for a verb.
            "*": {
                "sub": {
                    "list|describe|get-*|list-*|log|read": {"operands": "text*", "read_only": True},
                    (
                        "create|create-*|delete|delete-*|destroy|update|update-*|patch|edit|replace|replace-*|"
                        "import|import-*|deploy|submit|run|run-*|call|execute|execute-*|apply|start|start-*|stop|"
                        "stop-*|reset|reset-*|restart|restart-*|resume|resume-*|suspend|suspend-*|move|move-*|"
                        "copy|clone|restore|restore-*|promote|failover|enable|enable-*|disable|disable-*|add|"
                        "add-*|remove|remove-*|set|set-*|unset|attach|attach-*|detach|detach-*|activate|"
                        "activate-*|revoke|revoke-*|cancel|cancel-*|abort|rollback|rollback-*|undelete|upload|"
                        "publish|pull|push|mv|cp|rm|resize|upgrade|migrate|rename|invoke|lock|unlock|bind|unbind|"
                        "rotate|renew|purge|regenerate|assign"
                    ): {"operands": "text*"},
                    "*": {
                        "sub": {
                            "list|describe|get-*|list-*|log|read|tail": {"operands": "text*", "read_only": True},
                            (
                                "create|create-*|delete|delete-*|destroy|update|update-*|patch|edit|replace|replace-*|"
                                "import|import-*|deploy|submit|run|run-*|call|execute|execute-*|apply|start|start-*|stop|"
                                "stop-*|reset|reset-*|restart|restart-*|resume|resume-*|suspend|suspend-*|move|move-*|"
                                "copy|clone|restore|restore-*|promote|failover|enable|enable-*|disable|disable-*|add|"
                                "add-*|remove|remove-*|set|set-*|unset|attach|attach-*|detach|detach-*|activate|"
                                "activate-*|revoke|revoke-*|cancel|cancel-*|abort|rollback|rollback-*|undelete|upload|"
                                "publish|pull|push|mv|cp|rm|resize|upgrade|migrate|rename|invoke|lock|unlock|bind|unbind|"
                                "rotate|renew|purge|regenerate|assign"
                            ): {"operands": "text*"},
                            "*": {
                                "sub": {
                                    "list|describe|get-*|list-*|read": {"operands": "text*", "read_only": True},
                                    "*": {"operands": "text*"},
                                },
                                "operands": "text*",
                            },
                        },
                        "operands": "text*",
                    },
                },
            },
        },
        "addresses": "gcloud",
        "selects": {
            "container clusters get-credentials": "kube",
            "config set|config configurations activate": "gcloud",
        },
    },
    "gsutil": {
        "options": "-m -q -o= -D -h= -i= -u=target",
        "sub": {
            "ls|cat|stat|du|hash|version|help": {"operands": "text*", "read_only": True},
            "cp": {
                "operands": "hostpath:read* hostpath:write",
                "options": "-r|-R -n -a= -z= -Z -c -P -v -e -I",
            },
            "rsync": {
                "operands": "hostpath:read* hostpath:write",
                "options": "-r|-R -n -d -a= -z= -c -C -P -e -p -u -U -x= -i",
                "read_only_if": "-n",
            },
            "acl|iam|lifecycle|versioning|label|defacl|cors|logging|web|notification|ubla|pap|requesterpays": {
                "sub": {"get|list": {"operands": "text*", "read_only": True}, "*": {"operands": "text*"}},
            },
            "mv": {"operands": "hostpath:read* hostpath:write"},
            "*": {"operands": "text*"},
        },
        "network": True,
        "addresses": "gcloud",
    },
    "bq": {
        "options": "--project_id=target --format= --location= --dataset_id= -q --nosync",
        "sub": {
            "query": {
                "options": (
                    "--use_legacy_sql=? --destination_table= --dry_run --max_rows= --replace --append_table "
                    "--nouse_legacy_sql -n="
                ),
                "operands": "sql",
                "read_only_if": "--dry_run",
            },
            "ls|show|head|wait|version": {"read_only": True, "operands": "text*"},
            "load": {"operands": "text urlpath text?"},
            "*": {"operands": "text*"},
        },
        "network": True,
        "addresses": "gcloud",
    },
    "az": {
        "options": (
            "--subscription=target -g|--resource-group=target -n|--name= --output|-o= --query= --verbose --debug "
            "--only-show-errors -l|--location= --ids= --yes|-y --no-wait -h|--help"
        ),
        "idle_if": "-h|--help",
        "network": True,
        "sub": {
            "login|logout|account|configure|extension|upgrade|cloud|config": {
                "sub": {
                    "list|show|get-access-token": {"operands": "text*", "read_only": True, "output": "secret"},
                    "*": {"operands": "text*"},
                },
                "operands": "text*",
            },
            "keyvault": {
                "sub": {
                    "secret": {
                        "sub": {
                            "show|download": {
                                "operands": "text*",
                                "output": "secret",
                                "options": "--vault-name= -f|--file=write",
                            },
                            "list": {"read_only": True, "operands": "text*"},
                            "*": {"operands": "text*"},
                        },
                    },
                    "list|show": {"read_only": True, "operands": "text*"},
                    "*": {"operands": "text*"},
                },
            },
            "storage": {
                "sub": {
                    "blob|file|fs": {
                        "sub": {
                            "upload|upload-batch": {
                                "options": (
                                    "-f|--file=sendfile -c|--container-name= -s|--source=sendfile -d|--destination= "
                                    "--account-name= --account-key= --sas-token= --overwrite=? --connection-string="
                                ),
                                "operands": "text*",
                            },
                            "download|download-batch": {
                                "options": "-f|--file=write -d|--destination=write -c= -s=",
                                "operands": "text*",
                            },
                            "list|show|exists": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*"},
                        },
                    },
                    "*": {"operands": "text*"},
                },
            },
            "vm": {
                "sub": {
                    "run-command": {
                        "options": "--scripts=command --command-id= --parameters=",
                        "operands": "text*",
                        "remote": "az vm",
                    },
                    "list|show|list-*|get-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "aks": {
                "sub": {
                    "get-credentials": {
                        "options": "-a|--admin --overwrite-existing -f|--file=write",
                        "operands": "text*",
                        "touches": {"!-f|--file": "write:~/.kube/config"},
                    },
                    "command": {"options": "-c|--command=command", "operands": "text*", "remote": "aks"},
                    "list|show|get-*": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "*": {
                "sub": {
                    "list|show|list-*|show-*|get-*|exists|check-*|version": {"operands": "text*", "read_only": True},
                    (
                        "create|create-*|delete|delete-*|destroy|update|update-*|patch|edit|replace|replace-*|"
                        "import|import-*|deploy|submit|run|run-*|call|execute|execute-*|apply|start|start-*|stop|"
                        "stop-*|reset|reset-*|restart|restart-*|resume|resume-*|suspend|suspend-*|move|move-*|"
                        "copy|clone|restore|restore-*|promote|failover|enable|enable-*|disable|disable-*|add|"
                        "add-*|remove|remove-*|set|set-*|unset|attach|attach-*|detach|detach-*|activate|"
                        "activate-*|revoke|revoke-*|cancel|cancel-*|abort|rollback|rollback-*|undelete|upload|"
                        "publish|pull|push|mv|cp|rm|resize|upgrade|migrate|rename|invoke|lock|unlock|bind|unbind|"
                        "rotate|renew|purge|regenerate|assign"
                    ): {"operands": "text*"},
                    "*": {
                        "sub": {
                            "list|show|list-*|show-*|get-*|exists|what-if|validate": {
                                "operands": "text*",
                                "read_only": True,
                            },
                            (
                                "create|create-*|delete|delete-*|destroy|update|update-*|patch|edit|replace|replace-*|"
                                "import|import-*|deploy|submit|run|run-*|call|execute|execute-*|apply|start|start-*|stop|"
                                "stop-*|reset|reset-*|restart|restart-*|resume|resume-*|suspend|suspend-*|move|move-*|"
                                "copy|clone|restore|restore-*|promote|failover|enable|enable-*|disable|disable-*|add|"
                                "add-*|remove|remove-*|set|set-*|unset|attach|attach-*|detach|detach-*|activate|"
                                "activate-*|revoke|revoke-*|cancel|cancel-*|abort|rollback|rollback-*|undelete|upload|"
                                "publish|pull|push|mv|cp|rm|resize|upgrade|migrate|rename|invoke|lock|unlock|bind|unbind|"
                                "rotate|renew|purge|regenerate|assign"
                            ): {"operands": "text*"},
                            "*": {
                                "sub": {
                                    "list|show|list-*|show-*|get-*|exists": {"operands": "text*", "read_only": True},
                                    "*": {"operands": "text*"},
                                },
                                "operands": "text*",
                            },
                        },
                        "operands": "text*",
                    },
                },
                "operands": "text*",
            },
        },
        "addresses": "az",
        "selects": {"aks get-credentials": "kube", "account set": "az"},
    },
    "azcopy": {
        "sub": {
            "copy|cp|sync": {
                "options": "--recursive=? --dry-run --overwrite= --from-to= --delete-destination=? --put-md5",
                "operands": "hostpath:read hostpath:write",
                "read_only_if": "--dry-run",
            },
            "remove|rm": {"options": "--recursive=? --dry-run", "operands": "text*", "read_only_if": "--dry-run"},
            "jobs": {"sub": {"list|show": {"read_only": True, "operands": "text*"}, "*": {"operands": "text*"}}},
            "list|env": {"read_only": True, "operands": "text*"},
            "*": {"operands": "text*"},
        },
        "network": True,
    },
}
