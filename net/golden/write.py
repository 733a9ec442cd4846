#!/usr/bin/env python3
"""Writes the golden files of this folder again, without any code of the program.

    python3 write.py [--check]

With --check nothing is written; the exit status is 1 if a file differs. The arithmetic is that of the second
implementation beside the vectors of the crate for cryptography.
"""

import base64
import ipaddress
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "crypto" / "tests" / "vectors"))

from reference import cbor, ed25519  # noqa: E402


def key(seed):
    return ed25519.public_key(bytes([seed]) * 32)


def address(host, transport, port):
    """A multiaddr: varint codes of the protocols, each followed by its value."""
    if transport == "tcp":
        tail = b"\x06" + port.to_bytes(2, "big")
    else:
        tail = b"\x91\x02" + port.to_bytes(2, "big") + b"\xcd\x03"
    kind, value = host
    if kind == "ip4":
        return b"\x04" + ipaddress.IPv4Address(value).packed + tail
    if kind == "ip6":
        return b"\x29" + ipaddress.IPv6Address(value).packed + tail
    code = {"dns": b"\x35", "dns4": b"\x36"}[kind]
    return code + bytes([len(value)]) + value.encode("ascii") + tail


ADDRESSES = [
    address(("ip4", "192.0.2.7"), "tcp", 4001),
    address(("ip4", "192.0.2.7"), "quic", 4001),
    address(("ip6", "2001:db8::7"), "tcp", 4001),
    address(("dns", "home.example"), "quic", 4001),
]
RELAY = [key(8), address(("dns4", "relay.example"), "tcp", 4001)]


def invitation(secret, addresses, relays):
    content = cbor.encode([1, 1, key(7), bytes([1]) * 16, secret, addresses, relays])
    whole = content + zlib.crc32(content).to_bytes(4, "big")
    return "majlis:" + base64.b32encode(whole).decode("ascii").rstrip("=")


def signed(seed, tag, content):
    """[content, signature]"""
    content = cbor.encode(content)
    signature = ed25519.sign(bytes([seed]) * 32, ed25519.tagged(tag, content))
    return cbor.encode([content, signature]).hex()


def advert(name, life, game, seats, options, clock, places, addresses, relays):
    stamp = 1_700_000_000_000
    content = [1, 1, 1, 1, key(7), name, bytes([1]) * 16, stamp, life, game, seats, options, clock, places]
    return signed(7, "advert", content + [addresses, relays])


def files():
    yield "adverts.txt", [
        advert("أم ياسر", 180, "domino", 4, [], [120, 60], [4, 2, True], ADDRESSES[:1], []),
        advert("", 0, "jackaroo", 4, [["persons", 2]], [None, 0], [2, 1, False], [], [RELAY]),
    ]
    yield "chat.txt", [
        signed(7, "chat", [1, bytes([1]) * 16, key(7), 1_700_000_000_000, 15]),
        signed(7, "chat", [1, bytes([1]) * 16, key(7), 1_700_000_000_001, "أحسنت! 6-6"]),
    ]
    yield "invitations.txt", [
        invitation(None, [], []),
        invitation(bytes([9]) * 16, ADDRESSES, [RELAY]),
    ]


def main():
    differs = False
    for name, lines in files():
        text = "".join(line + "\n" for line in lines)
        path = HERE / name
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            print(f"{name} differs")
            differs = True
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
