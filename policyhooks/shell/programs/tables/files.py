"""Programs that copy, move, delete and change files."""

PROGRAMS = {
    "rm": {
        "options": (
            "-f|--force -i -I --interactive=? -r|-R|--recursive -d|--dir -v|--verbose --preserve-root=? "
            "--no-preserve-root --one-file-system -P -W -x"
        ),
        "operands": "delete*",
        "danger": True,
    },
    "grm": "rm",
    "unlink": {"operands": "delete", "danger": True},
    "rmdir": {"options": "-p|--parents -v|--verbose --ignore-fail-on-non-empty", "operands": "delete*"},
    "trash": {"options": "-v -F -e -y -l -s", "operands": "delete*"},
    "trash-put": "trash",
    "trash-empty": {"options": "-f --trash-dir=write", "operands": "text*", "danger": True},
    "rimraf": {
        "options": (
            "-g|--glob -G|--no-glob -i|--interactive --impl= --preserve-root --no-preserve-root -v|--verbose -V "
            "--tmp=write --max-retries= --retry-delay="
        ),
        "operands": "delete*",
        "danger": True,
    },
    "del-cli": {"options": "-f|--force -d|--dry-run", "operands": "delete*", "danger": True},
    "del": {"operands": "delete*", "danger": True},
    "erase": "del",
    "rd": "del",
    "srm": {
        "options": "-d -f|--force -i -r|-R|--recursive -s|--simple -m|--medium -z|--zero -n -v",
        "operands": "delete*",
        "danger": True,
    },
    "wipe": {
        "options": "-a= -b= -c -D -d -e -f -F -h -i -k -l= -M -o= -P= -Q= -q -R= -r -S= -s -T= -v -V -x= -X= -Z -w=",
        "operands": "delete*",
        "danger": True,
    },
    "cp": {
        "options": (
            "-a|--archive --attributes-only --backup=? -b --copy-contents -d -f|--force -i|--interactive -H "
            "-l|--link -L|--dereference -n|--no-clobber -P|--no-dereference -p --preserve=? --no-preserve= "
            "--parents -R|-r|--recursive --reflink=? --remove-destination --sparse= --strip-trailing-slashes "
            "-s|--symbolic-link -S|--suffix= -t|--target-directory=write -T|--no-target-directory -u|--update=? "
            "-v|--verbose -x|--one-file-system -Z --context=? --debug -c -X -N"
        ),
        "operands": "read* write",
        "operands_if": {
            "-l|--link|-s|--symbolic-link&-t|--target-directory": "link*",
            "-l|--link|-s|--symbolic-link": "link*",
            "-t|--target-directory": "read*",
        },
        "copies": "copy",
        "stdin_to_file": "named",
    },
    "gcp": "cp",
    "copy": {"operands": "read* write"},
    "xcopy": {"operands": "read* write"},
    "robocopy": {"operands": "read write text*", "danger": True},
    "ditto": {
        "options": "-v -V -X -c -x -k -z -j -rsrc --norsrc --arch= --bom=read --keepParent --sequesterRsrc",
        "operands": "read* write",
    },
    "cpx": {
        "options": (
            "-c|--command=command -C|--clean -L|--dereference -p|--preserve -t|--transform= -u|--update "
            "-v|--verbose -w|--watch"
        ),
        "operands": "read write",
    },
    "copyfiles": {
        "options": "-u|--up= -a|--all -f|--flat -e|--exclude= -E|--error -V|--verbose -s|--soft -F|--follow",
        "operands": "read* write",
    },
    "ncp": {"operands": "read* write"},
    "shx": {"kind": "wrapper", "operands": "argv"},
    "mv": {
        "options": (
            "--backup=? -b -f|--force -i|--interactive -n|--no-clobber --strip-trailing-slashes -S|--suffix= "
            "-t|--target-directory=write -T|--no-target-directory -u|--update=? -v|--verbose -Z --debug --exchange "
            "--no-copy"
        ),
        "operands": "move* write",
        "operands_if": {"-t|--target-directory": "move*"},
        "copies": "copy",
    },
    "gmv": "mv",
    "move": {"operands": "move* write"},
    "ren": {"operands": "move write"},
    "rename": {
        "options": (
            "-v|--verbose -s|--symlink -n|--no-act|--nono -o|--no-overwrite -i|--interactive -f|--force "
            "-e=code:perl -E=code:perl -d --filename --path -0 -a|--all -l|--last"
        ),
        "operands": "text write*",
    },
    "mmv": {"options": "-m -x -r -c -o -a -l -s -t -h -d -p -g -v -n", "operands": "move write"},
    "ln": {
        "options": (
            "--backup=? -b -d|-F|--directory -f|--force -i|--interactive -L|--logical -n|--no-dereference "
            "-P|--physical -r|--relative -s|--symbolic -S|--suffix= -t|--target-directory=write "
            "-T|--no-target-directory -v|--verbose -h"
        ),
        "operands": "link*",
        "copies": "link",
    },
    "link": {"operands": "link*", "copies": "link"},
    "symlink": {"operands": "link*"},
    "install": {
        "options": (
            "--backup=? -b -c -C|--compare -d|--directory -D --debug -g|--group= -m|--mode= -o|--owner= "
            "-p|--preserve-timestamps -s|--strip --strip-program=program -S|--suffix= -t|--target-directory=write "
            "-T|--no-target-directory -v|--verbose --preserve-context -Z --context=?"
        ),
        "operands": "read* write",
        "operands_if": {"-d|--directory": "write*", "-t|--target-directory": "read*"},
        "copies": "copy",
        "stdin_to_file": "named",
    },
    "ginstall": "install",
    "mkdir": {"options": "-m|--mode= -p|--parents -v|--verbose -Z --context=?", "operands": "write*"},
    "md": "mkdir",
    "mkdirp": "mkdir",
    "make-dir": "mkdir",
    "touch": {
        "options": "-a -c|--no-create -d|--date= -f -h|--no-dereference -m -r|--reference=read -t= --time=",
        "operands": "write*",
    },
    "mkfifo": {"options": "-m|--mode= -Z --context=?", "operands": "write*"},
    "mknod": {"options": "-m|--mode= -Z --context=?", "operands": "write text*", "danger": True},
    "mktemp": {
        "options": "-d|--directory -u|--dry-run -q|--quiet --suffix= -p|--tmpdir=?write -t=?",
        "operands": "write?",
        "prints_place": "*",
    },
    "tempfile": {"options": "-d|--directory= -m|--mode= -n|--name=write -p|--prefix= -s|--suffix="},
    "truncate": {
        "options": "-c|--no-create -o|--io-blocks -r|--reference=read -s|--size=",
        "operands": "write*",
        "danger": True,
    },
    "shred": {
        "options": (
            "-f|--force -n|--iterations= --random-source=read -s|--size= -u --remove=? -v|--verbose -x|--exact "
            "-z|--zero"
        ),
        "operands": "delete*",
        "danger": True,
    },
    "fallocate": {
        "options": (
            "-c|--collapse-range -d|--dig-holes -i|--insert-range -l|--length= -n|--keep-size -o|--offset= "
            "-p|--punch-hole -z|--zero-range -x|--posix -v"
        ),
        "operands": "write",
    },
    "dd": {
        "style": "assign",
        "options": "if=read of=write bs= ibs= obs= cbs= count= skip= seek= conv= iflag= oflag= status= iseek= oseek=",
        "danger": True,
        "stdin_to_file": "always",
        "reads_stdin": 0,
    },
    "gdd": "dd",
    "dcfldd": "dd",
    "ddrescue": {"operands": "read write write?", "danger": True},
    "chmod": {
        "options": (
            "-c|--changes -f|--silent|--quiet -v|--verbose --preserve-root --no-preserve-root --reference=read "
            "-R|--recursive -h|--no-dereference --dereference -H -L -P -w -x -r"
        ),
        "operands": "text chmod*",
        "operands_if": {"--reference": "chmod*", "-w|-x|-r": "chmod*"},
        "danger": True,
    },
    "chown": {
        "options": (
            "-c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --from= "
            "--preserve-root --no-preserve-root --reference=read -R|--recursive -H -L -P"
        ),
        "operands": "text chmod*",
        "operands_if": {"--reference": "chmod*"},
        "danger": True,
    },
    "chgrp": "chown",
    "chattr": {
        "options": "-R -V -f -v= -p= -i -a -A -s -S -u -c -d -e -t -T",
        "operands": "text chmod*",
        "danger": True,
    },
    "lsattr": {"options": "-R -V -a -d -l -p -v", "operands": "read*", "read_only": True},
    "chflags": {"options": "-f -h -v -x -R -H -L -P", "operands": "text chmod*", "danger": True},
    "chcon": {
        "options": (
            "-u|--user= -r|--role= -t|--type= -l|--range= -R|--recursive -h|--no-dereference --dereference "
            "--reference=read -v|--verbose -H -L -P --preserve-root"
        ),
        "operands": "text chmod*",
        "operands_if": {"-u|-r|-t|-l|--reference": "chmod*"},
    },
    "setfacl": {
        "options": (
            "-m|--modify= -M|--modify-file=read -x|--remove= -X|--remove-file=read -b|--remove-all "
            "-k|--remove-default --set= --set-file=read --restore=read --test --mask -n|--no-mask -d|--default "
            "-R|--recursive -L|--logical -P|--physical"
        ),
        "operands": "chmod*",
        "danger": True,
    },
    "getfacl": {
        "options": (
            "-a|--access -d|--default -c|--omit-header -e|--all-effective -E|--no-effective -s|--skip-base "
            "-R|--recursive -L -P -t|--tabular -p|--absolute-names -n|--numeric"
        ),
        "operands": "read*",
        "read_only": True,
    },
    "setcap": {"options": "-q -v -n= -r", "operands": "text chmod*", "operands_if": {"-r": "chmod*"}, "danger": True},
    "getcap": {"options": "-h -n -r -v", "operands": "read*", "read_only": True},
    "setfattr": {
        "options": "-n|--name= -v|--value= -x|--remove= -h|--no-dereference --restore=read",
        "operands": "chmod*",
    },
    "getfattr": {
        "options": "-n|--name= -d|--dump -e|--encoding= -h -m|--match= -R|--recursive -L -P --absolute-names --only-values",
        "operands": "read*",
        "read_only": True,
    },
    "xattr": {"options": "-l -r -s -v -x -z -c -p -w -d", "operands": "text* chmod"},
    "icacls": {"operands": "chmod text*", "danger": True},
    "takeown": {"operands": "text*", "danger": True},
    "sponge": {"options": "-a", "operands": "write?", "stdin_to_file": "always", "reads_stdin": 0, "filters": True},
    "tee": {
        "options": "-a|--append -i|--ignore-interrupts -p --output-error=?",
        "operands": "write*",
        "operands_if": {"-a|--append": "append*"},
        "stdin_to_file": "always",
        "reads_stdin": "always",
        "filters": True,
        "prints": "input",
    },
    "gtee": "tee",
    "patch": {
        "options": (
            "-p|--strip= -R|--reverse -N|--forward -i|--input=read -d|--directory=cwd -o|--output=write "
            "-r|--reject-file=write -b|--backup -z|--suffix= -B|--prefix= -V|--version-control= -f|--force "
            "-t|--batch -s|--silent|--quiet -E|--remove-empty-files -u|--unified -c|--context -n|--normal -e|--ed "
            "-l|--ignore-whitespace -F|--fuzz= -D|--ifdef= --dry-run --verbose --binary --merge=? --posix -Z -T"
        ),
        "operands": "write? read?",
        "touches": {"!--dry-run&!@1": "write:."},
        "reads_stdin": 0,
    },
    "split": {
        "options": (
            "-a|--suffix-length= --additional-suffix= -b|--bytes= -C|--line-bytes= -d --numeric-suffixes=? -x "
            "--hex-suffixes=? -e|--elide-empty-files --filter=command -l|--lines= -n|--number= -t|--separator= "
            "-u|--unbuffered --verbose"
        ),
        "operands": "read? write?",
        "touches": {"!--filter": "write:."},
        "reads_stdin": 0,
    },
    "csplit": {
        "options": (
            "-b|--suffix-format= -f|--prefix=write -k|--keep-files --suppress-matched -n|--digits= "
            "-s|--silent|--quiet -z|--elide-empty-files"
        ),
        "operands": "read text*",
        "touches": {"": "write:."},
    },
    "sync": {"options": "-d|--data -f|--file-system", "operands": "read*", "read_only": True},
    "stow": {
        "options": (
            "-d|--dir=read -t|--target=write -S|--stow -D|--delete -R|--restow -n|--no|--simulate -v|--verbose=? "
            "--ignore= --defer= --override= --adopt --dotfiles --no-folding"
        ),
        "operands": "text*",
    },
    "dos2unix": {
        "options": "-n|--newfile -k|--keepdate -q|--quiet -o|--oldfile -c|--convmode= -f|--force",
        "operands": "write*",
    },
    "unix2dos": "dos2unix",
    "detox": {"options": "-r -n|--dry-run -v -s= -f=read --inline --special", "operands": "write*"},
    "inotifywait": {
        "options": (
            "-m|--monitor -d|--daemon -r|--recursive -q|--quiet -e|--event= -t|--timeout= --format= --timefmt= "
            "--exclude= --excludei= --include= --fromfile=read -o|--outfile=write -s|--syslog -c|--csv"
        ),
        "operands": "read*",
    },
    "fswatch": {"options": "-0 -1 -r -l= -e= -i= -E -I -o -x -m= -t -u -v", "operands": "read*"},
}
