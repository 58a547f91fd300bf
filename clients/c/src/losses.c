#include "losses.h"

#include "clock.h"
#include "error.h"
#include "words.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    VERSION = 3,
    NEXT_AT = 128,
    RING_AT = 4096,
    ENTRIES = 2048,
    ENTRY_LENGTH = 512,
    LENGTH = RING_AT + ENTRIES * ENTRY_LENGTH,
    SHARE = 32, /* entries of a subscription */
    STATE = 0,
    TIME = 8,
    SESSION = 16,
    PUBLISHER_PID = 24,
    SUBSCRIPTION = 32,
    SUBSCRIBER_PID = 40,
    FIRST = 48,
    LAST = 56,
    REVISION = 64,
    MESSAGES = 72,
    GAPS = 80,
    CAUSE = 88,
    STREAM = 128,
    NAME = 256,
    DESCRIPTION = 384,
};

static const char magic[8] = "VERBUSLS";

static int map(const char *path, struct verbus_map *report, struct verbus_error *error)
{
    int status = verbus_file_map(path, true, report, error);
    if (status == VERBUS_OK && (report->length < LENGTH || memcmp(report->memory, magic, 8) != 0
                                || verbus_get32(report->memory, 8) != VERSION
                                || verbus_get32(report->memory, 12) != ENTRIES
                                || verbus_load_acquire(report->memory, NEXT_AT) > INT64_MAX / 2)) {
        verbus_file_unmap(report);
        status = verbus_fail(error, VERBUS_DAMAGED, "%s is not a loss report of this release", path);
    }
    return status;
}

int losses_open(const struct directory *directory, struct verbus_map *report, struct verbus_error *error)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/.losses", directory->root);
    int status = directory_create_common(directory, path, LENGTH, magic, VERSION, ENTRIES, error);
    if (status == VERBUS_OK)
        status = map(path, report, error);
    if (status != VERBUS_DAMAGED)
        return status;
    char aside[PATH_SIZE + 32];
    struct verbus_error again;
    (void)snprintf(aside, sizeof aside, "%s.damaged-%llx", path, (unsigned long long)directory->process);
    if (rename(path, aside) == 0
        && directory_create_common(directory, path, LENGTH, magic, VERSION, ENTRIES, &again) == VERBUS_OK
        && map(path, report, &again) == VERBUS_OK)
        return verbus_fail(error, VERBUS_DAMAGED, "%s is not a loss report of this release: it was renamed to %s, and a"
                           " new one was created", path, aside);
    return status;
}

static size_t entry_of(uint64_t number)
{
    return RING_AT + (size_t)(number % ENTRIES) * ENTRY_LENGTH;
}

static void encode(uint8_t *entry, const struct loss *loss)
{
    verbus_put64(entry, TIME, (uint64_t)verbus_utc_ns());
    verbus_put64(entry, SESSION, loss->session->id);
    verbus_put64(entry, PUBLISHER_PID, loss->session->pid);
    verbus_put64(entry, SUBSCRIPTION, loss->subscription);
    verbus_put64(entry, SUBSCRIBER_PID, (uint64_t)getpid());
    verbus_put64(entry, FIRST, loss->first);
    verbus_put64(entry, LAST, loss->last);
    verbus_put64(entry, MESSAGES, loss->messages);
    verbus_put64(entry, GAPS, loss->gaps);
    verbus_put32(entry, CAUSE, (uint32_t)loss->cause);
    verbus_text_put(entry, STREAM, loss->session->stream);
    verbus_text_put(entry, NAME, loss->name);
    verbus_text_put(entry, DESCRIPTION, loss->description);
}

/* Returns the number of the entry, or UINT64_MAX. */
static uint64_t append(uint8_t *report, const struct loss *loss)
{
    for (int attempt = 0; attempt < ENTRIES; attempt++) {
        uint64_t number = atomic_fetch_add(verbus_word_to(report, NEXT_AT), 1);
        verbus_word *state = verbus_word_to(report, entry_of(number) + STATE);
        uint64_t before = atomic_load(state);
        /* an entry that is being written, or that a later writer has passed, is left alone */
        if (before > number || !atomic_compare_exchange_strong(state, &before, (uint64_t)-(int64_t)(number + 1)))
            continue;
        atomic_thread_fence(memory_order_seq_cst); /* SYNC loss: no byte of the entry changes before its state */
        encode(report + entry_of(number), loss);
        atomic_store_explicit(state, number + 1, memory_order_release);
        return number;
    }
    return UINT64_MAX;
}

static bool replace(uint8_t *report, uint64_t number, const struct loss *sum)
{
    uint8_t *entry = report + entry_of(number);
    verbus_word *state = verbus_word_to(entry, STATE);
    uint64_t before = number + 1;
    if (!atomic_compare_exchange_strong(state, &before, (uint64_t)-(int64_t)(number + 1)))
        return false;
    uint64_t revision = verbus_load_relaxed(entry, REVISION) | 1;
    verbus_store_relaxed(entry, REVISION, revision);
    atomic_thread_fence(memory_order_seq_cst); /* SYNC loss */
    encode(entry, sum);
    verbus_store_release(entry, REVISION, revision + 1);
    atomic_store_explicit(state, number + 1, memory_order_release);
    return true;
}

void losses_append(struct verbus_map *report, struct loss_share *share, const struct loss *loss)
{
    if (report->memory == NULL)
        return;
    if (share->used >= SHARE && share->number != UINT64_MAX && share->session == loss->session->id) {
        struct loss sum = *loss;
        sum.first = share->sum.first < loss->first ? share->sum.first : loss->first;
        sum.last = share->sum.last > loss->last ? share->sum.last : loss->last;
        sum.messages += share->sum.messages;
        sum.gaps += share->sum.gaps;
        if (replace(report->memory, share->number, &sum)) {
            share->sum = sum;
            return;
        }
    }
    share->number = append(report->memory, loss);
    share->session = loss->session->id;
    share->sum = *loss;
    share->used++;
}
