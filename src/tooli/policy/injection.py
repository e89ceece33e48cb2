"""Texts that talk to the model which reads them: found and named, never rewritten. Pure.

A result of a tool is data. What reads like an order to whoever reads it is told in the answer's warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["find_injections", "may_hold_injections"]

_TABLE: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "tells its reader to drop its instructions",
        ("ignore", "disregard", "forget", "override"),
        r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}"
        r"\b(?:previous|prior|above|earlier|preceding|existing|all|your|system)\b[^.\n]{0,30}"
        r"\b(?:instructions?|prompts?|rules|directions|guidelines|directives|constraints)\b",
    ),
    (
        "gives its reader another role",
        ("you are now", "from now on", "act as"),
        r"\b(?:you are now|from now on,? you are|you must (?:now )?act as)\s+"
        r"(?:DAN\b|an? (?:unrestricted|unfiltered|different|new|evil)\b|in (?:developer|god|jailbreak)\b)",
    ),
    (
        "asks for the instructions of its reader",
        ("prompt", "instructions"),
        r"\b(?:reveal|print|show|repeat|output|leak|display)\b[^.\n]{0,30}"
        r"\b(?:system|initial|hidden) (?:prompt|instructions)\b",
    ),
    (
        "asks its reader to keep something from people",
        ("tell", "inform", "mention", "notify", "alert"),
        r"\b(?:do not|don't|never|without)\s+(?:tell|inform|mention|notify|alert)(?:ing)?\b[^.\n]{0,40}"
        r"\b(?:the|your|any) (?:user|human|person|operator)\b",
    ),
    (
        "asks its reader to send secrets away",
        ("send", "post", "upload", "exfiltrate", "forward", "curl"),
        r"\b(?:send|post|upload|exfiltrate|forward|curl)\b[^\n]{0,80}"
        r"(?:\b(?:api.?keys?|passwords?|secrets?|credentials|tokens?|ssh.?keys?)\b|\.env\b)[^\n]{0,60}"
        r"(?:https?://|\b[\w.+-]+@[\w-]+\.)",
    ),
    (
        "has instructions in a hidden comment",
        ("<!--",),
        r"<!--(?:(?!-->).){0,2000}?\b(?:ignore|instructions?|ai assistant|ai agent|language model"
        r"|system prompt|you must|do not tell|execute)\b",
    ),
    (
        "looks like a call of a tool, or like a turn of the conversation",
        ("<", "[inst]", "[/inst]", "tool_calls", "function_call", "human: ", "assistant: "),
        r"<(?:\w+:)?(?:tool_calls?|tool_use|function_calls?|invoke)\b|<\|(?:im_start|im_end|system|endoftext"
        r"|start_header_id|end_header_id)\|>|\[/?INST\]|[\"'](?:tool_calls|function_call)[\"']\s*:\s*[\[{]"
        r"|\n\n(?:Human|Assistant): ",
    ),
    (
        "has a link that carries data away, or code",
        ("![", "data:"),
        r"!\[[^\]\n]{0,200}\]\(\s*https?://[^)\s]{1,400}[?&][\w-]+="
        r"|\bdata:(?:text/html|text/javascript|application/(?:x-)?javascript)[;,]",
    ),
)
_PATTERNS = tuple(
    (name, anchors, re.compile(pattern, re.IGNORECASE | re.DOTALL)) for name, anchors, pattern in _TABLE
)


def may_hold_injections(lowered: str) -> bool:
    """Whether a text in small letters has a word that one of the patterns needs."""
    return any(anchor in lowered for _, anchors, _ in _PATTERNS for anchor in anchors)


def find_injections(text: str) -> Iterator[str]:
    """Say what a text does to whoever reads it, if it does."""
    lowered = text.lower()
    for name, anchors, pattern in _PATTERNS:
        if any(anchor in lowered for anchor in anchors) and pattern.search(text):
            yield name
