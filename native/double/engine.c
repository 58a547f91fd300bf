/* What a device does with posted requests: moves bytes, uses the receives of the peer, and completes. */
#include "fabric.h"

#include "profile.h"
#include <string.h>

#define WAITS UINT32_MAX /* not a status: the request is executed later */

/* Milliseconds of a receiver that is not ready, times 100, by the code of its timer. */
static const uint32_t NOT_READY_10US[] = {65536, 1,   2,   3,   4,    6,    8,    12,   16,   24,   32,
                                          48,    64,  96,  128, 192,  256,  384,  512,  768,  1024, 1536,
                                          2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};

/* Copies; in a scattered profile last word first, in halves of 8 bytes: the specification defines no order. */
static void carry(uint64_t to, uint64_t from, uint32_t length)
{
    volatile uint32_t *target = (volatile uint32_t *)(uintptr_t)to;
    const uint32_t *source = (const uint32_t *)(uintptr_t)from;
    uint32_t words = length / (uint32_t)sizeof *source;

    if (!profile.scattered || to % sizeof *target != 0 || from % sizeof *source != 0) {
        memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, length);
        return;
    }
    memcpy((void *)(uintptr_t)(to + words * sizeof *target), &source[words], length % sizeof *source);
    while (words > 0) {
        words--;
        target[words] = source[words];
    }
}

static void add_completion(struct pair *pair, bool received, uint64_t id, uint64_t retires, uint32_t status,
                           uint32_t opcode, uint32_t length, uint32_t immediate)
{
    const struct completion completion = {
        .id = id, .pair = pair, .retires = retires, .status = status, .opcode = opcode, .length = length,
        .immediate = immediate, .received = received,
        .flags = received && opcode == IBV_WC_RECV_RDMA_WITH_IMM ? IBV_WC_WITH_IMM : 0,
    };

    queue_add((struct queue *)(received ? pair->base.recv_cq : pair->base.send_cq), &completion);
}

static void receive_completes(struct pair *pair, uint32_t status, uint32_t opcode, uint32_t length, uint32_t immediate)
{
    const struct receive_request *receive = &pair->receives[pair->received_used & pair->receives_mask];

    pair->received_used++;
    add_completion(pair, true, receive->id, pair->received_used, status, opcode, length, immediate);
}

_Atomic bool connections_fail;

void pair_fail(struct pair *pair)
{
    if (pair->device->removed)
        return;
    if (profile.iwarp && pair->attributes.qp_state != IBV_QPS_ERR)
        atomic_store(&connections_fail, true);
    engine_place_held(pair);
    pair->attributes.qp_state = pair->base.state = IBV_QPS_ERR;
    for (; pair->executed != pair->posted; pair->executed++)
        pair->sends[pair->executed & pair->sends_mask].status = IBV_WC_WR_FLUSH_ERR;
    while (pair->received_used != pair->received_posted)
        receive_completes(pair, IBV_WC_WR_FLUSH_ERR, 0, 0, 0);
    if (!profile.late)
        engine_run(pair);
}

/* The peer, if packets reach it and it takes them. */
static struct pair *answering(struct pair *pair)
{
    struct pair *peer = pair->peer;

    if (peer == NULL) {
        peer = pair->peer = pair_of_number(pair->attributes.dest_qp_num);
        if (peer == NULL || peer->device != device_of_gid(&pair->attributes.ah_attr.grh.dgid))
            return pair->peer = NULL;
    }
    return peer->live && !peer->device->removed && !peer->device->port_down && !pair->device->port_down &&
                   (peer->attributes.qp_state == IBV_QPS_RTR || peer->attributes.qp_state == IBV_QPS_RTS) &&
                   peer->attributes.dest_qp_num == pair->base.qp_num
               ? peer
               : NULL;
}

/* A request that finds no answer, or no receive, is repeated for a bounded time, or not at all. */
static uint32_t wait_for(struct pair *pair, const struct pair *peer, uint32_t failure)
{
    bool not_ready = failure == IBV_WC_RNR_RETRY_EXC_ERR;
    uint64_t patience = not_ready ? 10000UL * NOT_READY_10US[peer->attributes.min_rnr_timer] *
                                        pair->attributes.rnr_retry
                                  : (pair->attributes.retry_cnt + 1UL) * (4096UL << pair->attributes.timeout);

    if (pair->stalled_ns == 0 || pair->not_ready != not_ready) {
        pair->stalled_ns = now_ns();
        pair->not_ready = not_ready;
        counters.not_ready += not_ready;
    }
    if (profile.hurry == 0)
        return failure;
    if (not_ready && pair->attributes.rnr_retry == 7)
        return WAITS;
    return now_ns() - pair->stalled_ns > patience / profile.hurry ? failure : WAITS;
}

static bool admits(const struct pair *peer, const struct send_request *request, unsigned int access)
{
    return request->length == 0 ||
           ((peer->attributes.qp_access_flags & access) != 0 &&
            region_admits(request->remote_key, peer->base.pd, request->remote, request->length, access));
}

static bool has_receive(const struct pair *peer)
{
    return peer->received_used != peer->received_posted;
}

/*
 * WRITEs without an immediate are unordered to each other: in a swapping profile one in so many is completed, and
 * placed after the next one, or when the device rests. A completion at the peer comes after all earlier WRITEs.
 */
void engine_place_held(struct pair *pair)
{
    const struct pair *peer = pair->peer;
    uint32_t length = pair->held_length;

    pair->held_length = 0;
    if (length > 0 && peer != NULL && peer->live &&
        region_admits(pair->held_key, peer->base.pd, pair->held_to, length, IBV_ACCESS_REMOTE_WRITE))
        carry(pair->held_to, (uintptr_t)pair->held, length);
}

static bool hold(struct pair *pair, const struct send_request *request)
{
    if (profile.swaps == 0 || pair->held_length > 0 || request->length == 0 || request->length > HELD_MAX ||
        profile_random() % profile.swaps != 0)
        return false;
    memcpy(pair->held, (const void *)(uintptr_t)request->local, request->length);
    pair->held_length = request->length;
    pair->held_to = request->remote;
    pair->held_key = request->remote_key;
    pair->held_ns = now_ns();
    return true;
}

static uint32_t execute_write(struct pair *pair, struct pair *peer, const struct send_request *request)
{
    bool immediate = request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;

    if (immediate && !has_receive(peer))
        return wait_for(pair, peer, IBV_WC_RNR_RETRY_EXC_ERR);
    if (!admits(peer, request, IBV_ACCESS_REMOTE_WRITE)) {
        if (immediate)
            receive_completes(peer, IBV_WC_REM_ACCESS_ERR, 0, 0, 0);
        pair_fail(peer);
        return IBV_WC_REM_ACCESS_ERR;
    }
    if (immediate || !hold(pair, request)) {
        if (immediate)
            engine_place_held(pair);
        carry(request->remote, request->local, request->length);
        counters.swapped += pair->held_length > 0;
        engine_place_held(pair);
    }
    if (immediate)
        receive_completes(peer, IBV_WC_SUCCESS, IBV_WC_RECV_RDMA_WITH_IMM, request->length, request->immediate);
    return IBV_WC_SUCCESS;
}

static uint32_t execute_send(struct pair *pair, struct pair *peer, const struct send_request *request)
{
    const struct receive_request *receive = &peer->receives[peer->received_used & peer->receives_mask];

    if (!has_receive(peer))
        return wait_for(pair, peer, IBV_WC_RNR_RETRY_EXC_ERR);
    if (receive->length < request->length) {
        receive_completes(peer, IBV_WC_LOC_LEN_ERR, 0, 0, 0);
        pair_fail(peer);
        return IBV_WC_REM_INV_REQ_ERR;
    }
    if (request->length > 0 &&
        !region_admits(receive->key, peer->base.pd, receive->address, request->length, IBV_ACCESS_LOCAL_WRITE))
        violation("ibv_dereg_mr", "the memory of a posted receive was deregistered");
    carry(receive->address, request->local, request->length);
    receive_completes(peer, IBV_WC_SUCCESS, IBV_WC_RECV, request->length, 0);
    return IBV_WC_SUCCESS;
}

static uint32_t execute_read(struct pair *peer, const struct send_request *request)
{
    if (peer->attributes.max_dest_rd_atomic == 0 || !admits(peer, request, IBV_ACCESS_REMOTE_READ)) {
        pair_fail(peer);
        return peer->attributes.max_dest_rd_atomic == 0 ? IBV_WC_REM_INV_REQ_ERR : IBV_WC_REM_ACCESS_ERR;
    }
    carry(request->local, request->remote, request->length);
    return IBV_WC_SUCCESS;
}

/* The status of a request, or WAITS. */
static uint32_t execute(struct pair *pair, const struct send_request *request)
{
    struct pair *peer = answering(pair);
    bool registered = request->length > 0 && (request->flags & IBV_SEND_INLINE) == 0;

    if (peer == NULL)
        return wait_for(pair, NULL, IBV_WC_RETRY_EXC_ERR);
    if (registered && !region_admits(request->local_key, pair->base.pd, request->local, request->length, 0))
        violation("ibv_dereg_mr", "the memory of an unfinished request was deregistered");
    switch (request->opcode) {
    case IBV_WR_SEND:
        engine_place_held(pair);
        return execute_send(pair, peer, request);
    case IBV_WR_RDMA_READ:
        engine_place_held(pair);
        return execute_read(peer, request);
    default:
        return execute_write(pair, peer, request);
    }
}

static bool execute_next(struct pair *pair)
{
    struct send_request *request = &pair->sends[pair->executed & pair->sends_mask];

    if (pair->executed == pair->posted)
        return false;
    if (pair->attributes.qp_state == IBV_QPS_ERR) {
        pair_fail(pair);
        return true;
    }
    request->status = execute(pair, request);
    if (request->status == WAITS)
        return false;
    pair->stalled_ns = 0;
    pair->executed++;
    if (request->status != IBV_WC_SUCCESS)
        pair_fail(pair);
    return true;
}

static bool complete_next(struct pair *pair)
{
    const struct send_request *request = &pair->sends[pair->completed & pair->sends_mask];
    static const uint32_t OPCODES[] = {[IBV_WR_RDMA_WRITE] = IBV_WC_RDMA_WRITE,
                                       [IBV_WR_RDMA_WRITE_WITH_IMM] = IBV_WC_RDMA_WRITE,
                                       [IBV_WR_SEND] = IBV_WC_SEND,
                                       [IBV_WR_RDMA_READ] = IBV_WC_RDMA_READ};

    if (pair->completed == pair->executed)
        return false;
    pair->completed++;
    if (request->status != IBV_WC_SUCCESS || (request->flags & IBV_SEND_SIGNALED) != 0 || pair->initial.sq_sig_all)
        add_completion(pair, false, request->id, pair->completed, request->status, OPCODES[request->opcode],
                       request->length, 0);
    return true;
}

void engine_run(struct pair *pair)
{
    if (pair->device->removed)
        return;
    while (complete_next(pair) || execute_next(pair)) {
    }
}

bool engine_step(struct pair *pair)
{
    if (pair->device->removed)
        return false;
    if (execute_next(pair) || complete_next(pair))
        return true;
    if (pair->held_length > 0 && now_ns() - pair->held_ns > profile.held_us * 1000UL)
        engine_place_held(pair);
    return false;
}
