# SPDX-License-Identifier: Apache-2.0
"""Processes under measurement: start, CPU time, end."""
import glob
import json
import os
import signal
import subprocess
import time

from . import machine

TICKS = os.sysconf("SC_CLK_TCK")


def json_lines(command):
    """What a favoured command prints, an object a line; an error when it fails."""
    run = subprocess.run(command, check=True, capture_output=True, text=True,
                         preexec_fn=machine.favour)
    return [json.loads(line) for line in run.stdout.splitlines()]


class NotReady(Exception):
    """A tool did not begin to capture."""


class Measured:
    """A running tool whose output goes to a file."""

    def __init__(self, command, log, environment=None):
        self.log = log
        self.started = time.monotonic()
        with open(log, "w") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                preexec_fn=machine.favour, env={**os.environ, **(environment or {})})

    def text(self):
        with open(self.log, errors="replace") as log:
            return log.read()

    def await_text(self, text, seconds=30):
        """Seconds from the start until it said so."""
        end = time.monotonic() + seconds
        while text not in self.text():
            if self.process.poll() is not None or time.monotonic() > end:
                raise NotReady(self.text()[-400:].strip() or f"never said {text!r}")
            time.sleep(0.01)
        return time.monotonic() - self.started

    def cpu_seconds(self):
        """Of the whole process, ended threads included, since its start."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def threads(self):
        """CPU seconds and name of each live thread by its id, exact to the last tick."""
        found = {}
        for task in glob.glob(f"/proc/{self.process.pid}/task/*"):
            try:
                name = open(task + "/comm").read().strip()
                ns = int(open(task + "/schedstat").read().split()[0])
            except OSError:
                continue
            found[os.path.basename(task)] = (ns * 1e-9, name)
        return found

    @staticmethod
    def spent(before, after):
        """CPU seconds by thread name between two answers of threads()."""
        seconds = {}
        for tid, (now, name) in after.items():
            then = before.get(tid, (0, name))[0]
            seconds[name] = seconds.get(name, 0) + now - then
        return seconds

    def resident_bytes_without_maps(self):
        """Resident memory but for mapped BPF maps, that is, rings."""
        total, skip = 0, False
        for line in open(f"/proc/{self.process.pid}/smaps"):
            word = line.split()
            if "-" in word[0] and not word[0].endswith(":"):
                skip = "bpf-map" in line
            elif word[0] == "Rss:" and not skip:
                total += int(word[1]) * 1024
        return total

    def end(self, how=signal.SIGINT, seconds=60):
        """Returns the CPU seconds that it used in all."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            pid, _, use = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                self.process.returncode = 0
                return use.ru_utime + use.ru_stime
            time.sleep(0.01)
        self.kill()
        raise NotReady(f"did not end within {seconds} s")

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
