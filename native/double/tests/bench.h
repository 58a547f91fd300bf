/* Two connected queue pairs of one device, as the tests of the double use them. */
#ifndef VERBUS_DOUBLE_BENCH_H
#define VERBUS_DOUBLE_BENCH_H

#include <infiniband/verbs.h>
#include <stdint.h>

#define DEPTH 4
#define INLINE_BYTES 64
#define MEMORY 4096
#define ANY_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)

struct bench {
    struct ibv_context *context;
    struct ibv_pd *domain;
    struct ibv_cq *sends;
    struct ibv_cq *receives;
    struct ibv_qp *pair;
    struct ibv_qp *peer;
    struct ibv_mr *ours;
    struct ibv_mr *theirs;
    unsigned char *bytes;
    unsigned char *their_bytes;
};

/* Opens the first device and makes everything; the queue pairs are in RESET. */
void bench_open(struct bench *bench);

/* The attributes and the mask of a transition. */
int bench_attributes(const struct ibv_qp *to, enum ibv_qp_state state, struct ibv_qp_attr *attributes);

/* Leads both queue pairs to RTS. */
void bench_connect(struct bench *bench);

/* Posts one request, of bytes at the same offset of both sides; returns the result of the post. */
int bench_post(struct bench *bench, enum ibv_wr_opcode opcode, unsigned int flags, uint32_t offset, uint32_t length);

/* Posts a receive on the peer; without memory if length is 0. */
int bench_receive(struct bench *bench, uint32_t length);

/* Polls until there is a completion, at most for ten seconds; returns its status, or -1. */
int bench_status(struct ibv_cq *queue);

#endif
