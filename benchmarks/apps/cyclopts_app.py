# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
from cyclopts import App

app = App(name="demo", help="Two commands.", version="1.0.0")


@app.command
def greet(name: str, times: int = 1) -> None:
    """Greet somebody."""
    print(", ".join([f"Hello {name}"] * times))


@app.command
def add(a: int, b: int) -> None:
    """Add two numbers."""
    print(a + b)


if __name__ == "__main__":
    app()
