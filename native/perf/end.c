#include "end.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MEMORY (2 * (size_t)RING + 4096)

void fail(const char *what)
{
    fprintf(stderr, "verbus_perf: %s: %s\n", what, strerror(errno));
    exit(1);
}

void require(bool condition, const char *what)
{
    if (!condition)
        fail(what);
}

static void post_receives(struct end *end, uint32_t count)
{
    struct ibv_recv_wr chain[REPOST];
    struct ibv_recv_wr *bad;

    for (uint32_t i = 0; i < count; i++)
        chain[i] = (struct ibv_recv_wr){.next = i + 1 < count ? &chain[i + 1] : NULL};
    errno = ibv_post_recv(end->pair, chain, &bad);
    require(errno == 0, "posting receives");
}

void end_allocate(struct end *end, struct ibv_context *device, struct ibv_qp_init_attr *attributes)
{
    uint8_t *memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

    require(memory != MAP_FAILED, "memory");
    end->ring = memory;
    end->credit = (struct credit *)(memory + RING);
    end->granted = (struct credit *)(memory + RING + 2048);
    end->source = memory + RING + 4096;
    end->credit->complement = ~(uint64_t)0;
    end->slot = (end->plan.size + 63) / 64 * 64;
    end->domain = ibv_alloc_pd(device);
    require(end->domain != NULL, "protection domain");
    end->region = ibv_reg_mr(end->domain, memory, MEMORY, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
    require(end->region != NULL, "registering memory");
    end->sends = ibv_create_cq(device, SENDS, NULL, NULL, 0);
    end->receives = ibv_create_cq(device, RECEIVES, NULL, NULL, 0);
    require(end->sends != NULL && end->receives != NULL, "completion queues");
    *attributes = (struct ibv_qp_init_attr){.send_cq = end->sends,
                                            .recv_cq = end->receives,
                                            .qp_type = IBV_QPT_RC,
                                            .cap = {.max_send_wr = SENDS,
                                                    .max_recv_wr = RECEIVES,
                                                    .max_send_sge = 1,
                                                    .max_recv_sge = 1,
                                                    .max_inline_data = INLINE_WANTED}};
}

void end_receive(struct end *end, struct ibv_qp *pair, const struct ibv_qp_init_attr *given)
{
    require(pair != NULL, "queue pair");
    end->pair = pair;
    end->inline_limit = given->cap.max_inline_data;
    for (uint32_t posted = 0; posted < RECEIVES; posted += REPOST)
        post_receives(end, REPOST);
}

struct target end_target(const struct end *end)
{
    return (struct target){.address = (uintptr_t)end->ring, .key = end->region->rkey};
}

void end_release(struct end *end)
{
    ibv_dereg_mr(end->region);
    ibv_destroy_cq(end->sends);
    ibv_destroy_cq(end->receives);
    ibv_dealloc_pd(end->domain);
    munmap(end->ring, MEMORY);
}

struct ibv_send_wr *end_prepare(struct end *end, uint64_t message, struct ibv_send_wr *request, struct ibv_sge *bytes)
{
    uint64_t offset = offset_of(end, message);
    uint64_t number = message + 1; /* expected by the receiver: a zeroed ring has none */

    memcpy(end->source + offset, &number, sizeof number);
    bytes->addr = (uintptr_t)(end->source + offset);
    bytes->length = end->plan.size;
    bytes->lkey = end->region->lkey;
    request->next = NULL;
    request->sg_list = bytes;
    request->num_sge = 1;
    request->opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
    request->send_flags = end->plan.size <= end->inline_limit ? IBV_SEND_INLINE : 0;
    request->imm_data = htonl((uint32_t)number);
    request->wr.rdma.remote_addr = end->peer.address + offset;
    request->wr.rdma.rkey = end->peer.key;
    return request;
}

/* The id of a signalled completion is the number of requests finished with it. */
static void reap(struct end *end)
{
    struct ibv_wc done[8];
    int count = ibv_poll_cq(end->sends, 8, done);

    require(count >= 0, "polling");
    for (int i = 0; i < count; i++) {
        if (done[i].status != IBV_WC_SUCCESS) {
            fprintf(stderr, "verbus_perf: a write failed: %s\n", ibv_wc_status_str(done[i].status));
            exit(1);
        }
        end->finished = done[i].wr_id;
    }
}

void end_post(struct end *end, struct ibv_send_wr *chain)
{
    struct ibv_send_wr *bad;

    for (struct ibv_send_wr *request = chain; request != NULL; request = request->next) {
        request->wr_id = ++end->posted;
        if (end->posted % SIGNAL == 0)
            request->send_flags |= IBV_SEND_SIGNALED;
    }
    if (end->posted - end->finished > SENDS / 2)
        reap(end);
    while (end->posted - end->finished > SENDS - CHAIN_MAX)
        reap(end);
    errno = ibv_post_send(end->pair, chain, &bad);
    require(errno == 0, "posting");
}

/*
 * A last message in each direction, without bytes: requests of a connection complete in order, so it covers all
 * earlier.
 */
void end_finish(struct end *end)
{
    struct ibv_send_wr request = {.opcode = IBV_WR_RDMA_WRITE_WITH_IMM, .send_flags = IBV_SEND_SIGNALED};
    struct ibv_wc arrived;

    request.wr.rdma.remote_addr = end->peer.address;
    request.wr.rdma.rkey = end->peer.key;
    end_post(end, &request);
    while (end->finished < end->posted)
        reap(end);
    while (ibv_poll_cq(end->receives, 1, &arrived) == 0)
        ;
}

uint32_t end_take(struct end *end, uint32_t max)
{
    struct ibv_wc arrived[32];
    int count = ibv_poll_cq(end->receives, max < 32 ? (int)max : 32, arrived);

    require(count >= 0, "polling");
    for (int i = 0; i < count; i++) {
        uint64_t number;
        uint64_t expected = end->taken + 1;
        if (arrived[i].status != IBV_WC_SUCCESS) {
            fprintf(stderr, "verbus_perf: the connection ended: %s\n", ibv_wc_status_str(arrived[i].status));
            exit(1);
        }
        memcpy(&number, end->ring + offset_of(end, end->taken), sizeof number);
        if (number != expected || ntohl(arrived[i].imm_data) != (uint32_t)expected) {
            fprintf(stderr, "verbus_perf: unexpected message, expected %lu\n", (unsigned long)expected);
            exit(1);
        }
        end->taken++;
    }
    if (end->taken - end->reposted >= REPOST) {
        post_receives(end, REPOST);
        end->reposted += REPOST;
    }
    return (uint32_t)count;
}

void end_grant(struct end *end)
{
    struct ibv_sge bytes = {
        .addr = (uintptr_t)end->granted, .length = sizeof *end->granted, .lkey = end->region->lkey};
    struct ibv_send_wr request = {.sg_list = &bytes, .num_sge = 1, .opcode = IBV_WR_RDMA_WRITE};

    end->granted->value = end->taken;
    end->granted->complement = ~end->taken;
    request.send_flags = sizeof *end->granted <= end->inline_limit ? IBV_SEND_INLINE : 0;
    request.wr.rdma.remote_addr = end->peer.address + RING;
    request.wr.rdma.rkey = end->peer.key;
    end_post(end, &request);
}

void end_put(struct end *end, uint64_t message)
{
    struct ibv_send_wr request;
    struct ibv_sge bytes;

    end_post(end, end_prepare(end, message, &request, &bytes));
}

void end_await(struct end *end)
{
    while (end_take(end, 1) == 0)
        ;
}
