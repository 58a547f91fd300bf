#include "seeker.h"

enum { HALF_LAP = LOG_CHUNKS / 2 };

/* Returns false if the boundary was overwritten before the publisher could see the request. */
static bool move_to(struct image *image, struct boundary boundary)
{
    reader_move_to(&image->reader, boundary);
    place_request(&image->place, boundary.position);
    return !log_has_passed(&image->log, boundary.position);
}

/* Half a log before the newest boundary. */
static bool middle(const struct image *image, uint64_t *position)
{
    struct boundary newest;
    if (!chunks_newest(&image->log, &newest))
        return false;
    uint64_t half = image->log.capacity / 2;
    *position = newest.position > half ? newest.position - half : 0;
    return true;
}

/* A position after all frames that were committed when a boundary was the newest: a frame is at most a chunk long. */
static uint64_t end_of(const struct image *image, struct boundary newest)
{
    return newest.position + 2 * (uint64_t)image->reader.chunk_length;
}

/* At the newest boundary at or below a sequence. Under VERBUS_EVICT not before the middle, to leave time to read. */
static bool at_or_below(struct image *image, uint64_t sequence)
{
    struct boundary found;
    do {
        uint64_t lowest = 0;
        if (!chunks_at_or_below(&image->log, sequence, &found))
            return false;
        if (image->context->policy == VERBUS_EVICT
            && (!middle(image, &lowest)
                || (found.position < lowest && !chunks_at_or_above(&image->log, lowest, &found))))
            return false;
    } while (!move_to(image, found));
    return true;
}

bool seeker_join(struct image *image, enum verbus_start start, uint64_t sequence)
{
    struct boundary newest;
    switch (start) {
    case VERBUS_START_NEXT:
        do {
            /* one frame earlier shows whether a message ends before the wanted one */
            if (!chunks_newest(&image->log, &newest)
                || !at_or_below(image, newest.sequence > 0 ? newest.sequence - 1 : 0))
                return false;
        } while (!reader_seek(&image->reader, UINT64_MAX) && image->reader.outcome == OUTCOME_LAPPED);
        place_advance(&image->place, image->reader.position);
        image->wanted = image->reader.sequence;
        return true;
    case VERBUS_START_OLDEST:
        if (!at_or_below(image, 0))
            return false;
        image->wanted = image->reader.sequence;
        return true;
    case VERBUS_START_AT:
        break;
    }
    image->wanted = sequence;
    return at_or_below(image, sequence > 0 ? sequence - 1 : 0);
}

bool seeker_at_end(struct image *image)
{
    struct boundary newest;
    do {
        if (!chunks_newest(&image->log, &newest))
            return false;
    } while (!move_to(image, newest) || !reader_pass_to(&image->reader, end_of(image, newest)));
    return true;
}

/*
 * At the begin of the newest message, or at the end if none begins in the log. The message was the newest when this
 * began, or is newer: a faster publisher is not followed forever.
 */
static bool at_newest_message(struct image *image)
{
    for (;;) {
        struct boundary newest;
        if (!chunks_newest(&image->log, &newest))
            return false;
        struct boundary from = newest;
        while (move_to(image, from) && reader_pass_to(&image->reader, end_of(image, newest))) {
            if (image->reader.has_begun) {
                image->reader.position = image->reader.begun.position;
                image->reader.sequence = image->reader.begun.sequence;
                image->reader.bounds = BOUNDS_BETWEEN;
                image->reader.outcome = OUTCOME_PAUSED;
                return true;
            }
            /* The newest chunk may contain only the end frame, or frames of an earlier message. */
            struct boundary older;
            if (from.sequence == 0)
                return true;
            if (!chunks_at_or_below(&image->log, from.sequence - 1, &older))
                return false;
            if (older.position >= from.position)
                return true;
            from = older;
        }
    }
}

/*
 * Under VERBUS_REPORT half a log before the end; under VERBUS_REPAIR near the oldest frame: if the reader is lapped
 * again soon, its distance from that doubles, up to half a log.
 */
static bool aim(const struct image *image, uint64_t *position)
{
    if (!middle(image, position))
        return false;
    if (image->context->repair == VERBUS_REPAIR) {
        uint64_t horizon = verbus_load_acquire(image->log.map.memory, LOG_HORIZON);
        uint64_t oldest = horizon + (uint64_t)image->chunks_kept * image->reader.chunk_length;
        *position = oldest < *position ? oldest : *position;
    }
    return true;
}

bool seeker_after_lap(struct image *image)
{
    if (image->context->policy == VERBUS_CONFLATE)
        return at_newest_message(image);
    bool is_soon = image->reader.position - image->resumed_at < image->log.capacity / 2;
    uint32_t doubled = image->chunks_kept == 0 ? 1 : image->chunks_kept * 2;
    image->chunks_kept = !is_soon ? 1 : doubled < HALF_LAP ? doubled : HALF_LAP;
    struct boundary found;
    do {
        uint64_t position;
        if (!aim(image, &position) || !chunks_at_or_above(&image->log, position, &found))
            return false;
    } while (!move_to(image, found));
    image->resumed_at = found.position;
    return true;
}
