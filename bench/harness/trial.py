# SPDX-License-Identifier: Apache-2.0
"""One run of traffic past one tool, counted by the generator, the device and the written files."""
import json
import os
import re
import shutil
import subprocess
import time

from . import lane, machine, paths, processes, tools

# Threads of the agent that deliver sealed segments: hash, verify, move. No peer does that.
DELIVERY_THREADS = ("ringtail-delive",)
# Before a measurement everybody gets the same traffic for a moment, to another port: a virtual
# machine compiles, pages and caches get warm.
WARM_PORT, PORT = 10, 9
WARM_SECONDS = 1.0
# What two readers have open and in reserve.
RESERVED_SPOOL_BYTES = 8 * 64 * 2**20
MOST_DELIVERY_SECONDS = 120
# What the generator may lose to other processes before a run says nothing.
MOST_FOREIGN_SHARE = 0.1


class Refused(Exception):
    """The tool does not run on this machine; the message says why."""


def fresh_scratch():
    remove_scratch()
    paths.SCRATCH.mkdir(parents=True)


def remove_scratch():
    if os.path.ismount(_objects()):
        subprocess.run(["umount", str(_objects())], check=True)
    shutil.rmtree(paths.SCRATCH, ignore_errors=True)


def _objects():
    return paths.SCRATCH / "objects"


def _separate_store():
    """
    Puts objects on a file system of their own. Delivery then copies, as to a remote store, and
    the spool keeps its pages and writes into them again, as in any capture of some length.
    """
    _objects().mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8g", "ringtail-bench", str(_objects())],
                   check=True)


def _use_whole_spool(process):
    """Lets the agent touch all pages of its spool, waits for delivery, and forgets the objects."""
    packets = tools.RECYCLED_SPOOL_GIB * 2**30 / (1500 + 32)
    generate(1500, 700_000, packets / 700_000 * 1.1, WARM_PORT)
    end = time.monotonic() + MOST_DELIVERY_SECONDS
    while _spool_bytes(process) > RESERVED_SPOOL_BYTES:
        if time.monotonic() > end:
            raise Refused("its spool was not delivered in time; too little CPU")
        time.sleep(0.5)
    for file in _objects().rglob("*.pcapng"):
        file.unlink()


def _spool_bytes(process):
    """As the agent last told."""
    told = re.findall(r'"spoolBytes":(\d+)', process.text())
    return int(told[-1]) if told else 2**63


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


def generate(length, pps, seconds, port=PORT):
    """Sends; returns what the generator says."""
    run = subprocess.run(lane.Lane.generator(length, pps, seconds, port), check=True,
                         capture_output=True, text=True, preexec_fn=machine.favour)
    return json.loads(run.stdout)


def count(files):
    """What the written files hold, by a counter that shares no code with any tool."""
    existing = [file for file in files if os.path.getsize(file)]
    if not existing:
        return {"packets": 0, "trailing_bytes": 0, "bytes": 0, "ports": [],
                "sequence": {"missing": 0, "duplicated": 0, "out_of_order": 0}}
    run = subprocess.run([paths.tool("pcapcount"), *existing], check=True, capture_output=True,
                         text=True)
    return json.loads(run.stdout)


def is_quiet(record):
    """Whether the run counts: sent = arrived, and the machine was ours."""
    return not record["problems"]


def run_until_quiet(tool, length, pps, seconds, idle_before=1.0, tries=3):
    """The first run that counts, else the last one."""
    for _ in range(tries):
        record = run(tool, length, pps, seconds, idle_before)
        if is_quiet(record):
            break
    return record


def run(tool, length, pps, seconds, idle_before=1.0, during=None):
    """
    Returns one flat record; its problems say why it would not count.

    during: called with the process before the traffic, and its answer after it
    """
    fresh_scratch()
    if tool.recycles:
        _separate_store()
    first = lane.Lane.arrived()
    process = start(tool, length)
    try:
        if tool.recycles:
            _use_whole_spool(process)
        else:
            generate(length, pps, WARM_SECONDS, WARM_PORT)
        time.sleep(idle_before)
        arrived = lane.Lane.arrived()
        threads = process.threads()
        after = during(process) if during else None
        generator = generate(length, pps, seconds)
        if after:
            after()
        time.sleep(tool.settle)
        spent = process.spent(threads, process.threads())
        all_arrived = lane.Lane.arrived() - first
        arrived = lane.Lane.arrived() - arrived
        total_cpu = process.end(tools.END_SIGNAL)
        said = process.text()
    finally:
        process.kill()
    delivery = sum(spent.get(name, 0) for name in DELIVERY_THREADS)
    cpu = sum(spent.values())
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
    to_safepoint = [int(ns) for ns in re.findall(r"Reaching safepoint: (\d+) ns", said)]
    if to_safepoint:
        record["safepoints"] = len(to_safepoint)
        record["to_safepoint_ns_median"] = sorted(to_safepoint)[len(to_safepoint) // 2]
        record["to_safepoint_ns_max"] = max(to_safepoint)
    problems = [] if generator["sent"] == arrived else ["sent is not what arrived"]
    if "0" not in tool.cpus and \
            generator["cpu_seconds"] < generator["seconds"] * (1 - MOST_FOREIGN_SHARE):
        problems.append("others took the generator's CPU")
    if tool.files:
        held = count(tool.written_files())
        captured = sum(one["packets"] for one in held["ports"] if one["port"] == PORT)
        lost = arrived - captured
        record.update(
            captured=captured, lost=lost, file_bytes=held["bytes"],
            captured_pps=round(generator["pps"] * captured / max(1, arrived)))
        order = held["sequence"]
        if order["duplicated"] or order["out_of_order"] or held["trailing_bytes"]:
            problems.append("files are not in order: " + json.dumps(order))
        if lost < 0 or order["missing"] > all_arrived - held["packets"] and not tool.recycles:
            problems.append("files hold other packets than were sent")
    record["threads"] = {name: round(seconds, 4) for name, seconds in spent.items()
                         if seconds > 0.001}
    record["problems"] = problems
    remove_scratch()
    return record
