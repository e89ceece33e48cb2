"""Relations between params, checked on every surface and shown in help and schema."""

from __future__ import annotations

from tooli.types import Record


class Constraint(Record):
    """A relation between params, checked on every surface and shown in help and schema."""

    kind: str
    """`one_of`: exactly one of the params is given; `requires`: the first needs the others."""
    params: tuple[str, ...]

    def describe(self) -> str:
        """Say the relation in words."""
        if self.kind == "one_of":
            return f"exactly one of {', '.join(self.params)}"
        return f"{self.params[0]} requires {', '.join(self.params[1:])}"


def one_of(*params: str) -> Constraint:
    """Require that exactly one of the params is given."""
    return Constraint(kind="one_of", params=params)


def requires(param: str, *others: str) -> Constraint:
    """Require that `others` are given whenever `param` is."""
    return Constraint(kind="requires", params=(param, *others))
