# mypy: ignore-errors
# (peers are installed where they are measured, not where types are checked)
import click


@click.group(help="Two commands.")
def app() -> None:
    pass


@app.command()
@click.argument("name")
@click.option("--times", type=int, default=1)
def greet(name: str, times: int) -> None:
    """Greet somebody."""
    click.echo(", ".join([f"Hello {name}"] * times))


@app.command()
@click.argument("a", type=int)
@click.argument("b", type=int)
def add(a: int, b: int) -> None:
    """Add two numbers."""
    click.echo(a + b)


if __name__ == "__main__":
    app()
