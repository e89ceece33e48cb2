"""One module for each table, each with a `table(harness)` that measures and fills it."""
