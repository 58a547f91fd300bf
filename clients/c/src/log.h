/* A log: the publisher's ring of frames, with its header. See docs/reference/protocol.md. */
#ifndef VERBUS_LOG_H
#define VERBUS_LOG_H

#include "file.h"
#include "verbus.h"
#include "words.h"

enum {
    LOG_VERSION = 4,
    LOG_HEADER_LENGTH = 4096,
    LOG_AROUND = 8192, /* bytes of a file beside its ring */
    LOG_CHUNKS = 16,
    LOG_MIN_CAPACITY = 64 * 1024,
    LOG_MAX_CAPACITY = 1024 * 1024 * 1024,
    LOG_MAX_READERS = 64,

    LOG_HORIZON = 512,
    LOG_HEARTBEAT = 640,
    LOG_HEARTBEAT_POSITION = 648,
    LOG_HEARTBEAT_SEQUENCE = 656,
    LOG_PUBLISHING = 664,
    LOG_CHUNK_TABLE = 1024,
    LOG_CHUNK_ENTRY = 16,
    LOG_REFUSED = 1280,
    LOG_REFUSAL_CAUSES = 1792,
    LOG_ACKNOWLEDGEMENTS = 2048,
    LOG_ACKNOWLEDGEMENT = 32,
    LOG_ACKNOWLEDGED_JOIN = 8, /* after the subscription */
};

/* The heartbeat of a log that its publisher has closed. */
#define LOG_CLOSED UINT64_MAX
/* The heartbeat of a log of a relay that has ended before the session. */
#define LOG_LEFT (UINT64_MAX - 1)

struct verbus_log {
    struct verbus_map map;
    struct verbus_session session;
    uint64_t process;       /* of its publisher, which names the lock file */
    uint32_t capacity;      /* of the ring in bytes */
    bool timestamps;
    uint8_t hops;           /* relays up to this log; 0: it is the publisher's own */
    int64_t utc_offset_ns;  /* UTC minus the publisher's monotonic clock */
    uint8_t *ring;          /* in the map */
};

/* Maps the log of another process, read-only. */
int log_attach(const char *path, struct verbus_log *log, struct verbus_error *error);

/* Creates the log that *log describes under `hidden`, and gives it its name. */
int log_create(const char *hidden, const char *path, struct verbus_log *log, struct verbus_error *error);

/* Reads the header fields of a log and its heartbeat without keeping it mapped. */
int log_peek(const char *path, struct verbus_log *log, uint64_t *heartbeat, struct verbus_error *error);

void log_close(struct verbus_log *log);

/*
 * Whether bytes that were read before this call may have been overwritten during the read, if the lowest of them is at
 * a position. The fence keeps the reads before the load of the horizon.
 */
static inline bool log_has_passed(const struct verbus_log *log, uint64_t position)
{
    atomic_thread_fence(memory_order_acquire); /* SYNC horizon: the publisher's full fence after its store */
    return verbus_load_relaxed(log->map.memory, LOG_HORIZON) > position;
}

/* The first frame that begins in a chunk. */
struct boundary {
    uint64_t position;
    uint64_t sequence;
};

/* Empties the chunk table of a new log: only the first chunk has an entry. */
void chunks_clear(uint8_t *header);

/* Records the first frame of a chunk. */
void chunks_record(uint8_t *header, uint32_t chunk, struct boundary boundary);

/* The newest boundary; false if the table is corrupt. */
bool chunks_newest(const struct verbus_log *log, struct boundary *found);

/* The oldest boundary at or above a position, or else the newest. */
bool chunks_at_or_above(const struct verbus_log *log, uint64_t position, struct boundary *found);

/* The newest boundary at or below a sequence, or else the oldest. */
bool chunks_at_or_below(const struct verbus_log *log, uint64_t sequence, struct boundary *found);

#endif
