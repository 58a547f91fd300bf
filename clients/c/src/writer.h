/*
 * The single writer of a log. A claim that ends below the limit touches nothing that a reader may need: it costs one
 * comparison. Other claims enter a chunk, twice per chunk: they move the horizon, record the chunk, and wrap the ring.
 */
#ifndef VERBUS_WRITER_H
#define VERBUS_WRITER_H

#include "gates.h"
#include "log.h"

struct writer {
    struct verbus_log *log;
    struct gates *gates;
    int64_t clock_offset_ns;
    uint32_t mask;
    uint32_t chunk_length;
    uint32_t payload_offset;
    uint32_t claimed;           /* length of the claimed frame without alignment; 0 for none */
    uint64_t limit;             /* a frame that ends below it needs no more checks */
    uint64_t opened;            /* the horizon allows writes below it; a multiple of the chunk length */
    uint64_t recorded;          /* end of the newest chunk with an entry in the chunk table */
    bool is_closed;

    /* Stored by the publishing thread, loaded by the conductor. */
    verbus_word position;       /* end of the log */
    verbus_word sequence;       /* of the next frame */
    verbus_word awaited;        /* the horizon that a refused claim needs, or 0 */
    verbus_word refused_claims;
    verbus_word idle_calls;
};

void writer_open(struct writer *writer, struct verbus_log *log, struct gates *gates, int64_t clock_offset_ns);

/* The longest payload of one frame. */
static inline size_t writer_max_payload(const struct writer *writer)
{
    return writer->chunk_length - writer->payload_offset;
}

/* Claims a frame for a payload of at most writer_max_payload(); VERBUS_OK, VERBUS_BACK_PRESSURED or VERBUS_CLOSED. */
int writer_claim(struct writer *writer, size_t length, uint8_t **payload);

/* Makes the claimed frame visible; VERBUS_INVALID if nothing is claimed, or less. */
int64_t writer_commit(struct writer *writer, size_t length);

/* Publishes a message that is longer than a frame: nothing of it if there is no room for all frames. */
int64_t writer_offer_long(struct writer *writer, const uint8_t *message, size_t length);

/* Publishes the end of the session, and refuses later claims; false if back-pressured. */
bool writer_end(struct writer *writer);

#endif
