"""Which family knows a program. Generated from the tables: see FORMAT.md."""

from __future__ import annotations

# One string a family: it loads in no time, and a search for ` name ` finds the program.
# fmt: off
FAMILIES: dict[str, str] = {
    "agents": (
        " aider claude codex cursor-agent gemini opencode policyhooks "
    ),
    "archives": (
        " 7z 7za 7zr 7zz ar atool brotli brunzip bsdtar bunzip2 bzcat bzip2 compress cpio dpkg-deb dtrx "
        "funzip gtar gunzip gzcat gzip lbzip2 lsar lz4 lz4cat lzcat lzma mksquashfs p7zip pax pbzip2 pigz "
        "ranlib rar rpm2cpio shar star tar unar uncompress unlz4 unlzma unpigz unrar unsquashfs unxz "
        "unzip unzstd xar xz xzcat zip zipinfo zstd zstdcat "
    ),
    "builders": (
        " ab ant as bazel bazelisk bmake c++ cc ccmake clang clang++ cmake cpack ctest g++ gcc gmake "
        "gradle gradlew gulp hey hyperfine inv invoke just k6 ld ldd make meson mvn mvnd mvnw ninja nm "
        "nmake objcopy objdump otool readelf remake rspec samu scons size strip task tcc wrk xcodebuild "
        "xcrun "
    ),
    "builtins": (
        " - . : [ alias autoload bg bind break builtin caller cd command compgen complete continue coproc "
        "declare dirs disown echo emulate enable eval exec exit export false fc fg getopts hash help "
        "history jobs kill let local logout mapfile nocorrect noglob popd printf pushd pwd read readarray "
        "readonly return sched set shift shopt source suspend test times trap true type typeset ulimit "
        "umask unalias unset wait whence where which zle zmodload "
    ),
    "checkers": (
        " actionlint autoflake autopep8 black clang-format cookiecutter coverage flake8 hadolint isort "
        "lualatex mkdocs mypy pandoc pdflatex py.test pylint pytest pyupgrade rubocop ruff rustfmt "
        "shellcheck shfmt sphinx-build xelatex yamllint yapf "
    ),
    "cloud": (
        " aws awslocal az azcopy bq eb gcloud gsutil mc s3cmd "
    ),
    "clusters": (
        " argocd eksctl flux helm helmfile k k3s k9s kind kops kubeadm kubectl kubectx kubens kustomize "
        "minikube oc skaffold stern "
    ),
    "containers": (
        " buildah crictl ctr docker docker-compose finch nerdctl podman podman-compose skopeo "
    ),
    "encodings": (
        " ascii2uni b2sum b3sum base32 base64 basenc caesar cksum gbase64 hd hexdump iconv md5 md5sum od "
        "qprint recode rot13 sha1sum sha224sum sha256 sha256sum sha384sum sha512sum shasum strings sum "
        "uudecode uuencode xxd "
    ),
    "files": (
        " chattr chcon chflags chgrp chmod chown copy copyfiles cp cpx csplit dcfldd dd ddrescue del "
        "del-cli detox ditto dos2unix erase fallocate fswatch gcp gdd getcap getfacl getfattr ginstall "
        "gmv grm gtee icacls inotifywait install link ln lsattr make-dir md mkdir mkdirp mkfifo mknod "
        "mktemp mmv move mv ncp patch rd ren rename rimraf rm rmdir robocopy setcap setfacl setfattr "
        "shred shx split sponge srm stow symlink sync takeown tee tempfile touch trash trash-empty "
        "trash-put truncate unix2dos unlink wipe xattr xcopy "
    ),
    "find": (
        " ack ag ast-grep bfs bzgrep cloc dasel dust egrep fd fdfind fgrep find fzf gfind ggrep gojq grep "
        "gxargs jaq jq locate mdfind mlocate ncdu parallel pcregrep plocate rg scc semgrep sg skim tokei "
        "ugrep xargs xmllint xq xzgrep yq zegrep zgrep "
    ),
    "git": (
        " git "
    ),
    "go": (
        " air dlv go gofmt gofumpt goimports golangci-lint gotestsum govulncheck protoc "
    ),
    "infrastructure": (
        " ansible ansible-galaxy ansible-inventory ansible-playbook ansible-vault cdk cdktf chef-client "
        "consul knife nomad packer pulumi puppet salt salt-call sam terraform terragrunt tofu vault "
    ),
    "interpreters": (
        " awk babel-node coffee deno ed esno gawk goawk gsed ipython irb jruby jython lua luajit mawk "
        "micropython nawk node nodejs original-awk perl php py pypy pypy3 python python2 python3 rails "
        "rake red ruby sage sed ssed texlua ts-node tsx vite-node "
    ),
    "javascript_tools": (
        " babel biome c8 cypress electron esbuild eslint jest mocha ncu npm-check-updates nyc playwright "
        "prettier rollup tsc tsup vite vitest vue-tsc webpack "
    ),
    "known": (
        " ansible-console ansible-lint apt-mark artisan astro atlas attrib autoconf automake autoreconf "
        "ava bandit basedpyright behave bore boundary buck2 buf carthage changeset checkov circleci "
        "clang-tidy codecov codesign codespell commitlint configure copier copilot cppcheck crane credo "
        "cspell csvcut cucumber datadog-ci dbmate depcheck detect-secrets detekt django-admin dmypy "
        "dprint drizzle-kit eas electron-builder expo factor flyway fx gatsby gettext ghcup git-crypt "
        "git-lfs gitk gitleaks goose goreleaser graphql-codegen grunt hub hugo husky install_name_tool "
        "interrogate istioctl jasmine jekyll jira k3d kaggle karma knex knip ko ktlint latexmk lein "
        "libtool license-checker lint-imports liquibase llm locust madge mage markdownlint "
        "markdownlint-cli2 microk8s migrate mlr modal neonctl next ng np nuxi nuxt ollama "
        "openapi-generator oras orb oxlint pants parcel patch-package pest php-cs-fixer phpcbf phpcs "
        "phpstan phpunit pint pkg-config planetscale plop psalm pscale pydocstyle pyre pyright "
        "react-native react-scripts rebar3 release-it remix render robot rush rustup-init rvm s5cmd "
        "safety sbt scala-cli semantic-release sentry-cli sequelize slack snyk standard standard-version "
        "standardrb start-server-and-test staticcheck storybook stripe stylelint swc swiftc swiftformat "
        "swiftlint tap taplo tea tflint tfsec tig trivy trufflehog tslint turso twilio ty typeorm typos "
        "unittest vale vue-cli-service vulture waf wireit xmake xo yes yo "
    ),
    "language_packages": (
        " brew cabal choco code codium conan cursor dart dotnet flutter guix luarocks mas mix nix "
        "nix-build nix-env nix-shell nuget opam pod port scoop sdk stack swift vcpkg winget "
    ),
    "languages": (
        " R Rscript automator bb bc celery clisp clj clojure crystal d8 dc elixir erl escript expect "
        "flask gforth ghc ghci gjs groovy guile gunicorn iex jar java javac jbang jsc jshell julia "
        "jupyter kotlin kotlinc m4 manage.py matlab nim ocaml octave osascript papermill qjs racket "
        "runghc runhaskell sbcl scala streamlit swipl tclsh uvicorn v wasmtime wish zig zx "
    ),
    "launchers": (
        " aws-okta aws-vault bear busybox catatonit ccache cgexec chamber chpst coreutils cpulimit "
        "cross-env cross-env-shell daemonize direnv distcc dockerize doppler dotenv dotenvx dumb-init "
        "env-cmd envchain envdir firejail flock icecc infisical ld-linux-aarch64.so.1 "
        "ld-linux-x86-64.so.2 ld-linux.so.2 ld-musl-aarch64.so.1 ld-musl-x86_64.so.1 ld.so op retry "
        "rlwrap scan-build sccache setlock softlimit sops start-stop-daemon tini toybox trickle "
        "wait-for-it wait-for-it.sh wine winpty with-contenv "
    ),
    "names": (
        " arping chisel cloudflared croc dig dog doggo drill fping ftp getent host hping3 kdig lftp "
        "localtunnel lt magic-wormhole mail mailx masscan msmtp mtr mutt ncftpput neomutt ngrok nmap "
        "nslookup ping ping6 resolvectl sendmail smbclient swaks tailscale tcpdump tftp tracepath "
        "traceroute transfer tshark whois wormhole "
    ),
    "namespaces": (
        " arch-chroot bwrap chroot colima incus ip lima limactl lxc lxc-attach machinectl multipass "
        "nsenter proot qemu-system-x86_64 runc schroot systemd-nspawn unshare vagrant virsh "
    ),
    "network": (
        " autossh clush et mosh nc nc.openbsd nc.traditional ncat netcat pdsh pssh rclone rsync scp sftp "
        "slogin socat ssh ssh-add ssh-agent ssh-copy-id ssh-keygen ssh-keyscan sshpass telnet "
    ),
    "node_packages": (
        " bun bunx npm npx pnpm pnpx yarn yarnpkg "
    ),
    "node_tools": (
        " concurrently corepack degit fnm forever http-server json-server lerna lint-staged live-server n "
        "nodemon npm-run-all nvm nx pm2 run-p run-s serve tiged turbo volta wait-on "
    ),
    "packages": (
        " add-apt-repository apk apt apt-cache apt-get apt-key aptitude dnf dnf5 dpkg dpkg-query "
        "dpkg-reconfigure emerge flatpak microdnf opkg pacman paru rpm snap xbps-install yay yum zypper "
    ),
    "platforms": (
        " act alembic doctl firebase fly flyctl gh glab heroku hf huggingface-cli netlify now prisma "
        "railway supabase vercel wrangler "
    ),
    "python_packages": (
        " pip pip3 pipx poetry uv uvx "
    ),
    "python_tools": (
        " asdf conda easy_install flit hatch mamba micromamba mise nox pdm pip-audit pip-compile pip-sync "
        "pipenv pixi pre-commit prek pyenv rtx rye tox twine virtualenv "
    ),
    "ruby_php": (
        " bundle bundler composer cpan cpanm gem pear pecl rbenv "
    ),
    "rust": (
        " cargo rustc rustup "
    ),
    "shells": (
        " ash bash cmd command.com csh dash elvish fish ksh ksh93 lksh loksh mksh nu oksh osh pdksh posh "
        "powershell pwsh rbash rc sh tcsh wsl xonsh yash zsh "
    ),
    "texts": (
        " basename bat batcat cat cmp colordiff column comm cut delta df diff diff3 dir dirname du "
        "envsubst exa expand expr eza file fmt fold gcat gdiff ghead gls grealpath gsort gtail head join "
        "jot l la less lesspipe ll look ls lsd more most nl nproc numfmt paste pr pv readlink realpath "
        "rev sdiff seq shuf sort stat tac tail tr tree tsort unexpand uniq vdir view wc zcat zless zmore "
    ),
    "transfer": (
        " aria2c axel curl curlie elinks grpcurl http httpie https hurl links lynx w3m websocat wget "
        "wget2 wscat xh xhs "
    ),
    "versioning": (
        " bfg git-filter-repo hg jj lazygit svn "
    ),
    "wrappers": (
        " arch caffeinate capsh catchsegv chronic chrt dbus-launch dbus-run-session doas eatmydata env "
        "fakechroot fakeroot faketime gosu gtime gtimeout i386 ifne ionice linux32 linux64 nice nocache "
        "nohup numactl pkexec printenv prlimit proxychains proxychains4 renice runuser setarch setpriv "
        "setsid stdbuf su su-exec sudo sudoedit systemd-inhibit taskset time timeout torify torsocks "
        "tsocks uname26 unbuffer x86_64 xvfb-run "
    ),
}
DANGEROUS: str = (
    " aider ansible autossh bfg chattr chef-client chflags chgrp chisel chmod chown chroot claude "
    "cloudflared codex cursor-agent dcfldd dd ddrescue del del-cli doas erase gdd gemini "
    "git-filter-repo grm icacls kill kubeadm masscan mknod ngrok nmap nsenter opencode pkexec "
    "policyhooks puppet rd rimraf rm robocopy runuser salt salt-call setcap setfacl shred slogin srm "
    "ssh su sudo sudoedit takeown trash-empty truncate unlink unshare wipe "
)
# fmt: on
