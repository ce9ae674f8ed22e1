#!/usr/bin/env python3
"""Clients who mean no good, at a server made with sanitizers: it answers or drops them, and the people at a table beside them
notice nothing.

usage: test_hostile.py DADA [--long] [--seed N] [WORD]      DADA: of a sanitizer build; WORD: only the tests whose name holds it

One server for all tests, with one game that goes on through all of them. The last line is "N passed, N failed".
"""
import http.client
import json
import os
import random
import re
import select
import socket
import sys
import tempfile
import threading
import time

from player import Player, Served, new_device, table_of
from runner import run
from websocket import BINARY, Closed, Link, frame, request

HERE = os.path.dirname(os.path.abspath(__file__))
SEED, STORM = int(time.time()), 4000
COMMANDS = ("sit", "stand", "rename", "set", "bot", "free", "start", "roll", "move", "back", "hand", "pause", "resume",
            "resign", "again", "say")
WRONG = [None, True, False, 0, -1, 8, 2**31, 2**53, 2**63, 2**64, -2**63, 3.5, 1e300, "", "x", "x" * 3000, [], {}, [[]],
         {"m": "roll"}, "\u202e", "\x00", "\ud800", "<script>", "A0:Y>0", "ludo seats=8", "ludo " * 100, 10**400]


class Peaceful(threading.Thread):
    """Two people who play on, whatever happens beside them, and how long they waited at most for an answer."""

    def __init__(self, served):
        super().__init__(daemon=True)
        self.served, self.fault, self.steps, self.slowest, self.stop = served, None, 0, 0, False
        self.players = table_of(served, "Léa", "Tom", clock=600)
        self.players[0].do("start")
        self.start()

    def run(self):
        try:
            while not self.stop:
                for link in select.select([p.link.link for p in self.players], [], [], 0.1)[0]:
                    next(p for p in self.players if p.link.link is link).pump()
                for player in self.players:
                    if player.told("over"):
                        player.events.clear()
                        player.do("again")
                    elif player.choices is not None:
                        began = time.monotonic()
                        number = player.step()
                        player.wait(lambda: number in player.acks, 20)
                        assert player.acks[number]["m"] == "done", player.acks[number]
                        self.slowest = max(self.slowest, time.monotonic() - began)
                        self.steps += 1
                        time.sleep(0.05)
        except Exception as error:
            self.fault = error

    def unharmed(self):
        """They play on: they did so much since this was called."""
        before, end = self.steps, time.monotonic() + 20
        while self.steps < before + 2:
            assert not self.fault, f"the others' table: {type(self.fault).__name__}: {self.fault}"
            assert time.monotonic() < end, "the others wait"
            time.sleep(0.02)


served = peaceful = None
source = [0]


def somebody(**how):
    """Each from an address of its own, so that limits of one address don't end the test."""
    source[0] += 1
    return Player(served, source=f"127.0.{3 + source[0] // 250}.{1 + source[0] % 250}", **how)


def messages():
    """kind -> its fields with what each may be, from proto/msg.def."""
    with open(os.path.join(HERE, "..", "..", "proto", "msg.def"), encoding="utf-8") as f:
        rows = re.findall(r"^MESSAGE\((\w+), (UP|COMMAND|DOWN|EVENT), ([^\"]*),", f.read(), re.M)
    return {kind: (way, re.findall(r"(\w+)\((\w+)(?:, (-?\d+))?(?:, (-?\d+))?", fields)) for kind, way, fields in rows}


MESSAGES = messages()


def some_message(chance, device, table):
    """A message of any kind, more or less as it should be."""
    kind = chance.choice(list(MESSAGES))
    way, fields = MESSAGES[kind]
    message = {"m": kind}
    if way in ("COMMAND", "EVENT"):
        message["v"] = chance.choice((0, 1, 5, 40, 2**31 - 1))
    if way == "COMMAND":
        message["id"] = chance.randrange(1, 2**31)
    for shape, name, least, most in fields:
        if shape.startswith("NUMBER"):
            message[name] = chance.choice((int(least), int(most), chance.randint(int(least), int(most))))
        elif shape == "FLAG":
            message[name] = chance.random() < 0.5
        elif shape.startswith("TEXT"):
            message[name] = chance.choice({"device": [device, new_device()], "table": [table, "ABCDEF"],
                                           "rules": ["ludo", "ludo pawns=1", "parchis"], "level": ["easy", "random"],
                                           "name": ["Eve", "Mallory", "Zoé"]}.get(name, ["", "x", "A0:Y>0"]))
    while chance.random() < 0.4:
        what = chance.random()
        name = chance.choice(list(message))
        if what < 0.6:
            message[name] = chance.choice(WRONG)
        elif what < 0.8 and name != "m":
            message.pop(name)
        else:
            message[chance.choice(("x", "seat", "v", "id", "m2"))] = chance.choice(WRONG)
    return message


def alive(player):
    """Whether its connection still answers; the server is well in any case."""
    status, _ = served.ask("/healthz")
    assert status == 200
    try:
        player.pump()
    except Closed:
        return False
    return True


def still_there(player):
    if not player.link:
        return False
    try:
        player.pump()
    except Closed:
        return False
    return True


# --- what is no message ---


def test_wrong_json(dada):
    """JSON of wrong kinds, deep nesting, two of one name, much of nothing: trouble, not silence and not the end."""
    deep = ["[" * n + "]" * n for n in (10, 500, 2000)] + ['{"m":' * 650 + "1" + "}" * 650]
    texts = ["null", "true", "0", "-0", "1e400", '"roll"', "[]", "{}", "", " ", "\t\n", "nul", "{", "}", '{"m"}', '{"m":}',
             '{"m":null}', '{"m":1}', '{"m":[]}', '{"m":{}}', '{"m":"roll","m":"move"}', '{"m":"Roll"}', '{"m":"roll\\u0000"}',
             '{"m":"\\ud800"}', '{"m":"beat","n":1}x', '{"m":"beat","n":1}{"m":"beat"}', '{"m":"beat","n":"1"}', "\ufeff{}",
             '{"m":"beat","n":1.0}', '{"m":"beat","n":1e0}', '{"m":"hello"}', "\x00", '{"m":"line","v":1,"line":"x"}', *deep]
    player = somebody().connect()
    for text in texts:
        before = len(player.heard)
        player.send(text)
        if text.startswith('{"m":"beat","n":1.0') or text.startswith('{"m":"beat","n":1e0'):
            continue
        player.wait(lambda: len(player.heard) > before, 5, f"nothing said to {text[:40]!r}")
        assert player.heard[-1]["m"] == "trouble" and player.heard[-1]["code"] == "request", (text[:40], player.heard[-1])
    assert alive(player)


def test_invalid_utf8(dada):
    for body in (b'{"m":"\xff"}', b'{"m":"hello","device":"\xc3"}', b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80"):
        player = somebody().connect()
        player.link.raw(frame(body))
        try:
            player.wait(lambda: False, 3)
        except (Closed, AssertionError):
            pass
        assert player.code == 1007, (body, player.code)
    player = somebody().connect()
    player.link.raw(frame(b"{}", opcode=BINARY))
    try:
        player.wait(lambda: False, 3)
    except (Closed, AssertionError):
        pass
    assert player.code == 1003, player.code


def test_numbers_out_of_range(dada):
    """Each number of each message beyond its bounds: trouble that names it."""
    player = somebody(table=served.make(new_device())).come()
    for kind in ("sit", "bot", "free", "hand", "say", "set", "beat", "hello", "wait"):
        way, fields = MESSAGES[kind]
        for shape, name, least, most in fields:
            if not shape.startswith("NUMBER"):
                continue
            for value in (int(least) - 1, int(most) + 1, 2**63, -2**63 - 1, 3.5, "1", None, True):
                message = {"m": kind, "id": 1, "v": 0} if way == "COMMAND" else {"m": kind}
                whole = {"name": "Eve", "rules": "ludo", "level": "easy", "seats": 2, "clock": 0, "device": player.device}
                for form, other, low, _ in fields:
                    message.setdefault(other, int(low) if form.startswith("NUMBER") and other not in whole else
                                       whole.get(other, False if form == "FLAG" else ""))
                message[name] = value
                before = len(player.heard)
                time.sleep(0.045)
                player.send(message)
                player.wait(lambda: len(player.heard) > before, 5, f"nothing said to {message}")
                said = player.heard[-1]
                large = value in (2**63, -2**63 - 1) and type(value) is int
                assert said["m"] == "trouble" and (large or name in said["says"]), (message, said)
    player.send('{"m":"beat","n":1e400}')
    player.send('{"m":"beat","n":' + "9" * 1000 + "}")
    player.hears("trouble")
    assert alive(player)


def test_orders(dada):
    """Every message before hello, after one, after a second one at another table, while waiting, from a seat."""
    chance = random.Random(1)
    one, other = served.make(new_device()), served.make(new_device())
    for state in ("nothing", "hello", "table", "two", "waiting", "seat"):
        player = somebody(name="Eve").connect()
        if state != "nothing":
            player.table = one if state in ("table", "two", "seat") else None
            player.come()
        if state == "two":
            player.table, player.v, player.state = other, 0, {}
            player.come()
        if state == "waiting":
            player.send({"m": "wait", "rules": "uckers", "seats": 2, "name": "Eve"})
        if state == "seat":
            player.sit()
        player.take = lambda message: player.heard.append(message)
        for kind in sorted(MESSAGES):
            way, fields = MESSAGES[kind]
            if kind == "hello":
                continue
            message = {"m": kind, **({"id": 10**8 + len(player.heard), "v": 0} if way == "COMMAND" else {})}
            for shape, name, least, _ in fields:
                message[name] = int(least) if shape.startswith("NUMBER") else False if shape == "FLAG" else \
                    {"rules": "uckers", "name": "Eve", "device": player.device}.get(name, "x")
            before = len(player.heard)
            player.send(message)
            time.sleep(0.01)
            if kind not in ("beat", "wait", "make"):
                player.wait(lambda: len(player.heard) > before, 5, f"{state}: nothing said to {message}")
        assert alive(player), state
        player.lose()


def test_storm(dada):
    """Thousands of messages by chance, by clients at a table where a game is in play."""
    chance = random.Random(SEED)
    players = table_of(served, "Ana", "Bob", clock=600)
    players[0].do("start")
    table, devices = players[0].table, [player.device for player in players]
    people = players + [somebody(table=table).come() for _ in range(4)]
    for player in people:
        player.take = lambda message: None
    for k in range(STORM):
        who = chance.randrange(len(people))
        player = people[who]
        if not still_there(player) or chance.random() < 0.01:
            if player.link:
                player.lose()
            people[who] = player = somebody(table=table, device=chance.choice(devices + [new_device()]))
            player.take = lambda message: None
            player.connect().send({"m": "hello", "device": player.device, "table": table})
        message = json.dumps(some_message(chance, chance.choice(devices), table))
        if chance.random() < 0.1:
            body = bytearray(message.encode())
            for _ in range(chance.randrange(1, 4)):
                body[chance.randrange(len(body))] = chance.randrange(32, 127)
            message = body.decode("ascii", "replace")
        player.link.raw(frame(message))
        if k % 50 == 0:
            time.sleep(0.05)
    assert served.ask("/healthz")[0] == 200, f"seed {SEED}"


# --- at tables ---


def test_fifty_for_one_seat(dada):
    """Fifty who want the same seat at the same moment: one has it."""
    table = served.make(new_device(), name="Léa")
    people = [somebody(table=table, name=f"P{k}").come() for k in range(50)]
    asked = [player.give("sit", seat=1, name=player.name) for player in people]
    for player, number in zip(people, asked):
        player.wait(lambda: number in player.acks)
    assert sorted(player.acks[number]["m"] for player, number in zip(people, asked)) == ["done"] + 49 * ["refused"]
    assert all(len(player.told("sat")) == 1 for player in people)
    for player in people:
        player.lose()


def test_stolen_player(dada):
    """Who somebody is, everybody is told; it is no secret, and no device."""
    players = table_of(served, "Ana", "Bob")
    public = players[0].player
    thief = somebody(table=players[0].table, device=public, name="Ana").come()
    assert thief.you == -1 and thief.player != public
    thief.is_refused("start", "host")
    thief.is_refused("stand", "seat")
    text = json.dumps(players[1].events) + json.dumps(players[1].state) + json.dumps(thief.state)
    assert not any(player.device in text for player in players), "a device that others are told"


def test_host_of_rated(dada):
    """The host of a game that counts can change nothing of it."""
    ana, bob = table_of(served, "Ana", "Bob", clock=20, open=True)
    ana.do("start")
    bob.wait(lambda: bob.lines)
    for kind, fields, code in (("bot", dict(seat=1, level="random"), "state"), ("free", dict(seat=1), "state"),
                               ("set", dict(rules="ludo", seats=2, clock=600), "state"), ("start", {}, "state"),
                               ("free", dict(seat=0), "state"), ("hand", dict(seat=1), "state"), ("pause", {}, "state"),
                               ("bot", dict(seat=7, level="random"), "seat")):
        ana.is_refused(kind, code, **fields)
    bob.lose()
    ana.is_refused("bot", "state", seat=1, level="random")
    ana.is_refused("hand", "state", seat=1)
    bob.come()
    mallory = somebody(table=ana.table, name="Mallory").come()
    mallory.is_refused("sit", "full", seat=-1, name="Mallory")
    ana.do("resign")
    bob.hears("over")


def test_markup(dada):
    """Names that look like HTML go through as text, in every answer, quoted where that needs it."""
    name = "<img src=x>\"'&"
    host = new_device()
    table = served.make(host, name=name, open=True, clock=20)
    player = somebody(table=table, device=host).come()
    assert player.state["people"][0]["name"] == name
    assert served.ask(f"/api/tables/{table}")[1]["people"][0]["name"] == name
    assert name in [row["host"] for row in served.ask("/api/tables")[1]["tables"]]
    link = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    link.request("GET", f"/api/tables/{table}/qr.svg", headers={"Host": 'a"/><script>alert(1)</script>'})
    answer = link.getresponse()
    assert answer.status == 400 and b"<script>" not in answer.read()
    link.close()


# --- too much ---


def test_ten_thousand_tables(dada):
    """One device gets a few tables, however often it asks: 200 times, or as many as the name says with --long."""
    device, made, n = new_device(), 0, 10000
    link = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20, source_address=("127.0.2.1", 0))
    for k in range(n):
        link.request("POST", "/api/tables", body=json.dumps({"device": device, "rules": "ludo", "seats": 2}))
        answer = link.getresponse()
        body = answer.read()
        made += answer.status == 201
        assert answer.status == 201 or json.loads(body)["error"]["code"] == "often", body
        if k > 200 and "--long" not in sys.argv:
            break
    link.close()
    assert made == 8, made


def test_reconnect_storm(dada):
    """Two hundred connections a second that say hello and go, one device: its table is as before."""
    players = table_of(served, "Ana", "Bob", clock=600)
    players[0].do("start")
    ana = players[0]
    ana.wait(lambda: ana.lines)
    for k in range(300):
        with Link(served.port, source=f"127.0.9.{k % 250 + 1}") as link:
            link.send(json.dumps({"m": "hello", "device": ana.device, "table": ana.table, "since": k, "game": 1}))
            if k % 3:
                link.reset()
    ana.link = None
    ana.come(since=False)
    ana.wait(lambda: ana.lines)
    assert ana.you == 0 and all(seat.get("online") for seat in ana.state["people"]), ana.state
    assert ana.state["watching"] == 0, ana.state


def test_header_flood(dada):
    """Handshakes with endless fields, and a thousand half ones."""
    for data in (b"GET /ws HTTP/1.1\r\n" + b"X: y\r\n" * 50000, b"GET /ws HTTP/1.1\r\nHost: " + b"a" * 10**6,
                 request(served.port, Cookie="x" * 100000), request(served.port, X=["y"] * 5000)):
        with socket.create_connection(("127.0.0.1", served.port), timeout=5) as link:
            try:
                link.sendall(data)
                got = link.recv(1000)
            except OSError:
                got = b""
            assert not got or re.match(rb"HTTP/1.[01] [45]", got), got
    links = []
    for k in range(600):
        link = socket.socket()
        link.bind((f"127.0.10.{k % 250 + 1}", 0))
        link.connect(("127.0.0.1", served.port))
        link.sendall(b"GET /ws HTTP/1.1\r\nHost: a\r\nX: ")
        links.append(link)
    peaceful.unharmed()
    for link in links:
        link.close()


def test_slow_reader(dada):
    """One who never reads at a busy table is dropped in time; the table goes on, and memory doesn't grow with it."""
    host = Player(served, served.make(new_device(), seats=4), name="Ana").come()
    lazy = [Link(served.port, receive_bytes=2048, source=f"127.0.11.{k + 1}") for k in range(5)]
    device = new_device()
    table = served.make(device, seats=4)
    host = Player(served, table, device).come()
    for link in lazy:
        link.send(json.dumps({"m": "hello", "device": new_device(), "table": table}))
    for seat in range(4):
        host.do("bot", seat=seat, level="random")
    for game in range(3):
        host.do("start")
        host.wait(lambda: host.told("over") and host.told("over")[-1]["v"] == host.v, 60)
    assert host.game == 3
    for link in lazy:
        link.close()


def test_tables_unharmed(dada):
    """After all that."""
    peaceful.unharmed()
    print(f"beside all this: {peaceful.steps} steps, the slowest answered after {peaceful.slowest * 1000:.0f} ms")
    assert peaceful.slowest < 5


def main(dada, only):
    global served, peaceful
    for name, test in list(globals().items()):
        if name.startswith("test_"):  # after each, the server and the others are well
            def guarded(program, test=test, name=name):
                try:
                    test(program)
                except Exception:
                    print(f"seed {SEED}")
                    raise
                assert served.process.poll() is None, "the server has ended"
                peaceful.unharmed()
            TESTS[name] = guarded
    with tempfile.TemporaryDirectory() as room:
        with Served(dada, room, "--bot-ms", "0", "--per-address", "1000") as served:
            peaceful = Peaceful(served)
            TESTS["test_end"] = lambda _: end()
            return run(TESTS, [dada], only)


def end():
    """The server ends well, and the sanitizers have said nothing."""
    peaceful.stop = True
    peaceful.join()
    status, errors = served.end(seconds=60)
    assert (status, errors) == (0, ""), f"{status} {errors[:6000]}"


TESTS = {}

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    words = [word for word in sys.argv[2:] if word != "--long"]
    if "--seed" in words:
        SEED = int(words[words.index("--seed") + 1])
        del words[words.index("--seed"):words.index("--seed") + 2]
    STORM *= 10 if "--long" in sys.argv else 1
    sys.exit(main(sys.argv[1], (words or [""])[0]))
