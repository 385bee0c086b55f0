# SPDX-License-Identifier: Apache-2.0
"""Rows D, E and F of the first field report with the agent: where its reader runs, parked or spinning; XDP_DROP."""
from . import figures, lane, machine, paths, tools, trial
from .figures import figure
from .path import Ratios, captured, cpu_per_packet, loss_percent
from .records import Records

LENGTHS = (64, 1500)
ROWS = (("D", "same"), ("E", "split"), ("F", "unpinned"))
IDLE = ("parked", "spinning")
# What the report found with readers that spin, the second over the first.
REPORTED = (("same", "split", 1.58), ("split", "unpinned", 1.0))


def measure(runs, seconds, known):
    records = Records("placement")
    with lane.Lane():
        for run in range(1, runs + 1):
            for length in LENGTHS:
                for letter, place in ROWS:
                    for idle in IDLE:
                        row = trial.run_until_quiet(known[f"{place}-{idle}"], length, 0, seconds)
                        records.add({"run": run, **row})
                        print(f"  run {run}  {letter} {place:8} {idle:8} {length:5} B  "
                              f"{row['pps'] / 1e6:6.2f} Mpps offered  "
                              f"{row['captured_pps'] / 1e6:6.2f} captured  "
                              f"{1e6 * cpu_per_packet(row):6.3f} s/M  "
                              f"{'; '.join(row['problems'])}", flush=True)
    return records


def summarize(records):
    ratios = Ratios(records)
    found = []
    for length in LENGTHS:
        for letter, place in ROWS:
            for idle in IDLE:
                key = f"placement.{length}.{letter}-{place}.{idle}"
                wanted = {"tool": f"{place}-{idle}", "length": length}
                found += [
                    figure(f"{key}.captured",
                           [v / 1e6 for v in ratios.values(captured, **wanted)], "Mpps"),
                    figure(f"{key}.loss", ratios.values(loss_percent, **wanted), "%"),
                    figure(f"{key}.cpu",
                           [1e6 * v for v in ratios.values(cpu_per_packet, **wanted)],
                           "s/Mpacket")]
            found.append(figure(
                f"placement.{length}.{letter}-{place}.parked_over_spinning",
                ratios.ratio(captured, f"{place}-parked", f"{place}-spinning", length=length),
                "x"))
        for below, above, _ in REPORTED:
            found.append(figure(
                f"placement.{length}.{above}_over_{below}",
                ratios.ratio(captured, f"{above}-parked", f"{below}-parked", length=length), "x"))
    return [one for one in found if one]


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    records = measure(arguments.runs, arguments.seconds or 1.5, tools.known(arguments.tools))
    found = summarize(records)
    figures.print_table(found, "Placement: XDP_DROP, packets on CPU 0")
    figures.print_reported(
        found, "The report's ratios (16 cores, 64 B) beside ours, parked:",
        [(below, above, reported, f"placement.64.{above}_over_{below}")
         for below, above, reported in REPORTED], 8)
    figures.write_summary(found, paths.OUT / "placement.tsv")
    return found
