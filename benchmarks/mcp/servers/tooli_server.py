"""Ten tools, served by tooli."""

from __future__ import annotations

from tooli import Tooli

app = Tooli("bench", version="1.0")


def make(number: int) -> None:
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    app.command(f"add-{number}")(add)


for number in range(10):
    make(number)

if __name__ == "__main__":
    app()
