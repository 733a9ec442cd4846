"""Dominoes, written from its page of the rule book. A tile is its text, the greater end first."""

TILES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
TARGET = 100


def ends(tile):
    high, low = tile.split("-")
    return int(high), int(low)


def pips(tiles):
    return sum(sum(ends(tile)) for tile in tiles)


def opening_rank(tile):
    """Doubles before all others, then pips, then the greater end (domino.5)."""
    high, low = ends(tile)
    return (high == low, high + low, high)


class Game:
    seats_allowed = [2, 4]

    def __init__(self, seats, options, shuffle):
        self.seats, self.shuffle, self.outcome = seats, shuffle, None
        self.partners = options.get("partners", False)
        self.here, self.points, self.rounds = list(range(seats)), [0] * seats, []
        self.deal(None)

    @staticmethod
    def options(seats, random):
        return {"partners": random.choice([True, False])} if seats == 4 else {}

    def deal(self, opener):
        pack = self.shuffle(TILES)
        self.hands = {seat: [pack.pop(0) for _ in range(7)] for seat in self.here}
        self.boneyard = pack if self.seats == 2 else []
        self.line, self.knocked, self.asked, self.turn = None, set(), None, opener
        if opener is None:
            self.find_opener()

    def find_opener(self):
        self.asked = max((tile for hand in self.hands.values() for tile in hand), key=opening_rank)
        self.turn = next(seat for seat, hand in self.hands.items() if self.asked in hand)

    def present(self):
        return self.here

    def scores(self):
        return list(self.points)

    def side(self, seat):
        return {seat, (seat + 2) % 4} if self.partners else {seat}

    def after(self, seat):
        return next(other % self.seats for other in range(seat + 1, seat + 5) if other % self.seats in self.here)

    def legal(self):
        hand = self.hands[self.turn]
        if self.line is None:
            return [f"open {self.asked}"] if self.asked else sorted(f"open {tile}" for tile in hand)
        fitting = [f"{end} {tile}" for tile in hand for end in ("left", "right") if self.line[end] in ends(tile)]
        return sorted(fitting) or (["draw"] if self.boneyard else ["knock"])

    def likely(self, moves, random):
        return random.choice(moves)

    def play(self, move):
        word, _, tile = move.partition(" ")
        if word == "draw":
            self.hands[self.turn].append(self.boneyard.pop(0))
            return
        if word == "knock":
            self.knocked.add(self.turn)
            self.turn = self.after(self.turn)
            self.end_if_blocked()
            return
        self.hands[self.turn].remove(tile)
        self.knocked = set()
        high, low = ends(tile)
        if word == "open":
            self.line, self.opened_by, self.asked = {"left": high, "right": low}, self.turn, None
        else:
            self.line[word] = low if self.line[word] == high else high
        if self.hands[self.turn]:
            self.turn = self.after(self.turn)
        else:
            side = self.side(self.turn)
            self.end_round(side, pips(tile for seat in self.here if seat not in side for tile in self.hands[seat]), False)

    def end_if_blocked(self):
        if not self.knocked.issuperset(self.here):
            return
        hands = {tuple(sorted(self.side(seat))): 0 for seat in self.here}
        for side in hands:
            hands[side] = pips(tile for seat in side for tile in self.hands[seat])
        lowest = min(hands.values())
        best = [side for side, total in hands.items() if total == lowest]
        if len(best) == 1:
            self.end_round(best[0], sum(hands.values()) - lowest, True)
        else:
            self.end_round([], 0, True)

    def end_round(self, winners, points, blocked):
        self.rounds.append({"winner": sorted(winners), "points": points, "blocked": blocked})
        for seat in winners:
            self.points[seat] += points
        if max(self.points) >= TARGET:
            self.finish(winners)
        else:
            self.deal(self.after(self.opened_by))

    def finish(self, winners):
        self.outcome = ["win" if seat in winners else "loss" for seat in range(self.seats)]

    def leave(self, seat):
        if self.seats == 2 or self.partners:
            self.finish(set(range(self.seats)) - self.side(seat))
            return
        following = self.after(seat)
        self.here.remove(seat)
        del self.hands[seat]
        self.points[seat] = 0
        if len(self.here) == 1:
            self.finish(self.here)
        elif self.asked:
            self.find_opener()
        else:
            self.turn = following if self.turn == seat else self.turn
            if self.knocked:
                self.end_if_blocked()
