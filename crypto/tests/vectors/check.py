#!/usr/bin/env python3
"""Checks the golden vectors in a folder without any code of the program.

    python3 check.py [FOLDER [NAME...]]

Needs nothing but Python 3.9 or later. Every *.json file in the folder must be known to a checker below; a file that
nobody checks is a failure, and so is a checker without its file. With names, only those files are looked at. Prints
how many values were checked in each file.
Exit status: 0 if all agree, 1 if anything differs, 2 if the folder cannot be read.

To add a file, write a function that takes its parsed content, yields one comparison at a time with `same`, and is
marked with @checks("name.json"). The arithmetic is in the folder `reference`.
"""

import json
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from reference import cbor, ed25519, hashing, merlin, pack, proofs, ristretto  # noqa: E402

CHECKERS = {}


def checks(name):
    """Registers a checker for one file."""

    def register(function):
        CHECKERS[name] = function
        return function

    return register


def same(what, computed, stored):
    """One comparison: a description, or None where both agree."""
    return None if computed == stored else f"{what}: computed {computed!r}, the file says {stored!r}"


def unhex(texts):
    return [bytes.fromhex(text) for text in texts]


@checks("chain.json")
def chain(data):
    for case in data["hashes"]:
        yield same(case["label"], hashing.digest(case["label"], unhex(case["parts"])).hex(), case["digest"])
    for case in data["commitments"]:
        yield same("commitment", hashing.commit(case["purpose"], unhex(case["parts"])).hex(), case["digest"])
    for case in data["matches"]:
        yield same("match", hashing.digest("match", unhex([case["closing"]])).hex(), case["match"])
    kinds = ["entry", "left", "absent", "equivocated"]
    for case in data["steps"]:
        parts = [bytes.fromhex(case["match"]), case["epoch"].to_bytes(4, "big"), case["step"].to_bytes(8, "big")]
        parts.append(bytes.fromhex(case["prev"]))
        for place in case["places"]:
            head = bytes([place["party"], kinds.index(place["kind"])])
            parts.append(head + bytes.fromhex(place.get("content", "")))
        yield same("step", hashing.digest("step", parts).hex(), case["digest"])


@checks("lot.json")
def lot(data):
    for case in data["lots"]:
        context = [bytes.fromhex(case["match"]), case["epoch"].to_bytes(4, "big"), case["step"].to_bytes(8, "big")]
        places = []
        for party in case["parties"]:
            number, nonce, salt = bytes([party["party"]]), bytes.fromhex(party["nonce"]), bytes.fromhex(party["salt"])
            computed = hashing.commit("lot", context + [number, nonce, salt] + unhex(case["bound"]))
            yield same("commitment", computed.hex(), party["commitment"])
            places.append(number + nonce)
        seed = hashing.digest("lot-seed", context + places)
        yield same("seed", seed.hex(), case["seed"])
        yield from draws(seed, case["draws"])
    for case in data["seeds"]:
        yield from draws(bytes.fromhex(case["seed"]), case["draws"])


def draws(seed, cases):
    for case in cases:
        words = hashing.words(seed, case["purpose"])
        n = case["n"]
        if "permutation" in case:
            yield same(f"permutation of {n}", hashing.permutation(words, n), case["permutation"])
        else:
            choices = [hashing.choice(words, n) for _ in case["choices"]]
            yield same(f"choices among {n}", choices, case["choices"])


@checks("cbor.json")
def encodings(data):
    for case in data["values"]:
        encoded = bytes.fromhex(case["encoding"])
        yield same("encoding", cbor.encode(value_of(case["value"])).hex(), case["encoding"])
        yield same("verdict", cbor.verdict(encoded, None), ("Canonical", None))
        yield same("value", cbor.encode(cbor.decode(encoded)).hex(), case["encoding"])
    for case in data["verdicts"]:
        computed = cbor.verdict(bytes.fromhex(case["input"]), data["limits"])
        yield same(f"verdict on {case['input']}", computed, (case["verdict"], case.get("at")))


def value_of(shown):
    """A value of cbor.json as Python objects; maps as lists of pairs inside cbor.Map."""
    if not isinstance(shown, dict):
        return shown
    ((kind, content),) = shown.items()
    if kind == "int":
        return int(content)
    if kind == "bytes":
        return bytes.fromhex(content)
    if kind == "text":
        return content
    if kind == "array":
        return [value_of(item) for item in content]
    return cbor.Map([(value_of(key), value_of(value)) for key, value in content])


@checks("fingerprint.json")
def fingerprints(data):
    symbols = data["symbols"]
    yield same("number of symbols", len(symbols), 128)
    for column in zip(*symbols):
        yield same("distinct names", len(set(column)), 128)
    for emoji, *names in symbols:
        yield same(f"{emoji} is one wide character", [unicodedata.east_asian_width(c) for c in emoji], ["W"])
        yield same(f"names of {emoji} in form C", [unicodedata.normalize("NFC", name) for name in names], names)
    for case in data["fingerprints"]:
        value = hashing.fingerprint(bytes.fromhex(case["key"]))
        groups = " ".join(value.hex()[i : i + 4] for i in range(0, 16, 4))
        numbers = hashing.pictures(value)
        yield same("hexadecimal", groups, case["hex"])
        yield same("pictures", numbers, case["numbers"])
        yield same("names", " ".join(symbols[number][1] for number in numbers), case["en"])


@checks("signatures.json")
def signatures(data):
    for case in data["made"]:
        message = ed25519.tagged(case["tag"], bytes.fromhex(case["content"]))
        secret = bytes.fromhex(case["secret"])
        yield same("public key", ed25519.public_key(secret).hex(), case["key"])
        yield same("signature", ed25519.sign(secret, message).hex(), case["signature"])
    for case in data["verdicts"]:
        message = ed25519.tagged(case["tag"], bytes.fromhex(case["content"]))
        valid = ed25519.verify_strict(bytes.fromhex(case["key"]), message, bytes.fromhex(case["signature"]))
        yield same(f"signature {case['signature']}", valid, case["valid"])
    for case in data["keys"]:
        yield same(f"key {case['key']}", ed25519.key_verdict(bytes.fromhex(case["key"])), case["verdict"])


@checks("group.json")
def group(data):
    for case in data["hashed"]:
        point = ristretto.hash_to_group(case["label"])
        yield same(case["label"], ristretto.encode(point).hex(), case["element"])
        again = ristretto.encode(ristretto.decode(bytes.fromhex(case["element"])))
        yield same(case["label"], again.hex(), case["element"])
    point = ristretto.IDENTITY
    for k, multiple in enumerate(data["multiples"]):
        yield same(f"{k} G", ristretto.encode(point).hex(), multiple)
        point = ristretto.add(point, ristretto.BASE)


@checks("merlin.json")
def transcripts(data):
    for case in data["transcripts"]:
        transcript = merlin.Transcript(case["protocol"].encode())
        for operation in case["operations"]:
            label = operation["label"].encode()
            if "message" in operation:
                transcript.append(label, bytes.fromhex(operation["message"]))
            else:
                expected = operation["challenge"]
                computed = transcript.challenge(label, len(expected) // 2).hex()
                yield same(f"challenge {operation['label']}", computed, expected)


@checks("proofs.json")
def whole_packs(data):
    for case in data["keys"]:
        try:
            proofs.keys(case["context"], bytes.fromhex(case["message"]))
            valid = True
        except proofs.Refused:
            valid = False
        yield same("keys", valid, case["valid"])
    for case in data["packs"]:
        holders = {holder["party"]: bytes.fromhex(holder["keys"]) for holder in case["holders"]}
        secrets = {holder["party"]: bytes.fromhex(holder["secret"]) for holder in case["holders"]}
        for party, secret in secrets.items():
            halves = [int.from_bytes(half, "little") for half in (secret[:32], secret[32:])]
            public = b"".join(ristretto.encode(ristretto.multiply(half, ristretto.BASE)) for half in halves)
            yield same("public keys", public.hex(), holders[party].hex())
        table = pack.Pack(case["number"], case["kind"], case["labels"], holders)
        yield same("digest", table.digest().hex(), case["digest"])
        for event in case["events"]:
            yield same(f"{event['do']} by {event['context']['party']}", table.try_accept(event), event["valid"])
            yield same("digest", table.digest().hex(), event["digest"])
        for holder in case["seen"]:
            party = holder["party"]
            yield same(f"what {party} can read", table.seen(party, secrets[party]), holder["faces"])


@checks("shuffle.json")
def shuffles(data):
    for case in data["shuffles"]:
        key, before, message = unhex([case["key"], case["input"], case["output"] + case["proof"]])
        secret = case["secret"]
        yield same("pack key", ristretto.encode(ristretto.multiply(secret, ristretto.BASE)).hex(), case["key"])
        before = proofs.Reader(before, len(before) // 32).cards(len(before) // 64)
        statement = case["context"], case["binding"].encode(), ristretto.decode(key), before
        after = proofs.shuffle(*statement, message)
        faces = [open_card(secret, card) for card in before]
        moved = [faces[source] for source in case["permutation"]]
        yield same("faces after", [open_card(secret, card) for card in after], moved)
        # Another tau.
        changed = message[:-32] + bytes([message[-32] ^ 1]) + message[-31:]
        try:
            proofs.shuffle(*statement, changed)
            valid = True
        except proofs.Refused:
            valid = False
        yield same("a changed proof is valid", valid, False)


def open_card(secret, card):
    """What the holder of the whole key reads: c2 - secret c1."""
    c1, c2 = card
    return ristretto.encode(ristretto.add(c2, ristretto.negate(ristretto.multiply(secret, c1)))).hex()


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    try:
        names = {path.name for path in folder.iterdir() if path.suffix == ".json"}
    except OSError as error:
        print(f"{folder}: {error.strerror}; give the folder of the vectors", file=sys.stderr)
        return 2
    known = set(CHECKERS)
    if chosen := set(sys.argv[2:]):
        names, known = names & chosen, known & chosen
        names |= chosen - known
    wrong = [f"{name}: nothing here checks this file; write a checker" for name in sorted(names - known)]
    wrong += [f"{name}: the file is missing" for name in sorted(known - names)]
    for name in sorted(names & known):
        count = 0
        try:
            data = json.loads((folder / name).read_text(encoding="utf-8"))
            for difference in CHECKERS[name](data):
                count += 1
                if difference:
                    wrong.append(f"{name}: {difference}")
        except (ArithmeticError, KeyError, LookupError, TypeError, ValueError) as error:
            wrong.append(f"{name}: {type(error).__name__}: {error}")
        if not count:
            wrong.append(f"{name}: nothing was checked")
        print(f"{name}: {count} values")
    for line in wrong:
        print(line, file=sys.stderr)
    print("all agree" if not wrong else f"{len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
