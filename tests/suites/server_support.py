"""What the server's suites share: a server of one's own, HTTP and WebSocket clients that check every
answer against protocol/, and a small harness. Standard library and jsonschema only."""
import base64
import copy
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

try:
    import jsonschema
except ImportError:  # a python without Debian's packages
    if sys.executable == "/usr/bin/python3" or not os.path.exists("/usr/bin/python3"):
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
HAKAM = os.environ.get("HAKAM", str(TOP / "build/release/hakam"))
MESSAGES = json.loads((TOP / "protocol/messages.schema.json").read_text(encoding="utf-8"))
OPENAPI = json.loads((TOP / "protocol/openapi.json").read_text(encoding="utf-8"))
BOARD = json.loads((TOP / "protocol/board.schema.json").read_text(encoding="utf-8").replace(
    "messages.schema.json#", "#"))


# How long anything may take to come, in seconds: a machine at a tenth of its speed passes, and a
# pass never waits longer than it must. No test asserts how fast the machine is: what a clock must
# show is held between the moments that the test itself knows.
PATIENCE = 60


def eventually(ask, what, seconds=PATIENCE):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        assert time.monotonic() < end, f"never: {what}; at last {answer!r}"
        time.sleep(0.05)


# ---- the schema, closed: what the server sends has no member that the protocol does not name

def _closed(schema):
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: _closed(value) for key, value in schema.items()}
    if "properties" in out and out.get("type") == "object" and "additionalProperties" not in out:
        out["additionalProperties"] = False
    return out


_DEFS = {name: _closed(schema)
         for name, schema in {**MESSAGES["$defs"], **BOARD["$defs"]}.items()}
_VALIDATORS = {}


def check_schema(name, value):
    """Raises when `value` is not a `name` of the protocol."""
    if name not in _VALIDATORS:
        # Unions are told apart by `type`, so that a fault is reported where it is.
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema",
                  "$ref": f"#/$defs/{name}", "$defs": _DEFS}
        _VALIDATORS[name] = jsonschema.Draft202012Validator(schema)
    _no_fault(name, _VALIDATORS[name], value)
    if not isinstance(value, dict):
        return
    for event in value.get("events", []):
        check_event(event)
    result = (value.get("state") or {}).get("result")
    assert not result or result["reason"] in REASONS, result


def _no_fault(name, validator, value):
    fault = next(iter(validator.iter_errors(value)), None)
    if fault is not None:
        where = "/".join(str(part) for part in fault.absolute_path)
        raise AssertionError(f"{name} at {where or 'top'}: {fault.message[:300]}")


# What the server adds to the events of the match room (protocol/README.md, Events).
OWN_EVENTS = {"PlayerJoined", "ServerOutage", "LagAllowance", "ChatSwitch", "EngineTrouble",
              "OfferTakeback", "AcceptTakeback", "DeclineTakeback", "Chat", "OfferRematch",
              "AcceptRematch", "DeclineRematch", "RematchMade"}
_EVENTS = json.loads((TOP / "protocol/events.schema.json").read_text(encoding="utf-8"))
REASONS = set(_EVENTS["$defs"]["MatchEvent"]["properties"]["reason"]["enum"])
_EVENT = jsonschema.Draft202012Validator(
    dict(_EVENTS["$defs"]["MatchEvent"], additionalProperties=False))
# An older game has events of its own, with moves of its own.
_OLDER = _EVENTS["$defs"]["OlderEvent"]
_OLDER_EVENT = jsonschema.Draft202012Validator(dict(_OLDER, additionalProperties=False))
REASONS |= set(_OLDER["properties"]["reason"]["enum"])
_ACTORS = {"white": "W", "black": "B", "arbiter": "A", "system": "S", "other": "X"}


def check_event(event):
    """Raises when an event that the server tells is not one of events.schema.json."""
    if event["kind"] in OWN_EVENTS:
        return
    whole = dict(event.get("body") or {}, v=1, seq=event["seq"], kind=event["kind"],
                 at=event["at"], actor=_ACTORS[event["actor"]])
    if not _OLDER_EVENT.is_valid(whole):
        _no_fault("MatchEvent " + event["kind"], _EVENT, whole)


SERVER_TYPES = {"snapshot": "Snapshot", "events": "EventsMessage", "ack": "Ack",
                "error": "ErrorMessage", "pong": "Pong", "presence": "PresenceMessage",
                "rematch": "RematchMessage", "bye": "Bye"}


def response_schema(method, path, status):
    """The name of the schema for an answer, from openapi.json; None if it is not JSON."""
    for pattern, methods in OPENAPI["paths"].items():
        expression = re.sub(r"\{[^}]+\}", "[^/]+", pattern)
        if re.fullmatch(expression, path) and method.lower() in methods:
            answers = methods[method.lower()]["responses"]
            answer = answers.get(str(status), answers["default"])
            content = answer.get("content", {}).get("application/json")
            return content["schema"]["$ref"].rsplit("/", 1)[1] if content else None
    return "HttpError"


# ---- the server

class Server:
    """`hakam serve` on a free port with a database of its own."""

    def __init__(self, *options, folder=None, limits=False, environment=None, preexec=None,
                 database=None):
        self.database = database
        self.folder = folder or tempfile.mkdtemp(prefix="hakam_server_")
        self.own_folder = folder is None
        self.options = list(options) + ([] if limits else ["--rate-limits", "off"])
        self.environment = environment
        self.preexec = preexec
        self.port = 0
        self.start()

    def start(self):
        command = [HAKAM, "serve", "--listen", f"127.0.0.1:{self.port}", "--db",
                   self.database or f"sqlite:{self.folder}/games.db"] + self.options
        began = time.monotonic()
        self.log = open(os.path.join(self.folder, "log"), "a", encoding="utf-8")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log,
                                        text=True, env=self.environment, preexec_fn=self.preexec)
        self.lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                self.log.flush()
                raise RuntimeError("the server did not start: " +
                                   open(self.log.name, encoding="utf-8").read()[-500:])
            self.lines.append(line.rstrip("\n"))
            found = re.match(r"Open http://[^:]+:(\d+)/", line)
            if found:
                self.port = int(found[1])
                break
        self.start_seconds = time.monotonic() - began

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def cpu_seconds(self):
        """The processor time the server has used: however busy the machine is, its own work."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(
            encoding="latin-1").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def last_pulse(self):
        """The last sign of life of a server that was killed, in seconds of time.time()."""
        data = pathlib.Path(self.folder, "games.db.pulse").read_bytes()
        return int.from_bytes(data[8:16], sys.byteorder) / 1000

    def stop(self):
        """In order. Returns: the exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.stdout.close()
            self.log.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        if self.own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- HTTP

    def raw(self, data, timeout=PATIENCE):
        """Sends bytes, returns all that comes back until the server closes or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as s:
            try:
                s.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused before its end: the answer is there
            s.settimeout(timeout)
            out = b""
            while True:
                try:
                    piece = s.recv(65536)
                except (ConnectionResetError, socket.timeout):
                    break
                if not piece:
                    break
                out += piece
            return out

    def ask(self, method, path, body=None, token=None, headers=None, check=True):
        """Returns: (status, headers, body), the body parsed if it is JSON and checked. Raises:
        Closed if the answer is cut off."""
        data = body if isinstance(body, bytes) else (
            json.dumps(body).encode() if body is not None else b"")
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}",
                 "Connection: close"]
        if data or method == "POST":
            lines += [f"Content-Length: {len(data)}", "Content-Type: application/json"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
        answer = self.raw("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        head, end, rest = answer.partition(b"\r\n\r\n")
        if not end:
            raise Closed("no answer")
        first, *fields = head.decode("latin-1").split("\r\n")
        status = int(first.split()[1])
        got = {k.lower(): v.strip() for k, v in (f.split(":", 1) for f in fields)}
        if status not in (204, 304) and len(rest) < int(got.get("content-length", "0")):
            raise Closed("half an answer")
        if got.get("content-type", "").startswith("application/json") and rest:
            value = json.loads(rest)
            if check:
                name = response_schema(method, path.split("?")[0], status)
                if name:
                    check_schema(name, value)
            return status, got, value
        return status, got, rest

    def get(self, path, token=None, **more):
        return self.ask("GET", path, token=token, **more)[::2]

    def post(self, path, body, token=None, **more):
        return self.ask("POST", path, body, token, **more)[::2]

    def new_game(self, join=True, **options):
        """A game with both seats taken. Returns: Game."""
        status, made = self.post("/api/games", options)
        assert status == 201, made
        game = Game(self, made)
        if join and made["invite"]:
            status, joined = self.post(f"/api/games/{game.id}/join",
                                       {"invite": made["invite"]["token"]})
            assert status == 200, joined
            game.tokens[joined["seats"][0]["seat"]] = joined["seats"][0]["token"]
        return game


class Game:
    def __init__(self, server, made):
        self.server = server
        self.id = made["id"]
        self.made = made
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self.tokens["spectator"] = made["spectator"]
        self.numbers = {}

    def live(self, seat, since=None, **more):
        return Live(self.server, self.id, self.tokens.get(seat), since, **more)

    def do(self, seat, type, **command):
        """One command over HTTP. Returns: (status, answer)."""
        number = self.numbers[seat] = self.numbers.get(seat, 0) + 1
        return self.server.post(f"/api/games/{self.id}/commands",
                                dict(command, type=type, client_seq=number), self.tokens[seat])

    def look(self, seat, events=False):
        status, snapshot = self.server.get(f"/api/games/{self.id}" + ("?events=1" if events else ""),
                                           self.tokens[seat])
        assert status == 200, snapshot
        return snapshot


# ---- WebSocket

class Closed(Exception):
    pass


class Live:
    """A WebSocket at a game. Every message that comes is checked against the protocol."""

    def __init__(self, server, game, token=None, since=None, how="subprotocol", origin=None,
                 hello=None, wait=True):
        self.socket = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.seen = []
        self.number = 0
        self.close_code = None
        key = base64.b64encode(os.urandom(16)).decode()
        path = f"/api/games/{game}/live" + (f"?since={since}" if since is not None else "")
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        protocols = "hakam.v1" + (f", bearer.{token}" if token and how == "subprotocol" else "")
        lines.append(f"Sec-WebSocket-Protocol: {protocols}")
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        while b"\r\n\r\n" not in self.buffer:
            try:
                piece = self.socket.recv(4096)
            except ConnectionResetError as fault:
                raise Closed("reset") from fault
            if not piece:
                raise Closed("no answer to the upgrade")
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1")
        self.status = int(self.head.split()[1])
        if self.status != 101:
            raise Closed(f"status {self.status}")
        if how != "subprotocol" or not token:
            greeting = {"type": "hello"} if hello is None else hello
            if token:
                greeting["token"] = token
            self.send(greeting)
        if wait:
            first = self.receive()
            while first["type"] == "presence":
                first = self.receive()
            self.first = first
            self.number = first.get("last_client_seq", 0)

    def send_frame(self, opcode, data, fin=True):
        mask = os.urandom(4)
        length = len(data)
        head = bytes([(0x80 if fin else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + length.to_bytes(2, "big")
        else:
            head += bytes([0x80 | 127]) + length.to_bytes(8, "big")
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(data)) if length < 4096 else (
            int.from_bytes(data, "big") ^
            int.from_bytes((mask * (length // 4 + 1))[:length], "big")).to_bytes(length, "big")
        self.socket.sendall(head + mask + masked)

    def send(self, message):
        self.send_frame(1, (message if isinstance(message, str) else json.dumps(message)).encode())

    def _exactly(self, count):
        while len(self.buffer) < count:
            try:
                piece = self.socket.recv(65536)
            except ConnectionResetError as fault:
                raise Closed("reset") from fault
            if not piece:
                raise Closed("end")
            self.buffer += piece
        out, self.buffer = self.buffer[:count], self.buffer[count:]
        return out

    def receive(self, timeout=PATIENCE):
        """The next message; pings are answered. Raises Closed or socket.timeout."""
        self.socket.settimeout(timeout)
        while True:
            # Nothing is taken from the buffer before a frame's head is whole.
            head = self._exactly(2)
            opcode, length = head[0] & 15, head[1] & 127
            if length == 126:
                length = int.from_bytes(self._exactly(2), "big")
            elif length == 127:
                length = int.from_bytes(self._exactly(8), "big")
            data = self._exactly(length)
            if opcode == 9:
                self.send_frame(10, data)
            elif opcode == 8:
                self.close_code = int.from_bytes(data[:2], "big") if len(data) >= 2 else None
                raise Closed(f"close {self.close_code}")
            elif opcode == 1:
                message = json.loads(data)
                check_schema(SERVER_TYPES[message["type"]], message)
                self.seen.append(message)
                return message

    def until(self, test, timeout=PATIENCE):
        """Receives until `test` holds for a message; returns it."""
        end = time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError("it did not come; last: " + json.dumps(self.seen[-3:])[:600])
            try:
                message = self.receive(left)
            except socket.timeout:
                continue
            if test(message):
                return message

    def command(self, type, timeout=PATIENCE, number=None, **members):
        """Sends a command and waits for its ack or error."""
        if number is None:
            self.number += 1
            number = self.number
        self.send(dict(members, type=type, client_seq=number))
        return self.until(lambda m: m["type"] in ("ack", "error") and
                          m.get("client_seq") == number, timeout)

    def state(self):
        return next(m["state"] for m in reversed(self.seen) if "state" in m)

    def close(self):
        try:
            self.socket.close()
        except OSError:
            pass


# ---- harness

_TESTS = []


def test(function):
    _TESTS.append(function)
    return function


def run():
    """Runs every test of the calling suite; those named on the command line if any are."""
    only = sys.argv[1:]
    passed = failed = 0
    for function in _TESTS:
        if only and function.__name__ not in only:
            continue
        began = time.monotonic()
        try:
            function()
            passed += 1
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"FAILED {function.__name__} ({time.monotonic() - began:.1f} s)")
            traceback.print_exc(file=sys.stdout)
        sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


__all__ = ["Server", "Game", "Live", "Closed", "check_schema", "test", "run", "copy", "json",
           "os", "pathlib", "socket", "sys", "time", "TOP", "HAKAM", "MESSAGES", "OPENAPI", "BOARD",
           "response_schema",
           "PATIENCE", "eventually"]
