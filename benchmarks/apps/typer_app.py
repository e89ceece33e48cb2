# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
import typer

app = typer.Typer(help="Two commands.")


@app.command()
def greet(name: str, times: int = 1) -> None:
    """Greet somebody."""
    typer.echo(", ".join([f"Hello {name}"] * times))


@app.command()
def add(a: int, b: int) -> None:
    """Add two numbers."""
    typer.echo(a + b)


if __name__ == "__main__":
    app()
