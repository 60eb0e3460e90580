"""Programs that read files and print something about them."""

PROGRAMS = {
    "cat": {
        "options": (
            "-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs "
            "-u -v|--show-nonprinting"
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
        "filters": True,
        "prints": "files",
    },
    "gcat": "cat",
    "tac": {
        "options": "-b|--before -r|--regex -s|--separator=",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
        "filters": True,
    },
    "nl": {
        "options": (
            "-b|--body-numbering= -d|--section-delimiter= -f|--footer-numbering= -h|--header-numbering= "
            "-i|--line-increment= -l|--join-blank-lines= -n|--number-format= -p|--no-renumber "
            "-s|--number-separator= -v|--starting-line-number= -w|--number-width="
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "bat": {
        "options": (
            "-A|--show-all -p|--plain -l|--language= -H|--highlight-line= --file-name= -d|--diff --diff-context= "
            "--tabs= --wrap= -S|--chop-long-lines --terminal-width= -n|--number --color= --italic-text= "
            "--decorations= -f|--force-colorization --paging= --pager=command -P -m|--map-syntax= --ignored-suffix= "
            "--theme= --list-themes -s|--squeeze-blank --style= -r|--line-range= -L|--list-languages "
            "-u|--unbuffered"
        ),
        "operands": "read*",
        "read_only": True,
    },
    "batcat": "bat",
    "head": {
        "options": "-c|--bytes= -n|--lines= -q|--quiet|--silent -v|--verbose -z|--zero-terminated",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
        "filters": True,
    },
    "ghead": "head",
    "tail": {
        "options": (
            "-c|--bytes= -f --follow=? -F -n|--lines= --max-unchanged-stats= --pid= -q|--quiet|--silent --retry "
            "-s|--sleep-interval= -v|--verbose -z|--zero-terminated -r -b="
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
        "filters": True,
    },
    "gtail": "tail",
    "less": {
        "options": (
            "-b= -D= -h= -j= -k=read --lesskey-file=read -o=write --log-file=write -O=write -p|--pattern= -P= -t= "
            "-T= -x= -y= -z= -# -N -S -R -r -F -X -i -I -M -m -E -e -q -Q -s -u -U -f -g -G -J -K -L -n +=?command"
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "more": {"options": "-d -f -l -c -p -s -u -n= -e -i", "operands": "read*", "read_only": True, "reads_stdin": 0},
    "most": {
        "options": "-1 -4 -a -b -C -d -k -M -m -r -R -s -S -t -T -u -v -V -w -z -c",
        "operands": "read*",
        "read_only": True,
    },
    "zcat": {
        "options": "-f -h -l -n -q -r -S= -t -v",
        "operands": "read*",
        "read_only": True,
        "output": "decode",
        "reads_stdin": 0,
    },
    "zless": "less",
    "zmore": "more",
    "view": {
        "options": "-c=code:vim --cmd=code:vim -S=exec -u=exec -R -n -e -s -E -es -N -i=write +=?code:vim",
        "operands": "read*",
    },
    "wc": {
        "options": "-c|--bytes -m|--chars -l|--lines --files0-from=read -L|--max-line-length -w|--words --total=",
        "operands": "use*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "stat": {
        "options": "-L|--dereference -f|--file-system --cached= -c|--format= --printf= -t|--terse -x -s -r -n -q -F -l",
        "operands": "use*",
        "read_only": True,
    },
    "file": {
        "options": (
            "-b|--brief -c|--checking-printout -C|--compile -d -E -f|--files-from=read -F|--separator= "
            "-h|--no-dereference -i|--mime --mime-type --mime-encoding -k|--keep-going -l|--list -L|--dereference "
            "-m|--magic-file=read -N|--no-pad -n -p -P|--parameter= -r|--raw -s|--special-files -S -z|--uncompress "
            "-Z -0|--print0 -e|--exclude="
        ),
        "operands": "use*",
        "read_only": True,
    },
    "du": {
        "options": (
            "-0|--null -a|--all --apparent-size -B|--block-size= -b|--bytes -c|--total -D|--dereference-args "
            "-d|--max-depth= --files0-from=read -H -h|--human-readable --inodes -k -L|--dereference "
            "-l|--count-links -m -P -S|--separate-dirs --si -s|--summarize -t|--threshold= --time=? --time-style= "
            "-X|--exclude-from=read --exclude= -x|--one-file-system"
        ),
        "operands": "use*",
        "read_only": True,
    },
    "df": {
        "options": (
            "-a|--all -B|--block-size= -h|--human-readable -H|--si -i|--inodes -k -l|--local --no-sync --output=? "
            "-P|--portability --sync --total -t|--type= -T|--print-type -x|--exclude-type= -v"
        ),
        "operands": "use*",
        "read_only": True,
    },
    "ls": {
        "options": (
            "-a|--all -A|--almost-all --author -b|--escape --block-size= -B -c -C --color=? -d|--directory "
            "-D|--dired -f -F|--classify=? --file-type --format= --full-time -g --group-directories-first "
            "-G|--no-group -h|--human-readable --si -H --hide= --hyperlink=? --indicator-style= -i|--inode "
            "-I|--ignore= -k|--kibibytes -l -L|--dereference -m -n|--numeric-uid-gid -N|--literal -o -p -q "
            "-Q|--quote-name --quoting-style= -r|--reverse -R|--recursive -s|--size -S --sort= --time= "
            "--time-style= -t -T|--tabsize= -u -U -v -w|--width= -x -X -Z -1 -e -@ -O"
        ),
        "operands": "use*",
        "read_only": True,
        "lists": "ls",
    },
    "gls": "ls",
    "dir": "ls",
    "vdir": "ls",
    "ll": "ls",
    "la": "ls",
    "l": "ls",
    "exa": {
        "options": (
            "-1 -G -l|--long -R|--recurse -T|--tree -x -F --color= -a|--all -d -L|--level= -r -s|--sort= "
            "-I|--ignore-glob= --git-ignore -D -b -B -g -h -H -i -m -S -t|--time= -u -U --time-style= --git -@ "
            "--icons"
        ),
        "operands": "use*",
        "read_only": True,
    },
    "eza": "exa",
    "lsd": "exa",
    "tree": {
        "options": (
            "-a -d -l -f -x -L= -R -P= -I= --gitignore --gitfile=read --ignore-case --matchdirs --metafirst --prune "
            "--info --infofile=read --noreport --charset= --filelimit= -o=write -q -N -Q -p -u -g -s -h --si --du "
            "-D --timefmt= -F --inodes --device -v -t -c -U -r --dirsfirst --filesfirst --sort= -i -A -S -n -C -X "
            "-J -H= -T= --nolinks --hintro=read --houtro=read --fromfile --fromtabfile"
        ),
        "operands": "use*",
        "read_only": True,
    },
    "readlink": {
        "options": (
            "-f|--canonicalize -e|--canonicalize-existing -m|--canonicalize-missing -n|--no-newline -q|--quiet "
            "-s|--silent -v|--verbose -z|--zero"
        ),
        "operands": "use*",
        "read_only": True,
        "prints_place": "*",
    },
    "realpath": {
        "options": (
            "-e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet "
            "--relative-to= --relative-base= -s|--strip|--no-symlinks -z|--zero"
        ),
        "operands": "use*",
        "read_only": True,
        "prints_place": "*",
    },
    "grealpath": "realpath",
    "basename": {"options": "-a|--multiple -s|--suffix= -z|--zero", "operands": "text*", "read_only": True},
    "dirname": {"options": "-z|--zero", "operands": "use*", "read_only": True, "prints_place": "*"},
    "cut": {
        "options": (
            "-b|--bytes= -c|--characters= -d|--delimiter= -f|--fields= -n --complement -s|--only-delimited "
            "--output-delimiter= -z|--zero-terminated"
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "paste": {
        "options": "-d|--delimiters= -s|--serial -z|--zero-terminated",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "join": {
        "options": "-a= -e= -i|--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header -z",
        "operands": "read*",
        "read_only": True,
    },
    "comm": {
        "options": "-1 -2 -3 --check-order --nocheck-order --output-delimiter= --total -z",
        "operands": "read*",
        "read_only": True,
    },
    "uniq": {
        "options": (
            "-c|--count -d|--repeated -D --all-repeated=? -f|--skip-fields= --group=? -i|--ignore-case "
            "-s|--skip-chars= -u|--unique -z -w|--check-chars="
        ),
        "operands": "read? write?",
        "read_only": True,
        "reads_stdin": 0,
        "filters": True,
    },
    "sort": {
        "options": (
            "-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort "
            "-i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort "
            "--random-source=read -r|--reverse --sort= -V|--version-sort --batch-size= -c --check=? -C "
            "--compress-program=program --debug --files0-from=read -k|--key= -m|--merge -o|--output=write "
            "-s|--stable -S|--buffer-size= -t|--field-separator= -T|--temporary-directory=write --parallel= "
            "-u|--unique -z|--zero-terminated"
        ),
        "operands": "read*",
        "read_only": True,
        "changes": "-o|--output|--compress-program",
        "reads_stdin": 0,
        "filters": True,
    },
    "gsort": "sort",
    "tr": {
        "options": "-c|-C|--complement -d|--delete -s|--squeeze-repeats -t|--truncate-set1",
        "operands": "text*",
        "read_only": True,
        "output": "decode",
        "reads_stdin": "always",
    },
    "rev": {"operands": "read*", "read_only": True, "output": "decode", "reads_stdin": 0},
    "fold": {
        "options": "-b|--bytes -c|--characters -s|--spaces -w|--width=",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "fmt": {
        "options": "-c -p|--prefix= -s -t -u -w|--width= -g|--goal=",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "pr": {
        "options": "-a -c -d -D= -e=? -F -h= -i=? -J -l= -m -n=? -N= -o= -r -s=? -S=? -t -T -v -w= -W=",
        "operands": "read*",
        "read_only": True,
    },
    "column": {
        "options": (
            "-t|--table -s|--separator= -o|--output-separator= -c|--output-width= -x|--fillrows -N|--table-columns= "
            "-R|--table-right= -H|--table-hide= -J|--json -n|--table-name= -d|--table-noheadings -e -E= -T= -W= -O= "
            "-r= -i= -p= -L -l="
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "expand": {
        "options": "-i|--initial -t|--tabs= -a|--all --first-only",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "unexpand": "expand",
    "shuf": {
        "options": "-e|--echo -i|--input-range= -n|--head-count= -o|--output=write --random-source=read -r|--repeat -z",
        "operands": "read*",
        "read_only": True,
        "changes": "-o|--output",
        "filters": True,
    },
    "tsort": {"operands": "read*", "read_only": True},
    "look": {"operands": "text read?", "read_only": True},
    "diff": {
        "options": (
            "-q|--brief -s|--report-identical-files -c -C|--context= -u -U|--unified=? -e|--ed -n|--rcs "
            "-y|--side-by-side -W|--width= --left-column --suppress-common-lines -p -F= --label= -t -T --tabsize= "
            "-l --paginate -r|--recursive --no-dereference -N|--new-file --unidirectional-new-file "
            "--ignore-file-name-case -x|--exclude= -X|--exclude-from=read -S= --from-file=read --to-file=read -i -E "
            "-Z -b -w -B -I= -a --strip-trailing-cr -D= -d --speed-large-files --color=? --palette="
        ),
        "operands": "read*",
        "read_only": True,
    },
    "gdiff": "diff",
    "diff3": {
        "options": "-A -e -E -3 -x -X -m -a -L= -T -i --diff-program=program --strip-trailing-cr",
        "operands": "read*",
        "read_only": True,
    },
    "sdiff": {
        "options": (
            "-o|--output=write -i -E -Z -b -W -B -I= -a --strip-trailing-cr -w|--width= -l -s -t --tabsize= -d -H "
            "--diff-program=program"
        ),
        "operands": "read*",
    },
    "colordiff": "diff",
    "delta": {
        "options": "--pager=command --config=read -s -n --diff-so-fancy --paging=",
        "operands": "read*",
        "read_only": True,
    },
    "cmp": {
        "options": "-b|--print-bytes -i|--ignore-initial= -l|--verbose -n|--bytes= -s|--quiet|--silent",
        "operands": "read*",
        "read_only": True,
    },
    "seq": {"options": "-f|--format= -s|--separator= -w|--equal-width", "operands": "text*", "read_only": True},
    "jot": {"options": "-r -b= -c -n -p= -s= -w=", "operands": "text*", "read_only": True},
    "expr": {"operands": "text*", "read_only": True, "posix": True},
    "numfmt": {
        "options": (
            "--debug -d|--delimiter= --field= --format= --from= --from-unit= --grouping --header=? --invalid= "
            "--padding= --round= --suffix= --to= --to-unit= -z"
        ),
        "operands": "text*",
        "read_only": True,
    },
    "envsubst": {"options": "-v|--variables", "operands": "text*", "read_only": True},
    "lesspipe": {"operands": "read*", "read_only": True, "prints_setup": "*"},
    "pv": {
        "options": "-p -t -e -r -b -T -A= -n -q -c -W -s= -l -0 -i= -w= -H= -N= -f -L= -B= -C -S -d= -R= -D= -F= -o=write",
        "operands": "read*",
        "read_only": True,
        "filters": True,
    },
    "nproc": {"options": "--all --ignore=", "read_only": True},
}
