"""What an agent pays, in tokens, for the help and the answers of a 72-command tool."""
