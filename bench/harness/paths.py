# SPDX-License-Identifier: Apache-2.0
"""Where things are."""
import os
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
ROOT = BENCH.parent
BIN = BENCH / "target" / "bin"
OUT = Path(os.environ.get("BENCH_OUT", BENCH / "out"))
RESULTS = BENCH / "results"
# Files that are written while something is measured: on tmpfs.
SCRATCH = Path("/dev/shm/ringtail-bench")
AGENT = ROOT / "bin" / "ringtail-agent"


def tool(name):
    return str(BIN / f"ringtail-{name}")


def java(main, *arguments, jars=(), flags=("-XX:+UseSerialGC",)):
    """The command that runs a class of the bench module, with the agent's flags unless told others."""
    classes = ":".join(str(ROOT / path) for path in (
        "bench/target/ringtail-bench.jar", "agent/target/ringtail-agent.jar", "agent/target/lib/*",
        *jars))
    home = os.environ.get("JAVA_HOME")
    return [f"{home}/bin/java" if home else "java", *flags, "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED", f"-Dbench.bin={BIN}", "-cp", classes,
            main, *map(str, arguments)]
