"""What a command accepts and returns: raw values to arguments, and JSON Schema."""
