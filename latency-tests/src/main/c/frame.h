/*
 * The frame under test. Every variant is this layout with other -D values.
 *
 *   0               4               8              16             HEADER
 *   +---------------+---------------+---------------+- - - - - - - -+----------- - - -+
 *   | commit word   | type          | sequence      | time stamp    | payload         | to ALIGNMENT
 *   +---------------+---------------+---------------+- - - - - - - -+----------- - - -+
 *
 * Commit word: bits 0-27 length of header and payload in bytes, 28 padding, 29 parity of the lap (CLEAR=0
 * only). It is zero until the frame is whole. With COMMIT_WORD=8 the type is stored in the same 8 bytes at once.
 */
#ifndef VERBUS_FRAME_H
#define VERBUS_FRAME_H

#include <stdint.h>

#ifndef HEADER
#define HEADER 16 /* bytes; 24 and 32 have room for a time stamp */
#endif
#ifndef ALIGNMENT
#define ALIGNMENT 32 /* bytes, a power of two */
#endif
#ifndef PAYLOAD
#define PAYLOAD 32 /* bytes, a multiple of 8 */
#endif
#ifndef CAPACITY
#define CAPACITY (4 << 20) /* bytes, a power of two */
#endif
#ifndef COMMIT_WORD
#define COMMIT_WORD 4 /* bytes: 4 or 8 */
#endif
#ifndef CLEAR
#define CLEAR 1 /* 0: no clearing, a lap bit instead; sound for one frame size only, so a yardstick */
#endif
#ifndef CLEAR_AHEAD
#define CLEAR_AHEAD 512 /* bytes; after each commit clear every word up to so far ahead; 0: only the next, before */
#endif
#define CLEAR_BLOCK 256                                        /* bytes that are cleared together, then */
#define RESERVE (CLEAR_AHEAD > 0 ? CLEAR_AHEAD + CLEAR_BLOCK : 0) /* bytes that a claim needs behind its frame */
#ifndef CHUNKED
#define CHUNKED 1 /* 0: limit is the reader's position plus capacity, read again when reached; no horizon */
#endif
#ifndef CHECK_SEQUENCE
#define CHECK_SEQUENCE 1
#endif
#ifndef CHECK_HORIZON
#define CHECK_HORIZON 1 /* after each frame, as for a reader in place */
#endif
#ifndef TIME_STAMP
#define TIME_STAMP 0 /* 1: read the clock for each frame; needs HEADER >= 24 */
#endif
#ifndef BATCH
#define BATCH 64 /* most frames in one poll */
#endif

#define CHUNK (CAPACITY / 16)
#define LENGTH_MASK ((1u << 28) - 1)
#define PADDING (1u << 28)
#define LAP_PARITY (1u << 29)
#define FLAGS_OF_LAP(position) (CLEAR || ((position) / CAPACITY) % 2 ? 0 : LAP_PARITY)
#define ALIGN_UP(bytes) (((bytes) + ALIGNMENT - 1) & ~(int64_t)(ALIGNMENT - 1))

#if COMMIT_WORD == 8
typedef uint64_t commit_word;
#else
typedef uint32_t commit_word;
#endif

struct frame {
    _Atomic commit_word word; /* with COMMIT_WORD 4, the type follows in the same 8 bytes */
#if COMMIT_WORD == 4
    uint32_t type;
#endif
    int64_t sequence;
    int64_t time_ns[(HEADER - 16) / 8];
};

_Static_assert(sizeof(struct frame) == HEADER, "the header has no holes");
_Static_assert(TIME_STAMP == 0 || HEADER >= 24, "a time stamp needs room");

/* The log's own header, one page before the ring; only the publisher writes it. */
struct log_header {
    _Atomic int64_t horizon;
    char rest_of_line[56];
    struct {
        int64_t position, sequence;
    } first[16]; /* first frame that begins in each chunk */
};

#define LOG_HEADER_BYTES 4096

#endif
