"""Four Face-Down, written from its page of the rule book. A row is a list of cards, None where a slot is empty."""

from cards import PACK, RANKS, rank

TARGET = 100


def value(card):
    return 0 if card == "KD" else RANKS.index(rank(card)) + 1


def name(slot):
    return f"{slot[0]}.{slot[1]}"


def slot_of(text):
    seat, slot = text.split(".")
    return int(seat), int(slot)


class Game:
    seats_allowed = [2, 3, 4]

    def __init__(self, seats, options, shuffle):
        self.seats, self.shuffle, self.outcome = seats, shuffle, None
        self.here, self.totals, self.rounds = list(range(seats)), [0] * seats, []
        self.starter = 0
        self.deal()

    @staticmethod
    def options(seats, random):
        return {}

    def deal(self):
        pack = self.shuffle(PACK)
        self.rows = {seat: [pack.pop(0) for _ in range(4)] for seat in self.here}
        self.pile, self.stock = [pack.pop(0)], pack
        self.turn, self.caller, self.drawn, self.hole = self.starter, None, None, None

    def present(self):
        return self.here

    def scores(self):
        return list(self.totals)

    def after(self, seat):
        return next(other % self.seats for other in range(seat + 1, seat + 5) if other % self.seats in self.here)

    def slots(self, seat):
        return [(seat, slot) for slot, card in enumerate(self.rows[seat]) if card]

    def card(self, slot):
        return self.rows[slot[0]][slot[1]]

    def lay(self, slot, card):
        self.rows[slot[0]][slot[1]] = card

    def legal(self):
        own = self.slots(self.turn)
        if self.hole:
            return sorted(f"give {name(slot)}" for slot in own)
        if not self.drawn:
            calls = [] if self.caller is not None else ["call"]
            return sorted(["draw", *calls, *(f"take {name(slot)}" for slot in own)])
        everywhere = [slot for seat in self.here for slot in self.slots(seat)]
        moves = ["discard"]
        moves += [f"keep {name(slot)}" for slot in own]
        moves += [f"match {name(slot)}" for slot in everywhere]
        kind = rank(self.drawn)
        if kind in ("7", "8"):
            moves += [f"peek {name(slot)}" for slot in own]
        if kind in ("9", "10"):
            moves += [f"spy {name(slot)}" for slot in everywhere if slot[0] != self.turn]
        if kind in ("J", "Q"):
            moves += [f"swap {name(one)} {name(other)}" for one in everywhere for other in everywhere if one < other]
        return sorted(moves)

    def likely(self, moves, random):
        right = [m for m in moves if m.startswith("match") and rank(self.card(slot_of(m.split()[1]))) == rank(self.drawn)]
        if right and random.random() < 0.5:
            return random.choice(right)
        move = random.choice(moves)
        return random.choice(moves) if move == "call" else move

    def play(self, move):
        word, *slots = move.split()
        slots = [slot_of(slot) for slot in slots]
        if word == "draw":
            self.drawn = self.stock.pop(0)
            return
        if word == "call":
            self.caller = self.turn
        elif word in ("take", "keep"):
            card = self.pile.pop() if word == "take" else self.drawn
            self.pile.append(self.card(slots[0]))
            self.lay(slots[0], card)
        elif word == "give":
            self.lay(self.hole, self.card(slots[0]))
            self.lay(slots[0], None)
        elif word == "match":
            if rank(self.card(slots[0])) == rank(self.drawn):
                self.pile += [self.card(slots[0]), self.drawn]
                self.lay(slots[0], None)
                if slots[0][0] != self.turn:
                    self.hole, self.drawn = slots[0], None
                    return
            else:
                self.pile.append(self.drawn)
                if self.stock:
                    self.rows[self.turn].append(self.stock.pop(0))
        else:
            self.pile.append(self.drawn)
            if word == "swap":
                cards = [self.card(slot) for slot in slots]
                self.lay(slots[0], cards[1])
                self.lay(slots[1], cards[0])
        self.end_turn()

    def end_turn(self):
        self.drawn = self.hole = None
        following = self.after(self.turn)
        if self.stock and self.caller != following and all(self.slots(seat) for seat in self.here):
            self.turn = following
            return
        sums = {seat: sum(value(card) for card in self.rows[seat] if card) for seat in self.here}
        self.rounds.append([sums.get(seat) for seat in range(self.seats)])
        for seat in self.here:
            self.totals[seat] += sums[seat]
        if max(self.totals) >= TARGET:
            self.finish()
        else:
            self.starter = self.after(self.starter)
            self.deal()

    def finish(self):
        lowest = min(self.totals[seat] for seat in self.here)
        best = [seat for seat in self.here if self.totals[seat] == lowest]
        shared = "win" if len(best) == 1 else "draw"
        self.outcome = [shared if seat in best else "loss" for seat in range(self.seats)]

    def leave(self, seat):
        self.starter = self.after(seat) if self.starter == seat else self.starter
        self.here.remove(seat)
        if len(self.here) == 1:
            self.finish()
        else:
            self.deal()
