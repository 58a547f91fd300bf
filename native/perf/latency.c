/* Round trip of one message. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

void latency_answer(struct end *end)
{
    uint64_t total = end->plan.warm_up + end->plan.count;

    for (uint64_t i = 0; i < total; i++) {
        end_await(end);
        end_put(end, i);
    }
    end_finish(end);
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void latency_ask(struct end *end)
{
    uint64_t count = end->plan.count;
    uint64_t *times = malloc(count * sizeof *times);

    if (times == NULL)
        fail("memory for the times");
    for (uint64_t i = 0; i < end->plan.warm_up + count; i++) {
        uint64_t start = now_ns();
        end_put(end, i);
        end_await(end);
        if (i >= end->plan.warm_up)
            times[i - end->plan.warm_up] = (now_ns() - start) / 2;
        else
            times[i % count] = 0; /* pre-fault */
    }
    qsort(times, count, sizeof *times, compare);
    printf("mode=latency size=%u count=%lu inline=%u min=%lu p50=%lu p90=%lu p99=%lu p99.9=%lu max=%lu unit=ns\n",
           end->plan.size, (unsigned long)count, end->inline_limit, (unsigned long)times[0],
           (unsigned long)times[count / 2], (unsigned long)times[count * 90 / 100],
           (unsigned long)times[count * 99 / 100], (unsigned long)times[count * 999 / 1000],
           (unsigned long)times[count - 1]);
    free(times);
    end_finish(end);
}
