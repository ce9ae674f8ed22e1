#!/usr/bin/env python3
"""A program that plays at a table on line, by docs/protocol.md; it knows no rule: the server tells it what it may do.

usage: bot.py HOST:PORT TABLE NAME              TABLE: the name of a table
       bot.py HOST:PORT --make RULES NAME       makes a table of two, prints its name, starts when both seats are taken
"""
import base64, json, os, random, socket, struct, sys, urllib.request


class Wire:
    """A WebSocket, as little of it as is needed."""

    def __init__(self, address):
        self.socket = socket.create_connection(address.rsplit(":", 1))
        self.stream = self.socket.makefile("rb")
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode())
        if b" 101 " not in self.stream.readline():
            sys.exit("no WebSocket there")
        while self.stream.readline().strip():
            pass

    def send(self, body, opcode=1):
        size = bytes([128 + len(body)]) if len(body) < 126 else struct.pack(">BH", 254, len(body))
        self.socket.sendall(bytes([128 + opcode]) + size + bytes(4) + body)  # a mask of zeros changes nothing

    def messages(self):
        while head := self.stream.read(2):
            size = head[1] if head[1] < 126 else int.from_bytes(self.stream.read(2 if head[1] == 126 else 8), "big")
            body = self.stream.read(size)
            if head[0] & 15 == 9:
                self.send(body, 10)  # a ping is answered by a pong
            elif head[0] & 15 == 1:
                yield json.loads(body)


def play(address, device, table, name, hosts):
    wire, number = Wire(address), random.randrange(10**6)
    wire.send(json.dumps({"m": "hello", "device": device, "table": table, "moves": True}).encode())
    for message in wire.messages():
        answer, kind = None, message["m"]
        if kind == "table" and message["you"] < 0:
            answer = {"m": "sit", "name": name, "robot": True}
        elif kind == "sat" and message["seat"] == 1 and hosts:
            answer = {"m": "start"}
        elif kind == "choices":
            answer = {"m": "move", "move": random.choice(message["moves"])} if message["moves"] else {"m": "roll"}
        elif kind == "over":
            return print("places:", message["places"])
        elif kind == "trouble" or (kind == "refused" and message["code"] != "late"):
            sys.exit(message["says"])
        if answer:
            number += 1
            wire.send(json.dumps({"v": message["v"], **answer, "id": number}).encode())


if __name__ == "__main__":
    if len(sys.argv) != 4 and sys.argv[2:3] != ["--make"]:
        sys.exit(__doc__)
    address, table, hosts = sys.argv[1], sys.argv[2], sys.argv[2] == "--make"
    device = base64.urlsafe_b64encode(os.urandom(18)).decode()  # the secret: keep it to come back to the same seat
    if hosts:
        wanted = json.dumps({"device": device, "rules": sys.argv[3], "seats": 2}).encode()
        table = json.load(urllib.request.urlopen(f"http://{address}/api/tables", wanted))["table"]
        print("table", table, flush=True)
    play(address, device, table, sys.argv[-1], hosts)
