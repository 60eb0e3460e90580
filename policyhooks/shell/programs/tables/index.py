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
    "backups": (
        " borg restic velero "
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
    "databases": (
        " clickhouse-client cockroach cqlsh createdb createuser cypher-shell dropdb dropuser duckdb "
        "etcdctl initdb kafka-configs kafka-configs.sh kafka-console-consumer kafka-console-producer "
        "kafka-consumer-groups kafka-consumer-groups.sh kafka-topics kafka-topics.sh kcat ldapdelete "
        "ldapmodify ldapsearch litecli mariadb mariadb-dump memcached-tool mongo mongodump mongoexport "
        "mongoimport mongorestore mongosh mosquitto_pub mosquitto_sub mycli mysql mysqladmin mysqldump "
        "mysqlimport pg_ctl pg_dump pg_dumpall pg_isready pg_restore pgcli psql rabbitmqctl redis-cli "
        "snowsql sqlcmd sqlite sqlite3 sqlplus usql vacuumdb valkey-cli "
    ),
    "editors": (
        " augtool crudini ctags editor emacs emacsclient etags ex gedit gvim helix hx idea jed joe kak "
        "mcedit micro nano notepad nvim pico rvim sensible-editor subl textedit vi vidir vim vimdiff zed "
    ),
    "encodings": (
        " ascii2uni b2sum b3sum base32 base64 basenc caesar cksum gbase64 hd hexdump iconv md5 md5sum od "
        "qprint recode rot13 sha1sum sha224sum sha256 sha256sum sha384sum sha512sum shasum strings sum "
        "uudecode uuencode xxd "
    ),
    "environments": (
        " aactivator atuin dircolors docker-machine envman goenv java_home jenv keychain lesspipe.sh "
        "llvm-config mcfly navi nodenv oh-my-posh perlbrew pg_config phpenv plenv pyenv-virtualenv-init "
        "register-python-argcomplete register-python-argcomplete3 starship swiftenv tfenv thefuck zoxide "
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
        "gxargs jaq jq locate mdfind mlocate ncdu parallel pcregrep plocate rg scc sem semgrep sg skim "
        "tokei ugrep xargs xmllint xq xzgrep yq zegrep zgrep "
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
        " awk babel-node cProfile coffee deno ed esno gawk goawk gsed ipython irb jruby jython lua luajit "
        "mawk micropython nawk node nodejs original-awk pdb perl php profile py pypy pypy3 python python2 "
        "python3 rails rake red ruby runpy sage sed ssed texlua trace ts-node tsx vite-node "
    ),
    "javascript_tools": (
        " babel biome c8 cypress electron esbuild eslint jest mocha ncu npm-check-updates nyc playwright "
        "prettier rollup tsc tsup vite vitest vue-tsc webpack "
    ),
    "known": (
        " Get-Process acpi agda airflow amplify anacron ansible-console ansible-lint antora api-extractor "
        "apollo appium apropos apt-mark arp artisan asciidoctor astro atlas atop atrm attrib "
        "auto-changelog autoconf automake autoreconf ava axe backstop bandit basedpyright bats bcp behat "
        "behave bigquery blitz blkid bore boundary brakeman brctl btop buck2 buf buildkite-agent "
        "bump2version bumpversion bundle-audit bundlesize caja cal capacitor capistrano carthage carton "
        "chainsaw changeset cheat check-manifest checkov chfn chromatic circleci clang-tidy clear "
        "clickhouse clip cmctl cmdkey cobalt codecept codeceptjs codecov codesign codespell cog combine "
        "commitizen commitlint compodoc concourse configure conftest conventional-changelog copier "
        "copilot coq cordova cosign cosmic-ray cpm cppcheck crane credo cspell csvcut ct cucumber "
        "custodian cyclonedx cygpath cython cythonize cz d2 dagger dagster danger datadog-ci datree "
        "dbmate dbt dbus-send depcheck dependabot dependency-check depmod deptrac deptry detect-secrets "
        "detekt devspace directus django-admin dmidecode dmypy docsify documentation docusaurus doxygen "
        "dprint drizzle-kit drone drupal drush dune dvc dzil earthly eas elasticdump electron-builder "
        "eleventy elm elm-test ember errcheck errno esy ethtool expo f2py factor fastlane figlet findmnt "
        "flower flyway free fullrelease futhark fx garden gatsby gdbus getconf gettext ghcup git-cliff "
        "git-crypt git-lfs gitbook gitk gitleaks gitlint gleam gocyclo goose goreleaser gosec gpgconf "
        "gqlgen graphql-codegen great_expectations gridsome groups grunt grype hasura hdiutil hexo honkit "
        "hostid htop hub huey hugo husky hwinfo idris ifconfig ineffassign infection influx infocmp "
        "install_name_tool interrogate inxi ionic ioreg iostat iotop ipconfig ipcs istioctl isutf8 "
        "iwconfig jasmine javacc jazzy jekyll jenkins jira jsdoc jupytext k3d kaggle kamal karma kedro "
        "keystone keytool knex knip ko koka ktlint kube-linter kube-score kubeconform kubeseal kubeval "
        "lake laravel last lastlog latexmk lean lefthook lein lerna-changelog lhci libtool "
        "license-checker lighthouse lint-imports liquibase llm locale locale-gen localectl locust loki "
        "lsb_release lsblk lscpu lshw lsipc lsirq lslocks lslogins lsmem lsmod lsns lspci lstopo lsusb "
    ),
    "known_further": (
        " Select-String Write-Host Write-Output madge mage magento markdownlint markdownlint-cli2 maturin "
        "mdbook mdformat medusa meteor microbundle microk8s migrate ministat mint misspell mlflow mlr "
        "mockery mockgen modal mpstat mutmut nancy nats nbdev nbstripout ncc neo4j-admin neofetch neonctl "
        "nest nestjs netstat neutralino nexe next ng ng-packagr nightwatch nmcli nose2 nosetests "
        "notify-send np npm-check nuitka nuxi nuxt nvidia-smi oapi-codegen octopus odin okteto ollama opa "
        "openapi-generator openapi-typescript oras orb orval osv-scanner overcommit ovsx oxlint pa11y "
        "pants parcel patch-package payload pbcopy percy periphery perlcritic perltidy pest phan "
        "php-cs-fixer phpcbf phpcs phpdoc phpmd phpstan phpunit phpunit-watcher pidof pint pip-licenses "
        "pipdeptree pkg-config planetscale plop plutil pluto pm-suspend pmap pmset polaris popeye "
        "postgraphile preconstruct prefect protoc-gen-go protolint protractor prove psalm pscale pstree "
        "puma purs pwdx pydocstyle pyinstaller pyproject-build pyre pyright pyroma quarto rabbitmqadmin "
        "rackup radon raku rakudo ratchet rbs rcodesign rdoc react-native react-scripts rebar3 rector "
        "redocly redwood reek regal relay-compiler release-it remix render renovate reset resque revive "
        "robot rq rubycritic rush rustdoc rustup-init rvm s5cmd safety sails sar say sbt scala-cli "
        "schedule-builder scikit-build scrapy scutil semantic-release sensors sentry-cli sequelize "
        "serverless setup-envtest setup.py sidekiq simctl size-limit slack slather sls snyk solargraph "
        "sorbet source-map-explorer sourcery spago spark spectral sphinx-apidoc sphinx-autobuild "
        "sphinx-quickstart spinnaker spring sqlc srb standard standard-version standardrb start "
        "start-server-and-test staticcheck steep storybook strapi stringer stryker stty stylelint sw_vers "
        "swag swagger-cli swc swiftc swiftformat swiftgen swiftlint syft symfony system_profiler "
        "systemd-analyze systeminfo tap tapioca taplo tasklist tauri tc tea telepresence testcafe "
        "testscript tflint tfsec thin tig tilt tmutil towncrier tput trivy trufflehog ts tsdown tslint "
        "tuist turso twilio ty typedoc typeorm typos unbuild unicorn unittest uptime uuidgen vale vcat "
        "verdaccio vipe vitepress vm_stat vmstat vsce vue-cli-service vuepress vulture w waf wall wandb "
        "ward wdio wg whatis whereis who wily wireit wl-copy woodpecker wp write xcbeautify xcode-select "
        "xcodegen xcpretty xdotool xenon xkill xmake xo yamale yamlfmt yard ydotool yes yo zcmp zdiff "
        "zdump zest.releaser zod-to-json-schema zola "
    ),
    "language_packages": (
        " brew cabal choco code codium conan cursor dart dotnet flutter guix luarocks mas mix nix "
        "nix-build nix-env nix-shell nuget opam pod port scoop sdk stack swift vcpkg winget "
    ),
    "languages": (
        " R Rscript automator bb bc celery clisp clj clojure crystal d8 dc elixir erl escript expect "
        "flask gforth ghc ghci gjs groovy guile gunicorn jar java javac jbang jsc jshell julia jupyter "
        "kotlin kotlinc m4 manage.py matlab nim ocaml octave osascript papermill qjs racket runghc "
        "runhaskell sbcl scala streamlit swipl tclsh uvicorn v wasmtime wish zig zx "
    ),
    "launchers": (
        " assume aws-okta aws-vault bear busybox catatonit ccache cgexec chamber chpst coreutils cpulimit "
        "cross-env cross-env-shell daemonize ddev devbox direnv distcc distrobox dockerize doppler dotenv "
        "dotenvx dumb-init env-cmd envchain envdir firejail flock foreman honcho icecc infisical lando "
        "lckdo ld-linux-aarch64.so.1 ld-linux-x86-64.so.2 ld-linux.so.2 ld-musl-aarch64.so.1 "
        "ld-musl-x86_64.so.1 ld.so op overmind retry rlwrap sail saml2aws scan-build sccache secretspec "
        "setlock softlimit sops start-stop-daemon teller tini toolbox toybox trickle varlock wait-for-it "
        "wait-for-it.sh wine winpty with-contenv with-env zrun "
    ),
    "machine": (
        " adb agetty convert cowsay date dmesg exiftool fastboot ffmpeg ffprobe gdate hostname id "
        "identify import info logname lolcat lpr magick man mogrify pbpaste qrencode run-parts "
        "screencapture scrot sleep ss tldr top tty uname users usleep whoami wl-paste xclip xsel "
        "youtube-dl yt-dlp "
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
        " autossh clush et mosh nc nc.openbsd nc.traditional ncat netcat parallel-ssh pdsh pssh rclone "
        "rsync scp sftp slogin socat ssh ssh-add ssh-agent ssh-copy-id ssh-keygen ssh-keyscan sshpass "
        "telnet "
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
        "railway stripe supabase vercel wrangler "
    ),
    "python_packages": (
        " pip pip3 pipx poetry uv uvx "
    ),
    "python_tools": (
        " asdf conda easy_install flit hatch mamba micromamba mise nox pdm pip-audit pip-compile pip-sync "
        "pipenv pixi pre-commit prek pyenv rtx rye tox twine virtualenv "
    ),
    "removers": (
        " empty-trash gomi recycle remove_directory rip rip2 rmdirtrash rmtrash trash-rm "
    ),
    "ruby_php": (
        " bundle bundler composer cpan cpanm gem pear pecl rbenv "
    ),
    "rust": (
        " cargo rustc rustup "
    ),
    "secrets": (
        " age age-keygen bw ccrypt certbot gopass gpg gpg2 gpgv keyring minisign mkcert openssl pass "
        "secret-tool security signify steghide "
    ),
    "services": (
        " PlistBuddy at atq batch busctl chkconfig crontab dconf defaults fuser gio gsettings halt "
        "hostnamectl init initctl journalctl killall killall5 launchctl logger loginctl logrotate lsof "
        "nginx open pgrep pkill poweroff ps rc-service rc-update reboot run0 service shutdown skill "
        "supervisorctl sv systemctl systemd-cat systemd-run telinit terminal-notifier timedatectl "
        "update-rc.d xdg-open "
    ),
    "shells": (
        " ash bash cmd command.com csh dash elvish fish ksh ksh93 lksh loksh mksh newgrp nu oksh osh "
        "pdksh posh powershell pwsh rbash rc sh tcsh wsl xonsh yash zsh "
    ),
    "system": (
        " aa-complain aa-disable aa-teardown addgroup adduser apparmor_parser auditctl badblocks bcdedit "
        "blkdiscard btrfs cfdisk chage chpasswd chsh cryptsetup csrutil debugfs delgroup deluser diskutil "
        "dpkg-divert dscl dumpe2fs e2fsck efibootmgr fdisk firewall-cmd fsck fsck.btrfs fsck.exfat "
        "fsck.ext2 fsck.ext3 fsck.ext4 fsck.fat fsck.vfat fsck.xfs fstrim gdisk gpasswd groupadd groupdel "
        "groupmod grub-install hdparm ifdown ifup insmod ip6tables ipcrm iptables iptables-restore "
        "iptables-save kexec kextload ldconfig losetup lvcreate lvdisplay lvremove lvs mdadm mkdosfs "
        "mke2fs mkfs mkfs.bfs mkfs.btrfs mkfs.cramfs mkfs.exfat mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.f2fs "
        "mkfs.fat mkfs.jfs mkfs.minix mkfs.msdos mkfs.ntfs mkfs.reiserfs mkfs.vfat mkfs.xfs mkswap "
        "modprobe mount networksetup newfs newfs_apfs newfs_exfat newfs_hfs newfs_msdos nft nvme nvram "
        "openvpn parted partprobe passwd pfctl pvcreate pvdisplay pvremove pvs resize2fs restorecon rmmod "
        "route semanage setenforce setsebool sfdisk sgdisk smartctl socketfilterfw spctl swapoff swapon "
        "sysadminctl sysctl trust tune2fs ufw umount update-alternatives update-ca-certificates "
        "update-grub update-initramfs useradd userdel usermod vgcreate vgdisplay vgremove vgs vigr vipw "
        "visudo wg-quick wipefs xfs_repair zfs zpool "
    ),
    "terminals": (
        " abduco alacritty asciinema bpftrace byobu chokidar dtach dtrace dtruss entr gdb gnome-terminal "
        "gwatch kitty konsole ktrace lldb ltrace onchange perf reflex rr screen script scriptreplay "
        "strace tmux urxvt uxterm valgrind viddy watch watchexec watchman watchman-make watchmedo wezterm "
        "xterm zellij "
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
    "windows": (
        " Add-Content Add-Type Clear-Content Clear-Disk Copy-Item Format-Volume Get-ChildItem Get-Content "
        "Import-Module Install-Module Invoke-Command Invoke-Expression Invoke-RestMethod "
        "Invoke-WebRequest Move-Item New-Item New-Object Out-File Register-ScheduledTask Remove-Item "
        "Restart-Computer Set-Content Set-ExecutionPolicy Set-ItemProperty Start-BitsTransfer "
        "Start-Process Stop-Computer Stop-Process Stop-Service bitsadmin certutil cipher cscript diskpart "
        "findstr format fsutil icm iex irm iwr mshta msiexec net netsh psexec reg regedit regsvr32 runas "
        "rundll32 sc schtasks taskkill type.exe vssadmin wevtutil wmic wscript "
    ),
    "wrappers": (
        " aarch64 arch arm arm64 armv6l armv7l armv8l athlon caffeinate capsh catchsegv chronic chrt "
        "dbus-launch dbus-run-session doas eatmydata env fakechroot fakeroot faketime gosu gtime gtimeout "
        "i386 i486 i586 i686 ia64 ifne ionice linux32 linux64 mips mips64 nice nocache nohup numactl "
        "parisc pkexec ppc ppc32 ppc64 ppc64le printenv prlimit proxychains proxychains4 renice riscv64 "
        "runuser s390 s390x setarch setpriv setsid sparc sparc64 stdbuf su su-exec sudo sudoedit "
        "systemd-inhibit taskset time timeout torify torsocks tsocks uname26 unbuffer x86_64 xvfb-run "
    ),
}
DANGEROUS: str = (
    " Add-Content Add-Type Clear-Content Clear-Disk Format-Volume Invoke-Command Invoke-Expression "
    "New-Object Out-File Register-ScheduledTask Remove-Item Restart-Computer Set-Content "
    "Set-ExecutionPolicy Set-ItemProperty Start-Process Stop-Computer Stop-Process Stop-Service "
    "aa-complain aa-disable aa-teardown addgroup adduser aider ansible apparmor_parser at auditctl "
    "augtool autossh aws awslocal badblocks batch bcdedit bfg bitsadmin blkdiscard borg bpftrace "
    "btrfs capsh certutil cfdisk chage chattr chef-client chflags chgrp chisel chkconfig chmod chown "
    "chpasswd chroot chsh cipher claude cloudflared codex crontab cryptsetup cscript csrutil curl "
    "curlie cursor-agent dcfldd dd ddrescue debugfs del del-cli delgroup deluser diskpart diskutil "
    "doas docker docker-machine dpkg-divert dropdb dropuser dscl dtrace e2fsck efibootmgr empty-trash "
    "erase fastboot fdisk finch firewall-cmd format fsck fsck.btrfs fsck.exfat fsck.ext2 fsck.ext3 "
    "fsck.ext4 fsck.fat fsck.vfat fsck.xfs fsutil gdb gdd gdisk gemini gh git git-filter-repo gpasswd "
    "grm groupadd groupdel groupmod grub-install halt hdparm helm icacls icm iex ifdown ifup initctl "
    "insmod ip6tables ipcrm iptables iptables-restore k kafka-consumer-groups "
    "kafka-consumer-groups.sh kexec kextload kill killall killall5 kubeadm kubectl launchctl "
    "ldapdelete ldapmodify ldconfig lldb lvcreate lvremove masscan mdadm mkdosfs mke2fs mkfs mkfs.bfs "
    "mkfs.btrfs mkfs.cramfs mkfs.exfat mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.f2fs mkfs.fat mkfs.jfs "
    "mkfs.minix mkfs.msdos mkfs.ntfs mkfs.reiserfs mkfs.vfat mkfs.xfs mknod mkswap modprobe "
    "mongorestore mount mshta msiexec mysqladmin nc nc.openbsd nc.traditional ncat nerdctl net netcat "
    "netsh networksetup newfs newfs_apfs newfs_exfat newfs_hfs newfs_msdos nft ngrok nmap npm nsenter "
    "nvme nvram oc opencode parted partprobe passwd pfctl pg_restore pkexec pkill podman policyhooks "
    "poweroff psexec pulumi puppet pvcreate pvremove rc-service rc-update rd reboot reg regedit "
    "regsvr32 resize2fs restic rimraf rip rip2 rm rmmod robocopy route run0 runas rundll32 runuser "
    "salt salt-call sc schtasks security semanage service setcap setenforce setfacl setsebool sfdisk "
    "sgdisk shred shutdown skill slogin smartctl socat socketfilterfw spctl srm ssh stripe su sudo "
    "sudoedit sv swapoff swapon sysadminctl sysctl systemctl systemd-run takeown taskkill telinit "
    "terraform tofu trash-empty trash-rm truncate trust tune2fs ufw umount unlink unshare "
    "update-alternatives update-ca-certificates update-grub update-initramfs update-rc.d useradd "
    "userdel usermod velero vgcreate vgremove vigr vipw visudo vssadmin wevtutil wg-quick wget wget2 "
    "wipe wipefs wmic wscript xfs_repair zfs zpool "
)
DANGEROUS_SUBS: str = (
    " borg:compact borg:delete borg:prune borg:rdelete borg:recreate borg:repo-delete "
    "docker-machine:ssh docker:attach docker:builder docker:checkpoint docker:commit docker:compose "
    "docker:config docker:context docker:create docker:debug docker:desktop docker:exec "
    "docker:extension docker:init docker:kill docker:manifest docker:mcp docker:model docker:network "
    "docker:node docker:offload docker:pause docker:plugin docker:rename docker:restart docker:rm "
    "docker:rmi docker:run docker:sbom docker:scout docker:secret docker:service docker:stack "
    "docker:start docker:stop docker:swarm docker:system docker:trust docker:unpause docker:update "
    "docker:volume finch:attach finch:builder finch:checkpoint finch:commit finch:compose "
    "finch:config finch:context finch:create finch:debug finch:desktop finch:exec finch:extension "
    "finch:init finch:kill finch:manifest finch:mcp finch:model finch:network finch:node "
    "finch:offload finch:pause finch:plugin finch:rename finch:restart finch:rm finch:rmi finch:run "
    "finch:sbom finch:scout finch:secret finch:service finch:stack finch:start finch:stop finch:swarm "
    "finch:system finch:trust finch:unpause finch:update finch:volume gh:api gh:auth gh:gist "
    "gh:release gh:repo gh:secret gh:variable git:branch git:checkout git:clean git:co git:config "
    "git:filter-branch git:filter-repo git:gc git:prune git:push git:rebase git:reflog git:remote "
    "git:repack git:reset git:restore git:rm git:stash git:symbolic-ref git:update-ref git:worktree "
    "helm:del helm:delete helm:install helm:rollback helm:un helm:uninstall helm:upgrade k:annotate "
    "k:apply k:autoscale k:certificate k:convert k:cordon k:create k:delete k:drain k:edit k:exec "
    "k:expose k:label k:patch k:replace k:run k:scale k:set k:taint k:uncordon kubectl:annotate "
    "kubectl:apply kubectl:autoscale kubectl:certificate kubectl:convert kubectl:cordon "
    "kubectl:create kubectl:delete kubectl:drain kubectl:edit kubectl:exec kubectl:expose "
    "kubectl:label kubectl:patch kubectl:replace kubectl:run kubectl:scale kubectl:set kubectl:taint "
    "kubectl:uncordon nerdctl:attach nerdctl:builder nerdctl:checkpoint nerdctl:commit "
    "nerdctl:compose nerdctl:config nerdctl:context nerdctl:create nerdctl:debug nerdctl:desktop "
    "nerdctl:exec nerdctl:extension nerdctl:init nerdctl:kill nerdctl:manifest nerdctl:mcp "
    "nerdctl:model nerdctl:network nerdctl:node nerdctl:offload nerdctl:pause nerdctl:plugin "
    "nerdctl:rename nerdctl:restart nerdctl:rm nerdctl:rmi nerdctl:run nerdctl:sbom nerdctl:scout "
    "nerdctl:secret nerdctl:service nerdctl:stack nerdctl:start nerdctl:stop nerdctl:swarm "
    "nerdctl:system nerdctl:trust nerdctl:unpause nerdctl:update nerdctl:volume npm:add npm:exec "
    "npm:i npm:in npm:ins npm:inst npm:insta npm:instal npm:install npm:isnt npm:isnta npm:isntal "
    "npm:isntall npm:publish npm:x oc:annotate oc:apply oc:autoscale oc:certificate oc:convert "
    "oc:cordon oc:create oc:delete oc:drain oc:edit oc:exec oc:expose oc:label oc:patch oc:replace "
    "oc:run oc:scale oc:set oc:taint oc:uncordon podman:attach podman:builder podman:checkpoint "
    "podman:commit podman:compose podman:config podman:context podman:create podman:debug "
    "podman:desktop podman:exec podman:extension podman:init podman:kill podman:manifest podman:mcp "
    "podman:model podman:network podman:node podman:offload podman:pause podman:plugin podman:rename "
    "podman:restart podman:rm podman:rmi podman:run podman:sbom podman:scout podman:secret "
    "podman:service podman:stack podman:start podman:stop podman:swarm podman:system podman:trust "
    "podman:unpause podman:update podman:volume pulumi:cancel pulumi:convert pulumi:destroy "
    "pulumi:down pulumi:import pulumi:install pulumi:login pulumi:logout pulumi:new pulumi:refresh "
    "pulumi:up pulumi:update pulumi:watch restic:forget stripe:delete stripe:post terraform:apply "
    "terraform:destroy terraform:force-unlock terraform:import terraform:login terraform:logout "
    "terraform:refresh terraform:state terraform:taint terraform:test terraform:untaint "
    "terraform:workspace tofu:apply tofu:destroy tofu:force-unlock tofu:import tofu:login tofu:logout "
    "tofu:refresh tofu:state tofu:taint tofu:test tofu:untaint tofu:workspace velero:delete "
    "velero:uninstall "
)
# fmt: on
