"""Containers, images, clusters and virtual machines."""

PROGRAMS = {
    "docker": {
        "options": (
            "--config=read -c|--context=target -D|--debug -H|--host=url -l|--log-level= --tls --tlscacert=use "
            "--tlscert=use --tlskey=use --tlsverify -v|--version --help"
        ),
        "idle_if": "--help",
        "sub": {
            "run|create": {
                "options": (
                    "-v|--volume=mount --mount=mount --privileged --cap-add= --cap-drop= --security-opt= "
                    "--device=write --pid= --ipc= --uts= --userns= --network|--net= --cgroupns= -u|--user=user "
                    "-e|--env=env --env-file=use -w|--workdir= --name= --rm -i|--interactive -t|--tty -d|--detach "
                    "-p|--publish= -P|--publish-all --entrypoint=program --platform= --pull= --restart= "
                    "-m|--memory= --cpus= -c|--cpu-shares= --cpuset-cpus= --gpus= -h|--hostname= --add-host= --dns= "
                    "--link= -l|--label= --label-file=read --log-driver= --log-opt= --tmpfs= --shm-size= --ulimit= "
                    "--sysctl= --volumes-from= --volume-driver= --init --read-only --stop-signal= --stop-timeout= "
                    "--group-add= --health-cmd=text --health-interval= --health-timeout= --health-retries= "
                    "--cidfile=write -a|--attach= --runtime= --isolation= --ip= --mac-address= --expose= "
                    "--network-alias= --no-healthcheck --oom-kill-disable --oom-score-adj= --pids-limit= --quiet|-q "
                    "--memory-swap= --storage-opt= --blkio-weight= --cgroup-parent= --detach-keys= "
                    "--disable-content-trust --sig-proxy=? --device-cgroup-rule= --domainname= --kernel-memory= "
                    "--use-api-socket"
                ),
                "operands": "remote argv",
                "danger": True,
            },
            "exec": {
                "options": (
                    "-d|--detach --detach-keys= -e|--env=env --env-file=use -i|--interactive --privileged -t|--tty "
                    "-u|--user=user -w|--workdir="
                ),
                "operands": "remote argv",
                "danger": True,
            },
            "container": {
                "sub": {
                    "run|create": {
                        "options": (
                            "-v|--volume=mount --mount=mount --privileged --cap-add= --security-opt= --device=write "
                            "--pid= --ipc= --userns= --network|--net= -u|--user=user -e|--env=env --env-file=use "
                            "-w|--workdir= --name= --rm -i|--interactive -t|--tty -d|--detach -p|--publish= "
                            "--entrypoint=program --platform= --pull= --restart= -m|--memory= --cpus= --gpus= "
                            "-h|--hostname= --add-host= -l|--label= --tmpfs= --init --read-only"
                        ),
                        "operands": "remote argv",
                    },
                    "exec": {
                        "options": (
                            "-d|--detach -e|--env=env --env-file=use -i|--interactive --privileged -t|--tty "
                            "-u|--user=user -w|--workdir="
                        ),
                        "operands": "remote argv",
                    },
                    "ls|list|ps|inspect|logs|stats|top|port|diff": {"operands": "text*", "read_only": True},
                    "rm|prune|kill|stop|start|restart|pause|unpause|rename|update|wait|attach|commit|export": {
                        "options": (
                            "-f|--force -v|--volumes -l|--link -o|--output=write -a|--author= -c|--change= "
                            "-m|--message= -t|--time= -s|--signal= --filter="
                        ),
                        "operands": "text*",
                    },
                    "cp": {
                        "options": "-a|--archive -L|--follow-link -q|--quiet",
                        "operands": "hostpath:read hostpath:write",
                    },
                },
            },
            "build": {
                "options": (
                    "-t|--tag= -f|--file=read --build-arg= --target= --no-cache --pull --push --load "
                    "-o|--output=write --platform= --progress= --secret=text --ssh=text --cache-from= --cache-to= "
                    "--network= -q|--quiet --rm --force-rm --squash --label= --add-host= --iidfile=write "
                    "--metadata-file=write --builder= --build-context= --provenance= --sbom= --allow= -m= --memory= "
                    "--compress --isolation= --shm-size= --ulimit="
                ),
                "operands": "urlpath",
            },
            "buildx": {
                "options": "--builder=",
                "sub": {
                    "build|b": {
                        "options": (
                            "-t|--tag= -f|--file=read --build-arg= --target= --no-cache --pull --push --load "
                            "-o|--output=write --platform= --progress= --secret= --ssh= --cache-from= --cache-to= "
                            "--network= -q|--quiet --label= --iidfile=write --metadata-file=write --build-context= "
                            "--provenance= --sbom= --allow="
                        ),
                        "operands": "urlpath",
                    },
                    "bake": {
                        "options": "-f|--file=read --set= --push --load --print --no-cache --progress=",
                        "operands": "text*",
                    },
                    "ls|inspect|du|version|history": {"read_only": True, "operands": "text*"},
                    "create|rm|use|stop|prune|imagetools|install": {
                        "operands": "text*",
                        "options": "--name= --driver= --driver-opt= --use --bootstrap -f|--force --all",
                    },
                },
            },
            "image": {
                "sub": {
                    "ls|list|inspect|history": {"read_only": True, "operands": "text*"},
                    "rm|prune": {"options": "-f|--force -a|--all --filter=", "operands": "text*"},
                    "build": {"operands": "urlpath", "options": "-t= -f=read"},
                    "push|pull": {"operands": "image", "network": True},
                    "*": {"operands": "text*"},
                },
            },
            "compose": {
                "options": (
                    "-f|--file=read -p|--project-name= --profile= --env-file=use --project-directory=cwd "
                    "--parallel= --progress= --ansi= --compatibility --dry-run --all-resources"
                ),
                "idle_if": "--dry-run|--help",
                "sub": {
                    "exec": {
                        "options": (
                            "-d|--detach -e|--env=env --index= --privileged -T|--no-tty|--no-TTY -u|--user=user "
                            "-w|--workdir= -i|--interactive"
                        ),
                        "operands": "remote argv",
                    },
                    "run": {
                        "options": (
                            "--build --cap-add= --cap-drop= -d|--detach --entrypoint=program -e|--env=env "
                            "--env-from-file=read -i|--interactive -l|--label= --name= -T|--no-tty|--no-TTY "
                            "--no-deps -p|--publish= --quiet-pull --quiet --remove-orphans --rm -P|--service-ports "
                            "--use-aliases -u|--user=user -v|--volume=mount -w|--workdir= --pull="
                        ),
                        "operands": "remote argv",
                    },
                    "up|start|restart|create|build|watch|scale|pause|unpause|attach|wait": {
                        "options": (
                            "-d|--detach --build --force-recreate --no-deps --remove-orphans "
                            "-V|--renew-anon-volumes --scale= -t|--timeout= --wait --wait-timeout= --no-start "
                            "--pull= --quiet-pull --abort-on-container-exit --exit-code-from= --no-cache "
                            "--build-arg= --push --no-log-prefix -y|--yes --attach= --no-build "
                            "--always-recreate-deps"
                        ),
                        "operands": "text*",
                    },
                    "down|rm|stop|kill": {
                        "options": "-v|--volumes --rmi= --remove-orphans -t|--timeout= -f|--force -s|--stop|--signal=",
                        "operands": "text*",
                    },
                    "pull|push": {
                        "operands": "text*",
                        "network": True,
                        "options": "--ignore-pull-failures --include-deps -q|--quiet --policy=",
                    },
                    "ps|ls|logs|config|images|top|port|version|events|stats|convert|volumes": {
                        "options": (
                            "-f|--follow|--filter= --tail|-n= -a|--all -q|--quiet --format= --services "
                            "-t|--timestamps --since= --until= --no-color --no-log-prefix -o|--output=write --hash= "
                            "--profiles --images"
                        ),
                        "operands": "text*",
                        "read_only": True,
                        "changes": "-o|--output",
                    },
                    "cp": {"operands": "hostpath:read hostpath:write"},
                    "publish|export|commit": {"operands": "text*"},
                },
                "danger": True,
            },
            "ps|images|logs|inspect|info|version|stats|top|port|diff|history|events|search|wait": {
                "options": (
                    "-a|--all -q|--quiet -f|--filter|--follow= --format= --no-trunc -n|--last|--tail= -l|--latest "
                    "-s|--size --since= --until= -t|--timestamps --type= --limit="
                ),
                "operands": "text*",
                "read_only": True,
            },
            "rm|rmi|kill|stop|start|restart|pause|unpause|rename|update|attach|commit": {
                "options": (
                    "-f|--force -v|--volumes -l|--link -t|--time= -s|--signal= -a|--author|--attach= "
                    "-i|--interactive -m|--message= -c|--change= --no-prune --restart= --memory= --cpus= "
                    "--detach-keys="
                ),
                "operands": "text*",
                "danger": True,
            },
            "push|pull": {
                "options": "-a|--all-tags -q|--quiet --platform= --disable-content-trust",
                "operands": "image",
                "network": True,
            },
            "tag": {"operands": "text*"},
            "save|export": {"options": "-o|--output=write --platform=", "operands": "text*"},
            "load|import": {
                "options": "-i|--input=read -q|--quiet -c|--change= -m|--message= --platform=",
                "operands": "urlpath text?",
            },
            "cp": {"options": "-a|--archive -L|--follow-link -q|--quiet", "operands": "hostpath:read hostpath:write"},
            "login": {
                "options": "-u|--username= -p|--password= --password-stdin",
                "operands": "host?",
                "network": True,
            },
            "logout": {"operands": "host?"},
            (
                "volume|network|system|builder|context|plugin|config|secret|swarm|service|node|stack|trust|"
                "manifest|checkpoint|scout|sbom|init|debug|desktop|extension|mcp|model|offload"
            ): {
                "sub": {
                    "ls|list|inspect|df|info|show|ps|logs|events|version": {
                        "read_only": True,
                        "operands": "text*",
                        "options": "-q|--quiet -f|--filter= --format=",
                    },
                    "*": {
                        "options": (
                            "-f|--force -a|--all --volumes --filter= -d= -c|--compose-file=read --driver= -o= "
                            "--label= -q"
                        ),
                        "operands": "text*",
                    },
                },
                "danger": True,
            },
        },
        "network": False,
        "prints_setup": "machine",
        "addresses": "docker",
        "selects": {"context use": "docker"},
    },
    "podman": "docker",
    "nerdctl": "docker",
    "finch": "docker",
    "docker-compose": {
        "options": (
            "-f|--file=read -p|--project-name= --profile= --env-file=use --project-directory=cwd --verbose "
            "--log-level= --no-ansi -H|--host=url --tls -c|--context=target --compatibility --dry-run --help"
        ),
        "idle_if": "--dry-run|--help",
        "sub": {
            "exec": {
                "options": "-d|--detach -e|--env=env --index= --privileged -T -u|--user=user -w|--workdir=",
                "operands": "remote argv",
            },
            "run": {
                "options": (
                    "-d|--detach --name= --entrypoint=program -e|--env=env -l|--label= -u|--user=user --no-deps "
                    "--rm -p|--publish= --service-ports --use-aliases -v|--volume=mount -T -w|--workdir="
                ),
                "operands": "remote argv",
            },
            "up|start|restart|create|build|scale|pause|unpause|pull|push": {
                "options": (
                    "-d|--detach --build --force-recreate --no-deps --remove-orphans --scale= -t|--timeout= "
                    "--no-cache --build-arg= -V --abort-on-container-exit --exit-code-from="
                ),
                "operands": "text*",
            },
            "down|rm|stop|kill": {
                "options": "-v|--volumes --rmi= --remove-orphans -t|--timeout= -f|--force -s=",
                "operands": "text*",
            },
            "ps|logs|config|images|top|port|version|events|ls": {
                "options": "-f|--follow --tail= -q|--quiet --services -t",
                "operands": "text*",
                "read_only": True,
            },
        },
        "addresses": "docker",
    },
    "podman-compose": "docker-compose",
    "buildah": {
        "sub": {
            "run": {
                "options": (
                    "-v|--volume=mount --user=user --isolation= -t --net= --network= -e=env --workingdir= --cap-add="
                ),
                "operands": "remote argv",
            },
            "bud|build": {"options": "-t= -f=read", "operands": "urlpath"},
            "push|pull|from": {"operands": "text*", "network": True},
            "images|containers|inspect|info|version|ps|ls": {"operands": "text*", "read_only": True},
            "*": {"operands": "text*"},
        },
    },
    "skopeo": {
        "sub": {
            "copy|sync|delete": {"operands": "text*", "network": True},
            "inspect|list-tags": {"operands": "text*", "network": True, "read_only": True},
            "*": {"operands": "text*"},
        },
    },
    "ctr": {
        "options": "-n|--namespace= -a|--address=",
        "sub": {
            "run": {"options": "--rm --mount=mount --privileged --net-host -t", "operands": "remote text argv"},
            "task|tasks|t": {
                "sub": {
                    "exec": {"options": "--exec-id= -t --user= --cwd=", "operands": "remote argv"},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
    },
    "crictl": {
        "options": "-r= -i=",
        "sub": {
            "exec": {"options": "-i -t -s|--sync --timeout=", "operands": "remote argv"},
            "ps|pods|images|inspect|inspectp|inspecti|logs|info|stats|version": {
                "read_only": True,
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
    },
}
