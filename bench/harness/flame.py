# SPDX-License-Identifier: Apache-2.0
"""Flame graphs: where both CPUs spend their time while a tool is under traffic."""
import collections
import os
import re
import shutil
import subprocess
from html import escape

from . import paths, trial

FREQUENCY = 1999
WIDTH, ROW, LEAST_WIDTH = 1200, 16, 0.5


def record(tool, length, seconds, svg):
    """Runs the tool once more under perf and draws the graph; without perf, says so."""
    if not shutil.which("perf"):
        print("  no flame graphs: perf is not installed (linux-perf)")
        return
    data = paths.OUT / "perf.data"

    def during(process):
        profiler = subprocess.Popen(
            ["perf", "record", "-q", "-a", "-g", "-F", str(FREQUENCY), "-o", str(data),
             "--", "sleep", str(seconds)], stderr=subprocess.DEVNULL)

        def after():
            jcmd = os.path.join(os.environ.get("JAVA_HOME", ""), "bin", "jcmd")
            subprocess.run([jcmd, str(process.process.pid), "Compiler.perfmap"],
                           capture_output=True, check=False)
            profiler.wait()
        return after

    trial.run(tool, length, 0, seconds, during=during)
    script = subprocess.run(["perf", "script", "-i", str(data), "-F", "comm,ip,sym"],
                            capture_output=True, text=True, check=False).stdout
    data.unlink(missing_ok=True)
    svg.write_text(draw(fold(script), f"{tool.name}, {length} B"))


def fold(script):
    """Stacks from the outermost frame in, with how often each was seen."""
    stacks = collections.Counter()
    for sample in script.split("\n\n"):
        lines = sample.strip().splitlines()
        if not lines:
            continue
        comm = re.sub(r"[-/#:\d]+$", "", lines[0].split()[0] if lines[0].split() else "?")
        frames = [line.split(None, 1)[1] if len(line.split(None, 1)) > 1 else "?"
                  for line in lines[1:]]
        if comm == "swapper":
            frames = ["idle"]
        stacks[(comm, *reversed(frames))] += 1
    return stacks


def _tree(stacks):
    root = {"count": 0, "children": {}}
    for stack, count in stacks.items():
        node = root
        node["count"] += count
        for frame in stack:
            node = node["children"].setdefault(frame, {"count": 0, "children": {}})
            node["count"] += count
    return root


def _colour(name):
    heat = sum(name.encode()) % 60
    return f"rgb({205 + heat % 50},{80 + heat * 2},{heat})"


def draw(stacks, title):
    root = _tree(stacks)
    total = max(1, root["count"])
    boxes, deepest = [], 0

    def place(node, x, depth):
        nonlocal deepest
        for name, child in sorted(node["children"].items()):
            width = WIDTH * child["count"] / total
            if width >= LEAST_WIDTH:
                deepest = max(deepest, depth)
                boxes.append((x, depth, width, name, child["count"]))
                place(child, x, depth + 1)
            x += width

    place(root, 0, 0)
    height = (deepest + 2) * ROW + 24
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
             f'font-family="monospace" font-size="11"><text x="4" y="14">{escape(title)}, '
             f"{total} samples on both CPUs</text>"]
    for x, depth, width, name, count in boxes:
        y = height - (depth + 1) * ROW
        label = escape(name if len(name) * 6.7 < width else name[:int(width / 6.7)])
        parts.append(f'<g><title>{escape(name)}: {100 * count / total:.1f} %</title>'
                     f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 1}" '
                     f'fill="{_colour(name)}"/><text x="{x + 2:.1f}" y="{y + 11}">{label}</text>'
                     "</g>")
    return "\n".join([*parts, "</svg>\n"])
