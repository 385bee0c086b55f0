# SPDX-License-Identifier: Apache-2.0
"""One setting of the engine changed after the other; the figures of docs/adr/0060."""
import shutil
import tempfile

from . import figures, machine, paths, processes
from .figures import figure
from .records import Records

MIB = 1 << 20
LENGTHS = (64, 1500)
SERIAL = ("-XX:+UseSerialGC",)
RING, STRETCH = 32, 2

# Name, ring MiB, stretch MiB (what a reader moves at most in one write), flags of the JVM.
RINGS = [
    ("default", RING, STRETCH, SERIAL),
    *[(f"ring-{size}MiB", size, max(0.5, size / 16), SERIAL) for size in (1, 4, 8, 16, 64, 128)],
    *[(f"stretch-{size}MiB", RING, size, SERIAL) for size in (4, 8, 16)],
    ("G1", RING, STRETCH, ("-XX:+UseG1GC",)),
    ("Parallel", RING, STRETCH, ("-XX:+UseParallelGC",)),
    ("ZGC", RING, STRETCH, ("-XX:+UseZGC",)),
    ("C1-only", RING, STRETCH, (*SERIAL, "-XX:TieredStopAtLevel=1")),
    ("C2-only", RING, STRETCH, (*SERIAL, "-XX:-TieredCompilation")),
]
PIECES = (16 << 10, 64 << 10, 256 << 10, MIB, 2 * MIB, 4 * MIB)
SPOOL_GIGABYTES, DISK_GIGABYTES = 4, 4


def _ring(records, run, seconds):
    for name, ring, stretch, flags in RINGS:
        rows = processes.json_lines(paths.java(
            "dev.ringtail.bench.ring.RingBench", 1, seconds, ",".join(map(str, LENGTHS)),
            paths.SCRATCH, ring * MIB, int(stretch * MIB), flags=flags))
        shutil.rmtree(paths.SCRATCH, ignore_errors=True)
        for row in rows:
            if row["ring"] == "ringtail" and row["phase"] == "lossless":
                records.add({**row, "run": run, "variant": name})
                print(f"  run {run}  {name:14} {row['length']:5} B  {row['rate'] / 1e6:6.2f} Mpps "
                      f"lossless  {row['reader_cpu_ns']:6.1f} ns", flush=True)


def _writes(records, run):
    for piece in PIECES:
        row, = processes.json_lines(["taskset", "-c", "1", *paths.java(
            "dev.ringtail.bench.spool.SpoolBench", SPOOL_GIGABYTES, piece, paths.SCRATCH)])
        records.add({"run": run, "piece": piece, **row})
        print(f"  run {run}  writes of {piece >> 10:5} KiB  {row['bytes_per_second'] / 1e9:5.2f} GB/s",
              flush=True)
    with tempfile.TemporaryDirectory(dir=paths.ROOT / "bench" / "target") as folder:
        for mode in ("", "sync"):
            row, = processes.json_lines([
                "taskset", "-c", "1", paths.tool("spoolwrite"), str(DISK_GIGABYTES), str(MIB),
                folder, *filter(None, [mode])])
            records.add({"run": run, "disk": mode or "plain", **row})
            print(f"  run {run}  disk {mode or 'plain':6} {row['bytes_per_second'] / 1e9:5.2f} GB/s, "
                  f"longest write {row['longest_write_ns'] / 1e6:.1f} ms", flush=True)


def _summarize(records):
    found = []
    for length in LENGTHS:
        base = {row["run"]: row["rate"] for row in records.of(variant="default", length=length)}
        for name, *_ in RINGS:
            rows = records.of(variant=name, length=length)
            key = f"tuning.{length}.{name}"
            found += [
                figure(f"{key}.lossless", [row["rate"] / 1e6 for row in rows], "Mpps"),
                figure(f"{key}.reader_cpu", [row["reader_cpu_ns"] for row in rows], "ns"),
                figure(f"{key}.over_default", [row["rate"] / base[row["run"]] for row in rows],
                       "x")]
    for piece in PIECES:
        found.append(figure(f"tuning.spool.{piece >> 10}KiB",
                            [row["bytes_per_second"] / 1e9 for row in records.of(piece=piece)],
                            "GB/s"))
    for mode in ("plain", "sync"):
        rows = records.of(disk=mode)
        found += [
            figure(f"tuning.disk.{mode}", [row["bytes_per_second"] / 1e9 for row in rows], "GB/s"),
            figure(f"tuning.disk.{mode}.longest_write",
                   [row["longest_write_ns"] / 1e6 for row in rows], "ms")]
    return [one for one in found if one]


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    records = Records("tuning")
    for run in range(1, arguments.runs + 1):
        _ring(records, run, arguments.seconds or 0.3)
        _writes(records, run)
    found = _summarize(records)
    figures.print_table(found, "Settings of the engine, one changed after the other")
    figures.write_summary(found, paths.OUT / "tuning.tsv")
    return found
