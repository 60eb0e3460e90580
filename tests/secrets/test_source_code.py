"""What an agent reads stays as it is: source code, lock files, hashes, placeholders. What is leaked there does not."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from policyhooks.secrets.masking import find, mask
from tests.support.counts import scaled

# Written in two pieces, so that no scanner takes this file for a leak.
LEAK = "q7RkZ2" + "vXw9LmT4bN"
HEX = "9f8e7d6c" + "5b4a39281706"

UNTOUCHED = {
    "python": [
        'token = response.x["token"]',
        "token = self.get_token()",
        "secret = model.secret",
        "password = getpass.getpass()",
        "token: Token = Token.Toolbar.System",
        "def login(user, password=None, token=default_token2):",
        "session = OAuth1Session(client_key, client_secret=client_secret)",
        "api_key=os.environ['API_KEY'],",
        "subject_token=TEXT_FILE_SUBJECT_TOKEN,",
        "passwords = {user.name: user.password for user in users}",
        'assert token == "access_token"',
        'password = "password123"',
        'token="fake-token"',
        "secret = hashlib.sha256(data).hexdigest()",
        "token = token_urlsafe(32)",
        "self.password = password if password else config.password",
        'SECRET_KEY = os.environ.get("SECRET_KEY", "")',
    ],
    "javascript": [
        'const token = response.headers["x-token"];',
        "const { token, secret } = await getCredentials();",
        "password: req.body.password,",
        "token: this.state.token ?? null,",
        '{token:"variable.other.source.rust",regex:"x"}',
        "const apiKey = process.env.API_KEY;",
        "interface Login { password: string; token?: Token32 }",
        "token => token.value",
        "const secret = `${prefix}-secret`;",
    ],
    "go": [
        'token := r.Header.Get("Authorization")',
        "password := cfg.Database.Password",
        "secret = []byte(os.Getenv(\"SECRET\"))",
        "github.com/pkg/errors v0.9.1 h1:FEBLx1zS214owpjy7qsBeixbURkuhQAwrK5UwLGTwt4=",
        "golang.org/x/sys v0.1.0/go.mod h1:oPkhp1MJrh7nUepCBck5+mAzfO9JrbApNNgaTdGDITg=",
    ],
    "java": [
        "String password = user.getPassword();",
        "private final String token = Token.ACCESS_TOKEN_V2;",
        "char[] passwd = console.readPassword();",
        "getUserAuthenticationTokenFromRequestHeaders",
        "new X509CertificateTokenProviderFactoryBean2()",
    ],
    "ruby": ["token = params[:token]", "password = ENV.fetch('PASSWORD')", "secret: Rails.application.secrets.key"],
    "php": ["$password = $_POST['password'];", "$token = $this->tokenStorage->getToken();"],
    "rust": ["let token = self.token.clone();", "let secret: Secret<String> = Secret::new(value);"],
    "c": ["#define sk_X509_LOOKUP_set_cmp_func(sk, cmp)", "x509DataNode = xmlSecTmplKeyInfoAddX509Data(keyInfoNode);"],
    "yaml": [
        "password: ${{ secrets.DB_PASSWORD }}",
        "token: !vault.token",
        "secretName: my-tls-secret",
        "secretKeyRef: {name: db, key: password}",
        "password: changeme",
    ],
    "toml": ['token = "changeme"', 'password = "{{ password }}"', "secret = { env = 'X' }"],
    "env.example": ["API_KEY=your-api-key-here", "TOKEN=xxxxxxxxxxxx", "PASSWORD=<password>", "DB_PASSWORD=changeme"],
    "locks": [
        '"integrity":"sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
        'checksum = "8f2ac5b7a9a3c1f0d4e6b8a7c9d1e3f5a7b9c1d3e5f7a9b1c3d5e7f9a1b3c5d7"',
        "    --hash=sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDbO8LGdIh4nyuIcDE dev@host (ED25519)",
        "resolved \"https://r.example/x/-/x-1.0.0.tgz#5f0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b\"",
    ],
    "ids": [
        "commit 5f0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b",
        "index 83db48f84ec8..e69de29bb2d1 100644",
        "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
        "token_id = 12",
    ],
    "documents": [
        "Use `https://user:pass@proxy:8080` for proxies.",
        "postgres://postgres:postgres@localhost:5432/app",
        "proxies = {'https': 'http://user:password@10.10.1.10:3128'}",
        "perform a basic username/password authentication",
        '("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----")',
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvXw9LmT4bNq7RkZ2aa\n-----END PUBLIC KEY-----",
        "Here is my API token: sk-abc123def456",
        'TOKEN="a1b2c3d4e5f6g7h8"',
        "SECRET_KEY=0123456789abcdef0123456789abcdef",
        "Example api_key='" + HEX * 3 + "'",
        "curl 'http://0.0.0.0:8000/logs?api_key=" + HEX * 3 + "'",
        "![coverage](https://codecov.example/graph/badge.svg?token=" + LEAK + ")",
        '"ARN": "arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestDatabaseSecret-a1b2c3"',
        '"ARN": "arn:aws:secretsmanager:us-west-2:123456789012:secret:' + LEAK + '"',
        "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAAAAUA5CYIIqR3x7Zk" * 12,
    ],
}  # fmt: skip

LEAKS = {
    "python": [f'password = "{LEAK}"', f"TOKEN = '{LEAK}'", f'API_KEY="{HEX}"', f'connect(password="{LEAK}")'],
    "javascript": [f'const apiKey = "{HEX}";', f"{{ token: '{LEAK}' }}", f'"secret":"{LEAK}"'],
    "go": [f'var token = "{LEAK}"', f'Password: "{LEAK}",'],
    "java": [f'String password = "{LEAK}";', f"spring.datasource.password={LEAK}"],
    "ruby": [f"secret_key_base: {HEX}{HEX}", f'password => "{LEAK}"'],
    "php": [f"'password' => '{LEAK}',", f'define("SECRET_KEY", "x"); $token = "{LEAK}";'],
    "rust": [f'let token = "{LEAK}";'],
    "yaml": [f"password: {LEAK}", f'token: "{LEAK}"', f"  secret: '{HEX}'"],
    "toml": [f'token = "{LEAK}"', f"aws_secret_access_key = {LEAK}{HEX}"],
    "env": [f"DB_PASSWORD={LEAK}", "DB_PASSWORD=correct-horse-9", f"export API_TOKEN={HEX}", f"SMTP_PASS={LEAK}"],
    "addresses": [f"postgres://app:{LEAK}@db.example/app", f"https://{LEAK}{HEX}@h.example/x.git"],
    "kubeconfig": ["client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ" + "b9Xk" * 300],
    "near documentation": [
        f"api_key='{HEX}'  # no example",
        f"curl http://127.0.0.1:8888/?token={HEX}",
        f"https://api.example/x?token={LEAK}",
        f"db:secret: {LEAK}",
    ],
    "curl": [
        f"curl --user kevin:'{LEAK}' -iX PATCH https://h.example",
        f'curl -u kevin:"{LEAK}" https://h.example',
        f"curl -X POST --user   'kevin:{LEAK}' https://h.example",
    ],
    "json": [f'{{"api_key": "{HEX}"}}', f'{{"client_secret":"{LEAK}"}}'],
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), [(name, text) for name, texts in UNTOUCHED.items() for text in texts])
def test_code_is_left_as_it_is(language: str, text: str) -> None:
    assert find(text) == [], language


@pytest.mark.parametrize(("language", "text"), [(name, text) for name, texts in LEAKS.items() for text in texts])
def test_leaks_in_code_are_found(language: str, text: str) -> None:
    assert find(text), language
    assert find(text, wide=True), language
    shown = mask(text)
    assert LEAK not in shown
    assert HEX not in shown


CODE = [text for name in ("python", "javascript", "go", "java", "ruby", "php", "rust", "c", "locks", "ids")
        for text in UNTOUCHED[name] if '"password123"' not in text and '"fake-token"' not in text
        and '"variable.' not in text and '"access_token"' not in text]  # fmt: skip


@pytest.mark.parametrize("text", CODE)
def test_expressions_are_left_in_what_is_kept_too(text: str) -> None:
    assert mask(text) == text


def test_the_standard_library_is_left_as_it_is() -> None:
    """Of some hundred modules a few hold what looks like a secret: vectors and blobs of tests and examples."""
    files = sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py"))[:: max(1, 1600 // scaled(1600))]
    changed = []
    for path in files:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if find(text):
            changed.append(path.name)
    assert len(changed) <= max(4, len(files) // 60), changed
