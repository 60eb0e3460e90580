"""Coding agents and this program itself."""

PROGRAMS = {
    "claude": {
        "options": (
            "-p|--print --dangerously-skip-permissions --allow-dangerously-skip-permissions --permission-mode= "
            "--allowedTools|--allowed-tools= --disallowedTools|--disallowed-tools= --settings=exec "
            "--setting-sources= --mcp-config=exec --strict-mcp-config --system-prompt= --append-system-prompt= "
            "--model= --output-format= --input-format= -c|--continue -r|--resume=? --add-dir=write --agents= "
            "--plugin-dir=exec -d|--debug --verbose --max-turns= --fallback-model= --session-id= --ide"
        ),
        "sub": {
            "mcp": {
                "sub": {
                    "list|get": {"operands": "text*", "read_only": True},
                    "add|add-json|remove|add-from-claude-desktop|serve|reset-project-choices": {
                        "operands": "text*",
                        "options": "-s|--scope= -t|--transport= -e|--env= -H|--header=",
                        "posix": True,
                    },
                },
            },
            "config": {"operands": "text*"},
            "update|install|doctor|setup-token|plugin|migrate-installer": {"operands": "text*"},
        },
        "operands": "text*",
        "network": True,
        "danger": True,
    },
    "cursor-agent": {
        "options": (
            "-p|--print -f|--force --output-format= -m|--model= -a|--api-key= --resume=? -b|--background "
            "--approve-mcps --workspace=write"
        ),
        "operands": "text*",
        "network": True,
        "danger": True,
    },
    "codex": {
        "options": (
            "-m|--model= -c|--config= -s|--sandbox= -a|--ask-for-approval= --full-auto "
            "--dangerously-bypass-approvals-and-sandbox --yolo -C|--cd=cwd -i|--image=sendfile -p|--profile= --oss "
            "--search --add-dir=write"
        ),
        "sub": {
            "exec|e": {"operands": "text*"},
            "mcp": {"operands": "text*"},
            "sandbox|debug": {"operands": "text*"},
            "*": {"operands": "text*"},
        },
        "network": True,
        "danger": True,
    },
    "gemini": {
        "options": (
            "-p|--prompt= -y|--yolo --approval-mode= -m|--model= -s|--sandbox -a|--all-files -e|--extensions= -i= "
            "--include-directories= --allowed-tools= --allowed-mcp-server-names="
        ),
        "sub": {"mcp": {"operands": "text*"}, "extensions": {"operands": "text*"}},
        "operands": "text*",
        "network": True,
        "danger": True,
    },
    "aider": {
        "options": (
            "--yes --yes-always --message|-m= --file=write --read=read --model= --test-cmd=command "
            "--lint-cmd=command --auto-test"
        ),
        "operands": "write*",
        "network": True,
        "danger": True,
    },
    "opencode": {"operands": "text*", "network": True, "danger": True},
    "policyhooks": {
        "options": (
            "--client= --scope= --root=use --state=use --format= --config=read --policies=read --home=use --system=use "
            "--allowed-signers=read --threshold= --native= --id= --owner= --layer= --timeout= --event= --fields "
            "--every-event --cwd=use --shell= --read= --write= --mcp= --web= --prompt= --arguments= --content= -k= "
            "--exit-code --watch --verdict= --rule= --sender= --since= --until= --limit= --fail-on="
        ),
        "sub": {
            "check|schema|clients|test|log|completion": {"operands": "text*", "read_only": True},
            "doctor": {"options": "--repair=", "operands": "text*", "read_only": True, "changes": "--repair"},
            "explain": {"options": "--outside= --all", "operands": "text*", "read_only": True, "changes": "--outside"},
            "import|record": {"options": "--out=write", "operands": "text*", "read_only": True, "changes": "--out"},
            "install": {
                "options": "--replace --dry-run",
                "operands": "text*",
                "read_only_if": "--dry-run",
                "changes": "--replace|--policies|--allowed-signers|--threshold",
            },
            "uninstall": {"options": "--dry-run", "operands": "text*", "read_only_if": "--dry-run"},
            "trust": {
                "options": "--list --remove --yes",
                "operands": "text*",
                "read_only_if": "--list",
                "changes": "--remove|--yes",
            },
            "hook": {"options": "--print", "operands": "text*", "read_only_if": "--print"},
            "judge": {
                "sub": {
                    "status": {"read_only": True},
                    "cache": {"options": "--clear", "read_only": True, "changes": "--clear"},
                    "*": {"operands": "text*"},
                },
            },
            "bundle": {
                "sub": {
                    "verify|inspect|history|diff": {"operands": "text*", "read_only": True},
                    "*": {"operands": "text*"},
                },
            },
            "*": {"operands": "text*"},
        },
        "danger": True,
        "script_of": "python",
    },
}
