"""The command sets of the corpus. Every command returns its name and the arguments it received."""
