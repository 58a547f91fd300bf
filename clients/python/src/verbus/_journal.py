"""Journals: streams recorded on disk."""

import ctypes
from collections import deque

from . import _native as native
from ._batch import MESSAGES, Buffer, decoder
from ._errors import Error, unknown
from ._events import Ended, Event, Gap, LostSession, Started, Unreadable, session_of, time_of
from ._native import Handle, Resource, call, text_of
from ._schema import schemas_of

RECORD_END, RECORD_LOST, RECORD_DAMAGE = 3, 5, 6


class Journal(Resource):
    """The journal in a directory: an iterable of messages and events, session by session.

    directory   of the recorder, which may record at the same time: an iteration ends with what is there
    session     the id of one session, 16 hex digits; None: all, in the order in which they began
    schemas, templates, on_event   as of a Subscription

    Each iteration begins with the first record. `sessions` are the sessions of the directory. Several threads may
    iterate at once, each with an iterator of its own. The files must not be truncated meanwhile: no recorder does, and
    the process would be killed.
    """

    def __init__(self, directory, session=None, schemas=None, templates=None, on_event=None):
        library = native.library()
        self.directory = directory
        self.schemas = schemas_of(schemas)
        self._decode = decoder(self.schemas, templates)
        self._on_event = on_event
        pointer = call(library.verbus_journal_open, text_of(directory, "directory of a journal"))
        super().__init__(Handle("journal", pointer, library.verbus_journal_close))
        count = library.verbus_journal_session_count(pointer)
        self.sessions = [session_of(library.verbus_journal_session(pointer, index).contents) for index in range(count)]
        self._unreadable = []
        while (text := library.verbus_journal_unreadable(pointer, len(self._unreadable))) is not None:
            self._unreadable.append(text.decode("utf-8", "replace"))
        self._selected = self.sessions
        if session is not None:
            self._selected = [known for known in self.sessions if known.id == session]
            if not self._selected:
                self.close()
                raise unknown("session", session, [known.id for known in self.sessions], f"the journal {directory}")

    def __iter__(self):
        return self.read()

    def read(self):
        """An iterator over all messages and events from the first record on."""
        with self._handle:
            return self._items()

    def _items(self):
        items = deque()
        with Scan(self) as scan:
            while scan.poll(scan.take_batch, scan.buffer.pointer):
                scan.buffer.items(self._decode, items)
                items += scan.events
                while items:
                    item = items.popleft()
                    if self._on_event is not None and isinstance(item, Event):
                        self._on_event(item)
                    else:
                        yield item


class Scan:
    """One pass over the sessions of a journal; `events` are those after the messages of the last poll."""

    def __init__(self, journal):
        self.journal = journal
        self.library = native.library()
        self.take_batch = native.handler("verbus_batch_take")
        self.buffer = Buffer()
        self.sessions = deque(journal._selected)
        self.unreadable = list(journal._unreadable) if journal._selected is journal.sessions else []
        self.reader = None
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.reader is not None:
            self.reader.close()

    def poll(self, handler, context, limit=MESSAGES):
        """Reads messages and events; returns false at the end of all sessions. The handler takes at least one message,
        or its batch states what it needs."""
        self.events = []
        self.buffer.reset()
        if self.unreadable:
            self.events = [Unreadable(None, reason=reason) for reason in self.unreadable]
            self.unreadable = []
        elif self.reader is None:
            return self.open_next()
        else:
            self.poll_reader(handler, context, limit)
        return True

    def open_next(self):
        if not self.sessions:
            return False
        self.session = self.sessions.popleft()
        number = int(self.session.id, 16)
        self.buffer.sessions = {number: self.session}
        self.events.append(Started(self.session, first=None))
        try:
            with self.journal._handle as opened:
                pointer = call(self.library.verbus_journal_read, opened, number)
                self.reader = Handle("journal", pointer, self.library.verbus_journal_reader_close, self.journal._handle)
        except Error as error:
            if self.journal.is_closed:
                raise
            self.events.append(Unreadable(self.session, reason=str(error)))
        return True

    def poll_reader(self, handler, context, limit):
        record = native.Record()
        error = native.ErrorText()
        with self.reader as pointer:
            count = self.library.verbus_journal_poll(pointer, handler, context, limit, ctypes.byref(record),
                                                     ctypes.byref(error))
            if record.type:
                self.append_event(record)
        if count < 0:
            self.events.append(Unreadable(self.session, reason=error.text.decode("utf-8", "replace")))
        if count < 0 or not (count or record.type or self.buffer.batch.needed):
            self.reader.close()
            self.reader = None

    def append_event(self, record):
        text = ctypes.string_at(record.payload, record.length).decode("utf-8", "replace") if record.length else ""
        received = time_of(record.received_utc_ns)
        if record.type == RECORD_END:
            event = Ended(self.session, messages=record.sequence, received_utc_ns=received)
        elif record.type == RECORD_LOST:
            event = LostSession(self.session, first=record.sequence, known=record.next, cause=None, reason=text,
                                is_end=True, received_utc_ns=received)
        else:
            event = Gap(self.session, first=record.sequence, last=record.next - 1, cause=None, reason=text,
                        is_damage=record.type == RECORD_DAMAGE, received_utc_ns=received)
        self.events.append(event)


def journal(directory, **settings):
    """The Journal in a directory; see there for the settings."""
    return Journal(directory, **settings)


__all__ = ["Journal", "journal"]
