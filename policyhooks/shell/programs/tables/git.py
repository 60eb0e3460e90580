"""git."""

PROGRAMS = {
    "git": {
        "options": (
            "-C=cwd -c=config --config-env=configenv --exec-path=?exec --git-dir=write --work-tree=cwd --namespace= "
            "--super-prefix= --attr-source= -p|--paginate -P|--no-pager --no-replace-objects --no-lazy-fetch "
            "--no-optional-locks --no-advice --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs "
            "--icase-pathspecs --html-path --man-path --info-path --list-cmds= -v|--version -h|--help"
        ),
        "idle_if": "--help",
        "config": {
            "core.pager": "command",
            "pager.*": "command",
            "core.editor": "command",
            "sequence.editor": "command",
            "core.sshcommand": "command",
            "core.fsmonitor": "command",
            "core.gitproxy": "command",
            "core.askpass": "program",
            "core.hookspath": "exec",
            "core.attributesfile": "read",
            "core.alternaterefscommand": "command",
            "credential.helper": "command!",
            "credential.*.helper": "command!",
            "diff.external": "command",
            "diff.*.command": "command",
            "diff.*.textconv": "command",
            "difftool.*.cmd": "command",
            "difftool.*.path": "program",
            "mergetool.*.cmd": "command",
            "mergetool.*.path": "program",
            "merge.*.driver": "command",
            "filter.*.clean": "command",
            "filter.*.smudge": "command",
            "filter.*.process": "command",
            "gpg.program": "program",
            "gpg.*.program": "program",
            "gpg.ssh.defaultkeycommand": "command",
            "interactive.difffilter": "command",
            "man.*.cmd": "command",
            "browser.*.cmd": "command",
            "web.browser": "program",
            "uploadpack.packobjectshook": "command",
            "remote.*.uploadpack": "command",
            "remote.*.receivepack": "command",
            "remote.*.vcs": "text",
            "sendemail.smtpserver": "program",
            "sendemail.sendmailcmd": "command",
            "sendemail.tocmd": "command",
            "sendemail.cccmd": "command",
            "submodule.*.update": "command!",
            "trailer.*.cmd": "command",
            "trailer.*.command": "command",
            "tar.*.command": "command",
            "ssh.variant": "text",
            "init.templatedir": "exec",
            "include.path": "read",
            "includeif.*.path": "read",
            "url.*.insteadof": "text",
            "http.proxy": "url",
            "http.*.proxy": "url",
            "remote.*.url": "url",
            "remote.*.pushurl": "url",
            "http.sslcainfo": "read",
            "protocol.*.allow": "text",
            "imap.tunnel": "command",
            "instaweb.browser": "program",
        },
        "sub": {
            "status|st": {
                "read_only": True,
                "options": "-u|--untracked-files=? --porcelain=? --ignored=?",
                "operands": "text*",
            },
            "log": {
                "read_only": True,
                "options": (
                    "-n|--max-count= --author= --since|--after= --until|--before= --grep= --format= -S= -G= -L= "
                    "--date= --output=write -U= --skip="
                ),
                "operands": "text*",
                "changes": "--output",
            },
            "show": {
                "read_only": True,
                "options": "--format= --output=write -U=",
                "operands": "blob*",
                "changes": "--output",
            },
            "diff": {
                "read_only": True,
                "options": "--cached|--staged --no-index --output=write -U|--unified= -S= -G=",
                "operands": "text*",
                "operands_if": {"--no-index": "read*"},
                "changes": "--output",
            },
            (
                "shortlog|whatchanged|blame|annotate|describe|rev-parse|rev-list|ls-files|ls-tree|cat-file|"
                "name-rev|merge-base|for-each-ref|show-ref|count-objects|fsck|check-ignore|check-attr|"
                "check-ref-format|diff-tree|diff-index|diff-files|verify-commit|verify-tag|var|help|version|cherry|"
                "range-diff|show-branch|merge-tree|get-tar-commit-id|patch-id|stripspace|column|interpret-trailers|"
                "ls|grep-log|request-pull"
            ): {
                "read_only": True,
                "options": (
                    "-n= -L= --format= --exclude= --since= --until= --author= --sort= --points-at= --contains= "
                    "--match= --date= --max-count= --git-path= --output=write --lost-found"
                ),
                "operands": "blob*",
                "changes": "--output|--lost-found",
            },
            "grep": {
                "read_only": True,
                "options": "-O|--open-files-in-pager=?command -e= -f=read -A= -B= -C= --max-depth= --threads= -m=",
                "operands": "text*",
                "changes": "-O|--open-files-in-pager",
            },
            "add|stage": {
                "options": (
                    "-A|--all -f|--force -u|--update -p|--patch -n|--dry-run -N|--intent-to-add --chmod= -v|--verbose "
                    "-i|--interactive -e|--edit --renormalize --refresh --ignore-errors --ignore-missing --sparse "
                    "--pathspec-from-file=read --pathspec-file-nul"
                ),
                "operands": "read*",
                "read_only_if": "-n|--dry-run",
            },
            "commit|ci": {
                "options": (
                    "-m|--message= -F|--file=read -C|--reuse-message= -c|--reedit-message= -a|--all -p|--patch "
                    "--amend --fixup= --squash= --author= --date= -t|--template=read -s|--signoff -n|--no-verify "
                    "--allow-empty --cleanup= -e|--edit --no-edit -v|--verbose -q|--quiet --dry-run -S|--gpg-sign=? "
                    "--trailer= --pathspec-from-file=read --allow-empty-message --short --branch --porcelain --long "
                    "-z|--null -i|--include -o|--only --interactive --reset-author --no-post-rewrite --no-gpg-sign "
                    "--status -u|--untracked-files=? --verify"
                ),
                "operands": "text*",
                "read_only_if": "--dry-run|--short|--porcelain|--long",
            },
            "push": {
                "options": (
                    "-f|--force --force-with-lease=? --force-if-includes --mirror --all --branches --tags "
                    "--follow-tags -d|--delete --prune -n|--dry-run --porcelain --receive-pack=command "
                    "--exec=command --repo=gitremote -u|--set-upstream --thin --no-thin -q|--quiet -v|--verbose "
                    "--progress --no-verify --verify --signed=? --atomic -o|--push-option= --recurse-submodules= "
                    "--no-recurse-submodules -4|--ipv4 -6|--ipv6"
                ),
                "operands": "gitremote? text*",
                "read_only_if": "-n|--dry-run",
                "network": True,
                "danger": True,
            },
            "pull": {
                "options": (
                    "-r|--rebase=? --ff-only --no-rebase -s|--strategy= -X|--strategy-option= --autostash --all "
                    "--depth= --deepen= --shallow-since= -t|--tags -p|--prune -f|--force --upload-pack=command "
                    "--recurse-submodules=? -j|--jobs= -q|--quiet -v|--verbose --allow-unrelated-histories --no-verify "
                    "--squash --no-commit --no-edit --no-ff --ff --stat --dry-run --set-upstream --no-tags --unshallow"
                ),
                "operands": "gitremote? text*",
                "network": True,
            },
            "fetch": {
                "options": (
                    "--all -a|--append --depth= --deepen= --shallow-since= --shallow-exclude= --unshallow --dry-run "
                    "-f|--force -k|--keep --multiple -p|--prune -P|--prune-tags -n|--no-tags -t|--tags "
                    "-u|--update-head-ok --upload-pack=command -q|--quiet -v|--verbose -o|--server-option= "
                    "--refmap= --recurse-submodules=? -j|--jobs= --filter= --negotiation-tip= --atomic --refetch "
                    "--prefetch --progress --porcelain --set-upstream --write-fetch-head --update-shallow --stdin"
                ),
                "operands": "gitremote? text*",
                "read_only_if": "--dry-run",
                "network": True,
            },
            "ls-remote": {
                "options": (
                    "--upload-pack=command --exec=command -h|--heads --branches -t|--tags --refs -q|--quiet "
                    "--exit-code --get-url --symref --sort= -o|--server-option="
                ),
                "operands": "gitremote? text*",
                "network": True,
                "read_only": True,
            },
            "clone": {
                "options": (
                    "--reference=read --reference-if-able=read -n|--no-checkout --bare --sparse --filter= --mirror "
                    "-o|--origin= -b|--branch= --revision= -u|--upload-pack=command --template=exec "
                    "-c|--config=config --depth= --shallow-since= --shallow-exclude= --single-branch "
                    "--recurse-submodules=? --recursive=? --separate-git-dir=write -j|--jobs= --server-option= "
                    "--bundle-uri=url -q|--quiet -v|--verbose -l|--local -s|--shared"
                ),
                "operands": "gitremote write?",
                "network": True,
                "touches": {"!@2": "write:."},
            },
            "archive": {
                "options": (
                    "--format= -l|--list -v|--verbose --prefix= -o|--output=write --remote=gitremote --exec=command "
                    "--worktree-attributes --add-file=read --add-virtual-file= --mtime= -0 -1 -9"
                ),
                "operands": "text*",
                "read_only": True,
                "changes": "-o|--output",
            },
            "remote": {
                "options": "-v|--verbose",
                "read_only": True,
                "sub": {
                    "add": {
                        "options": "-t= -m= -f|--fetch --tags --no-tags --mirror=?",
                        "operands": "text gitremote",
                    },
                    "set-url": {"options": "--push --add --delete", "operands": "text gitremote text?"},
                    "prune": {"options": "-n|--dry-run", "operands": "text*", "read_only_if": "-n|--dry-run"},
                    "remove|rm|rename|set-head|set-branches": {
                        "options": "-a|--auto -d|--delete --add",
                        "operands": "text*",
                    },
                    "update": {"options": "-p|--prune", "operands": "text*", "network": True},
                    "show|get-url": {"options": "-n --push --all", "operands": "text*", "read_only": True},
                },
                "danger": True,
            },
            "config": {
                "options": (
                    "--global --system --local --worktree -f|--file=write --blob= --get --get-all --get-regexp "
                    "--get-urlmatch --replace-all --add --unset --unset-all --rename-section --remove-section "
                    "-l|--list -e|--edit --type= --bool --int --path -z|--null --name-only --show-origin "
                    "--show-scope --default= --all --value="
                ),
                "operands": "configkey configvalue?",
                "read_only_if": "--get|--get-all|--get-regexp|--get-urlmatch|-l|--list|!@2",
                "changes": "--unset|--unset-all|--rename-section|--remove-section|-e|--edit|--add|--replace-all",
                "sub": {
                    "get|list": {"read_only": True, "operands": "text*"},
                    "set": {"operands": "configkey configvalue"},
                    "unset|rename-section|remove-section|edit": {"operands": "text*"},
                },
                "danger": True,
            },
            "checkout|co": {
                "options": (
                    "-q|--quiet -f|--force -2|--ours -3|--theirs -b= -B= -t|--track=? -d|--detach --orphan= -m|--merge "
                    "--conflict= -p|--patch --pathspec-from-file=read --pathspec-file-nul --guess --no-guess --overlay "
                    "--no-overlay --recurse-submodules --progress --overwrite-ignore --no-overwrite-ignore "
                    "--ignore-other-worktrees --ignore-skip-worktree-bits -l"
                ),
                "operands": "text*",
                "operands_if": {"--": "gitpaths:write"},
                "danger": True,
            },
            "switch|sw": {
                "options": (
                    "-c|--create= -C|--force-create= -d|--detach -f|--force --discard-changes -m|--merge "
                    "--conflict= -t|--track=? --orphan= --guess --no-guess -q|--quiet --progress --recurse-submodules "
                    "--overwrite-ignore --ignore-other-worktrees"
                ),
                "operands": "text*",
            },
            "restore": {
                "options": (
                    "-s|--source= -p|--patch -W|--worktree -S|--staged -q|--quiet -2|--ours -3|--theirs -m|--merge "
                    "--conflict= --ignore-unmerged --overlay --no-overlay --pathspec-from-file=read "
                    "--pathspec-file-nul --recurse-submodules --progress --ignore-skip-worktree-bits"
                ),
                "operands": "write*",
                "operands_if": {"-S|--staged&!-W|--worktree": "text*"},
                "danger": True,
            },
            "reset": {
                "options": (
                    "--hard --soft --mixed --merge --keep -q|--quiet -N|--intent-to-add -p|--patch "
                    "--pathspec-from-file=read --pathspec-file-nul --recurse-submodules --refresh --no-refresh"
                ),
                "operands": "text*",
                "touches": {"--hard|--merge": "write:."},
                "danger": True,
            },
            "clean": {
                "options": "-d -f|--force -i|--interactive -n|--dry-run -q|--quiet -e|--exclude= -x -X",
                "operands": "delete*",
                "operands_if": {"-n|--dry-run": "text*"},
                "touches": {"!@1&-f|--force&!-n|--dry-run": "delete:."},
                "read_only_if": "-n|--dry-run",
                "danger": True,
            },
            "rm": {
                "options": (
                    "-f|--force -n|--dry-run -r --cached --ignore-unmatch -q|--quiet --sparse "
                    "--pathspec-from-file=read --pathspec-file-nul"
                ),
                "read_only_if": "-n|--dry-run",
                "operands": "delete*",
                "operands_if": {"--cached|-n|--dry-run": "text*"},
                "danger": True,
            },
            "mv": {
                "options": "-f|--force -k -n|--dry-run -v|--verbose --sparse",
                "operands": "move* write",
                "operands_if": {"-n|--dry-run": "text*"},
                "read_only_if": "-n|--dry-run",
            },
            "apply|am": {
                "options": (
                    "--check --stat --numstat --summary --index --cached -R|--reverse -p= -C= --directory= "
                    "--exclude= --include= --abort --continue -3|--3way --reject --unsafe-paths --apply --whitespace= "
                    "--recount --allow-empty -v|--verbose -q|--quiet -s|--signoff -k|--keep --skip --quit "
                    "--resolved --show-current-patch=? -n|--no-verify -i|--interactive -S|--gpg-sign=?"
                ),
                "operands": "read*",
                "touches": {"!--check|--stat|--numstat|--summary": "write:."},
                "read_only_if": "--check|--stat|--numstat|--summary|--show-current-patch",
                "changes": "--apply|--index|--3way|--reject|--abort|--skip|--continue",
            },
            "branch": {
                "options": (
                    "-d|--delete -D -f|--force -m|--move -M -c|--copy -C -a|--all -r|--remotes -l|--list "
                    "-v|--verbose --show-current -u|--set-upstream-to= --unset-upstream --edit-description "
                    "--contains=? --merged=? --no-merged=? --format= --sort= -q|--quiet --no-contains=? --points-at= "
                    "-t|--track=? --no-track --create-reflog -i|--ignore-case --column=? --color=? --abbrev=? "
                    "--recurse-submodules"
                ),
                "operands": "text*",
                "read_only_if": "-l|--list|--contains|--no-contains|--merged|--no-merged|--points-at|--show-current|!@1",
                "changes": "-d|-D|-m|-M|-c|-C|-f|-u|--unset-upstream|--edit-description",
                "danger": True,
            },
            "tag": {
                "options": (
                    "-a|--annotate -s|--sign -u|--local-user= -f|--force -d|--delete -v|--verify -n=? -l|--list "
                    "--sort= --contains=? --merged=? --points-at= -m|--message= -F|--file=read --format= "
                    "--no-contains=? --no-merged=? -e|--edit --cleanup= --create-reflog -i|--ignore-case --column=? "
                    "--color=?"
                ),
                "operands": "text*",
                "read_only_if": "-l|--list|-v|--verify|--contains|--no-contains|--merged|--no-merged|--points-at|!@1",
                "changes": "-d|-f|-a|-s|-m|-F",
            },
            "merge": {
                "options": (
                    "-m|--message= --into-name= -F|--file=read -s|--strategy= -X|--strategy-option= --squash --no-ff "
                    "--ff-only --abort --continue --quit --no-verify --no-edit --allow-unrelated-histories "
                    "-S|--gpg-sign=? --ff --commit --no-commit -e|--edit --cleanup= --stat -n|--no-stat "
                    "--log=? --verify-signatures -q|--quiet -v|--verbose --autostash --overwrite-ignore "
                    "--no-overwrite-ignore --signoff --rerere-autoupdate --progress"
                ),
                "operands": "text*",
            },
            "rebase": {
                "options": (
                    "-x|--exec=command --onto= -i|--interactive --root --autosquash -s|--strategy= "
                    "-X|--strategy-option= -S|--gpg-sign=? -C= --whitespace= --empty= --continue --skip --abort "
                    "--quit --no-verify -r|--rebase-merges=? --keep-base -f|--force-rebase --no-ff --ff --edit-todo "
                    "--show-current-patch --apply -m|--merge --keep-empty --no-keep-empty --no-autosquash "
                    "--update-refs --autostash --no-autostash --fork-point --no-fork-point --signoff -q|--quiet "
                    "-v|--verbose -n|--no-stat --stat --reset-author-date --ignore-date --reapply-cherry-picks "
                    "--committer-date-is-author-date --reschedule-failed-exec --preserve-merges"
                ),
                "operands": "text*",
                "danger": True,
            },
            "cherry-pick|revert": {
                "options": (
                    "-e|--edit -x -r -m|--mainline= -n|--no-commit -s|--signoff -S|--gpg-sign=? --ff --allow-empty "
                    "--keep-redundant-commits --strategy= -X|--strategy-option= --continue --skip --abort --quit "
                    "--no-edit --cleanup="
                ),
                "operands": "text*",
            },
            "stash": {
                "options": (
                    "-p|--patch -k|--keep-index -q|--quiet -u|--include-untracked -a|--all -m|--message= -S|--staged"
                ),
                "sub": {
                    "list|show": {
                        "read_only": True,
                        "options": "-p --stat -u|--include-untracked --only-untracked --output=write",
                        "operands": "text*",
                        "changes": "--output",
                    },
                    "push|save": {
                        "options": (
                            "-p|--patch -k|--keep-index --no-keep-index -q|--quiet -u|--include-untracked -a|--all "
                            "-m|--message= -S|--staged --pathspec-from-file=read --pathspec-file-nul"
                        ),
                        "operands": "text*",
                    },
                    "pop|apply|drop|clear|branch|create|store": {
                        "options": "--index -q|--quiet -m|--message=",
                        "operands": "text*",
                    },
                },
                "danger": True,
            },
            "bisect": {
                "sub": {
                    "run": {"operands": "argv"},
                    "start|bad|new|good|old|terms|skip|next|reset|replay|visualize|view": {
                        "options": "--term-new= --term-old= --no-checkout --first-parent",
                        "operands": "text*",
                    },
                    "log|help": {"read_only": True},
                },
            },
            "submodule": {
                "options": "-q|--quiet --cached",
                "sub": {
                    "foreach": {"options": "-q|--quiet --recursive", "operands": "command"},
                    "add": {
                        "options": "-b= -f|--force --name= --reference= --depth=",
                        "operands": "gitremote write?",
                        "network": True,
                    },
                    "update": {
                        "options": (
                            "--init --remote -N|--no-fetch -f|--force --checkout --merge --rebase --recursive "
                            "--reference= --depth= -j|--jobs= --single-branch --filter= --recommend-shallow"
                        ),
                        "operands": "text*",
                        "network": True,
                    },
                    "status|summary": {
                        "read_only": True,
                        "operands": "text*",
                        "options": "--recursive --cached --files -n=",
                    },
                    "init|sync|absorbgitdirs|set-branch": {
                        "operands": "text*",
                        "options": "--recursive -b= -d --default --branch=",
                    },
                    "deinit": {"options": "-f|--force --all", "operands": "delete*"},
                    "set-url": {"operands": "text gitremote"},
                },
            },
            "worktree": {
                "sub": {
                    "add": {
                        "options": (
                            "-f|--force -b= -B= -d|--detach --checkout --no-checkout --lock --reason= --orphan "
                            "--track --guess-remote -q"
                        ),
                        "operands": "write text?",
                    },
                    "remove": {"options": "-f|--force", "operands": "delete"},
                    "move": {"operands": "move write", "options": "-f|--force"},
                    "list": {"read_only": True, "options": "-v|--verbose --porcelain -z"},
                    "prune": {"options": "-n|--dry-run -v|--verbose --expire=", "read_only_if": "-n|--dry-run"},
                    "lock|unlock|repair": {"operands": "text*", "options": "--reason="},
                },
                "danger": True,
            },
            "filter-branch": {
                "options": (
                    "--setup=command --subdirectory-filter= --env-filter=command --tree-filter=command "
                    "--index-filter=command --parent-filter=command --remap-to-ancestor --msg-filter=command "
                    "--commit-filter=command --tag-name-filter=command --prune-empty --original= -d=write "
                    "-f|--force --state-branch="
                ),
                "operands": "text*",
                "danger": True,
            },
            "filter-repo": {
                "options": (
                    "--path= --path-glob= --path-regex= --invert-paths --paths-from-file=read --replace-text=read "
                    "--filename-callback=code:python --message-callback=code:python --blob-callback=code:python "
                    "--commit-callback=code:python --refname-callback=code:python -f|--force --refs= "
                    "--strip-blobs-bigger-than= --subdirectory-filter="
                ),
                "operands": "text*",
                "danger": True,
            },
            "init": {
                "options": (
                    "-q|--quiet --bare --object-format= --ref-format= --template=exec --separate-git-dir=write "
                    "-b|--initial-branch= --shared=?"
                ),
                "operands": "write?",
                "touches": {"!@1": "write:.git"},
            },
            "difftool": {
                "options": (
                    "-d|--dir-diff -y|--no-prompt --prompt -t|--tool= --tool-help -x|--extcmd=command -g|--gui "
                    "--trust-exit-code --symlinks --cached|--staged"
                ),
                "operands": "text*",
            },
            "mergetool": {
                "options": "-t|--tool= --tool-help -y|--no-prompt --prompt -g|--gui -O=read",
                "operands": "text*",
            },
            "send-email": {
                "options": (
                    "--sendmail-cmd=command --smtp-server= --to-cmd=command --cc-cmd=command --header-cmd=command "
                    "--to= --cc= --from="
                ),
                "operands": "read*",
                "network": True,
            },
            "instaweb|web--browse|gui|citool": {
                "options": "-b|--browser=program -d|--httpd=program -p|--port= --start --stop --restart",
                "operands": "text*",
            },
            "for-each-repo": {"options": "--config=", "operands": "text*"},
            "gc": {
                "options": (
                    "-q|--quiet --prune=? --cruft --no-cruft --aggressive --auto --detach --no-detach --force "
                    "--keep-largest-pack --max-cruft-size= --expire-to="
                ),
                "danger": True,
            },
            "prune": {
                "options": "-n|--dry-run -v|--verbose --progress --expire= --exclude-promisor-objects",
                "operands": "text*",
                "read_only_if": "-n|--dry-run",
                "danger": True,
            },
            "reflog": {
                "options": "-n= --date= --format= --all",
                "operands": "text*",
                "read_only": True,
                "sub": {
                    "show|list|exists": {"operands": "text*", "read_only": True},
                    "expire|delete|drop": {
                        "options": (
                            "-n|--dry-run --rewrite --updateref --verbose --expire= --expire-unreachable= --stale-fix "
                            "--all --single-worktree"
                        ),
                        "operands": "text*",
                        "read_only_if": "-n|--dry-run",
                    },
                },
                "danger": True,
            },
            "update-ref|symbolic-ref": {
                "options": "-m= -d|--delete --no-deref --deref --stdin -z --create-reflog -q|--quiet --short --recurse",
                "operands": "text*",
                "danger": True,
            },
            "repack": {
                "options": (
                    "-a -A -d -f -F -l|--local -q|--quiet -b|--write-bitmap-index -k|--keep-unreachable "
                    "--unpack-unreachable= --cruft --cruft-expiration= --window= --depth= --threads= --max-pack-size= "
                    "-g|--geometric= --keep-pack= -m|--write-midx --expire-to= --filter="
                ),
                "danger": True,
            },
            "replace": {
                "options": "-l|--list -d|--delete -e|--edit -g|--graft -f|--force --raw --format= --convert-graft-file",
                "operands": "text*",
                "read_only_if": "-l|--list|!@1&!--convert-graft-file",
            },
            "notes": {
                "options": "--ref=",
                "sub": {
                    "list|show|get-ref": {"read_only": True, "operands": "text*"},
                    "prune": {"options": "-n|--dry-run -v|--verbose", "read_only_if": "-n|--dry-run"},
                    "*": {
                        "options": "-m|--message= -F|--file=read -f|--force --ignore-missing --stdin -C= -c= -s=",
                        "operands": "text*",
                    },
                },
            },
            "read-tree|checkout-index": {
                "options": (
                    "-m --reset -u -i -n|--dry-run --prefix=write --empty --index-output=write -v --recurse-submodules "
                    "-a|--all -f|--force -q|--quiet --no-create --index --stdin --temp --stage="
                ),
                "operands": "text*",
                "touches": {"-u|-a|--all": "write:."},
            },
            "sparse-checkout": {
                "sub": {
                    "list|check-rules": {"read_only": True, "operands": "text*"},
                    "*": {
                        "options": "--cone --no-cone --sparse-index --stdin --skip-checks",
                        "operands": "text*",
                    },
                },
            },
            "bundle": {
                "sub": {
                    "verify|list-heads": {"operands": "read text*", "read_only": True, "options": "-q|--quiet"},
                    "create": {"operands": "write text*", "options": "-q --all --progress --version="},
                    "unbundle": {"operands": "read text*"},
                },
            },
            "maintenance": {
                "operands": "text*",
                "options": "--auto --schedule= --task= -q|--quiet --scheduler= --force",
            },
            "rerere": {
                "sub": {
                    "status|diff|remaining": {"read_only": True, "operands": "text*"},
                    "clear|forget|gc": {"operands": "text*"},
                },
                "operands": "text*",
            },
            "format-patch": {
                "options": "-o|--output-directory=write --stdout -n= --start-number= --subject-prefix= -v=",
                "operands": "text*",
            },
            "lfs": {
                "network": True,
                "sub": {
                    "ls-files|status|env|logs|pointer|version|fsck|locks": {"operands": "text*", "read_only": True},
                    "prune": {
                        "options": "-n|--dry-run -v|--verbose -f|--force -c|--verify-remote --recent",
                        "read_only_if": "-n|--dry-run",
                    },
                    "migrate": {
                        "sub": {
                            "info": {"operands": "text*", "read_only": True},
                            "*": {"operands": "text*", "options": "--include= --exclude= --everything --yes"},
                        },
                    },
                    "*": {"operands": "text*"},
                },
            },
        },
        "special": "git",
        "lists": "git",
        "prints_place": "rev-parse|--exec-path",
    },
}
