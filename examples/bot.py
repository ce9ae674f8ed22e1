#!/usr/bin/env python3
"""A program that plays at a table on line, by docs/protocol.md; it knows no rule: the server tells it what it may do.

usage: bot.py HOST:PORT TABLE NAME              TABLE: the name of a table
       bot.py HOST:PORT --make RULES NAME       makes a table of two, prints its name, starts when both seats are taken
"""
import base64, json, os, random, socket, struct, sys, urllib.request


class Wire:
    """A WebSocket, as little of it as is needed."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        if b" 101 " not in self.stream.readline():
            sys.exit("no WebSocket there")
        while self.stream.readline().strip():
            pass

    def send(self, opcode, body):
        size = bytes([128 + len(body)]) if len(body) < 126 else struct.pack(">BH", 254, len(body))
        self.socket.sendall(bytes([128 + opcode]) + size + bytes(4) + body)  # a mask of zeros changes nothing

    def messages(self):
        while head := self.stream.read(2):
            size = {126: lambda: struct.unpack(">H", self.stream.read(2))[0],
                    127: lambda: struct.unpack(">Q", self.stream.read(8))[0]}.get(head[1], lambda: head[1])()
            body = self.stream.read(size)
            if head[0] & 15 == 9:
                self.send(10, body)  # a ping is answered by a pong
            elif head[0] & 15 == 1:
                yield json.loads(body)


def make(address, device, rules):
    asked = json.dumps({"device": device, "rules": rules, "seats": 2}).encode()
    table = json.load(urllib.request.urlopen(f"http://{address}/api/tables", asked))["table"]
    print("table", table, flush=True)
    return table


def play(address, device, table, name, hosts):
    wire, number = Wire(address), random.randrange(10**6)
    wire.send(1, json.dumps({"m": "hello", "device": device, "table": table, "moves": True}).encode())
    for message in wire.messages():
        answer = {}
        if message["m"] == "table" and message["you"] < 0:
            answer = {"m": "sit", "name": name, "robot": True}
        elif message["m"] == "sat" and message["seat"] == 1 and hosts:
            answer = {"m": "start"}
        elif message["m"] == "choices":
            answer = {"m": "move", "move": random.choice(message["moves"])} if message["moves"] else {"m": "roll"}
        elif message["m"] == "over":
            return print("places:", message["places"])
        elif message["m"] == "trouble" or (message["m"] == "refused" and message["code"] != "late"):
            sys.exit(message["says"])
        if answer:
            number += 1
            wire.send(1, json.dumps({"v": message["v"], **answer, "id": number}).encode())


if __name__ == "__main__":
    if len(sys.argv) != 4 and sys.argv[2:3] != ["--make"]:
        sys.exit(__doc__)
    device = base64.urlsafe_b64encode(os.urandom(18)).decode()  # the secret: keep it to come back to the same seat
    table = make(sys.argv[1], device, sys.argv[3]) if sys.argv[2] == "--make" else sys.argv[2]
    play(sys.argv[1], device, table, sys.argv[-1], sys.argv[2] == "--make")
