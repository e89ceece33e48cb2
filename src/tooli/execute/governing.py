"""What holds for one call: its level, the scopes of its caller, the capabilities and paths it may use."""

from __future__ import annotations

from tooli.execute.settings import setting, variable
from tooli.model.choices import listed
from tooli.policy.level import SecurityPolicy
from tooli.types import TYPE_CHECKING

if TYPE_CHECKING:
    from tooli.execute import Call, Runtime
    from tooli.policy.sandbox import Sandbox


def level_of(runtime: Runtime) -> SecurityPolicy:
    """Return how strict an app is; a word that is no level stops the call."""
    given = str(setting(runtime, "security_policy")).strip().lower()
    try:
        return SecurityPolicy(given)
    except ValueError:
        from tooli.errors import InputError, Suggestion
        from tooli.schema.invalid import cut, shown

        choices = [str(level) for level in SecurityPolicy]
        raise InputError(
            f"security_policy: {shown(given)} is not one of {', '.join(choices)}",
            code="E1904",
            field="security_policy",
            suggestion=Suggestion(f"Set {variable('security_policy')} to one of them.", action="fix"),
            details={"value": cut(given), "choices": choices},
        ) from None


def granted_scopes(call: Call) -> tuple[str, ...]:
    """Return what a caller may do: a server's token says so, else the settings of this machine."""
    if call.scopes is not None:
        return tuple(call.scopes)
    return listed(setting(call.runtime, "auth_scopes"))


def allowed_capabilities(runtime: Runtime) -> tuple[str, ...] | None:
    """Return the capabilities that may be used; None for all. One that does not exist stops the call."""
    given = setting(runtime, "allowed_capabilities")
    if given is None:
        return None
    from tooli.errors import InputError, Suggestion
    from tooli.model.capability import capability_mistake

    names = listed(given)
    for name in names:
        mistake = capability_mistake(name)
        if mistake is not None:
            raise InputError(
                f"allowed_capabilities: {mistake}",
                field="allowed_capabilities",
                suggestion=Suggestion(f"Correct {variable('allowed_capabilities')}.", action="fix"),
                details={"value": name},
            )
    return names


def sandbox_of(call: Call) -> Sandbox | None:
    """Return the sandbox of a call's paths."""
    return sandbox_for(call.runtime, call.remote)


def sandbox_for(runtime: Runtime, remote: bool) -> Sandbox | None:
    """Return the sandbox of a caller's paths. One from elsewhere always has one, at least this folder."""
    import os

    from tooli.policy.sandbox import read_sandbox

    given = setting(runtime, "sandbox")
    if given is None and not remote:
        return None
    sandbox = read_sandbox(os.getcwd() if given is None else given)
    if not remote or sandbox.root is not None:
        return sandbox
    return sandbox.replace(root=os.getcwd())
