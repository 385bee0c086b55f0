# SPDX-License-Identifier: Apache-2.0
"""One run of traffic past one tool, counted by the generator, the device and the written files."""
import json
import os
import shutil
import subprocess
import time

from . import lane, machine, paths, processes, tools

# Threads of the agent that deliver sealed segments: hash, verify, move. No peer does that.
DELIVERY_THREADS = ("ringtail-delive",)
# What the generator may lose to other processes before a run says nothing.
MOST_FOREIGN_SHARE = 0.1


class Refused(Exception):
    """The tool does not run on this machine; the message says why."""


def _fresh_scratch():
    shutil.rmtree(paths.SCRATCH, ignore_errors=True)
    paths.SCRATCH.mkdir(parents=True)


def _await_xdp(road):
    end = time.monotonic() + 5
    while not road.has_xdp():
        if time.monotonic() > end:
            raise Refused("no XDP program appeared on the interface")
        time.sleep(0.02)


def start(tool, length=64):
    """Starts a tool and waits until it captures; the caller ends it."""
    if tool.missing():
        raise Refused(f"{tool.needs} is not installed")
    process = processes.Measured(tool.command_line(length), paths.SCRATCH / "log",
                                 tool.environment)
    try:
        process.ready_after = process.await_text(tool.ready)
        if tool.xdp:
            _await_xdp(lane.Lane)
    except processes.NotReady as reason:
        process.kill()
        raise Refused(str(reason).splitlines()[-1]) from reason
    except Refused:
        process.kill()
        raise
    process.ready_cpu = process.cpu_seconds()
    return process


def generate(length, pps, seconds):
    """Sends; returns what the generator says."""
    run = subprocess.run(lane.Lane.generator(length, pps, seconds), check=True,
                         capture_output=True, text=True, preexec_fn=machine.favour)
    return json.loads(run.stdout)


def count(files):
    """What the written files hold, by a counter that shares no code with any tool."""
    existing = [file for file in files if os.path.getsize(file)]
    if not existing:
        return {"packets": 0, "trailing_bytes": 0, "bytes": 0,
                "sequence": {"missing": 0, "duplicated": 0, "out_of_order": 0}}
    run = subprocess.run([paths.tool("pcapcount"), *existing], check=True, capture_output=True,
                         text=True)
    return json.loads(run.stdout)


def run(tool, length, pps, seconds, idle_before=0.3):
    """Returns one flat record. valid: sent = arrived, and the files are what they should be."""
    _fresh_scratch()
    process = start(tool, length)
    try:
        time.sleep(idle_before)
        arrived = lane.Lane.arrived()
        before, before_threads = process.cpu_seconds(), process.threads_cpu_seconds()
        generator = generate(length, pps, seconds)
        time.sleep(tool.settle)
        cpu = process.cpu_seconds() - before
        threads = process.threads_cpu_seconds()
        arrived = lane.Lane.arrived() - arrived
        total_cpu = process.end(tools.END_SIGNAL)
    finally:
        process.kill()
    delivery = sum(spent - before_threads.get(name, 0) for name, spent in threads.items()
                   if name in DELIVERY_THREADS)
    record = {
        "tool": tool.name, "length": length, "asked_pps": pps, "load": round(machine.load(), 2),
        "sent": generator["sent"], "pps": generator["pps"], "late": generator["late"],
        "generator_share": round(generator["cpu_seconds"] / max(generator["seconds"], 1e-9), 3),
        "arrived": arrived, "cpu_seconds": round(cpu - delivery, 4),
        "delivery_cpu_seconds": round(delivery, 4),
        "whole_life_cpu_seconds": round(total_cpu, 3),
        "ready_seconds": round(process.ready_after, 3),
        "ready_cpu_seconds": round(process.ready_cpu, 3),
    }
    problems = [] if generator["sent"] == arrived else ["sent is not what arrived"]
    if generator["cpu_seconds"] < generator["seconds"] * (1 - MOST_FOREIGN_SHARE):
        problems.append("others took the generator's CPU")
    if tool.files:
        held = count(tool.written_files())
        lost = arrived - held["packets"]
        record.update(
            captured=held["packets"], lost=lost, file_bytes=held["bytes"],
            captured_pps=round(generator["pps"] * held["packets"] / max(1, arrived)))
        order = held["sequence"]
        if order["duplicated"] or order["out_of_order"] or held["trailing_bytes"]:
            problems.append("files are not in order: " + json.dumps(order))
        if order["missing"] > lost or lost < 0:
            problems.append("files hold other packets than were sent")
    record["problems"] = problems
    shutil.rmtree(paths.SCRATCH, ignore_errors=True)
    return record
