"""Secrets to plant, one of each kind and some that only their surroundings give away; made anew on every run.

Nothing here is a secret: their parts are put together by chance, so that no file holds one in clear.
"""

from __future__ import annotations

import random
import string
from typing import NamedTuple

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"


class Planted(NamedTuple):
    """A secret, and a text around it."""

    kind: str
    text: str
    secret: str


def planted(seed: int = 7) -> list[Planted]:
    """Return the corpus."""
    chance = random.Random(seed)

    def some(count: int, letters: str = LETTERS) -> str:
        return "".join(chance.choices(letters, k=count))

    shapes = {
        "aws-access-key": "AK" + "IA" + some(16, BASE32),
        "aws-session-token": "IQ" + "oJ" + some(160),
        "github-token": "gh" + "p_" + some(36),
        "github-fine-grained-token": "github" + "_pat_" + some(22) + "_" + some(59),
        "gitlab-token": "gl" + "pat-" + some(20),
        "slack-token": "xo" + "xb-" + some(12, string.digits) + "-" + some(24),
        "slack-app-token": "xa" + "pp-1-A" + some(10) + "-" + some(40),
        "stripe-key": "sk" + "_live_" + some(24),
        "stripe-webhook-secret": "wh" + "sec_" + some(32),
        "anthropic-key": "sk" + "-ant-api03-" + some(80),
        "openai-key": "sk" + "-proj-" + some(48),
        "openrouter-key": "sk" + "-or-v1-" + some(64, HEX),
        "sk-key": "sk" + "-" + some(48),
        "google-api-key": "AI" + "za" + some(35),
        "google-oauth-token": "ya" + "29." + some(60),
        "google-client-secret": "GOC" + "SPX-" + some(28),
        "jwt": "ey" + "J" + some(20) + ".ey" + "J" + some(40) + "." + some(43),
        "npm-token": "np" + "m_" + some(36),
        "pypi-token": "py" + "pi-AgE" + some(80),
        "rubygems-key": "ruby" + "gems_" + some(48, HEX),
        "crates-token": "ci" + "o" + some(32),
        "azure-client-secret": some(3) + "8" + "Q~" + some(34),
        "twilio-key": "S" + "K" + some(32, HEX),
        "sendgrid-key": "S" + "G." + some(22) + "." + some(43),
        "mailgun-key": "ke" + "y-" + some(32, HEX),
        "mailchimp-key": some(32, HEX) + "-us" + "12",
        "digitalocean-token": "do" + "p_v1_" + some(64, HEX),
        "heroku-key": "HR" + "KU-AA" + some(58),
        "shopify-token": "shp" + "at_" + some(32, HEX),
        "square-token": "sq" + "0atp-" + some(22),
        "telegram-token": some(9, "123456789") + ":A" + "A" + some(33),
        "discord-token": "M" + some(23) + "." + some(6) + "." + some(27),
        "huggingface-token": "h" + "f_" + some(34),
        "groq-key": "gs" + "k_" + some(52),
        "xai-key": "xa" + "i-" + some(80),
        "perplexity-key": "pp" + "lx-" + some(48),
        "replicate-token": "r" + "8_" + some(37),
        "databricks-token": "da" + "pi" + some(32, HEX),
        "vault-token": "hv" + "s." + some(24),
        "terraform-token": some(14) + ".atlas" + "v1." + some(67),
        "docker-token": "dckr" + "_pat_" + some(27),
        "linear-key": "lin" + "_api_" + some(40),
        "notion-token": "nt" + "n_" + some(46),
        "atlassian-token": "ATA" + "TT3" + some(180),
        "new-relic-key": "NR" + "AK-" + some(27),
        "grafana-token": "gl" + "sa_" + some(32) + "_" + some(8, HEX),
        "sentry-token": "sntr" + "yu_" + some(64, HEX),
        "planetscale-token": "psc" + "ale_tkn_" + some(43),
        "postman-key": "PM" + "AK-" + some(24, HEX) + "-" + some(34, HEX),
        "supabase-key": "sb" + "p_" + some(40, HEX),
        "doppler-token": "d" + "p.pt." + some(43),
        "figma-token": "fi" + "gd_" + some(40),
        "airtable-token": "pa" + "t" + some(14) + "." + some(64, HEX),
        "netlify-token": "nf" + "p_" + some(40),
        "tailscale-key": "ts" + "key-auth-" + some(12) + "-" + some(32),
        "pulumi-token": "pu" + "l-" + some(40, HEX),
        "buildkite-token": "bk" + "ua_" + some(40, HEX),
        "age-key": "AGE-SEC" + "RET-KEY-1" + some(58, BASE32),
        "dropbox-token": "s" + "l.u." + some(140),
        "facebook-token": "EA" + "A" + some(120),
        "1password-token": "op" + "s_ey" + "J" + some(120),
    }
    found = [Planted(kind, secret, secret) for kind, secret in shapes.items()]
    surroundings = {
        "slack-webhook": (
            "https://hooks." + "slack.com/services/{}",
            "T" + some(8) + "/B" + some(8) + "/" + some(24),
        ),
        "discord-webhook": ("https://discord.com/api/" + "webhooks/12345/{}", some(68)),
        "azure-storage-key": ("AccountName=shop;Account" + "Key={};EndpointSuffix=core", some(86) + "=="),
        "azure-shared-access-key": ("SharedAccessKeyName=send;SharedAccess" + "Key={}", some(43) + "="),
        "azure-signature": ("https://shop.example/box?sv=2025&si" + "g={}", some(43) + "%3D"),
        "url-password": ("postgres://ann:{}@db.example:5432/shop", some(12)),
        "authorization": ("Authori" + "zation: Basic {}", some(24)),
        "bearer-token": ("curl -H 'X: Bea" + "rer {}'", "7" + some(30)),
        "private-key": ("-----BEGIN RSA PRIV" + "ATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----", some(64)),
    }
    found += [Planted(kind, text.format(secret), secret) for kind, (text, secret) in surroundings.items()]
    named = ("password = '{}'", '"api_key": "{}"', "DB_PASSWORD={}", "the token is {}", "client_secret: {}")
    for text in named:
        secret = "".join(f"{some(2, string.ascii_letters)}{some(1, string.digits)}" for _ in range(7))
        found.append(Planted("secret", text.format(secret), secret))
    return found
