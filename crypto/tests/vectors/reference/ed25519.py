"""ed25519 (RFC 8032) with the program's strict rules on keys and signatures."""

import hashlib

from . import edwards as e


def tagged(tag, content):
    """What is signed for a purpose."""
    return b"majlis/v1/sign/" + tag.encode("ascii") + b"\0" + content


def compress(p):
    x, y, z, _ = p
    inverse = pow(z, -1, e.P)
    x, y = x * inverse % e.P, y * inverse % e.P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decompress(data):
    """The point, or None; only canonical encodings."""
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    if y >= e.P:
        return None
    x = e.recover_x(y, sign)
    return None if x is None else e.point(x, y)


def small_order(p):
    return e.equal(e.multiply(8, p), e.IDENTITY)


def key_verdict(data):
    p = decompress(data)
    if p is None:
        return "encoding"
    if small_order(p):
        return "weak"
    return "good" if e.equal(e.multiply(e.L, p), e.IDENTITY) else "mixed"


def expand(secret):
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return scalar & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(secret):
    return compress(e.multiply(expand(secret)[0], e.BASE))


def hashed(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % e.L


def sign(secret, message):
    scalar, prefix = expand(secret)
    key = public_key(secret)
    nonce = hashed(prefix, message)
    r = compress(e.multiply(nonce, e.BASE))
    s = (nonce + hashed(r, key, message) * scalar) % e.L
    return r + s.to_bytes(32, "little")


def verify_strict(key, message, signature):
    """Key of prime order, s below the order, R not of small order, and R equal to sB - kA byte for byte."""
    if key_verdict(key) != "good":
        return False
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= e.L:
        return False
    point = decompress(r)
    if point is None or small_order(point):
        return False
    k = hashed(r, key, message)
    expected = e.add(e.multiply(s, e.BASE), e.negate(e.multiply(k, decompress(key))))
    return compress(expected) == r
