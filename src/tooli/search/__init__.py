"""Finding commands by what they are for. May import `model`, `schema`, `errors` and `types` only."""
