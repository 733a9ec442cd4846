"""The group ristretto255 (RFC 9496), with points of edwards25519 as representatives."""

import hashlib

from .edwards import BASE, D, IDENTITY, P, SQRT_M1, add, combine, multiply, negate

__all__ = [
    "BASE", "IDENTITY", "add", "combine", "decode", "encode", "equal", "from_uniform", "hash_to_group", "multiply", "negate",
]


def negative(x):
    return x % P & 1


def absolute(x):
    x %= P
    return P - x if x & 1 else x


def sqrt_ratio(u, v):
    """(True, the non-negative root of u/v), or (False, that of SQRT_M1 u/v); section 4.2."""
    r = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    check = v * r * r % P
    if check in (-u % P, -u * SQRT_M1 % P):
        r = r * SQRT_M1 % P
    return check in (u % P, -u % P), absolute(r)


# The constants of section 4.1, from their definitions. Of the two roots of ad - 1 the standard takes the odd one.
SQRT_AD_MINUS_ONE = P - sqrt_ratio(-D - 1, 1)[1]
INVSQRT_A_MINUS_D = sqrt_ratio(1, -1 - D)[1]
ONE_MINUS_D_SQ = (1 - D * D) % P
D_MINUS_ONE_SQ = (D - 1) ** 2 % P


def decode(data):
    """Section 4.3.1. Raises ValueError for anything but a canonical encoding."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or negative(s):
        raise ValueError("not a canonical element")
    ss = s * s % P
    u1, u2 = (1 - ss) % P, (1 + ss) % P
    v = (-D * u1 * u1 - u2 * u2) % P
    square, invsqrt = sqrt_ratio(1, v * u2 * u2 % P)
    den_x = invsqrt * u2 % P
    den_y = invsqrt * den_x * v % P
    x = absolute(2 * s * den_x)
    y = u1 * den_y % P
    t = x * y % P
    if not square or negative(t) or y == 0:
        raise ValueError("not an element")
    return (x, y, 1, t)


def encode(point):
    """Section 4.3.2."""
    x0, y0, z0, t0 = point
    u1, u2 = (z0 + y0) * (z0 - y0) % P, x0 * y0 % P
    _, invsqrt = sqrt_ratio(1, u1 * u2 * u2 % P)
    den1, den2 = invsqrt * u1 % P, invsqrt * u2 % P
    z_inv = den1 * den2 * t0 % P
    if negative(t0 * z_inv):
        x, y, den_inv = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P, den1 * INVSQRT_A_MINUS_D % P
    else:
        x, y, den_inv = x0, y0, den2
    if negative(x * z_inv):
        y = -y % P
    return absolute(den_inv * (z0 - y)).to_bytes(32, "little")


def equal(p, q):
    """Section 4.3.3."""
    (x1, y1, _, _), (x2, y2, _, _) = p, q
    return (x1 * y2 - y1 * x2) % P == 0 or (y1 * y2 - x1 * x2) % P == 0


def from_uniform(data):
    """The element of 64 uniform bytes; section 4.3.4."""
    halves = (int.from_bytes(half, "little") & (1 << 255) - 1 for half in (data[:32], data[32:]))
    return add(*map(elligator, halves))


def elligator(t):
    """MAP of section 4.3.4."""
    r = SQRT_M1 * t * t % P
    u = (r + 1) * ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    square, s = sqrt_ratio(u, v)
    c = -1
    if not square:
        s, c = -absolute(s * t) % P, r
    n = (c * (r - 1) * D_MINUS_ONE_SQ - v) % P
    w0, w1 = 2 * s * v % P, n * SQRT_AD_MINUS_ONE % P
    w2, w3 = (1 - s * s) % P, (1 + s * s) % P
    return (w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P)


def hash_to_group(label):
    return from_uniform(hashlib.sha512(label.encode("utf-8")).digest())
