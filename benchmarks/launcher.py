"""Run a command and print its peak memory (as the system counts it), CPU seconds and exit status.

A program of its own, started without `site`: Linux counts what a process held before it became the command
as part of the command's peak, so something smaller has to start it, by fork and not by vfork.
"""

import os
import sys

if __name__ == "__main__":
    child = os.fork()
    if child == 0:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        os.execv(sys.argv[1], sys.argv[1:])
    _, status, usage = os.wait4(child, 0)
    print(usage.ru_maxrss, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status))
