#include "reader.h"

#include "frame.h"

#include <stdlib.h>

/* A batch ends after this part of the ring, so that the publisher sees the progress. */
enum { BATCHES_PER_LAP = 8 };

/* Sums of lower sequences do not overflow. */
#define MAX_SEQUENCE (UINT64_C(1) << 62)

bool reader_open(struct reader *reader, const struct verbus_log *log)
{
    *reader = (struct reader){
        .log = log,
        .ring = log->ring,
        .capacity = log->capacity,
        .mask = log->capacity - 1,
        .chunk_length = log->capacity / LOG_CHUNKS,
        .payload_offset = log->timestamps ? FRAME_TIMESTAMPED_HEADER : FRAME_HEADER,
    };
    reader->copy = malloc(reader->chunk_length);
    return reader->copy != NULL && assembly_open(&reader->assembly, log->capacity);
}

void reader_close(struct reader *reader)
{
    assembly_close(&reader->assembly);
    free(reader->copy);
    reader->copy = NULL;
}

void reader_move_to(struct reader *reader, struct boundary boundary)
{
    reader->position = boundary.position;
    reader->sequence = boundary.sequence;
    reader->bounds = boundary.position == 0 ? BOUNDS_BETWEEN : BOUNDS_UNKNOWN;
    reader->outcome = OUTCOME_PAUSED;
    reader->is_doubtful = false;
    assembly_clear(&reader->assembly);
}

static uint32_t offset_of(const struct reader *reader)
{
    return (uint32_t)reader->position & reader->mask;
}

/* Whether a frame of this length can be at the position. */
static bool fits(const struct reader *reader, uint32_t length)
{
    uint32_t aligned = frame_align(length);
    return aligned <= reader->chunk_length && aligned <= reader->capacity - offset_of(reader);
}

static bool is_part_or_whole(const struct reader *reader, uint64_t word, uint64_t sequence)
{
    return frame_is_data(word) && sequence == reader->sequence && frame_length(word) >= reader->payload_offset
           && fits(reader, frame_length(word));
}

static enum outcome lapped(struct reader *reader, bool is_unverified)
{
    reader->is_doubtful = is_unverified;
    return reader->outcome = OUTCOME_LAPPED;
}

/*
 * Whether the publisher may have written the position since it wrote this part of the ring before. Frames in place of
 * missing ones may all have one sequence: otherwise they could fill the ring and loop a reader.
 */
static bool is_of_this_lap(const struct reader *reader)
{
    return reader->position < reader->capacity || log_has_passed(reader->log, reader->position - reader->capacity);
}

/* Passes a frame in place of missing ones. Where the range ends, a message begins, or a part of one. */
static enum outcome pass_missing(struct reader *reader, uint64_t word, uint64_t sequence)
{
    bool is_rest = sequence == reader->sequence; /* of a longer range */
    if (!is_rest) {
        reader->missing_from = reader_undelivered(reader);
        reader->missing_to = sequence;
        reader->bounds = BOUNDS_UNKNOWN;
        assembly_clear(&reader->assembly);
    }
    reader->position += frame_align(frame_length(word));
    reader->sequence = sequence;
    return is_rest ? OUTCOME_PAUSED : OUTCOME_MISSING;
}

/* Handles padding, missing frames and the end; OUTCOME_PAUSED if the reader is after the frame. */
static enum outcome take_other(struct reader *reader, uint64_t word, uint64_t sequence)
{
    uint32_t length = frame_length(word);
    /* Padding is shorter than a chunk: padding alone must not fill the ring and loop a reader. */
    if (frame_is(word, FRAME_PADDING) && sequence == reader->sequence && length < reader->chunk_length
        && length == reader->capacity - offset_of(reader)) {
        reader->position += length;
        return OUTCOME_PAUSED;
    }
    if (frame_is(word, FRAME_MISSING) && sequence >= reader->sequence && sequence <= MAX_SEQUENCE
        && length >= FRAME_HEADER && fits(reader, length) && is_of_this_lap(reader))
        return pass_missing(reader, word, sequence);
    return frame_is(word, FRAME_END) && sequence == reader->sequence && length == FRAME_HEADER
                   && reader->assembly.state == ASSEMBLY_NONE && reader->bounds != BOUNDS_WITHIN
               ? OUTCOME_ENDED
               : OUTCOME_CORRUPT;
}

/* Appends a frame to the message of several frames. */
static enum outcome take_part(struct reader *reader, uint64_t word)
{
    const uint8_t *frame = reader->ring + offset_of(reader);
    const uint8_t *payload = frame + reader->payload_offset;
    size_t length = frame_length(word) - reader->payload_offset;
    bool is_first = (frame_flags(word) & FRAME_FIRST) != 0;
    bool is_last = (frame_flags(word) & FRAME_LAST) != 0;
    struct assembly *assembly = &reader->assembly;
    bool is_growing = assembly->state == ASSEMBLY_GROWING;
    bool added = is_first ? !is_growing && assembly_begin(assembly, reader->sequence, payload, length)
                          : is_growing && assembly_append(assembly, payload, length, is_last);
    int64_t published_ns = reader->log->timestamps ? (int64_t)verbus_load_relaxed(frame, FRAME_TIMESTAMP)
                                                   : VERBUS_NO_TIMESTAMP;
    if (log_has_passed(reader->log, reader->position)) {
        reader->discarded++;
        return lapped(reader, false);
    }
    if (!added)
        return OUTCOME_CORRUPT;
    reader->position += frame_align(frame_length(word));
    reader->sequence++;
    if (is_last) {
        assembly->published_ns = published_ns;
        assembly->state = ASSEMBLY_WHOLE;
    }
    return OUTCOME_PAUSED;
}

/* Delivers a message of several frames; returns whether it was taken. */
static bool deliver_assembly(struct reader *reader, verbus_handler handler, void *context)
{
    struct assembly *assembly = &reader->assembly;
    struct verbus_message message = {
        .payload = assembly->memory,
        .length = assembly->length,
        .session = &reader->log->session,
        .sequence = assembly->first,
        .frames = assembly->frames,
        .position = reader->position,
        .published_ns = assembly->published_ns,
        .received_utc_ns = VERBUS_NO_TIMESTAMP,
    };
    if (handler(context, &message) == VERBUS_NOT_TAKEN)
        return false;
    assembly_clear(assembly);
    return true;
}

/* Delivers a checked frame with a whole message; returns whether it was taken. */
static bool deliver_frame(struct reader *reader, const uint8_t *frame, uint32_t length, verbus_handler handler,
                          void *context)
{
    uint64_t after = reader->position + frame_align(length);
    struct verbus_message message = {
        .payload = frame + reader->payload_offset,
        .length = length - reader->payload_offset,
        .session = &reader->log->session,
        .sequence = reader->sequence,
        .frames = 1,
        .position = after,
        .published_ns = reader->log->timestamps ? (int64_t)verbus_load_relaxed(frame, FRAME_TIMESTAMP)
                                                : VERBUS_NO_TIMESTAMP,
        .received_utc_ns = VERBUS_NO_TIMESTAMP,
    };
    if (handler(context, &message) == VERBUS_NOT_TAKEN)
        return false;
    reader->position = after;
    reader->sequence++;
    return true;
}

/* The position at which a batch that starts here ends: at the latest at the end of the ring. */
static uint64_t end_of_batch(const struct reader *reader)
{
    uint32_t offset = offset_of(reader);
    uint32_t end = offset + reader->capacity / BATCHES_PER_LAP;
    return reader->position - offset + (end < reader->capacity ? end : reader->capacity);
}

/* Reads a frame that is not a whole message, or none; returns false if the poll ends. */
static bool read_other(struct reader *reader, uint64_t word, uint64_t lowest)
{
    uint64_t sequence = verbus_load_relaxed(reader->ring, offset_of(reader) + FRAME_SEQUENCE);
    if (log_has_passed(reader->log, lowest)) {
        (void)lapped(reader, lowest < reader->position);
        return false;
    }
    if (word == 0)
        reader->outcome = OUTCOME_DRAINED;
    else if (is_part_or_whole(reader, word, sequence) && frame_flags(word) != FRAME_WHOLE)
        reader->outcome = take_part(reader, word);
    else
        reader->outcome = take_other(reader, word, sequence);
    return reader->outcome == OUTCOME_PAUSED;
}

/* Reads a frame that looks like a whole message; returns false if the poll ends. */
static bool read_whole(struct reader *reader, uint64_t word, uint64_t *lowest, verbus_handler handler, void *context)
{
    uint32_t length = frame_length(word);
    const uint8_t *frame = reader->ring + offset_of(reader);
    if (reader->is_copying) {
        if (log_has_passed(reader->log, *lowest)) { /* without a useless copy */
            (void)lapped(reader, false);
            return false;
        }
        memcpy(reader->copy, frame, length);
        frame = reader->copy;
    }
    uint64_t sequence = verbus_load_relaxed(frame, FRAME_SEQUENCE);
    if (log_has_passed(reader->log, *lowest)) {
        reader->discarded += reader->is_copying;
        (void)lapped(reader, *lowest < reader->position);
        return false;
    }
    *lowest = reader->position;
    if (sequence != reader->sequence || length < reader->payload_offset) {
        reader->outcome = OUTCOME_CORRUPT;
        return false;
    }
    if (!deliver_frame(reader, frame, length, handler, context))
        return false;
    if (reader->is_copying)
        *lowest = reader->position;
    return true;
}

int reader_poll(struct reader *reader, verbus_handler handler, void *context, int limit)
{
    struct assembly *assembly = &reader->assembly;
    int count = 0;
    /* The lowest position still to be compared with the horizon: this frame, or one read in place before it. */
    uint64_t lowest = reader->position;
    uint64_t end = end_of_batch(reader);
    reader->outcome = OUTCOME_PAUSED;
    while (count < limit) {
        if (assembly->state == ASSEMBLY_WHOLE) {
            if (!deliver_assembly(reader, handler, context))
                break;
            count++;
            continue;
        }
        if (reader->position >= end)
            break;
        uint64_t word = verbus_load_acquire(reader->ring, offset_of(reader)); /* SYNC commit */
        if (frame_is(word, FRAME_DATA) && assembly->state == ASSEMBLY_NONE && fits(reader, frame_length(word))) {
            if (!read_whole(reader, word, &lowest, handler, context))
                break;
            count++;
        } else {
            if (!read_other(reader, word, lowest))
                break;
            lowest = reader->position; /* frames before it have been compared */
        }
    }
    if (reader->outcome != OUTCOME_LAPPED && log_has_passed(reader->log, lowest))
        (void)lapped(reader, lowest < reader->position);
    return count;
}

/* Skips one frame, but not the first one of a message if that is the target. */
static enum outcome pass(struct reader *reader, bool until_begin)
{
    uint64_t word = verbus_load_acquire(reader->ring, offset_of(reader)); /* SYNC commit */
    uint64_t sequence = word == 0 ? 0 : verbus_load_relaxed(reader->ring, offset_of(reader) + FRAME_SEQUENCE);
    if (log_has_passed(reader->log, reader->position))
        return lapped(reader, false);
    if (word == 0)
        return OUTCOME_DRAINED;
    if (!is_part_or_whole(reader, word, sequence)) {
        enum outcome outcome = take_other(reader, word, sequence);
        return outcome == OUTCOME_MISSING ? OUTCOME_PAUSED : outcome;
    }
    bool is_first = (frame_flags(word) & FRAME_FIRST) != 0;
    if (reader->bounds == (is_first ? BOUNDS_WITHIN : BOUNDS_BETWEEN))
        return OUTCOME_CORRUPT;
    if (until_begin && is_first) {
        reader->bounds = BOUNDS_BETWEEN;
        return OUTCOME_PAUSED;
    }
    if (is_first) {
        reader->has_begun = true;
        reader->begun = (struct boundary){reader->position, reader->sequence};
    }
    reader->bounds = (frame_flags(word) & FRAME_LAST) != 0 ? BOUNDS_BETWEEN : BOUNDS_WITHIN;
    reader->position += frame_align(frame_length(word));
    reader->sequence++;
    return OUTCOME_PAUSED;
}

bool reader_seek(struct reader *reader, uint64_t sequence)
{
    reader->outcome = OUTCOME_PAUSED;
    while (reader->sequence < sequence && reader->outcome == OUTCOME_PAUSED)
        reader->outcome = pass(reader, false);
    return reader->outcome == OUTCOME_PAUSED || reader->outcome == OUTCOME_DRAINED;
}

bool reader_seek_begin(struct reader *reader)
{
    reader->outcome = OUTCOME_PAUSED;
    while (reader->bounds != BOUNDS_BETWEEN && reader->outcome == OUTCOME_PAUSED)
        reader->outcome = pass(reader, true);
    return reader->bounds == BOUNDS_BETWEEN;
}

bool reader_pass_to(struct reader *reader, uint64_t position)
{
    reader->outcome = OUTCOME_PAUSED;
    reader->has_begun = false;
    while (reader->position < position && reader->outcome == OUTCOME_PAUSED)
        reader->outcome = pass(reader, false);
    return reader->outcome != OUTCOME_LAPPED;
}
