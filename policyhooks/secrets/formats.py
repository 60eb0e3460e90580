"""The formats of keys and tokens that have one: how they begin, what follows, how much of it at least.

Data for masking.py; only a text that holds one of the beginnings makes it load.
"""

from __future__ import annotations

# Alphabets are strings because text_runs.py strips by them.
ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
WORD = ALNUM + "_-"
DOTTED = WORD + "."
HEX = "0123456789abcdef"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
BASE64 = ALNUM + "+/="

# (what it begins with, what follows, at least so many of them, kind). Longer beginnings stand first.
PREFIXES: tuple[tuple[str, str, int, str], ...] = (
    ("AKIA", UPPER, 16, "aws-key"),
    ("ASIA", UPPER, 16, "aws-key"),
    ("ABIA", UPPER, 16, "aws-key"),
    ("github_pat_", WORD, 22, "github-token"),
    ("ghp_", ALNUM, 30, "github-token"),
    ("gho_", ALNUM, 30, "github-token"),
    ("ghu_", ALNUM, 30, "github-token"),
    ("ghs_", ALNUM, 30, "github-token"),
    ("ghr_", ALNUM, 30, "github-token"),
    ("glpat-", WORD, 20, "gitlab-token"),
    ("gldt-", WORD, 20, "gitlab-token"),
    ("glrt-", WORD, 20, "gitlab-token"),
    ("xoxb-", WORD, 20, "slack-token"),
    ("xoxp-", WORD, 20, "slack-token"),
    ("xoxa-", WORD, 20, "slack-token"),
    ("xoxs-", WORD, 20, "slack-token"),
    ("xapp-", WORD, 20, "slack-token"),
    ("sk-ant-", WORD, 20, "anthropic-key"),
    ("sk-proj-", WORD, 20, "openai-key"),
    ("sk-", ALNUM, 32, "openai-key"),
    ("sk_live_", ALNUM, 16, "stripe-key"),
    ("rk_live_", ALNUM, 16, "stripe-key"),
    ("sk_test_", ALNUM, 16, "stripe-key"),
    ("whsec_", BASE64, 24, "webhook-secret"),
    ("AIza", WORD, 35, "google-key"),
    ("ya29.", WORD, 20, "google-token"),
    ("npm_", ALNUM, 36, "npm-token"),
    ("pypi-AgE", WORD, 40, "pypi-token"),
    ("dop_v1_", HEX, 64, "digitalocean-token"),
    ("SG.", DOTTED, 60, "sendgrid-key"),
    ("hf_", ALNUM, 30, "huggingface-token"),
    ("shpat_", HEX, 32, "shopify-token"),
    ("shpss_", HEX, 32, "shopify-token"),
    ("dckr_pat_", WORD, 20, "docker-token"),
    ("lin_api_", ALNUM, 32, "linear-key"),
    ("hvs.", WORD, 24, "vault-token"),
    ("AGE-SECRET-KEY-1", UPPER, 50, "age-key"),
    ("glsa_", WORD, 32, "grafana-token"),
    ("gsk_", ALNUM, 40, "groq-key"),
    ("nvapi-", WORD, 40, "nvidia-key"),
    ("PMAK-", WORD, 40, "postman-key"),
    ("dapi", HEX, 32, "databricks-token"),
    ("ATATT3", WORD, 40, "atlassian-token"),
    ("tskey-", WORD, 20, "tailscale-key"),
    ("sntrys_", BASE64, 40, "sentry-token"),
    ("ntn_", ALNUM, 40, "notion-token"),
    ("rubygems_", HEX, 40, "rubygems-key"),
    # `-----BEGIN ... PRIVATE KEY` as base64, which is how kubeconfig files and variables carry it.
    ("LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt", BASE64, 40, "private-key"),
    ("LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0t", BASE64, 40, "private-key"),
    ("LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t", BASE64, 40, "private-key"),
    ("LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg", BASE64, 40, "private-key"),
    ("AccountKey=", BASE64, 40, "azure-key"),
    ("SharedAccessKey=", BASE64, 40, "azure-key"),
)
