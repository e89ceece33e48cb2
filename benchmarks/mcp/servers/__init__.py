"""The servers, each a script of its own."""
