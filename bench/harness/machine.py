# SPDX-License-Identifier: Apache-2.0
"""What was measured on, and whether it is quiet enough."""
import os
import signal
import subprocess
import time
from pathlib import Path

MOST_BUSY_SHARE = 0.1


class Busy(Exception):
    """Others use the machine."""


def load():
    return os.getloadavg()[0]


def _ticks():
    """Busy and all ticks of all CPUs so far."""
    fields = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return sum(fields) - fields[3] - fields[4], sum(fields)


def busy_share(seconds=3):
    """How much of all CPUs others use, now; the load average would still show ourselves."""
    busy, total = _ticks()
    time.sleep(seconds)
    busy_then, total_then = _ticks()
    return (busy_then - busy) / max(1, total_then - total)


def require_quiet():
    """Refuses a machine that is at work already; BENCH_BUSY_OK=1 measures anyway (smoke tests)."""
    if os.environ.get("BENCH_BUSY_OK") == "1":
        return
    share = busy_share()
    if share > MOST_BUSY_SHARE:
        raise Busy(f"others use {share:.0%} of the CPUs, more than {MOST_BUSY_SHARE:.0%}: numbers "
                   "would mean little; wait, or set BENCH_BUSY_OK=1 to measure anyway")


def require_two_cpus():
    cpus = os.sched_getaffinity(0)
    if not {0, 1} <= cpus:
        raise Busy(f"CPUs 0 and 1 are needed, this process may use {sorted(cpus)}")


def favour():
    """In a child: its share of a CPU before that of background work, for peers and Ringtail alike."""
    try:
        os.setsid()
        Path("/proc/self/autogroup").write_text("-20")
    except OSError:
        pass
    os.setpriority(os.PRIO_PROCESS, 0, -20)
    # A background shell leaves it ignored, and a JVM respects that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _first_line(*command):
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=30)
        lines = [line for line in (run.stdout + run.stderr).splitlines() if line.strip()]
        return lines[0].strip() if lines else "?"
    except OSError:
        return "not installed"


def _cpuinfo(key):
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(key):
            return line.split(":", 1)[1].strip()
    return "?"


def commit():
    return _first_line("git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD")


def environment():
    """Name and value pairs, for the record."""
    java_home = os.environ.get("JAVA_HOME")
    rows = [
        ("kernel", " ".join(os.uname()[i] for i in (0, 2, 4))),
        ("preemption", Path("/proc/version").read_text().split("#", 1)[-1].strip()),
        ("cpu", f"{_cpuinfo('model name')} family {_cpuinfo('cpu family')} "
                f"model {_cpuinfo('model')}"),
        ("cpus", str(os.cpu_count())),
        ("hypervisor", "yes" if " hypervisor" in _cpuinfo("flags") else "no"),
        ("memory", Path("/proc/meminfo").read_text().splitlines()[0].split(":")[1].strip()),
        ("load", f"{load():.2f}"),
        ("java", _first_line(f"{java_home}/bin/java" if java_home else "java", "-version")),
        ("clang", _first_line("clang", "--version")),
        ("tcpdump", _first_line("tcpdump", "--version")),
        ("dumpcap", _first_line("dumpcap", "--version")),
        ("xdpdump", _first_line("xdpdump", "--version")),
        ("commit", commit()),
    ]
    for file in sorted(Path("/sys/devices/system/cpu/vulnerabilities").glob("*")):
        rows.append((f"mitigation.{file.name}", file.read_text().strip()))
    return rows
