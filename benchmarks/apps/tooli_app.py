from tooli import Tooli

app = Tooli(name="demo", description="Two commands.", version="1.0.0")


@app.command()
def greet(name: str, times: int = 1) -> dict[str, str]:
    """Greet somebody."""
    return {"greeting": ", ".join([f"Hello {name}"] * times)}


@app.command()
def add(a: int, b: int) -> dict[str, int]:
    """Add two numbers."""
    return {"sum": a + b}


if __name__ == "__main__":
    app()
