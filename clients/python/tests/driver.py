"""A publisher and a subscriber in Python for the tests of other languages: see clients/c/tests/driver.c.

    driver.py DIRECTORY                  reads the same commands, and answers them in the same words
    driver.py cat JOURNAL                prints a journal in the format of `./bus journal cat`
    driver.py random STREAM SEED COUNT   publishes random messages of all templates of Verbus
    driver.py compare FILE               compares the output of `./bus tap --format json --raw` with its own decoding
"""

import json
import sys
import time
from decimal import Decimal
from random import Random

import verbus
from random_messages import random_message
from verbus import _codec as codec
from verbus._codec import Flags
from verbus._schema import own_schemas

LONG = 10_000
LONG_EVERY = 64
POLICIES = ("block", "skip", "conflate", "evict")
BYTES = bytes(range(256)) * (LONG // 256 + 2)


def crc_table():
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


CRC = list(crc_table())


def crc32c(before, data):
    crc = before ^ 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def message(number):
    length = LONG if number % LONG_EVERY == LONG_EVERY - 1 else number * 37 % 211
    begin = number * 31 % 256
    return number.to_bytes(8, "little") + BYTES[begin : begin + length]


class Driver:
    def __init__(self, directory):
        self.bus = verbus.Bus(directory, duty_cycle=0.001)
        self.publication = None
        self.subscription = None
        self.published = self.received = self.missing = self.wrong = self.next = self.headers = self.payloads = 0
        self.last = -1
        self.end = ""

    def publish(self, stream, capacity, timestamps):
        self.publication = self.bus.publish(stream, name="python-feed", capacity=int(capacity),
                                            timestamps=timestamps != "0")
        return f"session {self.publication.session.id}"

    def await_(self, readers):
        self.publication.await_subscribers(int(readers))
        return "ready"

    def offer(self, count):
        for _ in range(int(count)):
            self.publication.offer(message(self.published))
            self.published += 1
        return f"offered {self.published}"

    def close(self):
        self.publication.close()
        return "closed"

    def subscribe(self, stream, policy, start):
        self.subscription = self.bus.subscribe(stream, name="python-reader", policy=POLICIES[int(policy)],
                                               start=("next", "oldest")[int(start)], schemas=())
        return "subscribed"

    def receive(self, number):
        self.read_to(int(number))
        return self.tally("received")

    def finish(self):
        self.read_to(1 << 63)
        return self.tally("finished")

    def read_to(self, number):
        while self.last < number and not self.end:
            for item in self.subscription.poll(timeout=1.0):
                self.take(item)

    def take(self, item):
        if isinstance(item, verbus.Raw):
            self.take_message(item.payload, item.header)
        elif isinstance(item, verbus.Started):
            self.next = item.first
        elif isinstance(item, verbus.Gap):
            self.wrong += item.first != self.next
            self.missing += item.last + 1 - item.first
            self.next = item.last + 1
        elif isinstance(item, verbus.Ended):
            self.wrong += item.messages != self.next
            self.end = f"ended {item.messages}"
        elif isinstance(item, verbus.LostSession) and item.is_end:
            self.end = f"lost {item.cause}"

    def take_message(self, payload, header):
        number = int.from_bytes(payload[:8], "little")
        self.wrong += header.sequence != self.next or payload != message(number)
        self.next = header.sequence + header.frames
        self.last = number
        self.received += 1
        stamp = -(1 << 63) if header.published_ns is None else header.published_ns
        words = header.sequence.to_bytes(8, "little") + stamp.to_bytes(8, "little", signed=True)
        self.headers = crc32c(self.headers, words)
        self.payloads = crc32c(self.payloads, payload)

    def tally(self, word):
        return (f"{word} {self.received} missing {self.missing} wrong {self.wrong} headers {self.headers:08x}"
                f" payloads {self.payloads:08x} {self.end}")


def serve(directory):
    driver = Driver(directory)
    with driver.bus:
        for line in sys.stdin:
            command, *arguments = line.split()
            print(getattr(driver, "await_" if command == "await" else command)(*arguments), flush=True)
        for resource in (driver.subscription, driver.publication):
            if resource is not None:
                resource.close()


def utc(nanoseconds):
    if nanoseconds is None:
        return "?"
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:09d}Z"


def legible(text):
    return "".join(chr(byte) if 32 <= byte <= 126 and byte != 92 else f"\\x{byte:02x}" for byte in text.encode())


def cat(directory):
    is_whole = True
    for item in verbus.journal(directory, schemas=()):
        if isinstance(item, verbus.Raw):
            header = item.header
            print(header.sequence, utc(header.received_utc_ns), len(item.payload), item.payload.hex())
        elif isinstance(item, verbus.Started):
            session = item.session
            print(f"# session {int(session.id, 16):x} of stream {session.stream} (process {session.pid}),"
                  f" publisher {session.publisher}")
        elif isinstance(item, verbus.Gap):
            word = "damage" if item.is_damage else "loss"
            is_whole = is_whole and not item.is_damage
            print(item.first, utc(item.received_utc_ns), word, item.last, legible(item.reason))
        elif isinstance(item, verbus.Ended):
            print(item.messages, utc(item.received_utc_ns), "end")
        elif isinstance(item, verbus.LostSession):
            print(item.first, utc(item.received_utc_ns), "end", legible(item.reason))
        else:
            is_whole = False
            print(item, file=sys.stderr)
    return 0 if is_whole else 1


def publish_random(stream, seed, count):
    """Publishes random messages of all templates, one after another."""
    random = Random(int(seed))
    templates = [template for schema in own_schemas().schemas for template in schema.templates.values()]
    with verbus.publish(stream) as publication:
        publication.await_subscribers(1)
        for number in range(int(count)):
            publication.offer(random_message(random, templates[number % len(templates)]))
    return 0


def printed(value):
    """A value as `./bus tap --format json` prints it."""
    if isinstance(value, Flags):
        return [*value] + [f"bit {bit}" for bit in range(64) if value >> bit & 1 and bit not in value.bits.values()]
    if isinstance(value, codec.Decimal):
        mantissa = value["mantissa"]
        return None if mantissa is None else Decimal(mantissa).scaleb(value["exponent"])
    if isinstance(value, codec.Record):
        return {name: printed_field(value, name) for name in value.keys()}
    if isinstance(value, list):
        return [printed(entry) for entry in value]
    return value.hex() if isinstance(value, bytes) else value


def printed_field(record, name):
    """As printed(), with the codes of characters that the schema lacks as characters."""
    value = record[name]
    for member in record._body.members:
        if member.name == name and getattr(getattr(member, "kind", None), "is_char", False) and type(value) is int:
            return chr(value)
    return printed(value)


def is_same(value, expected):
    """Equality; the tap has scaled prices and quantities by the exponents of their instrument."""
    if value != expected and type(value) is int and isinstance(expected, (int, Decimal)):
        return any(Decimal(value).scaleb(exponent) == expected for exponent in range(-18, 19))
    return value == expected


def compare(file):
    """Decodes the bytes of each line of the tap, and compares its fields."""
    count = 0
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            expected = json.loads(line, parse_float=Decimal)
            message = own_schemas().decode(bytes.fromhex(expected["hex"]))
            fields = printed(message)
            found = expected["fields"]
            if message.template != expected["template"] or [*fields] != [*found] or not all(
                    is_same(value, found[name]) for name, value in fields.items()):
                print(f"different: {message}\n{fields}\n{line}")
                return 1
            count += 1
    print("equal", count)
    return 0


COMMANDS = {"cat": cat, "random": publish_random, "compare": compare}

if __name__ == "__main__":
    try:
        if len(sys.argv) == 2:
            serve(sys.argv[1])
        else:
            sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
    except verbus.Error as error:
        print(f"failed: {error}", flush=True)
        sys.exit(1)
