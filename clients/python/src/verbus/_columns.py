"""Fields of all messages of a template as columns, which the library fills without a call of the interpreter."""

import ctypes
import struct
from array import array
from collections.abc import Mapping

from . import _native as native
from ._bus import Subscription, Waiting
from ._codec import Array, Bytes, Enumeration, Number, Set, Text, with_name
from ._errors import Error, unknown
from ._events import Malformed, unknown_session
from ._journal import Journal, Scan

try:
    import numpy
except ImportError:
    numpy = None

HEADER = {"header.session": ("sessions", "Q"), "header.sequence": ("sequences", "Q"),
          "header.published_ns": ("published_ns", "q"), "header.received_utc_ns": ("received_utc_ns", "q")}
FIRST_ROWS = 1 << 12
RECORDS = 1 << 14  # of a journal in one call


class Columns(Mapping):
    """Columns by the names of their fields, as they are encoded.

    With numpy a column is an array with the type of the field, in its byte order: characters and codes of characters
    as S1 to SN, sets and other codes as integers. Without it, a column is an `array.array`, a list of bytes for
    characters, or a list of tuples for arrays. Null is the null value of the field, also in messages of versions
    without the field: see valid().

    rows         the number of values of each column
    events       the events between the messages, also malformed messages
    is_complete  whether no event is a loss
    """

    def __init__(self, values, leaves, rows, events):
        self._values = values
        self._leaves = leaves
        self.rows = rows
        self.events = events

    def __getitem__(self, name):
        if name not in self._values:
            raise unknown("column", name, list(self._values), "these columns")
        return self._values[name]

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __contains__(self, name):
        return name in self._values

    @property
    def is_complete(self):
        """Whether no event is a loss."""
        return not any(event.is_loss for event in self.events)

    def valid(self, name):
        """For each value of a column, whether it is not null."""
        values = self[name]
        null = native.NO_TIME
        if name in self._leaves:
            kind = self._leaves[name].kind
            null = null_of(kind)
            if isinstance(kind, Text) or is_char(kind):
                null = b"" if numpy is not None else bytes(kind.size)
            elif isinstance(kind, (Array, Bytes)):
                raise Error(f"{name} is an array: compare its values")
        if numpy is not None:
            return values == values if null != null else values != null
        return [value == value if null != null else value != null for value in values]

    def code(self, name, value):
        """The value of a column for a code by its name, such as b"B" for code("side", "BUY")."""
        kind = self._leaves[name].kind if name in self._leaves else None
        if not isinstance(kind, Enumeration):
            raise Error(f"column {name} has no codes")
        number = with_name(name, kind.encode, value)
        return bytes([number]) if kind.is_char else number

    def __repr__(self):
        return f"Columns({self.rows} rows of {', '.join(self._values)}; {len(self.events)} events)"


def is_char(kind):
    return isinstance(kind, Enumeration) and kind.is_char


def null_of(kind):
    """The value that a message without the field has."""
    return kind.absent if isinstance(kind, Number) else kind.null


class Collector:
    """Memory of columns, and the struct of the library that fills it."""

    def __init__(self, schemas, template, fields, where, capacity):
        self.template = schemas.template(template)
        schema = self.template.schema
        if not schema.is_standard:
            raise Error(f"{schema.path} has another message header than the SBE standard: iterate over its messages")
        self.order = schema.order
        names = [fields] if isinstance(fields, str) else list(fields)
        self.leaves = {name: self.template.leaf(name) for name in names if name not in HEADER}
        self.header = {name: HEADER[name] for name in names if name in HEADER}
        self.names = names
        self.conditions = [(self.template.leaf(name), value) for name, value in (where or {}).items()]
        leaves = [*self.leaves.values(), *(leaf for leaf, _ in self.conditions)]
        self.structs = (native.Column * len(leaves))()
        for stored, leaf in zip(self.structs, leaves):
            stored.offset = leaf.offset
            stored.width = leaf.kind.size
            stored.since = leaf.since
            self.set_bytes(stored, "null", leaf, null_of(leaf.kind))
        for stored, (leaf, value) in zip(self.structs[len(self.leaves) :], self.conditions):
            self.set_bytes(stored, "equals", leaf, with_name(leaf.name, leaf.kind.encode, value))
        self.columns = native.Columns(schema=schema.id, template_id=self.template.id, columns=self.structs,
                                      column_count=len(leaves))
        self.pointer = ctypes.addressof(self.columns)
        self.take = native.handler("verbus_columns_take")
        self.events = []
        self.begin(capacity)

    def set_bytes(self, stored, name, leaf, value):
        """Stores a pointer to encoded bytes, which may contain zeros; ctypes keeps the bytes."""
        setattr(stored, name, struct.pack(self.order + leaf.kind.code, value))

    def begin(self, capacity):
        self.capacity = capacity
        self.columns.rows = 0
        self.memory = {name: bytearray(capacity * leaf.kind.size) for name, leaf in self.leaves.items()}
        self.memory.update({name: bytearray(capacity * 8) for name in self.header})
        self.point()

    def point(self):
        """The library gets the addresses of the memory, whose size is fixed from now on."""
        self.exports = {name: (ctypes.c_char * 0).from_buffer(memory) for name, memory in self.memory.items()}
        for stored, name in zip(self.structs, self.leaves):
            stored.values = ctypes.addressof(self.exports[name])
        for name, (attribute, _) in self.header.items():
            setattr(self.columns, attribute, ctypes.addressof(self.exports[name]))
        self.columns.capacity = self.capacity

    @property
    def is_full(self):
        return self.columns.rows == self.capacity

    def grow(self, most):
        """Doubles the memory, up to a number of rows."""
        more = self.capacity if most is None else min(self.capacity, most - self.capacity)
        self.exports = {}
        for memory in self.memory.values():
            memory.extend(bytes(len(memory) // self.capacity * more))
        self.capacity += more
        self.point()

    def observe(self, events, on_event, sessions):
        """Keeps the events of a poll, and a malformed message, or hands them to on_event."""
        if self.columns.malformed:
            self.columns.malformed = False
            number = self.columns.malformed_session
            session = sessions.get(number) or unknown_session(number)
            name = self.template.name
            events = [Malformed(session, sequence=self.columns.malformed_sequence, payload=None,
                                reason=f"malformed {name}: its block ends before its fields"), *events]
        for event in events:
            if on_event is None:
                self.events.append(event)
            else:
                on_event(event)

    def finish(self):
        """The columns so far; the collector has no memory after it."""
        rows = self.columns.rows
        self.exports = {}
        values = {}
        for name in self.names:
            memory = self.memory[name]
            leaf = self.leaves.get(name)
            del memory[rows * (leaf.kind.size if leaf else 8) :]
            values[name] = self.values_of(memory, leaf.kind) if leaf else numbers(memory, "=", HEADER[name][1])
        events, self.events = self.events, []
        return Columns(values, self.leaves, rows, events)

    def values_of(self, memory, kind):
        if isinstance(kind, (Number, Enumeration, Set)) and not is_char(kind):
            return numbers(memory, self.order, kind.code)
        if isinstance(kind, Array):
            if numpy is None:
                return list(kind.struct.iter_unpack(bytes(memory)))
            return numpy.frombuffer(memory, f"{self.order}{kind.number.code}").reshape(-1, kind.length)
        if numpy is None:
            return [bytes(memory[at : at + kind.size]) for at in range(0, len(memory), kind.size)]
        if isinstance(kind, Bytes):
            return numpy.frombuffer(memory, "u1").reshape(-1, kind.size)
        return numpy.frombuffer(memory, f"S{kind.size}")


def numbers(memory, order, code):
    if numpy is not None:
        return numpy.frombuffer(memory, order + code)
    values = array(code)
    values.frombytes(bytes(memory))
    return values


def column_batches(source, template, fields, where=None, rows=1 << 16, timeout=None):
    """An iterator of Columns with at most `rows` rows each: for what exceeds the memory. See columns()."""
    if rows < 1:
        raise Error(f"{rows} rows are requested: use 1 or more")
    collector = Collector(schemas_of_source(source), template, fields, where, rows)
    for _ in polls(source, collector, timeout):
        if collector.is_full:
            yield collector.finish()
            collector.begin(rows)
    if collector.columns.rows or collector.events:
        yield collector.finish()


def columns(source, template, fields, where=None, rows=None, timeout=None):
    """Columns of a Journal, or of a Subscription from now on.

    template   the name of a template
    fields     names of fields of its fixed block, `composite.member` too; also header.session, header.sequence,
               header.published_ns and header.received_utc_ns, in which -2**63 is not known
    where      only messages in which fields have these values, such as {"instrumentId": 13, "side": "BUY"}
    rows       at most so many rows
    timeout    of a subscription, in seconds; it also ends with its sessions if it has until_end

    Groups and variable data are not in the fixed block: iterate for them. Events are in `events` of the result, unless
    the source has on_event. Messages of other templates are passed over.
    """
    if rows is not None and rows < 1:
        raise Error(f"{rows} rows are requested: use 1 or more, or none for all")
    if isinstance(source, Subscription) and rows is None and timeout is None and not source._until_end:
        raise Error("the columns of a live stream have no end: give rows or a timeout, or subscribe with until_end")
    first = FIRST_ROWS if rows is None else min(rows, FIRST_ROWS)
    collector = Collector(schemas_of_source(source), template, fields, where, first)
    for _ in polls(source, collector, timeout):
        if collector.is_full:
            if collector.capacity == rows:
                break
            collector.grow(rows)
    return collector.finish()


def schemas_of_source(source):
    if not isinstance(source, (Journal, Subscription)):
        raise Error(f"{source!r} has no columns: use a journal or a subscription")
    return source.schemas


def polls(source, collector, timeout):
    """Polls into a collector, which is not full at any poll; yields after each."""
    if isinstance(source, Journal):
        with Scan(source) as scan:
            while scan.poll(collector.take, collector.pointer, RECORDS):
                collector.observe(scan.events, source._on_event, scan.buffer.sessions)
                yield
        return
    waiting = Waiting(timeout)
    while not (source._until_end and source._open == set()):
        has_more, events = source._poll_columns(collector.take, collector.pointer)
        collector.observe(events, source._on_event, source._buffer.sessions)
        yield
        if has_more or events:
            waiting.restart()
            if waiting.is_over():
                return
        elif not waiting.once_more():
            return


__all__ = ["Columns", "column_batches", "columns"]
