"""Archivers and compressors."""

PROGRAMS = {
    "tar": {
        "style": "bsd",
        "options": (
            "-A|--catenate|--concatenate -c|--create -d|--diff|--compare --delete -r|--append -t|--list "
            "--test-label -u|--update -x|--extract|--get -f|--file=read -C|--directory=cwd -z|--gzip|--gunzip "
            "-j|--bzip2 -J|--xz -Z|--compress --lzip --lzma --lzop --zstd -a|--auto-compress "
            "-I|--use-compress-program=command --checkpoint=? --checkpoint-action=command@exec= "
            "--to-command=command --rsh-command=program --rmt-command=program "
            "-F|--info-script|--new-volume-script=command -v|--verbose=? -w|--interactive|--confirmation "
            "-k|--keep-old-files --skip-old-files --overwrite --overwrite-dir -U|--unlink-first --recursive-unlink "
            "-p|--preserve-permissions|--same-permissions --same-owner --no-same-owner --no-same-permissions "
            "-m|--touch -O|--to-stdout -P|--absolute-names --strip-components= --transform|--xform= "
            "-T|--files-from=read -X|--exclude-from=read --exclude= --exclude-vcs --exclude-caches --wildcards "
            "--anchored -h|--dereference --hard-dereference --remove-files -S|--sparse -b|--blocking-factor= "
            "-g|--listed-incremental=write -G|--incremental -l|--check-links -L|--tape-length= -M|--multi-volume -n "
            "--no-recursion -N|--newer|--after-date= --newer-mtime= --mtime= --owner= --group= --mode= "
            "--numeric-owner --sort= -R|--block-number -s|--preserve-order -V|--label= -W|--verify -H|--format= "
            "--totals=? --no-xattrs --xattrs --acls --selinux -B|--read-full-records -i|--ignore-zeros --warning= "
            "--force-local --index-file=write --show-transformed-names --backup=? --suffix= --one-file-system "
            "--null --occurrence=? -K|--starting-file= --ignore-failed-read --record-size= --posix --old-archive -o "
            "--utc --full-time --no-auto-compress --volno-file=write"
        ),
        "options_if": {"-c|--create|-r|--append|-u|--update|--delete|-A|--catenate": "-f|--file=write"},
        "operands": "text*",
        "operands_if": {
            "-c|--create|-r|--append|-u|--update&--remove-files": "move*",
            "-c|--create|-r|--append|-u|--update": "read*",
        },
        "touches": {"-x|--extract|--get&!-O|--to-stdout|--to-command": "write:."},
        "read_only_if": "-t|--list",
        "output_if": "-O|--to-stdout",
        "output": "decode",
    },
    "gtar": "tar",
    "bsdtar": "tar",
    "star": "tar",
    "zip": {
        "options": (
            "-r|--recurse-paths -R -q|--quiet -v|--verbose -u|--update -f|--freshen -d|--delete -m|--move "
            "-j|--junk-paths -e|--encrypt -P|--password= -x|--exclude= -i|--include= -T|--test "
            "-TT|--unzip-command=command -b|--temp-path=write -t= -n= -o -9 -0 -1 -y|--symlinks -D -A -F|--fix -FF "
            "-s= -l -ll -k -z -c -@ -X -Z= -g|--grow -O|--output-file=write --out=write"
        ),
        "operands": "write read*",
        "operands_if": {"-m|--move": "write move*"},
    },
    "unzip": {
        "options": (
            "-Z -A -c -f -l -p -t -T -u -v -z -a -b -B -C -D -DD -E -F -i -j -J -K -L -M -n -N -o -P= -q -qq -r -s "
            "-S -U -V -W -X -Y -d=write -x="
        ),
        "operands": "read text*",
        "touches": {"!-d|-l|-t|-p|-Z|-c|-v|-z": "write:."},
        "read_only_if": "-l|-t|-Z|-v|-z",
        "output_if": "-p|-c",
        "output": "decode",
    },
    "zipinfo": {"operands": "read*", "read_only": True},
    "funzip": {"operands": "read*", "output": "decode", "read_only": True},
    "7z": {
        "options": (
            "-o=?write -p=? -y -r=? -t= -m= -x= -i= -w=?write -si=? -so -spf -sdel -bd -bb= -ao= -ssc -v= -u= -aoa "
            "-aos -aou -aot"
        ),
        "style": "single",
        "sub": {
            "a|u": {"operands": "write read*"},
            "x|e": {"operands": "read text*", "touches": {"": "write:."}},
            "l|t|i|h": {"operands": "read*", "read_only": True},
            "d|rn": {"operands": "write text*"},
            "b": {"read_only": True},
        },
    },
    "7za": "7z",
    "7zz": "7z",
    "7zr": "7z",
    "p7zip": {"options": "-c -d -f -k", "operands": "write*"},
    "rar": {
        "style": "single",
        "sub": {
            "a|u|f|m|c|d|rr": {"operands": "write read*"},
            "x|e": {"operands": "read text*", "touches": {"": "write:."}},
            "*": {"operands": "read*"},
        },
    },
    "unrar": {
        "style": "single",
        "sub": {
            "x|e": {"operands": "read text*", "touches": {"": "write:."}},
            "p": {"operands": "read*", "output": "decode"},
            "*": {"operands": "read*", "read_only": True},
        },
    },
    "gzip": {
        "options": (
            "-a|--ascii -c|--stdout|--to-stdout -d|--decompress|--uncompress -f|--force -k|--keep -l|--list "
            "-n|--no-name -N|--name -q|--quiet -r|--recursive --rsyncable -S|--suffix= --synchronous -t|--test "
            "-v|--verbose -1|--fast -9|--best -2 -3 -4 -5 -6 -7 -8"
        ),
        "operands": "write*",
        "operands_if": {"-c|--stdout|--to-stdout|-l|--list|-t|--test": "read*"},
        "output": "decode",
        "output_if": "-d|--decompress|--uncompress",
        "read_only_if": "-l|-t|-c|--stdout|--to-stdout",
        "touches": {"-d|--decompress|--uncompress&!-c|--stdout|--to-stdout|-l|--list|-t|--test&@1": "write:."},
        "reads_stdin": 0,
    },
    "pigz": "gzip",
    "bzip2": "gzip",
    "pbzip2": "gzip",
    "lbzip2": "gzip",
    "compress": "gzip",
    "gunzip": {
        "options": "-c|--stdout|--to-stdout -f|--force -k|--keep -l|--list -n -N -q -r|--recursive -S= -t|--test -v",
        "operands": "write*",
        "operands_if": {"-c|--stdout|--to-stdout|-l|--list|-t|--test": "read*"},
        "output": "decode",
        "touches": {"!-c|--stdout|--to-stdout|-l|--list|-t|--test&@1": "write:."},
        "reads_stdin": 0,
    },
    "unpigz": "gunzip",
    "bunzip2": "gunzip",
    "uncompress": "gunzip",
    "unxz": "gunzip",
    "unlzma": "gunzip",
    "unzstd": "gunzip",
    "unlz4": "gunzip",
    "brunzip": "gunzip",
    "bzcat": {"options": "-s -f -q", "operands": "read*", "output": "decode", "read_only": True},
    "xzcat": {"options": "-q -f", "operands": "read*", "output": "decode", "read_only": True},
    "zstdcat": {"options": "-q -f", "operands": "read*", "output": "decode", "read_only": True},
    "lzcat": "xzcat",
    "lz4cat": "xzcat",
    "gzcat": "xzcat",
    "xz": {
        "options": (
            "-z|--compress -d|--decompress|--uncompress -t|--test -l|--list -k|--keep -f|--force "
            "-c|--stdout|--to-stdout -S|--suffix= --files=?read --files0=?read -F|--format= -C|--check= "
            "-T|--threads= -M|--memlimit= -e|--extreme -q|--quiet -v|--verbose -Q --lzma1=? --lzma2=? -0 -1 -2 -3 "
            "-4 -5 -6 -7 -8 -9"
        ),
        "operands": "write*",
        "operands_if": {"-c|--stdout|--to-stdout|-l|--list|-t|--test": "read*"},
        "output": "decode",
        "output_if": "-d|--decompress|--uncompress",
        "touches": {"-d|--decompress|--uncompress&!-c|--stdout|--to-stdout|-l|--list|-t|--test&@1": "write:."},
        "reads_stdin": 0,
    },
    "lzma": "xz",
    "zstd": {
        "options": (
            "-d|--decompress|--uncompress -z|--compress -l|--list -t|--test -k|--keep -f|--force -c|--stdout "
            "-o=write -r --rm --ultra --long=? --fast=? -D=read -T= -q|--quiet -v|--verbose --output-dir-flat=write "
            "--output-dir-mirror=write --format= --no-progress --adapt -b=? -1 -3 -9 -19"
        ),
        "operands": "read*",
        "operands_if": {"--rm": "move*"},
        "output": "decode",
        "output_if": "-d|--decompress|--uncompress",
        "touches": {"!-c|--stdout|-o|-l|--list|-t|--test&@1": "write:."},
    },
    "lz4": {
        "options": (
            "-d|--decompress -z|--compress -t|--test -c|--stdout -f|--force -k|--keep -m|--multiple -r -q -v --rm "
            "-1 -9 --list --best --fast=? -l -B="
        ),
        "operands": "read write?",
        "output": "decode",
        "output_if": "-d|--decompress",
    },
    "brotli": {
        "options": (
            "-c|--stdout -d|--decompress -f|--force -h -j|--rm -k|--keep -n -o|--output=write -q|--quality= "
            "-t|--test -v -w|--lgwin= -S|--suffix= -Z|--best -0 -9 -D=read"
        ),
        "operands": "read*",
        "output": "decode",
        "output_if": "-d|--decompress",
    },
    "ar": {
        "style": "bsd",
        "options": "-d -m -p -q -r -t -x -s -c -v -u -D -U -T -o -f -a -b -i",
        "operands": "write read*",
    },
    "ranlib": {"operands": "write*"},
    "cpio": {
        "options": (
            "-o|--create -i|--extract -p|--pass-through -t|--list -I=read -O=write -F|--file=write -H|--format= "
            "-d|--make-directories -m|--preserve-modification-time -u|--unconditional -v|--verbose -A|--append -a "
            "-b -B -c -C= -D|--directory=cwd -E|--pattern-file=read -f -k -l|--link -L -M= -n -r -R|--owner= -s -S "
            "-V -0|--null --no-absolute-filenames --absolute-filenames --rsh-command=program --to-stdout --quiet "
            "--sparse --reset-access-time"
        ),
        "operands": "text*",
        "operands_if": {"-p|--pass-through": "write"},
        "touches": {"-i|--extract&!-t|--list|--to-stdout": "write:."},
    },
    "pax": {"options": "-r -w -a -f=write -v -z -j -s= -x= -n -d -p= -u -k -i -l -L -H", "operands": "read* write"},
    "unar": {
        "options": "-o=write -f -r -s -d -D -p= -e= -q -k=",
        "operands": "read text*",
        "touches": {"!-o": "write:."},
    },
    "lsar": {"operands": "read*", "read_only": True},
    "dtrx": {"operands": "read*", "touches": {"": "write:."}},
    "atool": {"operands": "text*", "touches": {"": "write:."}},
    "unsquashfs": {"options": "-d=write -f -l -ll -n -s -i -o= -p=", "operands": "read text*"},
    "mksquashfs": {"operands": "read write text*"},
    "shar": {"operands": "read*"},
    "dpkg-deb": {
        "options": (
            "-b|--build -c|--contents -I|--info -W|--show -f|--field -e|--control -x|--extract -X|--vextract "
            "-R|--raw-extract --fsys-tarfile -Z= -z="
        ),
        "operands": "read write?",
    },
    "rpm2cpio": {"operands": "read", "output": "decode"},
    "xar": {"style": "bsd", "options": "-c -x -t -f=write -C=cwd -v", "operands": "read*"},
}
