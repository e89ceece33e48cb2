"""Outcomes made visible: the last line of a stream, text, TOON, and rich pages for people."""
