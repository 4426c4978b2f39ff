"""What services that speak HTTP share: a server with bounds, in a thread, and names with their tokens.

`/srv/tokens`, written by the setup or seeded, is the list of tokens, a line each: `TOKEN RIGHT [WHERE ...]`. RIGHT is read, write or
admin, each with those before it; WHERE are shell patterns of what it holds for (repositories, packages, collections), all when none is
given. A line that begins with # is left out. The file is read at each question, so the setup need not tell the server.
"""
import base64
import fnmatch
import http.server
import os
import socketserver
import threading
import urllib.parse

import common

TOKENS = f"{common.SEEDED}/tokens"
RIGHTS = ("read", "write", "admin")
MOST_BODY = 32 << 20
MOST_AT_ONCE = 32


def rights_of(token, where):
    """The rights of a token for `where`."""
    for of, right, *patterns in listed():
        if of == token and any(fnmatch.fnmatchcase(where, pattern) for pattern in patterns or ["*"]):
            return RIGHTS[:RIGHTS.index(right) + 1]
    return ()


def is_known(token):
    return any(words[0] == token for words in listed())


def listed():
    if not os.path.exists(TOKENS):
        return []
    with open(TOKENS, encoding="utf-8") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    return [words for words in lines if len(words) > 1 and words[1] in RIGHTS]


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Serves in threads, a bounded number at once: who comes then waits."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address, port, handler):
        self.free = threading.Semaphore(MOST_AT_ONCE)
        super().__init__((address, port), handler)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 60}, daemon=True).start()

    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # without asking for the host's name
        self.server_name, self.server_port = self.server_address

    def process_request(self, request, client_address):
        self.free.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request, client_address):
        """A client that went away is no news."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 20
    server_version, sys_version = "httpd", ""

    def log_message(self, format, *words):
        """Nobody reads it."""

    @property
    def route(self):
        """The path's words, decoded."""
        return [urllib.parse.unquote(word) for word in urllib.parse.urlsplit(self.path).path.split("/") if word]

    @property
    def query(self):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query, keep_blank_values=True))

    def token(self):
        """From `Authorization: Bearer TOKEN`, `token TOKEN` or the password of a name; "" without one."""
        kind, _, rest = self.headers.get("Authorization", "").partition(" ")
        if kind.lower() == "basic":
            try:
                return base64.b64decode(rest).decode().partition(":")[2]
            except ValueError:
                return ""
        return rest.strip()

    def body(self):
        """None, and answered, when it is too large."""
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            parts, size = [], 0
            while length := int(self.rfile.readline(100).split(b";")[0], 16):
                size += length
                if length < 0 or size > MOST_BODY:
                    return self._too_large()
                parts.append(self.rfile.read(length))
                self.rfile.readline(10)
            self.rfile.readline(10)
            return b"".join(parts)
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= MOST_BODY:
            return self._too_large()
        return self.rfile.read(length)

    def _too_large(self):
        self.close_connection = True
        self.answer(413, b"too large\n")

    def answer(self, status, body=b"", kind="text/plain", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Service:
    """A service whose server are our own threads: it cannot end by itself."""

    environment = {}

    def wait(self):
        """It listens already."""

    def require_alive(self):
        """It is."""

    def stop(self):
        """It ends with us."""
