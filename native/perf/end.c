#include "end.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MEMORY (2 * (size_t)RING + 4096)
#define ACK_TIMEOUT 14 /* 67 ms */
#define WAIT_MS 2000

void fail(const char *what)
{
    fprintf(stderr, "verbus_perf: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void require(bool condition, const char *what)
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
    errno = ibv_post_recv(end->id->qp, chain, &bad);
    require(errno == 0, "posting receives");
}

/* Sets up everything except the connection. */
static void prepare(struct end *end)
{
    struct ibv_qp_init_attr attributes = {.qp_type = IBV_QPT_RC};
    uint8_t *memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

    require(memory != MAP_FAILED, "memory");
    end->ring = memory;
    end->credit = (struct credit *)(memory + RING);
    end->granted = (struct credit *)(memory + RING + 2048);
    end->source = memory + RING + 4096;
    end->credit->complement = ~(uint64_t)0;
    end->slot = (end->plan.size + 63) / 64 * 64;
    end->domain = ibv_alloc_pd(end->id->verbs);
    require(end->domain != NULL, "protection domain");
    end->region = ibv_reg_mr(end->domain, memory, MEMORY, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
    require(end->region != NULL, "registering memory");
    end->sends = ibv_create_cq(end->id->verbs, SENDS, NULL, NULL, 0);
    end->receives = ibv_create_cq(end->id->verbs, RECEIVES, NULL, NULL, 0);
    require(end->sends != NULL && end->receives != NULL, "completion queues");
    attributes.send_cq = end->sends;
    attributes.recv_cq = end->receives;
    attributes.cap.max_send_wr = SENDS;
    attributes.cap.max_recv_wr = RECEIVES;
    attributes.cap.max_send_sge = 1;
    attributes.cap.max_recv_sge = 1;
    attributes.cap.max_inline_data = INLINE_WANTED;
    require(rdma_create_qp(end->id, end->domain, &attributes) == 0, "queue pair");
    end->inline_limit = attributes.cap.max_inline_data;
    for (uint32_t posted = 0; posted < RECEIVES; posted += REPOST)
        post_receives(end, REPOST);
}

static struct rdma_conn_param parameters(const void *data, size_t length)
{
    return (struct rdma_conn_param){.private_data = data,
                                    .private_data_len = (uint8_t)length,
                                    .responder_resources = 1,
                                    .initiator_depth = 1,
                                    .retry_count = 6,
                                    .rnr_retry_count = 0}; /* credit prevents it */
}

static void set_ack_timeout(struct rdma_cm_id *id)
{
    uint8_t timeout = ACK_TIMEOUT;
    require(rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, sizeof timeout) == 0,
            "ACK timeout");
}

static struct addrinfo *resolve(const char *address, const char *port)
{
    const struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;

    errno = EINVAL;
    require(getaddrinfo(address, port, &numeric, &found) == 0, address);
    return found;
}

struct request {
    struct plan plan;
    struct target target;
};

static struct target own_target(const struct end *end)
{
    return (struct target){.address = (uintptr_t)end->ring, .key = end->region->rkey};
}

void end_listen(struct end *end, const char *address, const char *port)
{
    struct addrinfo *own = resolve(address, port);
    struct rdma_cm_id *listener;
    struct request request;
    struct target target;

    require(rdma_create_id(NULL, &listener, NULL, RDMA_PS_TCP) == 0, "identifier");
    require(rdma_bind_addr(listener, own->ai_addr) == 0, address);
    require(rdma_listen(listener, 1) == 0, "listening");
    require(rdma_get_request(listener, &end->id) == 0, "waiting for the client");
    memcpy(&request, end->id->event->param.conn.private_data, sizeof request);
    end->plan = request.plan;
    end->peer = request.target;
    prepare(end);
    target = own_target(end);
    set_ack_timeout(end->id);
    struct rdma_conn_param answer = parameters(&target, sizeof target);
    require(rdma_accept(end->id, &answer) == 0, "accepting");
    rdma_destroy_id(listener);
    freeaddrinfo(own);
}

void end_connect(struct end *end, const char *address, const char *port, const char *source)
{
    struct addrinfo *server = resolve(address, port);
    struct addrinfo *own = source == NULL ? NULL : resolve(source, "0");
    struct request request;

    require(rdma_create_id(NULL, &end->id, NULL, RDMA_PS_TCP) == 0, "identifier");
    require(rdma_resolve_addr(end->id, own == NULL ? NULL : own->ai_addr, server->ai_addr, WAIT_MS) == 0, address);
    require(rdma_resolve_route(end->id, WAIT_MS) == 0, "route");
    prepare(end);
    request.plan = end->plan;
    request.target = own_target(end);
    set_ack_timeout(end->id);
    struct rdma_conn_param wanted = parameters(&request, sizeof request);
    require(rdma_connect(end->id, &wanted) == 0, "connecting");
    memcpy(&end->peer, end->id->event->param.conn.private_data, sizeof end->peer);
    freeaddrinfo(server);
    if (own != NULL)
        freeaddrinfo(own);
}

void end_close(struct end *end)
{
    rdma_disconnect(end->id);
    rdma_destroy_qp(end->id);
    ibv_dereg_mr(end->region);
    ibv_destroy_cq(end->sends);
    ibv_destroy_cq(end->receives);
    ibv_dealloc_pd(end->domain);
    munmap(end->ring, MEMORY);
    rdma_destroy_id(end->id);
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
    errno = ibv_post_send(end->id->qp, chain, &bad);
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
