"""The Rust tool chain."""

PROGRAMS = {
    "cargo": {
        "package": "cargo",
        "options": (
            "-C=cwd --config=config --color= -v|--verbose -vv -q|--quiet --frozen --locked --offline -Z= --list "
            "--explain= -V|--version +nightly +stable +beta"
        ),
        "config": {
            "build.rustc": "program",
            "build.rustc-wrapper": "program",
            "build.rustc-workspace-wrapper": "program",
            "build.rustdoc": "program",
            "target.*.linker": "program",
            "target.*.runner": "program",
            "target.*.rustflags": "text",
            "alias.*": "text",
            "registries.*.index": "url",
            "source.*.registry": "url",
            "credential-alias.*": "text",
            "registry.global-credential-providers": "text",
            "http.proxy": "url",
            "net.git-fetch-with-cli": "text",
        },
        "sub": {
            (
                "build|b|check|c|clippy|test|t|bench|doc|d|rustc|rustdoc|fix|nextest|llvm-cov|tarpaulin|miri|fuzz|"
                "criterion|hack|expand|tauri|leptos|dylint|semver-checks|udeps|machete|public-api"
            ): {
                "options": (
                    "-p|--package= --workspace --all --exclude= -j|--jobs= --lib --bins --bin= --examples "
                    "--example= --tests --test= --benches --bench= --all-targets -r|--release --profile= "
                    "-F|--features= --all-features --no-default-features --target= --target-dir=write "
                    "--out-dir=write --artifact-dir=write --manifest-path=read --message-format= --no-run "
                    "--no-fail-fast --doc --open --fix --allow-dirty --allow-staged --keep-going --timings=?"
                ),
                "operands": "text*",
            },
            "run|r": {
                "options": (
                    "-p|--package= --bin= --example= -r|--release --profile= -F|--features= --all-features "
                    "--no-default-features --target= --target-dir=write --manifest-path=read -j|--jobs= "
                    "--message-format="
                ),
                "operands": "text*",
                "posix": True,
            },
            "install": {
                "package_op": "install",
                "options": (
                    "--version|--vers= --git=url --branch= --tag= --rev= --path=package --index=index --registry= "
                    "--root=write -f|--force --no-track --bin= --bins --example= --debug --profile= --target= "
                    "-j|--jobs= -F|--features= --all-features --no-default-features --list --locked --dry-run"
                ),
                "operands": "package*",
                "network": True,
            },
            "binstall": {
                "package_op": "install",
                "options": "-y|--no-confirm --version= --force --git=url --root=write --locked",
                "operands": "package*",
                "network": True,
            },
            "add": {
                "package_op": "install",
                "options": (
                    "--dev --build --optional --no-optional --rename= --path=read --git=url --branch= --tag= --rev= "
                    "--registry= -F|--features= --no-default-features -p|--package= --dry-run --manifest-path=read"
                ),
                "operands": "package*",
                "network": True,
            },
            "remove|rm|uninstall": {
                "package_op": "uninstall",
                "options": "--dev --build -p|--package=",
                "operands": "package*",
            },
            "update|upgrade|fetch|generate-lockfile|vendor": {
                "package_op": "update",
                "options": (
                    "-p|--package= --precise= --aggressive --dry-run -w|--workspace --recursive "
                    "--manifest-path=read --target="
                ),
                "operands": "package*",
                "network": True,
            },
            "publish": {
                "package_op": "publish",
                "options": (
                    "--index=index --registry= --token= --no-verify --allow-dirty -p|--package= --dry-run|-n "
                    "--workspace --all-features --features|-F= --manifest-path=read --target= --exclude= -j|--jobs="
                ),
                "read_only_if": "--dry-run",
                "operands": "text*",
                "network": True,
            },
            "yank|owner|login|logout": {
                "options": "--version= --undo --index=index --registry= --token= -a|--add= -r|--remove= -l|--list",
                "operands": "text*",
                "network": True,
            },
            "watch": {
                "options": (
                    "-x|--exec= -s|--shell=command -c|--clear -w|--watch=read -i|--ignore= -q -d= -N --why "
                    "-C|--workdir=cwd --use-shell=program --env-file=use"
                ),
                "operands": "argv",
            },
            "new|init": {"options": "--bin --lib --name= --edition= --vcs= --registry=", "operands": "write?"},
            "clean": {
                "options": "-p|--package= -r|--release --profile= --target= --target-dir=delete --doc --dry-run|-n",
                "touches": {"!--target-dir&!--dry-run": "delete:target"},
                "read_only_if": "--dry-run",
            },
            "fmt": {
                "options": "--all --check -p|--package= --manifest-path=read --message-format=",
                "operands": "text*",
                "read_only_if": "--check",
            },
            (
                "tree|metadata|search|info|locate-project|pkgid|verify-project|version|help|read-manifest|report|"
                "deny|audit|outdated|about|bloat|geiger|msrv|package|pack"
            ): {
                "operands": "text*",
                "options": "--format-version= --no-deps -i|--invert= --depth= -e= -p= --list",
                "read_only": True,
            },
            "xtask": {"operands": "text*"},
        },
    },
    "rustup": {
        "options": "-v -q +nightly +stable",
        "sub": {
            "run": {"options": "--install", "operands": "text argv"},
            "update|install|default|self|uninstall|override|set|component|target|toolchain|add": {
                "operands": "text*",
                "network": True,
            },
            "show|which|doc|man|help|check|completions": {"operands": "text*", "read_only": True},
        },
    },
    "rustc": {
        "options": (
            "-C|--codegen=rustcflag -o=write --crate-name= --crate-type= --edition= -L= -l= --emit= --out-dir=write "
            "--target= -O -g --cfg= --extern= -W= -A= -D= -F= --cap-lints= -Z= --print= --test -v --error-format="
        ),
        "operands": "read*",
        "prints_place": "sysroot",
    },
}
