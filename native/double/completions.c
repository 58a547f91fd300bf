/* Completion queues. Completions are added under the lock of the fabric, and taken under that of the consumer. */
#include "fabric.h"

#include "profile.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of a completion queue of siw. */
#define CONTROL_BYTES 8
#define ENTRY_BYTES 32

#define UNDEFINED 0xa5 /* fills the fields of a failed completion that the specification leaves undefined */

API struct ibv_cq *ibv_create_cq(struct ibv_context *context, int entries, void *cq_context,
                                 struct ibv_comp_channel *channel, int vector)
{
    struct queue *made;
    uint32_t size = 1;
    int status = command(context, "ibv_create_cq");

    if (status == 0 && (entries < 1 || entries > (int)profile.max_cqe || vector != 0 || channel != NULL))
        status = EINVAL;
    if (status != 0) {
        errno = status;
        return NULL;
    }
    while (size < (uint32_t)entries)
        size *= 2;
    made = aligned_alloc(CACHE_LINE, sizeof *made);
    memset(made, 0, sizeof *made);
    if (!context_map(context, &made->mapping, CONTROL_BYTES + (size_t)size * ENTRY_BYTES)) {
        free(made);
        return NULL;
    }
    made->ring = calloc(size, sizeof *made->ring);
    made->mask = size - 1;
    made->capacity = (uint32_t)entries;
    made->base = (struct ibv_cq){.context = context, .cq_context = cq_context, .cqe = entries};
    made->live = true;
    counters.queues++;
    return &made->base;
}

API int ibv_destroy_cq(struct ibv_cq *base)
{
    struct queue *queue = (struct queue *)base;

    int status = command_to_destroy(base->context, "ibv_destroy_cq");

    if (!queue->live)
        violation("ibv_destroy_cq", "the completion queue is already destroyed");
    if (status == 0 && queue->users > 0)
        return EBUSY;
    if (atomic_load(&queue->consumer.held) != 0)
        violation("ibv_destroy_cq", "another thread polls the completion queue");
    queue->live = false;
    free(queue->ring);
    context_unmap(base->context, &queue->mapping);
    counters.queues--;
    return status;
}

void queue_add(struct queue *queue, const struct completion *completion)
{
    uint64_t put = atomic_load_explicit(&queue->put, memory_order_relaxed);

    if (put - atomic_load_explicit(&queue->taken, memory_order_acquire) >= queue->capacity)
        violation("ibv_poll_cq", "a completion queue of %u entries has overrun", queue->capacity);
    queue->ring[put & queue->mask] = *completion;
    atomic_store_explicit(&queue->put, put + 1, memory_order_release);
}

void queue_purge(struct queue *queue, const struct pair *pair)
{
    uint64_t to;
    uint64_t put;

    spin_acquire(&queue->consumer);
    put = atomic_load(&queue->put);
    to = atomic_load(&queue->taken);
    for (uint64_t from = to; from < put; from++)
        if (queue->ring[from & queue->mask].pair != pair)
            queue->ring[to++ & queue->mask] = queue->ring[from & queue->mask];
    atomic_store(&queue->put, to);
    spin_release(&queue->consumer);
}

static void describe(const struct completion *from, struct ibv_wc *to)
{
    memset(to, UNDEFINED, sizeof *to);
    to->wr_id = from->id;
    to->status = from->status;
    to->qp_num = from->pair->base.qp_num;
    to->vendor_err = 0;
    if (from->status != IBV_WC_SUCCESS)
        return;
    to->opcode = from->opcode;
    to->byte_len = from->length;
    to->wc_flags = from->flags;
    if ((from->flags & IBV_WC_WITH_IMM) != 0)
        to->imm_data = from->immediate;
}

/* The slots of a request, and of unsignalled ones before it, are free once its completion was polled. */
static void retire(const struct completion *completion)
{
    atomic_store_explicit(completion->received ? &completion->pair->received_retired : &completion->pair->retired,
                          completion->retires, memory_order_release);
}

int queue_poll(struct ibv_cq *base, int max, struct ibv_wc *taken)
{
    struct queue *queue = (struct queue *)base;
    uint64_t next = atomic_load_explicit(&queue->taken, memory_order_relaxed);
    uint64_t put;
    int count = 0;

    context_require(base->context, "ibv_poll_cq");
    if (!queue->live)
        violation("ibv_poll_cq", "the completion queue is destroyed");
    if (atomic_load_explicit(&queue->failed, memory_order_relaxed))
        return -1;
    if (atomic_load_explicit(&queue->put, memory_order_acquire) == next)
        return 0;
    spin_acquire(&queue->consumer);
    next = atomic_load_explicit(&queue->taken, memory_order_relaxed);
    put = atomic_load_explicit(&queue->put, memory_order_acquire);
    for (; count < max && next < put; count++, next++) {
        const struct completion *completion = &queue->ring[next & queue->mask];
        describe(completion, &taken[count]);
        retire(completion);
    }
    atomic_store_explicit(&queue->taken, next, memory_order_release);
    spin_release(&queue->consumer);
    return count;
}
