"""A server in a process of its own, pinned to the first core, and the CPU time it takes."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

RAW = "tests.benchmarks.raw_server"
COTERIE = "tests.benchmarks.coterie_server"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    pid: int
    port: int

    def cpu_s(self) -> float:
        """User and system time so far, in seconds, children not counted."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_kib(self) -> float:
        """How much memory it has, in KiB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024


@contextmanager
def started(module: str, arguments: Sequence[str] = ()) -> Iterator[Server]:
    """Run *module* as a server that prints its port; end it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=_prepare,
    )
    try:
        if process.stdout is None:
            raise RuntimeError("no pipe to the server")
        yield Server(process.pid, int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def pin_to_last_core() -> None:
    """Keep the generator off the server's core, where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})


def allow_files() -> None:
    """Let this process, and those it starts, open as many files as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _prepare() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
