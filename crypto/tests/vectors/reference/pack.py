"""The public state of an encrypted pack: what each message does to it, and what each party can read."""

from . import hashing, proofs
from . import ristretto as r
from .proofs import Refused, require


class Pack:
    def __init__(self, number, kind, labels, holders):
        """`holders`: {party: 64 bytes of keys}."""
        self.number, self.kind, self.labels, self.holders = number, kind, labels, holders
        self.faces = [r.hash_to_group(f"majlis/face/v1/{kind}/{label}") for label in labels]
        self.deck = {party: r.decode(keys[:32]) for party, keys in holders.items()}
        self.sealing = {party: r.decode(keys[32:]) for party, keys in holders.items()}
        self.key = proofs.total((1, key) for key in self.deck.values())
        self.cards = [(r.IDENTITY, face) for face in self.faces]
        self.shuffles = 0
        self.shares = [{} for _ in labels]
        self.looks = [{} for _ in labels]
        self.commitments = [None] * len(labels)
        self.opened = [None] * len(labels)

    def digest(self):
        head = self.number.to_bytes(4, "big") + bytes([self.shuffles, len(self.labels), len(self.holders)])
        parts = [head, self.kind.encode("utf-8")] + [label.encode("utf-8") for label in self.labels]
        parts += [bytes([party]) + keys for party, keys in sorted(self.holders.items())]
        parts += [r.encode(c1) + r.encode(c2) for c1, c2 in self.cards]
        return hashing.digest("pack", parts)

    def share_set(self, indices):
        parts = [self.digest()]
        for index in indices:
            shares = sorted(self.shares[index].items())
            parts.append(bytes([index]) + b"".join(bytes([party]) + r.encode(share) for party, share in shares))
        return hashing.digest("shares", parts)

    def masked(self, index):
        point = self.cards[index][1]
        for share in self.shares[index].values():
            point = proofs.minus(point, share)
        return point

    def missing(self, index):
        return [party for party in sorted(self.holders) if party not in self.shares[index]]

    def hidden(self):
        return [face for face in range(len(self.labels)) if face not in self.opened]

    def find(self, point, faces):
        encoded = r.encode(point)
        return next((face for face in faces if r.encode(self.faces[face]) == encoded), None)

    def accept(self, event):
        """Puts a message into effect; raises Refused, and changes nothing, if it is wrong."""
        context, message = event["context"], bytes.fromhex(event["message"])
        party, what = context["party"], event["do"]
        require(party in self.holders, "not a holder")
        if what == "shuffle":
            order = sorted(self.holders)
            require(self.shuffles < len(order) and order[self.shuffles] == party, "not the shuffler")
            after = proofs.shuffle(context, self.digest(), self.key, self.cards, message)
            self.cards = after
            self.shuffles += 1
            return
        indices = event["cards"]
        require(self.shuffles == len(self.holders), "not shuffled")
        require(indices and indices == sorted(set(indices)), "order")
        named, key = (self.digest(), self.number), self.deck[party]
        c1 = [self.cards[index][0] for index in indices]
        if what == "share":
            require(all(party in self.missing(index) for index in indices), "already shared")
            shares = proofs.shares(context, named, indices, key, c1, message)
            faces = [None] * len(indices)
            for at, (index, share) in enumerate(zip(indices, shares)):
                if self.missing(index) == [party]:
                    faces[at] = self.find(proofs.minus(self.masked(index), share), self.hidden())
                    require(faces[at] is not None, "not a face")
            for index, share, face in zip(indices, shares, faces):
                self.shares[index][party] = share
                self.opened[index] = face
            return
        require(all(self.missing(index) == [party] for index in indices), "not the keeper")
        if what == "look":
            (index,), to = indices, event["recipient"]
            require(to in self.holders and to != party and to not in self.looks[index], "recipient")
            sealed = proofs.look(context, named, index, key, to, self.sealing[to], c1[0], message)
            self.looks[index][to] = sealed
        elif what == "commit":
            require(all(self.commitments[index] is None for index in indices), "already committed")
            masked = [self.masked(index) for index in indices]
            cards = proofs.commit(context, named, indices, self.share_set(indices), key, c1, masked, message)
            for index, card in zip(indices, cards):
                self.commitments[index] = card
        elif what == "member":
            commitments = [self.commitments[index] for index in indices]
            require(None not in commitments, "not committed")
            faces = [self.faces[face] for face in self.hidden() if face in event["faces"]]
            proofs.member(context, named, indices, key, commitments, faces, message)
        else:
            raise ValueError(f"no such message: {what}")

    def try_accept(self, event):
        try:
            self.accept(event)
        except Refused:
            return False
        return True

    def seen(self, party, secret):
        """The face of each card as far as the party can read it with its 64 secret bytes."""
        x, sealing = (int.from_bytes(half, "little") for half in (secret[:32], secret[32:]))
        faces = []
        for index, (c1, _) in enumerate(self.cards):
            if self.opened[index] is not None:
                faces.append(self.opened[index])
            elif self.missing(index) == [party]:
                share = r.multiply(x, c1)
                faces.append(self.find(proofs.minus(self.masked(index), share), range(len(self.faces))))
            elif party in self.looks[index]:
                seal, sealed = self.looks[index][party]
                share = proofs.minus(sealed, r.multiply(sealing, seal))
                faces.append(self.find(proofs.minus(self.masked(index), share), range(len(self.faces))))
            else:
                faces.append(None)
        return faces
