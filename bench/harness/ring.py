# SPDX-License-Identifier: Apache-2.0
"""The ring alone: Ringtail's beside the classic design and beside a reader in C."""
import json
import shutil
import subprocess

from . import figures, machine, paths
from .figures import at_least, at_most, figure
from .records import Records

LENGTHS = (64, 256, 1500)
GOALS = {
    "ring.64.over_classic": at_least(5),
    "ring.64.producer_ns": at_most(50),
    "ring.64.java_over_c": at_least(0.95),
    "ring.256.java_over_c": at_least(0.95),
    "ring.1500.java_over_c": at_least(0.95),
    "ring.64.java_cpu_over_c": at_most(1.2),
}


def measure(runs, seconds):
    """Runs RingBench; returns its records."""
    records = Records("ring")
    command = paths.java("dev.ringtail.bench.ring.RingBench", runs, seconds,
                         ",".join(map(str, LENGTHS)), paths.SCRATCH)
    bench = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                             preexec_fn=machine.favour)
    try:
        for line in bench.stdout:
            row = records.add({**json.loads(line), "load": round(machine.load(), 2)})
            if row["phase"] == "lossless":
                print(f"  run {row['run']}  {row['length']:5} B  {row['ring']:11} "
                      f"{row['rate'] / 1e6:6.2f} Mpps lossless", flush=True)
        bench.wait()
    finally:
        bench.kill()
        shutil.rmtree(paths.SCRATCH, ignore_errors=True)
    if bench.returncode:
        raise SystemExit(f"RingBench ended with {bench.returncode}")
    return records


def summarize(records):
    """Ratios are made inside each run."""
    found = []
    runs = sorted({row["run"] for row in records.rows})

    def per_run(length, ring, phase, key):
        return [records.of(run=run, length=length, ring=ring, phase=phase)[0][key] for run in runs]

    def ratios(above, below):
        return [a / b for a, b in zip(above, below)]

    for length in LENGTHS:
        rate = {ring: per_run(length, ring, "lossless", "rate")
                for ring in ("classic", "ringtail", "ringtail-c")}
        cpu = {ring: per_run(length, ring, "lossless", "reader_cpu_ns") for ring in rate}
        floor = per_run(length, "nop", "fits", "producer_ns")
        cost = per_run(length, "ringtail", "fits", "producer_ns")
        for ring, values in rate.items():
            found.append(figure(f"ring.{length}.{ring}.lossless", [v / 1e6 for v in values],
                                "Mpps"))
        for name, values, unit in (
                ("over_classic", ratios(rate["ringtail"], rate["classic"]), "x"),
                ("producer_ns", [a - b for a, b in zip(cost, floor)], "ns over nop"),
                ("java_over_c", ratios(rate["ringtail"], rate["ringtail-c"]), "x"),
                ("java_cpu_over_c", ratios(cpu["ringtail"], cpu["ringtail-c"]), "x")):
            name = f"ring.{length}.{name}"
            found.append(figure(name, values, unit, GOALS.get(name)))
    return found


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    found = summarize(measure(arguments.runs, arguments.seconds or 0.3))
    figures.print_table(found, "The ring alone (BPF_PROG_TEST_RUN), lossless rates and ratios")
    figures.write_summary(found, paths.OUT / "ring.tsv")
    return found
