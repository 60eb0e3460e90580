"""Build tools, test runners, compilers, linters and formatters."""

PROGRAMS = {
    "make": {
        "options": (
            "-b -m -B|--always-make -C|--directory=cwd -d --debug=? -e|--environment-overrides -E|--eval=code:make "
            "-f|--file|--makefile=exec -h|--help -i|--ignore-errors -I|--include-dir=read -j|--jobs=? "
            "-k|--keep-going -l|--load-average=? -L -n|--just-print|--dry-run|--recon -o|--old-file|--assume-old= "
            "-O|--output-sync=? -p|--print-data-base -q|--question -r|--no-builtin-rules -R|--no-builtin-variables "
            "-s|--silent|--quiet --no-silent -S|--no-keep-going -t|--touch --trace -v|--version "
            "-w|--print-directory --no-print-directory -W|--what-if|--new-file|--assume-new= "
            "--warn-undefined-variables --shuffle=? --jobserver-style="
        ),
        "operands": "env*",
        "stdin_code": False,
        # `$(shell ...)` in a value that is given on the line runs even then.
        "read_only_if": "-n|-h|-v&!-E|-f|%=",
        "special": "make",
    },
    "gmake": "make",
    "bmake": "make",
    "nmake": "make",
    "remake": "make",
    "just": {
        "options": (
            "-f|--justfile=exec -d|--working-directory=cwd -c|--command=argv --shell=program --shell-arg= "
            "--set=text,text -n|--dry-run -l|--list --summary --evaluate --choose --chooser=command -g "
            "--dotenv-path=read --dotenv-filename=read -q -v --fmt --unstable --show= --init --dump -e|--edit --yes "
            "--timestamp"
        ),
        "operands": "text*",
    },
    "task": {
        "options": (
            "-t|--taskfile=exec -d|--dir=cwd -g|--global -n|--dry -l|--list -a|--list-all -s|--silent -f|--force "
            "-w|--watch -p|--parallel -o|--output= -y|--yes -C|--concurrency= -v|--verbose --summary --status -x"
        ),
        "operands": "text*",
    },
    "invoke": {
        "options": "-c|--collection=exec -r|--search-root=cwd -f|--config=read -l|--list -e|--echo -R|--dry",
        "operands": "text*",
    },
    "inv": "invoke",
    "gulp": {"options": "-f|--gulpfile=exec --cwd=cwd -r|--require=exec", "operands": "text*"},
    "ninja": {"options": "-C=cwd -f=exec -j= -k= -l= -n -v -d= -t= -w= --version --quiet", "operands": "text*"},
    "samu": "ninja",
    "meson": {
        "sub": {
            "setup|configure": {
                "operands": "write read?",
                "options": (
                    "-D= --buildtype= --prefix=write --cross-file=read --native-file=read --wipe --reconfigure "
                    "--backend="
                ),
            },
            "compile": {"options": "-C=cwd -j= -v --clean", "operands": "text*"},
            "test": {
                "options": "-C=cwd --wrap|--wrapper=program --gdb --repeat= --suite= -v --print-errorlogs",
                "operands": "text*",
            },
            "install": {"options": "-C=cwd --destdir=write", "operands": "text*"},
            "*": {"operands": "text*"},
        },
    },
    "cmake": {
        "options": (
            "-S=read -B=write -C=exec -D= -U= -G= -T= -A= --toolchain=exec --install-prefix=write --preset=? "
            "--build=write --target|-t= -j|--parallel=? --config= --clean-first --install=write --prefix=write "
            "--component= --open= -P=exec -E -L -N --graphviz=write --fresh --log-level= --trace "
            "--debug-output --workflow -v|--verbose --list-presets=? -W="
        ),
        "operands": "read*",
        "operands_if": {"-E": "argv", "--build|--install|-P": "text*"},
    },
    "ccmake": "cmake",
    "ctest": {
        "options": (
            "-C= -R= -E= -L= -j|--parallel= -V -VV --output-on-failure --test-dir=cwd -S=exec -N --repeat= "
            "--timeout= -T= --preset= --build-and-test -D= --rerun-failed --output-junit=write -I= "
            "--schedule-random"
        ),
        "operands": "text*",
    },
    "cpack": {"operands": "text*", "options": "-G= -C= -B=write --config=read -D="},
    "bazel": {
        "options": "--output_base=write --output_user_root=write --bazelrc=exec --host_jvm_args=",
        "sub": {
            "run": {
                "options": "--config= -c= --run_under=command --script_path=write",
                "operands": "text*",
                "posix": True,
            },
            (
                "build|test|coverage|fetch|mobile-install|print_action|aquery|cquery|query|info|version|help|"
                "analyze-profile|mod|dump"
            ): {
                "options": (
                    "--config= -c= --test_output= --test_filter= --jobs= --remote_cache=url --remote_executor=url "
                    "--run_under=command"
                ),
                "operands": "text*",
            },
            "clean|shutdown|sync|canonicalize-flags": {"options": "--expunge", "operands": "text*"},
        },
    },
    "bazelisk": "bazel",
    "scons": {"options": "-f=exec -C=cwd -j= -c|--clean -Q -s", "operands": "text*"},
    "gradle": {
        "options": (
            "-p|--project-dir=cwd -b|--build-file=exec -c|--settings-file=exec -I|--init-script=exec "
            "-g|--gradle-user-home=write -D|--system-prop= -P|--project-prop= -x|--exclude-task= -q|--quiet "
            "-i|--info -d|--debug -s|--stacktrace -S --offline --no-daemon --daemon --stop --parallel --continue "
            "--build-cache --no-build-cache --scan --rerun-tasks --refresh-dependencies --console= --include-build= "
            "--max-workers= -m|--dry-run -t|--continuous --tests= --warning-mode= --configuration-cache "
            "--write-locks -a -w"
        ),
        "operands": "text*",
    },
    "gradlew": "gradle",
    "mvn": {
        "options": (
            "-f|--file=exec -s|--settings=read -gs= -D|--define= -P|--activate-profiles= -pl|--projects= "
            "-am|--also-make -amd -B|--batch-mode -q|--quiet -X|--debug -e|--errors -o|--offline "
            "-U|--update-snapshots -T|--threads= -N|--non-recursive -rf|--resume-from= -fae -ff -fn -C -c "
            "-l|--log-file=write -t|--toolchains=read -ntp|--no-transfer-progress -V|--show-version -v|--version"
        ),
        "operands": "text*",
    },
    "mvnw": "mvn",
    "mvnd": "mvn",
    "ant": {
        "style": "single",
        "options": (
            "-f|-file|-buildfile=exec -D= -lib=read -v -q -logfile=write -listener= -propertyfile=read -p "
            "-projecthelp -autoproxy -main="
        ),
        "operands": "text*",
    },
    "gcc": {
        "options": (
            "-o=write -c -S -E -g -O=? -I=read -L=read -l= -D= -U= -W=? -f= -m= -x= -std= -shared -static -pthread "
            "-wrapper=commas -specs=exec -B=exec -include=read -isystem=read -MF=write -MT= -MD -MMD -MP -T=read "
            "-Xlinker= -Xpreprocessor= -Xassembler= -e= -u= -z= -fplugin= -pie -v -w --sysroot=read -rdynamic "
            "-nostdlib -save-temps -pipe -ansi -pedantic"
        ),
        "style": "single",
        "operands": "read*",
    },
    "g++": "gcc",
    "cc": "gcc",
    "c++": "gcc",
    "clang": "gcc",
    "clang++": "gcc",
    "tcc": {"options": "-run=script -o=write -c -I= -L= -l= -D= -g -b", "style": "single", "operands": "read*"},
    "ld": {
        "options": (
            "-o=write -L=read -l= -T=read -shared -static -e= -r -s -z= -rpath= -soname= --dynamic-linker= -plugin=exec"
        ),
        "style": "single",
        "operands": "read*",
    },
    "as": {"options": "-o=write -g -I=", "operands": "read*"},
    "nm": {"operands": "read*", "read_only": True},
    "objdump": {
        "options": "-d -D -S -s -t -T -x -h -p -r -R -C -j= -M= -m= -b=",
        "operands": "read*",
        "read_only": True,
    },
    "readelf": {"operands": "read*", "read_only": True},
    "ldd": {"operands": "exec*"},
    "otool": {"operands": "read*", "read_only": True},
    "size": {"operands": "read*", "read_only": True},
    "strip": {"options": "-s -g -x -o=write -K= -N= -R=", "operands": "write*"},
    "objcopy": {"operands": "read write?"},
    "xcodebuild": {
        "style": "single",
        "options": (
            "-project=read -workspace=read -scheme= -configuration= -destination= -sdk= -derivedDataPath=write "
            "-archivePath=write -exportPath=write -exportOptionsPlist=read -resultBundlePath=write -quiet "
            "-allowProvisioningUpdates -list -showsdks"
        ),
        "operands": "text*",
    },
    "xcrun": {
        "kind": "wrapper",
        "options": "--sdk= --toolchain= -f|--find -l|--log -r|--run -v|--verbose --show-sdk-path --show-sdk-version",
        "operands": "argv",
        "operands_if": {"-f|--find": "text*"},
    },
    "rspec": {
        "options": (
            "-r|--require=exec -I=read -O|--options=read -f|--format= -o|--out=write -e|--example= -t|--tag= "
            "--seed= --order= -P= -c -b --fail-fast=? --only-failures"
        ),
        "operands": "text*",
    },
    "k6": {
        "sub": {
            "run": {"operands": "script text*", "network": True, "options": "-u= -d= -e= -o="},
            "*": {"operands": "text*"},
        },
    },
    "ab": {
        "options": "-n= -c= -t= -p=sendfile -u=sendfile -T= -H= -A= -k -e=write -g=write",
        "operands": "url",
        "network": True,
    },
    "wrk": {"options": "-t= -c= -d= -s=exec -H= --latency --timeout=", "operands": "url", "network": True},
    "hey": {
        "options": "-n= -c= -q= -z= -m= -H= -d=upload_text -D=sendfile -T= -a= -x=",
        "operands": "url",
        "network": True,
    },
    "hyperfine": {
        "options": (
            "-w|--warmup= -m|--min-runs= -M|--max-runs= -r|--runs= -s|--setup=command -p|--prepare=command "
            "-c|--cleanup=command -C|--conclude=command -P|--parameter-scan=text,text -L|--parameter-list=text,text "
            "-S|--shell=program -N -i|--ignore-failure --export-json=write --export-markdown=write "
            "--export-csv=write -n|--command-name= --output= --input=read --style= -u= -D= --reference=command"
        ),
        "operands": "code:shell*",
    },
}
