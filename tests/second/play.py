#!/usr/bin/env python3
"""Plays random matches by the second implementation: play.py GAME MATCHES SEED. Prints a pair of record and answer a line."""

import importlib
import json
import random
import sys


def play(name, rules, random):
    seats = random.choice(rules.seats_allowed)
    options = rules.options(seats, random)
    decks, moves, plies, illegal = [], [], [], None

    def shuffle(cards):
        deck = sorted(cards)
        random.shuffle(deck)
        decks.append(list(deck))
        return deck

    def look():
        legal = game.legal()
        plies.append({"seat": game.turn, "legal": len(legal), "moves": legal})
        return legal

    game = rules(seats, options, shuffle)
    leaving = random.choice([0, 0, 0.01, 0.05])
    length = random.choice([10, 50, 200, 2000])
    while game.outcome is None and len(moves) < length:
        legal = look()
        stale = random.choice(moves) if moves else legal[0]
        if random.random() < leaving:
            leaver = random.choice(list(game.present()))
            moves.append(f"leave {leaver}")
            game.leave(leaver)
        elif random.random() < 0.004 and stale not in legal and not stale.startswith("leave"):
            illegal = len(moves)
            moves.append(stale)
            break
        else:
            moves.append(game.likely(legal, random))
            game.play(moves[-1])
    record = {"game": name, "seats": seats, "options": options, "decks": decks, "moves": moves, "show": "list"}
    if illegal is not None:
        return {"record": record, "answer": {"ok": False, "ply": illegal}, "rules": []}
    if game.outcome is None:
        look()
    over = game.outcome is not None
    answer = {"ok": True, "plies": plies, "over": over, "scores": game.scores(), "outcome": game.outcome}
    if game.rounds is not None:
        answer["rounds"] = game.rounds
    return {"record": record, "answer": answer}


def main():
    name, matches, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rules = importlib.import_module(name).Game
    source = random.Random(seed)
    for _ in range(matches):
        print(json.dumps(play(name, rules, source), separators=(",", ":")))


main()
