"""Ordinary texts stay as they are: code, documents, prose, hashes, identifiers, images, logs.

A false positive is a redaction in a text that holds no secret. Two bounds hold: less than one text in a
hundred is changed, and less than one word in a thousand.
"""

from __future__ import annotations

import base64
import hashlib
import random
import sysconfig
import uuid
from pathlib import Path

import pytest

from tooli.policy.injection import find_injections
from tooli.policy.redact import find_secrets, redact_secrets

ROOT = Path(__file__).parents[3]
MODULES = sorted(Path(sysconfig.get_path("stdlib")).glob("[a-z]*.py"))
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("src/tooli/**/*.py")])
LINES = [
    "The password must be at least 12 characters; see docs/tokens-v2.md for the token format.",
    "Das Passwort ist abgelaufen. Bitte wählen Sie bis 31.12.2026 ein neues: mindestens 12 Zeichen.",
    "Le mot de passe et le jeton (token) sont valables 30 jours à partir du 2026-01-15T09:30:00Z.",
    "La clave secreta se guarda en el llavero; el token caduca cada 24h.",
    "パスワードは12文字以上で入力してください。トークン: 有効期限は30日です。",
    "密码至少需要12个字符。令牌的有效期为30天。",
    "Пароль должен содержать не менее 12 символов; токен действует 30 дней.",
    "رمز عبور باید حداقل ۱۲ نویسه باشد",
    "token = tokens[0]; secret = config.secret_v2; password = getpass.getpass()",
    'api_key = os.environ["SERVICE_API_KEY_2"]  # key: value',
    "password: str = Field(min_length=8, max_length=64)",
    "--token-file PATH  --password-stdin  --api-key-env NAME",
    "key-value store; keyboard-interrupt; sk-learn-contrib; hf_transfer; patched-2026.1",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b\nAuthor: Ann <ann@example.org>\nDate: Mon Jan 5 2026",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.txt",
    "https://example.org/a/b?page=2&sort=name#top ssh://git@example.org:22/team/repo.git",
    "Bearer tokens are sent in the Authorization header; basic auth is deprecated.",
    '{"next_page_token": "CAUQAA", "token_type": "bearer", "expires_in": 3600}',
    "secret: !!binary | see below; password: ${DB_PASSWORD}; token: <your token here>",
    "pwd: /srv/app/releases/20260115; key: [1, 2, 3]; tokens: 12345",
]


def noise() -> list[str]:
    chance = random.Random(11)
    texts = [str(uuid.UUID(int=chance.getrandbits(128))) for _ in range(100)]
    texts += [hashlib.sha256(str(number).encode()).hexdigest() for number in range(100)]
    texts += [hashlib.md5(str(number).encode()).hexdigest() for number in range(50)]
    texts += ["data:image/png;base64," + base64.b64encode(chance.randbytes(3000)).decode() for _ in range(30)]
    log = "{} {} tree {} id={} took {} ms"
    texts += [
        log.format(chance.randbytes(4).hex(), f"fix-{n}", chance.randbytes(20).hex(), uuid.UUID(int=n), n)
        for n in range(100)
    ]
    return texts


def test_less_than_one_text_in_a_hundred_is_changed() -> None:
    texts = [path.read_text("utf-8", "replace") for path in (*MODULES, *PAGES)] + LINES + noise()
    changed = [text for text in texts if any(find_secrets(text))]
    words = sum(len(text.split()) for text in texts)
    redactions = sum(len(list(find_secrets(text))) for text in changed)
    assert len(texts) > 600
    assert words > 300_000
    assert len(changed) / len(texts) < 0.01
    assert redactions / words < 0.001


@pytest.mark.parametrize("line", LINES)
def test_prose_code_and_logs_stay_as_they_are(line: str) -> None:
    assert redact_secrets(line) == line
    assert list(find_injections(line)) == []
