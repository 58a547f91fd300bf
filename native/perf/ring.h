/*
 * One publisher, one reader, one log in shared memory: frames and protocol of the bus without the bus.
 *
 *          +----------------------------------------------------------+
 *       0  | commit word: length, flags, type (8)                     |
 *       8  | sequence (8)                                             |
 *      16  | payload, then up to a multiple of 32                     |
 *          +----------------------------------------------------------+
 *
 * Memory order, by pairs:
 *   COMMIT    release store of the commit word -> acquire load of it: the frame is whole. The commit word of the next frame
 *             is cleared before, so a frame is followed by a cleared word or by the next frame.
 *   POSITION  release store of the reader's position, every eighth of the ring -> acquire load of it, when the cached
 *             limit is reached: the bytes below are free.
 */
#ifndef PERF_RING_H
#define PERF_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_HEADER 16
#define FRAME_ALIGNMENT 32
#define FRAME_LENGTH 0x0FFFFFFFU /* the lower bits of a commit word; flags and type are above */
#define FRAME_DATA (1ULL << 32 | 3ULL << 28)
#define FRAME_PADDING (2ULL << 32 | 3ULL << 28)
#define RETURNS 8 /* of the reader's position, per lap */
#define CACHE_LINE 64

struct frame {
    _Atomic uint64_t word;
    uint64_t sequence;
    uint64_t payload[];
};

/* In shared memory, before the ring; the reader writes a cache line of its own. */
struct shared {
    _Alignas(128) _Atomic uint64_t reader_position;
    _Alignas(128) uint8_t ring[];
};

struct publisher {
    struct shared *shared;
    uint64_t capacity, position, sequence, limit;
};

struct reader {
    struct shared *shared;
    uint64_t capacity, position, sequence, returned;
    uint64_t ahead; /* to the second cache line of the expected message; 0 if it is expected to fit into one */
};

static inline uint64_t frame_aligned(uint64_t length)
{
    return (length + FRAME_ALIGNMENT - 1) & ~(uint64_t)(FRAME_ALIGNMENT - 1);
}

static inline struct frame *frame_at(struct shared *shared, uint64_t capacity, uint64_t position)
{
    return (struct frame *)(void *)(shared->ring + (position & (capacity - 1)));
}

/* Whether the bytes up to `end`, and a following commit word, may be written. */
static inline bool ring_has_room(struct publisher *p, uint64_t end)
{
    if (__builtin_expect(end + FRAME_ALIGNMENT <= p->limit, 1))
        return true;
    p->limit = atomic_load_explicit(&p->shared->reader_position, memory_order_acquire) + p->capacity; /* POSITION */
    return end + FRAME_ALIGNMENT <= p->limit;
}

static inline void ring_publish(struct publisher *p, uint64_t length, uint64_t word)
{
    struct frame *frame = frame_at(p->shared, p->capacity, p->position);
    uint64_t next = p->position + frame_aligned(length);

    frame->sequence = p->sequence;
    atomic_store_explicit(&frame_at(p->shared, p->capacity, next)->word, 0, memory_order_relaxed);
    atomic_store_explicit(&frame->word, word | length, memory_order_release); /* COMMIT */
    p->position = next;
}

/* The payload, or NULL if the reader blocks the claim. */
static inline uint64_t *ring_claim(struct publisher *p, uint64_t length)
{
    uint64_t bytes = frame_aligned(FRAME_HEADER + length);
    uint64_t rest = p->capacity - (p->position & (p->capacity - 1));

    if (__builtin_expect(bytes > rest, 0)) {
        if (!ring_has_room(p, p->position + rest))
            return NULL;
        ring_publish(p, rest, FRAME_PADDING);
    }
    if (!ring_has_room(p, p->position + bytes))
        return NULL;
    return frame_at(p->shared, p->capacity, p->position)->payload;
}

static inline void ring_commit(struct publisher *p, uint64_t length)
{
    ring_publish(p, FRAME_HEADER + length, FRAME_DATA);
    p->sequence++;
}

static inline void ring_took(struct reader *r, uint64_t bytes)
{
    r->position += bytes;
    r->ahead = (r->position & (CACHE_LINE - 1)) + bytes > CACHE_LINE ? CACHE_LINE : 0;
    if (__builtin_expect(r->position - r->returned >= r->capacity / RETURNS, 0)) {
        atomic_store_explicit(&r->shared->reader_position, r->position, memory_order_release); /* POSITION */
        r->returned = r->position;
    }
}

/*
 * The next frame with a message, or NULL. Its header is read once and checked; call ring_took after reading it. The
 * second line of a message is requested together with the first, as in a poll of the bus: the value is dropped.
 */
static inline const struct frame *ring_peek(struct reader *r, uint64_t *length)
{
    for (;;) {
        const struct frame *frame = frame_at(r->shared, r->capacity, r->position);
        uint64_t word = atomic_load_explicit(&frame->word, memory_order_acquire); /* COMMIT */
        uint64_t rest = r->capacity - (r->position & (r->capacity - 1));

        if (r->ahead != 0)
            (void)atomic_load_explicit(&frame_at(r->shared, r->capacity, r->position + r->ahead)->word,
                                       memory_order_relaxed);
        if (word == 0)
            return NULL;
        *length = word & FRAME_LENGTH;
        if (__builtin_expect(*length < FRAME_HEADER || *length > rest || frame->sequence != r->sequence, 0))
            __builtin_trap(); /* not a frame of this publisher */
        if (__builtin_expect((word & ~(uint64_t)FRAME_LENGTH) == FRAME_DATA, 1))
            return frame;
        ring_took(r, rest);
    }
}

/* Takes a message if there is one, of `most` that are wanted: adds up its words, and gives the first. */
static inline uint64_t ring_take(struct reader *r, uint64_t most, uint64_t *sum, uint64_t *value)
{
    uint64_t length;
    const struct frame *frame = ring_peek(r, &length);
    const volatile uint64_t *payload;

    (void)most;
    if (frame == NULL)
        return 0;
    payload = frame->payload;
    *value = payload[0];
    for (uint64_t i = 0; i < (length - FRAME_HEADER) / 8; i++)
        *sum += payload[i];
    ring_took(r, frame_aligned(length));
    r->sequence++;
    return 1;
}

/* A ring needs no more than its memory. */
static inline void ring_begin(const char *directory)
{
    (void)directory;
}

static inline void ring_end(void)
{
}

#endif
