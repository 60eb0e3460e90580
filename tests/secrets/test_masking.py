"""Masking: what must be found, what must be left alone."""

from itertools import pairwise

import pytest

from policyhooks.secrets.masking import find, mask
from policyhooks.secrets.pii import find_pii

# Made up, and put together here so that no scanner takes this file for a leak.
A20 = "aB3dE5fG7hJ9kL1mN2pQ"
HITS = [
    ("AKIA" + "Z2X4C6V8B0N1M3L5", "aws-key"),
    ("ASIA" + "Z2X4C6V8B0N1M3L5", "aws-key"),
    ("ghp_" + A20 + A20[:16], "github-token"),
    ("github_pat_" + A20 + "_" + A20, "github-token"),
    ("glpat-" + A20, "gitlab-token"),
    ("xox" + "b-123456789012-123456789012-" + A20, "slack-token"),
    ("sk-ant-api03-" + A20 + A20, "anthropic-key"),
    ("sk-proj-" + A20 + A20, "openai-key"),
    ("sk-" + A20 + A20, "openai-key"),
    ("sk_" + "live_" + A20, "stripe-key"),
    ("AIza" + A20 + A20[:15], "google-key"),
    ("npm_" + A20 + A20[:16], "npm-token"),
    ("SG." + A20 + "xx." + A20 + A20 + "abc", "sendgrid-key"),
    ("hf_" + A20 + A20[:14], "huggingface-token"),
    ("hvs." + A20 + A20, "vault-token"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r", "jwt"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "private-key"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz", "private-key"),
    ("postgres://app:s3cr3tpw@db.example/app", "url-password"),
    ("https://user:p4ssw0rd!@host/x", "url-password"),
    ("DB_PASSWORD=correct-horse-9", "assigned"),
    ('"api_key": "0a1b2c3d4e5f"', "assigned"),
    ("--token 8f7e6d5c4b3a", "assigned"),
    ("secret_access_key = wJalrXUtnFEMI7MDENGbPxRfiCYEXAMPLEKEY", "assigned"),
    ("Authorization: Bearer " + A20 + "xyz1", "authorization"),
    ("bEaReR " + A20 + "xyz1", "authorization"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", "authorization"),
    ("AccountKey=" + A20 + A20 + "==", "azure-key"),
    ("Zx9Kq2Lm8Np4Rt6Vw1Yb3Df5Gh7J", "high-entropy"),
]
ALARMS_AVOIDED = [
    "git commit -m 'Add password reset page'",
    "export PASSWORD=$DB_PASSWORD",
    "password: ${{ secrets.TOKEN }}",
    "token = os.environ['TOKEN']",
    "--token <your-token>",
    "curl https://example.com/a/b?c=d",
    "https://user@host/path",
    "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
    "5f0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "/usr/lib/python3.11/site-packages/setuptools/_distutils/command/build_ext.py",
    "getUserAuthenticationTokenFromRequestHeaders",
    "test_that_the_password_field_is_required",
    "monkey: 'banana split'",
    "sk-learn is a library",
    "task-1234567890123456789012345678901234567890",
    "secret: true",
    "password: required",
    "AKIA is a prefix",
    "pip install tokenizers==0.15.2",
    "-----BEGIN CERTIFICATE-----\nMIIabc\n-----END CERTIFICATE-----",
    "keyboard=qwertyuiop",
    "npm run build --workspace=packages/very-long-package-name-1234",
    "The quick brown fox jumps over the lazy dog 1234567890",
]


@pytest.mark.parametrize(("text", "kind"), HITS, ids=[kind + str(at) for at, (_, kind) in enumerate(HITS)])
@pytest.mark.parametrize("frame", ["{}", "say {} now", 'echo "{}"', "a={}\nb", "({})"])
def test_secrets_are_found(text: str, kind: str, frame: str) -> None:
    framed = frame.format(text)
    kinds = [found for _, _, found in find(framed)]
    assert kinds
    assert kind in kinds or frame == "a={}\nb"
    assert f"[SECRET:{kinds[0]}]" in mask(framed)


@pytest.mark.parametrize("text", ALARMS_AVOIDED)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert mask(text) == text


def test_spans_are_in_order_and_apart() -> None:
    whole = [text for text, _ in HITS if not text.startswith("-----BEGIN OPENSSH")]
    spans = find(" ".join(whole))
    assert len(spans) == len(whole)
    for (_, end, _), (start, _, _) in pairwise(spans):
        assert end <= start


def test_masking_twice_changes_nothing_more() -> None:
    for text, _ in HITS:
        assert mask(mask(text)) == mask(text)


PII = [
    ("mail dana@acme.example now", "email", "dana@acme.example"),
    ("card 4111 1111 1111 1111.", "card", "4111 1111 1111 1111"),
    ("card 4111111111111111", "card", "4111111111111111"),
    ("iban DE89 3704 0044 0532 0130 00", "iban", "DE89 3704 0044 0532 0130 00"),
    ("pay DE89 3704 0044 0532 0130 00 today please, it is due", "iban", "DE89 3704 0044 0532 0130 00"),
    ("pay DE89370400440532013000 by Friday", "iban", "DE89370400440532013000"),
    ("GB82 WEST 1234 5698 7654 32 and more", "iban", "GB82 WEST 1234 5698 7654 32"),
    ("ssn 078-05-1120", "ssn", "078-05-1120"),
    ("call +49 30 1234567", "phone", "+49 30 1234567"),
]


@pytest.mark.parametrize(("text", "kind", "expected"), PII)
def test_personal_data_is_found_when_asked_for(text: str, kind: str, expected: str) -> None:
    assert [(text[start:end], found) for start, end, found in find_pii(text, (f"pii.{kind}",))] == [(expected, kind)]
    assert find_pii(text, ("pii",))
    assert find_pii(text, ("secrets",)) == []


@pytest.mark.parametrize(
    "text",
    ["a @ b", "user@localhost", "4111 1111 1111 1112", "1234567890123", "DE00 0000", "000-12-3456", "1 + 2", "v1.2.3"],
)
def test_what_is_no_personal_data(text: str) -> None:
    assert find_pii(text, ("pii",)) == []
