"""Masking: what must be found, what must be left alone."""

import math
from itertools import pairwise

import pytest

from policyhooks.secrets.masking import entropy, find, is_suspicious, looks_random, mask, merge
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
    ('"api_key": "0a9b2f3d7e5c"', "assigned"),
    ("--token 8f7e6d5c4b3a", "assigned"),
    ("secret_access_key = wJalrXUtnFEMI7MDENGbPxRfiCYzR4mTq8vKEY", "assigned"),
    ("Authorization: Bearer " + A20 + "xyz1", "authorization"),
    ("bEaReR " + A20 + "xyz1", "authorization"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", "authorization"),
    ("AccountKey=" + A20 + A20 + "==", "azure-key"),
    ("Zx9Kq2Lm8Np4Rt6Vw1Yb3Df5Gh7J", "high-entropy"),
    ("A3T" + "Z2X4C6V8B0N1M3L5K", "aws-key"),
    ("glrt-" + A20, "gitlab-token"),
    ("glptt-" + A20 + A20, "gitlab-token"),
    ("glpat-" + A20 + A20[:10] + ".01.0a1b2c3d4", "gitlab-token"),
    ("AKC" + "p8" + A20, "artifactory-key"),
    ("AP6" + "xYz12345", "artifactory-key"),
    ("0a1b2c3d" * 4 + "-us6", "mailchimp-key"),
    ("SK" + "0a1b2c3d" * 4, "twilio-key"),
    ("abc" + "8Q~" + A20 + "xYz12.aBc-8_d", "azure-secret"),
    ("110201543:AA" + A20 + A20[:13], "telegram-token"),
    (A20[:14] + ".atlasv1." + A20 * 3 + "abc", "terraform-token"),
    ("dckr_" + "oat_" + A20, "docker-token"),
    ("dp.ct." + A20 + A20, "doppler-token"),
    ("ops_" + "eyJ" + A20 * 6, "1password-token"),
    ("A3-" + "ABC12D-EF345-GH678-JK901-LM234-NP567X"[:37], "1password-key"),
    ("https://hooks.slack.com/services/T0AB12CD3/B0EF45GH6/" + A20, "webhook"),
    ("https://flows.example/webhook/" + A20.lower() + "/run", "webhook"),
    ("https://api.example/v1/user?key=" + A20.lower(), "url-key"),
    ("curl -u deploy:" + A20 + " https://ci.example/", "authorization"),
    ("curl -s \\\n --user deploy:" + A20, "authorization"),
    ("Authorization: Api-Token " + A20.lower(), "authorization"),
    ("const fastlyKey string = `" + A20 + "`", "assigned"),
    ("<ApiKey>" + A20 + "</ApiKey>", "assigned"),
    ("my password is " + A20, "assigned"),
    ('{\\"token\\": \\"' + A20 + '\\"}', "assigned"),
    ("acme_key: '" + A20 + "'", "assigned"),
    ("MTAyOTQ4MTN5OTU5MTDwMEcx.GSwJyi.sbaw8msOR3Wi6vPUzeIWy_P0vJb", "high-entropy"),
]
# Like a secret, and none: cut short, public, an example, an identifier, data. An agent reads them as they are.
NEAR_MISSES = [
    "AKIAIOSFODNN7" + "EXAMPLE",
    "glpat-xxxxxxxx-xxxxxxxxxxx",
    "ghs_" + "x" * 36,
    "xoxp-1234567890",
    "hf_servingcellparametersdescription",
    "re_some_long_name_of_a_function_here",
    "sk-proj-my-very-long-project-name",
    "SG." + A20 + "xx.." + A20 + A20 + "abc",
    "pk_live_" + A20 + "abcd",
    "bot110201543:AA" + A20 + A20[:13],
    "bP88Q~" + "x" * 34,
    'publicToken = "' + A20 + A20 + '"',
    '"nextToken": "' + A20 + '"',
    '"uploadId": "' + A20 + A20 + '"',
    "CodeSha256: " + A20 + A20,
    '<input name="authenticity_token" value="' + A20 + A20 + '">',
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
    "bm90X3ZhbGlkX2pzb25fYXRfYWxs",
    "/docs/d/" + A20 + A20 + "/edit",
    "cdn." + A20 + A20[:8] + ".js",
    "arn:aws:ecs:cluster/P2OnDemand_Batch_2c06f29d-d1fe-3a49-879d-42394c86effc",
    "Agent365TokenExchangeErrorHandler12",
    "-----BEGIN PRIVATE KEY-----${key}",
    "-----BEGIN DSA PRIVATE KEY-----<your key here>-----END DSA PRIVATE KEY-----",
    "github://org:repo@sha",
    "https://jo%40mail.example:a%20secret@host/",
    "Bearer resource_metadata=x",
    '"password"===e.type?(0,b)',
    'console.error("Error regenerating key:",e),k.toast.fromError(e)',
    "hf jobs run --secrets HF_TOKEN",
    "Credentials(ACME_API_KEY=_credentials_api_key)",
    "APACHELICENSE2 and AKCELERATED",
    "curl -u user:password https://example.com",
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


KEY = "AKIA" + "Z2X4C6V8B0N1M3L5"
TOKENS = [
    (KEY, "aws-key"),
    ("ghp_" + A20 + A20[:16], "github-token"),
    ("AIza" + A20 + A20[:15], "google-key"),
    ("npm_" + A20 + A20[:16], "npm-token"),
    ("hvs." + A20 + A20, "vault-token"),
    ("SG." + A20 + "xx." + A20 + A20 + "abc", "sendgrid-key"),
    ("sk-ant-api03-" + A20 + A20, "anthropic-key"),
    ("AKC" + "p8" + A20, "artifactory-key"),
]
# What tokens stand behind: separators of paths, queries and lists, quotes, escapes of addresses, strings and terminals.
BEFORE = (
    *("/w/", "a/", "https://h.example/", "s3://", "../", "/tmp/x7Fq9Zt2/"),
    *("?k=", "&k=", "k:", "=", ",", ";", "|", "#", "@", "~", "$", "<", "[", "(", "{", "'", '"', "`", "*", "\\"),
    *("%2F", "%3d", "q%3A", "%20", "\\n", "\\t", "\\r\\n", '\\"', "\\u003d", "\\x3d", "\x1b[31m", "\x1b[1;31m"),
)


@pytest.mark.parametrize(("token", "kind"), TOKENS, ids=[kind for _, kind in TOKENS])
def test_a_token_begins_wherever_no_word_goes_on(token: str, kind: str) -> None:
    for before in BEFORE:
        for text in (f"{before}{token}", f"say {before}{token} now", f"{'x ' * 5000}{before}{token}"):
            for wide in (False, True):
                (span,) = find(text, wide)
                # A word that looks random as a whole may begin with the escape.
                assert span[0] <= text.index(token) < text.index(token) + len(token) == span[1], (before, wide)
                assert span[2] in (kind, "high-entropy")


JOINED = [
    *(f"{before}{KEY}" for before in ("x", "X", "9", "2F", "u003d", "31m", "n", "%2G", "\\q", "x-", "x_", "x+")),
    f"aB3/{KEY}+9kL",  # data written as base64, by its sign
    f"{'aB3d' * 60}/{KEY}/{A20}",  # and by its length
    f"x\naB/{KEY}{'Zq9' * 20}"[: 3 + 63] + "/\n",  # and by its lines
    f"aB3dE5gH7j/{KEY}",  # and by a name before it
    "/thumbs/key-" + "0a1b2c3d" * 4,
    "/assets/ico-" + "0a1b2c3d" * 4 + ".svg",
    f"iVBORw0KGgo/EAAA{'AQCB' * 15}",
]


@pytest.mark.parametrize("text", JOINED)
def test_part_of_a_word_or_of_data_is_no_token(text: str) -> None:
    assert not [kind for *_, kind in find(text) if kind != "high-entropy"]


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_what_is_almost_a_secret_is_shown_to_agents(text: str) -> None:
    assert find(text) == []


@pytest.mark.parametrize("text", ALARMS_AVOIDED)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert mask(text) == text


TOKEN = "ghp_" + A20 + A20[:16]
MIXED = "aB3dE5fG7hJ9kL1m"  # sixteen different letters: four bits each
MASKED = [
    (TOKEN, "[SECRET:github-token]"),
    (f"say {TOKEN} now", "say [SECRET:github-token] now"),
    (f"{TOKEN}, {TOKEN}.", "[SECRET:github-token], [SECRET:github-token]."),
    (f"DB_PASSWORD=correct-horse-9 psql {TOKEN}", "DB_PASSWORD=[SECRET:assigned] psql [SECRET:github-token]"),
    ("postgres://app:s3cr3tpw@db.example/app", "postgres://app:[SECRET:url-password]@db.example/app"),
    (f"{TOKEN} " + "plain words " * 1000, "[SECRET:github-token] " + "plain words " * 1000),
    ("plain words " * 1000, "plain words " * 1000),
]


@pytest.mark.parametrize(("text", "expected"), MASKED)
def test_nothing_but_the_secret_is_replaced(text: str, expected: str) -> None:
    assert mask(text) == expected


def test_what_is_kept_is_masked_wider_than_what_an_agent_reads() -> None:
    text = "https://user:test@host/x"  # in source code a password called `test` is none
    assert mask(text) == "https://user:[SECRET:url-password]@host/x"
    assert find(text) == []
    assert find(text, wide=True) == [(13, 17, "url-password")]


@pytest.mark.parametrize(
    "text", ["", "ls -la", "git commit -m 'A plain sentence of many words, all of them ordinary'", "x" * 40, "X" * 40]
)
def test_a_text_without_the_pieces_of_a_secret_is_not_suspicious(text: str) -> None:
    assert not is_suspicious(text)


@pytest.mark.parametrize("text", [TOKEN, "PassWord", f"a={MIXED}{MIXED[:8]}", f"x\u3000{MIXED}{MIXED[:8]}\u2028"])
def test_a_text_with_such_a_piece_is(text: str) -> None:
    assert is_suspicious(text)


# spans that finders give, what is left of them
MERGED = [
    ([], []),
    ([(3, 5, "a")], [(3, 5, "a")]),
    ([(5, 7, "b"), (0, 2, "a")], [(0, 2, "a"), (5, 7, "b")]),
    ([(0, 2, "a"), (2, 4, "b")], [(0, 2, "a"), (2, 4, "b")]),
    ([(0, 3, "a"), (2, 6, "b"), (5, 8, "c"), (8, 9, "d")], [(0, 8, "a"), (8, 9, "d")]),
    ([(4, 6, "b"), (0, 9, "a")], [(0, 9, "a")]),
    ([(0, 3, "short"), (0, 9, "long")], [(0, 9, "long")]),
    ([(0, 1, "a"), (3, 6, "b"), (4, 8, "c")], [(0, 1, "a"), (3, 8, "b")]),
]


@pytest.mark.parametrize(("spans", "expected"), MERGED)
def test_spans_that_overlap_become_one(spans: list[tuple[int, int, str]], expected: list[tuple[int, int, str]]) -> None:
    assert merge(spans) == expected


# a word, whether it looks like chance
CHANCE = [
    (MIXED + MIXED[:8], True),
    (MIXED.lower() * 2, False),
    (MIXED.upper() * 2, False),
    (f"{MIXED}--{MIXED[:8]}", False),
    (f"{MIXED}__{MIXED[:8]}", False),
    (f"{MIXED[:8]}-{MIXED[8:]}_{MIXED[:8]}", True),
    # Short words cannot have many different letters, so less is asked of them.
    ((MIXED * 2)[:31], True),
    (MIXED * 2, False),
    # Three digits at least, and one letter of twelve.
    ("aBcDeFgHiJkLmNoPqRsTuV123", True),
    ("aBcDeFgHiJkLmNoPqRsTuVw12", False),
    ("aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgHiJkL0m1N2o3P4q5R", True),
    ("aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgHiJkLmNoPqRsTu012", False),
    ("aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgHiJkLmNoPqRsT012", False),
    ("aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgHiJkLmNoPqRs012", False),
    ("aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgHiJkLmNoPqR012", True),
    # Identifiers change kind at their seams only.
    ("getTheRegisteredProjectOfCustomer234567", False),
    ("Project7-Customer-Of8Acme-In9Berlin-Mitte", False),
    ("aB-cD1-eF-gH2-iJ-kL3-mN-oP", True),
    # Longer than any key: it is data.
    ((A20 + "xW4yV6zU8tS0rQ") * 14 + A20 + "abcd", True),
    ((A20 + "xW4yV6zU8tS0rQ") * 14 + A20 + "abcde", False),
]


@pytest.mark.parametrize(("word", "expected"), CHANCE)
def test_words_that_look_like_chance(word: str, expected: bool) -> None:
    assert looks_random(word) is expected


@pytest.mark.parametrize("word", ["a", "ab", "aab", "abcd" * 4, MIXED, MIXED + "aB3" * 5, A20 * 3 + "zzz"])
def test_bits_of_a_letter_are_shannons(word: str) -> None:
    shares = [word.count(letter) / len(word) for letter in set(word)]
    assert entropy(word) == pytest.approx(-sum(share * math.log2(share) for share in shares), abs=1e-6)


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
