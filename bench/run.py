"""Print what a hook costs, as ratios to a bare interpreter, and write the figures as JSON.

    ./setup.sh bench [--rounds 60] [--output figures.json] [--without-peer]

The ratios are taken round by round between commands that run in turn in one session; a single
absolute time means little on a shared machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

import cases
import environments
from measure import Case, interleave, row

COLUMNS = ("min_ms", "median_ms", "p95_ms", "ratio_min", "ratio", "cpu_ratio", "target")


def parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60, help="runs of each case (default 60)")
    parser.add_argument("--output", type=Path, help="write the figures to this file as JSON")
    parser.add_argument("--without-peer", action="store_true", help="leave AIPass out")
    return parser.parse_args(argv)


def collect(folder: Path, options: argparse.Namespace) -> tuple[list[Case], list[Case]]:
    """Return the cases that are measured without the bundle, and those with it."""
    python = environments.snaphook()
    cases.trivial_plugin(python)
    ground = cases.Ground(folder, python)
    hooks = {f"h{n}": {"handler": f"trivial.trivial_{n}"} for n in range(cases.HANDLERS)}
    other = {"elsewhere": {"handler": "trivial.trivial_0", "matcher": "Bash"}}
    busy, idle = ground.home("busy", hooks), ground.home("idle", other)
    name = f"{cases.HANDLERS} trivial handlers"
    plain = [
        ground.case("no matching hook, no bundle", idle),
        ground.case(f"{name}, no bundle", busy, 2.0),
        cases.plain_script(ground),
        cases.scripts(ground, at_once=True),
        cases.scripts(ground, at_once=False),
    ]
    if not options.without_peer:
        plain.append(cases.aipass_bridge(ground, environments.peer()))
    bundled = [
        ground.case("no matching hook", idle, 1.3),
        cases.shimmed(ground, idle),
        ground.case(name, busy, 1.6),
    ]
    return plain, bundled


def measured(ground: Path, group: list[Case], bundle: bool, rounds: int) -> list[dict[str, object]]:
    """Measure one group against a bare interpreter in the same session."""
    python = environments.snaphook()
    bare = Case(
        "bare python -I -S -c pass", [[str(python), "-I", "-S", "-c", "pass"]], Path(os.devnull), {}
    )
    root = environments.package_folder(python, "snaphook.bridges").parent
    cases.bundle(root, python, bundle)
    interleave([bare, *group], rounds)
    return [row(case, bare) for case in [bare, *group]]


def main(argv: list[str]) -> int:
    options = parse(argv)
    with tempfile.TemporaryDirectory(prefix="snaphook-bench-") as folder:
        plain, bundled = collect(Path(folder), options)
        rows = measured(Path(folder), bundled, True, options.rounds)
        rows += measured(Path(folder), plain, False, options.rounds)[1:]
    report(rows, options)
    return 0


def report(rows: list[dict[str, object]], options: argparse.Namespace) -> None:
    """Print the table and write the JSON."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"Python {platform.python_version()}, {machine}, load {load}, {options.rounds} rounds\n")
    print("| case | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for line in rows:
        cells = (str(line[column]) if line[column] is not None else "" for column in COLUMNS)
        print(f"| {line['case']} | " + " | ".join(cells) + " |")
    if options.output:
        figures = {
            "python": platform.python_version(),
            "machine": machine,
            "load": load,
            "rows": rows,
        }
        options.output.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
