#!/usr/bin/env python3
"""Black-box tests of tables on line, as people use them: sitting down, playing, leaving, coming back, games that count.

usage: test_tables.py DADA [WORD]      WORD: only the tests whose name holds it

The last line is "N passed, N failed".
"""
import json
import os
import subprocess
import sys
import tempfile
import time

from player import Player, Served, new_device, play, quiet, table_of
from runner import run
from websocket import Closed

QUICK = ("--grace-ms", "300", "--bot-ms", "0")
SHORT = "ludo pawns=1"
BOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "bot.py")


class Folder:
    """A server on a folder of its own, until the block ends: then it must end well, with nothing on stderr."""

    def __init__(self, dada, *options):
        self.room = tempfile.TemporaryDirectory()
        self.served = Served(dada, self.room.name, *(options or QUICK))

    def __enter__(self):
        return self.served.start()

    def __exit__(self, kind, *_):
        end = self.served.end()
        self.room.cleanup()
        assert kind or end == (0, ""), end


def started(players):
    players[0].do("start")
    for player in players:
        player.wait(lambda: player.lines)
    return players


def turn(players):
    """Whose turn it is."""
    for _ in range(100):
        for player in players:
            if player.link:
                player.pump()
        for player in players:
            if player.choices is not None:
                return player
        time.sleep(0.05)
    raise AssertionError("nobody's turn")


def board(served, rules="ludo", seats=2):
    return {line["player"]: line for line in served.ask(f"/api/leaderboard?rules={rules}&seats={seats}")[1]["lines"]}


# --- making and sitting down ---


def test_make(dada):
    """By request: made, shown, listed where it is public; faults are told."""
    with Folder(dada) as served:
        host = new_device()
        hidden = served.make(host, name="Zoé")
        status, shown = served.ask(f"/api/tables/{hidden}")
        assert status == 200 and shown["status"] == "open" and shown["people"][0]["name"] == "Zoé", shown
        assert shown["people"][1] is None and not shown.get("open") and host not in json.dumps(shown)
        public = served.make(host, open=True, clock=20)
        assert served.ask("/api/tables")[1] == {"tables": []}, "nobody is there yet"
        there = Player(served, public.lower(), host, "Zoé").come().sit()
        listed = served.ask("/api/tables")[1]["tables"]
        assert listed == [{"table": public, "rules": "ludo", "host": "Zoé", "seats": 2, "taken": 1, "clock": 20,
                           "rated": True}], listed
        assert served.ask(f"/api/tables/{public}/qr.svg")[0] == 200
        there.lose()
        for path in ("/api/tables/ABCDEF", "/api/tables/abc", "/api/tables/" + "A" * 9, f"/api/tables/{public}/games/1"):
            assert served.ask(path)[0] == 404, path
        for body, code in (({"rules": "ludo"}, "request"), ({"device": host, "rules": "lodu", "seats": 2}, "rules"),
                           ({"device": host, "rules": "ludo", "seats": 9}, "request"),
                           ({"device": host, "rules": "ludo seats=3", "seats": 2}, "rules"),
                           ({"device": host, "rules": "ludo", "seats": 2, "open": True}, "rules"),
                           ({"device": host, "rules": "ludo", "seats": 2, "clock": 7}, "rules"),
                           ({"device": host, "rules": "ludo", "seats": 2, "name": "\u202eeoZ"}, "name"),
                           (b"{", "request"), (b"", "request"), (b"[]", "request"), (b"null", "request")):
            status, answer = served.ask("/api/tables", "POST", body)
            assert status == 400 and answer["error"]["code"] == code, f"{body}: {status} {answer}"


def test_sit(dada):
    """By link, on a seat of choice; full, taken, unknown; another seat; standing up passes the host on."""
    with Folder(dada) as served:
        lea, tom = table_of(served, "Léa", "Tom")
        ana = Player(served, lea.table, name="Ana").come()
        ana.is_refused("sit", "full", seat=-1, name="Ana")
        ana.is_refused("sit", "seat", seat=1, name="Ana")
        ana.is_refused("sit", "seat", seat=7, name="Ana")
        tom.is_refused("sit", "seat", seat=-1, name="Tom")
        lea.do("stand")
        assert ana.hears("hosted")["host"] == tom.player
        assert ana.sit(0).you == 0
        unknown = Player(served, "ZZZZZZ", name="Bob").connect()
        unknown.table, unknown.state = None, {}
        unknown.send({"m": "hello", "device": unknown.device, "table": "ZZZZZZ"})
        assert unknown.hears("trouble")["code"] == "unknown"


def test_names(dada):
    """Names that can't be seen, that are too long, that look like a neighbour's; what looks like HTML stays text."""
    with Folder(dada) as served:
        lea = table_of(served, "Lea", seats=4)[0]
        tom = Player(served, lea.table, name="Tom").come()
        for name in ("", " ", "\t\n", "a" * 21, "Tom\x07", "\u202emoT", "T\u200bom", "T\u00adom", "\ufeff", "\u2800",
                     "T" + "\u0301" * 9, "L\u0435a", "lea", "LEA", " Lea ", "L\u00e9a", "Le\u0430", "L e a"):
            tom.is_refused("sit", "name", seat=-1, name=name)
        html = "<b>&\"'\\</b>"
        tom.name = html
        tom.sit()
        assert lea.hears("sat", player=tom.player)["name"] == html
        assert served.ask(f"/api/tables/{lea.table}")[1]["people"][1]["name"] == html
        tom.do("rename", name="  Ana   María ")
        assert lea.hears("renamed")["name"] == "Ana María"
        lea.is_refused("rename", "name", name="ana maria")
        tom.do("rename", name="Юля 日本語 ☺")


def test_rights(dada):
    """What is the host's is nobody else's, and not in the middle of a game."""
    with Folder(dada) as served:
        lea, tom = table_of(served, "Léa", "Tom", seats=4)
        settings = dict(rules=SHORT, seats=4, clock=0)
        for kind, fields in (("start", {}), ("bot", dict(seat=2, level="easy")), ("free", dict(seat=0)), ("set", settings)):
            tom.is_refused(kind, "host", **fields)
        lea.is_refused("bot", "seat", seat=1, level="easy")
        lea.is_refused("bot", "seat", seat=2, level="brilliant")
        lea.is_refused("set", "rules", **{**settings, "rules": "nothing"})
        lea.do("set", **settings)
        lea.do("bot", seat=2, level="easy")
        lea.do("bot", seat=2, level="medium")
        lea.do("free", seat=2)
        lea.is_refused("free", "seat", seat=2)
        lea.is_refused("free", "seat", seat=0)
        lea.is_refused("roll", "state")
        lea.is_refused("again", "state")
        started([lea, tom])
        for kind, fields in (("start", {}), ("set", settings)):
            lea.is_refused(kind, "state", **fields)
        lea.is_refused("bot", "seat", seat=1, level="easy")
        tom.is_refused("free", "host", seat=0)
        stranger = Player(served, lea.table, name="Ana").come()
        for kind, fields in (("roll", {}), ("move", {"move": "A0:Y>0"}), ("resign", {}), ("say", {"phrase": 1}),
                             ("pause", {}), ("stand", {}), ("back", {}), ("hand", {"seat": 0})):
            stranger.is_refused(kind, "seat", **fields)
        stranger.is_refused("sit", "full", seat=-1, name="Ana")
        lea.do("free", seat=1)
        assert tom.hears("computer", seat=1)["level"] == "medium"
        tom.is_refused("roll", "seat")
        assert stranger.sit(1).you == 1, "a computer's seat of a private game can be taken"


# --- playing ---


def test_turns(dada):
    """Somebody else's turn, a step on an old version, one that isn't legal, a number that was used: one effect, or none."""
    with Folder(dada) as served:
        players = started(table_of(served, "Léa", "Tom"))
        me = turn(players)
        other = players[me is players[0]]
        other.is_refused("roll", "turn")
        me.is_refused("move", "illegal", move="A0:Y>0")
        me.is_refused("roll", "late", v=me.v - 1)
        me.is_refused("roll", "late", v=me.v + 1)
        assert me.state["v"] == me.v
        me.wait(lambda: me.choices == [])
        before = me.v
        command = me.asked[me.give("roll")]
        me.send(command)
        me.send(command)
        me.wait(lambda: me.acks.get(command["id"]) and me.v > before)
        me.do("say", phrase=3)
        assert sum(line.startswith("roll ") for line in me.lines) == 1, me.lines
        me.id += 1
        me.send({**command, "id": me.id})
        me.wait(lambda: me.id in me.acks)
        assert me.acks[me.id]["code"] in ("late", "turn"), "the same step with another number"
        me.is_refused("start", "state" if me is players[0] else "host")


def test_whole_game(dada):
    """A game to its end; its record is what all were told; then another, which its second player begins."""
    with Folder(dada) as served:
        players = started(table_of(served, "Léa", "Tom", rules=SHORT))
        play(players, lambda: all(p.told("over") for p in players))
        over = players[0].told("over")[0]
        assert over == players[1].told("over")[0] and over["how"] == "finished" and sorted(over["places"]) == [" ", "1", "2"]
        status, record = served.ask(f"/api/tables/{players[0].table}/games/1")
        assert status == 200 and record == "\n".join(players[0].lines) + "\n" and players[0].lines == players[1].lines
        players[0].do("again")
        players[0].is_refused("roll", "state")
        players[0].do("again")
        assert len(players[0].told("ready")) == 1
        players[1].do("again")
        for player in players:
            player.wait(lambda: player.game == 2 and player.lines)
        assert len(players[0].told("started")) == 2
        assert players[0].is_refused("again", "state")
        first = [int(next(l for l in lines if l.startswith("start ")).split()[-1])
                 for lines in (record.split("\n"), players[0].lines)]
        assert first[1] == (first[0] + 1) % 2, first
        players[0].is_refused("start", "state")
        assert served.ask(f"/api/tables/{players[0].table}/games/2")[0] == 404, "it is in play"


def test_watching(dada):
    """Who comes late has the table and the lines that the players have; who comes back gets exactly what is missing."""
    with Folder(dada) as served:
        players = started(table_of(served, "Léa", "Tom"))
        play(players, lambda: len(players[0].lines) > 60)
        late = Player(served, players[0].table).come()
        late.wait(lambda: len(late.lines) >= 60)
        play(players + [late], lambda: len(late.lines) > 80)
        quiet(players + [late])
        assert late.lines == players[0].lines == players[1].lines and late.you == -1
        assert players[0].hears("watching")["n"] == 1
        away, other = players[1], players[0]
        for _ in range(5):
            away.lose()
            other.step()
            time.sleep(0.05)
            other.pump()
            other.step()
            other.hears("there", seat=away.you, online=0)
            away.come()
            other.hears("there", seat=away.you, online=True)
            enough = len(other.lines) + 7
            play([other, away, late], lambda: len(other.lines) > enough)
        quiet([other, away, late])
        assert away.lines == other.lines == late.lines
        away.lose()
        away.lines, away.game = [], 0
        away.come().wait(lambda: len(away.lines) == len(other.lines))
        assert away.lines == other.lines, "all of it without `since`"
        away.send({"m": "hello", "device": away.device, "table": away.table, "game": 1, "since": 2**31 - 1})
        away.lines = []
        away.do("say", phrase=1)
        assert not away.lines, "nothing is missing after a version that is not there yet"


def test_second_window(dada):
    """The same device at the same table again: the newest plays."""
    with Folder(dada) as served:
        players = started(table_of(served, "Léa", "Tom"))
        lea = players[0]
        again = Player(served, lea.table, lea.device, "Léa").come()
        assert lea.hears("trouble")["code"] == "elsewhere"
        try:
            lea.wait(lambda: False)
        except Closed as closed:
            assert closed.code == 4000, closed
        assert again.you == 0
        again.do("say", phrase=0)
        assert not players[1].told("there") or players[1].told("there")[-1].get("online"), "was never away"


def test_away(dada):
    """Lost at a table with a clock: a computer plays after the grace, until its owner comes back and takes the seat."""
    with Folder(dada) as served:
        lea, tom = started(table_of(served, "Léa", "Tom", clock=600))
        tom.lose()
        assert lea.hears("there", seat=1, online=0)["bot"] <= 300
        assert lea.hears("standin", 5)["why"] == "away"
        play([lea], lambda: any(e.get("why") == "bot" and e["line"].startswith("roll ") for e in lea.told("line")))
        tom.come()
        assert tom.state["people"][1]["standin"] == "away"
        if tom.v == lea.v:
            tom.is_refused("roll", "turn")
        tom.do("back")
        assert lea.hears("returned")["seat"] == 1
        tom.is_refused("back", "state")
        play([lea, tom], lambda: len(lea.lines) > 60)


def test_hand(dada):
    """Without a clock nobody is replaced unless asked for."""
    with Folder(dada) as served:
        lea, tom = started(table_of(served, "Léa", "Tom"))
        lea.is_refused("hand", "state", seat=1)
        tom.lose()
        lea.hears("there", seat=1, online=0)
        time.sleep(0.6)
        lea.pump()
        assert not lea.told("standin")
        lea.do("hand", seat=1)
        assert lea.hears("standin")["why"] == "asked"
        play([lea], lambda: len(lea.lines) > 40)


def test_clock(dada):
    """The shortest clock is fifteen seconds: then a computer plays that throw, and the person stays."""
    with Folder(dada) as served:
        players = started(table_of(served, "Léa", "Tom", clock=15))
        began = time.monotonic()
        late = turn(players)
        while not any(e.get("why") == "clock" for e in late.told("line")):
            assert time.monotonic() - began < 20
            time.sleep(0.05)
            for player in players:
                player.pump()
        assert 13 < time.monotonic() - began < 18, time.monotonic() - began
        assert not late.told("standin")
        play(players, lambda: len(players[0].lines) > 30)


def test_pause(dada):
    """A pause needs all who are there; anybody ends it; at a public table there is none."""
    with Folder(dada) as served:
        lea, tom = started(table_of(served, "Léa", "Tom", clock=600))
        lea.do("pause")
        assert tom.hears("asked")["what"] == "pause"
        assert not tom.told("paused")
        tom.do("pause")
        assert lea.hears("paused")["left"] > 590000
        turn_of = lea if lea.state and lea.choices is not None else tom
        turn_of.is_refused("roll", "state")
        tom.is_refused("pause", "state")
        assert served.ask(f"/api/tables/{lea.table}")[1]["paused"]
        tom.do("resume")
        assert lea.hears("resumed")["left"] > 590000
        lea.is_refused("resume", "state")
        ana, bob = started(table_of(served, "Ana", "Bob", clock=20, open=True))
        ana.is_refused("pause", "state")


def test_phrases(dada):
    with Folder(dada) as served:
        lea, tom = table_of(served, "Léa", "Tom")
        lea.do("say", phrase=31)
        assert tom.hears("said") == {"m": "said", "seat": 0, "phrase": 31}
        lea.is_refused("say", "often", phrase=1)
        tom.do("say", phrase=1)


def test_computers_only(dada):
    """A host who only watches starts a game of computers, also after having stood up: it goes on while somebody looks."""
    with Folder(dada) as served:
        lea = table_of(served, "Léa")[0]
        lea.do("bot", seat=1, level="easy")
        lea.do("stand")
        lea.do("bot", seat=0, level="medium")
        lea.do("start")
        lea.wait(lambda: len(lea.lines) > 30, 5, "nobody decides")
        lea.lose()
        time.sleep(0.1)
        before = served.ask(f"/api/tables/{lea.table}")[1]["v"]
        time.sleep(0.3)
        assert served.ask(f"/api/tables/{lea.table}")[1]["v"] == before, "nobody looks, and it goes on"
        lea.come()
        lea.hears("over", 20)


def test_show_busy(dada):
    """A table is shown also while what happened at it is on its way to the disk."""
    with Folder(dada) as served:
        lea = table_of(served, "Léa")[0]
        lea.do("stand")
        for seat in (0, 1):
            lea.do("bot", seat=seat, level="easy")
        lea.do("start")
        for _ in range(40):
            status, shown = served.ask(f"/api/tables/{lea.table}")
            assert status == 200 and shown["status"] in ("playing", "over"), shown
            lea.pump()


# --- games that count ---


def test_resign_rated(dada):
    """Giving up ends a game of two; at a public table it is booked once, also after the server started anew."""
    with Folder(dada) as served:
        ana, bob = started(table_of(served, "Ana", "Bob", clock=20, open=True))
        assert ana.state.get("rated") and board(served) == {}
        ana.do("resign")
        assert bob.hears("over")["places"] == "2 1"
        assert Player(served, ana.table, name="Late").come().state["places"] == "2 1", "told to whoever comes later"
        after = board(served)
        assert after[bob.player]["rating"] > after[ana.player]["rating"]
        total = sum(line["rating"] for line in after.values())
        assert [line["games"] for line in after.values()] == [1, 1]
        assert served.ask("/api/player", fields={"Dada-Device": bob.device}) == (200, {"player": bob.player})
        assert all(served.ask("/api/player", fields=fields)[0] == 400 for fields in ({}, {"Dada-Device": "short"}))
        weekly = served.ask("/api/leaderboard?week=now")[1]["lines"]
        assert weekly[0]["player"] == bob.player and weekly[0]["points"] > 0, weekly
        for number in (15, 9):
            served.end(number)
            served.start()
            assert board(served) == after, "the same after a restart"
        for player in (ana, bob):
            player.link = None
            player.come(since=False)
        ana.do("again")
        bob.do("again")
        bob.hears("started", game=2)
        bob.do("resign")
        ana.hears("over")
        second = board(served)
        assert sum(line["rating"] for line in second.values()) == total, "what changes adds up to nothing"
        assert [line["games"] for line in second.values()] == [2, 2]
        lea, tom = started(table_of(served, "Léa", "Tom"))
        lea.do("resign")
        tom.hears("over")
        assert board(served) == second, "private games change nothing"


def test_rated_rules(dada):
    """A public table counts with the rules of its game, and what a large board asks for; not with any other change."""
    with Folder(dada) as served:
        for rules, seats, rated in (("ludo", 4, True), ("ludo arms=6 pawns=2", 6, True), ("parchis arms=8", 8, True), ("ludo pawns=2", 4, False),
                                    ("ludo block=none", 2, False), ("ludo arms=6 pawns=3", 6, False), ("ludo arms=6", 4, False)):
            table = served.make(new_device(), rules, seats, clock=30, open=True, name="Ana")
            assert bool(served.ask(f"/api/tables/{table}")[1].get("rated")) == rated, (rules, seats)


def test_play_now(dada):
    """Two who wait for the same are paired; their game is rated; one who stops waiting isn't."""
    with Folder(dada) as served:
        ana, bob, eve = (Player(served, name=name).come() for name in ("Ana", "Ana", "Eve"))
        eve.send({"m": "wait", "rules": "ludo", "seats": 2, "name": "Eve"})
        eve.hears("waiting", n=1)
        eve.send({"m": "wait"})
        eve.send({"m": "wait", "rules": "nothing", "seats": 2, "name": "Eve"})
        assert eve.hears("trouble")["code"] == "request"
        for player in (ana, bob):
            player.send({"m": "wait", "rules": "ludo", "seats": 2, "name": player.name})
        for player in (ana, bob):
            player.table = player.hears("paired")["table"]
            player.come()
        assert not eve.told("paired")
        assert {p["name"] for p in ana.state["people"]} == {"Ana", "Ana 2"} and ana.state["rated"]
        play([ana, bob], lambda: len(ana.lines) > 30)
        ana.do("resign")
        bob.hears("over")
        assert board(served)[bob.player]["games"] == 1


def test_play_now_long_names(dada):
    """Two of one name, long and in letters of several bytes: both sit."""
    with Folder(dada) as served:
        both = [Player(served, name="Анна Иванова").come() for _ in "ab"]
        for player in both:
            player.send({"m": "wait", "rules": "ludo", "seats": 2, "name": player.name})
        for player in both:
            player.table = player.hears("paired")["table"]
            player.come()
        assert {player.you for player in both} == {0, 1}, both[0].state
        assert both[0].state["status"] == "playing"


# --- the server ends ---


def test_backup(dada):
    """A copy while people play: it opens as a server's data, with the tables as they were."""
    with Folder(dada) as served, tempfile.TemporaryDirectory() as room:
        players = started(table_of(served, "Léa", "Tom"))
        play(players, lambda: len(players[0].lines) > 40)
        path = os.path.join(room, "dada.sqlite")
        copy = subprocess.Popen([dada, "backup", "--data", served.folder, path], stdout=subprocess.PIPE, text=True)
        play(players, lambda: copy.poll() is not None)
        assert copy.returncode == 0 and copy.stdout.read() == path + "\n"
        copy.stdout.close()
        again = subprocess.run([dada, "backup", "--data", served.folder, path], capture_output=True, text=True)
        assert again.returncode == 1 and again.stdout == "" and again.stderr.count("\n") == 1, again
        with Served(dada, room, *QUICK) as other:
            late = Player(other, players[0].table).come()
            late.wait(lambda: len(late.lines) >= 40)
            players[0].wait(lambda: len(players[0].lines) >= len(late.lines))  # (the copy may hold what is still on its way to her)
            assert late.lines == players[0].lines[:len(late.lines)]
            assert other.end() == (0, "")


def test_restart(dada):
    """Everybody is told to come back, does, and plays on where it stood."""
    with Folder(dada) as served:
        players = started(table_of(served, "Léa", "Tom", clock=600))
        play(players, lambda: len(players[0].lines) > 40)
        quiet(players)
        assert served.end() == (0, "")
        for player in players:
            try:
                player.wait(lambda: False)
            except Closed as closed:
                assert closed.code == 1001, closed
            assert [trouble["code"] for trouble in player.told("trouble")] == ["leaving"], player.heard[-3:]
        known = [(player.v, list(player.lines)) for player in players]
        assert known[0] == known[1]
        served.start()
        for player in players:
            player.come()
            assert (player.v, player.lines) == known[0], "the same version"
        play(players, lambda: len(players[0].lines) > 60)


def test_gives_up(dada):
    """What the process doesn't need: privileges, core files, others' sight of what it keeps."""
    with Folder(dada) as served:
        served.make(new_device())
        with open(f"/proc/{served.process.pid}/status", encoding="ascii") as f:
            status = dict(line.rstrip("\n").split(":\t", 1) for line in f if ":\t" in line)
        assert status["NoNewPrivs"] == "1" and int(status["CapEff"], 16) & ~(1 << 10 | 1 << 1) == 0, status["CapEff"]
        with open(f"/proc/{served.process.pid}/limits", encoding="ascii") as f:
            assert any(line.split()[:6] == ["Max", "core", "file", "size", "0", "0"] for line in f)
        files = os.listdir(served.folder)
        assert "dada.sqlite" in files
        assert all(os.stat(os.path.join(served.folder, file)).st_mode & 0o77 == 0 for file in files), files


def test_example_bot(dada):
    """examples/bot.py, twice, plays a game to its end."""
    with Folder(dada) as served:
        host = new_device()
        table = served.make(host, rules=SHORT)
        watcher = Player(served, table, host).come()
        bots = [subprocess.Popen([sys.executable, BOT, f"127.0.0.1:{served.port}", table, name], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for name in ("Ada", "Bob")]
        watcher.wait(lambda: len(watcher.told("sat")) == 2)
        assert all(event["robot"] for event in watcher.told("sat"))
        watcher.do("start")
        for bot in bots:
            out, errors = bot.communicate(timeout=60)
            assert bot.returncode == 0 and out in ("places: 1 2\n", "places: 2 1\n") and not errors, (out, errors)
        assert watcher.hears("over")["how"] == "finished"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(globals(), sys.argv[1:2], (sys.argv[2:] or [""])[0]))
