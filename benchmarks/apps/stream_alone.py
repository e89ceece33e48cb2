import sys
from collections.abc import Iterator
from json import JSONEncoder


def items(count: int) -> Iterator[dict[str, object]]:
    """Produce items."""
    for number in range(count):
        yield {"id": number, "name": f"item-{number}", "even": number % 2 == 0}


def main(count: int) -> None:
    """Print items as they come."""
    encode = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    write, flush = sys.stdout.write, sys.stdout.flush
    for item in items(count):
        write(encode(item) + "\n")
        flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
