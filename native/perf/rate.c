/* One way, bounded by the messages that the receiver has reported as consumed. */
#include "measure.h"

#include <stdio.h>

/* Maximum messages in flight: limited by the ring, and by the receives that are certainly posted. */
static uint64_t window(const struct end *end)
{
    uint64_t held = RING / end->slot;
    return held < RECEIVES - REPOST ? held : RECEIVES - REPOST;
}

void rate_receive(struct end *end)
{
    uint64_t total = end->plan.warm_up + end->plan.count;
    uint64_t share = window(end) / 8;
    uint64_t granted = 0;
    uint64_t from = 0;
    uint64_t start = 0;
    double seconds;

    while (end->taken < total) {
        end_take(end, 32);
        if (from == 0 && end->taken > end->plan.warm_up) { /* those of this poll were sent before: not timed */
            from = end->taken;
            start = now_ns();
        }
        if (end->taken - granted >= share || end->taken == total ||
            (granted < end->plan.warm_up && end->taken >= end->plan.warm_up)) {
            end_grant(end);
            granted = end->taken;
        }
    }
    seconds = (double)(now_ns() - start) / 1e9;
    if (total > from)
        printf("mode=rate side=receiver size=%u count=%lu messages_per_s=%.0f\n", end->plan.size,
               (unsigned long)(total - from), (double)(total - from) / seconds);
    end_finish(end);
}

/* Sends messages up to a number, each as soon as there is credit, and waits until they are consumed. */
static void send_up_to(struct end *end, uint64_t from, uint64_t to)
{
    struct ibv_send_wr chain[CHAIN_MAX];
    struct ibv_sge bytes[CHAIN_MAX];
    uint64_t limit = 0;

    for (uint64_t sent = from; sent < to;) {
        uint32_t length = 0;
        while (sent >= limit)
            limit = end_consumed(end) + window(end);
        while (length < end->plan.chain && sent < limit && sent < to) {
            end_prepare(end, sent++, &chain[length], &bytes[length]);
            if (length > 0)
                chain[length - 1].next = &chain[length];
            length++;
        }
        end_post(end, chain);
    }
    while (end_consumed(end) < to)
        ;
}

void rate_send(struct end *end)
{
    uint64_t total = end->plan.warm_up + end->plan.count;
    uint64_t start;
    double seconds;

    send_up_to(end, 0, end->plan.warm_up);
    start = now_ns();
    send_up_to(end, end->plan.warm_up, total);
    seconds = (double)(now_ns() - start) / 1e9;
    printf("mode=rate size=%u count=%lu chain=%u inline=%u messages_per_s=%.0f bytes_per_s=%.0f\n", end->plan.size,
           (unsigned long)end->plan.count, end->plan.chain, end->inline_limit, (double)end->plan.count / seconds,
           (double)end->plan.count * end->plan.size / seconds);
    end_finish(end);
}
