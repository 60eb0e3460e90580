"""Package operations: manager, name, version, source, scripts."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("npm install left-pad@1.2.3", ("npm", "install", "left-pad", "1.2.3", True, "", False)),
        ("npm i @a/b@^1", ("npm", "install", "@a/b", "^1", False, "", False)),
        ("npm install x --ignore-scripts", ("npm", "install", "x", "", False, "", True)),
        ("npm ci", ("npm", "install", "", "", False, "", False)),
        ("npx -y evil@latest", ("npx", "exec", "evil", "latest", False, "", False)),
        ("pip install requests==2.0", ("pip", "install", "requests", "2.0", True, "", False)),
        ("pip install 'requests>=2'", ("pip", "install", "requests", ">=2", False, "", False)),
        ("pip install -r req.txt", ("pip", "install", "", "", False, "req.txt", False)),
        ("pip install ./x", ("pip", "install", "./x", "", False, "./x", False)),
        (
            "pip install -i https://e.example/simple x",
            ("pip", "install", "x", "", False, "https://e.example/simple", False),
        ),
        ("python3 -m pip install x", ("pip", "install", "x", "", False, "", False)),
        ("sudo apt-get install -y curl", ("apt", "install", "curl", "", False, "", False)),
    ],
)
def test_operation(text: str, expected: tuple[object, ...]) -> None:
    found = [
        (item.manager, item.op, item.name, item.version, item.pinned, item.source, item.scripts_disabled)
        for item in view(text).package_ops
    ]
    assert found == [expected] or [item[1:] for item in found] == [expected[1:]]


@pytest.mark.parametrize("text", ["npm run build", "pip list", "git install x", "echo npm install x"])
def test_no_operation(text: str) -> None:
    assert not [item for item in view(text).package_ops if item.op == "install"]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("kubectl --context prod-eu delete pod x", "prod"),
        ("kubectl -n staging get pods", "staging"),
        ("AWS_PROFILE=production aws s3 ls", "prod"),
        ("kubectl --context minikube get pods", "dev"),
        ("kubectl get pods", ""),
        ("psql -h db.prod.example -c 'select 1'", "prod"),
        ("kubectl --context product-team get pods", ""),
    ],
)
def test_target_environment(text: str, target: str) -> None:
    assert view(text).commands[0].target_env == target
