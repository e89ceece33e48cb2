import sys

from pydantic import BaseModel


class User(BaseModel):
    """Somebody."""

    name: str
    age: int = 0
    emails: list[str] = []


def save(user: User) -> dict[str, str]:
    """Save a user."""
    return {"saved": user.name}


def load(name: str) -> User:
    """Load a user."""
    return User(name=name)


if __name__ == "__main__":
    if sys.argv[1] == "save":
        from pydantic import TypeAdapter

        print(save(TypeAdapter(User).validate_json(sys.argv[2])))
    else:
        print(load(sys.argv[2]).model_dump_json())
