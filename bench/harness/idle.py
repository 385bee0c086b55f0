# SPDX-License-Identifier: Apache-2.0
"""What the agent costs when little happens, beside tcpdump."""
import time

from . import figures, lane, machine, paths, tools, trial
from .figures import at_most, figure
from .records import Records

PPS = 200_000
SETTLE_SECONDS = 3
# The JVM compiles for a while after its start, and what comes each ten seconds comes for the first time; it is listed apart.
WARMING_SECONDS = 12


def _idle(tool, seconds):
    trial.fresh_scratch()
    process = trial.start(tool)
    try:
        time.sleep(SETTLE_SECONDS)
        start = process.threads()
        time.sleep(WARMING_SECONDS)
        before = process.threads()
        time.sleep(seconds)
        spent = process.spent(before, process.threads())
        row = {"tool": tool.name, "phase": "idle", "seconds": seconds,
               "cpu_seconds": round(sum(spent.values()), 5),
               "warming_share": sum(process.spent(start, before).values()) / WARMING_SECONDS,
               "threads": {name: round(cpu, 4) for name, cpu in spent.items() if cpu > 0.0005},
               "ready_seconds": process.ready_after, "ready_cpu_seconds": process.ready_cpu,
               "resident_mib": process.resident_bytes_without_maps() / 2**20,
               "load": round(machine.load(), 2)}
        process.end()
        return row
    finally:
        process.kill()
        trial.remove_scratch()


def measure(runs, seconds, known):
    records = Records("idle")
    with lane.Lane():
        for run in range(1, runs + 1):
            for name in ("ringtail", "tcpdump"):
                tool = known[name]
                row = records.add({"run": run, **_idle(tool, seconds)})
                print(f"  run {run}  {name:9} idle          "
                      f"{100 * row['cpu_seconds'] / seconds:6.2f} % of a CPU", flush=True)
                row = trial.run(tool, 64, PPS, seconds / 2, idle_before=SETTLE_SECONDS)
                records.add({"run": run, "phase": "200k", **row})
                print(f"  run {run}  {name:9} 200,000 pps   "
                      f"{1e6 * row['cpu_seconds'] / row['sent']:6.3f} CPU s per million packets  "
                      f"lost {row['lost']}  {'; '.join(row['problems'])}", flush=True)
    return records


def summarize(records):
    def per_packet(tool):
        return [1e6 * row["cpu_seconds"] / row["sent"]
                for row in records.of(tool=tool, phase="200k")]

    def idle(tool):
        return [100 * row["cpu_seconds"] / row["seconds"]
                for row in records.of(tool=tool, phase="idle")]

    idles = records.of(tool="ringtail", phase="idle")
    return [
        figure("idle.ringtail", idle("ringtail"), "% of a CPU", at_most(0.5)),
        figure("idle.ringtail.warming", [100 * row["warming_share"] for row in idles],
               "% of a CPU"),
        figure("idle.tcpdump", idle("tcpdump"), "% of a CPU"),
        figure("200k.ringtail.cpu", per_packet("ringtail"), "s/Mpacket"),
        figure("200k.tcpdump.cpu", per_packet("tcpdump"), "s/Mpacket"),
        figure("200k.cpu_over_tcpdump",
               [a / b for a, b in zip(per_packet("ringtail"), per_packet("tcpdump")) if b],
               "x", at_most(0.5)),
        figure("start.cpu", [row["ready_cpu_seconds"] for row in idles], "s to attached",
               at_most(1.0)),
        figure("start.time", [row["ready_seconds"] for row in idles], "s to attached"),
        figure("resident", [row["resident_mib"] for row in idles], "MiB without rings",
               at_most(150)),
    ]


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    found = [one for one in summarize(measure(arguments.runs, arguments.seconds or 10,
                                              tools.known(arguments.tools))) if one]
    figures.print_table(found, "An idle interface, and 200,000 packets/s of 64 B")
    print("\nIssue goals: idle under 1 % and 200,000 packets/s at most tcpdump's cost (line rate "
          "capture); under 0.5 % and half of tcpdump's (beside the peers), shown above.")
    figures.write_summary(found, paths.OUT / "idle.tsv")
    return found
