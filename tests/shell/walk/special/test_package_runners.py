"""Programs behind package runners and launchers are commands of their own."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    ("text", "argv", "via"),
    [
        ("npx cdk destroy", ["cdk", "destroy"], "npx"),
        ("npx --yes rimraf@5 /srv", ["rimraf", "/srv"], "npx"),
        ("npx -p aws-cdk@2 cdk destroy", ["cdk", "destroy"], "npx"),
        ("npx aws-cdk destroy", ["cdk", "destroy"], "npx"),
        ("npx @scope/tool x", ["tool", "x"], "npx"),
        ("npm exec -- prisma migrate reset", ["prisma", "migrate", "reset"], "npm exec"),
        ("npm x terraform -- destroy", ["terraform", "destroy"], "npm x"),
        ("bunx rimraf /srv", ["rimraf", "/srv"], "bunx"),
        ("bun x rimraf /srv", ["rimraf", "/srv"], "bun x"),
        ("pnpm dlx rimraf /srv", ["rimraf", "/srv"], "pnpm dlx"),
        ("pnpm exec rimraf /srv", ["rimraf", "/srv"], "pnpm exec"),
        ("pnpm --filter api prisma db push", ["prisma", "db", "push"], "pnpm"),
        ("yarn dlx rimraf /srv", ["rimraf", "/srv"], "yarn dlx"),
        ("yarn cdk destroy", ["cdk", "destroy"], "yarn"),
        ("yarn workspace app cdk destroy", ["cdk", "destroy"], "yarn workspace"),
        ("uvx --from awscli aws s3 ls", ["aws", "s3", "ls"], "uvx"),
        ("uv tool run ruff check .", ["ruff", "check", "."], "uv tool run"),
        ("pipx run black .", ["black", "."], "pipx run"),
        ("chamber exec app -- terraform destroy", ["terraform", "destroy"], "chamber exec"),
        ("devbox run -- terraform destroy", ["terraform", "destroy"], "devbox run"),
        ("teller run -- terraform destroy", ["terraform", "destroy"], "teller run"),
        ("assume prod --exec 'terraform destroy'", ["terraform", "destroy"], "assume --exec"),
        ("saml2aws exec -- terraform destroy", ["terraform", "destroy"], "saml2aws exec"),
    ],
)
def test_the_program_is_listed(text: str, argv: list[str], via: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert (argv, (via,)) in [(list(item.argv), tuple(item.via)) for item in shell.commands]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("yarn test", ["yarn"]),
        ("yarn build --watch", ["yarn"]),
        ("pnpm run test", ["pnpm"]),
        ("yarn add cdk", ["yarn"]),
        ("npm create vite@latest app", ["npm"]),
        ("bun run index.ts", ["bun"]),
        ("npx", ["npx"]),
        ("npx https://e.example/x.tgz", ["npx"]),
        ("corepack yarn add x", ["yarn"]),
        ("corepack enable", ["corepack"]),
    ],
)
def test_scripts_are_no_programs(text: str, names: list[str]) -> None:
    assert [item.name for item in view(text).commands] == names


@pytest.mark.parametrize(
    ("text", "argv"),
    [
        ("git-reset --hard", ["git", "reset", "--hard"]),
        ("/usr/lib/git-core/git-clean -fdx", ["git", "clean", "-fdx"]),
        ('"$(git --exec-path)"/git-push -f', ["git", "push", "-f"]),
        ("git-unheard-of x", ["git-unheard-of", "x"]),
        ("./git-reset --hard", ["./git-reset", "--hard"]),
    ],
)
def test_dashed_programs_of_git(text: str, argv: list[str]) -> None:
    assert argv in [list(item.argv) for item in view(text).commands]


@pytest.mark.parametrize(
    "text", ["rip a", "rimraf a", "trash a", "del-cli a", "shx rm a", "trash-put a", "gio trash a"]
)
def test_what_is_put_away_is_gone(text: str) -> None:
    assert [item.norm for item in view(text).paths if item.op == "delete"] == ["/w/a"]
