"""People at tables, for tests of `dada serve`: the server as a process, and clients that keep what they are told.

A Player checks what every client may rely on: events make versions without a gap, lines come once and in order, what comes
back after a lost connection goes on from what was known.
"""
import http.client
import json
import os
import random
import re
import secrets
import select
import signal
import socket
import struct
import subprocess
import time

from websocket import CLOSE, PING, PONG, TEXT, Closed, Link

EVENTS = {"settings", "sat", "stood", "renamed", "computer", "hosted", "started", "line", "standin", "returned", "paused",
          "resumed", "ready", "over", "closed"}


class Served:
    """`dada serve` with a folder, which is the caller's: it can be ended, killed, and started again."""

    def __init__(self, dada, folder, *options, before=None):
        self.dada, self.folder, self.before = dada, str(folder), before
        self.options, self.process = options, None

    def start(self):
        self.process = subprocess.Popen([self.dada, "serve", "--port", "0", "--data", self.folder, *self.options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=self.before)
        said = []
        for line in self.process.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        found = re.search(r"//localhost:(\d+)", "".join(said))
        assert found, "no address printed: " + "".join(said) + self.process.stderr.read()
        self.port = int(found.group(1))
        return self

    __enter__ = start

    def __exit__(self, *_):
        self.end(signal.SIGKILL)

    def end(self, number=signal.SIGTERM, seconds=30):
        """Sends the signal: exit status, and what was written to stderr."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            errors = self.process.communicate(timeout=seconds)[1]
        except ValueError:  # ended before
            errors = ""
        return self.process.returncode, errors

    def ask(self, path, method="GET", body=None, fields={}):
        """One request: status, and the body, which is read where it is JSON."""
        source = f"127.0.77.{random.randrange(1, 250)}"  # of many addresses, for one may only come so often
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(source, 0))
        try:
            link.request(method, path, body=body if body is None or isinstance(body, bytes) else json.dumps(body), headers=fields)
        except ConnectionRefusedError:
            raise AssertionError(f"the server has ended: {self.end()}")
        answer = link.getresponse()
        text = answer.read().decode()
        link.close()
        return answer.status, json.loads(text) if answer.headers["Content-Type"] == "application/json" else text

    def make(self, device, rules="ludo", seats=2, **settings):
        """A new table's name."""
        status, answer = self.ask("/api/tables", "POST", {"device": device, "rules": rules, "seats": seats, **settings})
        assert status == 201, answer
        return answer["table"]

    def figure(self, name):
        return int(re.search(rf"^{name} (\d+)$", self.ask("/metrics")[1], re.M).group(1))


def new_device():
    return secrets.token_urlsafe(18)


class Refused(Exception):
    """A command did nothing, or what was sent is trouble."""

    def __init__(self, message):
        super().__init__(f'{message["code"]}: {message["says"]}')
        self.code, self.message = message["code"], message


class Player:
    """One device. Messages are taken as they are read; `wait` reads until something is true."""

    def __init__(self, served, table=None, device=None, name="", source=None):
        self.served, self.name, self.table, self.source = served, name, table, source
        self.device = device or new_device()
        self.id = random.randrange(10**6)
        self.link, self.v, self.game = None, 0, 0
        self.state = {}           # the newest message `table`
        self.lines = []           # of the game's record
        self.line_v = 0           # the version of the newest of them
        self.events = {}          # version -> the event, as it was told
        self.heard = []           # everything else
        self.choices = None       # the moves one may make; []: throw
        self.asked, self.acks = {}, {}  # by id: the command; `done` or `refused`
        self.code = None          # why the connection was closed

    # --- the connection ---

    def connect(self):
        """A connection without a word."""
        self.link = Link(self.served.port, source=self.source)
        assert self.link.status == 101, self.link.answer
        self.code = None
        return self

    def come(self, since=True, seconds=10):
        """To the table, or back to it with what is known."""
        if self.link is None:
            self.connect()
        self.state, self.choices = {}, None
        more = {"game": self.game, "since": self.line_v} if since and self.lines else {}
        if not more:
            self.lines, self.line_v = [], 0
        self.send({"m": "hello", "device": self.device, "moves": True, **({"table": self.table} if self.table else {}), **more})
        if self.table:
            self.wait(lambda: self.state, seconds, "no table")
        return self

    def lose(self):
        """As a phone that goes out of reach."""
        if self.link:
            self.link.reset()
        self.link = None

    def send(self, message):
        self.link.link.settimeout(10)
        return self.link.send(message if isinstance(message, str) else json.dumps(message))

    def pump(self):
        """Takes all that has come, without waiting."""
        self.link.link.settimeout(0)
        try:
            while chunk := self.link.link.recv(1 << 20):
                self.link.got += chunk
            ended = True
        except BlockingIOError:
            ended = False
        except OSError:
            ended = True
        self._frames()
        if ended:
            self.link.close()
            self.link = None
            raise Closed(self.code)

    def _frames(self):
        got, at = self.link.got, 0
        while len(got) - at >= 2:
            n, head = got[at + 1], 2
            if n >= 126:
                head = 4 if n == 126 else 10
                if len(got) - at < head:
                    break
                n = int.from_bytes(got[at + 2:at + head], "big")
            if len(got) - at < head + n:
                break
            opcode, payload = got[at] & 15, got[at + head:at + head + n]
            at += head + n
            if opcode == TEXT:
                self.take(json.loads(payload))
            elif opcode == PING:
                self.link.link.settimeout(10)
                self.link.send(payload, opcode=PONG)
            elif opcode == CLOSE:
                self.code = struct.unpack(">H", payload[:2])[0] if payload else 1005
        self.link.got = got[at:]

    def wait(self, what, seconds=10, why="waited in vain"):
        """Reads until it is true."""
        end = time.monotonic() + seconds
        while not (true := what()):
            left = end - time.monotonic()
            assert left > 0, f"{self.name or 'somebody'}: {why}; heard {self.heard[-3:]}"
            self.link.link.settimeout(left)
            try:
                chunk = self.link.link.recv(1 << 20)
            except socket.timeout:
                continue
            except OSError:
                chunk = b""
            self.link.got += chunk
            self._frames()
            if not chunk:
                if what():
                    return true
                self.link.close()
                self.link = None
                raise Closed(self.code)
        return true

    # --- what is told ---

    def take(self, message):
        kind = message["m"]
        if kind in EVENTS:
            assert message["v"] == self.v + 1, f'a gap: {self.v}, then {message}'
            self.v = message["v"]
            self.events[self.v] = message
        if kind == "line":
            self.lines.append(message["line"])
            self.line_v, self.choices = self.v, None
        elif kind == "started":
            self.game, self.lines, self.choices = message["game"], [], None
        elif kind == "over":
            self.choices = None
        elif kind == "table":
            assert message["v"] >= self.v, f'back from version {self.v} to {message["v"]}'
            self.state, self.v = message, message["v"]
            if message["game"] != self.game:
                self.game, self.lines, self.line_v = message["game"], [], 0
        elif kind == "lines":
            assert message["game"] == self.game
            if message["skip"] == 0:
                assert not self.lines, "the record again from its beginning"
            assert message["skip"] == len(self.lines), f'{len(self.lines)} lines are known, more from {message["skip"]}'
            assert message["lines"].endswith("\n")
            self.lines += message["lines"][:-1].split("\n")
            self.line_v = message["v"]
        elif kind == "choices":
            self.choices = message["moves"]
        elif kind in ("done", "refused"):
            self.acks[message["id"]] = message
            self.heard.append(message)
        elif kind == "beating":
            self.send({"m": "beat", "n": message["n"]})
        elif kind not in EVENTS:
            self.heard.append(message)

    def told(self, kind):
        """All messages of a kind that were heard, events included."""
        return [m for m in [*self.events.values(), *self.heard] if m["m"] == kind]

    def hears(self, kind, seconds=10, **fields):
        """The newest message of the kind with these fields, waited for."""
        def there():
            return [m for m in self.told(kind) if all(m.get(k, 0) == v for k, v in fields.items())]
        return self.wait(there, seconds, f"no {kind} {fields}")[-1]

    @property
    def you(self):
        return self.state.get("you", -1)

    @property
    def player(self):
        return self.state["player"]

    # --- what is done ---

    def give(self, kind, **fields):
        """Sends a command; its id."""
        self.id += 1
        self.asked[self.id] = {"m": kind, "id": self.id, "v": self.v, **fields}
        self.send(self.asked[self.id])
        return self.id

    def do(self, kind, seconds=10, **fields):
        """A command that must act: the version it is done at."""
        number = self.give(kind, **fields)
        self.wait(lambda: number in self.acks, seconds, f"no answer to {kind}")
        if self.acks[number]["m"] == "refused":
            raise Refused(self.acks[number])
        return self.acks[number]["v"]

    def is_refused(self, kind, code, **fields):
        """A command that must be refused so: the refusal; the state has come with it."""
        before, self.state = self.state, {}
        try:
            self.do(kind, **fields)
        except Refused as refused:
            assert refused.code == code, f"{kind} {fields}: {refused}, not {code}"
            self.wait(lambda: self.state, 5, "no state after a refusal")
            return refused.message
        self.state = before
        raise AssertionError(f"{kind} {fields} acted")

    def sit(self, seat=-1, **fields):
        self.do("sit", seat=seat, name=self.name, **fields)
        self.state["you"] = [e["seat"] for e in self.told("sat") if e["player"] == self.player][-1]
        return self

    def step(self):
        """The next step, by chance, if it is one's turn. Its id, or None."""
        if self.choices is None:
            return None
        moves, self.choices = self.choices, None
        return self.give("move", move=random.choice(moves)) if moves else self.give("roll")


def table_of(served, *names, rules="ludo", clock=0, seats=0, **settings):
    """A table whose first is the host, all of them seated, before the game."""
    host = new_device()
    table = served.make(host, rules=rules, seats=seats or max(2, len(names)), clock=clock, **settings)
    return [Player(served, table, host if k == 0 else None, name).come().sit() for k, name in enumerate(names)]


def quiet(players, seconds=10):
    """Until all that was asked is answered and all know the same version."""
    end = time.monotonic() + seconds
    while len({p.v for p in players}) > 1 or any(p.id in p.asked and p.id not in p.acks for p in players):
        assert time.monotonic() < end, [(p.name, p.v) for p in players]
        time.sleep(0.01)
        for player in players:
            player.pump()


def play(players, until, seconds=60):
    """All play until it is true, each as soon as it may."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, f"not reached: {[(p.name, p.v, p.choices, p.heard[-1:]) for p in players]}"
        links = {p.link.link: p for p in players if p.link}
        for link in select.select(links, [], [], 0.2)[0]:
            links[link].pump()
        for player in links.values():
            player.step()
            time.sleep(0.002)
