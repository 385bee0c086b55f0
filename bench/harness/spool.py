# SPDX-License-Identifier: Apache-2.0
"""Writing to the spool beside plain writes in C: the same pieces, the same recycled files."""
from . import figures, machine, paths, processes
from .figures import at_least, figure
from .records import Records

GIGABYTES, PIECE = 8, 1 << 20


def _rate(command):
    row, = processes.json_lines(["taskset", "-c", "1", *command])
    return row["bytes_per_second"]


def main(arguments):
    machine.require_quiet()
    records = Records("spool")
    for run in range(1, arguments.runs + 1):
        folder = str(paths.SCRATCH)
        spool = paths.java("dev.ringtail.bench.spool.SpoolBench", GIGABYTES, PIECE, folder)
        row = records.add({
            "run": run, "load": round(machine.load(), 2),
            "c": _rate([paths.tool("spoolwrite"), str(GIGABYTES), str(PIECE), folder]),
            "java": _rate(spool)})
        print(f"  run {run}  C {row['c'] / 1e9:5.2f} GB/s  spool {row['java'] / 1e9:5.2f} GB/s",
              flush=True)
    rows = records.rows
    found = [
        figure("spool.c", [row["c"] / 1e9 for row in rows], "GB/s"),
        figure("spool.java", [row["java"] / 1e9 for row in rows], "GB/s"),
        figure("spool.java_over_c", [row["java"] / row["c"] for row in rows], "x", at_least(0.9)),
    ]
    figures.print_table(found, "Writing to the spool, pieces of 1 MiB, tmpfs")
    figures.write_summary(found, paths.OUT / "spool.tsv")
    return found
