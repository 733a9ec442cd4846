#!/usr/bin/env python3
"""Lets four programs play one match after another at one table, with frequent faults, and compares what they hold.

usage: tests/soak.py MAJLIS FOLDER [MINUTES]

For MINUTES (20 if nothing is said) a host and three guests, bots, play Arkan on the loopback network and want another match after each.
Every few seconds one of them is stopped for up to three seconds, or one of the guests is killed and started again. In the end the logs of
all that are whole have to be equal everywhere and valid, and the host, which is never killed, may not have grown: its memory at the end
is compared with that after five minutes (a quarter of the time where it is shorter). Ends with 1 where anything is wrong.
"""

import collections
import hashlib
import os
import random
import signal
import subprocess
import sys
import time


def memory(process):
    """Resident memory in KiB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def main():
    majlis, folder = sys.argv[1], sys.argv[2]
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else 20
    os.makedirs(folder)
    rng = random.Random(2026)
    usual = ["--bot", "greedy", "--listen", "/ip4/127.0.0.1/tcp/0", "--rematch", "1000000", "--json"]
    invitation = os.path.join(folder, "invitation")

    def start(number):
        data = ["--data", os.path.join(folder, str(number))]
        if number == 0:
            what = ["host", "--game", "arkan", "--seats", "4", "--invite-file", invitation]
        else:
            with open(invitation, encoding="ascii") as file:
                what = ["join", file.read().strip()]
        out = open(os.path.join(folder, f"{number}.out"), "ab")
        return subprocess.Popen([majlis, *what, *usual, *data], stdout=out, stderr=out)

    programs = [start(0)]
    while not os.path.exists(invitation):
        time.sleep(0.05)
    programs += [start(number) for number in (1, 2, 3)]
    begun = time.monotonic()
    end = begun + 60 * minutes
    early = None
    faults = collections.Counter()
    wrong = []
    while time.monotonic() < end and not wrong:
        time.sleep(rng.uniform(0.5, 4))
        if early is None and time.monotonic() - begun > min(300, 15 * minutes):
            early = memory(programs[0])
        if rng.random() < 0.7:
            program = rng.choice(programs)
            program.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0, 3))
            program.send_signal(signal.SIGCONT)
            faults["stopped"] += 1
        else:
            number = rng.randrange(1, 4)
            programs[number].kill()
            programs[number].wait()
            time.sleep(rng.uniform(0, 2))
            programs[number] = start(number)
            faults["killed"] += 1
        for number, program in enumerate(programs):
            if program.poll() is not None:
                wrong.append(f"program {number} has ended with {program.poll()}")
    late = memory(programs[0])
    for program in programs:
        program.terminate()
        program.wait()

    logs = collections.defaultdict(dict)
    for number in range(4):
        matches = os.path.join(folder, str(number), "matches")
        for name in os.listdir(matches):
            if name.endswith(".mlog"):
                with open(os.path.join(matches, name), "rb") as file:
                    logs[name][number] = hashlib.sha256(file.read()).hexdigest()
    unequal = [name for name, copies in logs.items() if len(set(copies.values())) > 1]
    # The last one was cut short with the programs.
    if len(unequal) > 1:
        wrong.append(f"{len(unequal)} matches of which the logs differ: {unequal[:3]}")
    unfinished = 0
    equal = [name for name in logs if name not in unequal]
    for name in equal:
        path = os.path.join(folder, "0", "matches", name)
        verified = subprocess.run([majlis, "verify", path], stdout=subprocess.PIPE, text=True, check=False)
        if verified.returncode != 0:
            # The last one may have been cut short at the same step everywhere.
            last = "unfinished" in verified.stdout
            unfinished += last
            if not last or unfinished > 1:
                wrong.append(f"{name} is not valid")
    print(f"{len(logs)} matches in {minutes} minutes, {len(equal)} with equal and valid logs everywhere; faults: {dict(faults)}")
    print(f"the host's memory: {early} KiB early, {late} KiB at the end")
    if early and late > early * 1.2 + 4096:
        wrong.append("the host has grown")
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
