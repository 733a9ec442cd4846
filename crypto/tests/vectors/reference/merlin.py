"""Merlin transcripts (merlin.cool, version 1) over STROBE-128 (strobe.sourceforge.io, version 1.0.2)."""

ROTATIONS, ROUND_CONSTANTS = [], []


def _tables():
    """The constants of Keccak-f[1600] (FIPS 202 section 3.2), from their definitions."""
    x, y = 1, 0
    for t in range(24):
        ROTATIONS.append((x, y, (t + 1) * (t + 2) // 2 % 64))
        x, y = y, (2 * x + 3 * y) % 5
    register = 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant ^= 1 << (1 << j) - 1
            register <<= 1
            if register & 0x100:
                register ^= 0x171
        ROUND_CONSTANTS.append(constant)


_tables()
MASK = (1 << 64) - 1


def rotate(lane, by):
    return (lane << by | lane >> 64 - by) & MASK if by else lane


def keccak_f(state):
    """The permutation on 200 bytes, in place."""
    a = [[int.from_bytes(state[8 * (x + 5 * y) : 8 * (x + 5 * y) + 8], "little") for y in range(5)] for x in range(5)]
    for constant in ROUND_CONSTANTS:
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[x - 1] ^ rotate(c[(x + 1) % 5], 1) for x in range(5)]
        a = [[lane ^ d[x] for lane in a[x]] for x in range(5)]
        b = [[0] * 5 for _ in range(5)]
        b[0][0] = a[0][0]
        for x, y, by in ROTATIONS:
            b[y][(2 * x + 3 * y) % 5] = rotate(a[x][y], by)
        a = [[b[x][y] ^ ~b[(x + 1) % 5][y] & MASK & b[(x + 2) % 5][y] for y in range(5)] for x in range(5)]
        a[0][0] ^= constant
    for x in range(5):
        for y in range(5):
            state[8 * (x + 5 * y) : 8 * (x + 5 * y) + 8] = a[x][y].to_bytes(8, "little")


class Strobe:
    """The operations meta-AD, AD and PRF at the 128-bit level."""

    RATE = 166

    def __init__(self, protocol):
        self.state = bytearray(200)
        self.state[:18] = bytes([1, self.RATE + 2, 1, 0, 1, 96]) + b"STROBEv1.0.2"
        keccak_f(self.state)
        self.position = self.begin = 0
        self.meta_ad(protocol)

    def run(self):
        self.state[self.position] ^= self.begin
        self.state[self.position + 1] ^= 0x04
        self.state[self.RATE + 1] ^= 0x80
        keccak_f(self.state)
        self.position = self.begin = 0

    def duplex(self, data, squeeze=False):
        out = bytearray()
        for byte in data:
            if squeeze:
                out.append(self.state[self.position])
                self.state[self.position] = 0
            else:
                self.state[self.position] ^= byte
            self.position += 1
            if self.position == self.RATE:
                self.run()
        return bytes(out)

    def operate(self, flags):
        before, self.begin = self.begin, self.position + 1
        self.duplex(bytes([before, flags]))
        if flags & 0x24 and self.position:
            self.run()

    def meta_ad(self, data):
        self.operate(0x12)
        self.duplex(data)

    def ad(self, data):
        self.operate(0x02)
        self.duplex(data)

    def prf(self, count):
        self.operate(0x07)
        return self.duplex(bytes(count), squeeze=True)


class Transcript:
    def __init__(self, protocol):
        self.strobe = Strobe(b"Merlin v1.0")
        self.append(b"dom-sep", protocol)

    def append(self, label, message):
        self.strobe.meta_ad(label + len(message).to_bytes(4, "little"))
        self.strobe.ad(message)

    def challenge(self, label, count):
        self.strobe.meta_ad(label + count.to_bytes(4, "little"))
        return self.strobe.prf(count)
