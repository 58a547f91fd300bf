/*
 * One publisher, one reader, one log: claim, commit, poll.
 *
 * Memory order, by pairs:
 *   COMMIT   release store of the commit word   -> acquire load of it: the frame is whole
 *   POSITION release store of reader's position -> acquire load of it: the bytes below are free
 *   HORIZON  store, then full fence, then check and payload stores -> load after the payload was read
 */
#ifndef VERBUS_RING_H
#define VERBUS_RING_H

#include "frame.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct publisher {
    struct log_header *header;
    uint8_t *ring;
    const _Atomic int64_t *reader_position;
    int64_t position, sequence, limit;
    int64_t cleared; /* with CLEAR_AHEAD: the commit words below this position are cleared */
};

struct reader {
    const struct log_header *header;
    const uint8_t *ring;
    _Atomic int64_t *shared_position;
    int64_t position, sequence;
};

static inline int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline _Noreturn void fail(const char *sentence) {
    fprintf(stderr, "ring: %s\n", sentence);
    exit(1);
}

static inline struct frame *frame_at(const struct publisher *p, int64_t position) {
    return (struct frame *)(p->ring + (position & (CAPACITY - 1)));
}

/*
 * Slow path: `next`, up to which commit words will be cleared, reaches the limit. False when the reader is in the
 * way. With CLEAR_AHEAD the table's entry comes early: same cost, but the bus has to store it at the frame.
 */
static __attribute__((noinline)) bool raise_limit(struct publisher *p, int64_t next) {
    if (!CHUNKED) {
        p->limit = atomic_load_explicit(p->reader_position, memory_order_acquire) + CAPACITY;
        return next < p->limit;
    }
    int64_t limit = next / CHUNK * CHUNK + CHUNK;
    int64_t horizon = limit - CAPACITY;
    if (horizon > 0) {
        if (atomic_load_explicit(p->reader_position, memory_order_acquire) < horizon) {
            return false;
        }
        atomic_store_explicit(&p->header->horizon, horizon, memory_order_relaxed);
        atomic_thread_fence(memory_order_seq_cst);
        if (atomic_load_explicit(p->reader_position, memory_order_acquire) < horizon) {
            return false;
        }
    }
    p->header->first[next / CHUNK % 16].position = next;
    p->header->first[next / CHUNK % 16].sequence = p->sequence + 1;
    p->limit = limit;
    return true;
}

static inline void clear_word(struct publisher *p, int64_t position) {
    atomic_store_explicit(&frame_at(p, position)->word, 0, memory_order_relaxed);
}

/* After the commit, on lines that no reader waits for: the stores fetch what the next frames are written to. */
static inline void clear_to(struct publisher *p, int64_t position) {
    for (; p->cleared < position; p->cleared += CLEAR_BLOCK) {
        for (int64_t i = 0; i < CLEAR_BLOCK; i += ALIGNMENT) {
            clear_word(p, p->cleared + i);
        }
    }
}

/* Before the commit of a frame that is longer than CLEAR_AHEAD. */
static __attribute__((noinline)) void clear_from(struct publisher *p, int64_t next) {
    for (p->cleared = next; p->cleared == next || p->cleared % CLEAR_BLOCK != 0; p->cleared += ALIGNMENT) {
        clear_word(p, p->cleared);
    }
}

/* Sets the commit word of the frame at `position` after the one at `next` has been cleared. */
static inline void publish(struct publisher *p, int64_t next, uint64_t word) {
    struct frame *frame = frame_at(p, p->position);
    if (CLEAR && CLEAR_AHEAD == 0) {
        clear_word(p, next);
    }
    if (CLEAR_AHEAD > 0 && __builtin_expect(p->cleared <= next, 0)) {
        clear_from(p, next);
    }
    word |= FLAGS_OF_LAP(p->position);
#if COMMIT_WORD == 4
    frame->type = 1;
#else
    word |= 1ULL << 32;
#endif
    atomic_store_explicit(&frame->word, (commit_word)word, memory_order_release); /* COMMIT */
    p->position = next;
    if (CLEAR_AHEAD > 0) {
        clear_to(p, next + CLEAR_AHEAD);
    }
}

static __attribute__((noinline)) bool pad_to_the_end(struct publisher *p, int64_t rest) {
    int64_t next = p->position + rest;
    if (next + RESERVE >= p->limit && !raise_limit(p, next + RESERVE)) {
        return false;
    }
    publish(p, next, PADDING | (uint64_t)rest);
    return true;
}

/* The payload's place, or NULL while the reader is in the way. */
static inline uint8_t *claim(struct publisher *p, int64_t length) {
    int64_t bytes = ALIGN_UP(HEADER + length);
    int64_t rest = CAPACITY - (p->position & (CAPACITY - 1));
    if (__builtin_expect(bytes > rest, 0) && !pad_to_the_end(p, rest)) {
        return NULL;
    }
    int64_t next = p->position + bytes;
    if (__builtin_expect(next + RESERVE >= p->limit, 0) && !raise_limit(p, next + RESERVE)) {
        return NULL;
    }
    return (uint8_t *)frame_at(p, p->position) + HEADER;
}

static inline void commit(struct publisher *p, int64_t length) {
    struct frame *frame = frame_at(p, p->position);
    frame->sequence = p->sequence++;
#if TIME_STAMP
    frame->time_ns[0] = now_ns();
#endif
    publish(p, p->position + ALIGN_UP(HEADER + length), (uint64_t)(HEADER + length));
}

/* Frames handled, at most BATCH. Each header field is read once, checked, then used. */
static inline __attribute__((always_inline)) int poll_frames(
    struct reader *r, void (*handle)(const uint8_t *payload, int64_t length, void *context), void *context) {
    int64_t start = r->position;
    int frames = 0;
    while (frames < BATCH) {
        int64_t offset = r->position & (CAPACITY - 1);
        const struct frame *frame = (const struct frame *)(r->ring + offset);
        uint32_t word = (uint32_t)atomic_load_explicit(&frame->word, memory_order_acquire); /* COMMIT */
        if (word == 0 || (!CLEAR && ((word ^ FLAGS_OF_LAP(r->position)) & LAP_PARITY))) {
            break;
        }
        int64_t length = word & LENGTH_MASK;
        int64_t bytes = ALIGN_UP(length);
        if (__builtin_expect(bytes > CAPACITY - offset, 0)) {
            fail("a frame is longer than the ring has room");
        }
        if (__builtin_expect((word & PADDING) != 0, 0)) {
            r->position += bytes;
            continue;
        }
        if (__builtin_expect(length < HEADER, 0)) {
            fail("a frame is shorter than its header");
        }
        if (CHECK_SEQUENCE && __builtin_expect(frame->sequence != r->sequence, 0)) {
            fail("the sequence has a gap");
        }
        handle((const uint8_t *)frame + HEADER, length - HEADER, context);
        if (CHECK_HORIZON) {
            atomic_thread_fence(memory_order_acquire); /* HORIZON */
            if (__builtin_expect(atomic_load_explicit(&r->header->horizon, memory_order_relaxed) > r->position, 0)) {
                fail("the reader in place was lapped");
            }
        }
        r->position += bytes;
        r->sequence++;
        frames++;
    }
    if (r->position != start) {
        atomic_store_explicit(r->shared_position, r->position, memory_order_release); /* POSITION */
    }
    return frames;
}

#endif
