#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends the packets of a pcap file, as they are, and prints how many.

    send_frames.py FILE.pcap.gz INTERFACE
"""

import gzip
import socket
import struct
import sys

FILE_HEADER = 24
RECORD_HEADER = struct.Struct("<IIII")  # seconds, microseconds, captured, original

with gzip.open(sys.argv[1]) as file:
    pcap = file.read()
sent = 0
with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as link:
    link.bind((sys.argv[2], 0))
    at = FILE_HEADER
    while at < len(pcap):
        captured = RECORD_HEADER.unpack_from(pcap, at)[2]
        at += RECORD_HEADER.size
        link.send(pcap[at:at + captured])
        at += captured
        sent += 1
print(sent)
