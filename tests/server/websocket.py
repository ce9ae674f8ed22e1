"""WebSockets by hand, for tests: raw sockets, frames as any client could send them, honest or not."""
import base64
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
KEY = base64.b64encode(bytes(range(16))).decode()


def frame(payload=b"", opcode=TEXT, fin=True, masked=True, rsv=0, announced=None, mask=None):
    """One frame; `announced` is a length other than the payload's."""
    if isinstance(payload, str):
        payload = payload.encode()
    n = len(payload) if announced is None else announced
    head = bytes([fin << 7 | rsv << 4 | opcode])
    flag = 0x80 if masked else 0
    if n < 126:
        head += bytes([flag | n])
    elif n < 65536:
        head += bytes([flag | 126]) + struct.pack(">H", n)
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", n)
    if not masked:
        return head + payload
    mask = mask or os.urandom(4)
    stream = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return head + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(payload), "big")


def request(port, path="/ws", **fields):
    """A handshake; a field that is None is left out."""
    whole = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": KEY,
             "Sec-WebSocket-Version": "13"}
    whole.update({name.replace("_", "-"): value for name, value in fields.items()})
    lines = [f"GET {path} HTTP/1.1"]
    for name, value in whole.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                lines.append(f"{name}: {one}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Closed(Exception):
    """The connection has ended; `code` is that of its close frame, None without one."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


class Link:
    """A client's end."""

    def __init__(self, port, source=None, wrap=None, behind=b"", receive_bytes=None, **fields):
        self.link = socket.socket()
        if receive_bytes:
            self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        if source:
            self.link.bind((source, 0))
        self.link.settimeout(10)
        self.link.connect(("127.0.0.1", port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if wrap:
            self.link = wrap(self.link)
        self.got = b""
        self.link.sendall(request(port, **fields) + behind)
        while b"\r\n\r\n" not in self.got:
            chunk = self.link.recv(65536)
            if not chunk:
                raise Closed()
            self.got += chunk
        self.answer, self.got = self.got.split(b"\r\n\r\n", 1)
        self.status = int(self.answer.split(b" ", 2)[1])

    def raw(self, data):
        """Sends bytes; whether the other side took them."""
        try:
            self.link.sendall(data)
            return True
        except OSError:
            return False

    def send(self, payload, **how):
        return self.raw(frame(payload, **how))

    def need(self, n):
        while len(self.got) < n:
            try:
                chunk = self.link.recv(65536)
            except ConnectionResetError:
                chunk = b""
            if not chunk:
                raise Closed()
            self.got += chunk

    def frame(self, seconds=10):
        """The next frame: opcode and payload. It must be one that a server may send."""
        self.link.settimeout(seconds)
        self.need(2)
        assert self.got[0] & 0x70 == 0 and self.got[0] & 0x80, "fragment or reserved bits from the server"
        assert self.got[1] & 0x80 == 0, "masked by the server"
        n, head = self.got[1], 2
        if n == 126:
            self.need(4)
            n, head = struct.unpack(">H", self.got[2:4])[0], 4
        elif n == 127:
            self.need(10)
            n, head = struct.unpack(">Q", self.got[2:10])[0], 10
        self.need(head + n)
        opcode, payload, self.got = self.got[0] & 15, self.got[head:head + n], self.got[head + n:]
        return opcode, payload

    def receive(self, seconds=10, pong=True):
        """The next text; pings are answered, a close frame is raised."""
        end = time.monotonic() + seconds
        while True:
            opcode, payload = self.frame(max(0.01, end - time.monotonic()))
            if opcode == TEXT:
                return payload.decode()
            if opcode == PING and pong:
                self.send(payload, opcode=PONG)
            elif opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                raise Closed(code, payload[2:].decode())

    def code(self, seconds=10):
        """The code with which the server closes; texts before it are skipped."""
        try:
            while True:
                self.receive(seconds)
        except Closed as closed:
            return closed.code

    def ends(self, seconds=5):
        """Whether the server has ended the stream too, within so long."""
        self.link.settimeout(seconds)
        try:
            while self.link.recv(65536):
                pass
        except ConnectionResetError:
            return True
        except OSError:
            return False
        return True

    def reset(self):
        """Ends it as a killed program's is: RST."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.close()

    def close(self):
        self.link.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def accepted(key=KEY):
    return base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


class Echo:
    """The echo program on a free port. At the end of the block it must have ended by SIGTERM, status 0, silent."""

    def __init__(self, program, *options, descriptors=None):
        self.command = [program, *options]
        if descriptors:
            self.command = ["sh", "-c", f'ulimit -n {descriptors}; exec "$0" "$@"', *self.command]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        found = re.match(r"port (\d+)$", said)
        assert found, said + self.process.stderr.read()
        self.port = int(found.group(1))
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        errors = self.process.communicate(timeout=30)[1]
        if kind is None:
            assert self.process.returncode == 0 and errors == "", f"end: {self.process.returncode} {errors[-3000:]}"
        elif errors:
            print(errors[-3000:])

    def open(self, **how):
        link = Link(self.port, **how)
        assert link.status == 101, link.answer
        return link

    def status(self, **how):
        """The status of a handshake."""
        with Link(self.port, **how) as link:
            return link.status

    def resident(self):
        """Bytes in memory."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1)) * 1024

    def seconds(self):
        """Processor time so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(server, path, method="GET", body=None, source=None, **fields):
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10,
                                      source_address=(source, 0) if source else None)
    link.request(method, path, body=body, headers={k.replace("_", "-"): v for k, v in fields.items()})
    answer = link.getresponse()
    got = answer.read()
    link.close()
    return answer.status, answer.headers, got.decode()


def totals(server):
    return json.loads(ask(server, "/api/totals", source="127.0.0.77")[2])


def eventually(what, seconds=5):
    """Whether it becomes true."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def unharmed(server):
    """A newcomer is served at once."""
    began = time.monotonic()
    with server.open() as link:
        link.send("still here")
        assert link.receive() == "still here"
    assert time.monotonic() - began < 3, "slow"
