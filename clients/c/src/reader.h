/*
 * Reads the frames of a log one by one without trusting them: each commit word is loaded once, checked, then used. A
 * frame counts only if the horizon, loaded after the frame was read, is not above it. Used by one thread.
 */
#ifndef VERBUS_READER_H
#define VERBUS_READER_H

#include "assembly.h"
#include "log.h"
#include "verbus.h"

/* Why a read has stopped. */
enum outcome {
    OUTCOME_PAUSED,  /* at the limit, at the end of a batch, or a message was not taken */
    OUTCOME_DRAINED, /* nothing more is committed */
    OUTCOME_LAPPED,  /* the publisher has overwritten the position */
    OUTCOME_ENDED,   /* at the end frame */
    OUTCOME_MISSING, /* after frames in place of those that a relay did not get */
    OUTCOME_CORRUPT, /* at bytes that no publisher writes */
};

/* Whether a message begins at the position. */
enum bounds { BOUNDS_UNKNOWN, BOUNDS_BETWEEN, BOUNDS_WITHIN };

struct reader {
    const struct verbus_log *log;
    const uint8_t *ring;
    uint32_t capacity;
    uint32_t mask;
    uint32_t chunk_length;
    uint32_t payload_offset;
    uint64_t position;
    uint64_t sequence;        /* of the next frame */
    enum outcome outcome;
    bool is_copying;          /* frames are copied before they are checked and delivered */
    bool is_doubtful;         /* the last message may have changed while its handler read it */
    enum bounds bounds;
    bool has_begun;           /* reader_pass_to() has passed the begin of a message, which is: */
    struct boundary begun;
    uint64_t missing_from;    /* the last range that a relay did not get: its first sequence, and the one after it */
    uint64_t missing_to;
    uint64_t discarded;       /* copies so far that the horizon has passed */
    uint8_t *copy;            /* room for the longest frame */
    struct assembly assembly;
};

/* Prepares a reader of a log, with all memory that it ever needs; false without room. */
bool reader_open(struct reader *reader, const struct verbus_log *log);

void reader_close(struct reader *reader);

/* Continues at a boundary; an incomplete message is dropped. */
void reader_move_to(struct reader *reader, struct boundary boundary);

/* Delivers messages until the limit, the end of a batch, or an event: see outcome. Returns their number. */
int reader_poll(struct reader *reader, verbus_handler handler, void *context, int limit);

/* Skips frames up to a sequence, or to the end of the log; false if it stopped for another reason. */
bool reader_seek(struct reader *reader, uint64_t sequence);

/* Skips the rest of a message; false if the begin of the next is not known yet, or it stopped for another reason. */
bool reader_seek_begin(struct reader *reader);

/* Skips frames up to a position, or to the end of the log; false if lapped. */
bool reader_pass_to(struct reader *reader, uint64_t position);

/* Sequence of the first frame that was not delivered. */
static inline uint64_t reader_undelivered(const struct reader *reader)
{
    return reader->assembly.state == ASSEMBLY_NONE ? reader->sequence : reader->assembly.first;
}

/* Whether a sequence is in the last range that a relay did not get. */
static inline bool reader_is_missing(const struct reader *reader, uint64_t sequence)
{
    return sequence >= reader->missing_from && sequence < reader->missing_to;
}

/* Whether nothing is committed at the position, and no message waits to be delivered. */
static inline bool reader_is_idle(const struct reader *reader)
{
    return verbus_load_acquire(reader->ring, (uint32_t)reader->position & reader->mask) == 0
           && reader->assembly.state != ASSEMBLY_WHOLE && !log_has_passed(reader->log, reader->position);
}

#endif
