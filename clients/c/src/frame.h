/* A frame: commit word, sequence, timestamp if the stream has it, payload. See docs/reference/protocol.md. */
#ifndef VERBUS_FRAME_H
#define VERBUS_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FRAME_ALIGNMENT = 32,
    FRAME_SEQUENCE = 8,
    FRAME_TIMESTAMP = 16,
    FRAME_HEADER = 16,            /* bytes before the payload */
    FRAME_TIMESTAMPED_HEADER = 24, /* the same, in a stream with timestamps */

    FRAME_DATA = 1,
    FRAME_PADDING = 2,
    FRAME_END = 3,
    FRAME_MISSING = 4, /* in place of frames that a relay did not get */

    FRAME_FIRST = 1, /* flags */
    FRAME_LAST = 2,
    FRAME_WHOLE = 3,

    FRAME_LENGTH_PREFIX = 8,           /* of a message of several frames */
    FRAME_MAX_MESSAGE = 16 * 1024 * 1024,
    FRAME_MAX_MESSAGE_SHARE = 4, /* a message is at most this part of the log */
};

static inline uint64_t frame_word(uint32_t type, uint32_t flags, uint32_t length)
{
    return (uint64_t)type << 32 | (uint64_t)flags << 28 | length;
}

static inline uint32_t frame_length(uint64_t word)
{
    return (uint32_t)word & 0x0fffffff;
}

static inline uint32_t frame_flags(uint64_t word)
{
    return (uint32_t)word >> 28;
}

static inline uint32_t frame_type(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

/* Whether a frame carries a message or a part of one. */
static inline bool frame_is_data(uint64_t word)
{
    return frame_type(word) == FRAME_DATA && (frame_flags(word) & ~(uint32_t)FRAME_WHOLE) == 0;
}

static inline bool frame_is(uint64_t word, uint32_t type)
{
    return frame_type(word) == type && frame_flags(word) == FRAME_WHOLE;
}

static inline uint32_t frame_align(uint32_t length)
{
    return (length + FRAME_ALIGNMENT - 1) & ~(uint32_t)(FRAME_ALIGNMENT - 1);
}

#endif
