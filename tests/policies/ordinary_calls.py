"""Ordinary calls of well-known MCP servers and of clients' own tools that no table knows: all of them stay quiet.

An MCP row is server, tool, arguments; a row of a client is client, tool, input.
"""

from __future__ import annotations

ISSUE = """## What happens
`rm -rf build && make` fails with:
```
make: *** No rule to make target 'x'.  Stop.
```
See https://example.com/a and /etc/hosts. We should `git push --force` never again.
"""
CODE = "import os\n\n\ndef main() -> None:\n    os.remove('build/x')\n    print(open('a.txt').read())\n"

MCP: list[tuple[str, str, dict[str, object]]] = [
    # github
    ("github", "create_issue", {"owner": "o", "repo": "r", "title": "rm -rf / is too easy", "body": ISSUE}),
    (
        "github",
        "create_issue",
        {"owner": "o", "repo": "r", "title": "/usr/bin/env python fails", "body": "~/.bashrc is not read"},
    ),
    ("github", "add_issue_comment", {"owner": "o", "repo": "r", "issue_number": 4, "body": "curl x | sh is bad"}),
    ("github", "search_code", {"q": "rm -rf / repo:o/r", "per_page": 5}),
    ("github", "search_issues", {"q": "is:open label:bug curl | bash"}),
    ("github", "list_commits", {"owner": "o", "repo": "r", "sha": "feature/login", "page": 1}),
    ("github", "get_file_contents", {"owner": "o", "repo": "r", "path": "src/main.py", "ref": "refs/heads/main"}),
    (
        "github",
        "create_or_update_file",
        {
            "owner": "o",
            "repo": "r",
            "path": "src/a.py",
            "content": CODE,
            "message": "Remove the old build",
            "branch": "fix/build",
        },
    ),
    (
        "github",
        "push_files",
        {
            "owner": "o",
            "repo": "r",
            "branch": "main",
            "message": "m",
            "files": [{"path": "a/package.json", "content": '{"scripts": {"clean": "rm -rf /", "x": "curl a | sh"}}'}],
        },
    ),
    (
        "github",
        "create_pull_request",
        {"title": "git push --force-with-lease", "head": "a/b", "base": "main", "body": ISSUE},
    ),
    ("github", "create_branch", {"owner": "o", "repo": "r", "branch": "chore/rm-old-code", "from_branch": "main"}),
    # filesystem
    ("filesystem", "read_file", {"path": "/w/project/README.md"}),
    ("filesystem", "read_multiple_files", {"paths": ["src/a.py", "docs/b.md", "./c.txt"]}),
    ("filesystem", "write_file", {"path": "scripts/clean.sh", "content": "#!/bin/sh\nrm -rf / --no-preserve-root\n"}),
    ("filesystem", "write_file", {"path": "data.json", "content": '{"command": "rm -rf /", "path": "/etc/passwd"}'}),
    (
        "filesystem",
        "edit_file",
        {"path": "a.py", "edits": [{"oldText": "rm -rf /", "newText": "curl x | sh"}], "dryRun": False},
    ),
    ("filesystem", "list_directory", {"path": "."}),
    ("filesystem", "directory_tree", {"path": "/w/project"}),
    ("filesystem", "move_file", {"source": "a.txt", "destination": "b/a.txt"}),
    ("filesystem", "search_files", {"path": "src", "pattern": "*.py", "excludePatterns": ["node_modules/**"]}),
    ("filesystem", "create_directory", {"path": "src/new"}),
    # git
    ("git", "git_status", {"repo_path": "/w/project"}),
    ("git", "git_add", {"repo_path": "/w/project", "files": ["a.py", "docs/x.md"]}),
    ("git", "git_commit", {"repo_path": "/w/project", "message": "git reset --hard is gone; rm -rf too"}),
    ("git", "git_diff", {"repo_path": "/w/project", "target": "origin/main"}),
    # slack
    ("slack", "slack_post_message", {"channel_id": "C012", "text": "please run `rm -rf /` never; curl x | sh"}),
    ("slack", "slack_reply_to_thread", {"channel_id": "C012", "thread_ts": "1.2", "text": "/remind me tomorrow"}),
    (
        "slack",
        "conversations_add_message",
        {"channel_id": "#ops", "payload": "deploy done - see the log", "content_type": "text/markdown"},
    ),
    ("slack", "slack_add_reaction", {"channel_id": "C1", "timestamp": "1", "reaction": "+1"}),
    # linear, jira, sentry
    (
        "linear",
        "create_issue",
        {"title": "Kill the zombie process -9", "team": "ENG", "description": ISSUE, "priority": 2},
    ),
    ("linear", "update_issue", {"id": "ENG-12", "state": "In Progress", "labels": ["test", "docker"]}),
    ("linear", "list_issues", {"query": "find / sort", "limit": 10, "orderBy": "updatedAt"}),
    ("jira", "jira_search", {"jql": 'project = OPS AND text ~ "rm -rf" ORDER BY created', "fields": "summary,status"}),
    (
        "jira",
        "jira_create_issue",
        {"project_key": "OPS", "summary": "sudo rm -rf fails", "issue_type": "Bug", "description": ISSUE},
    ),
    ("jira", "jira_add_comment", {"issue_key": "OPS-1", "comment": "git push --force again?"}),
    ("jira", "jira_transition_issue", {"issue_key": "OPS-1", "transition_id": "31"}),
    ("sentry", "search_issues", {"organizationSlug": "o", "naturalLanguageQuery": "errors in /api/users - last 24h"}),
    ("sentry", "get_issue_details", {"issueUrl": "https://sentry.io/organizations/o/issues/1/"}),
    # notion, drive, memory
    (
        "notion",
        "create-pages",
        {"parent": {"page_id": "1"}, "pages": [{"properties": {"title": "make it fast"}, "content": ISSUE}]},
    ),
    ("notion", "API-post-search", {"query": "docker run --privileged", "page_size": 10}),
    ("notion", "update-page", {"data": {"page_id": "1", "command": "replace_content", "new_str": ISSUE}}),
    ("gdrive", "search", {"query": "name contains 'secrets' and mimeType = 'application/pdf'"}),
    ("gdrive", "read_file", {"fileId": "1AbC", "mimeType": "application/vnd.google-apps.document"}),
    ("sheets", "update_cells", {"spreadsheet_id": "1", "range": "A1:B2", "data": [["a", "1"], ["b/c", "=SUM(A1:A2)"]]}),
    (
        "memory",
        "create_entities",
        {"entities": [{"name": "build", "entityType": "tool", "observations": ["uses make -j8 | tee log"]}]},
    ),
    ("memory", "add_observations", {"observations": [{"entityName": "x", "contents": ["rm -rf / is banned"]}]}),
    ("memory", "search_nodes", {"query": "git push --force"}),
    # browsers, fetch
    ("playwright", "browser_navigate", {"url": "http://localhost:3000/login"}),
    ("playwright", "browser_click", {"element": "Delete / remove button", "ref": "e12"}),
    ("playwright", "browser_type", {"element": "search", "ref": "e3", "text": "rm -rf /", "submit": True}),
    ("playwright", "browser_evaluate", {"function": "() => document.querySelectorAll('a').length"}),
    ("playwright", "browser_run_code", {"code": "async (page) => { await page.getByRole('button').click(); }"}),
    (
        "playwright",
        "browser_fill_form",
        {"fields": [{"name": "user", "type": "textbox", "ref": "e1", "value": "dev/test"}]},
    ),
    ("playwright", "browser_take_screenshot", {"filename": "page.png", "type": "png"}),
    ("puppeteer", "puppeteer_click", {"selector": ".btn-primary > a"}),
    ("puppeteer", "puppeteer_evaluate", {"script": "document.title"}),
    ("puppeteer", "puppeteer_evaluate", {"script": "document.querySelector('#a').click(); return 1"}),
    ("chrome-devtools", "evaluate_script", {"function": "(el) => { return el.innerText; }", "args": [{"uid": "1"}]}),
    ("puppeteer", "puppeteer_fill", {"selector": "//input[@name='q']", "value": "cats & dogs"}),
    ("fetch", "fetch", {"url": "https://github.com/x/y", "max_length": 5000, "raw": False}),
    # databases
    ("postgres", "query", {"sql": "SELECT id, path FROM files WHERE path LIKE '/etc/%' LIMIT 10"}),
    ("sqlite", "read_query", {"query": "select count(*) from users -- all"}),
    ("mongodb", "find", {"collection": "users", "filter": '{"name": {"$regex": "^a"}}', "limit": 5}),
    ("redis", "get", {"key": "session/12/user"}),
    # others
    ("context7", "get-library-docs", {"context7CompatibleLibraryID": "/vercel/next.js", "topic": "routing"}),
    (
        "sequential-thinking",
        "sequentialthinking",
        {"thought": "First: find . -name x; then sort | uniq", "thoughtNumber": 1},
    ),
    ("time", "convert_time", {"source_timezone": "Europe/Berlin", "target_timezone": "Asia/Tokyo", "time": "12:00"}),
    ("brave", "brave_web_search", {"query": "how to undo git reset --hard", "count": 5}),
    ("figma", "get_code", {"nodeId": "1:2", "clientLanguages": "html,css", "clientFrameworks": "react"}),
    ("stripe", "create_product", {"name": "Kill Bill", "metadata": {"sku": "a/b-1"}}),
    ("kubernetes", "kubectl_get", {"resourceType": "pods", "namespace": "dev", "output": "json"}),
    ("ide", "getDiagnostics", {"uri": "file:///w/project/src/a.ts"}),
    ("ide", "executeCode", {"code": "print(sum(range(10)))"}),
    ("shell", "run_command", {"command": "ls -la && git status", "cwd": "/w/project", "timeout": 30}),
    ("shell", "execute", {"command": "npm", "args": ["test", "--", "--watch=false"], "env": {"CI": "1"}}),
    ("shell", "execute_command", {"command": "make test", "shell": "/bin/bash", "description": "rm -rf / is not run"}),
    ("shell", "run", {"command": "python3", "args": ["-"], "stdin": "print(1)"}),
    (
        "ci",
        "update_pipeline",
        {"build_command": "npm run build", "test_command": "npm test -- --ci", "config_file": "ci/a.yml"},
    ),
    ("shell", "execute", {"command": "cat", "args": ["/usr/share/dict/words"]}),
    (
        "github",
        "create_pull_request_review",
        {"body": "--- a/.claude/x\n+++ b/.claude/x\n@@ -1 +1 @@\n-a\n+b\n", "event": "COMMENT"},
    ),
    ("kubernetes", "kubectl_patch", {"name": "web", "patch": '{"spec": {"replicas": 3}}'}),
    ("edit", "apply_diff", {"path": "src/a.py", "diff": "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"}),
    ("versions", "bump", {"patch": "3", "diff": "minor"}),
    ("docker", "run", {"argv": ["docker", "ps", "-a"]}),
]

TOOLS: list[tuple[str, str, dict[str, object]]] = [
    (
        "claude-code",
        "TodoWrite",
        {"todos": [{"content": "rm -rf build; make", "status": "pending", "activeForm": "Cleaning /"}]},
    ),
    ("claude-code", "ExitPlanMode", {"plan": ISSUE}),
    (
        "claude-code",
        "AskUserQuestion",
        {
            "questions": [
                {
                    "question": "rm -rf node_modules?",
                    "header": "Clean",
                    "options": [{"label": "git clean -fdx", "description": "all"}],
                }
            ]
        },
    ),
    ("claude-code", "TaskCreate", {"subject": "sudo make install", "description": ISSUE, "activeForm": "Installing"}),
    ("claude-code", "TaskUpdate", {"taskId": "1", "status": "completed"}),
    ("claude-code", "Skill", {"skill": "commit", "args": "-m 'fix the / route'"}),
    ("claude-code", "SlashCommand", {"command": "/review 123"}),
    ("claude-code", "BashOutput", {"bash_id": "b1", "filter": "error|warn"}),
    ("claude-code", "KillShell", {"shell_id": "b1"}),
    ("claude-code", "ToolSearch", {"query": "select:Read,Edit", "max_results": 5}),
    ("claude-code", "SendMessage", {"to": "reviewer", "message": "rm -rf / was in the diff", "summary": "diff"}),
    ("claude-code", "LSP", {"operation": "goToDefinition", "filePath": "src/a.ts", "line": 3, "character": 5}),
    ("claude-code", "CronCreate", {"cron": "*/5 * * * *", "prompt": "check the build", "recurring": True}),
    ("claude-code", "StructuredOutput", {"ok": True, "reason": "git push --force was not used"}),
    ("claude-code", "ListMcpResourcesTool", {"server": "github"}),
    ("claude-code", "EnterWorktree", {"name": "fix-login"}),
    ("claude-code", "Workflow", {"name": "release", "args": {"version": "1.2.3"}}),
    ("codex", "update_plan", {"explanation": "tidy", "plan": [{"step": "rm -rf build", "status": "completed"}]}),
    ("codex", "write_stdin", {"session_id": 3, "chars": "", "yield_time_ms": 1000}),
    ("codex", "write_stdin", {"session_id": 3, "chars": "\u0003"}),
    ("codex", "write_stdin", {"session_id": 3, "chars": "y\n"}),
    ("codex", "write_stdin", {"session_id": 3, "chars": "ls -la\n"}),
    ("codex", "exec_command", {"cmd": "git status", "workdir": "/w/project", "yield_time_ms": 1000}),
    ("codex", "local_shell", {"command": ["bash", "-lc", "ls -la"], "workdir": "/w/project", "timeout_ms": 1000}),
    ("codex", "request_user_input", {"questions": [{"id": "a", "question": "Delete ~/.cache?"}]}),
    ("codex", "send_input", {"id": "a1", "message": "please run the tests"}),
    ("gemini-cli", "write_todos", {"todos": [{"description": "curl x | sh", "status": "pending"}]}),
    ("gemini-cli", "save_memory", {"fact": "never git push --force"}),
    ("gemini-cli", "codebase_investigator", {"objective": "find where /etc/hosts is read"}),
    ("copilot-cli", "report_intent", {"intent": "Removing -rf from scripts"}),
    ("copilot-cli", "read_bash", {"sessionId": "1", "delay": 5}),
    ("copilot-cli", "stop_bash", {"sessionId": "1"}),
    ("copilot-cli", "store_memory", {"subject": "build", "fact": "make -j8 works", "citations": "Makefile:3"}),
    (
        "copilot-cli",
        "sql",
        {"description": "Insert todos", "query": "INSERT INTO todos (id, title) VALUES ('a', 'rm -rf /')"},
    ),
    ("copilot-cli", "update_todo", {"todos": "- [x] rm -rf build\n- [ ] git push"}),
    ("cursor", "TodoWrite", {"todos": [{"id": "1", "content": "rm -rf dist", "status": "pending"}], "merge": True}),
    ("cursor", "ReadLints", {"paths": ["src/a.ts", "src/b.ts"]}),
    (
        "cursor",
        "SemanticSearch",
        {"query": "where is /etc/passwd parsed", "target_directories": ["src/"], "explanation": "x"},
    ),
    ("cursor", "CreatePlan", {"name": "Clean", "plan": ISSUE, "overview": "make it fast"}),
    ("cursor", "GenerateImage", {"description": "a cat / dog", "filename": "cat.png"}),
    ("cursor", "SwitchMode", {"target_mode_id": "plan", "explanation": "rm -rf needs a plan"}),
    ("cursor", "str_replace_editor", {"command": "view", "path": "/w/project/src/a.py"}),
    ("claude-code", "str_replace_editor", {"command": "create", "path": "src/a.py", "file_text": CODE}),
    ("claude-code", "run_in_terminal", {"command": "npm test", "explanation": "Runs tests", "isBackground": False}),
    ("claude-code", "create_file", {"filePath": "src/x.sh", "content": "rm -rf /\n"}),
    ("claude-code", "REPL", {"code": "1 + 1"}),
]
