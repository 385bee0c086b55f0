# SPDX-License-Identifier: Apache-2.0
"""python3 -m harness VERB, from bench/; the verbs of the Makefile call it."""
import argparse
import os
import signal
import sys

from . import everything, filter, idle, jmh, machine, matrix, path, placement, ring, spool, tuning

VERBS = {
    "all": everything.main, "check": everything.check, "keep": everything.keep,
    "ring": ring.main, "filter": filter.main, "spool": spool.main, "idle": idle.main,
    "path": path.main, "matrix": matrix.main, "placement": placement.main, "jmh": jmh.main,
    "tuning": tuning.main,
}


def parse():
    parser = argparse.ArgumentParser(prog="harness", description=__doc__)
    parser.add_argument("verb", choices=VERBS)
    parser.add_argument("--runs", type=int, default=int(os.environ.get("BENCH_RUNS", 5)))
    parser.add_argument("--seconds", type=float, help="of one measurement")
    parser.add_argument("--tools", help="JSON file that adds one's own tools, see tools.py")
    return parser.parse_args()


def _end(number, _):
    sys.exit(128 + number)


def main():
    if os.geteuid():
        sys.exit("benchmarks need root: they load BPF programs and make network namespaces")
    arguments = parse()
    # Either ends the tool that runs and removes the namespaces, also from a background shell.
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, _end)
    try:
        VERBS[arguments.verb](arguments)
    except machine.Busy as reason:
        sys.exit(f"bench: {reason}")


if __name__ == "__main__":
    main()
