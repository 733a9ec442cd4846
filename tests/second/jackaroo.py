"""Jackaroo, written from its page of the rule book. A marble is at home (HOME), on the track (its own count, 0 to 75) or in (SAFE)."""

from cards import PACK, rank

HOME, SAFE = "home", "safe"
TRACK, LAP_END, SAFE_CELLS = 76, 75, 4
FORWARD = {"A": [1, 11], "2": [2], "3": [3], "4": [-4], "6": [6], "7": [7], "8": [8], "9": [9], "10": [10], "Q": [12], "K": [13]}


def base(seat):
    return 19 * seat


def name(marble):
    return f"{marble[0]}.{marble[1]}"


class Board:
    """Where all marbles are. A move gives a new board."""

    def __init__(self, places, marbles):
        self.places, self.marbles = places, marbles

    def cell(self, marble):
        place = self.places[marble]
        return (base(marble[0]) + place) % TRACK if isinstance(place, int) else None

    def on_track(self):
        return {self.cell(marble): marble for marble in self.places if self.cell(marble) is not None}

    def protected(self):
        """Cells whose marble is on its own base (jackaroo.19) or the front of a block (jackaroo.20)."""
        track = self.on_track()
        return {cell for cell, (seat, _) in track.items() if cell == base(seat) or (cell - 1) % TRACK in track}

    def safe(self, seat):
        return sum(self.places[seat, number] == SAFE for number in range(self.marbles))

    def all_in(self, seat):
        return self.safe(seat) == self.marbles

    def with_places(self, changes):
        return Board(self.places | changes, self.marbles)

    def walk(self, marble, by, eats=False):
        """The board after a marble moved by some cells, or None where it cannot (jackaroo.17 to .29)."""
        seat, start = marble[0], self.places[marble]
        if not isinstance(start, int):
            return None
        track, protected = self.on_track(), self.protected()
        end = start + by
        if by < 0:
            passed, end = range(end + 1, start), end % TRACK
        elif end <= LAP_END:
            passed = range(start + 1, end)
        elif end - LAP_END <= SAFE_CELLS - self.safe(seat):
            passed, end = range(start + 1, TRACK), SAFE
        else:
            return None
        changes = {}
        for cell in ((base(seat) + count) % TRACK for count in passed):
            if cell not in track:
                continue
            if cell in protected or track[cell][0] == seat:
                return None
            if eats:
                changes[track[cell]] = HOME
        if end != SAFE:
            cell = (base(seat) + end) % TRACK
            if cell in protected:
                return None
            if cell in track:
                changes[track[cell]] = HOME
        return self.with_places(changes | {marble: end})

    def out(self, seat):
        """The lowest-numbered marble at home and the board with it on its base, or None (jackaroo.21)."""
        home = [number for number in range(self.marbles) if self.places[seat, number] == HOME]
        there = self.on_track().get(base(seat))
        changes = {}
        if not home:
            return None
        if there is not None:
            if there[0] == seat or (there[0] == (seat + 2) % 4 and base(seat) in self.protected()):
                return None
            changes[there] = HOME
        return (seat, home[0]), self.with_places(changes | {(seat, home[0]): 0})

    def plays(self, seat, card):
        """What a card can do for the marbles of a seat: move and board after it."""
        own = [(seat, number) for number in range(self.marbles)]
        kind = rank(card)
        if kind in ("A", "K") and (out := self.out(seat)):
            yield f"{card} out {name(out[0])}", out[1]
        for by in FORWARD.get(kind, []):
            for marble in own:
                if after := self.walk(marble, by, eats=kind == "K"):
                    yield f"{card} {name(marble)} {by}", after
        if kind == "5":
            for marble in self.places:
                if after := self.walk(marble, 5):
                    yield f"{card} {name(marble)} 5", after
        if kind == "7":
            for first in own:
                for by in range(1, 7):
                    between = self.walk(first, by)
                    for second in own if between else []:
                        if second != first and (after := between.walk(second, 7 - by)):
                            yield f"{card} {name(first)} {by} {name(second)} {7 - by}", after
        if kind == "J":
            protected = self.protected()
            loose = [marble for marble in self.places if self.cell(marble) is not None and self.cell(marble) not in protected]
            for one in loose:
                for other in loose:
                    if one[0] == seat and other[0] % 2 != seat % 2:
                        to_one = (self.cell(other) - base(one[0])) % TRACK
                        to_other = (self.cell(one) - base(other[0])) % TRACK
                        yield f"{card} {name(one)} {name(other)}", self.with_places({one: to_one, other: to_other})


class Game:
    seats_allowed = [4]
    rounds = None

    def __init__(self, seats, options, shuffle):
        self.shuffle, self.turn, self.outcome = shuffle, options["start"], None
        marbles = options["marbles"]
        self.board = Board({(seat, number): HOME for seat in range(4) for number in range(marbles)}, marbles)
        self.deck, self.fire = shuffle(PACK), []
        self.hands = [[self.deck.pop(0) for _ in range(4)] for _ in range(4)]

    @staticmethod
    def options(seats, random):
        return {"marbles": random.choice([3, 4]), "start": random.randrange(4)}

    def present(self):
        return range(4)

    def scores(self):
        return [self.board.safe(seat) for seat in range(4)]

    def boards(self):
        own = self.turn
        plays_for = (own + 2) % 4 if self.board.all_in(own) else own
        plays = [play for card in self.hands[own] for play in self.board.plays(plays_for, card)]
        return dict(plays) or {f"burn {card}": self.board for card in self.hands[own]}

    def legal(self):
        return sorted(self.boards())

    def likely(self, moves, random):
        out = [move for move in moves if " out " in move]
        return random.choice(out if out and random.random() < 0.5 else moves)

    def play(self, move):
        self.board = self.boards()[move]
        card = next(word for word in move.split() if word != "burn")
        self.hands[self.turn].remove(card)
        self.fire.append(card)
        for seat in (0, 1):
            if self.board.all_in(seat) and self.board.all_in(seat + 2):
                self.outcome = ["win" if other % 2 == seat else "loss" for other in range(4)]
                return
        self.hands[self.turn].append(self.deck.pop(0))
        if not self.deck:
            self.deck, self.fire = self.shuffle(self.fire), []
        self.turn = (self.turn + 1) % 4

    def leave(self, seat):
        self.outcome = ["loss" if other % 2 == seat % 2 else "win" for other in range(4)]
