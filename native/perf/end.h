/*
 * One side of a connection with all its memory: a ring that the peer writes, a source ring for outgoing messages, and a
 * word through which the peer grants credit.
 */
#ifndef PERF_END_H
#define PERF_END_H

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define RING (4U << 20)  /* bytes */
#define RECEIVES 512U    /* posted at any time, so the maximum of messages in flight */
#define REPOST 128U      /* receives reposted at a time */
#define SENDS 512U       /* requests in flight */
#define SIGNAL 64U       /* every so many-th request is signalled */
#define CHAIN_MAX 64U    /* requests of one doorbell */
#define INLINE_WANTED 256U

enum mode { LATENCY, RATE };

/* Parameters of the client, sent to the server. */
struct plan {
    uint32_t mode;
    uint32_t size; /* of a message, in bytes */
    uint32_t chain; /* requests of one doorbell, for the rate */
    uint32_t unused;
    uint64_t count;
    uint64_t warm_up;
};

/* Memory that the peer writes: the ring, then the credit. */
struct target {
    uint64_t address;
    uint32_t key;
    uint32_t unused;
};

/* Verbs promises no atomicity, not even of 8 bytes: a credit is valid if both words agree. */
struct credit {
    volatile uint64_t value;
    volatile uint64_t complement;
};

struct end {
    struct plan plan;
    struct rdma_cm_id *id; /* NULL if the connection manager is not used */
    struct ibv_qp *pair;
    struct ibv_pd *domain;
    struct ibv_cq *sends;
    struct ibv_cq *receives;
    struct ibv_mr *region;
    uint8_t *ring;          /* written by the peer */
    uint8_t *source;        /* outgoing messages, written to the same offset in the peer's ring */
    struct credit *credit;  /* the peer writes the number of messages that it has consumed */
    struct credit *granted; /* number of messages consumed here, written to the peer */
    struct target peer;
    uint32_t inline_limit;
    uint32_t slot;        /* bytes of a message in the ring */
    uint64_t posted;      /* requests so far */
    uint64_t finished;    /* of them, as proven by signalled completions */
    uint64_t taken;       /* receives used so far */
    uint64_t reposted;    /* reposted receives */
};

/* Each ends the process with a message on failure. */
void end_listen(struct end *end, const char *address, const char *port);
void end_connect(struct end *end, const char *address, const char *port, const char *source);
void end_close(struct end *end);

/* Allocates all but the queue pair, and fills in the attributes of that. */
void end_allocate(struct end *end, struct ibv_context *device, struct ibv_qp_init_attr *attributes);

/* Posts the receives of its queue pair, which was created with these attributes. */
void end_receive(struct end *end, struct ibv_qp *pair, const struct ibv_qp_init_attr *given);

/* The memory that the peer writes. */
struct target end_target(const struct end *end);

/* Releases everything but the queue pair. */
void end_release(struct end *end);

void fail(const char *what);
void require(bool condition, const char *what);

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

/* Writes message number n into the source ring and prepares its request; returns the request. */
struct ibv_send_wr *end_prepare(struct end *end, uint64_t message, struct ibv_send_wr *request, struct ibv_sge *bytes);

/* Posts a chain, after waiting for room. */
void end_post(struct end *end, struct ibv_send_wr *chain);

/* Waits for the last message of the peer: an earlier close would remove memory that the peer still writes. */
void end_finish(struct end *end);

/* Takes up to max arrived messages, checks each, and reposts receives; returns the number of messages. */
uint32_t end_take(struct end *end, uint32_t max);

/* Writes and posts one message. */
void end_put(struct end *end, uint64_t message);

/* Waits for one message, and takes it. */
void end_await(struct end *end);

/* Sends the number of consumed messages to the peer. */
void end_grant(struct end *end);

/* Messages that the peer has reported as consumed; 0 while the word is torn. */
static inline uint64_t end_consumed(const struct end *end)
{
    uint64_t value = end->credit->value;
    return end->credit->complement == ~value ? value : 0;
}

#endif
