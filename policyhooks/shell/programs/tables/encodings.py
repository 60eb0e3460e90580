"""Programs that print digests, dumps and other encodings of files."""

PROGRAMS = {
    "strings": {
        "options": (
            "-a|--all -f|--print-file-name -n|--bytes= -t|--radix= -w -o -T|--target= -e|--encoding= "
            "-s|--output-separator= -d"
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "od": {
        "options": (
            "-A|--address-radix= -j|--skip-bytes= -N|--read-bytes= -S|--strings=? -t|--format= -v -w|--width=? "
            "--endian= -a -b -c -d -f -i -l -o -s -x"
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "hexdump": {
        "options": "-b -c -C -d -o -x -L=? -e= -f=read -n|--length= -s|--skip= -v",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "hd": "hexdump",
    "xxd": {
        "options": "-a -b -c= -C -d -e -E -g= -h -i -l= -n= -o= -p|-ps|-postscript|-plain -r|-revert -R= -s= -u",
        "style": "single",
        "operands": "read? write?",
        "read_only": True,
        "output": "decode",
        "output_if": "-r|-revert",
        "reads_stdin": 0,
    },
    "cksum": {
        "options": (
            "-a|--algorithm= -b -c|--check -l|--length= --raw --tag --untagged -z --ignore-missing --quiet --status "
            "--strict -w"
        ),
        "operands": "read*",
        "read_only": True,
    },
    "md5sum": {
        "options": (
            "-b|--binary -c|--check --tag -t|--text -z|--zero --ignore-missing --quiet --status --strict -w|--warn "
            "-q -r -s= -p -a|--algorithm= -U -0"
        ),
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "sha1sum": "md5sum",
    "sha224sum": "md5sum",
    "sha256sum": "md5sum",
    "sha384sum": "md5sum",
    "sha512sum": "md5sum",
    "b2sum": "md5sum",
    "b3sum": "md5sum",
    "shasum": "md5sum",
    "sha256": "md5sum",
    "md5": "md5sum",
    "sum": "md5sum",
    "base64": {
        "options": "-d|-D|--decode -i|--ignore-garbage|--input=read -o|--output=write -w|--wrap= -b|--break=",
        "operands": "read*",
        "read_only": True,
        "output": "decode",
        "output_if": "-d|-D|--decode",
        "reads_stdin": 0,
    },
    "gbase64": "base64",
    "base32": "base64",
    "basenc": {
        "options": (
            "--base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 -d|--decode "
            "-i|--ignore-garbage -w|--wrap="
        ),
        "operands": "read*",
        "read_only": True,
        "output": "decode",
        "output_if": "-d|--decode",
    },
    "uudecode": {"options": "-o|--output-file=write -c -i -m -p -r -s", "operands": "read*", "output": "decode"},
    "uuencode": {"options": "-m|--base64 -r -o=write", "operands": "read* text", "read_only": True},
    "iconv": {
        "options": "-f|--from-code= -t|--to-code= -l|--list -c -o|--output=write -s|--silent --verbose",
        "operands": "read*",
        "read_only": True,
        "output": "decode",
        "changes": "-o|--output",
    },
    "recode": {"operands": "text write*", "output": "decode"},
    "rot13": {"output": "decode", "operands": "text*", "read_only": True},
    "caesar": "rot13",
    "ascii2uni": {"output": "decode", "operands": "read*", "read_only": True},
    "qprint": {"options": "-d -e", "output": "decode", "operands": "read? write?"},
}
