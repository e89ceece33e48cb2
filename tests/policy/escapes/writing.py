"""Attempts to change or delete what lies outside."""

from __future__ import annotations

import os
from typing import Any

from tests.policy.escapes.table import blocked, limit


@blocked
def write_a_file(w: Any) -> Any:
    w.victim.write_text("changed")


@blocked
def append_to_a_file(w: Any) -> Any:
    with open(w.victim, "a") as file:
        file.write("changed")


@blocked
def create_a_file(w: Any) -> Any:
    os.close(os.open(w.outside / "new", os.O_CREAT | os.O_EXCL | os.O_WRONLY))


@blocked
def create_at_a_folder(w: Any) -> Any:
    os.close(os.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=w.folder_descriptor))


@blocked
def truncate(w: Any) -> Any:
    os.truncate(w.victim, 0)


@blocked
def remove(w: Any) -> Any:
    os.remove(w.victim)


@blocked
def remove_at_a_folder(w: Any) -> Any:
    os.unlink("victim", dir_fd=w.folder_descriptor)


@blocked
def path_unlink(w: Any) -> Any:
    w.victim.unlink()


@blocked
def remove_a_folder(w: Any) -> Any:
    os.rmdir(w.outside / "empty")


@blocked
def remove_a_tree(w: Any) -> Any:
    import shutil

    shutil.rmtree(w.outside, ignore_errors=True)


@blocked
def make_a_folder(w: Any) -> Any:
    os.mkdir(w.outside / "new")


@blocked
def make_folders(w: Any) -> Any:
    os.makedirs(w.outside / "new" / "newer")


@blocked
def make_a_folder_that_is_there_and_remove_what_is_in_it(w: Any) -> Any:
    (w.allowed / "way_out").mkdir(exist_ok=True)
    os.remove(w.allowed / "way_out" / "victim")


@blocked
def rename_out(w: Any) -> Any:
    (w.allowed / "mine").write_text("x")
    os.rename(w.allowed / "mine", w.outside / "new")


@blocked
def rename_in(w: Any) -> Any:
    os.replace(w.victim, w.allowed / "stolen")


@blocked
def move(w: Any) -> Any:
    import shutil

    shutil.move(w.victim, w.allowed / "stolen")


@blocked
def link_outside(w: Any) -> Any:
    os.symlink("victim", w.outside / "new")


@blocked
def change_rights(w: Any) -> Any:
    os.chmod(w.victim, 0o777)


@blocked
def change_rights_by_descriptor(w: Any) -> Any:
    os.fchmod(w.folder_descriptor, 0o777)


@blocked
def change_times(w: Any) -> Any:
    os.utime(w.victim, (1, 1))


@blocked
def temporary_file(w: Any) -> Any:
    import tempfile

    return tempfile.mkstemp(dir=w.outside)[1]


@blocked
def log_file(w: Any) -> Any:
    import logging

    logging.FileHandler(w.outside / "new.log").close()


@blocked
def sqlite_database(w: Any) -> Any:
    import sqlite3

    sqlite3.connect(w.outside / "new.db").execute("create table t (x)")


@blocked
def sqlite_address(w: Any) -> Any:
    import sqlite3

    sqlite3.connect(f"file:{w.outside}/new.db?mode=rwc", uri=True).execute("create table t (x)")


@blocked
def sqlite_reading(w: Any) -> Any:
    import sqlite3

    return str(sqlite3.connect(f"file:{w.secret}?mode=ro", uri=True).execute("select 1").fetchall())


@limit("Files that libraries written in C open by themselves")
def sqlite_attach(w: Any) -> Any:
    import sqlite3

    database = sqlite3.connect(":memory:")
    database.execute(f"attach '{w.outside}/new.db' as other")
    database.execute("create table other.t (x)")


@limit("Named pipes and device files")
def make_a_pipe(w: Any) -> Any:
    os.mkfifo(w.outside / "new")
