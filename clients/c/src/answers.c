#include "answers.h"

/* The offset of a subscription in a table of ids, or of a free entry for 0; 0 if there is none. */
static uint32_t find(const struct verbus_log *log, uint32_t table, uint32_t step, uint64_t subscription)
{
    for (uint32_t i = 0; i < LOG_MAX_READERS; i++)
        if (verbus_load_acquire(log->map.memory, table + i * step) == subscription)
            return table + i * step;
    return 0;
}

static uint32_t find_acknowledgement(const struct verbus_log *log, uint64_t subscription)
{
    return find(log, LOG_ACKNOWLEDGEMENTS, LOG_ACKNOWLEDGEMENT, subscription);
}

static uint32_t find_refusal(const struct verbus_log *log, uint64_t subscription)
{
    return find(log, LOG_REFUSED, sizeof(uint64_t), subscription);
}

/* The cause that belongs to a refused subscription at an offset. */
static _Atomic uint32_t *cause_of(const struct verbus_log *log, uint32_t at)
{
    uint8_t *causes = log->map.memory + LOG_REFUSAL_CAUSES;
    return (_Atomic uint32_t *)(void *)(causes + (at - LOG_REFUSED) / 2);
}

uint32_t answers_find(const struct verbus_log *log, uint64_t subscription, uint32_t last)
{
    return last != 0 && verbus_load_acquire(log->map.memory, last) == subscription
               ? last
               : find_acknowledgement(log, subscription);
}

enum verbus_refusal answers_refusal(const struct verbus_log *log, uint64_t subscription)
{
    uint32_t at = find_refusal(log, subscription);
    if (at == 0)
        return VERBUS_REFUSAL_NONE;
    uint32_t cause = atomic_load_explicit(cause_of(log, at), memory_order_acquire);
    bool same = verbus_load_acquire(log->map.memory, at) == subscription; /* else the entry was reused */
    return same && cause <= VERBUS_REFUSAL_BUDGET ? (enum verbus_refusal)cause : VERBUS_REFUSAL_NONE;
}

bool answers_have_room(const struct verbus_log *log, uint64_t subscription)
{
    return find_acknowledgement(log, subscription) != 0 || find_acknowledgement(log, 0) != 0;
}

void answers_acknowledge(struct verbus_log *log, uint64_t subscription, uint64_t join)
{
    uint32_t at = find_acknowledgement(log, subscription);
    at = at != 0 ? at : find_acknowledgement(log, 0);
    if (at != 0) {
        verbus_store_release(log->map.memory, at + LOG_ACKNOWLEDGED_JOIN, join);
        verbus_store_release(log->map.memory, at, subscription); /* SYNC acknowledgement */
    }
}

void answers_evict(struct verbus_log *log, uint64_t subscription)
{
    uint32_t at = find_acknowledgement(log, subscription);
    if (at != 0)
        verbus_store_release(log->map.memory, at + LOG_ACKNOWLEDGED_JOIN, (uint64_t)-answers_join(log, at));
}

void answers_withdraw(struct verbus_log *log, uint64_t subscription)
{
    uint32_t at = find_acknowledgement(log, subscription);
    if (at != 0)
        verbus_store_release(log->map.memory, at, 0);
}

void answers_refuse(struct verbus_log *log, uint64_t subscription, enum verbus_refusal cause)
{
    uint32_t at = find_refusal(log, subscription);
    at = at != 0 ? at : find_refusal(log, 0);
    if (at != 0) {
        atomic_store_explicit(cause_of(log, at), (uint32_t)cause, memory_order_release);
        verbus_store_release(log->map.memory, at, subscription); /* SYNC refusal */
    }
}

void answers_withdraw_refusal(struct verbus_log *log, uint64_t subscription)
{
    uint32_t at = find_refusal(log, subscription);
    if (at != 0)
        verbus_store_release(log->map.memory, at, 0);
}
