"""Labelled digests, commitments, the lot and the fingerprint: SHA-256 and nothing else."""

import hashlib


def digest(label, parts):
    """H(label; parts), as docs/protocol/encoding.md defines it."""
    data = b"majlis/v1/" + label.encode("ascii") + b"\0" + len(parts).to_bytes(4, "big")
    for part in parts:
        data += len(part).to_bytes(8, "big") + part
    return hashlib.sha256(data).digest()


def commit(purpose, parts):
    return digest("commitment", [purpose.encode("utf-8")] + parts)


def words(seed, purpose):
    """The stream of a purpose as 32-bit numbers."""
    block = 0
    while True:
        data = digest("lot-stream", [seed, purpose.encode("utf-8"), block.to_bytes(8, "big")])
        for at in range(0, 32, 4):
            yield int.from_bytes(data[at : at + 4], "big")
        block += 1


def choice(stream, n):
    """A choice among n by rejection."""
    kept = 2**32 - 2**32 % n
    while True:
        word = next(stream)
        if word < kept:
            return word % n


def permutation(stream, n):
    places = list(range(n))
    for i in range(n - 1, 0, -1):
        j = choice(stream, i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def fingerprint(key):
    """The eight bytes F of a public key."""
    value = digest("fingerprint", [key])
    for _ in range(65536):
        value = hashlib.sha256(value + key).digest()
    return value[:8]


def pictures(value):
    """The numbers of the nine pictures of F."""
    bits = f"{int.from_bytes(value, 'big'):064b}"
    return [int(bits[7 * j : 7 * j + 7], 2) for j in range(9)]
