"""Canonical CBOR: an encoder, and a strict decoder that names what is wrong and where."""


class Map(list):
    """A map as a list of (key, value)."""


def head(major, argument):
    if argument < 24:
        return bytes([major << 5 | argument])
    for info, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if argument < 1 << 8 * width:
            return bytes([major << 5 | info]) + argument.to_bytes(width, "big")
    raise ValueError("the number has more than 64 bits")


def encode(value):
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        text = value.encode("utf-8")
        return head(3, len(text)) + text
    if isinstance(value, Map):
        entries = sorted((encode(key), encode(content)) for key, content in value)
        return head(5, len(entries)) + b"".join(key + content for key, content in entries)
    return head(4, len(value)) + b"".join(map(encode, value))


class Refused(ValueError):
    """Why bytes are not canonical: the name of the kind, and the position."""

    def __init__(self, kind, at):
        super().__init__(kind, at)
        self.kind, self.at = kind, at


NO_LIMITS = {"size": 1 << 62, "depth": 64, "items": 1 << 62, "string": 1 << 62, "tags": []}


class Decoder:
    def __init__(self, data, limits):
        self.data, self.limits, self.position, self.items = data, limits, 0, 0

    def take(self, count):
        start, end = self.position, self.position + count
        if end > self.limits["size"]:
            raise Refused("TooLarge", start)
        if end > len(self.data):
            raise Refused("Truncated", start)
        self.position = end
        return self.data[start:end]

    def room(self, at, count):
        if self.items + count > self.limits["items"]:
            raise Refused("TooManyItems", at)

    def argument(self, at, info):
        if info < 24:
            return info
        if info == 31:
            raise Refused("Indefinite", at)
        if info > 27:
            raise Refused("Reserved", at)
        number = int.from_bytes(self.take(1 << info - 24), "big")
        if len(head(0, number)) != 1 + (1 << info - 24):
            raise Refused("NotShortest", at)
        return number

    def string(self, at, length):
        if length > self.limits["string"]:
            raise Refused("StringTooLong", at)
        return self.take(length)

    def item(self, depth):
        at = self.position
        self.room(at, 1)
        self.items += 1
        first = self.take(1)[0]
        major, info = first >> 5, first & 31
        if major == 7:
            if info in (20, 21, 22):
                return (False, True, None)[info - 20]
            names = ["Float"] * 3 + ["Reserved"] * 3 + ["Indefinite"]
            raise Refused(names[info - 25] if info >= 25 else "Simple", at)
        argument = self.argument(at, info)
        if major == 0:
            return argument
        if major == 1:
            return -1 - argument
        if major == 2:
            return self.string(at, argument)
        if major == 3:
            try:
                return self.string(at, argument).decode("utf-8")
            except UnicodeDecodeError:
                raise Refused("Utf8", at) from None
        if depth == 0:
            raise Refused("TooDeep", at)
        if major == 4:
            self.room(at, argument)
            return [self.item(depth - 1) for _ in range(argument)]
        if major == 6:
            if argument not in self.limits["tags"]:
                raise Refused("Tag", at)
            return self.item(depth - 1)
        self.room(at, 2 * argument)
        entries, last = Map(), None
        for _ in range(argument):
            start = self.position
            key = self.item(depth - 1)
            encoded = self.data[start : self.position]
            if last is not None and encoded <= last:
                raise Refused("DuplicateKey" if encoded == last else "UnsortedKeys", start)
            last = encoded
            entries.append((key, self.item(depth - 1)))
        return entries


def decode(data, limits=None):
    """The value of exactly one canonical item."""
    decoder = Decoder(data, limits or NO_LIMITS)
    value = decoder.item(decoder.limits["depth"])
    if decoder.position != len(data):
        raise Refused("TrailingBytes", decoder.position)
    return value


def verdict(data, limits):
    """("Canonical", None), or the kind of what is wrong and its position."""
    try:
        decode(data, limits)
    except Refused as refused:
        return (refused.kind, refused.at)
    return ("Canonical", None)
