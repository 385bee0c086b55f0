# SPDX-License-Identifier: Apache-2.0
"""The whole way from a veth to files on tmpfs: Ringtail beside its peers."""
from . import figures, lane, machine, paths, tools, trial
from .figures import at_least, at_most, figure
from .records import Records

PEERS = ("tcpdump", "dumpcap", "xdpdump")
CAPTURED_GOALS = {"tcpdump": at_least(1.7), "xdpdump": at_least(2), "dumpcap": at_least(2.8)}
PPS = 200_000
# Ringtail with fresh pages, as everybody's, and as it is once its spool has gone round.
LOSSLESS = ("ringtail", "ringtail-recycled", "tcpdump")
# Long enough for the ring to be drained to the last packet and readers to sleep deeply.
BURST_IDLE_SECONDS = 3
SEARCH_STEPS = 6
CLOSE_ENOUGH = 1.08


class Series:
    """The trials of one run after the other, printed as they come."""

    def __init__(self, known, seconds):
        self.known, self.seconds = known, seconds
        self.records = Records("path")
        self.refused = {}

    def one(self, run, phase, name, length, pps, seconds=None, **more):
        """A record, or None when the tool does not run here."""
        if name in self.refused:
            return None
        try:
            row = trial.run_until_quiet(self.known[name], length, pps, seconds or self.seconds,
                                        **more)
        except trial.Refused as reason:
            self.refused[name] = str(reason)
            self.records.add({"run": run, "phase": phase, "tool": name, "refused": str(reason)})
            print(f"  {name} does not run here: {reason}", flush=True)
            return None
        row = self.records.add({"run": run, "phase": phase, **row})
        lost = f"{100 * row['lost'] / max(1, row['arrived']):5.1f} % lost" if "lost" in row else ""
        print(f"  run {run}  {phase:9} {name:14} {row['length']:5} B  {row['pps'] / 1e6:6.3f} Mpps "
              f"offered  {lost:13} {1e6 * row['cpu_seconds'] / max(1, row['sent']):6.3f} s/M  "
              f"{'; '.join(row['problems'])}", flush=True)
        return row

    def lossless(self, run, name, length, seconds):
        """The highest rate without loss, by halving; recorded as a row of its own."""
        blast = self.one(run, "search", name, length, 0, seconds)
        if not blast:
            return
        low, high, rate = 0, blast["pps"], blast["captured_pps"]
        limited_by = "tool"
        if not blast["lost"]:
            low, limited_by = blast["pps"], "generator"
        for _ in range(0 if low else SEARCH_STEPS):
            row = self.one(run, "search", name, length, rate, seconds)
            if row["lost"]:
                high = min(high, rate)
            else:
                low = max(low, row["pps"])
            if low and high / low < CLOSE_ENOUGH:
                break
            rate = (low + high) / 2 if low else rate * 0.7
        self.records.add({"run": run, "phase": "lossless", "tool": name, "length": length,
                          "rate": low, "limited_by": limited_by})


def measure(runs, seconds, known, own):
    series = Series(known, seconds)
    with lane.Lane():
        for run in range(1, runs + 1):
            for name in ("ringtail", *PEERS, *own):
                series.one(run, "blast", name, 64, 0)
            series.one(run, "blast", "nop-pass", 64, 0)
            for name in ("ringtail", *PEERS, *own):
                series.one(run, "200k", name, 64, PPS, seconds * 2, idle_before=3)
            series.one(run, "burst", "ringtail", 64, 0, idle_before=BURST_IDLE_SECONDS)
            for name in ("ringtail-drop", "nop-drop"):
                series.one(run, "drop", name, 64, 0)
            for name in ("ringtail", *PEERS, *own):
                series.one(run, "blast", name, 1500, 0, seconds / 2)
            for name in LOSSLESS:
                series.lossless(run, name, 1500, seconds / 2)
    return series


class Ratios:
    """Ratios between tools, made inside each run, of trials that count."""

    def __init__(self, records):
        self.records = records
        self.runs = sorted({row["run"] for row in records.rows})

    def rows(self, **wanted):
        return [row for row in self.records.of(**wanted)
                if "refused" not in row and trial.is_quiet(row)]

    def values(self, value, **wanted):
        return [value(row) for row in self.rows(**wanted)]

    def ratio(self, value, above, below, **wanted):
        found = []
        for run in self.runs:
            a, b = (self.rows(run=run, tool=tool, **wanted) for tool in (above, below))
            if a and b and value(b[0]):
                found.append(value(a[0]) / value(b[0]))
        return found


def captured(row):
    return row["captured_pps"]


def offered(row):
    return row["pps"]


def cpu_per_packet(row):
    return row["cpu_seconds"] / max(1, row["captured"])


def loss_percent(row):
    return 100 * row["lost"] / max(1, row["arrived"])


def summarize(series, own):
    ratios = Ratios(series.records)
    found = []
    everyone = ("ringtail", *PEERS, *own)
    for length in (64, 1500):
        for name in everyone:
            wanted = {"phase": "blast", "tool": name, "length": length}
            found += [
                figure(f"blast.{length}.{name}.captured",
                       [v / 1e6 for v in ratios.values(captured, **wanted)], "Mpps"),
                figure(f"blast.{length}.{name}.loss", ratios.values(loss_percent, **wanted), "%",
                       at_most(0) if (name, length) == ("ringtail", 64) else None),
                figure(f"blast.{length}.{name}.cpu",
                       [1e6 * v for v in ratios.values(cpu_per_packet, **wanted)], "s/Mpacket")]
        for name in (*PEERS, *own):
            found += [
                figure(f"blast.{length}.captured_over_{name}",
                       ratios.ratio(captured, "ringtail", name, phase="blast", length=length), "x",
                       CAPTURED_GOALS.get(name) if length == 64 else None),
                figure(f"blast.{length}.cpu_over_{name}",
                       ratios.ratio(cpu_per_packet, "ringtail", name, phase="blast",
                                    length=length), "x",
                       at_most(0.5) if (name, length) == ("tcpdump", 64) else None)]
    found.append(figure("blast.64.ringtail.delivery_cpu", ratios.values(
        lambda row: 1e6 * row["delivery_cpu_seconds"] / max(1, row["captured"]),
        phase="blast", tool="ringtail", length=64), "s/Mpacket"))
    found.append(figure("blast.64.nop-pass.offered", [v / 1e6 for v in ratios.values(
        offered, phase="blast", tool="nop-pass")], "Mpps"))
    for name in everyone:
        found.append(figure(f"path-200k.{name}.cpu",
                            [1e6 * v for v in ratios.values(cpu_per_packet, phase="200k",
                                                            tool=name)], "s/Mpacket"))
    found += [
        figure("path-200k.cpu_over_tcpdump",
               ratios.ratio(cpu_per_packet, "ringtail", "tcpdump", phase="200k"), "x",
               at_most(0.5)),
        figure("burst.64.ringtail.lost", ratios.values(lambda row: row["lost"], phase="burst"),
               "packets", at_most(0)),
        figure("drop.64.ringtail.captured", [v / 1e6 for v in ratios.values(
            captured, phase="drop", tool="ringtail-drop")], "Mpps"),
        figure("drop.64.over_nop",
               ratios.ratio(lambda row: row.get("captured_pps", row["pps"]), "ringtail-drop",
                            "nop-drop", phase="drop"), "x", at_least(0.6)),
    ]
    rates = {name: {row["run"]: row["rate"]
                    for row in series.records.of(phase="lossless", tool=name)}
             for name in LOSSLESS}
    for name, by_run in rates.items():
        found.append(figure(f"lossless.1500.{name}", [v / 1e6 for v in by_run.values()], "Mpps"))
    for name in ("ringtail", "ringtail-recycled"):
        found.append(figure(f"lossless.1500.{name}_over_tcpdump",
                            [rate / rates["tcpdump"][run] for run, rate in rates[name].items()
                             if rates["tcpdump"].get(run)], "x",
                            at_least(1.8) if name == "ringtail-recycled" else None))
    return [one for one in found if one]


def own_tools(known):
    """What --tools has added."""
    return tuple(name for name in known if name not in {tool.name for tool in tools.BUILT_IN})


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    known = tools.known(arguments.tools)
    series = measure(arguments.runs, arguments.seconds or 2, known, own_tools(known))
    found = summarize(series, own_tools(known))
    figures.print_table(found, "From a veth to files on tmpfs; the tool on CPU 1, the rest on CPU 0")
    for name, reason in series.refused.items():
        print(f"\n{name} did not run here: {reason}")
    figures.write_summary(found, paths.OUT / "path.tsv")
    return found
