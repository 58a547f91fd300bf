/*
 * The C client of Verbus: publishes, subscribes and trades on this host, and reads journals, by the files that
 * docs/reference/protocol.md and docs/reference/journal.md describe, and the messages of docs/reference/orders.md.
 * Between hosts it reads through a Java process of its host: the logs of a relay, or the journal of a recorder.
 *
 * Functions return VERBUS_OK (0) or a count, or a negative status of enum verbus_status. The last parameter of the
 * functions that open something receives the reason in one sentence, and may be null; results stay unchanged on
 * failure. Settings are structs in which 0 is the default of each field, so they are initialised with {0}. Strings are
 * UTF-8 and are copied. Times are in nanoseconds: those that end in _utc_ns since 1970, all others on the monotonic
 * clock of the host.
 *
 * Threads: one thread uses a publication, one a subscription, one a seat, and any one thread at a time uses
 * verbus_conduct(). Functions that open or close something of a bus may be called by any thread. No function is safe in
 * a signal handler. After fork() only the parent may use a bus; a child without exec() keeps the lock of its parent, so
 * others take a dead parent for alive.
 */
#ifndef VERBUS_CLIENT_H
#define VERBUS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VERBUS_API __attribute__((visibility("default")))

/* The release of this header and its library. */
#define VERBUS_CLIENT_VERSION "0.2.0"

/* The time of a message in a stream without timestamps. */
#define VERBUS_NO_TIMESTAMP INT64_MIN

enum verbus_status {
    VERBUS_OK = 0,
    VERBUS_BACK_PRESSURED = -1, /* a blocking reader lags by a whole log: try again */
    VERBUS_CLOSED = -2,         /* the session has ended */
    VERBUS_INVALID = -3,        /* an argument is out of its range */
    VERBUS_TEMPORARY = -4,      /* a resource is in use or has just changed: try again after a moment */
    VERBUS_NO_ROOM = -5,        /* there is no room for a file or no memory */
    VERBUS_PERMANENT = -6,      /* it fails again until its cause is removed */
    VERBUS_DAMAGED = -7,        /* a file contains what no process of the bus writes */
    /* Refusals of a seat: nothing was sent, and no number was used. */
    VERBUS_NOT_ESTABLISHED = -11,  /* the seat is not established, or not any more: poll */
    VERBUS_WINDOW_FULL = -12,      /* the unanswered requests fill half of the log: poll, and try again */
    VERBUS_UNKNOWN_ORDER = -13,    /* the seat knows no open order with this id */
    VERBUS_DUPLICATE_ORDER = -14,  /* the seat has an open order with this id */
};

/* A failure: its status, and one sentence with the failure, the place and the remedy. */
struct verbus_error {
    int status;
    char text[512];
};

/* VERBUS_CLIENT_VERSION of the library, for a program that loads it at run time. Any thread. */
VERBUS_API const char *verbus_client_version(void);

/* A static name of a status, such as "back-pressured". Any thread. */
VERBUS_API const char *verbus_status_name(int status);

/* One run of one publisher on a stream. */
struct verbus_session {
    uint64_t id;
    uint64_t pid;           /* of the publisher's process */
    int64_t started_utc_ns;
    char stream[125];
    char publisher[125];    /* its name */
    char build[125];        /* the release that it runs */
};

/* --- Journals. --- */

typedef struct verbus_journal verbus_journal;
typedef struct verbus_journal_reader verbus_journal_reader;

enum verbus_record_type {
    VERBUS_RECORD_MESSAGE = 1,
    VERBUS_RECORD_END = 3,    /* the regular end of the session */
    VERBUS_RECORD_LOSS = 4,   /* messages that the recorder could not get; the payload is the cause in words */
    VERBUS_RECORD_LOST = 5,   /* the publisher was lost for good; the payload is the cause in words */
    VERBUS_RECORD_DAMAGE = 6, /* not a record: what cannot be read; the payload is the reason in words */
};

struct verbus_record {
    enum verbus_record_type type;
    uint64_t sequence;        /* of the message, or the first of a range */
    uint64_t next;            /* the sequence after the message or the range; that of an end is its sequence */
    int64_t received_utc_ns;  /* INT64_MIN if it is not known */
    int64_t published_ns;     /* on the publisher's monotonic clock, or VERBUS_NO_TIMESTAMP */
    const void *payload;      /* valid until the next call with the same reader */
    size_t length;            /* of the payload in bytes */
};

/*
 * Opens the journal in a directory, which may be recorded at the same time: its sessions are those that exist now.
 * Fails with VERBUS_PERMANENT if there is no such directory, or a segment has a layout of another version. Segments
 * with damaged headers are reported by the readers of their sessions. Any thread; one thread at a time per journal.
 */
VERBUS_API int verbus_journal_open(const char *directory, verbus_journal **journal, struct verbus_error *error);

/* Closes a journal; null is ignored. Its readers stay usable. */
VERBUS_API void verbus_journal_close(verbus_journal *journal);

/* The number of sessions with a readable segment. */
VERBUS_API size_t verbus_journal_session_count(const verbus_journal *journal);

/* A session, in the order in which the sessions began; null from the number of sessions on. Valid until the close. */
VERBUS_API const struct verbus_session *verbus_journal_session(const verbus_journal *journal, size_t index);

/*
 * Why a session of the journal cannot be read at all, one sentence for each such session; null from the number of them
 * on. Valid until the close.
 */
VERBUS_API const char *verbus_journal_unreadable(const verbus_journal *journal, size_t index);

/*
 * Opens a reader at the first record of a session. A reader belongs to one thread at a time. The files of the journal
 * must not be truncated while a reader uses them: no recorder does.
 */
VERBUS_API int verbus_journal_read(const verbus_journal *journal, uint64_t session, verbus_journal_reader **reader,
                                   struct verbus_error *error);

/*
 * Reads the next record. Returns 1 with a record whose checksum is right, or with a range that cannot be read
 * (VERBUS_RECORD_DAMAGE); 0 if there is nothing more at present; VERBUS_DAMAGED if the rest cannot be read, which each
 * further call returns too.
 */
VERBUS_API int verbus_journal_next(verbus_journal_reader *reader, struct verbus_record *record,
                                   struct verbus_error *error);

/* Whether the end of the session was read, so that nothing can follow. */
VERBUS_API bool verbus_journal_is_over(const verbus_journal_reader *reader);

/* The session of a reader, valid until the reader is closed. */
VERBUS_API const struct verbus_session *verbus_journal_reader_session(const verbus_journal_reader *reader);

/* The bytes of headers, indexes and records so far. */
VERBUS_API uint64_t verbus_journal_bytes(const verbus_journal_reader *reader);

/* The number of segments that the reader has opened or passed over as unreadable. */
VERBUS_API size_t verbus_journal_segments(const verbus_journal_reader *reader);

/* Closes a reader; null is ignored. */
VERBUS_API void verbus_journal_reader_close(verbus_journal_reader *reader);

/* --- The bus of this host. --- */

typedef struct verbus_bus verbus_bus;
typedef struct verbus_subscription verbus_subscription;

struct verbus_bus_settings {
    const char *directory;        /* null: $VERBUS_DIR, else /dev/shm/verbus-USER */
    int64_t heartbeat_timeout_ns; /* 0: 500 ms; a process without a heartbeat for that time is silent */
    int64_t progress_timeout_ns;  /* 0: 10 s; a reader that blocks claims and reads nothing is evicted after it */
    int64_t duty_cycle_ns;        /* 0: 20 ms; the pause between two duty cycles of the library's thread */
    bool own_thread;              /* the library starts a thread that calls verbus_conduct() */
    uint32_t counters;            /* 0: 512; 64 to 65536: 2 and 4 for each publication and 5 for each subscription */
    /*
     * Receives errors of the conductor, one sentence each; null: they are written to standard error. As all callbacks
     * of the conductor, it must not call functions of the bus.
     */
    void (*on_error)(void *context, const struct verbus_error *error);
    void *context;
};

/*
 * Joins the bus directory, which is created if it does not exist, as a process with an id of its own, and removes the
 * files of dead processes. The directory must be on tmpfs or hugetlbfs and belong to this user; directories that are
 * shared with a group are refused. Settings may be null: the defaults.
 */
VERBUS_API int verbus_bus_open(const struct verbus_bus_settings *settings, verbus_bus **bus,
                               struct verbus_error *error);

/*
 * One duty cycle: heartbeats, sessions that have begun or are lost, readers that join, leave or are evicted, counters.
 * Without a thread of the library the application calls it every 100 ms at the latest, or others take this process for
 * silent. Makes system calls. Returns the number of things that have changed. Any thread.
 */
VERBUS_API int verbus_conduct(verbus_bus *bus);

/*
 * Leaves the bus: closes its publications, without waiting for their readers, and its subscriptions, and removes the
 * files of this process. No other thread may use the bus or anything of it any more. Null is ignored.
 */
VERBUS_API void verbus_bus_close(verbus_bus *bus);

/* --- Subscriptions on this host. --- */

/* Treatment of a subscription that reads too slowly. */
enum verbus_policy {
    VERBUS_BLOCK = 0,    /* its publisher waits, if it accepts the name, while the subscription makes progress */
    VERBUS_SKIP = 1,     /* it misses messages */
    VERBUS_CONFLATE = 2, /* it misses messages and continues with the newest */
    VERBUS_EVICT = 3,    /* it loses the session */
};

/* Where a lapped subscription resumes. */
enum verbus_repair {
    VERBUS_REPAIR_DEFAULT = 0, /* VERBUS_REPAIR under VERBUS_BLOCK, else VERBUS_REPORT */
    VERBUS_REPAIR = 1,         /* near the oldest message in the log */
    VERBUS_REPORT = 2,         /* half a log before the end */
};

/* Where a subscription starts in the sessions that exist already. Later sessions are read from their first message. */
enum verbus_start {
    VERBUS_START_NEXT = 0,   /* with the next message */
    VERBUS_START_OLDEST = 1, /* with the oldest message in the log */
    VERBUS_START_AT = 2,     /* with a sequence: messages that the log no longer has are a gap */
};

enum verbus_event_type {
    VERBUS_STARTED = 1,      /* messages from `first` on follow */
    VERBUS_RESTARTED = 2,    /* the session continues `earlier`, of the same publisher name */
    VERBUS_GAP = 3,          /* messages from `first` to before `next` are missing; cause: enum verbus_gap_cause */
    VERBUS_ENDED = 4,        /* regularly, with `next` messages; nothing of the session follows */
    VERBUS_LOST_SESSION = 5, /* delivered or reported to before `first`, `next` are known; enum verbus_loss_cause */
    VERBUS_BACK = 6,         /* after a loss for now: continues with `first` */
    VERBUS_REFUSED = 7,      /* its publisher does not wait for this subscription; cause: enum verbus_refusal */
    VERBUS_DOUBTFUL = 8,     /* the message `first` may have changed while the handler read it */
};

/* The numbers of the loss report. */
enum verbus_gap_cause {
    VERBUS_GAP_LAPPED = 0,
    VERBUS_GAP_CONFLATED = 1,
    VERBUS_GAP_EVICTED = 2,
    VERBUS_GAP_TOO_OLD = 4,
    VERBUS_GAP_SESSION_LOST = 6,
    VERBUS_GAP_UPSTREAM = 10, /* a relay did not get them */
};

enum verbus_loss_cause {
    VERBUS_LOSS_SILENT = 0,      /* for now: VERBUS_BACK may follow */
    VERBUS_LOSS_RELAY_ENDED = 2, /* for now too */
    VERBUS_LOSS_DIED = 3,
    VERBUS_LOSS_BROKEN_OFF = 4,
    VERBUS_LOSS_LOG_REMOVED = 5,
    VERBUS_LOSS_LAPPED = 8,
    VERBUS_LOSS_CORRUPT = 9,
};

enum verbus_refusal {
    VERBUS_REFUSAL_NONE = 0,
    VERBUS_REFUSAL_NAME = 1,
    VERBUS_REFUSAL_LIMIT = 2,
    VERBUS_REFUSAL_BUDGET = 3,
};

struct verbus_event {
    enum verbus_event_type type;
    const struct verbus_session *session; /* valid during the call, as all pointers here */
    const struct verbus_session *earlier; /* of a restart, else null */
    uint64_t first;
    uint64_t next;
    int cause;
    const char *description; /* the cause in words; empty without one */
};

struct verbus_message {
    const void *payload;     /* valid during the call; it may begin at any multiple of 8 */
    size_t length;           /* of the payload in bytes */
    const struct verbus_session *session;
    uint64_t sequence;       /* of its first frame */
    uint64_t frames;         /* sequences that it takes */
    uint64_t position;       /* of the log after it */
    int64_t published_ns;    /* or VERBUS_NO_TIMESTAMP */
    int64_t received_utc_ns; /* by the recorder of a journal; VERBUS_NO_TIMESTAMP in a subscription */
};

/* The result of a message handler. */
enum verbus_action {
    VERBUS_TAKEN = 0,
    VERBUS_NOT_TAKEN = 1, /* the poll ends, and the next one delivers the message again */
};

typedef enum verbus_action (*verbus_handler)(void *context, const struct verbus_message *message);

struct verbus_subscription_settings {
    const char *stream;      /* 1 to 120 letters, digits, dots, dashes, underscores; no dot or dash at the beginning */
    const char *name;        /* of the subscription, up to 124 bytes; publishers accept VERBUS_BLOCK by it */
    enum verbus_policy policy;
    enum verbus_repair repair;
    enum verbus_start start;
    uint64_t start_sequence; /* of VERBUS_START_AT */
    bool copies;             /* also under VERBUS_BLOCK: no message is ever doubtful */
    uint32_t session_limit;  /* 0: 64; 1 to 1024 sessions are read at once */
    /* Called by verbus_poll(), before the first message after the event; null: events are not reported. */
    void (*on_event)(void *context, const struct verbus_event *event);
    void *context;           /* of on_event */
};

/*
 * Subscribes to a stream on this host, and joins the sessions that exist now. verbus_conduct() joins later ones. The
 * name must not be empty.
 */
VERBUS_API int verbus_subscribe(verbus_bus *bus, const struct verbus_subscription_settings *settings,
                                verbus_subscription **subscription, struct verbus_error *error);

/*
 * Delivers at most `limit` messages, and reports events before them. Returns the number of messages; 0 if there are
 * none at present. Allocates nothing and makes no system call, except to store a gap in the loss report. While several
 * sessions are read, at most 16 messages of one come in a row. The handler must not close the subscription.
 */
VERBUS_API int verbus_poll(verbus_subscription *subscription, verbus_handler handler, void *context, int limit);

/* The bytes from the subscription to the ends of the logs that it reads, as of the last heartbeat of each publisher. */
VERBUS_API uint64_t verbus_subscription_lag(const verbus_subscription *subscription);

/* Leaves all sessions. By the thread that polls, or when none does. Null is ignored. */
VERBUS_API void verbus_subscription_close(verbus_subscription *subscription);

/*
 * Delivers at most `limit` messages of a journal to such a handler, with position 0. Ends at a record of another type:
 * that is stored in `record`, whose type is else 0. Returns the number of messages, or VERBUS_DAMAGED as
 * verbus_journal_next(); 0 without a record if there is nothing more at present.
 */
VERBUS_API int verbus_journal_poll(verbus_journal_reader *reader, verbus_handler handler, void *context, int limit,
                                   struct verbus_record *record, struct verbus_error *error);

/* --- Messages in memory of the caller: for interpreters, to which a call for each message is too slow. --- */

struct verbus_batch_message {
    size_t offset;           /* of the payload in the bytes of the batch, a multiple of 8 */
    size_t length;
    uint64_t session;        /* its id */
    uint64_t sequence;       /* from here on as in struct verbus_message */
    uint64_t frames;
    uint64_t position;
    int64_t published_ns;
    int64_t received_utc_ns;
};

struct verbus_batch_event {
    size_t messages;         /* of the batch before the event */
    enum verbus_event_type type;
    int cause;
    uint64_t first;
    uint64_t next;
    struct verbus_session session;
    struct verbus_session earlier; /* of a restart, else zeros */
    char description[128];   /* the longest has 95 bytes */
};

/*
 * The context of verbus_batch_take() and verbus_batch_report(). The caller provides the memory, and sets the counts and
 * `used` to 0 before each poll. A batch belongs to the thread that polls.
 */
struct verbus_batch {
    void *bytes;
    size_t size;             /* of the bytes */
    size_t used;
    struct verbus_batch_message *messages;
    size_t message_limit;
    size_t message_count;
    struct verbus_batch_event *events;
    size_t event_limit;      /* at least 4 for each session and 4 more, so that no event lacks room */
    size_t event_count;
    size_t needed;           /* the size that the message needs which was not taken last; 0 if all were */
    uint64_t unstored;       /* events that lacked room, in all */
};

/* A handler that appends a copy of a message. VERBUS_NOT_TAKEN: there is no room, or only for further events. */
VERBUS_API enum verbus_action verbus_batch_take(void *batch, const struct verbus_message *message);

/* An on_event that appends a copy of an event. */
VERBUS_API void verbus_batch_report(void *batch, const struct verbus_event *event);

/* A field of the fixed block of an SBE message. A message of an earlier version of the schema lacks it. */
struct verbus_column {
    size_t offset;           /* in the block, in bytes */
    size_t width;            /* of a value in bytes */
    uint16_t since;          /* the version of the schema that added it */
    const void *null;        /* `width` bytes, for messages that lack it */
    const void *equals;      /* `width` bytes: only messages with this value are stored; or null */
    void *values;            /* room for `capacity` values, one after another; null: not stored */
};

/*
 * The context of verbus_columns_take(): the values of fields of all messages of one template, as they are encoded. The
 * message header is that of the SBE standard, of four little-endian numbers of 2 bytes: block length, template, schema,
 * version. The caller provides all memory, and sets the counts. It belongs to the thread that polls.
 */
struct verbus_columns {
    uint16_t schema;
    uint16_t template_id;
    const struct verbus_column *columns;
    size_t column_count;
    size_t capacity;         /* rows */
    size_t rows;
    uint64_t *sessions;      /* of each row, as are the next three; each may be null */
    uint64_t *sequences;
    int64_t *published_ns;
    int64_t *received_utc_ns;
    uint64_t others;         /* messages of other templates and values, which are not stored */
    bool malformed;          /* a message was skipped, which the next two fields identify */
    uint64_t malformed_session;
    uint64_t malformed_sequence;
};

/*
 * A handler that appends a row for a message. VERBUS_NOT_TAKEN: the columns are full, or `malformed` is set. A message
 * is malformed if its block exceeds its payload, or ends before a field of its version.
 */
VERBUS_API enum verbus_action verbus_columns_take(void *columns, const struct verbus_message *message);

/* --- Publications. --- */

typedef struct verbus_publication verbus_publication;

enum verbus_subscriber_event_type {
    VERBUS_SUBSCRIBER_JOINED = 1,
    VERBUS_SUBSCRIBER_REFUSED = 2, /* it does not delay claims; cause: enum verbus_refusal */
    VERBUS_SUBSCRIBER_SILENT = 3,  /* no heartbeat, but not dead */
    VERBUS_SUBSCRIBER_BACK = 4,
    VERBUS_SUBSCRIBER_EVICTED = 5, /* cause: enum verbus_eviction_cause */
    VERBUS_SUBSCRIBER_LEFT = 6,    /* cause: enum verbus_departure_cause */
};

enum verbus_eviction_cause {
    VERBUS_EVICTION_NO_PROGRESS = 0, /* it blocked claims and read nothing for the progress timeout */
    VERBUS_EVICTION_NEVER_READ = 1,  /* it blocked claims and has never read */
    VERBUS_EVICTION_LAPPED = 2,      /* under VERBUS_EVICT */
};

enum verbus_departure_cause {
    VERBUS_DEPARTURE_CLOSED = 0, /* or it is done with the session */
    VERBUS_DEPARTURE_DIED = 1,
    VERBUS_DEPARTURE_FILE_REMOVED = 2,
};

struct verbus_subscriber_event {
    enum verbus_subscriber_event_type type;
    const char *name;            /* of the subscription; valid during the call */
    uint64_t subscription;
    uint64_t pid;
    enum verbus_policy policy;
    int cause;
};

/* Which subscriptions may delay claims. */
enum verbus_blocking {
    VERBUS_BLOCKING_ALL = 0,
    VERBUS_BLOCKING_NONE = 1,
    VERBUS_BLOCKING_NAMES = 2,
};

struct verbus_publication_settings {
    const char *stream;      /* 1 to 120 letters, digits, dots, dashes, underscores; no dot or dash at the beginning */
    const char *name;        /* of the publisher, 1 to 124 bytes: a later session of this name is a restart */
    uint64_t capacity;       /* of the log in bytes, a power of two from 64 KiB to 1 GiB; 0: 16 MiB */
    bool timestamps;         /* each message has its publication time */
    enum verbus_blocking blocking;
    const char *const *blocking_names; /* of VERBUS_BLOCKING_NAMES */
    size_t blocking_name_count;
    int64_t linger_ns;       /* 0: 5 s; how long a close waits for readers without progress */
    /* Called by verbus_conduct(); it must not call functions of the bus. Null: events are not reported. */
    void (*on_subscriber)(void *context, const struct verbus_subscriber_event *event);
    void *context;           /* of on_subscriber */
};

/* Begins a session on a stream. Subscriptions find it within a duty cycle. */
VERBUS_API int verbus_publish(verbus_bus *bus, const struct verbus_publication_settings *settings,
                              verbus_publication **publication, struct verbus_error *error);

/* The session of a publication; valid until its close. */
VERBUS_API const struct verbus_session *verbus_publication_session(const verbus_publication *publication);

/* The longest payload of a claim, and the longest message of an offer, in bytes. */
VERBUS_API size_t verbus_max_claim(const verbus_publication *publication);
VERBUS_API size_t verbus_max_offer(const verbus_publication *publication);

/*
 * Reserves space for a message in the log; the caller writes the payload there and commits it. A claim that was neither
 * committed nor aborted is aborted by the next one. VERBUS_BACK_PRESSURED: a blocking reader lags by a whole log; an
 * application without a thread of the library calls verbus_conduct() before it tries again. Claims, commits and offers
 * allocate nothing, take no lock and make no system call.
 */
VERBUS_API int verbus_claim(verbus_publication *publication, size_t length, void **payload);

/* Makes the claimed message visible, with a length up to the claimed one. Returns its sequence, or VERBUS_INVALID. */
VERBUS_API int64_t verbus_commit(verbus_publication *publication, size_t length);

/* Cancels the claim: nothing becomes visible, and no sequence is used. */
VERBUS_API void verbus_abort(verbus_publication *publication);

/* Publishes a copy of a message, in several frames if it is long. Returns its sequence, or a status as a claim. */
VERBUS_API int64_t verbus_offer(verbus_publication *publication, const void *payload, size_t length);

/* Informs tools that the publishing thread runs although it has nothing to publish. */
VERBUS_API void verbus_idle(verbus_publication *publication);

/* The number of subscriptions that have joined: under VERBUS_BLOCK those that delay claims or were refused. */
VERBUS_API size_t verbus_subscribers(const verbus_publication *publication);

/*
 * Publishes the end of the session, and waits until each present subscription has found the session, and each blocking
 * one has read it; at most the linger time, which restarts when the slowest of them makes progress. Then removes the
 * log. By the publishing thread. Runs duty cycles. Null is ignored.
 */
VERBUS_API void verbus_publication_close(verbus_publication *publication);

/* --- Seats: orders to the gateway of a market on this host, which docs/reference/orders.md describes. --- */

typedef struct verbus_seat verbus_seat;

enum verbus_side { VERBUS_BUY = 'B', VERBUS_SELL = 'S' };

enum verbus_duration {
    VERBUS_DAY = 'D', /* until the end of the day */
    VERBUS_GTC = 'G', /* until it is cancelled */
    VERBUS_IOC = 'I', /* what cannot trade at once is cancelled */
    VERBUS_FOK = 'F', /* trades at once as a whole, or not at all */
};

struct verbus_order {
    int64_t id;                    /* chosen by the seat, never used before on this day */
    uint32_t instrument;           /* its number in the market */
    enum verbus_side side;
    enum verbus_duration duration; /* 0: VERBUS_DAY */
    int64_t quantity;              /* 1 or more, in units of the instrument */
    int64_t price;                 /* 1 or more, in price units of the market: those of ./bus gateway are millionths */
    bool is_market;                /* any price within the collar; the price is ignored */
    bool post_only;                /* refused if it would trade */
};

/* Kinds of reports: their templates in the schema of orders. */
enum verbus_report_type {
    VERBUS_ORDER_ACCEPTED = 15,   /* a new order; if it trades at once, that is reported next */
    VERBUS_ORDER_REJECTED = 16,   /* a new order, which never rested */
    VERBUS_ORDER_REPLACED = 17,
    VERBUS_ORDER_REDUCED = 18,
    VERBUS_ORDER_CANCELLED = 19,  /* the open quantity: the order has ended */
    VERBUS_ORDER_EXECUTED = 20,   /* if nothing is open any more, the order has ended */
    VERBUS_REQUEST_REFUSED = 21,  /* a request other than a new order, which changes nothing */
    VERBUS_MASS_CANCELLED = 22,   /* after the VERBUS_ORDER_CANCELLED of each order */
    VERBUS_ORDER_OPEN = 23,       /* one of the answers to verbus_seat_request_open_orders() */
    VERBUS_OPEN_ORDERS_END = 24,  /* the last answer */
    VERBUS_CONTROL_ANSWERED = 33, /* to an operator, of an earlier process of the seat */
};

/* Fields that a kind does not have are 0. */
struct verbus_report {
    enum verbus_report_type type;
    int code;                   /* of a rejection, a refusal or a cancel: the code in the schema */
    const char *reason;         /* the name of the code in the schema, such as "TICK"; empty without one */
    int64_t number;             /* of the report, from 1: each comes once, in order */
    int64_t event;              /* number of the entry that has caused it */
    int64_t answers;            /* number of the request that it answers; 0: unsolicited */
    int64_t order;              /* id; of a refused mass cancel the instrument, or 0 */
    int64_t new_order;          /* VERBUS_ORDER_REPLACED: the id from now on */
    int64_t order_number;       /* the number of the order in the market */
    int64_t quantity;           /* of the trade; or the cancelled or removed quantity */
    int64_t open;               /* quantity that is open from now on */
    int64_t price;              /* of the trade, or of the open order */
    int64_t trade;              /* its number, the same for both sides */
    int64_t orders;             /* of a mass cancel, or of the open orders: their count; -1: not known */
    int64_t instrument;         /* its number; -1: not given */
    enum verbus_side side;      /* of VERBUS_ORDER_OPEN, as are the next two */
    enum verbus_duration duration;
    bool post_only;
    bool rested;                /* VERBUS_ORDER_EXECUTED: the order was in the book, and the other one arrived */
    bool keeps_place;           /* VERBUS_ORDER_REPLACED: in the book */
    const void *message;        /* as received, with its SBE header; valid during the call */
    size_t length;
};

enum verbus_seat_event_type {
    VERBUS_SEAT_ESTABLISHED = 1, /* also again; `first`: number of the next request, all lower ones were taken */
    VERBUS_SEAT_INTERRUPTED = 2, /* the gateway is silent or has ended: requests are refused until the next one */
    VERBUS_SEAT_NOT_TAKEN = 3,   /* the request `first` about `order` was not taken, and never will be */
    VERBUS_SEAT_MISSING = 4,     /* the reports from `first` to before `next` are lost; open orders are requested */
    VERBUS_SEAT_NOT_APPLIED = 5, /* the gateway has not taken a message with the number `first`; the cause in words */
    VERBUS_SEAT_ENDED = 6,       /* for good; cause: enum verbus_seat_end */
};

enum verbus_seat_end {
    VERBUS_SEAT_END_CLOSED = 0,       /* Terminate was answered, or not in time */
    VERBUS_SEAT_END_TIMEOUT = 1,      /* no gateway has established the seat in time */
    VERBUS_SEAT_END_REJECTED = 2,     /* the gateway has rejected the seat, or it stayed in use */
    VERBUS_SEAT_END_DISCONNECTED = 3, /* the gateway has disconnected the seat */
    VERBUS_SEAT_END_NOT_APPLIED = 4,  /* the gateway has not taken a message: both ends disagree */
};

struct verbus_seat_event {
    enum verbus_seat_event_type type;
    int cause;
    int64_t first;
    int64_t next;
    int64_t order;
    const char *description; /* the cause in words, valid during the call; empty without one */
};

struct verbus_seat_settings {
    const char *name;          /* of the seat, 1 to 32 ASCII characters */
    const char *market;        /* null: "orders" */
    const void *secret;        /* that the seat shares with the gateway, at least 16 bytes; or: */
    size_t secret_length;
    const char *secret_file;   /* contains it; only its owner may access it, and line feeds at its end do not count */
    int64_t keep_alive_ns;     /* 0: 1 s; 1 ms to 1 h: the gateway disconnects a seat that is not polled for it */
    int64_t timeout_ns;        /* 0: 10 s; how long the seat waits for a gateway, also after one has ended */
    int64_t next_report;       /* 0: 1; as a process remembers it that has ended: earlier reports do not come again */
    bool cancel_on_disconnect; /* the gateway cancels the orders when the seat is disconnected */
    uint64_t capacity;         /* of the log of the seat, as of a publication; 0: 1 MiB */
    /* Called by verbus_seat_poll(); they may send requests, and must not close the seat. Null: not reported. */
    void (*on_report)(void *context, const struct verbus_report *report);
    void (*on_event)(void *context, const struct verbus_seat_event *event);
    void *context;
};

/*
 * Begins to establish a seat, which polls complete. A seat belongs to one thread. It is closed before its bus, whose
 * verbus_conduct() must run, also while a seat waits for a gateway.
 */
VERBUS_API int verbus_seat_open(verbus_bus *bus, const struct verbus_seat_settings *settings, verbus_seat **seat,
                                struct verbus_error *error);

/*
 * Delivers reports and events, and sends due heartbeats: call it in each third of the keep-alive interval. Returns the
 * number of messages of the gateway that were read, also those to other seats; VERBUS_CLOSED when the seat has ended;
 * or a status if orders.out cannot be read again, which the next call repeats. While the seat is established, it
 * allocates nothing but a larger table of open orders, and makes no system call.
 */
VERBUS_API int verbus_seat_poll(verbus_seat *seat);

/* Whether the seat is established, and has its earlier reports: so it knows its orders of before. */
VERBUS_API bool verbus_seat_is_established(const verbus_seat *seat);

/* The requests that are not known to be taken. */
VERBUS_API int64_t verbus_seat_unanswered(const verbus_seat *seat);

/* The number of the next report, for the settings of the process that continues. */
VERBUS_API int64_t verbus_seat_next_report(const verbus_seat *seat);

/* The open quantity of an order; as sent, while that is not answered; INT64_MAX: not known; 0: it is not open. */
VERBUS_API int64_t verbus_seat_open_quantity(const verbus_seat *seat, int64_t order);

/*
 * Requests. They never wait, allocate nothing but a larger table of open orders, and make no system call. They return
 * the number of the request, from 1, which its reports have; or a negative status: a refusal of the seat, those of a
 * claim, VERBUS_NO_ROOM, or VERBUS_INVALID for an unknown constant. The gateway answers each with reports.
 */
VERBUS_API int64_t verbus_seat_enter(verbus_seat *seat, const struct verbus_order *order);

/* Gives an order another id, open quantity and price. */
VERBUS_API int64_t verbus_seat_replace(verbus_seat *seat, int64_t order, int64_t new_order, int64_t quantity,
                                       int64_t price);

/* Lowers the open quantity of an order to the one that is left; it keeps its place. */
VERBUS_API int64_t verbus_seat_reduce(verbus_seat *seat, int64_t order, int64_t left);

VERBUS_API int64_t verbus_seat_cancel(verbus_seat *seat, int64_t order);

/* Cancels all orders of the seat in one instrument; VERBUS_ALL_INSTRUMENTS: in all. */
#define VERBUS_ALL_INSTRUMENTS UINT32_MAX
VERBUS_API int64_t verbus_seat_mass_cancel(verbus_seat *seat, uint32_t instrument);

/* Requests a report of each open order. */
VERBUS_API int64_t verbus_seat_request_open_orders(verbus_seat *seat);

/* Sends that nothing follows: further requests are refused. Polls deliver the reports until the seat has ended. */
VERBUS_API void verbus_seat_terminate(verbus_seat *seat);

/*
 * Terminates the seat, polls until it has ended, at most for the keep-alive interval, and closes its log as a
 * publication. By the thread of the seat. Runs duty cycles. Null is ignored.
 */
VERBUS_API void verbus_seat_close(verbus_seat *seat);

#ifdef __cplusplus
}
#endif

#endif
