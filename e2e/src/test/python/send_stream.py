#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends bytes over TCP and ends when the other end has read them all.

    send_stream.py receive ADDRESS PORT       listens, reads one connection to its end, prints the bytes
    send_stream.py send ADDRESS PORT BYTES
"""

import socket
import sys

CHUNK = 1 << 16


def receive(address):
    with socket.create_server(address) as server:
        print("ready", flush=True)
        connection, _ = server.accept()
        with connection:
            count = 0
            while data := connection.recv(CHUNK):
                count += len(data)
            connection.sendall(b"end")
    print(count)


def send(address, count):
    with socket.create_connection(address) as connection:
        left = count
        while left:
            left -= connection.send(bytes(min(left, CHUNK)))
        connection.shutdown(socket.SHUT_WR)
        connection.recv(16)


if sys.argv[1] == "receive":
    receive((sys.argv[2], int(sys.argv[3])))
else:
    send((sys.argv[2], int(sys.argv[3])), int(sys.argv[4]))
