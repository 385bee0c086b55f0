# SPDX-License-Identifier: Apache-2.0
"""The table of goals in docs/performance.md, made from bench/results."""
from . import figures, paths

PAGE = paths.ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- bench/results: begin -->\n", "<!-- bench/results: end -->\n"

LABELS = {
    "ring.64.over_classic": "ring alone, 64 B, lossless, over the classic design",
    "ring.64.producer_ns": "producer, 64 B, over an empty program",
    "ring.64.java_over_c": "Java reader over C reader, 64 B: lossless rate",
    "ring.64.java_cpu_over_c": "the same: CPU per packet",
    "ring.256.java_over_c": "Java reader over C reader, 256 B: lossless rate",
    "ring.1500.java_over_c": "Java reader over C reader, 1500 B: lossless rate",
    "filter.tcp443.over_c": "`eth/ipv4/tcp[dport==443]` over the same in C",
    "filter.vxlan.over_c": "`eth/ipv4/udp/vxlan/eth/ipv4/tcp` over the same in C",
    "filter.anywhere.tcp.over_exact": "`//tcp[dport==443]` over the exact chain, plain packets",
    "filter.anywhere.vxlan.over_exact": "the same, VXLAN packets",
    "spool.java_over_c": "spool write over plain C writes",
    "idle.ringtail": "idle interface",
    "200k.cpu_over_tcpdump": "200,000 packets/s after idling, CPU per packet over tcpdump",
    "path-200k.cpu_over_tcpdump": "200,000 packets/s, in turn with the other peers",
    "start.cpu": "start to attached, CPU time, AOT cache",
    "resident": "resident memory",
    "blast.64.ringtail.loss": "64 B, XDP_PASS, blast: lost",
    "blast.64.captured_over_tcpdump": "the same: captured over tcpdump",
    "blast.64.captured_over_xdpdump": "the same: captured over xdpdump",
    "blast.64.captured_over_dumpcap": "the same: captured over dumpcap",
    "blast.64.cpu_over_tcpdump": "the same: CPU of the reading process per packet over tcpdump",
    "burst.64.ringtail.lost": "burst from idle to blast: lost",
    "drop.64.over_nop": "64 B, XDP_DROP, over an empty dropping program",
    "lossless.1500.ringtail-recycled_over_tcpdump": "1500 B without loss, over tcpdump",
}


def _label(name):
    return LABELS.get(name) or name.replace("filter.compile.", "compile and load, warm: `") + "`"


def table(results):
    """Markdown: a row for each figure with a goal, in the order of the summary."""
    lines = ["| | goal | median | least to most | runs | met |", "|---|---|---|---|---|---|"]
    for name, row in figures.read_summary(results / "summary.tsv").items():
        if row["goal"]:
            lines.append(f"| {_label(name)} | {row['goal']} {row['unit']} | {row['value']} | "
                         f"{row['min']} to {row['max']} | {row['runs']} | {row['met']} |")
    return "\n".join(lines) + "\n"


def parts(text):
    """What stands before, between and behind the marks."""
    before, rest = text.split(BEGIN)
    between, behind = rest.split(END)
    return before, between, behind


def write(results):
    before, _, behind = parts(PAGE.read_text())
    PAGE.write_text(before + BEGIN + table(results) + END + behind)
