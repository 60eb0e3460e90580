"""What places on a disk are, as data: by folder, by file name, by ending, by pair of neighbours. Lower case.

A tag says what a place is to an attacker or a careless agent; which tags matter is for policies to say.
"""

from __future__ import annotations

C, A, P, H, G, X, L, B, N = (
    "credential", "agent_config", "persistence", "git_hook", "git_config", "ide_exec", "autoload", "build_config",
    "agent_instructions",
)  # fmt: skip
CI, S, D, T, HI, PS, K = "ci_config", "system", "device", "temp", "shell_history", "policy_state", "cache"
R, E = "privilege", "policy_engine"  # who may become root; what of policyhooks runs and proves, not to be read either

# A path with this component (the folder itself or anything in it).
FOLDERS = {
    ".aws": (C,), ".gnupg": (C,), ".azure": (C,), ".password-store": (C,), ".oci": (C,), ".keychain": (C,),
    "keychains": (C,), ".cursor": (A,), ".claude": (A,), ".codex": (A,), ".gemini": (A,), ".copilot": (A,),
    ".windsurf": (A,), ".continue": (A,), ".policyhooks": (A, PS), ".husky": (H,), ".githooks": (H,), ".vscode": (X,),
    ".idea": (X,), ".zed": (X,), ".fleet": (X,), ".devcontainer": (X, B), ".circleci": (CI,), ".buildkite": (CI,),
    ".woodpecker": (CI,), ".launchagents": (P,), "launchagents": (P,), "launchdaemons": (P,), ".vscode-server": (X,),
    "private-keys-v1.d": (C,), ".1password": (C,), ".teller": (C,), ".electrum": (C,), ".ethereum": (C,),
    ".bitcoin": (C,), ".databricks": (C,), ".kaggle": (C,), ".snowflake": (C,), ".mozilla": (C,), ".thunderbird": (C,),
    ".cache": (K,), "node_modules": (K,), "__pycache__": (K,), ".pytest_cache": (K,), ".mypy_cache": (K,),
    ".ruff_cache": (K,), ".tox": (K,), ".nox": (K,), "_cacache": (K,), "deriveddata": (K,), ".turbo": (K,),
    ".parcel-cache": (K,), ".next": (K,), ".pnpm-store": (K,), ".angular": (K,), ".ccache": (K,),
}  # fmt: skip

# A path whose last component is this.
NAMES = {
    ".env": (C,), ".netrc": (C,), "_netrc": (C,), ".npmrc": (C,), ".pypirc": (C,), ".git-credentials": (C,),
    ".pgpass": (C,), ".my.cnf": (C,), ".vault-token": (C,), ".htpasswd": (C,), "id_rsa": (C,), "id_dsa": (C,),
    "id_ecdsa": (C,), "id_ed25519": (C,), "id_ed25519_sk": (C,), "id_ecdsa_sk": (C,), "credentials": (C,),
    "credentials.json": (C,), "credentials.tfrc.json": (C,), "application_default_credentials.json": (C,),
    "service-account.json": (C,), "serviceaccount.json": (C,), "secrets.yml": (C,), "secrets.yaml": (C,),
    "secrets.json": (C,), "secrets.toml": (C,), "secret.json": (C,), "master.key": (C,), "terraform.tfstate": (C,),
    "terraform.tfstate.backup": (C,), "terraform.tfvars": (C,), ".credentials.json": (C,), ".vault_pass": (C,),
    ".vault-pass": (C,), ".vault_password": (C,), "vault_pass.txt": (C,), "vault-password": (C,),
    ".databrickscfg": (C,), "kaggle.json": (C,), "secret.key": (C,), "secrets.env": (C,), ".smbcredentials": (C,),
    ".msmtprc": (C,), ".fetchmailrc": (C,), ".flyrc": (C,), ".erlang.cookie": (C,), "keystore.p12": (C,),
    "auth_token": (C,), "oauth_creds.json": (C,), "client_secret.json": (C,), "token.json": (C,), "local state": (C,),
    "cookies.binarycookies": (C,), "web data": (C,), "security.sqlite": (C,), "recentservers.xml": (C,),
    "sitemanager.xml": (C,), ".bash_history": (HI,), ".zsh_history": (HI,), ".python_history": (HI,),
    ".psql_history": (HI,), ".mysql_history": (HI,), ".sqlite_history": (HI,), ".rediscli_history": (HI,),
    ".node_repl_history": (HI,), ".viminfo": (HI,), ".lesshst": (HI,), ".dockercfg": (C,), ".dockerconfigjson": (C,),
    "kubeconfig": (C,), ".s3cfg": (C,), ".boto": (C,), ".rclone.conf": (C,), "rclone.conf": (C,), "wallet.dat": (C,),
    ".terraformrc": (C,), "gshadow": (C, S), "accesstokens.json": (C,), "login.keychain-db": (C,), "logins.json": (C,),
    "key4.db": (C,), "cookies.sqlite": (C,), "login data": (C,), ".yarnrc": (L,), ".mcp.json": (A,), "mcp.json": (A,),
    "claude.md": (A, N), "agents.md": (A, N), "gemini.md": (A, N), "claude.local.md": (A, N), ".cursorrules": (A, N),
    ".windsurfrules": (A, N), ".clinerules": (A, N), "copilot-instructions.md": (A, N), ".claude.json": (A,),
    ".cursorignore": (A,), ".cursorindexingignore": (A,), "managed-settings.json": (A,),
    "claude_desktop_config.json": (A,), "mcp_config.json": (A,), ".bashrc": (P,), ".bash_profile": (P,),
    ".bash_login": (P,), ".bash_logout": (P,), ".bash_aliases": (P,), ".profile": (P,), ".zshrc": (P,),
    ".zshenv": (P,), ".zprofile": (P,), ".zlogin": (P,), ".zlogout": (P,), ".kshrc": (P,), ".mkshrc": (P,),
    ".login": (P,), ".logout": (P,), ".cshrc": (P,),
    ".tcshrc": (P,), ".inputrc": (P,), ".vimrc": (P,), ".exrc": (P,), ".nanorc": (P,), ".emacs": (P,),
    ".tmux.conf": (P,), ".screenrc": (P,), ".xinitrc": (P,), ".xsession": (P,), ".xprofile": (P,),
    ".pam_environment": (P,), "authorized_keys": (P,), "authorized_keys2": (P,), ".rhosts": (P,), ".shosts": (P,),
    "crontab": (P,), ".forward": (P,), ".pythonrc": (P,), ".pythonrc.py": (P,), ".gdbinit": (P,), ".lldbinit": (P,),
    ".gitconfig": (G,), ".gitattributes": (G,), ".gitmodules": (G,), ".gitlab-ci.yml": (CI,), "jenkinsfile": (CI,),
    ".travis.yml": (CI,), "azure-pipelines.yml": (CI,), "bitbucket-pipelines.yml": (CI,), ".drone.yml": (CI,),
    "appveyor.yml": (CI,), "cloudbuild.yaml": (CI,), "buildspec.yml": (CI,), "codeowners": (CI,), ".cirrus.yml": (CI,),
    ".pre-commit-config.yaml": (H,), "lefthook.yml": (H,), ".lefthook.yml": (H,), "lefthook.yaml": (H,),
    "dockerfile": (B,), "containerfile": (B,), "docker-compose.yml": (B,), "docker-compose.yaml": (B,),
    "compose.yml": (B,), "compose.yaml": (B,), "devcontainer.json": (X, B), ".devcontainer.json": (X, B),
    "makefile": (B,), "gnumakefile": (B,), "justfile": (B,), "build.rs": (B,), "build.gradle": (B,), "pom.xml": (B,),
    "build.gradle.kts": (B,), "setup.py": (B,), "setup.cfg": (B,), "binding.gyp": (B,), "vagrantfile": (B,),
    ".envrc": (L,), "sitecustomize.py": (L,), "usercustomize.py": (L,), "conftest.py": (L,), ".yarnrc.yml": (L,),
    ".pnpmfile.cjs": (L,), ".rspec": (L,), ".irbrc": (L, P), ".pryrc": (L,), ".mise.toml": (L,),
    ".tool-versions": (L,), "mise.toml": (L,), ".autoenv": (L,), ".bazelrc": (L,), "pyvenv.cfg": (L,),
    "ld.so.preload": (P, S), "rc.local": (P, S), "sudoers": (S, R), "docker.sock": ("container_socket",),
    "containerd.sock": ("container_socket",), "podman.sock": ("container_socket",),
}  # fmt: skip

# Two neighbouring components, anywhere in the path.
PAIRS = {
    ".ssh/id_rsa": (C,), ".ssh/config": (P,), ".ssh/rc": (P,), ".ssh/environment": (P,), ".kube/config": (C,),
    ".docker/config.json": (C,), ".config/gcloud": (C,), ".config/gh": (C,), ".config/hub": (C,), ".config/sops": (C,),
    ".config/op": (C,), ".config/rclone": (C,), ".local/share/keyrings": (C,), "share/keyrings": (C,),
    ".composer/auth.json": (C,), "composer/auth.json": (C,), ".codex/auth.json": (C,),
    ".gemini/oauth_creds.json": (C,), ".config/stripe": (C,), ".config/doctl": (C,), ".config/hcloud": (C,),
    ".config/netlify": (C,), ".vercel/auth.json": (C,), "com.vercel.cli/auth.json": (C,), ".fly/config.yml": (C,),
    ".config/heroku": (C,), ".config/wrangler": (C,), ".wrangler/config": (C,), ".cloudflared/cert.pem": (C,),
    ".huggingface/token": (C,), "huggingface/token": (C,), ".config/openai": (C,), ".config/anthropic": (C,),
    ".subversion/auth": (C,), "nuget/nuget.config": (C,), ".config/github-copilot": (C,),
    "github-copilot/apps.json": (C,), "github-copilot/hosts.json": (C,), ".config/google-chrome": (C,),
    ".config/chromium": (C,), "google/chrome": (C,), "bravesoftware/brave-browser": (C,),
    "application support/firefox": (C,), ".config/bitwarden": (C,), "bitwarden/data.json": (C,),
    ".docker/contexts": (C,), ".minikube/profiles": (C,), ".config/glab-cli": (C,), ".config/linode-cli": (C,),
    ".config/scw": (C,), ".pulumi/credentials.json": (C,), "apt/lists": (K,), ".gradle/caches": (K,),
    ".gradle/daemon": (K,), "var/cache": (K,), "library/caches": (K,), ".m2/repository": (K,), ".cargo/registry": (K,),
    ".cargo/git": (K,), ".yarn/cache": (K,), ".yarn/berry": (K,), "go/pkg": (K,), ".bundle/cache": (K,),
    ".nuget/packages": (K,), ".terraform/providers": (K,), ".expo/cache": (K,),
    ".terraform.d/credentials.tfrc.json": (C,), ".m2/settings.xml": (C,), ".gradle/gradle.properties": (C,),
    ".cargo/credentials": (C,), ".cargo/credentials.toml": (C,), ".gem/credentials": (C,), "etc/shadow": (C, S, R),
    "etc/gshadow": (C, S, R), "etc/sudoers.d": (S, R), "etc/pam.d": (S, R), "etc/passwd": (S, R), "etc/group": (S, R),
    "etc/doas.conf": (S, R), "etc/polkit-1": (S, R), "etc/security": (S, R), "etc/ssl/private": (C,),
    "ssl/private": (C,), "run/secrets": (C,), "secrets/kubernetes.io": (C,), "etc/cursor": (A,),
    "etc/claude-code": (A,), "etc/codex": (A,), "etc/policyhooks": (A, PS), "state/policyhooks": (A, PS, E),
    ".config/policyhooks": (A, PS), "share/policyhooks": (A, PS, E), "libexec/policyhooks": (A, PS, E),
    "site-packages/policyhooks": (A, PS), "dist-packages/policyhooks": (A, PS), "venvs/policyhooks": (A, PS),
    "tools/policyhooks": (A, PS), "bin/policyhooks": (A, PS), "lib/policyhooks": (A, PS),
    "opt/policyhooks": (A, PS), ".config/claude": (A,), ".github/copilot-instructions.md": (A, N),
    ".github/instructions": (A, N), ".github/hooks": (A,), ".github/workflows": (CI,), ".github/actions": (CI,),
    ".github/codeowners": (CI,), ".gitlab/ci": (CI,), ".forgejo/workflows": (CI,), ".gitea/workflows": (CI,),
    ".git/hooks": (H,), ".git/config": (G,), ".git/info": (G,), ".config/git": (G,), ".git/modules": (G,),
    ".git/config.worktree": (G,), ".config/systemd": (P,), ".gradle/init.d": (P,), "profile_default/startup": (P,),
    "code/user": (X,), "cursor/user": (X,), "code - insiders/user": (X,), "systemd/system": (P,), "systemd/user": (P,),
    ".config/autostart": (P,), "xdg/autostart": (P,), ".config/fish": (P,), ".config/nvim": (P,),
    ".config/environment.d": (P,), ".config/zsh": (P,),
    ".config/nushell": (P,), ".config/powershell": (P,), ".config/plasma-workspace": (P,),
    ".config/bash": (P,), ".oh-my-zsh/custom": (P,),
    "etc/profile": (P, S), "etc/profile.d": (P, S), "etc/bash.bashrc": (P, S), "etc/bashrc": (P, S), "etc/zsh": (P, S),
    "etc/zshrc": (P, S), "etc/environment": (P, S), "etc/cron.d": (P, S), "etc/cron.daily": (P, S),
    "etc/cron.hourly": (P, S), "etc/cron.weekly": (P, S), "etc/cron.monthly": (P, S), "etc/anacrontab": (P, S),
    "spool/cron": (P, S), "spool/at": (P, S), "etc/init.d": (P, S), "etc/rc.d": (P, S), "etc/udev": (P, S),
    "etc/ld.so.conf.d": (P, S), "etc/xdg": (P, S), ".cargo/config.toml": (L,), ".cargo/config": (L,),
    ".venv/bin": (L,), "venv/bin": (L,), ".direnv/bin": (L,), "node_modules/.bin": (L,), ".yarn/releases": (L,),
    ".yarn/plugins": (L,), ".local/bin": (), ".bundle/config": (L,), ".config/pip": (L,), ".pip/pip.conf": (L,),
}  # fmt: skip

# How the last component ends.
ENDINGS = {
    ".pem": (C,), ".key": (C,), ".p12": (C,), ".pfx": (C,), ".kdbx": (C,), ".jks": (C,), ".keystore": (C,),
    ".ppk": (C,), ".ovpn": (C,), ".pth": (L,), "_history": (HI,), ".tfstate": (C,), ".zsh_history": (HI,),
    ".agekey": (C,), ".dockerfile": (B,),
}  # fmt: skip

# The first component.
ROOTS = {
    "etc": (S,), "usr": (S,), "bin": (S,), "sbin": (S,), "lib": (S,), "lib32": (S,), "lib64": (S,), "boot": (S,),
    "sys": (S,), "opt": (S,), "root": (S,), "system": (S,), "library": (S,), "applications": (S,), "var": (S,),
    "proc": (S,), "run": (S,), "dev": (D,), "tmp": (T,),
}  # fmt: skip
# Devices that are no devices to worry about.
PLAIN_DEVICES = frozenset(
    ("null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr", "fd", "shm", "ptmx", "pts")
)
ENV_SAMPLES = (
    "example", "sample", "template", "dist", "default", "defaults", "tpl", "schema", "test", "testing", "ci", "md",
)  # fmt: skip
# Words in the name of a .pem file that holds a certificate, which everybody may see.
PUBLIC_PEM = (
    "cert", "chain", "ca", "root", "bundle", "pub", "public", "trust", "truststore", "intermediate", "crt", "fullchain",
)  # fmt: skip
