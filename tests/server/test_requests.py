#!/usr/bin/env python3
"""Black-box tests of server/net: requests that aren't pages, and TLS.

usage: test_requests.py ECHO [--long]      ECHO: the program made of echo.c; --long also waits for limits of a minute

Every connection goes to the loopback. The last line is "N passed, N failed".
"""
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile

from runner import run
from websocket import CLOSE, Echo, ask, eventually, request, unharmed


def test_requests(echo):
    """Bodies come back; answers come at once or later; arguments and fields are read; policy on all of it."""
    with Echo(echo) as server:
        for body in (b"", b"hello", b"x" * 16384, bytes(range(256))):
            link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            link.request("POST", "/api/echo", body=body)
            answer = link.getresponse()
            assert (answer.status, answer.read()) == (200, body), len(body)
            assert answer.headers["Cache-Control"] == "no-store" and answer.headers["Content-Security-Policy"]
            link.close()
        assert ask(server, "/api/later")[2] == "later"
        assert ask(server, "/api/query?x=a%20b%2Bc+d", X_Test="t")[2] == "GET a b+c d t"
        assert ask(server, "/api/query?x=%00", "POST")[2] == "POST - -"
        assert ask(server, "/api/query?y=1&x=", "POST")[2] == "POST  -"
        assert ask(server, "/api/none")[0] == 404
        status, fields, body = ask(server, "/api/echo", "HEAD")
        assert (status, body) == (200, "")


def test_refused_requests(echo):
    """Too long a body is 413, also in chunks and unannounced; other methods 405; pages take no POST."""
    with Echo(echo) as server:
        assert ask(server, "/api/echo", "POST", b"x" * 16385)[0] == 413
        assert ask(server, "/api/echo", "POST", b"x" * 200000)[0] == 413
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        link.request("POST", "/api/echo", body=iter([b"x" * 1000] * 20), encode_chunked=True,
                     headers={"Transfer-Encoding": "chunked"})
        assert link.getresponse().status == 413
        link.close()
        link = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        link.sendall(b"POST /api/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            for _ in range(2000):
                link.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
        except OSError:
            pass
        else:
            raise AssertionError("an endless body is read to its end")
        for method in ("PUT", "DELETE", "OPTIONS"):
            status, fields, _ = ask(server, "/api/echo", method)
            assert (status, fields["Allow"]) == (405, "GET, HEAD, POST"), method
        assert ask(server, "/", "POST")[0] == ask(server, "/t/ABC", "POST")[0] == ask(server, "/ws", "POST")[0] == 405


def test_paths_with_a_star(echo):
    with Echo(echo) as server:
        for path in ("/t/", "/t/ABC123", "/t/a/b"):
            status, fields, body = ask(server, path)
            assert (status, body, fields["ETag"]) == (200, "a page\n", '"1"'), path
        assert ask(server, "/t")[0] == ask(server, "/T/a")[0] == 404


def test_unanswered(echo):
    """Requests that get no answer keep nobody waiting, whether their client waits or goes."""
    with Echo(echo) as server:
        links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
        for link in links:
            link.sendall(b"GET /api/never HTTP/1.1\r\nHost: a\r\n\r\n")
        for link in links[:25]:
            link.close()
        links[30].sendall(b"x" * 100000)
        unharmed(server)
        assert ask(server, "/api/later")[2] == "later"


def test_long_unanswered(echo):
    """After a minute without an answer the client is told."""
    with Echo(echo) as server:
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=80)
        link.request("GET", "/api/never")
        assert link.getresponse().status == 503
        link.close()


def test_tls(echo):
    """Pages, requests and WebSockets over TLS."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-keyout", key, "-out", certificate], check=True, capture_output=True)
        trust = ssl.create_default_context(cafile=certificate)
        trust.check_hostname = False
        wrap = trust.wrap_socket
        with Echo(echo, "--tls", certificate, key) as server:
            link = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=10, context=trust)
            link.request("GET", "/api/peer")
            assert link.getresponse().read() == b"127.0.0.1 encrypted"
            link.close()
            links = [server.open(wrap=wrap) for _ in range(10)]
            for k, link in enumerate(links):
                link.send(f"hello {k}" + "x" * 3000)
            for k, link in enumerate(links):
                assert link.receive() == f"hello {k}" + "x" * 3000
            links[0].send("flood 150")
            for _ in range(150):
                assert links[0].receive() == "x" * 1024
            links[1].send(b"\x03\xe8", opcode=CLOSE)
            assert links[1].code() == 1000 and links[1].ends()
            links[2].send("drop me")
            assert links[2].code() == 4000
            links[3].link.close()
            assert eventually(lambda: tls_members(server, trust) == 7), tls_members(server, trust)
            with socket.create_connection(("127.0.0.1", server.port)) as plain:
                plain.sendall(request(server.port))
            half = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
            for k, link in enumerate(half):
                link.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[:k])
            slow = server.open(wrap=wrap, receive_bytes=4096)
            for _ in range(20):
                slow.send("flood 500")
            assert eventually(lambda: tls_members(server, trust) == 7), "one that doesn't read stays"
            links[5].reset()
            assert eventually(lambda: tls_members(server, trust) == 6)
            links[4].send("still")
            assert links[4].receive() == "still"
        for bad in (("/nowhere", key), (certificate, "/nowhere"), (key, certificate), (certificate, certificate)):
            done = subprocess.run([echo, "--tls", *bad], capture_output=True, text=True, timeout=20)
            assert done.returncode == 1 and done.stderr.count("\n") == 1, f"{bad}: {done}"


def tls_members(server, trust):
    link = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=10, context=trust)
    link.request("GET", "/api/totals")
    got = json.loads(link.getresponse().read())["members"]
    link.close()
    return got


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tests = dict(globals())
    if not shutil.which("openssl"):
        print("test_tls: left out, as there is no openssl to make a certificate")
        del tests["test_tls"]
    sys.exit(run(tests, (sys.argv[1],), long="--long" in sys.argv))
