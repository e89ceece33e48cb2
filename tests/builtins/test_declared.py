"""What the built-in commands say of themselves."""

from __future__ import annotations

from tooli import Tooli
from tooli.builtins import with_builtins
from tooli.execute.offered import all_resources
from tooli.model.behavior import Behavior


def test_every_built_in_command_declares_what_it_does() -> None:
    """Under strict a command that declares nothing is E2005."""
    runtime = Tooli("app").runtime
    catalog = with_builtins(runtime).catalog
    commands = [found for path, _ in catalog.walk() if (found := catalog.find(path)) is not None]
    commands += [resource.command for resource in all_resources(runtime)]
    assert len(commands) > 10
    assert [one.path for one in commands if not one.capabilities] == []
    assert [one.path for one in commands if not isinstance(one.annotations, Behavior)] == []
