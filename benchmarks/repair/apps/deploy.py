"""Deployments: bounded numbers, enums, times, maps, options that need or exclude each other."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any, Literal

from tooli import Annotated, Argument, Option, Tooli, one_of, requires
from tooli.annotations import Destructive, ReadOnly

app = Tooli(name="deploy", description="Release and run services", version="2.1.0")


class Environment(Enum):
    """Where a service runs."""

    STAGING = "staging"
    PRODUCTION = "production"
    PREVIEW = "preview"


@app.command(
    capabilities=["state:mutate"],
    constraints=[requires("canary_percent", "canary")],
    examples=[
        {"args": ["release", "api", "staging", "--replicas", "3"], "description": "Release to staging"}
    ],
)
def release(
    service: Annotated[str, Argument(help="Name of the service")],
    environment: Environment,
    *,
    replicas: Annotated[int, Option("--replicas", "-n", min=1, max=50)] = 2,
    image_tag: Annotated[str, Option("--image-tag", "-t")] = "latest",
    wait: bool = True,
    canary: bool = False,
    canary_percent: Annotated[float | None, Option(min=0, max=100)] = None,
) -> dict[str, Any]:
    """Release a service to an environment."""
    return {"command": "release", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def scale(
    service: str,
    replicas: Annotated[int, Option("--replicas", "-n", help="How many instances", min=1, max=50)],
    environment: Environment = Environment.STAGING,
) -> dict[str, Any]:
    """Set how many instances of a service run."""
    return {"command": "scale", "arguments": locals()}


@app.command(capabilities=["state:mutate"], constraints=[one_of("git_tag", "commit")])
def build(
    service: str,
    git_tag: str | None = None,
    commit: str | None = None,
    push: bool = True,
    build_arg: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Build the image of a service from a tag or a commit."""
    return {"command": "build", "arguments": locals()}


@app.command(annotations=Destructive)
def rollback(
    service: str,
    to_revision: Annotated[int, Option(min=1, help="The revision to go back to")],
    environment: Environment = Environment.STAGING,
) -> dict[str, Any]:
    """Go back to an earlier revision; newer ones are dropped."""
    return {"command": "rollback", "arguments": locals()}


@app.command(annotations=ReadOnly)
def logs(
    service: str,
    tail: Annotated[int, Option("--tail", "-l", min=1, max=5000)] = 100,
    since: datetime | None = None,
    level: Literal["debug", "info", "warning", "error"] = "info",
    follow: bool = False,
) -> dict[str, Any]:
    """Show the logs of a service."""
    return {"command": "logs", "arguments": locals()}


@app.command(capabilities=["state:mutate"])
def set_limits(
    service: str,
    cpu: Annotated[float, Option(min=0.1, max=64)],
    memory_mb: Annotated[int, Option(min=64, max=65_536)] = 512,
    grace_seconds: Annotated[int, Option(min=0, max=600)] = 30,
) -> dict[str, Any]:
    """Limit what a service may use."""
    return {"command": "set-limits", "arguments": locals()}


@app.command("split", group="traffic", capabilities=["state:mutate"])
def traffic_split(service: str, weights: Annotated[dict[str, int], Option()]) -> dict[str, Any]:
    """Divide the traffic among revisions."""
    return {"command": "traffic split", "arguments": locals()}


@app.command("show", group="traffic", annotations=ReadOnly)
def traffic_show(service: str) -> dict[str, Any]:
    """Show how the traffic is divided."""
    return {"command": "traffic show", "arguments": locals()}


if __name__ == "__main__":
    app()
