#!/usr/bin/env python3
"""A full disk under `dada serve`: moves are refused and say why, nothing that was told is lost, and play goes on from the same
version once there is space.

usage: test_full.py DADA

The disk is a small tmpfs where this account may mount one; besides, everywhere, a limit on the size of files (EFBIG).
The last line is "N passed, N failed".
"""
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time

from player import Player, Served, play, quiet, table_of
from runner import run
from websocket import Closed

TABLES = 12
STDERR = "nothing is lost, and no move is taken until it can be kept"


class Small:
    """A disk of four megabytes, and a file that fills it."""

    def __init__(self):
        self.room = tempfile.mkdtemp()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", self.room], capture_output=True)
        self.mounted = done.returncode == 0

    def fill(self, _):
        with open(os.path.join(self.room, "filler"), "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                pass

    def clear(self, _):
        os.unlink(os.path.join(self.room, "filler"))

    def close(self):
        if self.mounted:
            subprocess.run(["umount", self.room], check=True)
        os.rmdir(self.room)


class Limited:
    """No file may grow any more."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.room = self.folder.name

    def fill(self, served):
        size = max(os.path.getsize(os.path.join(self.room, file)) for file in os.listdir(self.room) if "sqlite" in file)
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def clear(self, served):
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def close(self):
        self.folder.cleanup()


def everybody(tables):
    return [player for players in tables for player in players]


def pump(people, seconds):
    """Takes what comes, and steps where it is time; who was dropped comes back with what they know."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        links = {player.link.link: player for player in people}
        for link in select.select(links, [], [], 0.05)[0]:
            try:
                links[link].pump()
            except Closed:
                links[link].come()
        for player in people:
            moment = time.monotonic()
            if player.choices is not None and moment > getattr(player, "next", 0):
                player.next = moment + 0.1
                player.step()


def filled_while_playing(dada, disk):
    with Served(dada, disk.room, "--bot-ms", "20", before=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)) as served:
        tables = [table_of(served, "Léa", "Tom", clock=600) for _ in range(TABLES)]
        waiting = [Player(served, name=name).come() for name in ("Eve", "Joe")]
        for players in tables:
            players[0].do("start")
        people = everybody(tables)
        pump(people, 1)
        assert served.ask("/healthz")[0] == 200
        disk.fill(served)
        pump(people, 2)
        times = 0  # what is left in files that exist is used up bit by bit: until nothing goes for two seconds
        for k in range(80):
            times = times + 1 if served.ask("/healthz") == (503, "nothing can be kept\n") else 0
            if times == 5:
                break
            pump(people, 0.5)
        assert times == 5, "something can still be kept"
        for player in waiting:
            player.send({"m": "wait", "rules": "ludo", "seats": 2, "name": player.name})
        pump(people, 2)
        refused = [message for player in people for message in player.told("refused")]
        codes = {message["code"] for message in refused}
        assert "disk" in codes and codes <= {"disk", "late", "turn", "often"}, codes
        most = max(sum(m["code"] == "disk" for m in player.told("refused")) for player in people)
        assert most < 40, f"a program that answers what it is told was refused {most} times: it would be dropped"
        assert all("nothing is lost" in message["says"] for message in refused if message["code"] == "disk")
        status, answer = served.ask("/api/tables", "POST", {"device": waiting[0].device, "rules": "ludo", "seats": 2})
        assert status == 503 and answer["error"]["code"] == "disk", answer
        assert served.ask(f"/api/tables/{people[0].table}")[0] == 200, "what was kept can still be seen"
        late = Player(served, people[0].table).come()
        late.wait(lambda: late.lines)
        known = [(player.v, list(player.lines)) for player in people]
        pump(people, 1.5)
        assert known == [(player.v, player.lines) for player in people], "told, and not kept"
        assert late.lines == people[0].lines
        disk.clear(served)
        end = time.monotonic() + 5
        while served.ask("/healthz")[0] != 200:
            assert time.monotonic() < end, "there is space, and nothing is kept"
            pump(people, 0.2)
        pump(people, 1.5)
        for player in waiting:
            player.pump()
            assert player.told("paired"), player.heard
        for player, (v, lines) in zip(people, known):
            assert player.v > v and player.lines[:len(lines)] == lines, "goes on from the same version"
        asked = [player for player in people if player.id not in player.acks]
        for player in asked:
            player.wait(lambda: player.id in player.acks, 5, "a command without an answer")
        for players in tables:
            quiet(players)
        known = [(player.v, list(player.lines)) for player in people]
        served.end(signal.SIGKILL)
        served.start()
        for player, (v, lines) in zip(people, known):
            player.link = None
            player.come()
            assert (player.v, player.lines) == (v, lines), "the same after a kill"
        pump(people, 1)
        assert all(player.v > v for player, (v, _) in zip(people, known))
        assert served.end()[0] == 0


def test_full_disk(dada):
    """A real one, where it can be mounted."""
    disk = Small()
    try:
        if disk.mounted:
            filled_while_playing(dada, disk)
    finally:
        disk.close()


def test_files_that_may_not_grow(dada):
    disk = Limited()
    try:
        filled_while_playing(dada, disk)
    finally:
        disk.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(globals(), sys.argv[1:2], (sys.argv[2:] or [""])[0]))
