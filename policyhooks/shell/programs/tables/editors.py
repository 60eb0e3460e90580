"""Editors: they write what they open, and their commands can run anything."""

PROGRAMS = {
    "vim": {
        "kind": "interpreter",
        "lang": "vim",
        "stdin_code": False,
        "options": (
            "-c=code --cmd=code -S=exec -u=exec -U=exec -s=read -w=write -W=write -i=write -t= -q=?read -r=?write "
            "-T= -o=? -O=? -p=? -e -E -es -Es -R -n -N -b -d -f -g -l -L -m -M -v -V=? -x -X -y -Z -h --clean "
            "--noplugin --remote=write --remote-expr=code --remote-send=code --servername= --startuptime=write "
            "--not-a-term --version +=?code"
        ),
        "operands": "vimarg*",
    },
    "vi": "vim",
    "nvim": {
        "kind": "interpreter",
        "lang": "vim",
        "stdin_code": False,
        "options": (
            "-c=code --cmd=code -S=exec -u=exec -i=write -l=script -s=read -w=write -W=write -t= -q=read -es -Es -e "
            "-E -R -m -M -n -b -d -o=? -O=? -p=? -r --clean --headless --embed --noplugin --remote=write "
            "--remote-expr=code --remote-send=code --server= --listen= --startuptime=write -V=? --api-info +=?code"
        ),
        "operands": "vimarg*",
    },
    "gvim": "vim",
    "vimdiff": "vim",
    "rvim": "vim",
    "ex": {
        "kind": "interpreter",
        "lang": "vim",
        "options": "-c=code --cmd=code -s -R -r=? -t= -v -V -S=exec -u=exec -e -E -es -sc=code -sES -n -N -i=write +=?code",
        "operands": "vimarg*",
        "stdin_code": True,
    },
    "emacs": {
        "kind": "interpreter",
        "lang": "elisp",
        "stdin_code": False,
        "options": (
            "--eval|-eval|--execute|-execute=code -f|--funcall|-funcall= -l|--load|-load=exec --script|-script=exec "
            "-x=exec --batch|-batch -Q|--quick "
            "-q|--no-init-file --no-site-file -u|--user= --insert=read --visit|--file|--find-file=write "
            "--init-directory=exec --directory|-L=read -nw --daemon=? --chdir=cwd --kill --no-splash --debug-init"
        ),
        "operands": "write*",
    },
    "emacsclient": {
        "kind": "interpreter",
        "lang": "elisp",
        "stdin_code": False,
        "options": "-e|--eval -a|--alternate-editor=program -c|--create-frame -n|--no-wait -s= -f=read -t|-nw -q",
        "operands": "write*",
        "operands_if": {"-e|--eval": "code*"},
    },
    "nano": {
        "options": (
            "-s|--speller=program -f|--rcfile=read -I|--ignorercfiles -B -C=write -R -v|--view -w -W -x -Y= -T= -r= "
            "-o=write"
        ),
        "operands": "write*",
    },
    "pico": "nano",
    "micro": {"options": "-config-dir=exec -plugin=", "style": "single", "operands": "write*"},
    "helix": {"options": "-c|--config=exec --log=write -w=cwd --health", "operands": "write*"},
    "hx": "helix",
    "kak": {"options": "-e=text -E=text -s= -c= -n -ui= -f=text -i= -p= -q -ro", "operands": "write*"},
    "joe": {"operands": "write*"},
    "jed": {"operands": "write*"},
    "mcedit": {"operands": "write*"},
    "gedit": {"operands": "write*"},
    "subl": {"options": "--command= -n -w -a -b --project=", "operands": "write*"},
    "zed": {"operands": "write*"},
    "idea": {"operands": "write*"},
    "textedit": {"operands": "write*"},
    "notepad": {"operands": "write*"},
    "editor": {"operands": "write*"},
    "sensible-editor": {"operands": "write*"},
    "vidir": {"operands": "write*"},
    "crudini": {
        "options": "--set --del --get --merge --inplace --existing=? --format= --verbose --output=write",
        "operands": "write text*",
        "operands_if": {"--get": "read text*"},
    },
    "augtool": {"operands": "text*", "danger": True},
    "ctags": {"options": "-f=write -o=write -R --exclude= --languages= -L=read", "operands": "read*"},
    "etags": "ctags",
}
