"""The proofs of the encrypted pack: keys, shares, sealed looks, commitments, membership, and the shuffle.

Each function verifies one message: it returns if the proof holds and raises Refused if not. Equations are evaluated
one by one, as the papers state them, and nothing is batched.
"""

from . import merlin
from . import ristretto as r
from .edwards import L

G = r.BASE
H = r.hash_to_group("majlis/base/v1/H")


class Refused(ValueError):
    """Why a message is refused."""


def require(condition, what):
    if not condition:
        raise Refused(what)


def total(terms):
    """The sum of scalar times point."""
    return r.combine((scalar % L, point) for scalar, point in terms)


def minus(p, q):
    return r.add(p, r.negate(q))


def is_identity(point):
    return r.encode(point) == bytes(32)


class Reader:
    """Points and scalars from an encoding of exactly known length."""

    def __init__(self, data, count):
        require(len(data) == 32 * count, "length")
        self.data = data

    def take(self):
        head, self.data = self.data[:32], self.data[32:]
        return head

    def point(self):
        try:
            return r.decode(self.take())
        except ValueError:
            raise Refused("point") from None

    def points(self, count):
        return [self.point() for _ in range(count)]

    def scalar(self):
        number = int.from_bytes(self.take(), "little")
        require(number < L, "scalar")
        return number

    def scalars(self, count):
        return [self.scalar() for _ in range(count)]

    def card(self):
        return (self.point(), self.point())

    def cards(self, count):
        return [self.card() for _ in range(count)]


def u64(number):
    return number.to_bytes(8, "little")


class Oracle:
    """The transcript of a proof."""

    def __init__(self, context, purpose):
        self.transcript = merlin.Transcript(b"majlis/proof/v1")
        self.absorb("suite", context["suite"].to_bytes(2, "little"))
        self.absorb("match", bytes.fromhex(context["match"]))
        self.absorb("epoch", context["epoch"].to_bytes(4, "little"))
        self.absorb("step", u64(context["step"]))
        self.absorb("party", bytes([context["party"]]))
        self.absorb("prev", bytes.fromhex(context["prev"]))
        self.absorb("purpose", purpose.encode())

    def absorb(self, label, message):
        self.transcript.append(label.encode(), message)

    def point(self, label, point):
        self.absorb(label, r.encode(point))

    def points(self, label, points):
        self.absorb(label, u64(len(points)) + b"".join(map(r.encode, points)))

    def cards(self, label, cards):
        self.absorb(label, u64(len(cards)) + b"".join(r.encode(a) + r.encode(b) for a, b in cards))

    def scalars(self, label, scalars):
        self.absorb(label, u64(len(scalars)) + b"".join(s.to_bytes(32, "little") for s in scalars))

    def handles(self, pack, number, indices):
        self.absorb("pack", pack)
        named = b"".join(number.to_bytes(4, "little") + bytes([index]) for index in indices)
        self.absorb("handles", u64(len(indices)) + named)

    def bytes(self, label, count):
        return self.transcript.challenge(label.encode(), count)

    def challenge(self, label="challenge"):
        scalar = int.from_bytes(self.bytes(label, 64), "little") % L
        require(scalar, "zero challenge")
        return scalar

    def weights(self, count):
        data = self.bytes("weights", 16 * count)
        weights = [int.from_bytes(data[i : i + 16], "little") for i in range(0, 16 * count, 16)]
        require(all(weights), "zero weight")
        return weights


def keys(context, message):
    """A party's public keys, 6 words: X, R, A, B, u, v."""
    reader = Reader(message, 6)
    deck, sealing, a, b = reader.points(4)
    u, v = reader.scalars(2)
    require(not is_identity(deck) and not is_identity(sealing) and not r.equal(deck, sealing), "keys")
    oracle = Oracle(context, "keys")
    oracle.point("deck key", deck)
    oracle.point("sealing key", sealing)
    oracle.point("A", a)
    oracle.point("B", b)
    e = oracle.challenge()
    require(r.equal(total([(u, G)]), total([(1, a), (e, deck)])), "deck key")
    require(r.equal(total([(v, G)]), total([(1, b), (e, sealing)])), "sealing key")


def shares(context, pack, indices, key, c1, message):
    """Plain shares, one for each c1: D..., A, B, u. Returns them."""
    reader = Reader(message, len(c1) + 3)
    shares = reader.points(len(c1))
    require(not any(map(is_identity, shares)), "share")
    a, b = reader.points(2)
    u = reader.scalar()
    oracle = Oracle(context, "share")
    oracle.handles(*pack, indices)
    oracle.point("key", key)
    oracle.points("c1", c1)
    oracle.points("shares", shares)
    weights = oracle.weights(len(c1))
    oracle.point("A", a)
    oracle.point("B", b)
    e = oracle.challenge()
    require(r.equal(total([(u, G)]), total([(1, a), (e, key)])), "key")
    combined, answered = total(zip(weights, c1)), total(zip(weights, shares))
    require(r.equal(total([(u, combined)]), total([(1, b), (e, answered)])), "shares")
    return shares


def look(context, pack, index, key, recipient, sealing, c1, message):
    """A sealed share: K, S, A, B, T, u, v. Returns (K, S)."""
    reader = Reader(message, 7)
    seal, share, a, b, t = reader.points(5)
    u, v = reader.scalars(2)
    require(not is_identity(seal), "seal")
    oracle = Oracle(context, "sealed look")
    oracle.handles(*pack, [index])
    oracle.absorb("recipient", bytes([recipient]))
    for label, point in (("key", key), ("sealing key", sealing), ("c1", c1), ("K", seal), ("S", share)):
        oracle.point(label, point)
    for label, point in (("A", a), ("B", b), ("T", t)):
        oracle.point(label, point)
    e = oracle.challenge()
    require(r.equal(total([(u, G)]), total([(1, a), (e, key)])), "key")
    require(r.equal(total([(v, G)]), total([(1, b), (e, seal)])), "seal")
    require(r.equal(total([(u, c1), (v, sealing)]), total([(1, t), (e, share)])), "sealed share")
    return seal, share


def commit(context, pack, indices, share_set, key, c1, masked, message):
    """Commitments to hidden cards: C..., A, B, u, v. Returns them."""
    reader = Reader(message, len(c1) + 4)
    cards = reader.points(len(c1))
    a, b = reader.points(2)
    u, v = reader.scalars(2)
    oracle = Oracle(context, "recommit")
    oracle.handles(*pack, indices)
    oracle.absorb("share set", share_set)
    oracle.point("key", key)
    for label, points in (("c1", c1), ("Y", masked), ("C", cards)):
        oracle.points(label, points)
    weights = oracle.weights(len(c1))
    oracle.point("A", a)
    oracle.point("B", b)
    e = oracle.challenge()
    require(r.equal(total([(u, G)]), total([(1, a), (e, key)])), "key")
    combined = total(zip(weights, c1))
    hidden = total((w, minus(c, y)) for w, c, y in zip(weights, cards, masked))
    require(r.equal(total([(v, H), (-u, combined)]), total([(1, b), (e, hidden)])), "commitments")
    return cards


def member(context, pack, indices, key, commitments, faces, message):
    """Each commitment shows one of the faces: of each card, for each face, c (16 bytes) and z."""
    require(faces and len(message) == 48 * len(commitments) * len(faces), "length")
    clauses = []
    for at in range(0, len(message), 48):
        response = int.from_bytes(message[at + 16 : at + 48], "little")
        require(response < L, "scalar")
        clauses.append((int.from_bytes(message[at : at + 16], "little"), response))
    oracle = Oracle(context, "member")
    oracle.handles(*pack, indices)
    oracle.point("key", key)
    oracle.points("C", commitments)
    oracle.points("faces", faces)
    pairs = [(card, face) for card in commitments for face in faces]
    announced = [total([(z, H), (c, minus(face, card))]) for (card, face), (c, z) in zip(pairs, clauses)]
    oracle.points("A", announced)
    e = int.from_bytes(oracle.bytes("challenge", 16), "little")
    require(e, "zero challenge")
    for at in range(0, len(clauses), len(faces)):
        added = sum(c for c, _ in clauses[at : at + len(faces)]) % 2**128
        require(added == e, "sum of challenges")


# The shuffle of Bayer and Groth.

_BASES = []


def base(k):
    """Commitment base k, from 0."""
    while len(_BASES) <= k:
        _BASES.append(r.hash_to_group(f"majlis/base/v1/shuffle/{len(_BASES)}"))
    return _BASES[k]


def com(values, blind):
    return total([(blind, G)] + [(value, base(k)) for k, value in enumerate(values)])


def opens(what, terms, values, blind):
    """The sum of multiples of commitments is the commitment to these values."""
    require(r.equal(total(terms), com(values, blind)), what)


def shape(count):
    return (4, count // 4) if count in (28, 36, 52) else (1, count)


def shuffle(context, binding, key, before, message):
    """A shuffle of the cards `before`: the cards after, then the proof. Returns the cards after."""
    count = len(before)
    m, n = shape(count)
    after = Reader(message[: 64 * count], 2 * count).cards(count)
    require(not any(is_identity(c1) for c1, _ in after), "c1 is the identity")
    require(len({(r.encode(a), r.encode(b)) for a, b in before}) == count, "equal cards before")

    words = 2 * m + (3 + 2 * n) + (1 + 3 * (2 * m - 1) + (n + 1) + 3)
    if m > 1:
        words += 1 + (m - 2) + (2 + 2 * m) + 2 * (n + 1) + 1
    reader = Reader(message[64 * count :], words)
    oracle = Oracle(context, "shuffle")
    oracle.absorb("rows", u64(m))
    oracle.absorb("columns", u64(n))
    oracle.absorb("binding", binding)
    oracle.point("key", key)
    oracle.cards("input", before)
    oracle.cards("output", after)

    c_a, c_b = reader.points(m), reader.points(m)
    oracle.points("c_A", c_a)
    x = oracle.challenge("x")
    oracle.points("c_B", c_b)
    y, z = oracle.challenge("y"), oracle.challenge("z")
    ones = com([1] * n, 0)
    rows = [total([(y, a), (1, b), (-z, ones)]) for a, b in zip(c_a, c_b)]
    product = 1
    for i in range(1, count + 1):
        product = product * (y * i + pow(x, i, L) - z) % L

    if m == 1:
        (columns,) = rows
    else:
        columns = reader.point()
        oracle.point("product c_b", columns)
        hadamard(oracle, reader, rows, columns, ones, n)
    single_value(oracle, reader, columns, product, n)

    powers = [pow(x, i, L) for i in range(1, count + 1)]
    target = [total(zip(powers, half)) for half in zip(*before)]
    multiexp(oracle, reader, key, after, c_b, target, m, n)
    return after


def hadamard(oracle, reader, rows, columns, ones, n):
    """Section 5.1: the entries of `columns` are the products of the entries of `rows`."""
    m = len(rows)
    q = reader.points(m - 2)
    oracle.points("hadamard c_Q", q)
    x, y = oracle.challenge("hadamard x"), oracle.challenge("hadamard y")
    partial = [rows[0]] + q + [columns]
    left = rows[1:] + [total([(-1, ones)])]
    right = [total([(pow(x, j, L), partial[j - 1])]) for j in range(1, m)]
    right.append(total((pow(x, j, L), partial[j]) for j in range(1, m)))
    zero(oracle, reader, y, left, right, n)


def zero(oracle, reader, y, left, right, n):
    """Section 5.2: the sum of left * right is 0 for the bilinear map that y defines."""
    m = len(left)
    a0, bm = reader.points(2)
    d = reader.points(2 * m)
    a, blind_a = reader.scalars(n), reader.scalar()
    b, blind_b = reader.scalars(n), reader.scalar()
    t = reader.scalar()
    oracle.point("zero c_A0", a0)
    oracle.point("zero c_Bm", bm)
    oracle.points("zero c_D", d)
    x = oracle.challenge("zero x")
    oracle.scalars("zero a, r", a + [blind_a])
    oracle.scalars("zero b, s", b + [blind_b])
    oracle.scalars("zero t", [t])
    opens("zero a", [(pow(x, i, L), c) for i, c in enumerate([a0] + left)], a, blind_a)
    opens("zero b", [(pow(x, m - j, L), c) for j, c in enumerate(right + [bm])], b, blind_b)
    places = [k for k in range(2 * m + 1) if k != m + 1]
    map_of = sum(a_k * b_k * pow(y, k, L) for k, (a_k, b_k) in enumerate(zip(a, b), 1))
    opens("zero d", [(pow(x, k, L), c) for k, c in zip(places, d)], [map_of], t)


def single_value(oracle, reader, commitment, product, n):
    """Section 5.3: the committed values multiply to `product`."""
    c_d, c_small, c_large = announced = reader.points(3)
    p, blind_p = reader.scalars(n), reader.scalar()
    f, blind_f = reader.scalars(n - 2), reader.scalar()
    oracle.points("single value c_d, c_delta, c_Delta", announced)
    x = oracle.challenge("single value x")
    oracle.scalars("single value p, r", p + [blind_p])
    oracle.scalars("single value f, s", f + [blind_f])
    opens("single value p", [(x, commitment), (1, c_d)], p, blind_p)
    chain = [p[0]] + f + [x * product]
    steps = [x * chain[k + 1] - chain[k] * p[k + 1] for k in range(n - 1)]
    opens("single value f", [(x, c_large), (1, c_small)], steps, blind_f)


def multiexp(oracle, reader, key, cards, commitments, target, m, n):
    """Section 4: `target` is an encryption of O plus the committed combination of the cards."""
    a0 = reader.point()
    c_b = reader.points(2 * m - 1)
    e = reader.cards(2 * m - 1)
    a, blind_a = reader.scalars(n), reader.scalar()
    b, blind_b, tau = reader.scalars(3)
    require(not reader.data, "length")
    oracle.point("multiexp c_A0", a0)
    oracle.points("multiexp c_B", c_b)
    oracle.cards("multiexp E", e)
    x = oracle.challenge("multiexp x")
    oracle.scalars("multiexp a, r", a + [blind_a])
    oracle.scalars("multiexp b, s", [b, blind_b])
    oracle.scalars("multiexp tau", [tau])
    opens("multiexp a", [(pow(x, j, L), c) for j, c in enumerate([a0] + commitments)], a, blind_a)
    places = [k for k in range(2 * m) if k != m]
    opens("multiexp b", [(pow(x, k, L), c) for k, c in zip(places, c_b)], [b], blind_b)
    for half, own in ((0, []), (1, [(b, G)])):
        left = [(pow(x, k, L), pair[half]) for k, pair in zip(places, e)] + [(pow(x, m, L), target[half])]
        right = own + [(tau, (G, key)[half])]
        for i in range(1, m + 1):
            power = pow(x, m - i, L)
            row = cards[(i - 1) * n : i * n]
            right += [(power * a_k, card[half]) for a_k, card in zip(a, row)]
        require(r.equal(total(left), total(right)), "multiexp E")
