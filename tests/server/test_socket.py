#!/usr/bin/env python3
"""Black-box tests of server/net: WebSockets, mostly of clients that mean no good.

usage: test_socket.py ECHO [WORD]      ECHO: the program made of echo.c; WORD: only the tests whose name holds it

Every connection goes to the loopback. The last line is "N passed, N failed".
"""
import socket
import sys
import threading
import time

from runner import run
from websocket import BINARY, CLOSE, PING, PONG, Closed, Echo, Link, accepted, ask, eventually, frame, request, totals, unharmed

LONGEST = 4096  # NET_MESSAGE_MAX


# --- the handshake ---


def test_handshake(echo):
    """The answer to a good one, byte for byte where it matters; a frame sent along with it is read."""
    with Echo(echo) as server:
        with server.open(behind=frame("early") + frame("bird")) as link:
            assert link.answer.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
            fields = link.answer.decode().lower()
            assert "upgrade: websocket" in fields and "connection: upgrade" in fields
            assert f"Sec-WebSocket-Accept: {accepted()}" in link.answer.decode()
            assert "sec-websocket-extensions" not in fields
            assert [link.receive(), link.receive()] == ["early", "bird"]
        with server.open(Connection="keep-alive, UpGrade", Upgrade="WebSocket") as link:
            link.send("x")
            assert link.receive() == "x"


def test_handshake_faults(echo):
    with Echo(echo) as server:
        for status, fields in (
                (426, {"Upgrade": None}), (426, {"Upgrade": "h2c"}), (426, {"Upgrade": "websockets"}),
                (426, {"Sec_WebSocket_Version": None}), (426, {"Sec_WebSocket_Version": "8"}),
                (426, {"Sec_WebSocket_Version": "13, 8"}), (426, {"Sec_WebSocket_Version": ""}),
                (400, {"Connection": None}), (400, {"Connection": "close"}),
                (400, {"Sec_WebSocket_Key": None}), (400, {"Sec_WebSocket_Key": ""}), (400, {"Sec_WebSocket_Key": "x" * 24}),
                (400, {"Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAAA="}), (400, {"Sec_WebSocket_Key": "A" * 22 + "==A"}),
                (400, {"Sec_WebSocket_Key": "!" * 22 + "=="}), (400, {"Sec_WebSocket_Key": "A" * 10000})):
            assert server.status(**fields) == status, f"{fields}: not {status}"
        with Link(server.port, Sec_WebSocket_Version="7") as link:
            assert b"Sec-WebSocket-Version: 13" in link.answer
        assert ask(server, "/ws")[0] == 426
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as link:
            link.sendall(request(server.port).replace(b"HTTP/1.1", b"HTTP/1.0"))
            assert not link.recv(4096).startswith(b"HTTP/1.1 101")
        unharmed(server)


def test_origin(echo):
    """Only pages of the host that is asked may connect; programs tell no origin."""
    with Echo(echo) as server:
        own = f"127.0.0.1:{server.port}"
        for origin, status in ((f"http://{own}", 101), (f"https://{own}", 101), (f"HTTP://{own}", 101), ("null", 403),
                               ("http://evil.example", 403), (own, 403), (f"http://{own}.evil.example", 403),
                               (f"http://evil.example/{own}", 403), (f"http://{own}/", 403), ("", 403),
                               ("http://127.0.0.1", 403), ("file://", 403), (f"ftp://{own}", 403)):
            assert server.status(Origin=origin) == status, origin
        assert server.status(Origin="http://", Host="") in (400, 403)
    with Echo(echo, "--origin", "https://dada.example") as server:
        assert server.status(Origin="https://dada.example") == 101
        assert server.status(Origin="http://dada.example") == 403
        assert server.status(Origin="https://dada.example.evil.example") == 403


def test_forged_proxy_fields(echo):
    """What a proxy would tell is believed from the trusted one alone, and of it only the last entry."""
    forged = {"X_Forwarded_For": "1.2.3.4", "X_Forwarded_Proto": "https"}

    def peer(server, **how):
        with server.open(**how) as link:
            link.send("peer")
            said = link.receive()
        source = how.pop("source", None)
        fields = {k: v for k, v in how.items() if not isinstance(v, list)}
        if len(fields) == len(how):
            assert ask(server, "/api/peer", source=source, **fields)[2] == said
        return said

    with Echo(echo) as server:
        assert peer(server, **forged) == "127.0.0.1"
    with Echo(echo, "--proxy", "127.0.0.9") as server:
        assert peer(server, **forged) == "127.0.0.1"
        assert peer(server, source="127.0.0.9", **forged) == "1.2.3.4 encrypted"
        for told, read in {"9.9.9.9, 1.2.3.4": "1.2.3.4", "evil,  5.6.7.8 ": "5.6.7.8", "5.6.7.8:99": "5.6.7.8",
                           "2001:db8::1": "2001:db8::1", "[2001:db8::1]:5": "2001:db8::1", "1.2.3.4, evil": "127.0.0.9",
                           "": "127.0.0.9", ",": "127.0.0.9", "1.2.3.4 x": "127.0.0.9", "x" * 500: "127.0.0.9",
                           "::ffff:1.2.3.4": "1.2.3.4"}.items():
            assert peer(server, source="127.0.0.9", X_Forwarded_For=told) == read, told
        assert peer(server, source="127.0.0.9", X_Forwarded_For=["6.6.6.6", "1.2.3.4"]) == "1.2.3.4"
        assert peer(server, source="127.0.0.9") == "127.0.0.9"


def test_limit_of_an_address(echo):
    """One address holds so many connections, through the proxy too; others are served."""
    with Echo(echo, "--per-address", "20", "--proxy", "127.0.0.9") as server:
        held = [server.open(source="127.0.0.2") for _ in range(20)]
        try:
            assert server.status(source="127.0.0.2") != 101
        except (Closed, OSError):
            pass
        held.append(server.open(source="127.0.0.3"))
        through = [server.open(source="127.0.0.9", X_Forwarded_For="1.1.1.1") for _ in range(20)]
        assert server.status(source="127.0.0.9", X_Forwarded_For="1.1.1.1") == 429
        through.append(server.open(source="127.0.0.9", X_Forwarded_For="1.1.1.2"))
        held.pop(0).close()
        assert eventually(lambda: totals(server)["connections"] == len(held) + len(through))
        with server.open(source="127.0.0.2") as link:
            link.send("again")
            assert link.receive() == "again"
        for link in held + through:
            link.close()
    with Echo(echo, "--per-second", "5") as server:  # a burst of 20
        refused = 0
        for _ in range(60):
            try:
                socket.create_connection(("127.0.0.1", server.port)).close()
            except OSError:
                refused += 1
        assert eventually(lambda: totals(server)["refused"] > 20) and refused < 60


# --- frames ---


def test_echo(echo):
    """Every length at which the head changes, empty ones, characters of four bytes, NUL, fragments, pieces of a byte."""
    with Echo(echo) as server, server.open() as link:
        for text in ("", "a", "x" * 125, "x" * 126, "x" * LONGEST, "é€𝄞\0z", "\U0010ffff" * 1024, "𝄞" * 31):
            link.send(text)
            assert link.receive() == text
            link.send(text.encode()[:5], fin=False)
            link.send(text.encode()[5:], opcode=0)
            assert link.receive() == text
        for byte in frame("byte by byte"):
            link.raw(bytes([byte]))
        assert link.receive() == "byte by byte"
        link.raw(b"".join(frame(f"{k}") for k in range(50)))
        assert [link.receive() for _ in range(50)] == [f"{k}" for k in range(50)]
        link.send("a", fin=False)
        link.send("between", opcode=PING)
        link.send("b", opcode=0, fin=False)
        link.send("", opcode=0)
        assert link.frame() == (PONG, b"between") and link.receive() == "ab"


def test_pieces_at_each_byte(echo):
    """Three frames cut in two at each place: what is left half between two reads is taken up again."""
    with Echo(echo, "--per-second", "1000") as server:
        whole = frame("one €") + frame("x" * 200) + frame("p", opcode=PING)
        for cut in list(range(1, 32)) + list(range(len(whole) - 20, len(whole))):
            with server.open(behind=whole[:cut]) as link:
                time.sleep(0.002)
                link.raw(whole[cut:])
                assert link.receive() == "one €" and link.receive() == "x" * 200, cut
                assert link.frame() == (PONG, b"p"), cut


def test_wrong_frames(echo):
    """Each fault of a frame, with the code that RFC 6455 has for it; the stream ends after it."""
    bad_close = frame(b"\x03\xe8\xff", opcode=CLOSE)
    faults = {
        "unmasked": (1002, frame("x", masked=False)), "rsv1": (1002, frame("x", rsv=4)), "rsv2": (1002, frame("x", rsv=2)),
        "rsv3": (1002, frame("x", rsv=1)), "binary": (1003, frame(b"x", opcode=BINARY)),
        "opcode 3": (1002, frame("x", opcode=3)), "opcode 7": (1002, frame("x", opcode=7)),
        "opcode 11": (1002, frame("x", opcode=11)), "opcode 15": (1002, frame("x", opcode=15)),
        "continuation of nothing": (1002, frame("x", opcode=0)),
        "text in a text": (1002, frame("x", fin=False) + frame("y")),
        "binary in a text": (1002, frame("x", fin=False) + frame("y", opcode=BINARY)),
        "ping of 126": (1002, frame("x" * 126, opcode=PING)), "ping in pieces": (1002, frame("x", opcode=PING, fin=False)),
        "close of 126": (1002, frame(b"\x03\xe8" + b"x" * 124, opcode=CLOSE)),
        "4097 bytes": (1009, frame("x" * 4097)), "4097 in pieces": (1009, frame("x" * 4096, fin=False) + frame("x", opcode=0)),
        "1 MiB": (1009, frame("x" * (1 << 20))), "2^40 announced": (1009, frame("", announced=1 << 40)),
        "2^40 announced, one byte": (1009, frame("x", announced=1 << 40)),
        "2^63 announced": (None, frame("x", announced=1 << 63)), "64 KB announced": (1009, frame("", announced=65535)),
        "RSV, head alone": (1002, frame("", rsv=4, announced=5)), "unmasked, head alone": (1002, b"\x81\x05"),
        "length longer than needed": (1002, b"\x81\xfe\x00\x05" + b"\0" * 9),
        "not UTF-8": (1007, frame(b"\xff")), "half a character": (1007, frame("é".encode()[:1])),
        "close of one byte": (1002, frame(b"\x03", opcode=CLOSE)), "close, not UTF-8": (1007, bad_close),
    }
    with Echo(echo) as server:
        for name, (code, data) in faults.items():
            with server.open() as link:
                link.raw(data)
                got = link.code(5)
                assert got == code or (code is None and got in (1002, 1009)), f"{name}: {got}, not {code}"
                link.send("too late")
                link.close()
        assert eventually(lambda: totals(server)["members"] == 0)
        unharmed(server)


def test_utf8(echo):
    """Texts that are UTF-8 and bytes that aren't, whole, and in two fragments cut at each byte."""
    good = ["é", "€", "𝄞", "a€b", "\ud7ff\ue000", "\U0010ffff"]
    bad = [b"\x80", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xed\xbf\xbf",
           b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xff", b"\xfe",
           b"\xe2\x82", b"a\xf0\x9f\x98", b"\xe2\x28\xa1", b"\xc3\xc3"]
    with Echo(echo, "--per-second", "1000") as server:
        with server.open() as link:
            for text in good:
                data = text.encode()
                for cut in range(len(data) + 1):
                    link.raw(frame(data[:cut], fin=False) + frame(data[cut:], opcode=0))
                    assert link.receive() == text
        for data in bad:
            for cut in range(len(data) + 1):
                with server.open() as link:
                    link.raw(frame(data[:cut], fin=False) + frame(data[cut:], opcode=0))
                    assert link.code() == 1007, f"{data} cut at {cut}"


def test_many_fragments(echo):
    """64 pieces are a message; 10,000, empty ones too, are not."""
    with Echo(echo) as server:
        with server.open() as link:
            link.raw(frame("a", fin=False) + frame("a", opcode=0, fin=False) * 62 + frame("a", opcode=0))
            assert link.receive() == "a" * 64
        for piece in ("a", ""):
            with server.open() as link:
                link.raw(frame(piece, fin=False) + frame(piece, opcode=0, fin=False) * 10000)
                assert link.code() == 1008
        unharmed(server)


def test_floods(echo):
    """Pings, pongs and messages beyond their rate end the connection; what came before is answered."""
    with Echo(echo) as server:
        for opcode in (PING, PONG):
            with server.open() as link:
                link.raw(frame("x", opcode=opcode) * 5000)
                assert link.code() == 1008, opcode
        with server.open() as link:
            link.raw(frame("x") * 5000)
            got = 0
            try:
                while True:
                    assert link.receive() == "x"
                    got += 1
            except Closed as closed:
                assert closed.code == 1008 and 90 <= got <= 120, f"{closed} after {got}"
        unharmed(server)


def test_close_codes(echo):
    """A close is answered by its code, and then the stream ends; codes that may not be sent are refused."""
    with Echo(echo, "--per-second", "1000") as server:
        for code in (1000, 1001, 1003, 1007, 1011, 1014, 3000, 4000, 4999):
            with server.open() as link:
                link.send(code.to_bytes(2, "big") + "adieu é".encode(), opcode=CLOSE)
                assert link.code() == code and link.ends(), code
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65535):
            with server.open() as link:
                link.send(code.to_bytes(2, "big"), opcode=CLOSE)
                assert link.code() == 1002, code
        with server.open() as link:
            link.send("", opcode=CLOSE)
            assert link.code() == 1005 and link.ends()
        with server.open() as link:
            link.raw(frame("last") + frame(b"\x03\xe8", opcode=CLOSE) + frame("after"))
            assert link.receive() == "last" and link.code() == 1000
        assert eventually(lambda: totals(server)["members"] == 0)


def test_dropped(echo):
    """A drop by the caller: its code and reason, nothing after it, and the end also for a client that doesn't close."""
    with Echo(echo) as server:
        with server.open() as link:
            link.raw(frame("before") + frame("drop me") + frame("after"))
            assert link.receive() == "before"
            try:
                link.receive()
                raise AssertionError("a text after the drop")
            except Closed as closed:
                assert (closed.code, closed.reason) == (4000, "as asked")
            assert totals(server)["members"] == 0
            began = time.monotonic()
            while link.raw(frame("x" * 1000)) and time.monotonic() - began < 8:
                time.sleep(0.01)
            assert time.monotonic() - began < 5, "a dropped connection stays"


def test_signs_of_life(echo):
    """Pings come and measure; who answers stays, who doesn't is closed; half a frame, then silence, too."""
    with Echo(echo) as server:
        good, silent, half, trickling, forging = (server.open() for _ in range(5))
        half.raw(frame("half a message")[:9])
        trickling.raw(frame("x" * 100, mask=b"\0\0\0\0")[:10])
        began, ended, measured = time.monotonic(), {}, "-1"
        good.send("round trip")
        assert good.receive() == "-1"
        while time.monotonic() - began < 14:
            for name, link in (("silent", silent), ("half", half), ("trickling", trickling)):
                if name in ended:
                    continue
                try:
                    link.receive(0.05, pong=False)
                except Closed as closed:
                    ended[name] = (closed.code, time.monotonic() - began)
                except TimeoutError:
                    pass
            if "trickling" not in ended:
                trickling.raw(b"x")
            for link in (good, forging):
                try:
                    while True:
                        opcode, payload = link.frame(0.05)
                        assert opcode == PING and len(payload) == 8
                        link.send(payload if link is good else b"\0" * 8, opcode=PONG)
                except TimeoutError:
                    pass
        for link in (good, forging):
            link.send("round trip")
        measured = good.receive()
        assert 0 <= int(measured) < 2000, measured
        assert forging.receive() == "-1", "a pong that was not asked for is measured"
        for name in ("silent", "half", "trickling"):
            assert name in ended, f"{name} is still there"
            assert ended[name][0] == 1008 and 9 < ended[name][1] < 13, f"{name}: {ended[name]}"


# --- many, slow, killed ---


def test_slow_reader(echo):
    """One that never reads is dropped; those who read at the same time get everything at once."""
    with Echo(echo) as server:
        slow, good = server.open(receive_bytes=4096), server.open()
        for k in range(20):
            slow.send("flood 500")
            began = time.monotonic()
            good.send(f"{k}")
            assert good.receive() == f"{k}" and time.monotonic() - began < 1
        assert eventually(lambda: totals(server)["slow"] == 1 and totals(server)["members"] == 1)
        assert server.resident() < 300e6
        good.send("fine")
        assert good.receive() == "fine"


def test_slow_taker(echo):
    """One that reads slowly, but reads, gets everything in order."""
    with Echo(echo) as server, server.open(receive_bytes=4096) as link:
        link.send("flood 200")
        link.send("the end")
        for _ in range(200):
            assert link.receive() == "x" * 1024
            time.sleep(0.001)
        assert link.receive() == "the end"


def test_shared_text(echo):
    """One text to all, while some of them go."""
    with Echo(echo, "--per-address", "1000", "--per-second", "1000") as server:
        links = [server.open() for _ in range(300)]
        for link in links[::3]:
            link.reset()
        links[1].send("all together")
        for k, link in enumerate(links):
            if k % 3:
                assert link.receive() == "all together"
        for k, link in enumerate(links):
            if k % 3:
                link.close()
        assert eventually(lambda: totals(server)["members"] == 0)


def test_header_flood(echo):
    """Fields without end, at /ws and elsewhere, and clients that ask and go."""
    with Echo(echo) as server:
        for data in (request(server.port)[:-2] + b"X: y\r\n" * 50000, request(server.port)[:-2] + b"X: " + b"y" * 1000000):
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as link:
                try:
                    link.sendall(data)
                    got = link.recv(4096)
                    assert not got or got.startswith(b"HTTP/1.1 4"), got[:60]
                except OSError:
                    pass
        unharmed(server)


def test_comings_and_goings(echo):
    """Thousands opened and ended in each way; every one that was told opened is told closed, and memory stays."""
    with Echo(echo, "--per-address", "1000", "--per-second", "100000") as server:
        def some(n):
            for k in range(n):
                link = server.open(behind=frame("hello") if k % 2 else b"")
                if k % 5 == 0:
                    link.reset()
                elif k % 5 == 1:
                    link.send(b"\x03\xe8", opcode=CLOSE)
                    link.close()
                elif k % 5 == 2:
                    link.raw(frame("half")[:5])
                    link.close()
                elif k % 5 == 3:
                    link.send("flood 20")
                    link.reset()
                else:
                    link.close()

        some(500)
        assert eventually(lambda: totals(server)["members"] == 0)
        before = server.resident()
        crowd = [threading.Thread(target=some, args=(700,)) for _ in range(4)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        assert eventually(lambda: totals(server)["members"] == 0)
        now = totals(server)
        assert now["closed"] == 3300 and now["connections"] == 0, now
        most = 400e6 if "sanitizers" in echo else 10e6  # sanitizers keep what was freed
        assert server.resident() - before < most, server.resident() - before


def test_killed_in_the_handshake(echo):
    with Echo(echo, "--per-second", "100000") as server:
        for n in range(0, len(request(server.port)) + 1, 3):
            link = socket.create_connection(("127.0.0.1", server.port))
            link.sendall(request(server.port)[:n])
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            link.close()
        unharmed(server)
        assert eventually(lambda: totals(server)["members"] == 0)


def test_no_descriptor_left(echo):
    """More clients than descriptors: no spinning, no end, and all is as before when they have gone."""
    with Echo(echo, "--per-address", "1000", "--per-second", "100000", descriptors=200) as server:
        links = []
        for _ in range(400):
            link = socket.socket()
            link.settimeout(2)
            try:
                link.connect(("127.0.0.1", server.port))
                link.sendall(request(server.port))
            except OSError:
                pass
            links.append(link)
        time.sleep(0.5)
        began, used = time.monotonic(), server.seconds()
        time.sleep(1)
        assert server.seconds() - used < 0.5 * (time.monotonic() - began), "it spins"
        for link in links:
            link.close()
        assert eventually(lambda: attempt(server), 10), "no service after the crowd left"


def attempt(server):
    try:
        unharmed(server)
        return True
    except (OSError, Closed, AssertionError):
        return False


def test_end_with_clients(echo):
    """At its end it tells the clients, 1001."""
    with Echo(echo) as server:
        links = [server.open() for _ in range(20)]
        links[3].raw(frame("half")[:4])
        asked = socket.create_connection(("127.0.0.1", server.port))
        asked.sendall(b"GET /api/never HTTP/1.1\r\nHost: a\r\n\r\n")
        ask(server, "/")
    assert [link.code() for link in links] == [1001] * 20


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(run(globals(), (sys.argv[1],), *sys.argv[2:3]))
