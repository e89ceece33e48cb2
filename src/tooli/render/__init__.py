"""Outcomes made visible: envelope, JSON, JSONL, text, plain, and rich pages for people."""
