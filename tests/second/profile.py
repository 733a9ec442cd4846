"""The profile once more: reads certificates, one in hexadecimal digits a line, and prints what follows from them.

Signatures, encoding, match ids, points, levels, badges and ratings are computed from the documents alone: docs/protocol/ and
docs/profile.md. Ratings are found by Newton's method, the program uses another.
"""

import hashlib
import json
import math
import sys

# -- canonical CBOR (docs/protocol/encoding.md) ---------------------------------------------------------------------------------


class Bad(Exception):
    pass


def decode(data, at=0, depth=0):
    if at >= len(data) or depth > 8:
        raise Bad("truncated")
    kind, low = data[at] >> 5, data[at] & 31
    at += 1
    if kind == 7:
        if low in (20, 21, 22):
            return {20: False, 21: True, 22: None}[low], at
        raise Bad("simple")
    if low < 24:
        value = low
    elif low < 28:
        size = 1 << (low - 24)
        if at + size > len(data):
            raise Bad("truncated")
        value = int.from_bytes(data[at : at + size], "big")
        at += size
    else:
        raise Bad("length")
    if kind == 0:
        return value, at
    if kind == 1:
        return -1 - value, at
    if kind in (2, 3):
        if at + value > len(data):
            raise Bad("truncated")
        piece = bytes(data[at : at + value])
        try:
            return (piece if kind == 2 else piece.decode("utf-8")), at + value
        except UnicodeDecodeError as error:
            raise Bad("text") from error
    if kind == 4:
        items = []
        for _ in range(value):
            item, at = decode(data, at, depth + 1)
            items.append(item)
        return items, at
    raise Bad("kind")


def head(kind, value):
    for low, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if value < 24:
            return bytes([kind << 5 | value])
        if value < 1 << (8 * size):
            return bytes([kind << 5 | low]) + value.to_bytes(size, "big")
    raise Bad("size")


def encode(value):
    if value is None or isinstance(value, bool):
        return bytes([{None: 0xF6, False: 0xF4, True: 0xF5}[value]])
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        piece = value.encode("utf-8")
        return head(3, len(piece)) + piece
    return head(4, len(value)) + b"".join(encode(item) for item in value)


def read(data, limit):
    if len(data) > limit:
        raise Bad("too large")
    value, at = decode(data)
    if at != len(data) or encode(value) != data:
        raise Bad("not canonical")
    return value


# -- ed25519 (RFC 8032), as strict as docs/protocol/identity.md -------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        raise Bad("point")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        raise Bad("point")
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


ZERO = (0, 1, 1, 0)
BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
GOOD = {}


def good_key(data):
    """The point of a public key of prime order."""
    if not isinstance(data, bytes) or len(data) != 32:
        raise Bad("key")
    if data not in GOOD:
        key = point(data)
        if same(times(8, key), ZERO) or not same(times(L, key), ZERO):
            raise Bad("key")
        GOOD[data] = key
    return GOOD[data]


def verify(key, tag, content, signature):
    if len(signature) != 64:
        raise Bad("signature")
    message = b"majlis/v1/sign/" + tag.encode() + b"\0" + content
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= L:
        raise Bad("signature")
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    commitment = point(r)
    if same(times(8, commitment), ZERO):
        raise Bad("signature")
    if not same(times(s, BASE), add(commitment, times(k, good_key(key)))):
        raise Bad("signature")


# -- certificates (docs/protocol/log.md, docs/profile.md) --------------------------------------------------------------------------

PERSONS = {"arkan": (2, 3, 4), "domino": (2, 4), "four": (2, 3, 4), "jackaroo": (2, 4)}
STRENGTHS = ["lacking", "claimed", "left", "proved", "signed"]


def match_of(closing):
    parts = b"majlis/v1/match\0" + (1).to_bytes(4, "big") + len(closing).to_bytes(8, "big") + closing
    return hashlib.sha256(parts).digest()


def certificate(data):
    try:
        (closing, seal), statement, signatures, leaves = read(data, 8192)
        protocol, rules, suite, game, seats, options, clock, members, nonce = read(closing, 4096)
        match, log, stated_game, stated, outcomes, scores = statement
    except (ValueError, TypeError) as error:
        raise Bad("shape") from error
    keys = [member[0] for member in members]
    if protocol != 1 or rules != 1 or len(keys) not in PERSONS[game] or len(set(keys)) != len(keys):
        raise Bad("closing")
    for key in keys:
        good_key(key)
    verify(keys[0], "closing", closing, seal)
    if match != match_of(closing) or stated_game != game or stated != keys or len(outcomes) != len(keys):
        raise Bad("statement")
    signed = []
    for party, signature in signatures:
        if signed and party <= signed[-1] or party >= len(keys):
            raise Bad("signatures")
        verify(keys[party], "certificate", encode(statement), signature)
        signed.append(party)
    left = []
    for content, signature in leaves:
        of, party, _ = read(content, 512)
        if of != match or party in signed or left and party <= left[-1] or party >= len(keys):
            raise Bad("leave")
        verify(keys[party], "leave", content, signature)
        left.append(party)
    wins, draws, losses = (outcomes.count(came) for came in ("win", "draw", "loss"))
    if wins + draws + losses == len(keys):
        possible = draws != 1 if wins == 0 else draws == 0 and 2 * wins <= len(keys)
    else:
        possible = wins + draws == 0
    if not possible:
        raise Bad("impossible")
    strength = "lacking"
    if len(signed) + len(left) == len(keys):
        if not left:
            strength = "signed"
        elif all(outcomes[party] == "loss" for party in left):
            strength = "left"
    return {
        "match": match.hex(),
        "game": game,
        "keys": keys,
        "names": [member[1] for member in members],
        "outcomes": outcomes,
        "by_lot": all(member[2] is None for member in members),
        "practice": any(member[1].startswith("bot:") for member in members),
        "strength": strength,
    }


def standing(facts):
    best = max(facts, key=lambda fact: STRENGTHS.index(fact["strength"]))
    rivals = [fact for fact in facts if fact["strength"] == best["strength"]]
    counted = [came for came in best["outcomes"] if came is not None]
    if best["practice"]:
        return best, "practice"
    if best["strength"] == "lacking":
        return best, "lacking"
    if any(fact["outcomes"] != best["outcomes"] for fact in rivals):
        return best, "contested"
    if not counted:
        return best, "never-was"
    if len(counted) < len(best["outcomes"]):
        return best, "annulled"
    return best, "claimed" if best["strength"] == "claimed" else "counts"


# -- figures -------------------------------------------------------------------------------------------------------------------------

POINTS = {
    "arkan": {"win": 22, "draw": 8, "loss": 3},
    "domino": {"win": 25, "draw": 8, "loss": 3},
    "four": {"win": 22, "draw": 8, "loss": 3},
    "jackaroo": {"win": 28, "draw": 9, "loss": 4},
}


def level_of(points):
    level = 1
    while 50 * (level + 1) * level <= points:
        level += 1
    return level


def solve(rows, right):
    """Gaussian elimination."""
    size = len(right)
    rows = [row[:] + [value] for row, value in zip(rows, right)]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for row in range(at + 1, size):
            factor = rows[row][at] / rows[at][at]
            rows[row] = [x - factor * y for x, y in zip(rows[row], rows[at])]
    out = [0.0] * size
    for at in reversed(range(size)):
        rest = sum(rows[at][other] * out[other] for other in range(at + 1, size))
        out[at] = (rows[at][size] - rest) / rows[at][at]
    return out


def rate(duels):
    """The greatest of sum log(chance of what happened), with one match won and one lost against strength 1 for everybody."""
    keys = sorted({key for one, two, _ in duels for key in (one, two)})
    place = {key: at for at, key in enumerate(keys)}
    theta = [0.0] * len(keys)
    chance = lambda x: 1 / (1 + math.exp(-x))
    for _ in range(100):
        slope = [1 - 2 * chance(x) for x in theta]
        bend = [[0.0] * len(keys) for _ in keys]
        for at, x in enumerate(theta):
            bend[at][at] = 2 * chance(x) * (1 - chance(x))
        for one, two, score in duels:
            i, j = place[one], place[two]
            p = chance(theta[i] - theta[j])
            slope[i] += score - p
            slope[j] -= score - p
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                bend[a][b] += sign * p * (1 - p)
        step = solve(bend, slope)
        largest = max(map(abs, step), default=0)
        theta = [x + y * min(1, 1 / largest if largest else 1) for x, y in zip(theta, step)]
        if largest < 1e-13:
            break
    return {key: math.floor(1500 + 400 * x / math.log(10) + 0.5) for key, x in zip(keys, theta)}


def main():
    by_match, refused = {}, 0
    for line in open(sys.argv[1], encoding="ascii"):
        try:
            fact = certificate(bytes.fromhex(line.strip()))
            by_match.setdefault(fact["match"], []).append(fact)
        except Bad:
            refused += 1
    matches, people, duels = [], {}, []
    for match in sorted(by_match):
        facts = by_match[match]
        best, stands = standing(facts)
        matches.append([match, stands, best["strength"], len(facts)])
        for key, name, came in zip(best["keys"], best["names"], best["outcomes"]):
            person = people.setdefault(key, {"names": [], "games": {game: [0, 0, 0, 0] for game in POINTS}})
            person["names"].append(name)
            if stands in ("counts", "claimed", "annulled") and came is not None:
                tally = person["games"][best["game"]]
                tally[["win", "draw", "loss"].index(came)] += 1
                tally[3] += POINTS[best["game"]][came]
        if stands == "counts" and best["by_lot"] and len(best["keys"]) == 2:
            duels.append((*best["keys"], {"win": 1, "draw": 0.5, "loss": 0}[best["outcomes"][0]]))
    ratings = rate(duels)
    printed = []
    for key in sorted(people):
        person = people[key]
        games = person["games"]
        points = sum(tally[3] for tally in games.values())
        names = sorted(set(person["names"]), key=lambda name: (-person["names"].count(name), name.encode()))
        printed.append(
            {
                "key": key.hex(),
                "name": names[0],
                "points": points,
                "level": level_of(points),
                "badges": [game for game in POINTS if games[game][0] >= 5],
                "games": games,
                "rating": ratings.get(key),
                "rated": sum(key in duel[:2] for duel in duels),
            }
        )
    print(json.dumps({"people": printed, "matches": matches, "refused": refused}, ensure_ascii=False))


main()
