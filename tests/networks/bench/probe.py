"""A probe of a network: `echo PORT` answers datagrams, `ask ADDRESS PORT COUNT GAP` sends some and says how long each took.

`ask` prints a line of JSON: the round trips in milliseconds, in the order sent, null where no answer came; `seen` is where the
answering side saw the question come from. `connect ADDRESS PORT` tries TCP, `listen PORT` takes it.
"""

import json
import select
import socket
import sys
import time


def echo(port):
    socket_ = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    socket_.bind(("0.0.0.0", port))
    print("ready", flush=True)
    while True:
        data, sender = socket_.recvfrom(2048)
        socket_.sendto(data + b" " + f"{sender[0]}:{sender[1]}".encode(), sender)


def ask(address, port, count, gap, own=0):
    socket_ = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    if own:
        socket_.bind(("0.0.0.0", own))
    trips = [None] * count
    sent = [0.0] * count
    seen = None
    done = 0
    due = time.monotonic()
    last = due + count * gap + 2
    while done < count or time.monotonic() < last:
        now = time.monotonic()
        if done < count and now >= due:
            sent[done] = now
            try:
                socket_.sendto(str(done).encode(), (address, port))
            except OSError:
                pass
            done += 1
            due += gap
        until = due if done < count else last
        readable, _, _ = select.select([socket_], [], [], max(0, min(until, last) - time.monotonic()))
        if readable:
            try:
                data, _ = socket_.recvfrom(2048)
            except OSError:
                continue
            number, seen = data.decode().split()
            trips[int(number)] = (time.monotonic() - sent[int(number)]) * 1000
            if all(trip is not None for trip in trips):
                break
    print(json.dumps({"trips": trips, "seen": seen}), flush=True)


def listen(port):
    socket_ = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    socket_.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    socket_.bind(("0.0.0.0", port))
    socket_.listen()
    print("ready", flush=True)
    while True:
        socket_.accept()[0].close()


def connect(address, port):
    try:
        socket.create_connection((address, port), timeout=3).close()
        print("true", flush=True)
    except OSError:
        print("false", flush=True)


words = sys.argv[2:]
match sys.argv[1]:
    case "echo":
        echo(int(words[0]))
    case "ask":
        ask(words[0], int(words[1]), int(words[2]), float(words[3]), *(int(word) for word in words[4:]))
    case "listen":
        listen(int(words[0]))
    case "connect":
        connect(words[0], int(words[1]))
