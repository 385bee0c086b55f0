# SPDX-License-Identifier: Apache-2.0
"""What a filter costs: generated programs beside the same filters in C and an empty program."""
import json
import subprocess

from . import figures, machine, paths
from .figures import at_most, figure
from .records import Records

EXACT = {"anywhere.tcp": "tcp443", "anywhere.vxlan": "vxlan"}
GOALS = {
    "filter.tcp443.over_c": at_most(1.2),
    "filter.vxlan.over_c": at_most(1.2),
    "filter.anywhere.tcp.over_exact": at_most(3),
    "filter.anywhere.vxlan.over_exact": at_most(3),
}
COMPILE_GOAL = at_most(50)


def measure(runs):
    """Runs FilterBench; returns its records."""
    records = Records("filter")
    bench = subprocess.Popen(paths.java("dev.ringtail.bench.filter.FilterBench", runs),
                             stdout=subprocess.PIPE, text=True, preexec_fn=machine.favour)
    try:
        for line in bench.stdout:
            records.add({**json.loads(line), "load": round(machine.load(), 2)})
        bench.wait()
    finally:
        bench.kill()
    if bench.returncode:
        raise SystemExit(f"FilterBench ended with {bench.returncode}")
    return records


def summarize(records):
    """Ratios of what programs cost over an empty one, made inside each run."""
    runs = sorted({row["run"] for row in records.rows})

    def over_empty(name):
        return [records.of(run=run, filter=name)[0]["ns"] -
                records.of(run=run, filter="empty")[0]["ns"] for run in runs]

    found = []
    names = [row["filter"] for row in records.of(run=runs[0]) if "filter" in row]
    for name in names[1:]:
        found.append(figure(f"filter.{name}.ns", over_empty(name), "ns over empty"))
        row = records.of(run=runs[0], filter=name)[0]
        if row["written"]:
            found.append(figure(f"filter.{name}.written", [row["written"]], "instructions"))
        found.append(figure(f"filter.{name}.verified", [row["verified"]], "instructions"))
    ratios = {f"{name}.over_c": (name, f"{name}.c") for name in ("tcp443", "vxlan")}
    ratios |= {f"{name}.over_exact": (name, exact) for name, exact in EXACT.items()}
    for name, (above, below) in ratios.items():
        values = [a / b for a, b in zip(over_empty(above), over_empty(below))]
        found.append(figure(f"filter.{name}", values, "x", GOALS.get(f"filter.{name}")))
    for text in dict.fromkeys(row["compiled"] for row in records.rows if "compiled" in row):
        values = [row["ms"] for row in records.of(compiled=text)]
        found.append(figure(f"filter.compile.{text}", values, "ms of CPU", COMPILE_GOAL))
    return found


def main(arguments):
    machine.require_quiet()
    found = summarize(measure(arguments.runs))
    figures.print_table(found, "Filters, 64-byte hot packets (BPF_PROG_TEST_RUN, XDP)")
    figures.write_summary(found, paths.OUT / "filter.tsv")
    return found
