"""uvicorn's HTTP protocol with what it lacks: a time for headers to arrive, and errors in the envelope.

Of the two protocols it has, the one that is installed is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tooli.errors import InputError
from tooli.execute.encode import envelope
from tooli.surfaces.cli.failures import failed
from tooli.surfaces.http.answers import status_of

if TYPE_CHECKING:
    import asyncio

    from tooli.execute import Runtime

_Base: Any = AutoHTTPProtocol


class Patient(_Base):  # type: ignore[misc] # uvicorn chooses it
    """A connection, which is closed when no whole request comes in time."""

    runtime: Runtime
    patience: float
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has come; when that was no whole head, go on waiting."""
        super().data_received(data)
        if self._is_answering:
            self._rest()
        elif self._timer is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._rest()
        super().connection_lost(exc)

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.patience, self._give_up)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if not self.transport.is_closing() and not self._is_answering:
            late = f"no request arrived within {self.patience:g} s"
            self._say(InputError(late, code="E1906", field="headers"))

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, or has headers without end."""
        self._say(InputError("the request cannot be understood", code="E1900", field="headers"))

    def _say(self, error: InputError) -> None:
        body = envelope(failed(self.runtime, (), error)).encode()
        head = (
            f"HTTP/1.1 {status_of(error)} Bad Request\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def patient_protocol(runtime: Runtime, patience: float) -> type[asyncio.Protocol]:
    """Return the protocol of a server that waits `patience` seconds for a request."""
    return type("PatientProtocol", (Patient,), {"runtime": runtime, "patience": patience})
