"""Interpreters and compilers of less common languages."""

PROGRAMS = {
    "Rscript": {
        "kind": "interpreter",
        "lang": "r",
        "options": (
            "-e=code --vanilla --no-save --no-restore --slave --verbose --default-packages= --no-environ "
            "--no-site-file --no-init-file --version"
        ),
        "operands": "script text*",
        "operands_if": {"-e": "text*"},
        "posix": True,
    },
    "R": {
        "kind": "interpreter",
        "lang": "r",
        "options": (
            "-e=code -f|--file=exec --vanilla --no-save --no-restore --save --slave -q|--quiet -s --args=rest -g= "
            "-d=program"
        ),
        "operands": "text*",
        "sub": {"CMD": {"operands": "text*"}},
    },
    "julia": {
        "kind": "interpreter",
        "lang": "julia",
        "options": (
            "-e|--eval=code -E|--print=code -L|--load=exec -p= -t|--threads= --project=?cwd -J=exec -i -q "
            "--startup-file= --sysimage=exec -O= -g= --color= --machine-file=read"
        ),
        "operands": "script text*",
        "operands_if": {"-e|--eval|-E|--print": "text*"},
        "posix": True,
    },
    "octave": {
        "kind": "interpreter",
        "lang": "octave",
        "options": "--eval=code -q --no-gui -p|--path=read -W -f --persist",
        "operands": "script text*",
    },
    "matlab": {
        "kind": "interpreter",
        "lang": "matlab",
        "style": "single",
        "options": "-batch=code -r=code -nodisplay -nosplash -nodesktop -sd=cwd -logfile=write",
        "operands": "text*",
    },
    "elixir": {
        "kind": "interpreter",
        "lang": "elixir",
        "options": (
            "-e|--eval=code --rpc-eval=text -r=exec -S= -pr=exec -pa=read -pz=read --sname= --name= --cookie= "
            "--no-halt -v"
        ),
        "operands": "script text*",
        "operands_if": {"-e|--eval": "text*"},
        "posix": True,
    },
    "erl": {
        "kind": "interpreter",
        "lang": "erlang",
        "style": "single",
        "options": "-eval=code -s= -run= -noshell -noinput -sname= -name= -setcookie= -pa=read -pz=read -config=read",
        "operands": "text*",
    },
    "escript": {"kind": "interpreter", "lang": "erlang", "operands": "script text*"},
    "ghc": {
        "style": "single",
        "options": (
            "-e=code:haskell -o=write -O -Wall -outputdir=write -odir=write -hidir=write -pgmF=program -F "
            "-pgmc=program -pgml=program"
        ),
        "operands": "read*",
    },
    "ghci": {"kind": "interpreter", "lang": "haskell", "operands": "script text*"},
    "runghc": {"kind": "interpreter", "lang": "haskell", "operands": "script text*"},
    "runhaskell": "runghc",
    "ocaml": {
        "kind": "interpreter",
        "lang": "ocaml",
        "options": "-e=code -I=read -init=exec",
        "style": "single",
        "operands": "script text*",
    },
    "scala": {
        "kind": "interpreter",
        "lang": "scala",
        "options": "-e=code -cp|-classpath=read",
        "style": "single",
        "operands": "script text*",
    },
    "kotlin": {
        "kind": "interpreter",
        "lang": "kotlin",
        "options": "-e=code -cp|-classpath=read",
        "style": "single",
        "operands": "script text*",
    },
    "kotlinc": {"style": "single", "options": "-script -d=write -cp=read -e=code:kotlin", "operands": "read*"},
    "groovy": {
        "kind": "interpreter",
        "lang": "groovy",
        "options": "-e=code -cp|--classpath=read -n -p -i=? -l=? -D= -c=",
        "operands": "script text*",
        "operands_if": {"-e": "text*"},
    },
    "clojure": {
        "kind": "interpreter",
        "lang": "clojure",
        "options": "-e|--eval=code -i|--init=exec -m|--main= -M= -X= -T= -A= -Sdeps=",
        "operands": "script text*",
    },
    "clj": "clojure",
    "bb": {
        "kind": "interpreter",
        "lang": "clojure",
        "options": "-e|--eval=code -f|--file=exec -m= -x= -i -o",
        "operands": "script text*",
    },
    "tclsh": {"kind": "interpreter", "lang": "tcl", "operands": "script text*"},
    "wish": "tclsh",
    "expect": {
        "kind": "interpreter",
        "lang": "tcl",
        "options": "-c=code -d -D= -f=exec -b=exec -i -n -N -v",
        "operands": "script text*",
        "operands_if": {"-c": "text*"},
    },
    "java": {
        "kind": "interpreter",
        "lang": "java",
        "style": "single",
        "options": (
            "-jar=exec -cp|-classpath|--class-path=read -p|--module-path=read -m|--module= --add-modules= "
            "--add-opens= --add-exports= -D= -X= -ea -da -server -version --version -agentlib= -agentpath= "
            "-javaagent= --source= --enable-preview -Dfile.encoding="
        ),
        "operands": "script text*",
        "operands_if": {"-jar|-m|--module": "text*"},
        "stdin_code": False,
        "posix": True,
    },
    "javac": {
        "style": "single",
        "options": (
            "-d=write -cp|-classpath|--class-path=read -sourcepath=read -processor= -processorpath=read -source= "
            "-target= --release= -encoding= -Xlint -g -J= -s=write -h=write"
        ),
        "operands": "read*",
    },
    "jshell": {"kind": "interpreter", "lang": "java", "operands": "script text*"},
    "jar": {
        "style": "bsd",
        "options": "-c|--create -x|--extract -t|--list -u|--update -f|--file=write -v -m=read -e= -C=cwd -0 -M",
        "operands": "text*",
        "touches": {"-x|--extract": "write:."},
    },
    "jbang": {"operands": "script text*", "network": True},
    "osascript": {
        "kind": "interpreter",
        "lang": "applescript",
        "options": "-e=code -l= -i -s=",
        "operands": "script text*",
        "operands_if": {"-e": "text*"},
    },
    "automator": {"operands": "exec text*"},
    "jsc": {"kind": "interpreter", "lang": "javascript", "options": "-e=code", "operands": "script text*"},
    "qjs": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": "-e|--eval=code -i -m|--module --script -I|--include=exec --std",
        "operands": "script text*",
        "operands_if": {"-e|--eval": "text*"},
    },
    "d8": {"kind": "interpreter", "lang": "javascript", "options": "-e=code", "operands": "script text*"},
    "gjs": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": "-c|--command=code -m|--module",
        "operands": "script text*",
        "operands_if": {"-c|--command": "text*"},
    },
    "zx": {
        "kind": "interpreter",
        "lang": "javascript",
        "options": "-e|--eval=code --shell=program --prefix= --quiet --install --cwd=cwd --env=read --prefer-local=?",
        "operands": "script text*",
        "operands_if": {"-e|--eval": "text*"},
    },
    "guile": {
        "kind": "interpreter",
        "lang": "scheme",
        "options": "-c=code -s=exec -l=exec -e= -L=read -C=read -x=",
        "operands": "script text*",
        "operands_if": {"-c": "text*"},
    },
    "racket": {
        "kind": "interpreter",
        "lang": "scheme",
        "options": "-e|--eval=code -f|--load=exec -t=exec -l= -p= -r=exec -i -n",
        "operands": "script text*",
        "operands_if": {"-e|--eval": "text*"},
    },
    "sbcl": {
        "kind": "interpreter",
        "lang": "lisp",
        "options": "--eval=code --load=exec --script=exec --non-interactive --noinform --core=exec --no-userinit",
        "operands": "text*",
    },
    "clisp": {"kind": "interpreter", "lang": "lisp", "options": "-x=code -i=exec -q", "operands": "script text*"},
    "swipl": {
        "kind": "interpreter",
        "lang": "prolog",
        "options": "-g=code -t=code -f=exec -s=exec -q -l=exec",
        "operands": "script text*",
    },
    "gforth": {"kind": "interpreter", "lang": "forth", "options": "-e|--evaluate=code", "operands": "script text*"},
    "nim": {
        "sub": {"r": {"operands": "script text*"}, "e": {"operands": "script text*"}, "*": {"operands": "text*"}},
    },
    "v": {"sub": {"run": {"operands": "script text*"}, "*": {"operands": "text*"}}},
    "crystal": {
        "sub": {
            "eval": {"operands": "code:crystal"},
            "run": {"operands": "script text*"},
            "*": {"operands": "text*"},
        },
    },
    "zig": {"sub": {"run": {"operands": "script text*"}, "*": {"operands": "text*"}}},
    "wasmtime": {"options": "--dir=write --mapdir= --env=env", "operands": "script text*"},
    "jupyter": {
        "sub": {
            "nbconvert": {
                "options": (
                    "--to= --execute --output=write --inplace --output-dir=write --ExecutePreprocessor.timeout= "
                    "--template="
                ),
                "operands": "read*",
            },
            "notebook|lab": {
                "options": "--ip= --port= --no-browser --allow-root --notebook-dir=cwd --config=exec",
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "papermill": {"operands": "read write text*"},
    "streamlit": {"sub": {"run": {"operands": "script text*"}, "*": {"operands": "text*"}}},
    "uvicorn": {
        "options": (
            "--host= --port= --reload --workers= --app-dir=cwd --env-file=use --log-config=read --ssl-keyfile=use "
            "--factory --log-level="
        ),
        "operands": "text",
    },
    "gunicorn": {
        "options": (
            "-b|--bind= -w|--workers= -k= -c|--config=exec --chdir=cwd -t= -D --reload --access-logfile= "
            "--error-logfile= -e|--env=env --pythonpath="
        ),
        "operands": "text*",
    },
    "flask": {
        "options": "-A|--app= -e|--env-file=use --debug",
        "sub": {
            "run": {"options": "-h|--host= -p|--port= --reload --debugger --cert=use --key=use"},
            "shell": {},
            "*": {"operands": "text*"},
        },
    },
    "celery": {"options": "-A= -b= --workdir=cwd", "operands": "text*"},
    "manage.py": {
        "sub": {
            "shell": {"kind": "interpreter", "lang": "python", "options": "-c|--command=code -i= --plain"},
            "dbshell": {},
            "flush|reset_db|sqlflush": {"operands": "text*", "options": "--noinput --no-input --database="},
            "*": {"operands": "text*"},
        },
    },
    "bc": {
        "options": "-h -i -l|--mathlib -w -s -q|--quiet -e=text",
        "operands": "read*",
        "read_only": True,
        "reads_stdin": 0,
    },
    "dc": {
        "kind": "interpreter",
        "lang": "dc",
        "options": "-e|--expression=code -f|--file=exec",
        "operands": "script*",
        "reads_stdin": 0,
    },
    "m4": {
        "kind": "interpreter",
        "lang": "m4",
        "options": "-D|--define= -U= -I|--include=read -E -P -Q -s -F=write -R=read -d=? -o=write --debugfile=?write",
        "operands": "script*",
    },
}
