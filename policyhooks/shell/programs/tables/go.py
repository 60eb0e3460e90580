"""The go tool."""

PROGRAMS = {
    "go": {
        "package": "go",
        "style": "single",
        "options": (
            "-C=cwd -o=write -v -x -n -a -p= -race -msan -asan -cover -covermode= -coverpkg= -coverprofile=write "
            "-tags= -ldflags= -gcflags= -asmflags= -gccgoflags= -mod= -modfile=write -overlay=read -pgo= "
            "-pkgdir=write -trimpath -toolexec=program -buildmode= -buildvcs= -compiler= -installsuffix= "
            "-linkshared -json -exec=program -vettool=program -work -run= -skip= -bench= -benchmem -benchtime= "
            "-count= -cpu= -cpuprofile=write -memprofile=write -blockprofile=write -mutexprofile=write -trace=write "
            "-outputdir=write -failfast -fuzz= -fuzztime= -list= -parallel= -short -shuffle= -timeout= -vet= -c -i "
            "-args=rest -d -u=? -t -m -f= -e -deps -test -export -w -fix= -diff"
        ),
        "sub": {
            "build|vet|fix|fmt|doc": {"operands": "text*"},
            "test": {"operands": "text*"},
            "generate": {"operands": "text*"},
            "clean": {"options": "-cache -testcache -modcache -fuzzcache -i -r", "operands": "text*"},
            "run": {"package_op": "run", "operands": "package text*", "posix": True},
            "install": {"package_op": "install", "operands": "package*", "network": True},
            "get": {"package_op": "install", "operands": "package*", "network": True},
            "mod": {
                "sub": {
                    "download": {"package_op": "download", "operands": "package*", "network": True},
                    "tidy|vendor": {
                        "package_op": "install",
                        "operands": "text*",
                        "network": True,
                        "options": "-e -v -go= -compat= -diff -o=write",
                    },
                    "init|edit": {"operands": "text*"},
                    "graph|verify|why": {"operands": "text*", "read_only": True},
                },
            },
            "work": {"operands": "text*"},
            "env": {"options": "-w -u -changed", "operands": "text*", "read_only": True, "changes": "-w|-u"},
            "tool": {"operands": "text*"},
            "telemetry|bug": {"operands": "text*"},
            "list|version|help": {"operands": "text*", "read_only": True},
        },
        "prints_place": "env",
    },
    "gofmt": {
        "style": "single",
        "options": "-l -w -d -s -e -r= -cpuprofile=write",
        "operands": "read*",
        "operands_if": {"-w": "write*"},
        "read_only": True,
        "changes": "-w",
    },
    "goimports": "gofmt",
    "gofumpt": "gofmt",
    "golangci-lint": {
        "options": "-c|--config=read --timeout= --fix -j= -v",
        "sub": {
            "run|fmt": {
                "operands": "text*",
                "options": "--fix --out-format= -E= -D= --new-from-rev= --build-tags= --path-prefix= --timeout=",
            },
            "*": {"operands": "text*", "read_only": True},
        },
    },
    "govulncheck": {"operands": "text*", "read_only": True, "network": True},
    "gotestsum": {
        "options": (
            "-f|--format= --junitfile=write --jsonfile=write --raw-command --packages= --rerun-fails=? "
            "--post-run-command=command --watch"
        ),
        "operands": "text*",
    },
    "dlv": {
        "sub": {
            "exec|core|attach|connect|debug|test|trace|dap": {
                "options": "--init=read --headless --listen= --api-version= --accept-multiclient --wd=cwd --output=write",
                "operands": "exec text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "air": {"options": "-c=exec --build.cmd=command --build.bin=program", "operands": "text*"},
    "protoc": {
        "options": (
            "-I|--proto_path=read --plugin=program --descriptor_set_out=write --python_out=write --go_out=write "
            "--cpp_out=write --java_out=write --js_out=write --grpc_out=write --go_opt= --go-grpc_out=write "
            "--include_imports"
        ),
        "operands": "read*",
    },
}
