# SPDX-License-Identifier: Apache-2.0
"""JMH: ns and bytes per operation, the obvious way beside ours."""
import json
import subprocess

from . import figures, machine, paths
from .figures import Figure


def measure(runs):
    """JMH's own records."""
    paths.OUT.mkdir(parents=True, exist_ok=True)
    result = paths.OUT / "jmh.json"
    command = paths.java(
        "org.openjdk.jmh.Main", "-foe", "true", "-f", 1, "-wi", 3, "-w", 1, "-i", runs, "-r", 1,
        "-bm", "avgt", "-tu", "ns", "-prof", "gc", "-rf", "json", "-rff", result,
        "-jvmArgs", "--enable-native-access=ALL-UNNAMED -XX:+UseSerialGC",
        jars=["bench/target/lib/*"])
    log = paths.OUT / "jmh.log"
    with open(log, "w") as out:
        if subprocess.run(command, stdout=out, stderr=out,
                          preexec_fn=machine.favour).returncode:
            raise SystemExit(f"JMH failed, see {log}")
    return json.loads(result.read_text())


def summarize(rows):
    found = []
    for row in rows:
        name = "jmh." + row["benchmark"].rsplit("jmh.", 1)[1].replace("Benchmark", "")
        runs = [value for fork in row["primaryMetric"]["rawData"] for value in fork]
        found.append(Figure(f"{name}.time", tuple(runs), "ns/op"))
        allocated = row["secondaryMetrics"].get("gc.alloc.rate.norm")
        if allocated:
            values = [value for fork in allocated["rawData"] for value in fork]
            found.append(Figure(f"{name}.allocated", tuple(values), "B/op"))
    return found


def main(arguments):
    machine.require_quiet()
    found = summarize(measure(arguments.runs))
    figures.print_table(found, "JMH, per operation; counting and merge: per packet")
    figures.write_summary(found, paths.OUT / "jmh.tsv")
    return found
