# SPDX-License-Identifier: Apache-2.0
"""What captures: Ringtail, its peers, and floors. All read on CPU 1."""
import glob
import json
import shutil
import signal
from dataclasses import dataclass, field

from . import lane, paths


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

    def command_line(self, length):
        values = {"interface": lane.RECEIVING, "folder": str(paths.SCRATCH), "length": length,
                  "root": str(paths.ROOT)}
        return lane.in_receiver("taskset", "-c", "1",
                                *[word.format(**values) for word in self.command])

    def written_files(self):
        return sorted(glob.glob(self.files.format(folder=paths.SCRATCH), recursive=True))

    def missing(self):
        return self.needs and not shutil.which(self.needs)


def _agent(name, java_options=""):
    return Tool(
        name,
        [str(paths.AGENT), "run", "-i", "{interface}", "--point", "XdpNative",
         "--output", "dir:{folder}/objects", "--spool", "{folder}/spool", "--spool-size", "6Gi",
         "--duration", "10m", "--json"],
        ready='"type":"started"', files="{folder}/objects/**/*.pcapng", xdp=True, settle=0.3,
        environment={"RINGTAIL_JAVA_OPTIONS": java_options})


def _nop(name, verdict):
    return Tool(name, [paths.tool("nop"), "{interface}", verdict], ready="ready", xdp=True,
                settle=0.1)



BUILT_IN = [
    _agent("ringtail"),
    _agent("ringtail-drop", "-Dringtail.bench.verdict=1"),
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
