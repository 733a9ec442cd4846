"""The curve edwards25519 (RFC 8032 section 5.1): the field, points in extended coordinates, the group law."""

P = 2**255 - 19
# The order of the subgroup that B generates.
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)

IDENTITY = (0, 1, 1, 0)


def recover_x(y, sign):
    """The x of the point with this y and the parity `sign`, or None."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * SQRT_M1 % P
    if (x * x - square) % P:
        return None
    if x == 0 and sign:
        return None
    return P - x if x & 1 != sign else x


def point(x, y):
    return (x, y, 1, x * y % P)


def add(p, q):
    """The complete addition law, so that doubling needs no other."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = p, q
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def negate(p):
    x, y, z, t = p
    return (-x % P, y, z, -t % P)


def combine(terms):
    """The sum of scalar times point, four bits at a time, with one row of doublings for all terms."""
    rows = []
    for scalar, p in terms:
        row = [IDENTITY]
        for _ in range(15):
            row.append(add(row[-1], p))
        rows.append((scalar, row))
    length = max((scalar.bit_length() for scalar, _ in rows), default=0)
    result = IDENTITY
    for shift in range((length + 3) // 4 * 4 - 4, -1, -4):
        for _ in range(4):
            result = add(result, result)
        for scalar, row in rows:
            digit = scalar >> shift & 15
            if digit:
                result = add(result, row[digit])
    return result


def multiply(k, p):
    return combine([(k, p)])


def equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


_Y = 4 * pow(5, -1, P) % P
BASE = point(recover_x(_Y, 0), _Y)
