"""Bytes of SBE messages to values, and back. No byte of a message is trusted.

A fixed block is unpacked by one `struct.Struct`, in which each value is one item; it is converted when it is read.
"""

import struct

from ._errors import Error, unknown

MAX_SHOWN = 8  # entries of a group in a text


def malformed(name, reason):
    """The error for bytes that are not a message of their template."""
    return Error(f"malformed {name}: {reason}", Error.DAMAGED)


class Number:
    """An integer or a floating-point number; `null` is None in a required field, `absent` is its null value."""

    def __init__(self, code, size, null, lowest, highest):
        self.code = code
        self.size = size
        self.null = null
        self.bounds = lowest, highest
        self.is_real = code in "fd"
        self.absent = null if null is not None else float("nan") if self.is_real else highest if lowest == 0 else lowest

    def decode(self, raw):
        return None if raw == self.null or (self.is_real and self.null is not None and raw != raw) else raw

    def encode(self, value):
        if value is None:
            if self.null is None:
                raise Error("a value is required")
            return self.null
        if self.is_real:
            return float(value)
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise Error(f"{value!r} is not an integer")
        value = value.__index__()
        if not self.bounds[0] <= value <= self.bounds[1]:
            raise Error(f"{value} is outside of {self.bounds[0]} to {self.bounds[1]}")
        return value


class Text:
    """Characters in a field of fixed length, padded with NUL or spaces; None if it begins with NUL."""

    def __init__(self, size, encoding):
        self.code = f"{size}s"
        self.size = size
        self.encoding = encoding
        self.null = bytes(size)

    def decode(self, raw):
        text = raw.split(b"\0", 1)[0]
        return text.decode(self.encoding, "replace").rstrip(" ") if raw[0] else None

    def encode(self, value):
        if value is None:
            return self.null
        return fitting(to_bytes(value, self.encoding), self.size)


class Bytes:
    """An array of uint8."""

    def __init__(self, size):
        self.code = f"{size}s"
        self.size = size
        self.null = bytes(size)

    def decode(self, raw):
        return raw

    def encode(self, value):
        return self.null if value is None else fitting(to_bytes(value, "latin-1"), self.size)


class Array:
    """An array of numbers: a tuple."""

    def __init__(self, number, length, order):
        self.number = number
        self.struct = struct.Struct(f"{order}{length}{number.code}")
        self.size = self.struct.size
        self.code = f"{self.size}s"
        self.length = length
        self.null = bytes(self.size) if number.null is None else self.struct.pack(*[number.null] * length)

    def decode(self, raw):
        return tuple(self.number.decode(item) for item in self.struct.unpack(raw))

    def encode(self, value):
        if value is None:
            return self.null
        if len(value) != self.length:
            raise Error(f"{len(value)} values, expected {self.length}")
        return self.struct.pack(*[self.number.encode(item) for item in value])


class Enumeration:
    """The name of a code; the code itself, a number, if the schema lacks it; None for the null code and for NUL."""

    def __init__(self, name, number, is_char, codes):
        self.name = name
        self.number = number
        self.code = number.code
        self.size = number.size
        self.is_char = is_char
        self.codes = codes
        self.null = number.null
        self.names = {code: text for text, code in codes.items()}
        self.names[number.null] = None
        if is_char:
            self.names[0] = None

    def decode(self, raw):
        return self.names.get(raw, raw)

    def encode(self, value):
        if isinstance(value, str):
            if value not in self.codes:
                raise unknown("value", value, list(self.codes), self.name)
            return self.codes[value]
        return self.number.encode(value)


class Flags(int):
    """The bits of a set: an integer that contains names, as in `"snapshot" in message.flags`."""

    bits = {}

    def __contains__(self, name):
        if name not in self.bits:
            raise unknown("flag", name, list(self.bits), type(self).__name__)
        return bool(self >> self.bits[name] & 1)

    def __iter__(self):
        return (name for name, bit in self.bits.items() if self >> bit & 1)

    def __repr__(self):
        rest = self & ~sum(1 << bit for bit in self.bits.values())
        return "{" + ", ".join([*self] + ([hex(rest)] if rest else [])) + "}"


class Set:
    """A set of named bits."""

    def __init__(self, name, number, bits):
        self.name = name
        self.number = number
        self.code = number.code
        self.size = number.size
        self.null = 0
        self.decode = type(name, (Flags,), {"bits": bits})

    def encode(self, value):
        if value is None:
            return 0
        if isinstance(value, int):
            return self.number.encode(int(value))
        bits = self.decode.bits
        names = (value,) if isinstance(value, str) else value
        for name in names:
            if name not in bits:
                raise unknown("flag", name, list(bits), self.name)
        return sum({1 << bits[name] for name in names})


def to_bytes(value, encoding):
    if isinstance(value, str):
        try:
            return value.encode(encoding)
        except UnicodeEncodeError:
            raise Error(f"{value!r} has characters that {encoding} lacks") from None
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise Error(f"{value!r} is neither text nor bytes")


def fitting(data, size):
    if len(data) > size:
        raise Error(f"{len(data)} bytes exceed the {size} of the field")
    return data.ljust(size, b"\0")


class Record:
    """Values with names: attributes, and items for names that are not identifiers. Comparable; not changeable."""

    __slots__ = ("_raw", "_tail")
    _body = None

    def __init__(self, raw, tail=()):
        self._raw = raw
        self._tail = tail

    def __getitem__(self, name):
        read = self._body.readers.get(name)
        if read is None:
            raise unknown("field", name, self.keys(), type(self).__name__)
        return read(self)

    def __getattr__(self, name):  # of names without a property
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(str(unknown("field", name, self.keys(), type(self).__name__)))

    def keys(self):
        """The names of the fields, in the order of the schema."""
        return list(self._body.readers)

    def as_dict(self):
        """All fields by name; composites and entries of groups are dictionaries too."""
        return {name: plain(read(self)) for name, read in self._body.readers.items()}

    def __eq__(self, other):
        return type(self) is type(other) and self._raw == other._raw and self._tail == other._tail

    __hash__ = None

    def __repr__(self):
        fields = " ".join(f"{name}={shown(read(self))}" for name, read in self._body.readers.items())
        return f"{type(self).__name__}({fields})"


class Decimal(Record):
    """A composite of mantissa and exponent: also float() of it."""

    __slots__ = ()

    def __float__(self):
        mantissa = self["mantissa"]
        exponent = self["exponent"]
        if mantissa is None or exponent is None:
            return float("nan")
        return float(mantissa * 10**exponent) if exponent >= 0 else mantissa / 10**-exponent


def plain(value):
    if isinstance(value, Record):
        return value.as_dict()
    return [plain(item) for item in value] if isinstance(value, list) else value


def shown(value):
    if isinstance(value, list) and len(value) > MAX_SHOWN:
        return "[" + ", ".join(map(repr, value[:MAX_SHOWN])) + f", ... {len(value)} entries]"
    return repr(value)


class Member:
    """A value of a block: a type at an offset, from a version of the schema on."""

    def __init__(self, name, kind, offset, since):
        self.name = name
        self.kind = kind
        self.offset = offset
        self.since = since


class Constant:
    """A value that takes no bytes."""

    def __init__(self, name, value):
        self.name = name
        self.value = value


class Group:
    """A repeating group: a list of records."""

    def __init__(self, name, dimension, body, since):
        self.name = name
        self.dimension = dimension
        self.body = body
        self.since = since

    def decode(self, buffer, at, version, end):
        if self.since > version:
            return [], at
        length, count, at = self.dimension.decode(buffer, at, end, self.body.name)
        if count * max(length, 1) > end - at:
            raise malformed(self.body.name, f"{count} entries of {length} bytes exceed the message")
        entries = []
        for _ in range(count):
            entry, at = self.body.decode(buffer, at, length, version, end)
            entries.append(entry)
        return entries, at

    def encode(self, value, into):
        entries = () if value is None else value
        self.dimension.encode(self.body.length, len(entries), into)
        for entry in entries:
            self.body.encode(entry, into)


class Pair:
    """Two numbers before a group or variable data: lengths and counts."""

    def __init__(self, order, size, first, second):
        self.size = size
        self.items = [(struct.Struct(order + number.code), offset, number) for number, offset in (first, second)]

    def decode(self, buffer, at, end, name):
        if at + self.size > end:
            raise malformed(name, f"it ends at byte {end}, before its size")
        (one, one_at, _), (other, other_at, _) = self.items
        return one.unpack_from(buffer, at + one_at)[0], other.unpack_from(buffer, at + other_at)[0], at + self.size

    def encode(self, first, second, into):
        header = bytearray(self.size)
        for (packer, offset, number), value in zip(self.items, (first, second)):
            packer.pack_into(header, offset, number.encode(value))
        into += header


class Data:
    """Variable data: text if it has an encoding, else bytes."""

    def __init__(self, name, order, number, offset, encoding, since):
        self.name = name
        self.packer = struct.Struct(order + number.code)
        self.number = number
        self.offset = offset  # of the data, after the length
        self.encoding = encoding
        self.since = since

    def decode(self, buffer, at, version, end):
        if self.since > version:
            return None, at
        if at + self.offset > end:
            raise malformed(self.name, f"it ends at byte {end}, before its length")
        (length,) = self.packer.unpack_from(buffer, at)
        if length == self.number.null:
            return None, at + self.offset
        at += self.offset
        if length > end - at:
            raise malformed(self.name, f"{length} bytes exceed the message")
        data = buffer[at : at + length]
        return (data.decode(self.encoding, "replace") if self.encoding else data), at + length

    def encode(self, value, into):
        data = b"" if value is None else to_bytes(value, self.encoding or "latin-1")
        length = self.number.null if value is None and self.number.null is not None else len(data)
        into += self.packer.pack(self.number.encode(length)).ljust(self.offset, b"\0") + data


class Body:
    """A fixed block, then groups, then variable data: of a message, an entry of a group, or a composite."""

    def __init__(self, name, order, members, tail=(), length=0, base=Record):
        self.name = name
        self.tail = tail
        self.leaves = []  # (name, type, offset, since) of each item of the block
        self.readers = {}
        self.constants = {}
        self.members = members
        at = 0
        code = order
        for member in members:
            if isinstance(member, Constant):
                self.readers[member.name] = lambda _, value=member.value: value
                continue
            for leaf in leaves_of(member):
                if leaf.offset < at:
                    raise Error(f"field {leaf.name} of {name} overlaps the field before it: correct its offset")
                code += f"{leaf.offset - at}x" + leaf.kind.code
                at = leaf.offset + leaf.kind.size
                self.leaves.append(leaf)
            self.readers[member.name] = self.reader_of(member)
        self.struct = struct.Struct(code)
        self.size = at
        self.length = max(at, length)
        self.since = max((leaf.since for leaf in self.leaves), default=0)
        for index, part in enumerate(tail):
            self.readers[part.name] = lambda record, index=index: record._tail[index]
        properties = {key: property(read) for key, read in self.readers.items() if not hasattr(base, key)}
        self.record = type(name, (base,), {"__slots__": (), "_body": self, **properties})

    def reader_of(self, member):
        if isinstance(member.kind, Body):
            record = member.kind.record
            end = len(self.leaves)
            begin = end - len(member.kind.leaves)
            return lambda self: record(self._raw[begin:end])
        index = len(self.leaves) - 1
        decode = member.kind.decode
        if isinstance(member.kind, Number) and member.kind.null is None:
            return lambda self: self._raw[index]

        def read(self):
            raw = self._raw[index]
            return None if raw is None else decode(raw)

        return read

    def decode(self, buffer, at, length, version, end):
        if length > end - at:
            raise malformed(self.name, f"its block of {length} bytes exceeds the message")
        if length >= self.size and version >= self.since:
            raw = self.struct.unpack_from(buffer, at)
        else:
            raw = self.decode_short(buffer[at : at + length], version)
        at += length
        if not self.tail:
            return self.record(raw), at
        tail = []
        for part in self.tail:
            value, at = part.decode(buffer, at, version, end)
            tail.append(value)
        return self.record(raw, tail), at

    def decode_short(self, block, version):
        """A block without the fields of later versions: these are None."""
        for leaf in self.leaves:
            if leaf.since <= version and leaf.offset + leaf.kind.size > len(block):
                raise malformed(self.name, f"its block of {len(block)} bytes ends before field {leaf.name}")
        raw = self.struct.unpack(block[: self.size].ljust(self.size, b"\0"))
        return tuple(item if leaf.since <= version else None for leaf, item in zip(self.leaves, raw))

    def encode(self, values, into):
        """Appends a block and its groups and data; `values` is a dictionary or a record."""
        given = self.check_names(values)
        into += self.struct.pack(*self.items_of(given)).ljust(self.length, b"\0")
        for part in self.tail:
            with_name(part.name, part.encode, given.get(part.name), into)

    def check_names(self, values):
        if not hasattr(values, "keys"):
            raise Error(f"{values!r} is not a dictionary of the fields of {self.name}")
        for name in values.keys():
            if name not in self.readers:
                raise unknown("field", name, list(self.readers), self.name)
        return {name: values[name] for name in values.keys()}

    def items_of(self, given):
        items = []
        for member in self.members:
            value = given.get(member.name)
            if isinstance(member, Constant):
                if value is not None and value != member.value:
                    raise Error(f"field {member.name} of {self.name} is always {member.value!r}")
            elif isinstance(member.kind, Body):
                items += with_name(member.name, member.kind.composite_items, value)
            else:
                items.append(with_name(member.name, member.kind.encode, value))
        return items

    def composite_items(self, value):
        return self.items_of(self.check_names({} if value is None else value))


def leaves_of(member):
    """The items of a member, with offsets in the block: one, or those of a composite."""
    if not isinstance(member.kind, Body):
        return [member]
    return [
        Member(f"{member.name}.{leaf.name}", leaf.kind, member.offset + leaf.offset, max(member.since, leaf.since))
        for leaf in member.kind.leaves
    ]


def with_name(name, encode, *arguments):
    try:
        return encode(*arguments)
    except Error as error:
        raise Error(f"{name}: {error}") from None
