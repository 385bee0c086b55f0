# SPDX-License-Identifier: Apache-2.0
"""What captures: Ringtail, its peers, and floors. Most read on CPU 1."""
import glob
import json
import shutil
import signal
from dataclasses import dataclass, field

from . import lane, paths


# What the longest measured run writes, and a little more.
RECYCLED_SPOOL_GIB = 3


@dataclass(frozen=True)
class Tool:
    """How to run one. Words of the command may contain {interface}, {folder}, {length}, {root}."""
    name: str
    command: list
    ready: str                  # what it says when it captures
    files: str = ""             # glob below {folder}; empty: it writes none
    xdp: bool = False           # attaches an XDP program, which is awaited
    settle: float = 1.3         # seconds after the traffic until it has surely read everything
    environment: dict = field(default_factory=dict)
    needs: str = ""             # program that must be installed
    cpus: str = "1"             # where it may run; packets are received on CPU 0
    recycles: bool = False      # writes into used pages once it has filled its spool, see trial.py

    def command_line(self, length):
        values = {"interface": lane.RECEIVING, "folder": str(paths.SCRATCH), "length": length,
                  "root": str(paths.ROOT)}
        return lane.in_receiver("taskset", "-c", self.cpus,
                                *[word.format(**values) for word in self.command])

    def written_files(self):
        return sorted(glob.glob(self.files.format(folder=paths.SCRATCH), recursive=True))

    def missing(self):
        return self.needs and not shutil.which(self.needs)


def _agent(name, java_options="", flags=("--spool-size", "6Gi"), ready="capturing on", **more):
    return Tool(
        name,
        [str(paths.AGENT), "run", "-i", "{interface}", "--point", "XdpNative",
         "--output", "dir:{folder}/objects", "--spool", "{folder}/spool", *flags,
         "--duration", "10m"],
        ready=ready, files="{folder}/objects/**/*.pcapng", xdp=True, settle=0.3,
        environment={"RINGTAIL_JAVA_OPTIONS": java_options}, **more)


def _nop(name, verdict):
    return Tool(name, [paths.tool("nop"), "{interface}", verdict], ready="ready", xdp=True,
                settle=0.1)



def _row(name, row, cpus="0,1", flags=()):
    """A row of the matrix, see Row.java."""
    command = paths.java("dev.ringtail.bench.path.RowMain", row, "{interface}", "{folder}")
    return Tool(f"row-{name}", [command[0], *flags, *command[1:]], ready="ready",
                files="{folder}/row.pcapng", xdp=True, settle=0.5, cpus=cpus)


# What a JVM has nearest to asynchronous preemption: safepoints that a timer asks for, and polls in
# counted loops at which threads answer.
_PREEMPTION = {
    "off": ["-XX:GuaranteedSafepointInterval=0", "-XX:-UseCountedLoopSafepoints"],
    "on": ["-XX:GuaranteedSafepointInterval=1", "-XX:+UseCountedLoopSafepoints",
           "-XX:LoopStripMiningIter=1"],
}


def _preemption(state):
    return _row(f"B-{state}", "A", flags=[
        "-XX:+UnlockDiagnosticVMOptions", "-Xlog:safepoint", *_PREEMPTION[state]])


MATRIX = [
    _row("A", "A"), _preemption("off"), _preemption("on"), _row("C", "C"),
    _row("D", "D"), _row("E", "E"), _row("F", "F"),
]

def _placed(place, *flags):
    """The agent with one reader at a certain place, parked and spinning."""
    return [_agent(f"{place}-{idle}", f"-Dringtail.bench.verdict=1 -Dringtail.bench.idle={idle}",
                   flags=("--spool-size", "6Gi", "--readers", "1", *flags), cpus="0,1")
            for idle in ("parked", "spinning")]


PLACED = [
    *_placed("same", "--placement", "Same"),
    *_placed("split", "--receive-cpus", "0", "--reader-cpus", "1"),
    *_placed("unpinned", "--placement", "Observe"),
]

BUILT_IN = [
    _agent("ringtail"),
    _agent("ringtail-drop", "-Dringtail.bench.verdict=1"),
    _agent("ringtail-recycled",
           flags=("--spool-size", f"{RECYCLED_SPOOL_GIB}Gi", "--segment-size", "64Mi", "--json"),
           ready='"type":"started"', recycles=True),
    Tool("tcpdump",
         ["tcpdump", "-i", "{interface}", "-n", "-Z", "root", "-B", "32768",
          "-w", "{folder}/tcpdump.pcap"],
         ready="listening", files="{folder}/tcpdump.pcap", needs="tcpdump"),
    Tool("dumpcap", ["dumpcap", "-q", "-i", "{interface}", "-B", "32", "-w",
                     "{folder}/dumpcap.pcapng"],
         ready="File:", files="{folder}/dumpcap.pcapng", needs="dumpcap"),
    Tool("xdpdump", ["xdpdump", "-i", "{interface}", "--load-xdp-program", "-w",
                     "{folder}/xdpdump.pcapng"],
         ready="listening", files="{folder}/xdpdump.pcapng", xdp=True, needs="xdpdump"),
    _nop("nop-pass", "pass"),
    _nop("nop-drop", "drop"),
    *MATRIX, *PLACED,
]

END_SIGNAL = signal.SIGINT


def known(extra_file=None):
    """By name; a JSON file with a list of objects with the fields of Tool adds one's own."""
    tools = {tool.name: tool for tool in BUILT_IN}
    if extra_file:
        with open(extra_file) as file:
            for entry in json.load(file):
                tools[entry["name"]] = Tool(**entry)
    return tools
