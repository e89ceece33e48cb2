from pydantic import BaseModel

from tooli import Tooli

app = Tooli(name="demo", description="A model in and a model out.", version="1.0.0")


class User(BaseModel):
    """Somebody."""

    name: str
    age: int = 0
    emails: list[str] = []


@app.command()
def save(user: User) -> dict[str, str]:
    """Save a user."""
    return {"saved": user.name}


@app.command()
def load(name: str) -> User:
    """Load a user."""
    return User(name=name)


if __name__ == "__main__":
    app()
