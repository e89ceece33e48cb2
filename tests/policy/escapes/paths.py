"""Attempts to get outside by another path."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from tests.policy.escapes.table import SECRET, blocked, limit


@blocked
def parent_folders(w: Any) -> Any:
    return open(f"{w.allowed}/../outside/{SECRET}.txt").read()


@blocked
def a_link_that_leads_out(w: Any) -> Any:
    return open(w.allowed / "way_out" / f"{SECRET}.txt").read()


@blocked
def a_link_and_its_parent(w: Any) -> Any:
    return open(f"{w.allowed}/way_out/../outside/{SECRET}.txt").read()


@blocked
def a_new_link_that_leads_out(w: Any) -> Any:
    os.symlink(w.secret, w.allowed / "link")
    return open(w.allowed / "link").read()


@blocked
def a_hard_link(w: Any) -> Any:
    os.link(w.secret, w.allowed / "link")
    return open(w.allowed / "link").read()


@blocked
def proc_root(w: Any) -> Any:
    return open(f"/proc/self/root{w.secret}").read()


@blocked
def proc_cwd(w: Any) -> Any:
    return open("/proc/self/cwd/" + os.path.relpath(w.secret)).read()


@blocked
def proc_descriptor_of_a_file(w: Any) -> Any:
    return open(f"/proc/self/fd/{w.secret_descriptor}").read()


@blocked
def proc_descriptor_of_a_folder(w: Any) -> Any:
    return open(f"/proc/self/fd/{w.folder_descriptor}/{SECRET}.txt").read()


@blocked
def open_at_a_folder(w: Any) -> Any:
    return os.read(os.open(f"{SECRET}.txt", os.O_RDONLY, dir_fd=w.folder_descriptor), 99).decode()


@blocked
def open_at_an_allowed_folder_and_leave_it(w: Any) -> Any:
    folder = os.open(w.allowed, os.O_RDONLY)
    return os.read(os.open(f"../outside/{SECRET}.txt", os.O_RDONLY, dir_fd=folder), 99).decode()


@blocked
def list_a_descriptor(w: Any) -> Any:
    return os.listdir(w.folder_descriptor)


@blocked
def change_the_folder(w: Any) -> Any:
    os.chdir(w.outside)
    return open(f"{SECRET}.txt").read()


@limit("Files, sockets and threads that were there before the call")
def a_descriptor_from_before(w: Any) -> Any:
    return os.read(w.secret_descriptor, 99).decode()


@limit("a link that changes between the look and the deed")
def a_race_of_links(w: Any) -> Any:
    link = w.allowed / "racer"
    link.write_text("harmless")

    def flip(event: str, args: Any) -> None:  # a second hook comes after the judgement of the first
        if event == "open" and args[0] == str(link):
            os.remove(link)
            os.symlink(w.secret, link)

    sys.addaudithook(flip)
    return open(str(link)).read()


@limit("Code that works against the guard")
def a_path_that_lies(w: Any) -> Any:
    class Path2:
        asked = 0

        def __fspath__(self) -> str:
            self.asked += 1
            return str(w.secret if self.asked == 1 else w.allowed / "harmless")

    return io.FileIO(Path2()).read().decode()


@limit("Whether a path exists, its size, times and rights, and where a link leads")
def read_a_link(w: Any) -> Any:
    return [os.readlink(w.outside / "link"), os.stat(w.secret).st_size]
