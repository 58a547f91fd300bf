"""The bus of this host: subscriptions and publications."""

import ctypes
import os
import time
from collections import deque

from . import _native as native
from ._batch import MESSAGES, Buffer, decoder
from ._errors import Error, unknown
from ._events import Event, session_of
from ._native import Handle, Resource, call, check, nanoseconds, text_of
from ._schema import schemas_of

POLICIES = {"block": 0, "skip": 1, "conflate": 2, "evict": 3}
REPAIRS = {None: 0, "repair": 1, "report": 2}
SHORTEST_WAIT = 0.000_05  # seconds
LONGEST_WAIT = 0.001


def choice(kind, value, known):
    if value not in known:
        raise unknown(kind, value, [str(name) for name in known if name], "a subscription")
    return known[value]


class Waiting:
    """Sleeps between attempts, longer and longer up to a millisecond; an interrupt ends it by its exception."""

    def __init__(self, timeout):
        self.end = None if timeout is None else time.monotonic() + timeout
        self.pause = SHORTEST_WAIT

    def once_more(self):
        """Waits; returns false if the time is over."""
        pause = self.pause
        if self.end is not None:
            pause = min(pause, self.end - time.monotonic())
            if pause <= 0:
                return False
        time.sleep(pause)
        self.pause = min(2 * self.pause, LONGEST_WAIT)
        return True

    def restart(self):
        """Begins with short pauses again."""
        self.pause = SHORTEST_WAIT

    def is_over(self):
        """Whether the time is over."""
        return self.end is not None and time.monotonic() >= self.end


class Bus(Resource):
    """A process on the bus directory: `directory`, else $VERBUS_DIR, else /dev/shm/verbus-USER, which it may create.

    A thread of the library sends heartbeats and finds sessions, also while Python code runs. Any thread may use it.
    """

    def __init__(self, directory=None, heartbeat_timeout=0.5, progress_timeout=10.0, duty_cycle=0.02):
        library = native.library()
        settings = native.BusSettings(
            directory=None if directory is None else text_of(directory, "bus directory"),
            heartbeat_timeout_ns=nanoseconds(heartbeat_timeout, "heartbeat timeout"),
            progress_timeout_ns=nanoseconds(progress_timeout, "progress timeout"),
            duty_cycle_ns=nanoseconds(duty_cycle, "duty cycle"),
            own_thread=True,
        )
        pointer = call(library.verbus_bus_open, ctypes.byref(settings))
        super().__init__(Handle("bus", pointer, library.verbus_bus_close))

    def subscribe(self, stream, **settings):
        """A Subscription; see there for the settings."""
        return Subscription(self, stream, **settings)

    def publish(self, stream, **settings):
        """A Publication; see there for the settings."""
        return Publication(self, stream, **settings)


def _default_name():
    return f"python-{os.getpid()}"


class Subscription(Resource):
    """A stream as an iterator of messages and events, in their order.

    stream         its name, such as md.itch
    name           of the subscription: a publisher accepts "block" by it; default: python-PID
    policy         if it reads too slowly: "block" its publisher, "skip" messages, "conflate", or "evict" it
    start          in sessions that exist already: "next" message, "oldest" in the log, or a sequence
    repair         where it resumes when lapped: "repair" near the oldest message, "report" half a log before the end
    schemas        paths of SBE schemas or Schema objects; None: those of Verbus; (): every message is Raw
    templates      names of templates: only these messages are returned; None: all, also Raw
    on_event       called with each event in place of returning it; verbus.fail raises Error for losses
    until_end      the iteration ends when each session that it has read is over; else it waits for ever
    session_limit  1 to 1024 sessions are read at once

    One thread at a time reads it. An iteration waits without holding the interpreter, and an interrupt ends it.
    """

    def __init__(self, bus, stream, name=None, policy="skip", start="next", repair=None, schemas=None, templates=None,
                 on_event=None, until_end=False, session_limit=64, owns_bus=False):
        starts = {"next": 0, "oldest": 1}
        is_sequence = isinstance(start, int) and not isinstance(start, bool)
        if is_sequence and not 0 <= start < 1 << 63:
            raise Error(f"the start of a subscription is {start}: use a sequence from 0 on")
        if not 1 <= session_limit <= 1024:
            raise Error(f"the session limit is {session_limit}: use 1 to 1024")
        self.schemas = schemas_of(schemas)
        self._decode = decoder(self.schemas, templates)
        self._bus = bus
        self._owns_bus = owns_bus
        self._on_event = on_event
        self._until_end = until_end
        self._items = deque()
        self._polled_after = None  # the items before the batch, which is not read while these are the items
        self._open = None  # ids of the sessions that are not over; None before the first one
        self._buffer = Buffer(session_limit)
        library = native.library()
        self._poll = library.verbus_poll
        self._lag = library.verbus_subscription_lag
        self._take = native.handler("verbus_batch_take")
        settings = native.SubscriptionSettings(
            stream=text_of(stream, "name of a stream"),
            name=text_of(_default_name() if name is None else name, "name of a subscription"),
            policy=choice("policy", policy, POLICIES),
            repair=choice("repair", repair, REPAIRS),
            start=2 if is_sequence else choice("start", start, starts),
            start_sequence=start if is_sequence else 0,
            copies=True,
            session_limit=session_limit,
            on_event=native.handler("verbus_batch_report"),
            context=self._buffer.pointer,
        )
        with bus._handle as opened:
            pointer = call(library.verbus_subscribe, opened, ctypes.byref(settings))
            handle = Handle("subscription", pointer, library.verbus_subscription_close, bus._handle)
        handle.memory = self._buffer  # the library uses it until the close
        super().__init__(handle)

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            for item in self._ready(1):
                return item
            if self._until_end and self._open == set():
                raise StopIteration
            self._fill(None)

    def poll(self, limit=MESSAGES, timeout=0.0):
        """A list of at most `limit` messages and events: empty if there are none within `timeout` seconds."""
        if not self._items:
            self._fill(timeout)
        return list(self._ready(limit))

    def _ready(self, limit):
        """At most so many of the items that are polled already; events go to on_event, if there is one."""
        while limit > 0 and self._items:
            item = self._items.popleft()
            if isinstance(item, Event):
                self._observe(item)
                if self._on_event is not None:
                    self._on_event(item)
                    continue
            limit -= 1
            yield item

    def lag(self):
        """The bytes to the ends of the logs that it reads, as of the last heartbeats of their publishers."""
        with self._handle as pointer:
            return self._lag(pointer)

    def close(self):
        """Leaves all sessions. May be called again."""
        super().close()
        if self._owns_bus:
            self._bus.close()

    def _fill(self, timeout):
        """Polls until there is an item, or the time is over. An interrupt loses none: the next call reads the batch."""
        waiting = Waiting(timeout)
        buffer = self._buffer
        while True:
            with self._handle as pointer:
                if self._items is not self._polled_after:
                    buffer.reset()
                    self._polled_after = self._items
                    self._poll(pointer, self._take, buffer.pointer, MESSAGES)
                items = deque()
                buffer.items(self._decode, items)
                self._items = items
            if items or not (buffer.batch.message_count or buffer.batch.needed or waiting.once_more()):
                return

    def _poll_columns(self, take, columns):
        """Polls messages into columns; returns whether there were any, and the events."""
        if self._items or self._items is self._polled_after:
            raise Error("messages of an earlier poll are not read yet: iterate over them before columns are read")
        buffer = self._buffer
        with self._handle as pointer:
            buffer.reset()
            count = self._poll(pointer, take, columns, MESSAGES)
            events = [event for _, event in buffer.take_events()]
        for event in events:
            self._observe(event)
        return count > 0, events

    def _observe(self, event):
        if self._open is None:
            self._open = set()
        (self._open.discard if event.is_end else self._open.add)(event.session.id)


class Publication(Resource):
    """Publishes on a stream: begins a session.

    stream          its name
    name            of the publisher: a later session of this name is a restart; default: python-PID
    capacity        of the log in bytes, a power of two from 64 KiB to 1 GiB
    timestamps      each message has its publication time
    blocking        "all" subscriptions with the policy "block" may delay it, "none", or a list of their names
    linger          seconds that a close waits for readers that make no progress
    schemas         of publish(), as of a subscription

    One thread at a time uses it. A close publishes the end of the session and waits for its readers, which an interrupt
    does not shorten.
    """

    def __init__(self, bus, stream, name=None, capacity=16 << 20, timestamps=True, blocking="all", linger=5.0,
                 schemas=None, owns_bus=False):
        names = () if blocking in ("all", "none") else blocking
        if isinstance(names, str):
            raise Error(f'unknown blocking "{blocking}": use "all", "none" or a list of names of subscriptions')
        encoded = [text_of(item, "name of a subscription") for item in names]
        self.schemas = schemas_of(schemas)
        self._bus = bus
        self._owns_bus = owns_bus
        library = native.library()
        self._offer = library.verbus_offer
        settings = native.PublicationSettings(
            stream=text_of(stream, "name of a stream"),
            name=text_of(_default_name() if name is None else name, "name of a publisher"),
            capacity=capacity,
            timestamps=timestamps,
            blocking={"all": 0, "none": 1}.get(blocking, 2) if isinstance(blocking, str) else 2,
            blocking_names=(ctypes.c_char_p * len(encoded))(*encoded),
            blocking_name_count=len(encoded),
            linger_ns=max(1, nanoseconds(linger, "linger time")),
        )
        with bus._handle as opened:
            pointer = call(library.verbus_publish, opened, ctypes.byref(settings))
            super().__init__(Handle("publication", pointer, library.verbus_publication_close, bus._handle))
        self.session = session_of(library.verbus_publication_session(pointer).contents)
        self.max_length = library.verbus_max_offer(pointer)

    def offer(self, payload, timeout=None):
        """Publishes bytes, and returns their sequence. Waits while a blocking reader lags by a whole log, for `timeout`
        seconds at most, then raises Error with the status BACK_PRESSURED; without a timeout for ever."""
        data = bytes(payload)
        if len(data) > self.max_length:
            raise Error(f"a message of {len(data)} bytes exceeds {self.max_length}: raise the capacity of the log")
        waiting = Waiting(timeout)
        while True:
            with self._handle as pointer:
                sequence = self._offer(pointer, data, len(data))
            if sequence >= 0:
                return sequence
            if sequence != Error.BACK_PRESSURED:
                raise Error(f"session {self.session.id} of {self.session.stream} takes no message: it has ended",
                            sequence)
            if not waiting.once_more():
                raise Error(f"a subscription blocks stream {self.session.stream}: read it, or publish with"
                            ' blocking="none"', sequence)

    def publish(self, template, /, **fields):
        """Encodes a message by its fields, see Template.encode, and publishes it as offer() does."""
        return self.offer(self.schemas.encode(template, **fields))

    def subscribers(self):
        """The number of subscriptions that have joined."""
        with self._handle as pointer:
            return native.library().verbus_subscribers(pointer)

    def await_subscribers(self, count, timeout=None):
        """Waits until so many subscriptions have joined; returns whether they have within `timeout` seconds."""
        waiting = Waiting(timeout)
        while self.subscribers() < count:
            if not waiting.once_more():
                return False
        return True

    def close(self):
        """Publishes the end of the session, and waits for its readers. May be called again."""
        super().close()
        if self._owns_bus:
            self._bus.close()


def _on_own_bus(kind, stream, directory, settings):
    bus = Bus(directory)
    try:
        return kind(bus, stream, owns_bus=True, **settings)
    except BaseException:
        bus.close()
        raise


def subscribe(stream, directory=None, **settings):
    """A Subscription on a Bus of its own, which its close closes; see there for the settings."""
    return _on_own_bus(Subscription, stream, directory, settings)


def publish(stream, directory=None, **settings):
    """A Publication on a Bus of its own, which its close closes; see there for the settings."""
    return _on_own_bus(Publication, stream, directory, settings)


__all__ = ["Bus", "Publication", "Subscription", "publish", "subscribe"]
