"""The app of the policy matrix: one command for each rule. Each leaves a mark when it really runs."""

from __future__ import annotations

import os
from pathlib import Path

from tooli import AgentContext, Tooli
from tooli.annotations import ReadOnly

HERE = Path(__file__).parent
app = Tooli(name="guarded", version="1.0.0", sandbox={"allowed": [HERE]}, auth_scopes=["home:read"])
home = app.group("home", auth=["home:read"])
vault = app.group("vault", auth=["vault:open"])


def ran() -> str:
    """Leave the mark, as a named pipe: the making of one is not among what strict watches."""
    os.mkfifo(os.environ["GUARDED_MARK"])
    return "done"


@app.command(capabilities=["fs:delete"])
def wipe() -> str:
    """Destroy."""
    return ran()


@app.command(capabilities=["fs:delete"])
def plan(ctx: AgentContext) -> str:
    """Destroy, or say what would be."""
    return "planned" if ctx.dry_run else ran()


@app.command(danger_level="high", capabilities=["none"])
def risky() -> str:
    """Do something of high danger."""
    return ran()


@app.command(danger_level="critical", capabilities=["none"])
def critical() -> str:
    """Do something of critical danger."""
    return ran()


@app.command(requires_approval=True, capabilities=["none"])
def approved() -> str:
    """Do what has to be approved."""
    return ran()


@app.command(human_in_the_loop=True, capabilities=["none"])
def watched() -> str:
    """Do what a person has to watch."""
    return ran()


@app.command(requires_approval=True, capabilities=["fs:write"])
def approved_plan(ctx: AgentContext) -> str:
    """Do what has to be approved, or say what would be done."""
    return "planned" if ctx.dry_run else ran()


@app.command(requires_approval=True, annotations=ReadOnly, capabilities=["fs:read"])
def peek() -> str:
    """Read what has to be approved."""
    return ran()


@app.command(auth=["vault:open"])
def scoped() -> str:
    """Need a scope."""
    return ran()


@vault.command()
def inside() -> str:
    """Need the scope of the group."""
    return ran()


@home.command()
def look() -> str:
    """Need a scope that is granted."""
    return ran()


@app.command(capabilities=["net:read"])
def fetch() -> str:
    """Need a capability."""
    return ran()


@app.command(capabilities=["fs:read:./data"])
def narrow() -> str:
    """Need a capability for one folder."""
    return ran()


@app.command(capabilities=["none"])
def sly() -> str:
    """Do what it does not declare."""
    Path(os.environ["GUARDED_MARK"]).write_text("ran")
    return "done"


@app.command()
def undeclared() -> str:
    """Declare nothing."""
    return ran()


@app.command(capabilities=["fs:read"])
def read(path: Path) -> str:
    """Name a path."""
    return ran()


if __name__ == "__main__":
    app()
