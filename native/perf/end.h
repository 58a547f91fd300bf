/*
 * One end of a connection, with everything that a measurement touches: a ring that the peer writes into, a ring that is
 * written from, and a word through which the peer gives credit.
 */
#ifndef PERF_END_H
#define PERF_END_H

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define RING (4U << 20)  /* bytes */
#define RECEIVES 512U    /* posted at any time, so the most messages that are under way */
#define REPOST 128U      /* receives are posted again so many at a time */
#define SENDS 512U       /* requests under way */
#define SIGNAL 64U       /* each so many-th request is signalled */
#define CHAIN_MAX 64U    /* requests of one doorbell */
#define INLINE_WANTED 256U

enum mode { LATENCY, RATE };

/* What the client wants; both ends have the same. */
struct plan {
    uint32_t mode;
    uint32_t size; /* of a message, in bytes */
    uint32_t chain; /* requests of one doorbell, for the rate */
    uint32_t unused;
    uint64_t count;
    uint64_t warm_up;
};

/* As the peer may write it: the ring, and behind it the credit. */
struct target {
    uint64_t address;
    uint32_t key;
    uint32_t unused;
};

/* Verbs promises no atomicity, not even of 8 bytes: a credit counts when both words agree. */
struct credit {
    volatile uint64_t value;
    volatile uint64_t complement;
};

struct end {
    struct plan plan;
    struct rdma_cm_id *id;
    struct ibv_pd *domain;
    struct ibv_cq *sends;
    struct ibv_cq *receives;
    struct ibv_mr *region;
    uint8_t *ring;          /* the peer writes here */
    uint8_t *source;        /* and we write from here, to the same offset in the peer's ring */
    struct credit *credit;  /* the peer writes what it has consumed */
    struct credit *granted; /* where we lay what we have consumed, to be written to the peer */
    struct target peer;
    uint32_t inline_limit;
    uint32_t slot;        /* bytes that a message takes in the ring */
    uint64_t posted;      /* requests so far */
    uint64_t finished;    /* of them, as far as signalled completions tell */
    uint64_t taken;       /* receives used so far */
    uint64_t reposted;    /* and posted again */
};

/* Each ends the process with a sentence when something fails: a measurement has no use for less. */
void end_listen(struct end *end, const char *address, const char *port);
void end_connect(struct end *end, const char *address, const char *port, const char *source);
void end_close(struct end *end);

void fail(const char *what);

static inline uint64_t offset_of(const struct end *end, uint64_t message)
{
    return message % (RING / end->slot) * end->slot;
}

static inline uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* Lays message number n into the source ring and describes its write; returns the request. */
struct ibv_send_wr *end_prepare(struct end *end, uint64_t message, struct ibv_send_wr *request, struct ibv_sge *bytes);

/* Posts a chain, after waiting for room. */
void end_post(struct end *end, struct ibv_send_wr *chain);

/* Waits until the peer has said goodbye: whoever closes first would take away what the other still writes to. */
void end_finish(struct end *end);

/* Takes up to max messages that have arrived, checks each, and posts receives again; returns how many. */
uint32_t end_take(struct end *end, uint32_t max);

/* Tells the peer how many messages have been consumed. */
void end_grant(struct end *end);

/* Messages that the peer has consumed, as it tells; 0 while the word is torn. */
static inline uint64_t end_consumed(const struct end *end)
{
    uint64_t value = end->credit->value;
    return end->credit->complement == ~value ? value : 0;
}

#endif
