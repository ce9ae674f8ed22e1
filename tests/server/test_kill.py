#!/usr/bin/env python3
"""Kills `dada serve` at random moments while people play at twenty tables, starts it on the same folder, and looks whether
everything that anybody was told is there, once. Then: how fast a thousand running tables are back.

usage: test_kill.py DADA [--long] [--seed N]      --long: 300 rounds, not 30

The last line is "N passed, N failed".
"""
import os
import random
import resource
import select
import signal
import sys
import tempfile
import time

from player import Player, Served, new_device, play, quiet, table_of
from runner import run
from websocket import Closed

TABLES, CLOCK_MS = 20, 600000
ROUNDS, SEED = 30, int(time.time())
RUNNING, LINES = 1000, 200


class Pace:
    """What the server takes of one client: a burst, then twenty messages a second."""

    def __init__(self):
        self.due = time.monotonic() - 4

    def now(self):
        moment = time.monotonic()
        self.due = max(self.due, moment - 4)
        if self.due > moment:
            return False
        self.due += 0.055
        return True


def is_over(player):
    newest = {kind: max([e["v"] for e in player.told(kind)], default=0) for kind in ("over", "started")}
    known = {"over": "over", "playing": "started"}.get(player.state["status"], "over")  # one that was missed while away
    newest[known] = max(newest[known], player.state["v"])
    return newest["over"] > newest["started"]


def load(tables, seconds):
    """Everybody plays as fast as they may, until the time is over or the server is gone."""
    end = time.monotonic() + seconds
    for player in (player for players in tables for player in players):
        try:
            player.pump()
        except Closed:  # it took long until all were back, and this one answered no ping
            player.come()
    people = {player.link.link: player for players in tables for player in players}
    while people and time.monotonic() < end:
        for link in select.select(people, [], [], 0.01)[0]:
            player = people[link]
            try:
                player.pump()
            except Closed:
                del people[link]
        for player in people.values():
            if is_over(player):
                if (player.id in player.acks or player.id not in player.asked) and player.pace.now():
                    player.give("again")
            elif player.choices is not None and player.pace.now():
                player.step()


def gone(players):
    """The server was killed: what still arrives is read, and the connection is over."""
    for player in players:
        try:
            while player.link:
                player.pump()
                time.sleep(0.005)
        except Closed:
            pass
        player.link = None


def judge(served, players):
    """Everybody comes back to what they know; a stranger sees the whole, of which each knew a beginning."""
    known = [(p.v, p.game, list(p.lines), max([a["v"] for a in p.acks.values() if a["m"] == "done"], default=0)) for p in players]
    asked = [p.asked.get(p.id) if p.id not in p.acks else None for p in players]
    for player in players:
        player.come()
    stranger = Player(served, players[0].table).come()
    stranger.wait(lambda: stranger.state["status"] != "playing" or stranger.lines)
    for player, (v, game, lines, done) in zip(players, known):
        assert stranger.v >= v and stranger.v >= done, f"told up to {v}, done up to {done}, kept up to {stranger.v}"
        if stranger.state["status"] == "playing" and stranger.state["game"] == game:
            whole = stranger.lines
        else:
            status, record = served.ask(f"/api/tables/{player.table}/games/{game}") if game else (200, "\n")
            assert status == 200, f"game {game} is over, and has no record"
            whole = record[:-1].split("\n")
        assert whole[:len(lines)] == lines, "lines that were told are not there, or others"
        if stranger.state["status"] == "playing":
            player.wait(lambda: len(player.lines) >= len(stranger.lines))
            assert player.lines == stranger.lines, "lines since, after those known, aren't the record"
    rolls = [line for line in stranger.lines if line.startswith("roll ")]
    numbers = [int(line.split()[1]) for line in rolls]
    assert len(set(rolls)) == len(rolls) and numbers == sorted(set(numbers)), "a throw twice"
    # A command without an answer: sent again, it acts once.
    for player, command in zip(players, asked):
        if command and command["m"] in ("roll", "move"):
            before = len(player.lines)
            player.send(command)
            player.wait(lambda: command["id"] in player.acks)
            ack = player.acks[command["id"]]
            assert ack["m"] == "done" or ack["code"] in ("late", "turn", "state", "illegal"), ack
            assert ack["m"] == "done" or command["v"] < player.v or len(player.lines) > before, ack
        player.asked.clear()
    quiet(players)
    left = players[0].state.get("left", -1)
    stranger.lose()
    return left


def test_kill(dada):
    """Nothing that was told is missing, nothing is there twice, and all tables play on."""
    chance = random.Random(SEED)
    n_lines = n_done = 0
    with tempfile.TemporaryDirectory() as room, Served(dada, room, "--bot-ms", "0", "--per-address", "1000") as served:
        tables = []
        for k in range(TABLES):
            names = ["Léa", "Tom", "Ana", "Bob"][:2 + k % 3]
            players = table_of(served, *names, rules="ludo pawns=1" if k % 2 else "ludo", clock=600 if k % 4 < 2 else 0)
            for player in players:
                player.pace = Pace()
            players[0].do("start")
            tables.append(players)
        for turn in range(ROUNDS):
            try:
                before = served.figure("dada_log_rows_total")
                load(tables, chance.uniform(0.02, 0.9))
                n_lines += served.figure("dada_log_rows_total") - before
                served.end(signal.SIGKILL)
                for players in tables:
                    gone(players)
                time.sleep(chance.choice((0, 0, 0.3)))
                served.start()
                for players in tables:
                    left = judge(served, players)
                    assert left == -1 or left > CLOCK_MS - 20000, f"{left} ms are left: the clock ran while the server was down"
                    n_done += sum(ack["m"] == "done" for player in players for ack in player.acks.values())
                    for player in players:
                        player.acks.clear()
                        player.heard.clear()
            except Exception:
                print(f"seed {SEED}, round {turn}")
                raise
        lengths = [players[0].v for players in tables]
        load(tables, 1)
        for players, before in zip(tables, lengths):
            assert players[0].v > before, f"doesn't go on: {[(p.v, p.choices, p.state, p.id in p.acks) for p in players]}"
        status, errors = served.end()
        assert (status, errors) == (0, ""), errors
        print(f"{ROUNDS} kills, seed {SEED}: {n_lines} entries kept, {n_done} commands acknowledged, {TABLES} tables")


def test_clock_stands(dada):
    """A person's clock has not lost the time for which the server was down."""
    with tempfile.TemporaryDirectory() as room, Served(dada, room) as served:
        players = table_of(served, "Léa", "Tom", clock=600)
        players[0].do("start")
        play(players, lambda: len(players[0].lines) > 20)
        quiet(players)
        left = served.ask(f"/api/tables/{players[0].table}")[1]["left"]
        served.end(signal.SIGKILL)
        gone(players)
        time.sleep(3)
        served.start()
        shown = served.ask(f"/api/tables/{players[0].table}")[1]["left"]
        assert shown >= left - 1000, f"{left} ms before, {shown} after three seconds"
        players[0].come()
        assert players[0].state["left"] >= left - 1000


def many_tables(served, n, lines):
    """So many tables where computers play, each with a few more than so many lines; nobody is at any of them any more."""
    hosts, length = {}, {}
    for k in range(n + 40):
        if k < n:
            host = Player(served, device=new_device(), source=f"127.0.2.{k % 200 + 1}")
            host.table = served.make(host.device, seats=4, clock=600)
            host.connect().send({"m": "hello", "device": host.device, "table": host.table})
            for seat in range(4):
                host.give("bot", seat=seat, level="random")
            host.give("start")
            hosts[host.link.link] = host
            length[host.table] = 0
        while len(hosts) > (40 if k < n else 0):
            for link in select.select(hosts, [], [], 1)[0]:
                host = hosts[link]
                length[host.table] += link.recv(1 << 20).count(b'"m":"line"')
                if length[host.table] >= lines:
                    host.lose()
                    del hosts[link]
    return length


def test_recovery(dada):
    """A thousand running tables of two hundred lines, after a kill: from the process's start to its first answer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as room, Served(dada, room, "--bot-ms", "0", "--per-address", "1000") as served:
        began = time.monotonic()
        length = many_tables(served, RUNNING, LINES)
        took = time.monotonic() - began
        served.end(signal.SIGKILL)
        size = os.path.getsize(os.path.join(room, "dada.sqlite"))
        began = time.monotonic()
        served.start()
        assert served.ask("/healthz")[0] == 200
        back = time.monotonic() - began
        playing = served.figure("dada_tables_playing")
        assert playing > 0.98 * RUNNING, playing  # a few came to their end meanwhile
        for table in random.sample(sorted(length), 5):
            late = Player(served, table).come()
            if late.state["status"] != "playing":
                continue
            late.wait(lambda: len(late.lines) >= length[table])
            late.hears("line", 5)  # computers go on, because somebody looks
            late.lose()
        assert served.end() == (0, "")
        resident = sum(length.values())
        print(f"{RUNNING} tables, {resident} lines, {size >> 20} MB (made in {took:.0f} s): back after {back:.2f} s")
        assert back < 5, back


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if "--long" in sys.argv:
        ROUNDS = 300
    if "--seed" in sys.argv:
        SEED = int(sys.argv[sys.argv.index("--seed") + 1])
    sys.exit(run(globals(), sys.argv[1:2], next((w[7:] for w in sys.argv if w.startswith("--only=")), "")))
