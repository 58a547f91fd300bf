"""What happens to a session other than a message."""

from collections import namedtuple

from ._errors import Error
from ._native import NO_TIME

Session = namedtuple("Session", "id pid started_utc_ns stream publisher build")
Session.__doc__ = "One run of one publisher on a stream; `id` is 16 hex digits, as the tools print it."


def session_of(fields):
    """The session of a struct verbus_session."""
    return Session(f"{fields.id:016x}", fields.pid, fields.started_utc_ns, *(
        text.decode("utf-8", "replace") for text in (fields.stream, fields.publisher, fields.build)))


def unknown_session(number):
    """A session whose start an interrupted call has read."""
    return Session(f"{number:016x}", 0, 0, "", "", "")


def time_of(value):
    return None if value == NO_TIME else value


class Event:
    """Base of all events. `session` is the Session that it concerns; `template` is None, as no message has it.

    `received_utc_ns` is the time of an event that a journal contains, in nanoseconds since 1970; else None.
    """

    template = None
    received_utc_ns = None
    is_loss = False  # messages of the session are missing, or will be
    is_end = False  # nothing of the session follows

    def __init__(self, session, **fields):
        self.session = session
        self.__dict__.update(fields)

    def __repr__(self):
        fields = " ".join(f"{name}={value!r}" for name, value in vars(self).items() if name != "session")
        session = self.session.id if self.session else None
        return f"{type(self).__name__}(session={session}{' ' * bool(fields)}{fields})"

    def __str__(self):
        return f"session {self.session.id} of {self.session.stream}: {self.words()}" if self.session else self.words()

    def words(self):
        """The event in words."""
        return type(self).__name__.lower()


class Started(Event):
    """Messages from sequence `first` on follow; None in a journal."""

    def words(self):
        return "begins" if self.first is None else f"begins with sequence {self.first}"


class Restarted(Event):
    """The publisher of the session `earlier` has begun again, with this session. Started follows."""

    def words(self):
        return f"is a restart of session {self.earlier.id}"


class Gap(Event):
    """Messages with the sequences `first` to `last` are missing: `reason`. `cause` is its number, None in a journal.

    If `is_damage` is true the journal cannot be read there: another copy of it may have them.
    """

    is_loss = True
    is_damage = False

    def words(self):
        if self.last < self.first:
            return f"all from sequence {self.first} on is missing: {self.reason}"
        return f"sequences {self.first} to {self.last} are missing: {self.reason}"


class Ended(Event):
    """The session has ended regularly, with `messages` sequences."""

    is_end = True

    def words(self):
        return f"ended with {self.messages} sequences"


class LostSession(Event):
    """The publisher is gone: all before sequence `first` was delivered or reported, those before `known` existed.

    If `is_end` is false it is lost for now only: Continued may follow. `cause` is a number, None in a journal.
    """

    @property
    def is_loss(self):
        return self.is_end

    def words(self):
        return f"lost {'for good' if self.is_end else 'for now'} at sequence {self.first}: {self.reason}"


class Continued(Event):
    """A session that was lost for now continues with sequence `first`."""

    def words(self):
        return f"continues with sequence {self.first}"


class Refused(Event):
    """The publisher does not wait for this subscription, which may miss messages. `cause` is a number."""

    def words(self):
        return f"the publisher does not wait for this subscription: {self.reason}"


class Malformed(Event):
    """The message `sequence` is not a message of its template: `reason`. `payload` is its bytes, None in columns."""

    is_loss = True

    def words(self):
        return f"message {self.sequence}: {self.reason}"


class Unreadable(Event):
    """The rest of a session of a journal, or a file of it, cannot be read: `reason`. `session` is None if not known."""

    is_loss = True
    is_end = True

    def words(self):
        return self.reason


FIRST_FINAL_LOSS = 3  # VERBUS_LOSS_DIED


def event_of(stored):
    """The event of a struct verbus_batch_event; a restart is followed by Started."""
    session = session_of(stored.session)
    reason = stored.description.decode("utf-8", "replace")
    first = stored.first
    if stored.type == 1:
        return Started(session, first=first)
    if stored.type == 2:
        return Restarted(session, earlier=session_of(stored.earlier))
    if stored.type == 3:
        return Gap(session, first=first, last=stored.next - 1, cause=stored.cause, reason=reason)
    if stored.type == 4:
        return Ended(session, messages=stored.next)
    if stored.type == 5:
        return LostSession(session, first=first, known=stored.next, cause=stored.cause, reason=reason,
                           is_end=stored.cause >= FIRST_FINAL_LOSS)
    if stored.type == 6:
        return Continued(session, first=first)
    if stored.type == 7:
        return Refused(session, cause=stored.cause, reason=reason)
    raise Error(f"the library reports an event of type {stored.type}: install the same release of both")


def fail(event):
    """An `on_event` that raises Error if messages are missing or a session is lost, and ignores other events."""
    if event.is_loss:
        raise Error(str(event), Error.DAMAGED, event)
