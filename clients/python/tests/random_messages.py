"""Random messages of a template: any bytes in the block, groups of any size, any text."""

import struct

HEADER = struct.Struct("<HHHH")
TEXT = bytes(range(32, 127)) + b"\0"


def random_bytes(random, length):
    """Bytes that are often those of null values."""
    return bytes(random.choice((0, 0x80, 0xFF, random.randrange(256), random.randrange(256))) for _ in range(length))


def random_block(random, body):
    block = bytearray(random_bytes(random, body.length))
    for leaf in body.leaves:
        null = random.randrange(4) == 0
        if hasattr(leaf.kind, "encoding"):
            text = bytes(random.choice(TEXT) for _ in range(leaf.kind.size))
            block[leaf.offset : leaf.offset + leaf.kind.size] = bytes(leaf.kind.size) if null else text
        elif hasattr(leaf.kind, "codes") and random.randrange(3):
            struct.pack_into("<" + leaf.kind.code, block, leaf.offset, random.choice(list(leaf.kind.codes.values())))
        elif null and leaf.kind.null is not None:
            struct.pack_into("<" + leaf.kind.code, block, leaf.offset, leaf.kind.null)
    return bytes(block)


def random_body(random, body):
    content = random_block(random, body)
    for part in body.tail:
        if hasattr(part, "body"):
            count = random.choice((0, 1, 2, 7))
            size = bytearray(part.dimension.size)
            for (packer, offset, _), value in zip(part.dimension.items, (part.body.length, count)):
                packer.pack_into(size, offset, value)
            content += bytes(size) + b"".join(random_body(random, part.body) for _ in range(count))
        else:
            data = bytes(random.choice(TEXT[:-1]) for _ in range(random.randrange(20)))
            content += part.packer.pack(len(data)) + data
    return content


def random_message(random, template):
    """The bytes of a message, as the present version of the schema has them."""
    schema = template.schema
    header = HEADER.pack(template.body.length, template.id, schema.id, schema.version)
    return header + random_body(random, template.body)
