/* Completion queues. */
#include "verbus.h"

#include "check.h"
#include <arpa/inet.h>

/* Completions taken from the device at a time: as many as fit on the stack without clearing a page. */
#define BATCH 16

int verbus_completions_create(void *context, int entries, void **completions, int *given)
{
    struct ibv_cq *created;

    VERBUS_REQUIRE(context != NULL && entries > 0 && completions != NULL && given != NULL);
    errno = 0;
    created = VERBS->create_cq(context, entries, NULL, NULL, 0);
    if (created == NULL)
        return verbus_errno_of_null();
    *completions = created;
    *given = created->cqe;
    return 0;
}

int verbus_completions_destroy(void *completions)
{
    VERBUS_REQUIRE(completions != NULL);
    return verbus_negative(VERBS->destroy_cq(completions));
}

static void copy(const struct ibv_wc *from, struct verbus_completion *to)
{
    to->id = from->wr_id;
    to->status = from->status;
    to->operation = from->opcode;
    to->length = from->byte_len;
    to->immediate = ntohl(from->imm_data);
    to->pair = from->qp_num;
    to->flags = from->wc_flags;
}

int verbus_completions_poll(void *completions, struct verbus_completion *taken, int max)
{
    struct ibv_wc batch[BATCH];
    int total = 0;

    VERBUS_REQUIRE(completions != NULL && taken != NULL && max > 0);
    while (total < max) {
        int wanted = max - total < BATCH ? max - total : BATCH;
        int count = ibv_poll_cq(completions, wanted, batch);
        if (count < 0)
            return total > 0 ? total : -EIO; /* keep the completions taken so far; the next poll fails again */
        for (int i = 0; i < count; i++)
            copy(&batch[i], &taken[total + i]);
        total += count;
        if (count < wanted)
            break;
    }
    return total;
}
