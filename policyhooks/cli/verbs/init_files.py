"""The files that `policyhooks init` writes: a commented project file and one small policy of each kind."""

from __future__ import annotations

ID = "PROJECT-ID"  # where the new project's id goes

CONFIG = """\
# What this project is made of and what it binds. Compiled in; nothing here is read at decision time.
apiVersion: policyhooks/v1
kind: Config
project: PROJECT-ID

# Policy files and folders beside this file, and shipped packs by name (or `packs: all`).
policies: [policies]
packs: [credential-files, destructive-filesystem, git-history, self-protection]

# The clients that the project installs for; what a colleague without policyhooks meets (block, ask, pass); versions.
# clients: [claude-code, cursor]
# missing: block
# requires: {policyhooks: ">=0.1", clients: {cursor: ">=2.4"}}

# Typed knobs of the policies, by policy id.
params:
  local.commands: {protected_branches: [main, master]}

# Change a rule here without touching its file: its mode (disabled, audit, warn, enforce) and its roll-out in percent.
# These ask a model and a program of yours: name them first, then let them record (audit) before they act (enforce).
rules:
  local.review/*: {mode: disabled}

# An exception lowers a rule to ask, warn or audit. It has an owner, a ticket and an end. For example:
# exceptions:
#   - rule: local.files/credentials
#     when: 'path_under(file.path.norm, "/srv/fixtures")'
#     becomes: ask
#     id: EX-1
#     owner: you@example.com
#     reason: test fixtures hold fake keys
#     ticket: SEC-1
#     expires: 2027-01-31

# Models of prompt rules. The key stays in the environment of the judge; here is only the variable's name.
# judge:
#   models:
#     fast: {model: openai/gpt-4o-mini, api_key_env: OPENAI_API_KEY}

# none: prompts, file contents and outputs as length and keyed hash. masked: their text with secrets masked.
journal: {bodies: none}
"""

COMMANDS = """\
# Rules about shell commands. A rule is a match, maybe a condition, and an effect; its tests stand beside it.
apiVersion: policyhooks/v1
kind: Policy

metadata:
  id: local.commands
  title: Commands that need a second look
  owner: you@example.com
  version: 0.1.0

match: {events: [shell.before]}

params:
  protected_branches: {type: list<string>, default: [main]}

rules:
  # Most rules need no condition: `commands` compares with the parsed command, not with its text.
  - id: infrastructure
    severity: high
    match: {commands: ["terraform apply", "terraform destroy"]}
    effect: ask
    message: {user: "Terraform changes infrastructure.", agent: "Run `terraform plan` and show it."}
    tests: {ask: ["terraform apply -auto-approve", "sudo terraform destroy"], quiet: ["terraform plan"]}

  # Where data is not enough, `when` is one CEL condition.
  - id: force-push-protected
    severity: high
    when: >-
      shell.commands.exists(c, c.name == "git" && c.sub == "push" && "--force" in c.flags &&
        c.args.exists(a, a in params.protected_branches))
    effect: deny
    message: {user: "Force push to a protected branch.", agent: "Open a pull request instead."}
    tests: {deny: ["git push --force origin main", "git push -f origin main"], quiet: ["git push origin main"]}

  # A command that cannot be read is a question, not a shrug.
  - id: not-understood
    when: "!shell.understood"
    effect: ask
    message:
      user: "This command cannot be read reliably ({{ shell.problems }})."
      agent: "Split it into simple steps without eval or nested quoting, then retry."
    tests: {ask: ['eval "$(echo cm0gLXJm | base64 -d)"'], quiet: ["ls -la"]}
"""

FILES = """\
# Rules about files. They also see the paths inside shell commands and MCP arguments.
apiVersion: policyhooks/v1
kind: Policy

metadata:
  id: local.files
  title: Files that stay closed
  owner: you@example.com
  version: 0.1.0

rules:
  - id: credentials
    severity: high
    match: {events: [file.read], paths: ["**/.env", "~/.ssh/id_*", "~/.aws/credentials"]}
    effect: deny
    message: {user: "Credential file.", agent: "Ask the user for the one value you need."}
    tests: {deny: ["/home/dev/.ssh/id_rsa", "/w/project/.env"], quiet: ["/w/project/.env.example"]}
"""

REVIEW = """\
# Rules where something else decides: a model (judge) or a program of yours (command). Both can only tighten.
apiVersion: policyhooks/v1
kind: Policy

metadata:
  id: local.review
  title: Second opinions
  owner: you@example.com
  version: 0.1.0

rules:
  # A prompt rule: `match` and `when` are the pre-filter, the model judges what is left.
  - id: outbound-mail
    severity: high
    match: {events: [mcp.before], mcp: ["mail/*"]}
    judge:
      prompt: prompts/outbound-mail.md
      timeout: 4s
      input: {tool: mcp.tool, arguments: mcp.arguments}
      not_ok: ask
      on_error: ask
    message: {user: "Reviewer: {{ judge.reason }}", agent: "Needs the user's consent: {{ judge.reason }}"}
    tests:
      cases:
        - {mcp: {server: mail, tool: send}, judge: {ok: false, reason: sends mail}, expect: ask}
        - {mcp: {server: mail, tool: send}, judge: {error: timeout}, expect: ask}
        - {mcp: {server: mail, tool: read}, judge: {ok: true}, expect: quiet}

  # A command rule: argv with an absolute path, no shell; the event is JSON on its stdin; exit 0 is ok.
  - id: license-gate
    mode: audit
    match: {events: [shell.before]}
    when: shell.package_ops.exists(p, p.op == "install")
    command:
      run: [/usr/local/bin/licensegate, --stdin-json]
      timeout: 2s
      not_ok: deny
      on_error: pass
    message: {user: "The license gate said no: {{ command.stdout }}", agent: "Pick a package with an approved license."}
    tests:
      cases:
        - {shell: {command: "npm install left-pad"}, command: {ok: false, stdout: GPL}, expect: deny}
        - {shell: {command: "npm install left-pad"}, command: {ok: true}, expect: quiet}
        - {shell: {command: "npm test"}, expect: quiet}
"""

PROMPT = """\
You review calls of a mail tool that a coding agent wants to make for a developer.

Not ok: mail that leaves the company, carries source code, credentials or customer data, or that nobody asked for.
Ok: reading, searching, drafting.

The call:
$ARGUMENTS
"""

# Relative path -> text, in the order in which they are shown.
FILES_WRITTEN: dict[str, str] = {
    "policyhooks.yaml": CONFIG,
    "policies/commands.yaml": COMMANDS,
    "policies/files.yaml": FILES,
    "policies/review.yaml": REVIEW,
    "policies/prompts/outbound-mail.md": PROMPT,
}
