#include "open_orders.h"

#include "orders.h"

#include <stdlib.h>

enum { FIRST_SIZE = 64 };

bool open_orders_open(struct open_orders *orders, const struct send_window *window)
{
    orders->table = calloc(FIRST_SIZE, sizeof *orders->table);
    orders->mask = FIRST_SIZE - 1;
    orders->window = window;
    return orders->table != NULL;
}

void open_orders_close(struct open_orders *orders)
{
    free(orders->table);
    orders->table = NULL;
}

static size_t home(const struct open_orders *orders, int64_t id)
{
    uint64_t hash = (uint64_t)id * 0x9e3779b97f4a7c15;
    return (size_t)(hash ^ hash >> 32) & orders->mask;
}

/* The slot of an id, or the free one where it belongs. */
static struct open_order *slot(const struct open_orders *orders, int64_t id)
{
    size_t at = home(orders, id);
    while (orders->table[at].is_used && orders->table[at].id != id)
        at = (at + 1) & orders->mask;
    return &orders->table[at];
}

const struct open_order *open_orders_find(const struct open_orders *orders, int64_t id)
{
    const struct open_order *found = slot(orders, id);
    return found->is_used ? found : NULL;
}

bool open_orders_reserve(struct open_orders *orders)
{
    if ((orders->count + 1) * 2 <= orders->mask + 1)
        return true;
    struct open_orders larger = *orders;
    larger.mask = orders->mask * 2 + 1;
    larger.table = calloc(larger.mask + 1, sizeof *larger.table);
    if (larger.table == NULL)
        return false;
    for (size_t i = 0; i <= orders->mask; i++)
        if (orders->table[i].is_used)
            *slot(&larger, orders->table[i].id) = orders->table[i];
    free(orders->table);
    *orders = larger;
    return true;
}

static void put(struct open_orders *orders, int64_t id, int64_t quantity, bool is_pending)
{
    struct open_order *order = slot(orders, id);
    orders->count += !order->is_used;
    *order = (struct open_order){id, quantity, true, is_pending};
}

/* Moves later orders back, so that no search ends before them. */
static void take_out(struct open_orders *orders, int64_t id)
{
    struct open_order *found = slot(orders, id);
    if (!found->is_used)
        return;
    size_t gap = (size_t)(found - orders->table);
    for (size_t at = (gap + 1) & orders->mask; orders->table[at].is_used; at = (at + 1) & orders->mask) {
        size_t distance = (at - home(orders, orders->table[at].id)) & orders->mask;
        if (distance >= ((at - gap) & orders->mask)) {
            orders->table[gap] = orders->table[at];
            gap = at;
        }
    }
    orders->table[gap].is_used = false;
    orders->count--;
}

static void take_out_pending(struct open_orders *orders, int64_t id)
{
    const struct open_order *found = open_orders_find(orders, id);
    if (found != NULL && found->is_pending)
        take_out(orders, id);
}

static void set_open(struct open_orders *orders, int64_t id, int64_t quantity)
{
    if (quantity == 0)
        take_out(orders, id);
    else
        put(orders, id, quantity, false);
}

void open_orders_sent(struct open_orders *orders, int64_t id, int64_t quantity)
{
    put(orders, id, quantity, true);
}

static bool is_order(const struct sent_message *message)
{
    return message != NULL && (message->template_id == NEW_ORDER || message->template_id == REPLACE_ORDER);
}

void open_orders_not_taken(struct open_orders *orders, const struct sent_message *message)
{
    if (is_order(message))
        take_out_pending(orders, message->order);
}

/* The first report that answers a request for open orders: only orders that were sent later stay, as pending. */
static void begin_snapshot(struct open_orders *orders, int64_t answers)
{
    if (orders->snapshot == answers)
        return;
    orders->snapshot = answers;
    for (size_t i = 0; i <= orders->mask; i++)
        orders->table[i].is_pending = false;
    for (int64_t number = window_oldest(orders->window, answers + 1); number < orders->window->next; number++) {
        const struct sent_message *message = window_find(orders->window, number);
        if (is_order(message)) {
            struct open_order *known = slot(orders, message->order);
            known->is_pending = known->is_used; /* else it has ended */
        }
    }
    for (size_t i = 0; i <= orders->mask; i++) /* an order that moves back is seen next, or was seen before */
        while (orders->table[i].is_used && !orders->table[i].is_pending)
            take_out(orders, orders->table[i].id);
}

/* An order that an earlier process has sent: a later report gives the quantity. */
static void accept(struct open_orders *orders, int64_t id)
{
    const struct open_order *known = open_orders_find(orders, id);
    put(orders, id, known == NULL ? INT64_MAX : known->quantity, false);
}

static int64_t get(const uint8_t *report, size_t offset)
{
    return (int64_t)verbus_get64(report, offset);
}

void open_orders_apply(struct open_orders *orders, const uint8_t *report)
{
    unsigned template_id = orders_get16(report, AT_TEMPLATE);
    int64_t id = orders_is_about_order(template_id) ? get(report, REPORT_ORDER_ID) : 0;
    int64_t answers = get(report, REPORT_ANSWERS);
    const struct sent_message *request = window_find(orders->window, answers);
    switch (template_id) {
    case ACCEPTED_REPORT:
        accept(orders, id);
        break;
    case REJECTED_REPORT:
        take_out_pending(orders, id);
        break;
    case REPLACED_REPORT:
        take_out(orders, id);
        set_open(orders, get(report, REPLACED_NEW_ID), get(report, REPLACED_OPEN));
        break;
    case REDUCED_REPORT:
        set_open(orders, id, get(report, REDUCED_OPEN));
        break;
    case CANCELLED_REPORT:
        take_out(orders, id);
        break;
    case EXECUTED_REPORT:
        set_open(orders, id, get(report, EXECUTED_OPEN));
        break;
    case REFUSED_REPORT:
        if (request != NULL && request->template_id == REPLACE_ORDER)
            take_out_pending(orders, request->order);
        break;
    case OPEN_ORDER:
        begin_snapshot(orders, answers);
        set_open(orders, id, get(report, OPEN_ORDER_OPEN));
        break;
    case OPEN_ORDERS_END:
        if (verbus_get32(report, OPEN_ORDERS_END_ORDERS) != UINT32_MAX) /* else an earlier gateway has listed none */
            begin_snapshot(orders, answers); /* without an open order this is the only answer */
        orders->snapshot = 0;
        break;
    default:
        break; /* a mass cancel has a report for each order */
    }
}
