"""The same commands in other frameworks, and a reader of their messages."""
