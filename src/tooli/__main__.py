"""`python -m tooli` is the `tooli` program."""

from __future__ import annotations

from tooli.launcher import main

main()
