"""Start commands in turn, time each as a whole process, compare it with a bare interpreter."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median


@dataclass
class Case:
    """One row: a command, or several that run `at_once` or one after another."""

    name: str
    commands: list[list[str]]
    stdin: Path
    environment: dict[str, str]
    at_once: bool = False
    target: float | None = None  # in bare starts
    wall: list[float] = field(default_factory=list)  # seconds
    cpu: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Run it once and note wall and CPU time."""
        started = time.perf_counter()
        cpu = 0.0
        if self.at_once:
            for process in [self._start(command) for command in self.commands]:
                cpu += self._reap(process)
        else:
            cpu = sum(self._reap(self._start(command)) for command in self.commands)
        self.wall.append(time.perf_counter() - started)
        self.cpu.append(cpu)

    def _start(self, command: list[str]) -> int:
        nowhere = os.devnull
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, str(self.stdin), os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, nowhere, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, nowhere, os.O_WRONLY, 0),
        ]
        return os.posix_spawn(command[0], command, self.environment, file_actions=actions)

    def _reap(self, process: int) -> float:
        _, _, usage = os.wait4(process, 0)
        return usage.ru_utime + usage.ru_stime


def interleave(cases: list[Case], rounds: int) -> None:
    """Run every case once a round, in a new random order each round, after one warm-up round."""
    for case in cases:
        case.run()
        case.wall.clear()
        case.cpu.clear()
    for _ in range(rounds):
        for case in random.sample(cases, len(cases)):
            case.run()


def ratio(case: Case, bare: Case) -> float:
    """Return the median of the ratios of each round, wall time over the bare start's."""
    return median(mine / its for mine, its in zip(case.wall, bare.wall, strict=True))


def row(case: Case, bare: Case) -> dict[str, object]:
    """Return one row of the table: milliseconds, ratios to the bare start."""
    ordered = sorted(case.wall)
    return {
        "case": case.name,
        "min_ms": round(ordered[0] * 1000, 2),
        "median_ms": round(median(ordered) * 1000, 2),
        "p95_ms": round(ordered[int(len(ordered) * 0.95) - 1] * 1000, 2),
        "ratio_min": round(ordered[0] / min(bare.wall), 2),
        "ratio": round(ratio(case, bare), 2),
        "cpu_ratio": round(median(case.cpu) / median(bare.cpu), 2),
        "target": case.target,
    }
