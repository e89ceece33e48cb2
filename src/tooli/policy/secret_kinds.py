"""The shapes of secrets: a table of kinds, each with words that every one of its secrets has and its pattern.

Where a pattern has a group, the group is the secret and the rest stays; else all of it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["KINDS", "Kind"]


class Kind(NamedTuple):
    """One shape of secrets."""

    name: str
    anchors: tuple[str, ...]
    """A text without any of these has no such secret."""
    pattern: re.Pattern[str]
    whole: bool = False
    """Whether no letter or digit may stand before it: asked of what was found, as patterns that begin with a
    prefix are found quickly."""


_END = r"(?![A-Za-z0-9_])"
_PEM = r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("aws-access-key", "AKIA ASIA ABIA ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),
    ("aws-session-token", "FwoG IQoJ", r"(?:FwoG|IQoJ)[A-Za-z0-9/+=]{100,}"),
    ("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    ("github-fine-grained-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{50,255}"),
    (
        "gitlab-token",
        "glpat- gldt- glrt- glptt- glft- glimt- glagent- glsoat- glcbt- gloas- GR1348941",
        r"(?:gl(?:pat|dt|rt|ptt|ft|imt|agent|soat|cbt|oas)-|GR1348941)[A-Za-z0-9_.-]{20,}",
    ),
    ("slack-token", "xox", r"xox[abeoprs]-[A-Za-z0-9-]{10,}"),
    ("slack-app-token", "xapp-", r"xapp-\d-[A-Za-z0-9-]{20,}"),
    (
        "slack-webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_-]{20,})",
    ),
    ("stripe-key", "k_live_ k_test_", r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("stripe-webhook-secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    ("anthropic-key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{20,}"),
    ("openai-key", "sk-proj- sk-svcacct- sk-admin-", r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}"),
    ("openrouter-key", "sk-or-v1-", r"sk-or-v1-[0-9a-f]{64}"),
    ("sk-key", "sk-", r"sk-[A-Za-z0-9]{32,}"),
    ("google-api-key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    ("google-oauth-token", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,}"),
    ("google-client-secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{28}"),
    ("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,}"),
    ("npm-token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi-token", "pypi-", r"pypi-AgE[A-Za-z0-9_-]{50,}"),
    ("rubygems-key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    ("crates-token", "cio", r"cio[A-Za-z0-9]{32}"),
    ("azure-storage-key", "AccountKey=", r"AccountKey=([A-Za-z0-9+/]{86}==)"),
    ("azure-shared-access-key", "SharedAccessKey=", r"SharedAccessKey=([A-Za-z0-9+/]{43}=)"),
    ("azure-signature", "sig=", r"sig=([A-Za-z0-9%+/]{43,}(?:=|%3D))"),
    ("azure-client-secret", "Q~", r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    ("twilio-key", "SK", r"SK[0-9a-f]{32}"),
    ("sendgrid-key", "SG.", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    ("mailgun-key", "key-", r"key-[0-9a-f]{32}"),
    ("mailchimp-key", "-us", r"[0-9a-f]{32}-us\d{1,2}"),
    ("digitalocean-token", "_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    ("heroku-key", "HRKU-", r"HRKU-[A-Za-z0-9_-]{36,}"),
    ("shopify-token", "shp", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    ("square-token", "sq0", r"sq0[a-z]{3}-[A-Za-z0-9_-]{22,43}"),
    ("telegram-token", ":AA", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("discord-token", ".", r"[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}"),
    ("discord-webhook", "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/\d+/([A-Za-z0-9_-]{60,})"),
    ("huggingface-token", "hf_", r"hf_[A-Za-z0-9]{34,}"),
    ("groq-key", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    ("xai-key", "xai-", r"xai-[A-Za-z0-9]{60,}"),
    ("perplexity-key", "pplx-", r"pplx-[A-Za-z0-9]{40,}"),
    ("replicate-token", "r8_", r"r8_[A-Za-z0-9]{37}"),
    ("databricks-token", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
    ("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{24,}"),
    ("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}"),
    ("docker-token", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}"),
    ("linear-key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{40,}"),
    ("notion-token", "ntn_ secret_", r"(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})"),
    ("atlassian-token", "ATATT3 ATCTT3", r"AT[AC]TT3[A-Za-z0-9_=-]{60,}"),
    ("new-relic-key", "NRAK- NRJS- NRII-", r"NR(?:AK|JS|II)-[A-Za-z0-9_-]{19,}"),
    ("grafana-token", "glsa_ glc_", r"(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/=]{32,})"),
    ("sentry-token", "sntrys_ sntryu_", r"sntry[su]_[A-Za-z0-9+/=_-]{50,}"),
    ("planetscale-token", "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}"),
    ("postman-key", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    ("supabase-key", "sbp_ sb_secret_", r"sb(?:p_[0-9a-f]{40}|_secret_[A-Za-z0-9_-]{20,})"),
    ("doppler-token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}"),
    ("figma-token", "figd_", r"figd_[A-Za-z0-9_-]{40,}"),
    ("airtable-token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("netlify-token", "nfp_", r"nfp_[A-Za-z0-9]{36,}"),
    ("tailscale-key", "tskey-", r"tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}"),
    ("pulumi-token", "pul-", r"pul-[0-9a-f]{40}"),
    ("buildkite-token", "bkua_", r"bkua_[0-9a-f]{40}"),
    ("age-key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    ("dropbox-token", "sl.", r"sl\.(?:u\.)?[A-Za-z0-9_-]{120,}"),
    ("facebook-token", "EAA", r"EAA[A-Za-z0-9]{80,}"),
    ("1password-token", "ops_eyJ", r"ops_eyJ[A-Za-z0-9+/=_-]{60,}"),
)
_ELSEWHERE: tuple[Kind, ...] = (
    # First: what stands inside a key's lines is no other secret.
    Kind(
        "private-key", ("PRIVATE KEY",), re.compile(_PEM + r".*?(?:-----END [A-Z0-9 ]*-----|\Z)", re.DOTALL)
    ),
    Kind(
        "url-password",
        ("://",),
        re.compile(
            r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://[^\s/:@'\"<>]{0,100}:([^\s/@'\"<>]{1,200})@",
            re.IGNORECASE,
        ),
    ),
    Kind(
        "authorization",
        ("uthorization", "UTHORIZATION"),
        re.compile(
            r"(?i:authorization)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?i:bearer|basic|token|apikey)\s+"
            r"([A-Za-z0-9+/=._~-]{8,})"
        ),
    ),
    Kind("bearer-token", ("earer ",), re.compile(r"\b[Bb]earer\s+((?=[^\s]*\d)[A-Za-z0-9+/=._~-]{16,})")),
)
KINDS: tuple[Kind, ...] = (
    *_ELSEWHERE,
    *(
        Kind(name, tuple(anchors.split()), re.compile(f"(?:{pattern}){_END}"), whole=True)
        for name, anchors, pattern in _TABLE
    ),
)
"""Every kind, the order in which they are looked for."""
