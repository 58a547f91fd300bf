/*
 * How long the subscriptions of a name have blocked a publication without reading. The time is charged to the name, so
 * a restart gives no new time; consumption repays it. Used by the conductor.
 */
#ifndef VERBUS_BUDGETS_H
#define VERBUS_BUDGETS_H

#include "text.h"

#include <stdbool.h>
#include <stdint.h>

enum { BUDGET_NAMES = 256 }; /* the name that has used least is forgotten first */

struct budget {
    char name[TEXT_SIZE];
    int64_t used_ns;
};

struct budgets {
    int64_t timeout_ns;    /* the most that a name can use */
    int64_t first_read_ns; /* what subscriptions that have never read may use of it */
    uint64_t capacity;     /* of the log: reading one repays all */
    struct budget names[BUDGET_NAMES];
    unsigned count;
};

/* The account of one subscription. */
struct usage {
    bool is_known;
    bool has_read;
    bool is_indebted;
    bool is_gating;
    uint64_t position;
    int64_t blocked_ns;
};

void budgets_open(struct budgets *budgets, int64_t timeout_ns, uint64_t capacity);

/* Whether a name has used what subscriptions that have never read may use. */
bool budgets_is_used_up(const struct budgets *budgets, const char *name);

/*
 * Charges or repays in each duty cycle. `blocked_ns` is the time for which the subscription has caused back pressure so
 * far; `end` and `horizon` are those of the log.
 */
void budgets_update(struct budgets *budgets, struct usage *usage, const char *name, uint64_t position, uint64_t horizon,
                    uint64_t end, int64_t blocked_ns, bool is_gating);

#endif
