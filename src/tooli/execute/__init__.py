"""The one pipeline every surface runs a call through."""
