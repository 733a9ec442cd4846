"""The ordinary pack of 52."""

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]


def rank(card):
    return card[:-1]
