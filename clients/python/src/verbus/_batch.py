"""Messages and events of a poll, in memory that the library fills without a call of the interpreter."""

import ctypes
import struct

from ._errors import Error
from ._events import Malformed, event_of, time_of, unknown_session
from ._native import Batch, BatchEvent, BatchMessage
from ._schema import Header, Raw

MESSAGES = 1024
USUAL_SIZE = 1 << 18
FIELDS = struct.Struct("=6Q2q")  # of a struct verbus_batch_message


class Buffer:
    """A batch, and the objects of what it contains."""

    def __init__(self, session_limit=1):
        self.events = (BatchEvent * (4 * session_limit + 8))()
        self.messages = (BatchMessage * MESSAGES)()
        self.messages_view = memoryview(self.messages).cast("B")
        self.batch = Batch(messages=self.messages, message_limit=MESSAGES, events=self.events,
                           event_limit=len(self.events))
        self.pointer = ctypes.addressof(self.batch)
        self.sessions = {}
        self.resize(USUAL_SIZE)

    def resize(self, size):
        self.bytes = ctypes.create_string_buffer(size)
        self.view = memoryview(self.bytes).cast("B")
        self.batch.bytes = ctypes.addressof(self.bytes)
        self.batch.size = size

    def reset(self):
        """Empties the batch, with room for the message that has lacked it."""
        if self.batch.needed > self.batch.size:
            self.resize(1 << self.batch.needed.bit_length())
        self.batch.used = self.batch.message_count = self.batch.event_count = self.batch.needed = 0

    def take_events(self):
        """The events of the batch, each with the number of messages before it."""
        if self.batch.unstored:
            unstored, self.batch.unstored = self.batch.unstored, 0
            raise Error(f"{unstored} events had no room in their batch: raise the session limit", Error.NO_ROOM)
        taken = []
        for stored in self.events[: self.batch.event_count]:
            event = event_of(stored)
            self.sessions[stored.session.id] = event.session
            taken.append((stored.messages, event))
        return taken

    def items(self, decode, into):
        """Appends messages and events in their order, the messages as decode() returns them, unless that is None."""
        begin = 0
        for before, event in self.take_events():
            self.append_messages(begin, before, decode, into)
            begin = before
            into.append(event)
            if event.is_end:
                self.sessions.pop(int(event.session.id, 16), None)
        self.append_messages(begin, self.batch.message_count, decode, into)

    def append_messages(self, begin, end, decode, into):
        view = self.view
        size = FIELDS.size
        stored = FIELDS.iter_unpack(self.messages_view[begin * size : end * size])
        for offset, length, number, sequence, frames, position, published_ns, received_utc_ns in stored:
            payload = view[offset : offset + length].tobytes()
            session = self.sessions.get(number) or unknown_session(number)
            try:
                message = decode(payload)
            except Error as error:
                into.append(Malformed(session, sequence=sequence, reason=str(error), payload=payload))
                continue
            if message is not None:
                message.header = Header(session, sequence, frames, position, time_of(published_ns),
                                        time_of(received_utc_ns))
                into.append(message)


def decoder(schemas, templates):
    """What decodes a payload: None for messages of other templates, if some are named."""
    if templates is None:
        return schemas.decode
    wanted = [schemas.template(name) for name in ((templates,) if isinstance(templates, str) else templates)]

    def decode(payload):
        message = schemas.decode(payload, wanted)
        return None if message is None or isinstance(message, Raw) else message

    return decode
