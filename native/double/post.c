/* Posts of requests and receives: one that the device refuses is an errno, one that is wrong is a violation. */
#include "cm.h"
#include "fabric.h"

#include "profile.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

_Atomic int failing_sends;
_Atomic int failing_receives;
int failing_errno;

/* Whether one of the next posts has to fail, and this is one of them. */
static bool is_failing(_Atomic int *left)
{
    if (atomic_load_explicit(left, memory_order_relaxed) <= 0)
        return false;
    return atomic_fetch_sub(left, 1) > 0;
}

static void check_send(const struct pair *pair, const struct ibv_send_wr *request, uint32_t length)
{
    enum ibv_qp_state state = pair->attributes.qp_state;
    bool inlined = (request->send_flags & IBV_SEND_INLINE) != 0;

    if (state != IBV_QPS_RTS && state != IBV_QPS_ERR)
        violation("ibv_post_send", "the queue pair is not ready to send (state %d)", state);
    if (request->num_sge < 0 || request->num_sge > 1)
        violation("ibv_post_send", "%d segments, the queue pair has 1", request->num_sge);
    if (inlined && length > pair->initial.cap.max_inline_data)
        violation("ibv_post_send", "%u bytes inline, the queue pair has %u", length,
                  pair->initial.cap.max_inline_data);
    if (request->opcode == IBV_WR_RDMA_READ && inlined)
        violation("ibv_post_send", "a READ cannot be inline");
    if (request->opcode == IBV_WR_RDMA_READ && state == IBV_QPS_RTS && pair->attributes.max_rd_atomic == 0)
        violation("ibv_post_send", "a READ on a queue pair that was connected without READs");
    if (request->opcode == IBV_WR_RDMA_READ && profile.iwarp &&
        !region_admits(request->sg_list[0].lkey, pair->base.pd, request->sg_list[0].addr, length,
                       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE))
        violation("ibv_post_send", "iWARP reads only into memory with remote write access");
    if (length > 0 && !inlined &&
        !region_admits(request->sg_list[0].lkey, pair->base.pd, request->sg_list[0].addr, length,
                       request->opcode == IBV_WR_RDMA_READ ? IBV_ACCESS_LOCAL_WRITE : 0))
        violation("ibv_post_send", "key %#x does not give access to %u bytes at %#lx", request->sg_list[0].lkey, length,
                  request->sg_list[0].addr);
    if (pair->posted - atomic_load_explicit(&pair->retired, memory_order_acquire) >= pair->initial.cap.max_send_wr)
        violation("ibv_post_send", "the send queue of %u requests has overrun", pair->initial.cap.max_send_wr);
}

/* 0, or the errno with which the device refuses a request. */
static int refusal(const struct pair *pair, const struct ibv_send_wr *request)
{
    switch (request->opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_SEND:
    case IBV_WR_RDMA_READ:
        break;
    case IBV_WR_RDMA_WRITE_WITH_IMM:
        if (!profile.immediates)
            return EINVAL;
        break;
    default:
        return EINVAL;
    }
    return profile.refuses_errors && pair->attributes.qp_state == IBV_QPS_ERR ? EINVAL : 0;
}

static void enqueue_send(struct pair *pair, const struct ibv_send_wr *request, uint32_t length)
{
    uint32_t slot = (uint32_t)pair->posted & pair->sends_mask;
    struct send_request *queued = &pair->sends[slot];

    queued->id = request->wr_id;
    queued->opcode = request->opcode;
    queued->flags = request->send_flags;
    queued->immediate = request->imm_data;
    queued->remote = request->wr.rdma.remote_addr;
    queued->remote_key = request->wr.rdma.rkey;
    queued->length = length;
    queued->status = IBV_WC_SUCCESS;
    if (length > 0) {
        queued->local = request->sg_list[0].addr;
        queued->local_key = request->sg_list[0].lkey;
    }
    if (length > 0 && (request->send_flags & IBV_SEND_INLINE) != 0) {
        unsigned char *copy = pair->inlined + (size_t)slot * pair->initial.cap.max_inline_data;
        memcpy(copy, (const void *)(uintptr_t)queued->local, length);
        queued->local = (uintptr_t)copy;
    }
    pair->posted++;
}

/* Posts one request; 0 or an errno. */
static int post_one(struct pair *pair, const struct ibv_send_wr *request)
{
    uint32_t length = request->num_sge > 0 ? request->sg_list[0].length : 0;
    int status = refusal(pair, request);

    if (pair->device->removed) /* nothing reads the queue any more */
        return 0;
    if (status == 0) {
        check_send(pair, request, length);
        if (!profile.ignores_errors || pair->attributes.qp_state != IBV_QPS_ERR)
            enqueue_send(pair, request, length);
        count_one(&counters.requests);
    }
    return status;
}

/* A destruction of the queue pair during the post is a violation; a slow post makes it likely. */
static void enter_post(struct pair *pair)
{
    atomic_fetch_add_explicit(&pair->posting, 1, memory_order_relaxed);
    if (profile.post_us > 0)
        usleep(profile.post_us);
}

int pair_post_send(struct ibv_qp *base, struct ibv_send_wr *request, struct ibv_send_wr **bad)
{
    struct pair *pair = (struct pair *)base;
    bool waiting;
    int status = 0;

    counters.posts++;
    context_require(base->context, "ibv_post_send");
    enter_post(pair);
    spin_acquire(&fabric);
    if (!pair->live)
        violation("ibv_post_send", "the queue pair is destroyed");
    *bad = request;
    if (is_failing(&failing_sends))
        status = failing_errno;
    for (; request != NULL && status == 0; request = request->next) {
        *bad = request;
        status = post_one(pair, request);
    }
    if (!profile.late)
        engine_run(pair);
    waiting = engine_has_work(pair);
    spin_release(&fabric);
    atomic_fetch_sub_explicit(&pair->posting, 1, memory_order_release);
    if (waiting)
        worker_wake();
    endpoints_close_failed();
    return status == 0 ? 0 : post_failure(status);
}

static void check_receive(const struct pair *pair, const struct ibv_recv_wr *receive)
{
    if (pair->attributes.qp_state == IBV_QPS_RESET)
        violation("ibv_post_recv", "the queue pair is not initialised");
    if (receive->num_sge < 0 || receive->num_sge > 1)
        violation("ibv_post_recv", "%d segments, the queue pair has 1", receive->num_sge);
    if (receive->num_sge == 1 && receive->sg_list[0].length > 0 &&
        !region_admits(receive->sg_list[0].lkey, pair->base.pd, receive->sg_list[0].addr, receive->sg_list[0].length,
                       IBV_ACCESS_LOCAL_WRITE))
        violation("ibv_post_recv", "key %#x does not give access to %u bytes at %#lx", receive->sg_list[0].lkey,
                  receive->sg_list[0].length, receive->sg_list[0].addr);
    if (pair->received_posted - atomic_load_explicit(&pair->received_retired, memory_order_acquire) >=
        pair->initial.cap.max_recv_wr)
        violation("ibv_post_recv", "the receive queue of %u receives has overrun", pair->initial.cap.max_recv_wr);
}

static void enqueue_receive(struct pair *pair, const struct ibv_recv_wr *receive)
{
    struct receive_request *queued = &pair->receives[pair->received_posted & pair->receives_mask];

    queued->id = receive->wr_id;
    queued->address = receive->num_sge > 0 ? receive->sg_list[0].addr : 0;
    queued->length = receive->num_sge > 0 ? receive->sg_list[0].length : 0;
    queued->key = receive->num_sge > 0 ? receive->sg_list[0].lkey : 0;
    pair->received_posted++;
}

int pair_post_receive(struct ibv_qp *base, struct ibv_recv_wr *receive, struct ibv_recv_wr **bad)
{
    struct pair *pair = (struct pair *)base;
    int status = 0;

    enter_post(pair);
    spin_acquire(&fabric);
    if (!pair->live)
        violation("ibv_post_recv", "the queue pair is destroyed");
    *bad = receive;
    if (is_failing(&failing_receives))
        status = failing_errno;
    else if (profile.refuses_errors && pair->attributes.qp_state == IBV_QPS_ERR)
        status = EINVAL;
    for (; receive != NULL && status == 0 && !pair->device->removed; receive = receive->next) {
        *bad = receive;
        if (!profile.empty_receives && receive->num_sge == 0) {
            status = EINVAL;
        } else {
            check_receive(pair, receive);
            enqueue_receive(pair, receive);
            count_one(&counters.receives);
        }
    }
    if (pair->attributes.qp_state == IBV_QPS_ERR)
        pair_fail(pair); /* flushes them */
    spin_release(&fabric);
    atomic_fetch_sub_explicit(&pair->posting, 1, memory_order_release);
    return status == 0 ? 0 : post_failure(status);
}
