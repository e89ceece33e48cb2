"""What Python's audit events say a program is about to do, as capabilities. Nothing is judged here.

An event comes before the deed and names it: `open` with a path and flags, `socket.connect` with an address.
Paths are told as they really are: links and `..` followed, descriptors of folders resolved.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote

Args = tuple[Any, ...]
Reader = Callable[[Args], Iterator["Use"]]

LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
"""Events that turn the name of a host into its addresses."""
_NET = ("net:read", "net:write")
_SENDING = frozenset({b"POST", b"PUT", b"PATCH", b"DELETE"})
_UNNAMED = getattr(os, "O_TMPFILE", 0)
_OPEN = "/proc/self/fd"
"""Where Linux lists the open files."""


class Use(NamedTuple):
    """One thing a program is about to do."""

    kinds: tuple[str, ...]
    """The capabilities any of which allows it; the first is the one to declare."""
    target: str | None = None
    """The real path, or the host, where there is one."""
    creates: bool = False
    """Whether it fails unless the path is new."""

    @property
    def capability(self) -> str:
        """What has to be declared for it."""
        return self.kinds[0] if self.target is None else f"{self.kinds[0]}:{self.target}"


def real_path(given: Any, folder: int = -1, *, follow: bool = True) -> str:
    """Return where a path leads, from the folder of a descriptor if one is given.

    follow: whether the deed is done to what a link leads to, rather than to the link.
    """
    if isinstance(given, int):
        return os.path.realpath(f"/dev/fd/{given}")
    path = os.fsdecode("." if given is None else given)
    if folder >= 0:
        path = os.path.join(os.path.realpath(f"/dev/fd/{folder}"), path)
    parent, name = os.path.split(path.rstrip(os.sep))
    if follow or name in ("", os.curdir, os.pardir):
        return os.path.realpath(path)
    return os.path.join(os.path.realpath(parent or os.curdir), name)


def _open(args: Args) -> Iterator[Use]:
    path, mode, flags = args
    if isinstance(path, int):
        return  # it was judged when it was opened
    access = flags & (os.O_WRONLY | os.O_RDWR)
    creates = bool(flags & os.O_CREAT and flags & os.O_EXCL)
    empty = creates or flags & os.O_TRUNC or (_UNNAMED and flags & _UNNAMED == _UNNAMED)
    writes = access or flags & (os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    for place in _places(path, mode, flags):
        if access != os.O_WRONLY and not (writes and empty):
            yield Use(("fs:read",), place)
        if writes:
            yield Use(("fs:write",), place, creates)


def _places(path: Any, mode: Any, flags: int) -> Iterator[str]:
    """Give what a path may mean: of `os.open` no event tells the folder that a relative path starts in."""
    if mode is not None or os.path.isabs(path) or not os.path.isdir(_OPEN):
        yield real_path(path)
        return
    folders = [os.path.realpath(os.path.join(_OPEN, name)) for name in os.listdir(_OPEN)]
    places = [os.path.join(folder, os.fsdecode(path)) for folder in folders if os.path.isdir(folder)]
    places.append(os.path.abspath(os.curdir) + os.sep + os.fsdecode(path))
    # One that is not there could not be opened; one that is made may be made in any of them.
    meant = [place for place in places if flags & os.O_CREAT or os.path.lexists(place)]
    yield from map(os.path.realpath, meant or places[-1:])


def _on_path(kind: str, *, folder: int | None = None, follow: bool = True, creates: bool = False) -> Reader:
    """Read an event whose first argument is a path; `folder` is the argument with its folder's descriptor."""

    def read(args: Args) -> Iterator[Use]:
        base = -1 if folder is None else args[folder]
        yield Use((kind,), real_path(args[0], base, follow=follow), creates)

    return read


def _rename(args: Args) -> Iterator[Use]:
    old, new, old_folder, new_folder = args
    yield Use(("fs:write",), real_path(old, old_folder, follow=False))
    yield Use(("fs:write",), real_path(new, new_folder, follow=False))


def _link(args: Args) -> Iterator[Use]:
    old, new, old_folder, new_folder = args
    source = real_path(old, old_folder)  # another name for it gives every access to it
    yield Use(("fs:read",), source)
    yield Use(("fs:write",), source)
    yield Use(("fs:write",), real_path(new, new_folder, follow=False))


def _symlink(args: Args) -> Iterator[Use]:
    yield Use(("fs:write",), real_path(args[1], args[2], follow=False))


def _database(args: Args) -> Iterator[Use]:
    name = os.fsdecode(args[0])
    options: dict[str, list[str]] = {}
    if name.startswith("file:"):
        address, _, query = name[5:].partition("#")[0].partition("?")
        options = parse_qs(query)
        name = unquote("/" + address[2:].partition("/")[2] if address.startswith("//") else address)
    if name in ("", ":memory:") or options.get("mode") == ["memory"]:
        return
    yield Use(("fs:read",), real_path(name))
    if options.get("mode") != ["ro"] and options.get("immutable") != ["1"]:
        yield Use(("fs:write",), real_path(name))


def host_of(address: Any) -> str:
    """Return the host of a socket's address; sockets that are files are the host `unix`."""
    if isinstance(address, tuple):
        return str(address[0]).lower() or "0.0.0.0"
    return "unix"


def _reach(args: Args) -> Iterator[Use]:
    if args[1] is not None:  # a message on a connection has no address
        yield Use(_NET, host_of(args[1]))


def _offer(args: Args) -> Iterator[Use]:
    yield Use(("net:write",), host_of(args[1]))


def _look_up(args: Args) -> Iterator[Use]:
    host = args[0]
    if host is not None:
        yield Use(_NET, (host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)).lower())


def _send_http(args: Args) -> Iterator[Use]:
    connection, data = args
    if isinstance(data, bytes) and data.split(b" ", 1)[0] in _SENDING:
        yield Use(("net:write",), str(connection.host).lower())


def _send_mail(args: Args) -> Iterator[Use]:
    yield Use(("net:write",), str(args[0]._host).lower())


def _simply(kind: str) -> Reader:
    def read(args: Args) -> Iterator[Use]:
        yield Use((kind,))

    return read


_SIMPLE = {
    "proc:spawn": (
        *("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty"),
        *("os.startfile", "os.kill", "os.killpg", "signal.pthread_kill", "pty.spawn", "tooli.spawn"),
        *("_winapi.CreateProcess", "_winapi.TerminateProcess"),
        # Code that is not Python's is seen by no hook: to load it is to start another program.
        *("ctypes.dlopen", "ctypes.dlsym", "ctypes.dlsym/handle", "ctypes.call_function"),
        *("ctypes.PyObj_FromPtr", "sqlite3.load_extension"),
    ),
    "env:write": ("os.putenv", "os.unsetenv"),
    "state:mutate": (
        *("os.chdir", "resource.setrlimit", "resource.prlimit", "socket.sethostname"),
        *("winreg.CreateKey", "winreg.DeleteKey", "winreg.DeleteValue", "winreg.LoadKey", "winreg.SetValue"),
    ),
}
READERS: Mapping[str, Reader] = {
    "open": _open,
    "os.listdir": _on_path("fs:read"),
    "os.scandir": _on_path("fs:read"),
    "os.getxattr": _on_path("fs:read"),
    "os.listxattr": _on_path("fs:read"),
    "os.truncate": _on_path("fs:write"),
    "os.setxattr": _on_path("fs:write"),
    "os.removexattr": _on_path("fs:write"),
    "os.chflags": _on_path("fs:write"),
    "os.chmod": _on_path("fs:write", folder=2),
    "os.chown": _on_path("fs:write", folder=3),
    "os.utime": _on_path("fs:write", folder=3),
    "os.mkdir": _on_path("fs:write", folder=2, follow=False, creates=True),
    "os.remove": _on_path("fs:delete", folder=1, follow=False),
    "os.rmdir": _on_path("fs:delete", folder=1, follow=False),
    "os.rename": _rename,
    "os.link": _link,
    "os.symlink": _symlink,
    "sqlite3.connect": _database,
    "socket.connect": _reach,
    "socket.sendto": _reach,
    "socket.sendmsg": _reach,
    "socket.bind": _offer,
    **dict.fromkeys(LOOKUPS, _look_up),
    "http.client.send": _send_http,
    "smtplib.send": _send_mail,
    **{event: _simply(kind) for kind, events in _SIMPLE.items() for event in events},
}
"""Event → what it means."""
