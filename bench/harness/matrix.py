# SPDX-License-Identifier: Apache-2.0
"""The matrix of the first field report: one thing changed after the other, 64 B, XDP_DROP."""
from . import figures, flame, lane, machine, paths, tools, trial
from .figures import figure
from .path import Ratios, captured, cpu_per_packet, loss_percent
from .records import Records

ROWS = [tool.name for tool in tools.MATRIX] + ["ringtail-drop"]
NAMES = {"ringtail-drop": "G"}
# What the report found: the second over the first.
REPORTED = [
    ("row-A", "row-B-off", 3.1), ("row-B-off", "row-C", 1.79), ("row-D", "row-E", 1.58),
    ("row-E", "row-F", 1.0), ("row-A", "row-E", 8.0), ("row-B-on", "row-B-off", None),
    ("row-A", "ringtail-drop", None), ("row-E", "ringtail-drop", None),
]


def letter(name):
    return NAMES.get(name, name.removeprefix("row-"))


def measure(runs, seconds, known):
    records = Records("matrix")
    with lane.Lane():
        for run in range(1, runs + 1):
            for name in ROWS:
                row = trial.run_until_quiet(known[name], 64, 0, seconds)
                records.add({"run": run, **row})
                waits = row.get("to_safepoint_ns_max")
                print(f"  run {run}  {letter(name):6} {row['pps'] / 1e6:6.2f} Mpps offered  "
                      f"{row['captured_pps'] / 1e6:6.2f} captured  "
                      f"{f'to safepoint at most {waits / 1e3:.0f} us' if waits else ''}  "
                      f"{'; '.join(row['problems'])}", flush=True)
        for name in ROWS:
            flame.record(known[name], 64, seconds, paths.OUT / f"flame-{letter(name)}.svg")
    return records


def summarize(records):
    ratios = Ratios(records)
    found = []
    for name in ROWS:
        key = f"matrix.{letter(name)}"
        found += [
            figure(f"{key}.captured",
                   [v / 1e6 for v in ratios.values(captured, tool=name)], "Mpps"),
            figure(f"{key}.loss", ratios.values(loss_percent, tool=name), "%"),
            figure(f"{key}.cpu",
                   [1e6 * v for v in ratios.values(cpu_per_packet, tool=name)], "s/Mpacket"),
            figure(f"{key}.to_safepoint_max",
                   ratios.values(lambda row: row["to_safepoint_ns_max"] / 1e3, tool=name)
                   if name.startswith("row-B") else [], "us")]
    for below, above, _ in REPORTED:
        found.append(figure(f"matrix.{letter(above)}_over_{letter(below)}",
                            ratios.ratio(captured, above, below), "x"))
    return [one for one in found if one]


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    records = measure(arguments.runs, arguments.seconds or 1.5, tools.known(arguments.tools))
    found = summarize(records)
    figures.print_table(found, "The matrix: 64 B, XDP_DROP, packets on CPU 0")
    figures.print_reported(
        found, "The report's ratios (24 Mpps offered, 16 cores) beside ours:",
        [(letter(below), letter(above), reported, f"matrix.{letter(above)}_over_{letter(below)}")
         for below, above, reported in REPORTED], 6)
    figures.write_summary(found, paths.OUT / "matrix.tsv")
    return found
