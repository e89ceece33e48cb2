"""Programs that are measured; each one is run by itself."""
