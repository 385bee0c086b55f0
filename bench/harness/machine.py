# SPDX-License-Identifier: Apache-2.0
"""What was measured on, and whether it is quiet enough."""
import os
import subprocess
from pathlib import Path

MOST_LOAD = 0.5


class Busy(Exception):
    """Others use the machine."""


def load():
    return os.getloadavg()[0]


def require_quiet():
    """Refuses a machine that is at work already; BENCH_BUSY_OK=1 measures anyway (smoke tests)."""
    if os.environ.get("BENCH_BUSY_OK") == "1" or load() <= MOST_LOAD:
        return
    raise Busy(f"the load average is {load():.2f}, more than {MOST_LOAD}: numbers would mean "
               "nothing; wait, or set BENCH_BUSY_OK=1 to measure anyway")


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
        ("commit", _first_line("git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD")),
    ]
    for file in sorted(Path("/sys/devices/system/cpu/vulnerabilities").glob("*")):
        rows.append((f"mitigation.{file.name}", file.read_text().strip()))
    return rows
