"""One call under watch: what it declared, what it may therefore do, and the first thing it was refused.

The watch is a context variable: it holds for the code that runs inside `active`, for the tasks that it makes
and, with the help of `audit_hook`, for the threads that it starts.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from contextvars import ContextVar, Token
from types import TracebackType

from tooli.errors import AuthError, Exit, Suggestion
from tooli.model.behavior import kind_of
from tooli.policy.audit_events import Use
from tooli.policy.sandbox import inside

CURRENT: ContextVar[Watch | None] = ContextVar("tooli_watch", default=None)
"""The watch over the code that runs here."""
_ENDINGS = (Exception, SystemExit, Exit)


class Watch:
    """What one call may do."""

    def __init__(self, name: str, declared: Iterable[str]) -> None:
        self.name = name
        self.declared = tuple(declared)
        self.outer = CURRENT.get()
        """The watch over the call that makes this one: it has to allow everything, too."""
        self.refused: AuthError | None = None
        """The first refusal; a call that goes on as if nothing had happened ends with it."""
        self.ended = False
        self.pooled: set[int] = set()
        """Threads of pools that were started for the call; they are free when it has ended."""
        self._scopes: dict[str, list[str]] = {}
        for capability in self.declared:
            kind = kind_of(capability)
            scope = capability[len(kind) + 1 :]
            if scope:
                is_path = kind.startswith("fs:")
                scope = os.path.realpath(os.path.expanduser(scope)) if is_path else scope.lower()
            self._scopes.setdefault(kind, []).append(scope)
        self._made: list[str] = []
        self._addresses: dict[str, set[str]] = {}

    def active(self, *, settles: bool = True) -> Active:
        """Return the context in which the call's code runs."""
        return Active(self, settles)

    def settle(self, error: BaseException | None) -> None:
        """Raise what was refused, unless the call ends with it, or is cut short."""
        ends = error is None or isinstance(error, _ENDINGS)
        if self.refused is not None and error is not self.refused and ends:
            raise self.refused

    def allows(self, use: Use) -> bool:
        """Whether the call may do something: it declared that, or does it to what it made itself."""
        use = self._by_name(use)
        kinds = (*use.kinds, "fs:write") if self._made_it(use) else use.kinds
        return any(self._covers(scope, kind, use.target) for kind in kinds for scope in self._of(kind))

    def note(self, use: Use, *, looks_up: bool) -> None:
        """Remember what the call does where that matters later: the hosts it asked for, what it makes."""
        if use.target is not None and looks_up:
            self._addresses.setdefault(use.target, set())
        if use.target is not None and use.creates and not os.path.lexists(use.target):
            self._made.append(use.target)

    def refuse(self, use: Use) -> None:
        """Raise the error of something that was not declared."""
        needed = self._by_name(use).capability
        error = AuthError(
            f"{self.name} needs the capability {needed}, which it does not declare",
            code="E2002",
            suggestion=Suggestion(
                f'Have its developer declare it: capabilities=["{needed}"].', action="ask_human"
            ),
            details={"missing": [needed], "declared": list(self.declared)},
        )
        self.refused = self.refused or error
        raise error

    def _made_it(self, use: Use) -> bool:
        return use.target is not None and any(inside(made, use.target) for made in self._made)

    def _of(self, kind: str) -> list[str]:
        return self._scopes.get(kind, [])

    @staticmethod
    def _covers(scope: str, kind: str, target: str | None) -> bool:
        if not scope or target is None:
            return True
        if kind.startswith("fs:"):
            return inside(scope, target)
        return scope == target or (scope.startswith("*.") and target.endswith(scope[1:]))

    def _by_name(self, use: Use) -> Use:
        """Return a use of the network with the host's name in place of its address."""
        if use.target is None or not use.kinds[0].startswith("net:") or not _is_address(use.target):
            return use
        declared = [scope for kind in use.kinds for scope in self._of(kind) if scope]
        for name in dict.fromkeys((*self._addresses, *declared)):
            if self._is_at(name, use.target):
                return use._replace(target=name)
        return use

    def _is_at(self, name: str, address: str) -> bool:
        """Whether a name stands for an address; it is looked up again when it may have got another one."""
        known = self._addresses.setdefault(name, set())
        if address not in known and not _is_address(name) and "*" not in name:
            try:
                known.update(str(found[4][0]) for found in socket.getaddrinfo(name, None))
            except (OSError, UnicodeError):
                return False
        return address in known


class Observed(Watch):
    """A watch that lets everything pass, and notes what would have to be declared."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ())
        self.used: list[str] = []

    def allows(self, use: Use) -> bool:
        """Whether something needs no note."""
        return self._made_it(use) or self._by_name(use).capability in self.used

    def refuse(self, use: Use) -> None:
        """Note something that would have to be declared."""
        self.used.append(self._by_name(use).capability)


class Active:
    """The time in which a call's code runs in this context.

    settles: whether a refusal that the code hides is raised in the end.
    """

    def __init__(self, watch: Watch, settles: bool) -> None:
        self._watch = watch
        self._settles = settles
        self._token: Token[Watch | None] | None = None

    def __enter__(self) -> None:
        self._token = CURRENT.set(self._watch)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._token is not None
        try:
            CURRENT.reset(self._token)
        except ValueError:
            return  # a coroutine that nobody finished is thrown away somewhere else
        if self._settles:
            self._watch.settle(error)


def _is_address(host: str) -> bool:
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            socket.inet_pton(family, host.partition("%")[0])
        except OSError:
            continue
        return True
    return False
