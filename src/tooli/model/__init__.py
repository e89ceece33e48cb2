"""The immutable description of commands: pure data, no I/O, no pydantic, no click, no rich."""
