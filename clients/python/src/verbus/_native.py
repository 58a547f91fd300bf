"""libverbus_client by ctypes: structs of verbus.h, and handles that cannot be used after their close.

ctypes releases the interpreter lock during each call. A lock for each handle keeps two threads from using it at once,
and a close from taking effect during a call.
"""

import ctypes
import os
import threading
import warnings
import weakref
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_int64, c_size_t, c_uint16, c_uint32
from ctypes import c_uint64, c_void_p

from ._errors import Error

VERSION = "0.2.0"
NO_TIME = -(1 << 63)


class ErrorText(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 512)]


class SessionFields(Structure):
    _fields_ = [("id", c_uint64), ("pid", c_uint64), ("started_utc_ns", c_int64), ("stream", c_char * 125),
                ("publisher", c_char * 125), ("build", c_char * 125)]


class Record(Structure):
    _fields_ = [("type", c_int), ("sequence", c_uint64), ("next", c_uint64), ("received_utc_ns", c_int64),
                ("published_ns", c_int64), ("payload", c_void_p), ("length", c_size_t)]


class BusSettings(Structure):
    _fields_ = [("directory", c_char_p), ("heartbeat_timeout_ns", c_int64), ("progress_timeout_ns", c_int64),
                ("duty_cycle_ns", c_int64), ("own_thread", c_bool), ("counters", c_uint32), ("on_error", c_void_p),
                ("context", c_void_p)]


class SubscriptionSettings(Structure):
    _fields_ = [("stream", c_char_p), ("name", c_char_p), ("policy", c_int), ("repair", c_int), ("start", c_int),
                ("start_sequence", c_uint64), ("copies", c_bool), ("session_limit", c_uint32), ("on_event", c_void_p),
                ("context", c_void_p)]


class PublicationSettings(Structure):
    _fields_ = [("stream", c_char_p), ("name", c_char_p), ("capacity", c_uint64), ("timestamps", c_bool),
                ("blocking", c_int), ("blocking_names", POINTER(c_char_p)), ("blocking_name_count", c_size_t),
                ("linger_ns", c_int64), ("on_subscriber", c_void_p), ("context", c_void_p)]


class BatchMessage(Structure):
    _fields_ = [("offset", c_size_t), ("length", c_size_t), ("session", c_uint64), ("sequence", c_uint64),
                ("frames", c_uint64), ("position", c_uint64), ("published_ns", c_int64), ("received_utc_ns", c_int64)]


class BatchEvent(Structure):
    _fields_ = [("messages", c_size_t), ("type", c_int), ("cause", c_int), ("first", c_uint64), ("next", c_uint64),
                ("session", SessionFields), ("earlier", SessionFields), ("description", c_char * 128)]


class Batch(Structure):
    _fields_ = [("bytes", c_void_p), ("size", c_size_t), ("used", c_size_t), ("messages", POINTER(BatchMessage)),
                ("message_limit", c_size_t), ("message_count", c_size_t), ("events", POINTER(BatchEvent)),
                ("event_limit", c_size_t), ("event_count", c_size_t), ("needed", c_size_t), ("unstored", c_uint64)]


class Column(Structure):
    _fields_ = [("offset", c_size_t), ("width", c_size_t), ("since", c_uint16), ("null", c_char_p),
                ("equals", c_char_p), ("values", c_void_p)]


class Columns(Structure):
    _fields_ = [("schema", c_uint16), ("template_id", c_uint16), ("columns", POINTER(Column)),
                ("column_count", c_size_t), ("capacity", c_size_t), ("rows", c_size_t), ("sessions", c_void_p),
                ("sequences", c_void_p), ("published_ns", c_void_p), ("received_utc_ns", c_void_p),
                ("others", c_uint64), ("malformed", c_bool), ("malformed_session", c_uint64),
                ("malformed_sequence", c_uint64)]


_PROTOTYPES = {
    "verbus_journal_open": (c_int, c_char_p, c_void_p, c_void_p),
    "verbus_journal_close": (None, c_void_p),
    "verbus_journal_session_count": (c_size_t, c_void_p),
    "verbus_journal_session": (POINTER(SessionFields), c_void_p, c_size_t),
    "verbus_journal_unreadable": (c_char_p, c_void_p, c_size_t),
    "verbus_journal_read": (c_int, c_void_p, c_uint64, c_void_p, c_void_p),
    "verbus_journal_poll": (c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p, c_void_p),
    "verbus_journal_reader_close": (None, c_void_p),
    "verbus_bus_open": (c_int, c_void_p, c_void_p, c_void_p),
    "verbus_bus_close": (None, c_void_p),
    "verbus_subscribe": (c_int, c_void_p, c_void_p, c_void_p, c_void_p),
    "verbus_poll": (c_int, c_void_p, c_void_p, c_void_p, c_int),
    "verbus_subscription_lag": (c_uint64, c_void_p),
    "verbus_subscription_close": (None, c_void_p),
    "verbus_publish": (c_int, c_void_p, c_void_p, c_void_p, c_void_p),
    "verbus_publication_session": (POINTER(SessionFields), c_void_p),
    "verbus_max_offer": (c_size_t, c_void_p),
    "verbus_offer": (c_int64, c_void_p, c_char_p, c_size_t),
    "verbus_subscribers": (c_size_t, c_void_p),
    "verbus_publication_close": (None, c_void_p),
}
_HANDLERS = ("verbus_batch_take", "verbus_batch_report", "verbus_columns_take")
_loaded = []
_load_lock = threading.Lock()


def library():
    """The library: of $VERBUS_LIBRARY, of this package, or of the system; of this release. Loaded once."""
    with _load_lock:
        if not _loaded:
            _loaded.append(_load())
    return _loaded[0]


def _load():
    given = os.environ.get("VERBUS_LIBRARY")
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libverbus_client.so")
    path = given or (own if os.path.exists(own) else "libverbus_client.so.0")
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise Error(f"cannot load {path}: {error}; install a wheel of verbus for this platform, or libverbus_client of"
                    " clients/c, and name it in VERBUS_LIBRARY if the linker does not find it") from None
    try:
        loaded.verbus_client_version.restype = c_char_p
        loaded.verbus_client_version.argtypes = ()
        version = loaded.verbus_client_version().decode()
        for name in _HANDLERS:
            getattr(loaded, name)
        for name, (result, *arguments) in _PROTOTYPES.items():
            function = getattr(loaded, name)
            function.restype = result
            function.argtypes = arguments
    except AttributeError as error:
        raise Error(f"{path} is not libverbus_client {VERSION}: {error}; install the same release of both") from None
    if version != VERSION:
        raise Error(f"{path} is libverbus_client {version}, and this package is {VERSION}: install the same release of"
                    " both")
    return loaded


def handler(name):
    """The address of a function of the library, which it calls without the interpreter."""
    return ctypes.cast(getattr(library(), name), c_void_p)


def check(status, error):
    """Raises the library's sentence if a call has failed."""
    if status < 0:
        raise Error(error.text.decode("utf-8", "replace"), status)
    return status


def call(function, *arguments):
    """Calls a function with an error as its last parameter, and returns what it stores in its last but one."""
    result = c_void_p()
    error = ErrorText()
    check(function(*arguments, byref(result), byref(error)), error)
    return result.value


def text_of(value, kind):
    if not isinstance(value, (str, os.PathLike)):
        raise Error(f"{value!r} is not the {kind}: use a text")
    encoded = os.fsencode(value) if isinstance(value, os.PathLike) else value.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise Error(f"{value!r} is not the {kind}: it contains NUL")
    return encoded


def nanoseconds(seconds, kind):
    if not 0 <= seconds < 1 << 32:
        raise Error(f"the {kind} is {seconds} s: use 0 to {(1 << 32) - 1}")
    return int(seconds * 1_000_000_000)


_forks = [0]  # a child process has another number than its parent; cheaper to compare than the process id
os.register_at_fork(after_in_child=lambda: _forks.__setitem__(0, _forks[0] + 1))


class Handle:
    """A pointer of the library, with what closes it. `owner` is the handle that must be open for its use.

    The close of an owner closes all that it owns. An object that is not referenced any more is closed with a
    ResourceWarning. In a child process after fork() a handle is closed, without a call of the library.
    """

    def __init__(self, kind, pointer, close, owner=None):
        self.kind = kind
        self.pointer = pointer
        self.close_function = close
        self.owner = owner
        self.forks = _forks[0]
        self.lock = threading.RLock()
        self.owned = weakref.WeakSet()
        if owner is not None:
            owner.owned.add(self)

    def __enter__(self):
        if self.forks != _forks[0]:
            raise Error(f"the {self.kind} belongs to the parent process: open it after the fork", Error.CLOSED)
        self.lock.acquire()
        if self.pointer is None:
            self.lock.release()
            raise Error(f"the {self.kind} is closed", Error.CLOSED)
        return self.pointer

    def __exit__(self, *_):
        self.lock.release()

    def close(self):
        if self.forks != _forks[0]:
            return
        with self.lock:
            pointer, self.pointer = self.pointer, None
            for handle in list(self.owned):
                handle.close()
            if pointer is not None:
                self.close_function(pointer)


def _close_forgotten(handle):
    if handle.pointer is not None and handle.forks == _forks[0]:
        warnings.warn(f"the {handle.kind} was not closed", ResourceWarning, stacklevel=2)
        handle.close()


class Resource:
    """What has a handle: a context manager; a close may be repeated, and any use after it raises Error."""

    def __init__(self, handle):
        self._handle = handle
        self._finalizer = weakref.finalize(self, _close_forgotten, handle)

    def close(self):
        """Releases it in the library. May be called again, and by any thread: it waits for a call that runs."""
        self._handle.close()

    @property
    def is_closed(self):
        """Whether it is closed."""
        return self._handle.pointer is None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
