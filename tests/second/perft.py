#!/usr/bin/env python3
"""Counts sequences of moves by the second implementation: perft.py DEPTH FILE... Prints a number for each file with one record."""

import copy
import importlib
import json
import sys


class NoPack(Exception):
    """A pack is due and there is none that fits."""


class Packs:
    """The packs of a record; a copy goes on from where the original was."""

    def __init__(self, decks):
        self.decks = decks

    def __call__(self, cards):
        if not self.decks or sorted(self.decks[0]) != sorted(cards):
            raise NoPack
        pack, *self.decks = self.decks
        return list(pack)


def at_the_end_of(record):
    rules = importlib.import_module(record["game"]).Game
    game = rules(record["seats"], record.get("options", {}), Packs(record["decks"]))
    for move in record["moves"]:
        word, _, seat = move.partition(" ")
        if word == "leave":
            game.leave(int(seat))
        else:
            assert move in game.legal(), move
            game.play(move)
    return game


def count(game, depth):
    if depth == 0:
        return 1
    if game.outcome is not None:
        return 0
    total = 0
    for move in game.legal():
        after = copy.deepcopy(game)
        try:
            after.play(move)
        except NoPack:
            # A sequence that ends with this move is whole; a longer one is not.
            total += depth == 1
            continue
        total += count(after, depth - 1)
    return total


def main():
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            print(count(at_the_end_of(json.load(file)), int(sys.argv[1])))


main()
