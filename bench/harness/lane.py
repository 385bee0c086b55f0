# SPDX-License-Identifier: Apache-2.0
"""The way of the packets: a veth pair between two network namespaces of its own."""
import json
import os
import subprocess

from . import paths

SENDER, RECEIVER = "ringtail-bench-a", "ringtail-bench-b"
SENDING, RECEIVING = "rtba", "rtbb"
# Not the receiver's address: the stack behind the hook drops the packet early, as another host's.
DESTINATION = "02:00:00:00:00:99"


def _run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def in_receiver(*command):
    return ["nsenter", f"--net=/run/netns/{RECEIVER}", *map(str, command)]


class Lane:
    """Context manager: makes the namespaces, removes them whatever happens."""

    def __enter__(self):
        self.remove()
        for namespace in (SENDER, RECEIVER):
            _run("ip", "netns", "add", namespace)
            _run("nsenter", f"--net=/run/netns/{namespace}", "sysctl", "-qw",
                 "net.ipv6.conf.all.disable_ipv6=1")
        _run("ip", "link", "add", SENDING, "netns", SENDER, "type", "veth",
             "peer", "name", RECEIVING, "netns", RECEIVER)
        _run("ip", "-n", SENDER, "link", "set", SENDING, "up")
        _run("ip", "-n", RECEIVER, "link", "set", RECEIVING, "up")
        # With GRO the receiving side takes XDP frames by NAPI also when it has no XDP program.
        _run(*in_receiver("ethtool", "-K", RECEIVING, "gro", "on"))
        return self

    def __exit__(self, *_):
        self.remove()

    @staticmethod
    def remove():
        for namespace in (SENDER, RECEIVER):
            if os.path.exists(f"/run/netns/{namespace}"):
                _run("ip", "netns", "del", namespace)

    @staticmethod
    def link():
        return json.loads(_run("ip", "-n", RECEIVER, "-s", "-j", "link", "show", RECEIVING))[0]

    @classmethod
    def arrived(cls):
        """Packets that the receiving device has taken so far."""
        return cls.link()["stats64"]["rx"]["packets"]

    @classmethod
    def has_xdp(cls):
        return "xdp" in cls.link()

    @staticmethod
    def generator(length, pps, seconds, port):
        return ["nsenter", f"--net=/run/netns/{SENDER}", paths.tool("pktgen"),
                "--interface", SENDING, "--dst-mac", DESTINATION, "--cpu", "0",
                "--length", str(length), "--pps", str(int(pps)), "--seconds", str(seconds),
                "--port", str(port)]
