#!/usr/bin/env python3
"""Measures server/net by the echo program: memory of an idle connection, processor time of a message to four.

usage: load.py ECHO [CONNECTIONS [MESSAGES]]      16000 connections, 40000 messages

A tool, not a test: what it prints stands in docs/decisions/libuv.md.
"""
import select
import sys
import time

from websocket import Echo, frame


def main(program, n, messages):
    with Echo(program, "--idle", "--per-address", "20000", "--per-second", "1000000") as server:
        links = []
        for k in range(100):  # what is needed once
            links.append(server.open(source=f"127.0.0.{k % 8 + 1}"))
        time.sleep(1.5)
        before, used = server.resident(), server.seconds()
        for k in range(n - 100):
            links.append(server.open(source=f"127.0.0.{k % 8 + 1}"))
        opening = server.seconds() - used
        time.sleep(1.5)
        print(f"{n} connections: {(server.resident() - before) / (n - 100):.0f} bytes resident each, "
              f"{opening / (n - 100) * 1e6:.0f} us to open each")
        used, began = server.seconds(), time.monotonic()
        time.sleep(5)
        print(f"idle: {(server.seconds() - used) / (time.monotonic() - began) * 100:.1f} % of a processor")

        # Tables of four; one of each says something that all four get. Twenty a second from each is allowed.
        poll = select.epoll()
        by_descriptor = {}
        for link in links:
            link.link.setblocking(False)
            poll.register(link.link.fileno(), select.EPOLLIN)
            by_descriptor[link.link.fileno()] = link.link
        said = frame("four " + "m" * 60)
        wanted = len(said) - 4  # a server's frame has no mask
        used, own, began, got, sent = server.seconds(), server.own_seconds(), time.monotonic(), 0, 0
        speakers = [link.link for k, link in enumerate(links) if k % 4 == 0]
        while got < messages * 4 * wanted and time.monotonic() - began < 120:
            while sent < messages and sent * 4 * wanted - got < 400 * wanted:
                speakers[sent % len(speakers)].send(said)
                sent += 1
            for descriptor, _ in poll.poll(1):
                try:
                    data = by_descriptor[descriptor].recv(65536)
                except BlockingIOError:
                    continue
                got += len(data)
        spent, took = server.seconds() - used, time.monotonic() - began
        print(f"{sent} messages to four each: {spent / sent * 1e6:.1f} us of processor each, "
              f"{(server.own_seconds() - own) / sent * 1e6:.1f} of them not in the system's calls; "
              f"{messages / took:.0f} a second with this client, {got / wanted / 4:.0f} came")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 16000, int(sys.argv[3]) if len(sys.argv) > 3 else 40000)
