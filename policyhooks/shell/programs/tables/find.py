"""Programs that search: find, grep and their cousins, and xargs."""

PROGRAMS = {
    "find": {
        "style": "single",
        "options": (
            "-H -L -P -O= -D= -exec=argv; -execdir=argv; -ok=argv; -okdir=argv; -delete -fprint=write "
            "-fprint0=write -fls=write -fprintf=write -name= -iname= -path= -ipath= -wholename= -iwholename= "
            "-regex= -iregex= -regextype= -lname= -ilname= -type= -xtype= -size= -empty -mtime= -atime= -ctime= "
            "-mmin= -amin= -cmin= -newer=read -anewer=read -cnewer=read -samefile=read -inum= -links= -perm= -user= "
            "-group= -uid= -gid= -nouser -nogroup -maxdepth= -mindepth= -depth -d -mount -xdev -x -follow -fstype= "
            "-noleaf -daystart -readable -writable -executable -context= -used= -true -false -prune -quit -print "
            "-print0 -printf= -ls -not -a -and -o -or -E -X -s -f=read -files0-from=read -newermt= -newerat= "
            "-newerct= -newerBt= -newerBm= -newermB= -newerma= -newermc= -neweraa= -neweram= -newerac= "
            "-ignore_readdir_race -warn -nowarn -sparse -flags="
        ),
        "operands": "read*",
        "operands_if": {"-delete": "delete*"},
        "touches": {"-delete&!@1": "delete:."},
        "read_only": True,
        "changes": "-delete|-exec|-execdir|-ok|-okdir|-fprint|-fprint0|-fls|-fprintf",
        "lists": "find",
    },
    "gfind": "find",
    "bfs": "find",
    "fd": {
        "options": (
            "-x|--exec=argv; -X|--exec-batch=argv; --batch-size= -H|--hidden -I|--no-ignore -u|--unrestricted "
            "-s|--case-sensitive -i|--ignore-case -g|--glob -F|--fixed-strings -a|--absolute-path -l|--list-details "
            "-L|--follow -p|--full-path -d|--max-depth= --min-depth= --exact-depth= -E|--exclude= --prune "
            "-t|--type= -e|--extension= -S|--size= --changed-within= --changed-before= --newer= --older= "
            "-o|--owner= --format= -c|--color= --hyperlink=? -j|--threads= --max-results= -1 -q|--quiet "
            "--show-errors -C|--base-directory=cwd --path-separator= --search-path=read --strip-cwd-prefix=? "
            "--one-file-system --ignore-file=read -0|--print0 --no-ignore-vcs --and= -A"
        ),
        "operands": "text? read*",
        "read_only": True,
        "changes": "-x|--exec|-X|--exec-batch",
        "lists": "fd",
    },
    "fdfind": "fd",
    "locate": {
        "options": (
            "-A|--all -b|--basename -c|--count -d|--database=read -e|--existing -i|--ignore-case -l|--limit= -n= "
            "-r|--regexp= --regex -0"
        ),
        "operands": "text*",
        "read_only": True,
    },
    "mlocate": "locate",
    "plocate": "locate",
    "mdfind": {
        "style": "single",
        "options": "-onlyin=read -name= -count -live -0 -s=",
        "operands": "text*",
        "read_only": True,
    },
    "xargs": {
        "kind": "wrapper",
        "options": (
            "-0|--null -a|--arg-file=read -d|--delimiter= -E= -e=? --eof=? -I= -i=? --replace=? -J= -R= -L= -l=? "
            "--max-lines=? -n|--max-args= -o|--open-tty -P|--max-procs= -p|--interactive --process-slot-var= "
            "-r|--no-run-if-empty -s|--max-chars= -S= --show-limits -t|--verbose -x|--exit"
        ),
        "operands": "argv",
        "stdin_args": True,
    },
    "gxargs": "xargs",
    "parallel": {
        "kind": "wrapper",
        "options": (
            "-0|--null -a|--arg-file=read --arg-sep= --arg-file-sep= --bar --basefile= --bf= --bg --block= --cat -c "
            "--cleanup -C|--colsep= --compress --compress-program=program --decompress-program=program --delay= "
            "-d|--delimiter= --dry-run --eta --env= -E= --fg --fifo --filter= --group --halt= --header= -I= --id= "
            "-j|--jobs|-P|--max-procs= --joblog=write --jl=write -k|--keep-order -L= -l=? --limit=program "
            "--line-buffer|--lb --link --load= -m --memfree= -n|--max-args= -N= --nice= --no-notice --nonall "
            "--onall -o|--tty --pipe --pipepart --plain --plus --profile= -J= --progress -q|--quote "
            "-r|--no-run-if-empty --recend= --recstart= --res|--results=write --resume --resume-failed --retries= "
            "--return= --rpl= -s|--max-chars= -S|--sshlogin=host --slf|--sshloginfile=read --semaphore --shebang "
            "--shellquote --silent --ssh=program --tag --tagstring= --tempdir= --tmpdir= --timeout= --tmux "
            "--total-jobs= --trim= -t|--verbose --transfer --trc= --ungroup -u --version --will-cite --wait "
            "--workdir|--wd=cwd -X -x --xargs -v -y"
        ),
        "operands": "command",
        "stdin_args": True,
        "stdin_code_if": "!@1",
    },
    "sem": {
        "kind": "wrapper",
        "options": (
            "--bg --fg --id|--semaphore-name= --semaphore-timeout|--st= --wait -j|--jobs|-P= -u|--ungroup --pipe "
            "--will-cite --line-buffer|--lb --delay= --timeout= --joblog=write --retries= --nice="
        ),
        "operands": "command",
    },
    "grep": {
        "options": (
            "-A|--after-context= -a|--text -B|--before-context= -b|--byte-offset -C|--context= -c|--count --color=? "
            "--colour=? -D|--devices= -d|--directories= -E|--extended-regexp -e|--regexp= --exclude= --exclude-dir= "
            "--exclude-from=read -F|--fixed-strings -f|--file=read -G|--basic-regexp -H|--with-filename "
            "-h|--no-filename -I -i|--ignore-case --include= -L|--files-without-match -l|--files-with-matches "
            "--label= --line-buffered -m|--max-count= -n|--line-number --no-ignore-case -o|--only-matching "
            "-P|--perl-regexp -q|--quiet|--silent -R|--dereference-recursive -r|--recursive -s|--no-messages "
            "-T|--initial-tab -U|--binary -u -V -v|--invert-match -w|--word-regexp -x|--line-regexp -y -Z|--null "
            "-z|--null-data --binary-files="
        ),
        "operands": "text read*",
        "operands_if": {"-e|--regexp|-f|--file": "read*"},
        "read_only": True,
        "reads_stdin": 1,
        "lists": "grep",
        "words_are_text": True,
    },
    "egrep": "grep",
    "fgrep": "grep",
    "ggrep": "grep",
    "zgrep": "grep",
    "zegrep": "grep",
    "bzgrep": "grep",
    "xzgrep": "grep",
    "pcregrep": "grep",
    "ugrep": "grep",
    "ack": {
        "options": (
            "-A= -B= -C=? -c -f -g= -h -H -i -l -L -m= -n -o -Q -s -v -w -x -1 --type= -t= --pager=program "
            "--ignore-dir= --ignore-file= --output= --ackrc=read --files-from=read --color --nocolor --noenv"
        ),
        "operands": "text read*",
        "read_only": True,
        "lists": "search",
    },
    "ag": {
        "options": (
            "-A|--after= -B|--before= -C|--context= -c|--count -f|--follow -g= -G|--file-search-regex= "
            "-i|--ignore-case -l|--files-with-matches -L -m|--max-count= -n|--norecurse -o -p|--path-to-ignore=read "
            "-Q|--literal -s -S -u -U -v -w -z --pager=command --ignore= --ignore-dir= --hidden --depth= --workers="
        ),
        "operands": "text read*",
        "read_only": True,
        "lists": "search",
    },
    "rg": {
        "options": (
            "-A|--after-context= -B|--before-context= -C|--context= --pre=program --pre-glob= "
            "--hostname-bin=program -e|--regexp= -f|--file=read -g|--glob= --iglob= -t|--type= -T|--type-not= "
            "--type-add= --type-list --files --files-with-matches|-l --files-without-match -c|--count "
            "--count-matches -i|--ignore-case -s|--case-sensitive -S|--smart-case -F|--fixed-strings "
            "-w|--word-regexp -x|--line-regexp -v|--invert-match -n|--line-number -N|--no-line-number "
            "-o|--only-matching -r|--replace= -m|--max-count= -M|--max-columns= -d|--max-depth|--maxdepth= "
            "-L|--follow -u|--unrestricted -.|--hidden --no-ignore --no-ignore-vcs --ignore-file=read "
            "-z|--search-zip -P|--pcre2 -U|--multiline --multiline-dotall -j|--threads= --color= --colors= --sort= "
            "--sortr= --json -0|--null -H|--with-filename -I|--no-filename --heading --no-heading -p|--pretty "
            "-q|--quiet --stats --trim --vimgrep -a|--text -E|--encoding= --engine= --no-config --path-separator= "
            "--max-filesize= --dfa-size-limit= --regex-size-limit= --passthru --column -b|--byte-offset"
        ),
        "operands": "text read*",
        "operands_if": {"-e|--regexp|-f|--file|--files": "read*"},
        "read_only": True,
        "changes": "--pre|--hostname-bin",
        "lists": "grep",
        "words_are_text": True,
    },
    "ast-grep": {
        "options": "-p|--pattern= -r|--rewrite= -l|--lang= -U|--update-all -i|--interactive --json=? -c|--config=read",
        "operands": "read*",
        "operands_if": {"-U|--update-all": "write*"},
        "sub": {
            "run": {"operands": "read*"},
            "scan": {"operands": "read*"},
            "new|test|lsp|completions": {"operands": "text*"},
        },
    },
    # ast-grep, or the program that runs a command with another group: `sg group -c command`.
    "sg": {
        "options": "-p|--pattern= -r|--rewrite= -l|--lang= -U|--update-all -i|--interactive --json=? -c=command --config=read",
        "operands": "read*",
        "operands_if": {"-U|--update-all": "write*"},
        "sub": {
            "run": {"options": "-c|--config=read", "operands": "read*"},
            "scan": {"options": "-c|--config=read", "operands": "read*"},
            "new|test|lsp|completions": {"operands": "text*"},
        },
    },
    "semgrep": {
        "options": (
            "-c|--config=urlpath -e|--pattern= -l|--lang= --autofix --dryrun --json --sarif -o|--output=write "
            "--exclude= --include= --error --metrics= --quiet --verbose"
        ),
        "operands": "read*",
        "sub": {
            "scan": {"operands": "read*"},
            "ci": {},
            "login|publish|logout|install-semgrep-pro|test|show|lsp|validate": {"operands": "text*"},
        },
    },
    "fzf": {
        "options": (
            "-q|--query= -f|--filter= -m|--multi -e|--exact -i +i --preview=command --bind=text --height= --layout= "
            "--prompt= --header= -d|--delimiter= -n|--nth= --with-nth= --expect= -0 -1 --print0 --read0 "
            "--history=write --with-shell=program --listen=?"
        ),
        "operands": "text*",
        "filters": True,
        "prints_setup": "--bash|--zsh",
    },
    "skim": "fzf",
    "jq": {
        "options": (
            "-n|--null-input -R|--raw-input -s|--slurp -c|--compact-output -r|--raw-output --raw-output0 "
            "-j|--join-output -a|--ascii-output -S|--sort-keys -C|--color-output -M|--monochrome-output --tab "
            "--indent= --unbuffered --stream --stream-errors --seq -f|--from-file=read -L|--library-path=read "
            "-e|--exit-status --arg=text,text --argjson=text,text --slurpfile=text,read --rawfile=text,read --args "
            "--jsonargs -h|--help -V"
        ),
        "operands": "text read*",
        "operands_if": {"-f|--from-file": "read*"},
        "read_only": True,
        "reads_stdin": 1,
    },
    "gojq": "jq",
    "jaq": "jq",
    "yq": {
        "options": (
            "-i|--inplace|--in-place -r|--raw-output|--unwrapScalar=? -y -Y -n|--null-input -P|--prettyPrint "
            "-o|--output-format= -p|--input-format= -s|--split-exp= -e|--exit-status -C -M -N|--no-doc -j|--tojson "
            "-I|--indent= --from-file=read"
        ),
        "operands": "text read*",
        "operands_if": {"-i|--inplace|--in-place": "text write*"},
        "sub": {
            "eval|e": {"operands": "text read*", "operands_if": {"-i|--inplace": "text write*"}},
            "eval-all|ea": {"operands": "text read*", "operands_if": {"-i|--inplace": "text write*"}},
        },
        "read_only": True,
        "changes": "-i|--inplace|--in-place",
    },
    "dasel": {"options": "-f|--file=read -p= -r= -w= -s= -t= -v=", "operands": "text*"},
    "xmllint": {
        "options": (
            "--noout --format --xpath= --schema=urlpath --dtdvalid=urlpath -o|--output=write --html --recover "
            "--valid --noent --nonet"
        ),
        "operands": "urlpath*",
    },
    "xq": "jq",
    "tokei": {
        "options": "-f -e|--exclude= -o|--output= -t|--type= -s|--sort=",
        "operands": "read*",
        "read_only": True,
    },
    "cloc": {
        "options": (
            "--exclude-dir= --include-lang= --exclude-lang= --json --yaml --csv --out=write --by-file --vcs= --git "
            "--quiet"
        ),
        "operands": "read*",
        "read_only": True,
    },
    "scc": {"operands": "read*", "read_only": True},
    "ncdu": {"options": "-f=read -o=write -x -e -r -q -0 -1 -2 --exclude= -X=read", "operands": "read?"},
    "dust": {"operands": "read*", "read_only": True},
}
