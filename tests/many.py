#!/usr/bin/env python3
"""Simulates many matches of every kind, verifies their logs, judges their records, and compares.

usage: tests/many.py MAJLIS FOLDER [MATCHES]

For each kind of match MATCHES (8 if nothing is said) are played to their end, and as many with somebody leaving. The folder must not
hold logs yet. Ends with 1 where anything differs.
"""

import json
import os
import subprocess
import sys
import time

KINDS = [
    ("arkan", 2, []),
    ("arkan", 3, []),
    ("arkan", 4, []),
    ("domino", 2, []),
    ("domino", 4, []),
    ("domino", 4, ["partners=true"]),
    ("four", 2, []),
    ("four", 3, []),
    ("four", 4, []),
    ("jackaroo", 4, []),
    ("jackaroo", 4, ["marbles=4"]),
    ("jackaroo", 4, ["persons=2"]),
    ("jackaroo", 4, ["persons=2", "marbles=4"]),
]


def lines(output):
    return [json.loads(line) for line in output.splitlines()]


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}\nends with {done.returncode}: {done.stderr}{done.stdout[-2000:]}")
    return done.stdout


def main():
    majlis, folder = sys.argv[1], sys.argv[2]
    matches = int(sys.argv[3]) if len(sys.argv) > 3 else 8
    total = {"matches": 0, "plies": 0, "steps": 0, "bytes": 0, "departures": 0}
    simulated = verified = 0.0
    slowest = 0
    for number, (game, seats, options) in enumerate(KINDS):
        for leaves in (0, 1 + number % 2):
            name = os.path.join(folder, "-".join([game, str(seats), *options, str(leaves)]))
            os.makedirs(name)
            arguments = ["--game", game, "--seats", str(seats), "--matches", str(matches), "--seed", str(number)]
            for option in options:
                arguments += ["--option", option]
            arguments += ["--leaves", str(leaves), "--log", f"{name}/logs", "--record", f"{name}/records", "--check-once"]
            started = time.monotonic()
            summary = json.loads(run(majlis, "simulate", *arguments, "--json"))
            simulated += time.monotonic() - started
            slowest = max(slowest, summary["slowest_milliseconds"])
            for key in total:
                total[key] += summary[key]
            started = time.monotonic()
            logs = lines(run(majlis, "verify", f"{name}/logs", "--json", "--jobs", "1"))
            verified += time.monotonic() - started
            answers = lines(run(majlis, "judge", f"{name}/records"))
            if not len(logs) == len(answers) == matches:
                sys.exit(f"{name}: {len(logs)} logs and {len(answers)} answers")
            for log, answer in zip(logs, answers):
                outcome = [None] * seats
                for person in log["persons"]:
                    for seat in person["seats"]:
                        outcome[seat] = person["outcome"]
                alike = log["status"] == "valid" and log["grade"] == "agreed" and answer["over"]
                if not alike or log["scores"] != answer["scores"] or outcome != answer["outcome"]:
                    sys.exit(f"{log['path']}: the judge says otherwise\n{log}\n{answer}")
            print(f"{name}: {matches} alike", flush=True)
    print(f"{total}\nsimulated in {simulated:.1f} s, the slowest match in {slowest} ms; verified in {verified:.1f} s")


main()
