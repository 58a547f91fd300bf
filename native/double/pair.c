/* Queue pairs: creation, destruction, and their attributes as queried. */
#include "cm.h"
#include "fabric.h"

#include "profile.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of a queue pair of siw. */
#define SEND_BYTES 120
#define RECEIVE_BYTES 112

#define NUMBERS (1U << 16)
#define FIRST_NUMBER 0x11

struct pair *all_pairs;

static struct pair *by_number[NUMBERS];
static uint32_t next_number = FIRST_NUMBER;

struct pair *pair_of_number(uint32_t number)
{
    return number < NUMBERS ? by_number[number] : NULL;
}

static uint32_t power_of_two(uint32_t least)
{
    uint32_t size = 1;

    while (size < least)
        size *= 2;
    return size;
}

/* The limits of the device; the specification allows a device to refuse or to grant more. */
static int check_capabilities(const struct ibv_qp_cap *asked)
{
    uint32_t inline_max = profile.inline_shrinks && asked->max_send_wr > 256 ? profile.inline_max / 2 : profile.inline_max;

    if (asked->max_inline_data > inline_max || asked->max_send_wr > profile.max_qp_wr ||
        asked->max_recv_wr > profile.max_qp_wr || asked->max_send_sge > 30 || asked->max_recv_sge > 30)
        return EINVAL;
    return 0;
}

static void check_owners(const struct ibv_pd *pd, const struct ibv_qp_init_attr *initial)
{
    const struct queue *sends = (const struct queue *)initial->send_cq;
    const struct queue *receives = (const struct queue *)initial->recv_cq;

    if (!((const struct domain *)pd)->live || !sends->live || !receives->live)
        violation("ibv_create_qp", "its protection domain or a completion queue is destroyed");
    if (device_of(pd->context) != device_of(sends->base.context) ||
        device_of(pd->context) != device_of(receives->base.context))
        violation("ibv_create_qp", "its protection domain and completion queues are of different devices");
    if (initial->qp_type != IBV_QPT_RC || initial->srq != NULL || initial->cap.max_send_sge > 1 ||
        initial->cap.max_recv_sge > 1)
        violation("ibv_create_qp", "the double has only RC queue pairs with one segment a request");
}

static void enlist(struct pair *made)
{
    spin_acquire(&fabric);
    if (next_number >= NUMBERS)
        violation("ibv_create_qp", "the double has no number left");
    made->base.qp_num = next_number++;
    by_number[made->base.qp_num] = made;
    made->next = all_pairs;
    all_pairs = made;
    ((struct domain *)made->base.pd)->users++;
    ((struct queue *)made->base.send_cq)->users++;
    ((struct queue *)made->base.recv_cq)->users++;
    spin_release(&fabric);
    counters.pairs++;
}

/* As siw does: the send queue, then the receive queue. */
static bool map_queues(struct ibv_context *context, struct pair *made)
{
    if (!context_map(context, &made->sends_mapping, (size_t)(made->sends_mask + 1) * SEND_BYTES))
        return false;
    if (context_map(context, &made->receives_mapping, (size_t)(made->receives_mask + 1) * RECEIVE_BYTES))
        return true;
    context_unmap(context, &made->sends_mapping);
    errno = 0;
    return false;
}

API struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *initial)
{
    struct pair *made;
    int status = command(pd->context, "ibv_create_qp");

    check_owners(pd, initial);
    if (status == 0)
        status = profile.reliable ? check_capabilities(&initial->cap) : EOPNOTSUPP;
    if (status != 0) {
        errno = status;
        return NULL;
    }
    made = aligned_alloc(CACHE_LINE, sizeof *made);
    memset(made, 0, sizeof *made);
    made->initial = *initial;
    made->device = device_of(pd->context);
    made->sends_mask = power_of_two(initial->cap.max_send_wr) - 1;
    made->receives_mask = power_of_two(initial->cap.max_recv_wr) - 1;
    if (!map_queues(pd->context, made)) {
        free(made);
        return NULL;
    }
    made->sends = calloc(made->sends_mask + 1, sizeof *made->sends);
    made->receives = calloc(made->receives_mask + 1, sizeof *made->receives);
    made->inlined = malloc((size_t)(made->sends_mask + 1) * initial->cap.max_inline_data + 1);
    made->attributes.qp_state = IBV_QPS_RESET;
    made->base = (struct ibv_qp){
        .context = pd->context, .qp_context = initial->qp_context, .pd = pd, .send_cq = initial->send_cq,
        .recv_cq = initial->recv_cq, .state = IBV_QPS_RESET, .qp_type = IBV_QPT_RC,
    };
    made->live = true;
    enlist(made);
    return &made->base;
}

static void delist(struct pair *pair)
{
    struct pair **link = &all_pairs;

    while (*link != pair)
        link = &(*link)->next;
    *link = pair->next;
    by_number[pair->base.qp_num] = NULL;
    ((struct domain *)pair->base.pd)->users--;
    ((struct queue *)pair->base.send_cq)->users--;
    ((struct queue *)pair->base.recv_cq)->users--;
}

/* The struct itself is kept: completions and queue pairs of peers may name it. */
API int ibv_destroy_qp(struct ibv_qp *base)
{
    struct pair *pair = (struct pair *)base;
    int status = command_to_destroy(base->context, "ibv_destroy_qp");

    if (!pair->live)
        violation("ibv_destroy_qp", "the queue pair is already destroyed");
    endpoint_await_answer(NULL, base);
    spin_acquire(&fabric);
    if (atomic_load(&pair->posting) != 0)
        violation("ibv_destroy_qp", "another thread posts on the queue pair");
    engine_place_held(pair);
    pair->live = false;
    delist(pair);
    if (!profile.keeps) {
        queue_purge((struct queue *)base->send_cq, pair);
        queue_purge((struct queue *)base->recv_cq, pair);
    }
    free(pair->sends);
    free(pair->receives);
    free(pair->inlined);
    pair->posted = pair->executed = pair->completed = 0;
    spin_release(&fabric);
    context_unmap(base->context, &pair->sends_mapping);
    context_unmap(base->context, &pair->receives_mapping);
    counters.pairs--;
    return status;
}

API int ibv_query_qp(struct ibv_qp *base, struct ibv_qp_attr *attributes, int mask, struct ibv_qp_init_attr *initial)
{
    struct pair *pair = (struct pair *)base;
    int status = command(base->context, "ibv_query_qp");

    (void)mask; /* a provider may fill in more than was asked for */
    if (!pair->live)
        violation("ibv_query_qp", "the queue pair is destroyed");
    spin_acquire(&fabric);
    *attributes = pair->attributes;
    *initial = pair->initial;
    spin_release(&fabric);
    return status;
}

API int ibv_modify_qp(struct ibv_qp *base, struct ibv_qp_attr *attributes, int mask)
{
    struct pair *pair = (struct pair *)base;
    int status = command(base->context, "ibv_modify_qp");

    spin_acquire(&fabric);
    if (!pair->live)
        violation("ibv_modify_qp", "the queue pair is destroyed");
    if (status == 0)
        status = pair_modify(pair, attributes, mask);
    spin_release(&fabric);
    if (engine_has_work(pair))
        worker_wake();
    endpoints_close_failed();
    return status;
}
