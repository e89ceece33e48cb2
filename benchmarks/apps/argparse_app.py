import argparse


def greet(arguments: argparse.Namespace) -> None:
    """Greet somebody."""
    print(", ".join([f"Hello {arguments.name}"] * arguments.times))


def add(arguments: argparse.Namespace) -> None:
    """Add two numbers."""
    print(arguments.a + arguments.b)


parser = argparse.ArgumentParser(prog="demo", description="Two commands.")
commands = parser.add_subparsers(required=True)
greet_parser = commands.add_parser("greet", help="Greet somebody.")
greet_parser.add_argument("name")
greet_parser.add_argument("--times", type=int, default=1)
greet_parser.set_defaults(run=greet)
add_parser = commands.add_parser("add", help="Add two numbers.")
add_parser.add_argument("a", type=int)
add_parser.add_argument("b", type=int)
add_parser.set_defaults(run=add)

if __name__ == "__main__":
    chosen = parser.parse_args()
    chosen.run(chosen)
