"""Compilers, bundlers, test runners and linters of JavaScript."""

PROGRAMS = {
    "jest": {
        "options": (
            "-c|--config=exec --coverage=? -w|--maxWorkers= -t|--testNamePattern= -i|--runInBand -o|--onlyChanged "
            "-u|--updateSnapshot --watch --watchAll=? --ci --silent --verbose --passWithNoTests --rootDir=cwd "
            "--testPathPattern= --testPathPatterns= --setupFilesAfterEnv=exec --globalSetup=exec --runner=exec "
            "--testRunner=exec --reporters= --json --outputFile=write --forceExit --detectOpenHandles --bail=? "
            "--no-cache --selectProjects= --shard="
        ),
        "operands": "text*",
    },
    "vitest": {
        "options": (
            "-c|--config=exec -r|--root=cwd -u|--update -w|--watch -t|--testNamePattern= --coverage --coverage.*= "
            "--ui --reporter= --outputFile=write --dir=read --globals --environment= --passWithNoTests --run "
            "--silent --shard= --project= --bail="
        ),
        "sub": {"run|watch|dev|bench|list|related|typecheck|init": {"operands": "text*"}},
        "operands": "text*",
    },
    "mocha": {
        "options": (
            "-r|--require=exec --import=exec --config=exec -t|--timeout= -g|--grep= -f= -R|--reporter= -w|--watch "
            "-b|--bail --recursive --exit -s= -u= --spec= --file=exec --package=read -p -j= --extension="
        ),
        "operands": "text*",
    },
    "cypress": {
        "sub": {
            "run|open": {
                "options": (
                    "-s|--spec= -b|--browser=program -C|--config-file=exec -e|--env= --headed --record -k|--key= "
                    "-P|--project=cwd -r= -c|--config= --component --e2e"
                ),
                "operands": "text*",
            },
            "*": {"operands": "text*"},
        },
    },
    "playwright": {
        "sub": {
            "test": {
                "options": (
                    "-c|--config=exec --project= --headed -g= --reporter= --ui --debug -j|--workers= --retries= "
                    "--shard= --trace= --update-snapshots -u --grep="
                ),
                "operands": "text*",
            },
            "install|install-deps|uninstall": {
                "options": "--with-deps --force --dry-run",
                "operands": "text*",
                "network": True,
            },
            "codegen|open|screenshot|pdf|cr|ff|wk": {"operands": "url? write?", "network": True},
            "show-report|show-trace|merge-reports": {"operands": "text*"},
        },
    },
    "nyc": {
        "kind": "wrapper",
        "options": (
            "-r|--reporter= --all --include= -x|--exclude= --check-coverage --report-dir=write --temp-dir=write "
            "--cwd=cwd -s|--silent --require=exec --nycrc-path=read --lines= --branches= --functions= --clean=? -e="
        ),
        "operands": "argv",
    },
    "c8": {
        "kind": "wrapper",
        "options": (
            "-c|--config=read -r|--reporter= -o|--reports-dir=write --all --src= -n|--include= -x|--exclude= "
            "--check-coverage --lines= --branches= --functions= --temp-directory=write"
        ),
        "operands": "argv",
    },
    "tsc": {
        "options": (
            "-p|--project=read -b|--build -w|--watch --noEmit --outDir=write --outFile=write --declaration -d "
            "--target|-t= --module|-m= --strict --skipLibCheck --init --listFiles --pretty --incremental "
            "--rootDir=read --jsx= --lib= --types= --moduleResolution= --declarationDir=write "
            "--tsBuildInfoFile=write --showConfig --plugins="
        ),
        "operands": "read*",
    },
    "vue-tsc": "tsc",
    "tsup": {"operands": "read*"},
    "esbuild": {
        "options": (
            "--bundle --outfile=write --outdir=write --minify --sourcemap=? --watch=? --servedir=read --platform= "
            "--format= --target= --loader:* --define:* --external:* --tsconfig=read"
        ),
        "operands": "read*",
    },
    "webpack": {
        "options": "-c|--config=exec --mode= -w|--watch --env= -o|--output-path=write --progress",
        "sub": {"build|bundle|b|serve|server|s|watch|w|info|init": {"operands": "text*"}},
        "operands": "text*",
    },
    "rollup": {
        "options": "-c|--config=?exec -i|--input=read -o|--file=write -d|--dir=write -f= -w -p|--plugin=exec -m",
        "operands": "read*",
    },
    "vite": {
        "options": "-c|--config=exec --base= -l= -m|--mode= --host=? --port= --outDir=write --open=? --force",
        "sub": {"build|dev|serve|preview|optimize": {"operands": "text*"}},
        "operands": "text*",
    },
    "babel": {
        "options": "-o|--out-file=write -d|--out-dir=write -w --config-file=exec --presets= --plugins= -x= --ignore=",
        "operands": "read*",
    },
    "electron": {"options": "-r|--require=exec --inspect=?", "operands": "exec text*"},
    "eslint": {
        "options": (
            "-c|--config=exec --fix --fix-dry-run --fix-type= --ext= --rulesdir=exec --plugin= "
            "--resolve-plugins-relative-to=exec -f|--format=exec -o|--output-file=write --max-warnings= "
            "--ignore-path=read --ignore-pattern= --cache --cache-location=write --no-eslintrc --parser=exec "
            "--parser-options= --rule= --env= --global= --quiet --debug --stdin --stdin-filename= "
            "--report-unused-disable-directives --init --print-config= --flag="
        ),
        "operands": "read*",
        "operands_if": {"--fix": "write*"},
        "read_only": True,
        "changes": "--fix|-o|--output-file|--init",
    },
    "prettier": {
        "options": (
            "-c|--check -l|--list-different -w|--write --config=exec --no-config --ignore-path=read --plugin=exec "
            "--parser= --loglevel|--log-level= --stdin-filepath= --cache --cache-location=write --tab-width= "
            "--print-width= -u"
        ),
        "operands": "read*",
        "operands_if": {"-w|--write": "write*"},
        "read_only": True,
        "changes": "-w|--write",
    },
    "biome": {
        "sub": {
            "check|lint|format|ci|migrate|search|init|explain|rage|start|stop": {
                "options": "--write --fix --apply --unsafe --config-path=read --staged --changed",
                "operands": "text*",
            },
        },
    },
    "npm-check-updates": {"operands": "text*", "network": True},
    "ncu": "npm-check-updates",
}
