"""Arkan, written from its page of the rule book. A square is (column, row), both from 0."""

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def around(squares, steps):
    return {(column + x, row + y) for column, row in squares for x, y in steps}


def to_origin(squares):
    left, low = (min(square[axis] for square in squares) for axis in (0, 1))
    return frozenset((column - left, row - low) for column, row in squares)


def orientations(squares):
    found = set()
    for _ in range(4):
        squares = [(row, -column) for column, row in squares]
        found |= {to_origin(squares), to_origin([(-column, row) for column, row in squares])}
    return frozenset(found)


def shapes():
    """All free polyominoes of one to five squares, each as its orientations (arkan.2)."""
    size = {orientations([(0, 0)])}
    found = set(size)
    for _ in range(4):
        grown = ((next(iter(shape)), square) for shape in size for square in around(next(iter(shape)), SIDES))
        size = {orientations(squares | {square}) for squares, square in grown if square not in squares}
        found |= size
    return found


SHAPES = shapes()
assert len(SHAPES) == 21 and sum(map(len, SHAPES)) == 91


def squares_of(shape):
    return len(next(iter(shape)))


def write(squares):
    in_order = sorted(squares, key=lambda square: (square[1], square[0]))
    return ",".join(f"{chr(ord('a') + column)}{row + 1}" for column, row in in_order)


class Game:
    seats_allowed = [2, 3, 4]
    rounds = None

    def __init__(self, seats, options, shuffle):
        self.seats, self.outcome = seats, None
        self.size = 14 if seats == 2 else 20
        self.starts = [(4, 9), (9, 4)] if seats == 2 else [(0, 19), (19, 19), (19, 0), (0, 0)]
        self.covered = [set() for _ in range(seats)]
        self.left = [set(SHAPES) for _ in range(seats)]
        self.last = [None] * seats
        self.here, self.stuck = set(range(seats)), set()
        self.find_turn(0)

    @staticmethod
    def options(seats, random):
        return {}

    def present(self):
        return sorted(self.here)

    def placements(self, seat):
        own, taken = self.covered[seat], set().union(*self.covered)
        beside = around(own, SIDES)
        free = {(column, row) for column in range(self.size) for row in range(self.size)} - taken - beside
        touched = around(own, CORNERS) & free if own else {self.starts[seat]}
        found = {}
        for shape in self.left[seat]:
            for orientation in shape:
                for column, row in touched:
                    for x, y in orientation:
                        squares = {(column - x + u, row - y + v) for u, v in orientation}
                        if squares <= free:
                            found[write(squares)] = shape, squares
        return found

    def find_turn(self, first):
        """Who moves next: the first from `first` who can place (arkan.12), if the match is not over."""
        if len(self.here) > 1:
            for seat in (seat % self.seats for seat in range(first, first + self.seats)):
                if seat in self.here - self.stuck:
                    self.moves = self.placements(seat)
                    if self.moves:
                        self.turn = seat
                        return
                    self.stuck.add(seat)
        scores = self.scores()
        highest = max(scores[seat] for seat in self.here)
        best = [seat for seat in self.here if scores[seat] == highest]
        shared = "win" if len(best) == 1 else "draw"
        self.outcome = [shared if seat in best else "loss" for seat in range(self.seats)]

    def scores(self):
        def score(seat):
            if self.left[seat]:
                return -sum(map(squares_of, self.left[seat]))
            return 20 if squares_of(self.last[seat]) == 1 else 15

        return [score(seat) for seat in range(self.seats)]

    def legal(self):
        return sorted(self.moves)

    def likely(self, moves, random):
        few = random.sample(moves, min(len(moves), 6))
        return max(few, key=lambda move: move.count(","))

    def play(self, move):
        shape, squares = self.moves[move]
        self.covered[self.turn] |= squares
        self.left[self.turn].remove(shape)
        self.last[self.turn] = shape
        self.find_turn(self.turn + 1)

    def leave(self, seat):
        self.here.remove(seat)
        self.find_turn(self.turn)
