"""Programs that run code of another language."""

PROGRAMS = {
    "python": {
        "kind": "interpreter",
        "lang": "python",
        "options": (
            "-c=code -m=module -b -B -d -E -h|--help -i -I -O -OO -P -q -s -S -u -v -V|--version -W= -x -X= "
            "--check-hash-based-pycs= -?"
        ),
        "operands": "script text*",
        "operands_if": {"-c": "text*", "-m": "text*"},
        "posix": True,
    },
    "python2": "python",
    "python3": "python",
    "pypy": "python",
    "pypy3": "python",
    "py": "python",
    "ipython": {
        "kind": "interpreter",
        "lang": "python",
        "options": "-c=code -m=module -i --pylab=? --matplotlib= --profile= --ipython-dir=write --no-banner --quick",
        "operands": "script text*",
        "operands_if": {"-c": "text*", "-m": "text*"},
        "posix": True,
    },
    "jython": "python",
    "pdb": {
        "kind": "interpreter",
        "lang": "python",
        "options": "-c|--command= -m=module -p|--pid=",
        "operands": "script text*",
        "operands_if": {"-m": "text*"},
        "stdin_code": False,
        "posix": True,
    },
    "cProfile": {
        "kind": "interpreter",
        "lang": "python",
        "options": "-o|--outfile=write -s|--sort= -m=module",
        "operands": "script text*",
        "operands_if": {"-m": "text*"},
        "stdin_code": False,
        "posix": True,
    },
    "profile": "cProfile",
    "trace": {
        "kind": "interpreter",
        "lang": "python",
        "options": (
            "-c|--count -t|--trace -l|--listfuncs -r|--report -T|--trackcalls -f|--file=write -C|--coverdir=write "
            "-m|--missing -s|--summary -R|--no-report -g|--timing --ignore-module= --ignore-dir= --module"
        ),
        "operands": "script text*",
        "operands_if": {"--module": "module"},
        "stdin_code": False,
        "posix": True,
    },
    "runpy": {"kind": "interpreter", "lang": "python", "operands": "module", "stdin_code": False, "posix": True},
    "micropython": "python",
    "sage": {
        "kind": "interpreter",
        "lang": "python",
        "options": "-c=code -python -sh=?command",
        "operands": "script text*",
    },
    "node": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": (
            "-e|--eval=code -p|--print=code -pe=code -c|--check -i|--interactive -r|--require=exec --import=exec "
            "--loader|--experimental-loader=exec -C|--conditions= --env-file=use --env-file-if-exists=read "
            "--input-type= --inspect=? --inspect-brk=? --inspect-port= --max-old-space-size= --test "
            "--test-name-pattern= --test-reporter= --test-only --test-concurrency= --watch --watch-path=read "
            "--no-warnings --trace-warnings --experimental-vm-modules --experimental-strip-types "
            "--experimental-modules --enable-source-maps --expose-gc --stack-size= --prof --cpu-prof --heap-prof "
            "--icu-data-dir=read --openssl-config=read --redirect-warnings=write --report-dir=write --title= "
            "--unhandled-rejections= --permission --allow-fs-read= --allow-fs-write= --allow-child-process --run= "
            "--build-snapshot --snapshot-blob=read -v|--version -h|--help --v8-options --preserve-symlinks "
            "--no-deprecation --abort-on-uncaught-exception"
        ),
        "operands": "script text*",
        "operands_if": {"-e|--eval|-p|--print|-pe": "text*", "--test": "read*"},
    },
    "nodejs": "node",
    "ts-node": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": (
            "-e|--eval=code -p|--print=code -pe=code -r|--require=exec -P|--project=read -T|--transpile-only "
            "-C|--compiler= -O|--compiler-options= --esm --files --swc --cwd=cwd --cwd-mode --script-mode -i "
            "--log-error -I="
        ),
        "operands": "script text*",
        "operands_if": {"-e|--eval|-p|--print|-pe": "text*"},
        "posix": True,
    },
    "tsx": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": (
            "-e|--eval=code -p|--print=code -r|--require=exec --import=exec --tsconfig=read --no-cache "
            "--env-file=use --test --inspect=? --conditions= -C="
        ),
        "sub": {"watch": {"options": "--clear-screen=? --include= --exclude= --ignore=", "operands": "script text*"}},
        "operands": "script text*",
        "operands_if": {"-e|--eval|-p|--print": "text*"},
        "posix": True,
    },
    "babel-node": "ts-node",
    "esno": "tsx",
    "vite-node": "tsx",
    "coffee": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": "-e|--eval=code -c|--compile -o|--output=write -w|--watch -p|--print -r|--require=exec -s|--stdio",
        "operands": "script text*",
        "operands_if": {"-c|--compile": "read*"},
    },
    "deno": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": (
            "-q|--quiet -L|--log-level= --unstable -c|--config=read --import-map=urlpath --no-config --lock=?read "
            "--cached-only --no-remote --no-npm -r|--reload=? --cert=use -A|--allow-all -R|--allow-read=? "
            "-W|--allow-write=? -N|--allow-net=? -E|--allow-env=? -S|--allow-sys=? --allow-run=? --allow-ffi=? "
            "--allow-hrtime --deny-read=? --deny-write=? --deny-net=? --deny-env=? --deny-run=? --no-prompt "
            "--v8-flags= --seed= --location=url --check=? --no-check=? --watch=? --inspect=? --inspect-brk=? "
            "--env-file=?read --preload=exec --unsafely-ignore-certificate-errors=?"
        ),
        "sub": {
            "run|serve": {"operands": "script text*", "posix": True},
            "eval": {
                "options": "-p|--print --ext=",
                "operands": "code text*",
                "kind": "interpreter",
                "lang": "javascript",
            },
            "repl": {"options": "--eval=code --eval-file=exec", "operands": "text*"},
            "test|bench": {
                "operands": "text*",
                "options": "--filter= --coverage=?write --junit-path=write --fail-fast=? --parallel --doc --no-run",
            },
            "install|i|add|remove|uninstall|update|outdated": {
                "options": "-g|--global -n|--name= --root=write -f|--force -e|--entrypoint -D|--dev",
                "operands": "text*",
                "network": True,
            },
            "compile|bundle": {"options": "-o|--output=write --target= --include= --icon=", "operands": "read text*"},
            "task|x": {"operands": "text*", "options": "--cwd=cwd", "posix": True},
            "publish": {"operands": "text*", "network": True},
            "fmt|lint": {"operands": "write*", "options": "--check --fix --ignore= --ext="},
            (
                "check|doc|info|types|coverage|completions|help|cache|vendor|init|upgrade|lsp|jupyter|clean|deploy|"
                "approve-scripts"
            ): {"operands": "text*"},
        },
        "operands": "script text*",
    },
    "perl": {
        "kind": "interpreter",
        "lang": "perl",
        "options": (
            "-e=code -E=code -a -c -C=? -d=? -D= -f -F= -h -i=? -I=read -l=? -m=?perluse -M=?perluse -n -p -s -S -t -T -u -U -v "
            "-V=? -w -W -x=? -X -0=? -g"
        ),
        "operands": "script text*",
        "operands_if": {"-i&-e|-E": "write*", "-e|-E": "read*"},
    },
    "ruby": {
        "kind": "interpreter",
        "lang": "ruby",
        "options": (
            "-e=code -0=? -a -c -C=cwd -d|--debug -E= -F= -h -i=? -I=read -l -n -p -r=exec -s -S -U -v|--verbose -w "
            "-W=? -x=? --enable= --disable= --encoding= --external-encoding= --internal-encoding= --jit --yjit "
            "--version --help --copyright"
        ),
        "operands": "script text*",
        "operands_if": {"-i&-e": "write*", "-e": "read*"},
    },
    "jruby": "ruby",
    "irb": {"kind": "interpreter", "lang": "ruby", "options": "-r=exec -I=read -f -d -m", "operands": "script text*"},
    "rails": {
        "sub": {
            "runner|r": {
                "kind": "interpreter",
                "lang": "ruby",
                "options": "-e|--environment=target",
                "operands": "code text*",
            },
            "console|c|dbconsole|db": {"options": "-e|--environment=target -s|--sandbox", "operands": "text*"},
            "routes|stats|about|version|notes": {"read_only": True, "operands": "text*"},
            "*": {"options": "-e|--environment=target", "operands": "text*"},
        },
    },
    "rake": {
        "options": (
            "-f|--rakefile=exec -e|--execute=code:ruby -E|--execute-continue=code:ruby -p|--execute-print=code:ruby "
            "-I=read -r|--require=exec -T|--tasks=? -P -n|--dry-run -t|--trace=? -q -s -m -j= -C=cwd -R=read -D=?"
        ),
        "operands": "text*",
    },
    "php": {
        "kind": "interpreter",
        "lang": "php",
        "options": (
            "-r|--run=code -B|--process-begin=code -R|--process-code=code -E|--process-end=code "
            "-F|--process-file=exec -f|--file=exec -a|--interactive -c|--php-ini=read -n|--no-php-ini -d|--define= "
            "-e -h -i|--info -l|--syntax-check -m -H -s -S|--server= -t|--docroot=read -v -w -z=exec --ini=? --rf= "
            "--rc= --re= --ri="
        ),
        "operands": "script text*",
        "operands_if": {"-l|--syntax-check": "read*", "-r|--run|-B|-R|-F|-f": "text*", "-S|--server": "exec?"},
    },
    "lua": {
        "kind": "interpreter",
        "lang": "lua",
        "options": "-e=code -l=exec -i -v -E -W",
        "operands": "script text*",
        "operands_if": {"-e": "script? text*"},
        "posix": True,
    },
    "luajit": "lua",
    "texlua": "lua",
    "awk": {
        "kind": "interpreter",
        "lang": "awk",
        "options": (
            "-F|--field-separator= -v|--assign= -f|--file=exec -e|--source=code -E|--exec=exec -i|--include=exec "
            "-l|--load=exec -b -c -C -d|--dump-variables=?write -D|--debug=? -g -h -k|--csv -L=? -M -n -N "
            "-o|--pretty-print=?write -O -p|--profile=?write -P|--posix -r -s -S|--sandbox -t -V|--version -W="
        ),
        "operands": "code read*",
        "operands_if": {"-f|--file|-e|--source|-E|--exec": "read*", "-i": "code write*"},
        "stdin_code": False,
        "reads_stdin": 1,
    },
    "gawk": "awk",
    "mawk": "awk",
    "nawk": "awk",
    "original-awk": "awk",
    "goawk": "awk",
    "sed": {
        "kind": "interpreter",
        "lang": "sed",
        "options": (
            "-n|--quiet|--silent --debug -e|--expression=code -f|--file=exec --follow-symlinks -i|--in-place=? -I=? "
            "-l|--line-length= --posix -E|-r|--regexp-extended -s|--separate --sandbox -u|--unbuffered "
            "-z|--null-data -a"
        ),
        "operands": "code read*",
        "operands_if": {
            "-i|--in-place|-I&-e|--expression|-f|--file": "write*",
            "-i|--in-place|-I": "code write*",
            "-e|--expression|-f|--file": "read*",
        },
        "stdin_code": False,
        "read_only": True,
        "changes": "-i|--in-place|-I",
        "reads_stdin": 1,
    },
    "gsed": "sed",
    "ssed": "sed",
    "ed": {
        "kind": "interpreter",
        "lang": "ed",
        "options": "-E -G -l|--loose-exit-status -p|--prompt= -r|--restricted -s|--quiet|--silent -v",
        "operands": "write?",
        "stdin_code": True,
    },
    "red": "ed",
}
