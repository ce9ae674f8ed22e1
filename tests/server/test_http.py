#!/usr/bin/env python3
"""Black-box tests of `dada serve`: pages, fields, refusals, limits, arguments, end.

usage: test_http.py DADA [--long]      --long also waits for the limit on one exchange (a minute)

Every connection goes to the loopback. The last line is "N passed, N failed".
"""
import gzip
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from runner import run as run_all

POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
          "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
SECURITY = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin"}
TYPES = {"/": "text/html; charset=utf-8", "/app.js": "text/javascript; charset=utf-8",
         "/chunk.js": "text/javascript; charset=utf-8", "/room.js": "text/javascript; charset=utf-8",
         "/style.css": "text/css; charset=utf-8", "/dada.wasm": "application/wasm", "/icon.svg": "image/svg+xml",
         "/lang/fr.json": "application/json", "/lang/en.json": "application/json",
         "/lang/es.json": "application/json", "/lang/rules.fr.json": "application/json",
         "/lang/rules.en.json": "application/json", "/lang/rules.es.json": "application/json",
         "/license.txt": "text/plain; charset=utf-8"}


class Server:
    """`dada serve` on a free port, until the block ends."""

    def __init__(self, dada, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.command = [dada, "serve", "--port", "0", "--data", self.folder.name, *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                break
        found = re.search(r"http://localhost:(\d+)", "".join(self.said))
        assert found, "no address printed: " + "".join(self.said) + self.process.stderr.read()
        self.port = int(found.group(1))
        return self

    def __exit__(self, *_):
        self.end()
        self.folder.cleanup()

    def end(self, number=signal.SIGTERM):
        """Sends the signal and gives the exit status and what was written to stderr."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            errors = self.process.communicate(timeout=20)[1]
        except ValueError:  # ended before
            errors = ""
        return self.process.returncode, errors

    def ask(self, path, method="GET", host="127.0.0.1", **fields):
        """One request on a connection of its own: status, fields, body."""
        link = http.client.HTTPConnection(host, self.port, timeout=10)
        link.request(method, path, headers={k.replace("_", "-"): v for k, v in fields.items()})
        answer = link.getresponse()
        body = answer.read()
        link.close()
        return answer.status, answer.headers, body

    def raw(self, data, seconds=10):
        """Sends bytes; all that comes back until the server closes, or the time is over."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as link:
            try:
                link.sendall(data)
            except OSError:
                pass  # closed before all was sent: the answer may still be there
            got = b""
            try:
                while chunk := link.recv(65536):
                    got += chunk
            except OSError:
                pass
            return got


def test_pages(dada):
    """Every page: type, cache, security fields; gzip to those who take it, the same bytes to those who don't."""
    with Server(dada) as server:
        for path, kind in TYPES.items():
            status, fields, plain = server.ask(path)
            assert status == 200, f"{path}: {status}"
            assert fields["Content-Type"] == kind, f"{path}: {fields['Content-Type']}"
            assert fields["Cache-Control"] == "no-cache" and fields["Content-Encoding"] is None, path
            assert int(fields["Content-Length"]) == len(plain) > 0, path
            for name, value in SECURITY.items():
                assert fields[name] == value, f"{path}: {name}: {fields[name]}"
            assert fields["Permissions-Policy"], path
            _, packed_fields, packed = server.ask(path, Accept_Encoding="br, gzip")
            if fields["Vary"]:
                assert fields["Vary"] == packed_fields["Vary"] == "Accept-Encoding", path
                assert packed_fields["Content-Encoding"] == "gzip" and len(packed) < len(plain), path
                assert gzip.decompress(packed) == plain, path
                assert packed_fields["ETag"] != fields["ETag"], path
            else:
                assert packed == plain, path
        assert server.ask("/?game=ludo")[2] == server.ask("/")[2], "a query does not change the page"


def test_accept_encoding(dada):
    """The list of encodings is read, weights and letters' case included."""
    with Server(dada) as server:
        for accepted, packed in {"gzip": 1, "GZIP": 1, "deflate, gzip;q=0.5": 1, "*": 1, "gzip;q=0": 0, "gzip; q=0.0": 0,
                                 "br": 0, "xgzip": 0, "gzipped": 0, "identity": 0, ",,;": 0, "br;q=0, gzip": 1}.items():
            got = server.ask("/license.txt", Accept_Encoding=accepted)[1]["Content-Encoding"] == "gzip"
            assert got == bool(packed), accepted


def test_not_modified(dada):
    """A known copy is answered by 304 without bytes, each form by its own tag; others are sent."""
    with Server(dada) as server:
        for encoding in ("identity", "gzip"):
            etag = server.ask("/license.txt", Accept_Encoding=encoding)[1]["ETag"]
            for known in (etag, "W/" + etag, f'"other", {etag}', "*"):
                status, fields, body = server.ask("/license.txt", Accept_Encoding=encoding, If_None_Match=known)
                assert (status, body, fields["ETag"]) == (304, b"", etag), f"{encoding} {known}: {status}"
                assert fields["Content-Security-Policy"] == POLICY and fields["Cache-Control"] == "no-cache"
            for unknown in ('"other"', etag[:-2] + '"', etag.strip('"'), ""):
                assert server.ask("/license.txt", Accept_Encoding=encoding, If_None_Match=unknown)[0] == 200, unknown


def test_health(dada):
    with Server(dada) as server:
        status, fields, body = server.ask("/healthz")
        assert (status, body) == (200, b"ok\n") and fields["Cache-Control"] == "no-store"


def test_head(dada):
    """HEAD has the fields of GET and no bytes."""
    with Server(dada) as server:
        for path in ("/", "/dada.wasm", "/healthz"):
            _, whole, body = server.ask(path)
            status, fields, nothing = server.ask(path, "HEAD")
            assert status == 200 and nothing == b"" and int(fields["Content-Length"]) == len(body), path
            assert fields["ETag"] == whole["ETag"] and fields["Content-Type"] == whole["Content-Type"], path


def test_refusals(dada):
    """Unknown paths are 404, other methods 405; both with the security fields."""
    with Server(dada) as server:
        for path in ("/nothing", "/index.html/", "//", "/../etc/passwd", "/%2e%2e/etc/passwd", "/lang/", "/app.js%00", "/app%2ejs"):
            status, fields, _ = server.ask(path)
            assert status == 404 and fields["Content-Security-Policy"] == POLICY, f"{path}: {status}"
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"):
            status, fields, _ = server.ask("/", method)
            assert status == 405 and fields["Allow"] == "GET, HEAD", f"{method}: {status}"
            assert fields["Content-Security-Policy"] == POLICY, method
        posted = server.raw(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 100000)
        assert posted.startswith(b"HTTP/1.1 405 "), posted[:60]


def test_keep_alive(dada):
    """Many requests on one connection, unchanged pages and errors between them: each answer where it belongs."""
    with Server(dada) as server:
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        etag = None
        for _ in range(50):
            for path, status in (("/license.txt", 200), ("/license.txt", 304), ("/nothing", 404), ("/healthz", 200)):
                link.request("GET", path, headers={"If-None-Match": etag} if status == 304 else {})
                answer = link.getresponse()
                answer.read()
                assert answer.status == status, f"{path}: {answer.status}"
                etag = answer.headers["ETag"] if path == "/license.txt" else etag
                assert not answer.will_close, "closed after " + path
        link.close()
        both = server.raw(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" * 2 + b"GET /healthz HTTP/1.0\r\n\r\n")
        assert both.count(b"\r\n\r\nok\n") == 3, both


def test_broken_requests(dada):
    """Bytes that are no request, huge lines and fields: refused or closed, and the server goes on."""
    with Server(dada) as server:
        for name, data in {
            "noise": bytes(range(256)) * 8,
            "no request": b"\r\n" * 1000 + b"hello\r\n\r\n",
            "huge path": b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
            "huge field": b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 200000 + b"\r\n\r\n",
            "many fields": b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 20000 + b"\r\n",
            "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500,
            "bad length": b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "body": b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
            "chunks": b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            "no host": b"GET / HTTP/1.1\r\n\r\n",
        }.items():
            got = server.raw(data, 2)
            assert not got or re.match(rb"HTTP/1\.[01] [245]\d\d ", got), f"{name}: {got[:60]}"
            if name.startswith(("huge", "many")):
                assert re.match(rb"HTTP/1\.[01] 4\d\d ", got) or not got, f"{name}: {got[:60]}"
            assert server.ask("/healthz")[0] == 200, f"after {name}"


def test_slow_clients(dada):
    """Clients that send a byte now and then, or never read, do not keep others waiting."""
    with Server(dada) as server:
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
        for link in slow[:25]:
            link.sendall(b"GET /app.js HTTP/1.1\r\nHost: a\r\n" * 1 + b"\r\n")  # and never reads
        began = time.monotonic()
        for _ in range(10):
            for link in slow[25:]:
                link.sendall(b"G")
            assert server.ask("/")[0] == 200
        assert time.monotonic() - began < 5
        for link in slow:
            link.close()
        assert server.ask("/healthz")[0] == 200


def healthy(server):
    """Whether /healthz is answered within five seconds, however often it takes."""
    for _ in range(50):
        try:
            if server.ask("/healthz")[0] == 200:
                return True
        except OSError:
            pass
        time.sleep(0.1)
    return False


def test_many_connections(dada):
    """More connections than the limit of one address: those that wait longest make room, new ones are served at once."""
    with Server(dada) as server:
        links = []
        for _ in range(1100):
            links.append(socket.create_connection(("127.0.0.1", server.port), timeout=10))
        began = time.monotonic()
        assert healthy(server) and time.monotonic() - began < 3, "new ones wait"
        links[0].settimeout(1)
        assert links[0].recv(4096) == b"", "the oldest idle connection is closed"
        for link in links:
            link.close()
        assert healthy(server), "no answer after the crowd left"
        assert server.end() == (0, "")


def test_half_requests(dada):
    """A thousand half requests keep nobody waiting."""
    with Server(dada) as server:
        links = []
        for k in range(1000):
            links.append(socket.create_connection((f"127.0.0.1", server.port), timeout=10,
                                                  source_address=(f"127.0.1.{k % 100 + 1}", 0)))
            links[-1].sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: ")
        began = time.monotonic()
        for _ in range(20):
            assert server.ask("/healthz")[0] == 200
        assert time.monotonic() - began < 2, time.monotonic() - began
        for link in links:
            link.close()


def test_arguments_after_question_mark(dada):
    """Some are taken; thousands are refused with a status, not in silence."""
    with Server(dada) as server:
        assert server.ask("/?" + "&".join(f"a{k}={k}" for k in range(90)))[0] == 200
        for n in (150, 300, 2000):
            got = server.raw(b"GET /?" + b"a&" * n + b" HTTP/1.1\r\nHost: a\r\n\r\n", 3)
            assert got.startswith(b"HTTP/1.1 414 ") and got.count(b"HTTP/1.1") == 1, f"{n}: {got[:80]}"


def test_bad_lengths(dada):
    """A Content-Length that is no number is refused, and the connection ends with the refusal."""
    with Server(dada) as server:
        for length in (b"-1", b"x", b"99999999999999999999999", b"1, 2"):
            for path in (b"/", b"/nothing"):
                got = server.raw(b"GET " + path + b" HTTP/1.1\r\nHost: a\r\nContent-Length: " + length +
                                 b"\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", 3)
                assert re.match(rb"HTTP/1.1 4\d\d ", got) and b"ok\n" not in got, f"{length}: {got}"


def test_both_families(dada):
    """IPv4 and, where the machine has it, IPv6."""
    with Server(dada) as server:
        assert server.ask("/healthz", host="127.0.0.1")[0] == 200
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            return  # no IPv6 here
        assert server.ask("/healthz", host="::1")[0] == 200


def test_addresses(dada):
    """What is printed: this machine's address; the phone's, with a QR code only where asked."""
    with Server(dada) as server:
        text = "".join(server.said)
        assert "on this machine:" in text and "on a phone:" in text and "\033" not in text and "█" not in text
        phone = re.search(r"on a phone:\s+http://(\d+\.\d+\.\d+\.\d+):(\d+)", text)
        assert phone is None or (int(phone.group(2)) == server.port and not phone.group(1).startswith("127."))
    with Server(dada, "--qr") as server:
        text = "".join(server.said)
        assert ("█" in text) == ("http://" in text.split("on a phone:")[1])


def run(dada, *arguments):
    done = subprocess.run([dada, *arguments], capture_output=True, text=True, timeout=20)
    return done.returncode, done.stdout, done.stderr


def test_arguments(dada):
    """Wrong arguments are named in one line, status 2; help is help."""
    for arguments in (("--port",), ("--port", ""), ("--port", "x"), ("--port", "65536"), ("--port", "-1"),
                      ("--port", "80 80"), ("--port", "99999999999999999999"), ("--bogus",), ("extra",)):
        status, out, errors = run(dada, "serve", *arguments)
        assert status == 2 and out == "" and errors.count("\n") == 1, f"{arguments}: {status} {errors}"
        assert errors.startswith("dada serve: ") and arguments[-1] in errors, errors
    status, out, errors = run(dada, "serve", "--help")
    assert status == 0 and "--port" in out and errors == ""


def test_port_in_use(dada):
    with Server(dada) as server:
        status, out, errors = run(dada, "serve", "--port", str(server.port))
        assert status == 1 and out == "" and errors.count("\n") == 1, errors
        assert str(server.port) in errors and "in use" in errors, errors
    with socket.create_server(("0.0.0.0", 0)) as other:  # taken on IPv4 only
        status, _, errors = run(dada, "serve", "--port", str(other.getsockname()[1]))
        assert status == 1 and "in use" in errors, errors


def test_ends(dada):
    """SIGTERM and SIGINT: status 0, nothing on stderr, the port free at once, also with clients connected."""
    for number in (signal.SIGTERM, signal.SIGINT):
        with Server(dada) as server:
            idle = socket.create_connection(("127.0.0.1", server.port))
            assert server.ask("/healthz")[0] == 200
            began = time.monotonic()
            assert server.end(number) == (0, ""), number
            assert time.monotonic() - began < 5
            idle.close()
            with socket.create_server(("127.0.0.1", server.port)):
                pass


def test_long_exchange(dada):
    """A client that sends a byte every few seconds is cut off after a minute."""
    with Server(dada) as server:
        link = socket.create_connection(("127.0.0.1", server.port), timeout=3)
        began = time.monotonic()
        link.sendall(b"GET / HTTP/1.1\r\nX: ")
        while time.monotonic() - began < 90:
            try:
                link.sendall(b"a")
                if link.recv(1000) == b"":
                    break
            except socket.timeout:
                continue
            except OSError:
                break
        assert 55 < time.monotonic() - began < 75, time.monotonic() - began


def main(dada, long):
    elsewhere = tempfile.TemporaryDirectory()  # what a server without --data would keep
    os.environ["XDG_DATA_HOME"] = elsewhere.name
    return run_all(globals(), (dada,), long=long)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], "--long" in sys.argv[2:]))
