#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds packets with scapy and says which filters match them, and from how many bytes on.

    python3 -m venv /tmp/scapy && /tmp/scapy/bin/pip install scapy==2.8.0
    /tmp/scapy/bin/python filter/src/test/python/encapsulations.py \
        filter/src/test/resources/dev/ringtail/filter/proof

writes encapsulations.pcap.gz and encapsulations.tsv there, the same bytes each time. A row of the
table is: number of the packet from 0, its name, a filter, the fewest first bytes of the packet that
match ("never" if none do), and the end of the chain's last layer.

The numbers come from where scapy put the layers, not from a parser.
"""

import gzip
import io
import itertools
import logging
import struct
import sys

logging.getLogger("scapy").setLevel(logging.ERROR)

from scapy.contrib.geneve import GENEVE, GeneveOptions
from scapy.contrib.mpls import MPLS, EoMCW
from scapy.layers.dns import DNS, DNSQR
from scapy.layers.inet import (
    GRE, ICMP, IP, TCP, UDP, IPOption_LSRR, IPOption_NOP, IPOption_Router_Alert, IPOption_RR,
    IPOption_Timestamp,
)
from scapy.layers.inet6 import (
    ICMPv6EchoRequest, ICMPv6ND_NS, IPv6, IPv6ExtHdrDestOpt, IPv6ExtHdrFragment,
    IPv6ExtHdrHopByHop, IPv6ExtHdrRouting, IPv6ExtHdrSegmentRouting, PadN,
)
from scapy.layers.ipsec import AH, ESP
from scapy.layers.l2 import ARP, Dot1AD, Dot1Q, Ether
from scapy.layers.sctp import SCTP, SCTPChunkData, SCTPChunkInit
from scapy.layers.vxlan import VXLAN
from scapy.packet import Packet, Raw, bind_layers
from scapy.fields import BitField, ByteField, IntField, ShortField, StrField
from scapy.utils import PcapWriter


class Gtp(Packet):
    """GTP-U, 3GPP TS 29.281; scapy's own class dissects extension headers as layers."""

    name = "GTP-U"
    fields_desc = [
        BitField("version", 1, 3), BitField("pt", 1, 1), BitField("reserved", 0, 1),
        BitField("e", 0, 1), BitField("s", 0, 1), BitField("pn", 0, 1),
        ByteField("msg_type", 255), ShortField("length", 0), IntField("teid", 0x1234),
        StrField("optional", b""),
    ]

    def post_build(self, header, payload):
        return header[:2] + struct.pack("!H", len(header) - 8 + len(payload)) + header[4:] + payload


def gtp_header(extensions=(), **flags):
    """A GTP-U header with the optional part that its flags and extensions need."""
    optional = b""
    if flags:
        kinds = [kind for kind, _ in extensions] + [0]
        optional = struct.pack("!HBB", 0x4321, 0x56, kinds[0])
        for (_, words), following in zip(extensions, kinds[1:]):
            optional += bytes([words]) + bytes(4 * words - 2) + bytes([following])
    return Gtp(optional=optional, **flags)


bind_layers(UDP, Gtp, dport=2152)

NAMES = {
    Ether: "eth", Dot1Q: "vlan", Dot1AD: "qinq", MPLS: "mpls", EoMCW: "cw", IP: "ipv4",
    IPv6: "ipv6", TCP: "tcp", UDP: "udp", ICMP: "icmp", ICMPv6EchoRequest: "icmp6",
    ICMPv6ND_NS: "icmp6", SCTP: "sctp", ARP: "arp", GRE: "gre", VXLAN: "vxlan", GENEVE: "geneve",
    Gtp: "gtp", IPv6ExtHdrSegmentRouting: "srv6", ESP: "esp", DNS: "dns",
}
# Headers that end before what scapy calls a layer.
SIZES = {"icmp": 8, "icmp6": 8, "dns": 12, "esp": 8}
EXTENSIONS = (IPv6ExtHdrDestOpt, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, IPv6ExtHdrRouting, AH)

# A question about a header: text, and how many of the header's bytes it needs.
QUESTIONS = {
    "eth": lambda h: ("src==" + mac(h[6:12]), 12),
    "vlan": lambda h: ("vid==%d" % (number(h[:2]) & 0xFFF), 2),
    "qinq": lambda h: ("vid==%d" % (number(h[:2]) & 0xFFF), 2),
    "mpls": lambda h: ("label==%d" % (number(h[:3]) >> 4), 3),
    "cw": lambda h: ("seq==%d" % number(h[2:4]), 4),
    "ipv4": lambda h: ("dst==" + ".".join(str(b) for b in h[16:20]), 20),
    "ipv6": lambda h: ("dst==" + groups(h[24:40]), 40),
    "srv6": lambda h: ("segments_left==%d" % h[3], 4),
    "tcp": lambda h: ("dport==%d" % number(h[2:4]), 4),
    "udp": lambda h: ("dport==%d" % number(h[2:4]), 4),
    "icmp": lambda h: ("type==%d" % h[0], 1),
    "icmp6": lambda h: ("type==%d" % h[0], 1),
    "sctp": lambda h: ("vtag==0x%x" % number(h[4:8]), 8),
    "arp": lambda h: ("tpa==" + ".".join(str(b) for b in h[24:28]), 28),
    "gre": lambda h: ("proto==0x%x" % number(h[2:4]), 4),
    "vxlan": lambda h: ("vni==%d" % number(h[4:7]), 7),
    "geneve": lambda h: ("vni==%d" % number(h[4:7]), 7),
    "gtp": lambda h: ("teid==0x%x" % number(h[4:8]), 8),
    "esp": lambda h: ("spi==0x%x" % number(h[:4]), 4),
    "dns": lambda h: ("id==%d" % number(h[:2]), 2),
}


def number(data):
    return int.from_bytes(data, "big")


def mac(data):
    return ":".join("%02x" % b for b in data)


def groups(data):
    return ":".join("%x" % number(data[i:i + 2]) for i in range(0, 16, 2))


class Built:
    """A packet as bytes, and where its layers are."""

    def __init__(self, name, packet):
        self.name = name
        self.data = bytes(packet)
        self.layers = []  # (protocol, start, end)
        layer = packet
        while layer is not None and type(layer).__name__ != "NoPayload":
            start = len(self.data) - len(bytes(layer))
            end = len(self.data) - len(bytes(layer.payload))
            if type(layer) in NAMES:
                protocol = NAMES[type(layer)]
                self.layers.append((protocol, start, start + SIZES.get(protocol, end - start)))
                if isinstance(layer, (ICMP, ICMPv6EchoRequest, ICMPv6ND_NS, DNS, ESP)):
                    break
            elif isinstance(layer, EXTENSIONS) and self.layers[-1][0] == "ipv6":
                self.layers[-1] = ("ipv6", self.layers[-1][1], end)
            layer = layer.payload
        # A segment routing header is an extension header of the IPv6 header before it too.
        for i in range(len(self.layers) - 1):
            if self.layers[i][0] == "ipv6" and self.layers[i + 1][0] == "srv6":
                self.layers[i] = ("ipv6", self.layers[i][1], self.layers[i + 1][2])
        self.rows = []

    def header(self, index):
        _, start, end = self.layers[index]
        return self.data[start:end]

    def at(self, protocol, count=0):
        """Index of a layer."""
        return [i for i, layer in enumerate(self.layers) if layer[0] == protocol][count]

    def need(self, protocol, size, count=0):
        """The packet up to that byte of a header."""
        return self.layers[self.at(protocol, count)][1] + size

    def chain(self, indices=None):
        indices = range(len(self.layers)) if indices is None else indices
        return "/".join(self.layers[i][0] for i in indices)

    def row(self, text, needed, end=None):
        self.rows.append((text, needed, self.layers[-1][2] if end is None else end))
        return self

    def never(self, *texts):
        for text in texts:
            self.row(text, "never", 0)
        return self

    def standard(self):
        """One row for each layer, asked by the exact chain down to it, and some for the last."""
        for i, (protocol, start, end) in enumerate(self.layers):
            question, size = QUESTIONS[protocol](self.header(i))
            self.row("%s[%s]" % (self.chain(range(i + 1)), question), start + size, end)
        last = len(self.layers) - 1
        protocol, start, end = self.layers[last]
        question, size = QUESTIONS[protocol](self.header(last))
        asked = "%s[%s]" % (protocol, question)
        others = [
            i for i in range(1, last)
            if self.layers[i][0] == protocol and QUESTIONS[protocol](self.header(i))[0] == question
        ]
        if 1 <= last <= 9 and not others:
            self.row("//" + asked, start + size, end)
            self.row("eth//" + asked, start + size, end)
        runs = [(k, len(list(g))) for k, g in itertools.groupby(l[0] for l in self.layers)]
        if last > 0 and any(n > 1 for _, n in runs[:-1]):
            for pattern in ("%s+", "%s*", "%s{{{n}}}"):
                steps = [
                    k if n == 1 else (pattern % k).format(n=n) for k, n in runs[:-1]
                ] + [asked]
                if runs[-1][1] == 1:
                    self.row("/".join(steps), start + size, end)
        return self


packets = []


def add(name, packet):
    built = Built(name, packet)
    packets.append(built)
    return built.standard()


ETH = Ether(dst="02:00:00:00:00:02", src="02:00:00:00:00:01")
INNER = Ether(dst="02:00:00:00:0a:02", src="02:00:00:00:0a:01")
V4 = IP(src="10.0.0.1", dst="10.0.0.2", id=7)
V4_IN = IP(src="192.168.1.1", dst="192.168.1.2", id=9)
V6 = IPv6(src="2001:db8::1", dst="2001:db8::2")
V6_IN = IPv6(src="fd00::1", dst="fd00::2")
HTTPS = TCP(sport=40000, dport=443, seq=1, flags="S", options=[("MSS", 1460), ("NOP", None), ("WScale", 7)])
HTTP_BARE = TCP(sport=40001, dport=80, seq=5, ack=6, flags="PA")
SIP = UDP(sport=5061, dport=5060)
DATA = Raw(b"0123456789")


def vlans():
    for depth in range(4):
        tags = [Dot1Q(vlan=10 + i, prio=i) for i in range(depth)]
        packet = ETH
        for tag in tags:
            packet = packet / tag
        built = add("vlan depth %d" % depth, packet / V4 / HTTPS / DATA)
        built.row("eth/vlan*/ipv4/tcp[syn, !ack]", built.need("tcp", 14))
        if depth > 0:
            built.never("eth/ipv4", "eth/ipv4/tcp")
            built.row("eth/vlan+@v/ipv4/tcp where v[%d].vid == %d" % (depth - 1, 9 + depth),
                      built.need("ipv4", 10))
            built.row("eth/vlan+@v/ipv4/tcp where any(v.pcp == %d)" % (depth - 1),
                      built.need("ipv4", 10))
        if depth != 1:
            built.never("eth/vlan/ipv4/tcp")
        if depth < 2:
            built.row("eth/vlan?/ipv4/tcp[dport==443]", built.need("tcp", 4))
        else:
            built.never("eth/vlan?/ipv4/tcp")
        add("vlan depth %d, IPv6" % depth, packet / V6 / SIP / DATA)
    for outer, inner in ((1, 1), (1, 2), (2, 1)):
        packet = ETH
        for i in range(outer):
            packet = packet / Dot1AD(vlan=100 + i)
        for i in range(inner):
            packet = packet / Dot1Q(vlan=200 + i)
        built = add("qinq %d vlan %d" % (outer, inner), packet / V4 / SIP / DATA)
        built.row("eth/(vlan|qinq)*/ipv4/udp[dport==5060]", built.need("udp", 4))
        built.row("eth/qinq+/vlan+/ipv4/udp[dport==5060]", built.need("udp", 4))
        built.never("eth/vlan//ipv4", "eth/vlan*/ipv4")
    add("qinq alone, ARP", ETH / Dot1AD(vlan=5) / ARP(op=1, psrc="10.0.0.1", pdst="10.0.0.9",
                                                      hwsrc="02:00:00:00:00:01"))


def labels():
    for depth in range(1, 9):
        stack = ETH
        for i in range(depth):
            stack = stack / MPLS(label=1000 + i, s=int(i == depth - 1), ttl=60 + i)
        v4 = add("mpls %d, IPv4" % depth, stack / V4 / SIP / DATA)
        v4.row("eth/mpls*/ipv4/udp[dport==5060]", v4.need("udp", 4))
        v4.row("eth/mpls+@l/ipv4 where l[%d].label == %d" % (depth - 1, 999 + depth),
               v4.need("ipv4", 1), v4.layers[v4.at("ipv4")][2])
        v4.never("eth/mpls+/ipv6", "eth/ipv4", "eth/mpls{%d}/ipv4" % (depth % 8 + 1))
        add("mpls %d, IPv6" % depth, stack / V6 / HTTPS / DATA)
    wire = ETH / MPLS(label=500, s=1) / EoMCW(seq=77) / INNER / V4_IN / HTTPS / DATA
    built = add("pseudowire", wire)
    built.row("eth/mpls/cw/eth/ipv4/tcp[syn]", built.need("tcp", 14))
    built.never("eth/mpls/ipv4")
    add("pseudowire, two labels, vlan",
        ETH / MPLS(label=500, s=0) / MPLS(label=501, s=1) / EoMCW(seq=78) / INNER / Dot1Q(vlan=9)
        / V6_IN / SIP / DATA)
    add("mpls in udp", ETH / V4 / UDP(sport=49152, dport=6635) / MPLS(label=42, s=1) / V4_IN / HTTPS)
    add("mpls behind vlan", ETH / Dot1Q(vlan=3) / MPLS(label=43, s=1) / V6_IN / HTTPS)


def gre():
    for c, k, s in itertools.product((0, 1), repeat=3):
        flags = GRE(chksum_present=c, key_present=k, seqnum_present=s, key=0x7007, seqence_number=99)
        for name, inner in (("IPv4", V4_IN / SIP), ("IPv6", V6_IN / SIP),
                            ("Ethernet", INNER / V4_IN / SIP)):
            built = add("gre c%d k%d s%d %s" % (c, k, s, name), ETH / V4 / flags.copy() / inner / DATA)
            end = built.layers[built.at("gre")][2]
            start = built.layers[built.at("gre")][1]
            if k:
                built.row("eth/ipv4/gre[k, key==0x7007]", start + 8 + 4 * c, end)
                built.row("//gre//udp[dport==5060] where gre.key == 0x7007", built.need("udp", 4))
            else:
                built.never("eth/ipv4/gre[key==0x7007]", "eth/ipv4/gre[key!=1]")
                built.row("//gre//udp[dport==5060] where not gre.key == 0x7007",
                          built.need("udp", 4))
            if s:
                built.row("eth/ipv4/gre[seq==99]", start + 8 + 4 * (c + k), end)
            else:
                built.never("eth/ipv4/gre[s]", "eth/ipv4/gre where exists(gre.seq)")
    built = add("gre over IPv6", ETH / V6 / GRE(key_present=1, key=5) / V4_IN / HTTPS / DATA)
    built.row("eth/ip/gre/ip/tcp[dport==443]", built.need("tcp", 4))
    add("gre mpls", ETH / V4 / GRE(proto=0x8847) / MPLS(label=77, s=1) / V4_IN / SIP / DATA)
    routed = Built("gre routed", ETH / V4 / GRE(routing_present=1, proto=0x0800) / V4_IN / SIP)
    routed.never("eth/ipv4/gre/ipv4", "//gre//udp")
    packets.append(routed)
    pptp = Built("gre version 1", ETH / V4 / Raw(bytes.fromhex("3001880b00140001") + bytes(16)))
    pptp.data = pptp.data[:23] + b"\x2f" + pptp.data[24:]
    pptp.row("eth/ipv4/gre[version==1]", 14 + 20 + 2, 14 + 20 + 12).never("eth/ipv4/gre/ipv4")
    packets.append(pptp)


def overlays():
    for port, outer in itertools.product((4789, 8472), (V4, V6)):
        name = "vxlan %d over %s" % (port, NAMES[type(outer)])
        head = ETH / outer / UDP(sport=55555, dport=port) / VXLAN(vni=4096, flags="Instance")
        built = add(name, head / INNER / V4_IN / HTTPS / DATA)
        built.row("eth/ip/udp/vxlan/eth/ipv4/tcp[syn, dport==https]", built.need("tcp", 14))
        built.never("eth/ip/tcp", "eth/ip//ipv6")
        add(name + ", vlan, IPv6", head / INNER / Dot1Q(vlan=6) / V6_IN / SIP / DATA)
    routed = V4.copy()
    routed.options = [IPOption_Router_Alert(alert=0)]
    head = UDP(sport=49152, dport=4789) / VXLAN(vni=7, flags="Instance") / INNER
    add("vlan vxlan tcp", ETH / Dot1Q(vlan=2) / V4 / head / V4_IN / HTTPS / DATA)
    add("qinq vlan vxlan tcp, options",
        ETH / Dot1AD(vlan=5) / Dot1Q(vlan=2) / routed / head / V4_IN / HTTP_BARE / DATA)
    vni_zero = ETH / Dot1Q(vlan=2) / V4 / UDP(sport=49152, dport=4789) / VXLAN(vni=0) / INNER / ARP(
        psrc="192.168.1.1", pdst="192.168.1.2", hwsrc="02:00:00:00:0a:01")
    add("vlan vxlan arp", vni_zero)
    for count in range(4):
        options = [
            GeneveOptions(classid=0x100 + i, type=0x80 + i, data=bytes(4 * i)) for i in range(count)
        ]
        for name, proto, inner in (("Ethernet", 0x6558, INNER / V4_IN / HTTPS),
                                   ("IPv4", 0x0800, V4_IN / HTTPS), ("IPv6", 0x86DD, V6_IN / HTTPS)):
            built = add("geneve %d options %s" % (count, name),
                        ETH / V4 / UDP(sport=49152, dport=6081) / GENEVE(vni=88, proto=proto, options=options)
                        / inner / DATA)
            start = built.layers[built.at("geneve")][1]
            end = built.layers[built.at("geneve")][2]
            upper = "//udp/geneve where geneve.options[%d].class == %d"
            at = start + 8
            for i in range(count):
                built.row(upper % (i, 0x100 + i), at + 2, end)
                built.row("//geneve where geneve.options[%d].type == %d" % (i, 0x80 + i), at + 3, end)
                at += 4 + 4 * i
            built.never(upper % (count, 0x100), "//geneve where exists(geneve.options[%d])" % count)
    wrong = Built("geneve version 1", ETH / V4 / UDP(sport=49152, dport=6081) / GENEVE(version=1, vni=3) / INNER / V4_IN)
    wrong.never("//geneve/eth", "//geneve//ipv4")
    packets.append(wrong)


def gtp():
    cases = [
        ("plain", {}, []), ("sequence", {"s": 1}, []), ("pdu", {"pn": 1}, []),
        ("both", {"s": 1, "pn": 1}, []), ("no extension", {"e": 1}, []),
        ("one extension", {"e": 1}, [(0x85, 1)]),
        ("two extensions", {"e": 1, "s": 1}, [(0x85, 2), (0xC0, 1)]),
        ("three extensions", {"e": 1, "pn": 1}, [(0x85, 1), (0x40, 3), (0xC0, 1)]),
        ("four extensions", {"e": 1}, [(0x85, 1), (0x40, 1), (0xC0, 2), (0x20, 1)]),
    ]
    for name, flags, extensions in cases:
        header = gtp_header(extensions, **flags)
        for family, inner in (("IPv4", V4_IN), ("IPv6", V6_IN)):
            built = add("gtp %s %s" % (name, family),
                        ETH / V4 / UDP(sport=49152, dport=2152) / header.copy() / inner / HTTPS / DATA)
            start = built.layers[built.at("gtp")][1]
            end = built.layers[built.at("gtp")][2]
            if header.s:
                built.row("//gtp[seq==0x4321]", start + 10, end)
            else:
                built.never("//gtp[seq==0x4321]", "//gtp where exists(gtp.seq)")
            if header.pn:
                built.row("//gtp[npdu==0x56]", start + 11, end)
            else:
                built.never("//gtp[npdu==0x56]")
            at = start + 12
            for i, (kind, words) in enumerate(extensions):
                built.row("//gtp where gtp.exts[%d].ext_type == %d" % (i, kind), at, end)
                at += 4 * words
            built.never("//gtp where exists(gtp.exts[%d])" % len(extensions))
    echo = Built("gtp echo", ETH / V4 / UDP(sport=49152, dport=2152) / Gtp(msg_type=1, s=1, optional=bytes(4)) / Raw(b"\x45" + bytes(30)))
    echo.row("//gtp[msg_type==echo_request]", echo.need("gtp", 2)).never("//gtp/ipv4", "//gtp/ip")
    packets.append(echo)
    add("vlan gtp mpls", ETH / Dot1Q(vlan=2) / V6 / UDP(sport=49152, dport=2152) / Gtp() / V4_IN / SIP)


def segments():
    for count in range(1, 9):
        addresses = ["fc00::%x" % (i + 1) for i in range(count)]
        header = IPv6ExtHdrSegmentRouting(addresses=addresses, segleft=count - 1,
                                          lastentry=count - 1, tag=7)
        for name, inner in (("TCP", HTTPS), ("IPv4", V4_IN / SIP), ("IPv6", V6_IN / SIP)):
            built = add("srv6 %d %s" % (count, name), ETH / V6 / header.copy() / inner / DATA)
            start = built.layers[built.at("srv6")][1]
            end = built.layers[built.at("srv6")][2]
            for i in range(count):
                built.row("eth/ipv6/srv6 where srv6.segments[%d].addr == fc00::%x" % (i, i + 1),
                          start + 24 + 16 * i, end)
            built.never("//srv6 where exists(srv6.segments[%d])" % count)
            last, begin, _ = built.layers[-1]
            question, size = QUESTIONS[last](built.data[begin:])
            beside = [i for i in range(len(built.layers)) if built.layers[i][0] != "srv6"]
            built.row("%s[%s]" % (built.chain(beside), question), begin + size)
    built = add("hop by hop, srv6", ETH / V6 / IPv6ExtHdrHopByHop(options=[PadN()]) /
                IPv6ExtHdrSegmentRouting(addresses=["fc00::1"], segleft=0, lastentry=0) / SIP)
    built.row("eth/ipv6/udp[dport==5060]", built.need("udp", 4))


def extensions():
    cases = {
        "hop by hop": [IPv6ExtHdrHopByHop(options=[PadN(optdata=bytes(4))])],
        "long destination": [IPv6ExtHdrDestOpt(options=[PadN(optdata=bytes(20))])],
        "routing type 3": [IPv6ExtHdrRouting(type=3, addresses=["fc00::1"], segleft=0)],
        "first fragment": [IPv6ExtHdrFragment(m=1, offset=0, id=5)],
        "ah": [AH(payloadlen=4, spi=3, seq=4, icv=bytes(12))],
        "two": [IPv6ExtHdrHopByHop(options=[PadN()]), IPv6ExtHdrDestOpt(options=[PadN()])],
        "ah behind routing": [IPv6ExtHdrRouting(addresses=["fc00::1"], segleft=0),
                              AH(payloadlen=4, spi=3, seq=4, icv=bytes(12))],
        "all five": [IPv6ExtHdrHopByHop(options=[PadN()]), IPv6ExtHdrDestOpt(options=[PadN()]),
                     IPv6ExtHdrRouting(addresses=["fc00::1"], segleft=0), IPv6ExtHdrFragment(m=0, id=5),
                     AH(payloadlen=4, spi=3, seq=4, icv=bytes(12))],
    }
    numbers = {IPv6ExtHdrHopByHop: 0, IPv6ExtHdrRouting: 43, IPv6ExtHdrFragment: 44, AH: 51,
               IPv6ExtHdrDestOpt: 60}
    uppers = {"tcp": (6, HTTPS), "udp": (17, SIP), "icmp6": (58, ICMPv6EchoRequest(id=1, seq=2)),
              "ipv4": (4, V4_IN / SIP)}
    for name, headers in cases.items():
        for kind, (protocol, upper) in uppers.items():
            packet = ETH / V6
            for header in headers:
                packet = packet / header.copy()
            if isinstance(headers[-1], AH):
                packet.lastlayer().nh = protocol
            built = add("ipv6 %s, %s" % (name, kind), packet / upper / DATA)
            if kind == "tcp":
                kinds = [numbers[type(header)] for header in headers]
                built.row("eth/ipv6 where ipv6.exts[0].ext_type == %d" % kinds[0],
                          built.need("ipv6", 7), built.layers[1][2])
                built.never("//ipv6 where exists(ipv6.exts[%d])" % len(kinds),
                            "//ipv6[next_header==tcp]/tcp")
    later = Built("ipv6 later fragment", ETH / V6 / IPv6ExtHdrFragment(m=0, offset=10, id=5, nh=6) / HTTPS)
    later.layers.pop()
    later.standard().never("eth/ipv6/tcp", "//tcp")
    packets.append(later)


def ipv4():
    options = {
        "router alert": [IPOption_Router_Alert(alert=0)],
        "record route": [IPOption_NOP(), IPOption_RR(routers=["1.2.3.4", "5.6.7.8"])],
        "source route": [IPOption_LSRR(routers=["1.2.3.4"]), IPOption_NOP()],
        "timestamp": [IPOption_Timestamp()],
        "forty bytes": [IPOption_NOP()] * 36 + [IPOption_Router_Alert(alert=5)],
    }
    found = {"router alert": "RA", "record route": "RR", "source route": "LSRR", "timestamp": "TS",
             "forty bytes": "RA"}
    for name, listed in options.items():
        head = V4.copy()
        head.options = listed
        built = add("ipv4 " + name, ETH / head / HTTPS / DATA)
        end = built.layers[1][2]
        built.row("eth/ipv4 where exists(ipv4.options.%s)" % found[name], end, end)
        built.never("eth/ipv4 where exists(ipv4.options.SSRR)", "eth/ipv4[ihl==5]")
        add("ipv4 %s, udp" % name, ETH / Dot1Q(vlan=4) / head / SIP / DATA)
    first = V4.copy()
    first.flags = "MF"
    add("ipv4 first fragment", ETH / first / SIP / DATA).row(
        "eth/ipv4[mf, frag_offset==0]/udp", 24)
    for offset in (1, 185, 8191):
        later = Built("ipv4 fragment at %d" % offset, ETH / IP(src="10.0.0.1", dst="10.0.0.2", frag=offset, proto=6) / HTTPS)
        later.layers.pop()
        later.standard().row("eth/ipv4[proto==tcp, frag_offset!=0]", 24).never(
            "eth/ipv4/tcp", "//tcp", "//tcp[dport==443]")
        packets.append(later)
    add("ip in ip", ETH / V4 / V4_IN / HTTPS / DATA).row("eth/ipv4{2}/tcp[dport==443]", 14 + 40 + 4)
    add("ip in ip in ip", ETH / V4 / V4_IN / IP(src="172.16.0.1", dst="172.16.0.2") / SIP)
    add("6in4", ETH / V4 / V6_IN / HTTPS / DATA)
    add("4in6", ETH / V6 / V4_IN / HTTPS / DATA)
    add("6in6", ETH / V6 / V6_IN / SIP / DATA)
    short = Built("ihl 4", ETH / IP(src="10.0.0.1", dst="10.0.0.2", ihl=4) / HTTPS)
    short.row("eth/ipv4[ihl==4]", 15, 9999).never("eth/ipv4/tcp", "//tcp")
    packets.append(short)


def uppers():
    for family, head, esp in (("IPv4", V4, {"proto": 50}), ("IPv6", V6, {"nh": 50})):
        add("esp " + family, ETH / type(head)(src=head.src, dst=head.dst, **esp) / ESP(spi=0xABCD, seq=2, data=bytes(20)))
        built = add("esp in udp " + family,
                    ETH / head / UDP(sport=4500, dport=4500) / ESP(spi=0xABCE, seq=3, data=bytes(20)))
        built.row("//udp/esp", built.need("udp", 12))
        ike = Built("ike on 4500 " + family, ETH / head / UDP(sport=4500, dport=4500) / Raw(bytes(4) + b"x" * 28))
        ike.never("//udp/esp", "//esp")
        packets.append(ike)
        add("dns " + family, ETH / head / UDP(sport=40000, dport=53) /
            DNS(id=0x1234, qd=DNSQR(qname="example.org"))).never("//dns[qr]", "//dns[id==1]")
        reply = add("dns reply " + family, ETH / head / UDP(sport=53, dport=40000) /
                    DNS(id=0x1235, qr=1, rcode=3, qd=DNSQR(qname="example.org")))
        reply.row("//dns[qr, rcode==nxdomain]", reply.need("dns", 4))
        over_tcp = Built("dns over tcp " + family, ETH / head / TCP(sport=40000, dport=53, flags="PA") /
                         Raw(struct.pack("!HHHHHHH", 12, 0x77, 0x0100, 1, 0, 0, 0)))
        end = over_tcp.layers[-1][2]
        over_tcp.layers.append(("dns", end + 2, end + 14))
        packets.append(over_tcp.standard())
        add("sctp init " + family, ETH / head / SCTP(sport=1000, dport=2000, tag=0x11) / SCTPChunkInit()).row(
            "//sctp[chunk_type==init]", 14 + len(bytes(head)) + 13)
        add("sctp data " + family, ETH / head / SCTP(sport=1000, dport=2000, tag=0x12) /
            SCTPChunkData(data=b"abcd")).never("//sctp[chunk_type==init]")
        tcp = add("tcp options " + family, ETH / head / TCP(
            sport=1, dport=2, flags="SA", options=[("MSS", 1400), ("SAckOK", b""),
                                                   ("Timestamp", (10, 20)), ("WScale", 9)]) / DATA)
        done = tcp.layers[-1][2]
        for text in ("MSS.value == 1400", "TS.tsval == 10", "TS.tsecr == 20", "WS.shift == 9"):
            tcp.row("//tcp where tcp.options." + text, done)
        tcp.row("//tcp where exists(tcp.options.SACKOK)", done)
        tcp.never("//tcp where exists(tcp.options.SACK)", "//tcp where tcp.options.MSS.value == 1")
        add("tcp bare " + family, ETH / head / HTTP_BARE).never(
            "//tcp where exists(tcp.options.MSS)", "//tcp[syn]")
    add("icmp", ETH / V4 / ICMP(type=8, id=3, seq=4) / DATA).row("eth/ipv4/icmp[id==3]", 40)
    add("icmp in vlan", ETH / Dot1Q(vlan=5) / V4 / ICMP(type=3, code=1) / V4_IN / HTTPS).never(
        "//tcp", "//ipv4/ipv4")
    add("icmp6 echo", ETH / V6 / ICMPv6EchoRequest(id=3, seq=4)).row("eth/ipv6/icmp6[seq==4]", 62)
    add("icmp6 solicitation", ETH / V6 / ICMPv6ND_NS(tgt="2001:db8::9")).row(
        "eth/ipv6/icmp6[type==neighbor_solicit]", 55)
    for op in (1, 2):
        add("arp %d" % op, ETH / ARP(op=op, psrc="10.0.0.1", pdst="10.0.0.9",
                                     hwsrc="02:00:00:00:00:01", hwdst="02:00:00:00:00:02")).row(
            "eth/arp[op==%s]" % ("request", "reply")[op - 1], 22)
    add("arp in vlan", ETH / Dot1Q(vlan=5) / ARP(psrc="10.0.0.1", pdst="10.0.0.8",
                                                 hwsrc="02:00:00:00:00:01"))
    llc = Built("802.3 length", Raw(bytes.fromhex("0180c2000000020000000001002642420300") + bytes(40)))
    llc.row("eth", 0, 14).row("eth[dst==01:80:c2:00:00:00]", 6, 14).row("eth[type<0x600]", 14, 14)
    llc.never("eth/ipv4", "eth/vlan")
    packets.append(llc)


def selections():
    """How many bytes it takes until a layer is announced; none of its own."""
    built = add("announced", ETH / V4 / HTTPS)
    built.row("eth/ipv4", 14, 34).row("eth/ipv4/tcp", 24)
    built.row("eth/ipv4/tcp[dport!=80]", 38).row("eth/ipv4/tcp[!fin]", 48)
    built.row("eth/ipv4/tcp[port==40000]", 36).row("eth/ipv4/tcp[port==443]", 38)
    built.row("eth/ipv4/tcp[port!=22]", 38).row("eth/ipv4[host==10.0.0.1]", 30, 34)
    built.row("eth/ipv4[host in {10.0.0.2}]", 34, 34).row("eth/ipv4[ttl==64, src==10.0.0.1]", 30, 34)
    built.row("eth/ipv4/tcp where tcp.window > 0 or true", 50).row("eth/ipv4/tcp where true", 24)
    built.row("eth/ipv4/tcp where not tcp.urgent == 9", 54).row("eth/ipv4?", 0, 34)
    built.row("eth/ipv4/tcp where tcp.syn or tcp.urgent == 9", 48)
    built.never("eth/ipv4/tcp where tcp.dport == 80 or tcp.dport == 81", "eth/ipv4/udp", "eth/ipv6")
    tagged = add("announced behind tag", ETH / Dot1Q(vlan=1) / V6 / SIP)
    tagged.row("eth/vlan", 14, 18).row("eth/vlan/ipv6", 18, 58).row("eth/vlan/ipv6/udp", 25)
    tunnel = add("announced in tunnel", ETH / V4 / UDP(sport=49152, dport=4789) / VXLAN(vni=1) / INNER / V4_IN / SIP)
    tunnel.row("eth/ipv4/udp/vxlan", 38, 50).row("eth/ipv4/udp/vxlan/eth", 38, 64)
    tunnel.row("eth/ipv4/udp/vxlan/eth/ipv4", 64, 84)
    labelled = add("announced by a label", ETH / MPLS(label=1, s=1) / V4 / SIP)
    labelled.row("eth/mpls", 14, 18).row("eth/mpls/ipv4", 19, 38)


def everywhere():
    """Two filters asked of every packet: what they find, and that they find nothing else."""
    overlay = ["ipv4", "udp", "vxlan", "eth", "ipv4", "tcp"]
    for built in packets:
        protocols = [layer[0] for layer in built.layers]
        found = [
            i for i, layer in enumerate(protocols)
            if layer == "tcp" and 443 in (number(built.header(i)[:2]), number(built.header(i)[2:4]))
        ]
        hidden = ("//tcp", "never", 0) in built.rows
        if found and found[0] <= 9 and not hidden:
            _, start, end = built.layers[found[0]]
            is_first = number(built.header(found[0])[:2]) == 443
            built.row("//tcp[port==443]", start + (2 if is_first else 4), end)
        else:
            built.never("//tcp[port==443]")
        tags = len(list(itertools.takewhile(lambda p: p in ("vlan", "qinq"), protocols[1:])))
        if protocols[1 + tags:1 + tags + len(overlay)] == overlay:
            inner, tcp = built.layers[5 + tags], built.layers[6 + tags]
            built.row(OVERLAY, inner[1] + 10, tcp[2])
        else:
            built.never(OVERLAY)


OVERLAY = "eth/(vlan|qinq)*/ipv4/udp/vxlan/eth/ipv4/tcp"

for build in (vlans, labels, gre, overlays, gtp, segments, extensions, ipv4, uppers, selections, everywhere):
    build()

target = sys.argv[1]
# IPv4 identifications, checksums and lengths are fixed above or computed; times are zero.
buffer = io.BytesIO()
writer = PcapWriter(buffer, linktype=1)
writer.write_header(None)
for built in packets:
    writer.write_packet(built.data, sec=0, usec=0)
writer.flush()
with gzip.GzipFile(target + "/encapsulations.pcap.gz", "wb", mtime=0) as out:
    out.write(buffer.getvalue())
with open(target + "/encapsulations.tsv", "w", encoding="utf-8") as table:
    table.write("# SPDX-License-Identifier: Apache-2.0\n")
    table.write("# Written by filter/src/test/python/encapsulations.py.\n")
    table.write("# packet, name, filter, fewest bytes that match, end of the last layer\n")
    for index, built in enumerate(packets):
        for text, needed, end in built.rows:
            table.write("%d\t%s\t%s\t%s\t%s\n" % (index, built.name, text, needed, end))
print("%d packets, %d rows" % (len(packets), sum(len(p.rows) for p in packets)))
