#include "budgets.h"

#include <string.h>

/* One update charges at most this part of the first second: the publisher's process may have been stopped. */
enum { MAX_CHARGES = 4 };

static const int64_t first_read_ns = 1000000000;

void budgets_open(struct budgets *budgets, int64_t timeout_ns, uint64_t capacity)
{
    budgets->timeout_ns = timeout_ns;
    budgets->first_read_ns = timeout_ns < first_read_ns ? timeout_ns : first_read_ns;
    budgets->capacity = capacity;
    budgets->count = 0;
}

static struct budget *find(struct budgets *budgets, const char *name)
{
    for (unsigned i = 0; i < budgets->count; i++)
        if (strcmp(budgets->names[i].name, name) == 0)
            return &budgets->names[i];
    return NULL;
}

static struct budget *find_or_add(struct budgets *budgets, const char *name)
{
    struct budget *found = find(budgets, name);
    if (found != NULL)
        return found;
    if (budgets->count < BUDGET_NAMES) {
        found = &budgets->names[budgets->count++];
    } else {
        found = &budgets->names[0];
        for (unsigned i = 1; i < budgets->count; i++)
            found = budgets->names[i].used_ns < found->used_ns ? &budgets->names[i] : found;
    }
    strcpy(found->name, name);
    found->used_ns = 0;
    return found;
}

bool budgets_is_used_up(const struct budgets *budgets, const char *name)
{
    for (unsigned i = 0; i < budgets->count; i++)
        if (strcmp(budgets->names[i].name, name) == 0)
            return budgets->names[i].used_ns >= budgets->first_read_ns;
    return false;
}

static void charge(struct budgets *budgets, const char *name, int64_t ns)
{
    struct budget *budget = find_or_add(budgets, name);
    int64_t most = budgets->first_read_ns / MAX_CHARGES;
    budget->used_ns += ns < most ? ns : most;
    if (budget->used_ns > budgets->timeout_ns)
        budget->used_ns = budgets->timeout_ns;
}

/* Returns whether the name still has used time. */
static bool repay(struct budgets *budgets, const char *name, uint64_t bytes)
{
    struct budget *budget = find(budgets, name);
    if (budget == NULL)
        return false;
    double repaid = (double)bytes / (double)budgets->capacity * (double)budgets->timeout_ns;
    if (repaid >= (double)budget->used_ns) {
        *budget = budgets->names[--budgets->count];
        return false;
    }
    budget->used_ns -= (int64_t)repaid;
    return true;
}

void budgets_update(struct budgets *budgets, struct usage *usage, const char *name, uint64_t position, uint64_t horizon,
                    uint64_t end, int64_t blocked_ns, bool is_gating)
{
    if (position <= end) { /* else it is leaving */
        bool has_read_all = usage->is_gating || position >= horizon;
        if (!usage->is_known) {
            usage->is_known = true;
            usage->position = position;
        } else if (position > usage->position) {
            usage->has_read = true;
            if (usage->is_indebted && has_read_all)
                usage->is_indebted = repay(budgets, name, position - usage->position);
            usage->position = position;
        } else if (blocked_ns > usage->blocked_ns) {
            charge(budgets, name, blocked_ns - usage->blocked_ns);
            usage->is_indebted = true;
        }
        usage->blocked_ns = blocked_ns;
    }
    usage->is_gating = is_gating;
}
